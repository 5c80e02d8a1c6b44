//! Observers of matches and the parts of reports, a file or folder each. To remove one, delete it and its two lines below.

mod arms;
mod counterfactual;
mod factors;
mod faults;
mod intransitivity;
mod lengths;
mod ratings;
mod repeat;
mod seats;
mod shown;
mod substitution;
mod tables;
mod targets;
mod tiers;
mod transcripts;
mod values;
mod worms;

use std::sync::Arc;

use crate::probe::{Idea, Probe};

/// Probes with rows of their own, in the order of their files and sections.
fn watching() -> Vec<Arc<dyn Probe>> {
    vec![
        // One probe per line.
        Arc::new(transcripts::Transcripts),
        Arc::new(counterfactual::SKILL),
        Arc::new(counterfactual::CARDS),
        Arc::new(counterfactual::AGENCY),
    ]
}

/// Parts of the report that need no rows of their own, in the order of their sections.
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

/// All built-in probes.
pub(crate) fn standard() -> Vec<Arc<dyn Probe>> {
    watching().into_iter().chain(IDEAS.iter().map(|idea| Arc::new(*idea) as Arc<dyn Probe>)).collect()
}
