//! The sections of a report, each made of facts alone, one file a section. A section that has nothing to say is left out.

mod arms;
mod better;
mod covariance;
pub(super) mod facts;
mod faults;
mod fit;
mod intransitivity;
pub(super) mod lead;
mod lengths;
mod luck;
mod pairs;
mod ratings;
mod repeat;
mod seats;
mod shown;
mod stages;
mod substitution;
mod tables;

use facts::{Facts, Part};

/// All sections in order. Where a measure is asked for in several arms, these come first.
pub(super) fn sections(facts: &Facts<'_>) -> Vec<Part> {
    let arms_asked = facts.asked.measure.is_some();
    let arms = |asked: bool| if asked == arms_asked { arms::section(facts) } else { None };
    let one = |part: Option<Part>| part.into_iter().collect::<Vec<_>>();
    let parts = [
        one(arms(true)),
        one(stages::section(facts)),
        one(substitution::section(facts)),
        one(ratings::section(facts)),
        one(pairs::section(facts)),
        one(better::section(facts)),
        one(covariance::section(facts)),
        one(intransitivity::section(facts)),
        one(seats::section(facts)),
        one(fit::section(facts)),
        shown::sections(facts),
        one(lengths::section(facts)),
        one(luck::section(facts)),
        one(arms(false)),
        one(tables::section(facts)),
        one(faults::section(facts)),
        vec![repeat::section(facts)],
    ];
    parts.into_iter().flatten().collect()
}
