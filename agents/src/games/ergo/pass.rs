//! The passing agent of ERGO, which never adds to the proof. It is the weakest reference player.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;

use crate::agent::{Agent, AgentFault, Decision};

/// An agent that discards the first card it may.
pub(super) struct PassAgent;

impl Agent<Ergo> for PassAgent {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        let mut legal = decision.legal().iter();
        legal.find(|action| matches!(action, Action::Discard { .. })).copied().ok_or(AgentFault::Illegal)
    }
}
