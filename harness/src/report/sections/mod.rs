//! The sections of a report, each made of facts alone, one file a section. A section that has nothing to say is left out.

mod arms;
mod better;
mod circles;
mod covariance;
mod endings;
pub mod facts;
mod faults;
mod fit;
pub mod lead;
mod lengths;
mod luck;
mod pairs;
mod ratings;
mod repeat;
mod seats;
mod stages;
mod substitution;
mod tables;

use facts::{Facts, Part};

/// All sections in order. Where a measure is asked for in several arms, these come first.
pub fn sections(facts: &Facts<'_>) -> Vec<Part> {
    let arms_asked = facts.asked.measure.is_some();
    let arms = |asked: bool| if asked == arms_asked { arms::section(facts) } else { None };
    let parts = [
        arms(true),
        stages::section(facts),
        substitution::section(facts),
        ratings::section(facts),
        pairs::section(facts),
        better::section(facts),
        covariance::section(facts),
        circles::section(facts),
        seats::section(facts),
        fit::section(facts),
        endings::section(facts),
        lengths::section(facts),
        luck::section(facts),
        arms(false),
        tables::section(facts),
        faults::section(facts),
        Some(repeat::section(facts)),
    ];
    parts.into_iter().flatten().collect()
}
