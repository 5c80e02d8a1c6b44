//! Observers of matches that write rows of their own, a file or folder each. To remove one, delete it and its two lines below.

mod answers;
mod counterfactual;
pub mod probe;
mod transcripts;
mod usage;

use std::sync::Arc;

use crate::probes::probe::Probe;

/// All built-in probes, in the order of their files.
pub(crate) fn standard() -> Vec<Arc<dyn Probe>> {
    vec![
        // One probe per line.
        Arc::new(transcripts::Transcripts),
        Arc::new(counterfactual::SKILL),
        Arc::new(counterfactual::CARDS),
        Arc::new(counterfactual::AGENCY),
        Arc::new(answers::Answers),
        Arc::new(usage::Usage),
    ]
}
