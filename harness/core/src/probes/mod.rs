//! Who watches, and what reports speak of: one folder an idea, each whole. A folder deleted with its two lines below is all of it gone.

mod again;
mod agency;
mod arms;
mod cards;
mod factors;
mod faults;
mod intransitivity;
mod lengths;
mod ratings;
mod repeat;
mod seats;
mod shown;
mod skill;
mod substitution;
mod tables;
mod targets;
mod tiers;
mod transcripts;
mod values;
mod worms;

use std::sync::Arc;

use crate::probe::{Idea, Probe};

/// The probes of the house, in the order of their files and sections.
fn watching() -> Vec<Arc<dyn Probe>> {
    vec![
        // One probe per line.
        Arc::new(transcripts::Transcripts),
        Arc::new(skill::Skill),
        Arc::new(cards::Cards),
        Arc::new(agency::Agency),
    ]
}

/// Ideas that need no rows of their own, in the order of their sections.
const IDEAS: &[Idea] = &[
    targets::IDEA,
    tiers::IDEA,
    values::IDEA,
    arms::ASKED,
    factors::IDEA,
    substitution::IDEA,
    ratings::IDEA,
    intransitivity::IDEA,
    seats::IDEA,
    arms::ARMS,
    ratings::FIT,
    lengths::IDEA,
    worms::IDEA,
    tables::IDEA,
    faults::IDEA,
    repeat::IDEA,
    shown::IDEA,
];

/// All probes of the house.
pub(crate) fn standard() -> Vec<Arc<dyn Probe>> {
    watching().into_iter().chain(IDEAS.iter().map(|idea| Arc::new(*idea) as Arc<dyn Probe>)).collect()
}
