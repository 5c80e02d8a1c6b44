//! Replays a recorded match. The actions come from the record, and agents are asked again to compare their choices.

use ergo_agents::agent::AgentFault;
use ergo_engine::game::Game;
use ergo_engine::seat::{Seat, SeatMap};
use std::str::FromStr;

/// The record of a match that is replayed, with the decisions and the first difference so far.
pub struct ActionRecord {
    actions: Vec<String>,
    fault: Option<(Seat, AgentFault)>,
    asked: Vec<bool>,
    next: usize,
    /// Number of decisions of each seat, a fault included.
    pub decisions: SeatMap<u64>,
    /// The first difference between the record and the match.
    pub difference: Option<String>,
    /// True if the record ends before the match does.
    pub is_cut_short: bool,
}

impl ActionRecord {
    /// Creates the record of a match from its `actions` in the game's notation and the `fault` that ended it. The agents of the
    /// seats `asked` are asked again.
    pub fn new(actions: &str, fault: Option<(Seat, AgentFault)>, asked: SeatMap<bool>) -> Self {
        ActionRecord {
            actions: actions.split_whitespace().map(str::to_owned).collect(),
            fault,
            next: 0,
            decisions: SeatMap::from_fn(asked.seats(), |_| 0),
            asked: asked.iter().copied().collect(),
            difference: None,
            is_cut_short: false,
        }
    }

    /// Returns true if the agent of `seat` is asked again.
    pub fn is_asked(&self, seat: Seat) -> bool {
        self.asked[seat.index()]
    }

    /// Returns the recorded choice of `seat`. If its agent is asked again, compares it with the result of `ask`.
    pub(super) fn choice<G: Game>(
        &mut self,
        seat: Seat,
        ask: impl FnOnce() -> Result<G::Action, AgentFault>,
        is_legal: impl Fn(G::Action) -> bool,
    ) -> Result<G::Action, AgentFault> {
        let number = self.next + 1;
        let recorded = match (self.actions.get(self.next), self.fault) {
            (Some(text), _) => {
                let text = text.clone();
                let action = G::Action::from_str(&text).ok();
                if action.is_none_or(|action| !is_legal(action)) {
                    let what = if action.is_some() { "legal there" } else { "in the game's notation" };
                    self.note_difference(format!("action {number}, \"{text}\", is not {what}"));
                }
                action.ok_or(AgentFault::Garbage)
            }
            (None, Some((at, fault))) if at == seat => {
                self.fault = None;
                Err(fault)
            }
            (None, _) => {
                self.is_cut_short = self.difference.is_none();
                self.note_difference(format!("the actions end before the match, after action {}", self.next));
                return Err(AgentFault::GivenUp);
            }
        };
        self.decisions[seat] += 1;
        self.next += 1;
        // After a difference the agents no longer see what they saw in the run.
        if self.difference.is_none() && self.is_asked(seat) {
            let chosen = ask().and_then(|action| Some(action).filter(|one| is_legal(*one)).ok_or(AgentFault::Illegal));
            if chosen != recorded {
                let text = |choice: Result<G::Action, AgentFault>| match choice {
                    Ok(action) => format!("\"{action}\""),
                    Err(fault) => format!("the fault {fault}"),
                };
                let (chosen, recorded) = (text(chosen), text(recorded));
                self.note_difference(format!(
                    "decision {number}, seat {seat}: asked again it chooses {chosen}, not {recorded}"
                ));
            }
        }
        recorded
    }

    /// Records a difference if the record has more actions or a fault when the match is over.
    pub(super) fn end(&mut self) {
        if self.next < self.actions.len() {
            self.note_difference(format!("the match is over before action {}", self.next + 1));
        } else if let Some((seat, fault)) = self.fault {
            self.note_difference(format!("the match is over, without the fault {fault} of seat {seat}"));
        }
    }

    /// Records a difference, unless there was one before.
    pub fn note_difference(&mut self, what: String) {
        self.difference.get_or_insert(what);
    }
}
