//! Whether bots of a tier of skill, and tiers, agree on what arms change: an effect that turns with skill is an answer of its own.

mod found;
mod section;

use crate::measure::Key;
use crate::probe::{Asked, Evidence, Facts, Findings, Idea, Part, Place, RowsError};
use crate::report::{figure, words};

use found::{Tier, tiers};

/// The idea.
pub(super) const IDEA: Idea = Idea { name: "tiers", begin: |_| Box::new(Tiers(Vec::new())) };

/// By measure, size of table, tier and arm.
struct Tiers(Vec<Tier>);

impl Findings for Tiers {
    fn settle(&mut self, evidence: &mut Evidence<'_>) -> Result<(), RowsError> {
        if evidence.asked.design.is_none() {
            self.0 = tiers(evidence.asked, evidence.lineups, evidence.kept)?;
        }
        Ok(())
    }

    fn by_group(&self, asked: &Asked, arm: &str, key: &Key) -> Option<(String, Vec<String>)> {
        let found: Vec<_> = self.0.iter().filter(|tier| tier.is_asked && tier.arm == arm && tier.key == *key).collect();
        let mut names: Vec<&str> = found.iter().map(|tier| tier.tier.as_str()).collect();
        let is_strong = |name: &&str| {
            let of = |bot: &String| asked.tiers.iter().any(|(known, tier)| known == bot && tier == name);
            asked.aim.strongest.iter().any(of)
        };
        names.sort_unstable();
        names.dedup();
        names.sort_by_key(|name| !is_strong(name));
        let sizes: Vec<usize> =
            found.iter().filter(|tier| Some(&tier.tier.as_str()) == names.first()).map(|tier| tier.seats).collect();
        let part = |name: &&str| {
            let of_tier = found.iter().filter(|tier| tier.tier == **name);
            let figures: Option<Vec<String>> =
                of_tier.map(|tier| Some(figure(tier.difference?.mean, tier.difference?.interval, key))).collect();
            Some(format!("{name} {}", figures?.join(", ")))
        };
        let parts: Option<Vec<String>> = names.iter().map(part).collect();
        let sizes = words::numbers(sizes);
        parts.filter(|parts| !parts.is_empty()).map(|parts| (sizes, parts))
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        Place::Read.of(section::section(facts, &self.0))
    }
}
