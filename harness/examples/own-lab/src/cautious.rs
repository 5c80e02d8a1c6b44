//! A bot for ERGO that places cards as long as it can and never ends a round.

use ergo_lab::engine::ergo::Ergo;
use ergo_lab::engine::ergo::action::Action;
use ergo_lab::prelude::*;

struct Cautious;

impl Agent<Ergo> for Cautious {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        let legal = decision.legal();
        let quiet = |action: &&Action| !matches!(action, Action::Ergo { .. } | Action::Discard { .. });
        legal.iter().find(quiet).or_else(|| legal.last()).copied().ok_or(AgentFault::Illegal)
    }
}

/// The agent as registered; experiments use it as `agent = { kind = "cautious" }`.
pub fn entry() -> Entry<Ergo> {
    Entry::new("cautious", "lays what it may, never ends a round", |_| Cautious)
}
