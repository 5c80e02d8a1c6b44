//! A bot for ERGO: it lays a card as long as it may, and never ends a round.

use ergo_agents::agent::{Agent, AgentFault, Decision};
use ergo_agents::registry::Entry;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;

struct Cautious;

impl Agent<Ergo> for Cautious {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        let legal = decision.legal();
        let quiet = |action: &&Action| !matches!(action, Action::Ergo { .. } | Action::Discard { .. });
        legal.iter().find(quiet).or_else(|| legal.last()).copied().ok_or(AgentFault::Illegal)
    }
}

/// As written in an experiment: `agent = { kind = "cautious" }`.
pub fn entry() -> Entry<Ergo> {
    Entry::new("cautious", "lays what it may, never ends a round", |_| Cautious)
}
