//! Who watches: one folder a probe, each whole. A folder deleted with its two lines below is all of it gone.

mod again;
mod agency;
mod cards;
mod equity;
mod luck;
mod skill;
mod transcripts;

use std::sync::Arc;

use crate::probe::Probe;

/// The probes of the house, in the order of their files and sections.
pub(crate) fn standard() -> Vec<Arc<dyn Probe>> {
    vec![
        Arc::new(transcripts::Transcripts),
        Arc::new(luck::Luck),
        Arc::new(skill::Skill),
        Arc::new(equity::Equity),
        Arc::new(cards::Cards),
        Arc::new(agency::Agency),
    ]
}
