//! Substitution pairs: what a change of one bot does where all else stays, by tables that differ in one entrant only.

mod claim;
mod pairing;
mod section;

use ergo_stats::Tested;

use crate::experiment::kind::Kind;
use crate::measure::Measures;
use crate::probe::{Evidence, Facts, Findings, Idea, LineUp, Part, Place, Row, RowsError, Sum};

use pairing::{MEASURES, Pair, Pairing};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "substitution", begin: |_| Box::new(Pairs { pairing: None, found: Vec::new() }) };

/// Tables that differ in one entrant only, while they come by and when all are there.
struct Pairs {
    pairing: Option<Pairing>,
    found: Vec<Pair>,
}

impl Findings for Pairs {
    fn first_of_block(
        &mut self,
        lineups: &[LineUp],
        lineup: usize,
        deal: u64,
        sums: Option<[Sum; 2]>,
    ) -> Result<(), RowsError> {
        if self.pairing.is_none() {
            self.pairing = Some(Pairing::new()?);
        }
        self.pairing.as_mut().map_or(Ok(()), |pairing| pairing.push(lineups, lineup, deal, sums))
    }

    fn settle(&mut self, _: &mut Evidence<'_>) -> Result<(), RowsError> {
        if let Some(pairing) = self.pairing.take() {
            self.found = pairing.finish()?;
        }
        Ok(())
    }

    fn kind(&self) -> Kind {
        Kind::Value
    }

    fn claims_measures(&self) -> bool {
        true
    }

    fn claim(&self, facts: &Facts<'_>) -> Option<String> {
        claim::claim(facts, &self.found)
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        let part = if facts.is_of_design() { None } else { section::section(facts, &self.found) };
        Place::Read.of(part)
    }

    fn further(&self, write: &mut dyn FnMut(&Row<'_>)) {
        for pair in &self.found {
            let table = pair.against.as_ref().map_or("all".to_owned(), |others| format!("{} v {others}", pair.one));
            let subject = format!("{} - {}", pair.one, pair.other);
            for (contrast, name) in pair.measures.iter().zip(MEASURES) {
                let key = Measures::default().key("all", name);
                let Tested { difference, interval, law, p, deals } = contrast.test(key.range());
                let mut row = |suffix: &str, value, interval, p| {
                    write(&Row {
                        arm: &pair.arm,
                        table: &table,
                        seats: pair.seats,
                        subject: &subject,
                        measure: &format!("{name}{suffix}"),
                        value,
                        interval,
                        law,
                        blocks: deals,
                        estimand: key.estimand(),
                        p,
                    });
                };
                row("_paired", difference, interval, Some(p));
                if let Some(ratio) = contrast.variance_ratio() {
                    row("_paired_variance_ratio", ratio, None, None);
                }
            }
        }
    }
}
