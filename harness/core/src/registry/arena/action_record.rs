//! A recorded match played again: the actions come from the record, and agents are asked again to compare their choices.

use ergo_agents::agent::AgentFault;
use ergo_engine::game::Game;
use ergo_engine::seat::{Seat, SeatMap};
use std::str::FromStr;

/// The record of a match, and what was found while it was played again.
pub struct ActionRecord {
    actions: Vec<String>,
    fault: Option<(Seat, AgentFault)>,
    asked: Vec<bool>,
    next: usize,
    /// Number of decisions of each seat, a fault included.
    pub decisions: SeatMap<u64>,
    /// The first difference between the record and the match.
    pub difference: Option<String>,
    /// Whether the record ends before the match.
    pub is_cut_short: bool,
}

impl ActionRecord {
    /// Returns the record of a match with these actions in the game's notation, ended by `fault` if there is one. The agents of the seats
    /// `asked` are asked again.
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

    /// Returns the recorded choice of `seat`, compared with what `ask` gives.
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
                    self.differs(format!("action {number}, \"{text}\", is not {what}"));
                }
                action.ok_or(AgentFault::Garbage)
            }
            (None, Some((at, fault))) if at == seat => {
                self.fault = None;
                Err(fault)
            }
            (None, _) => {
                self.is_cut_short = self.difference.is_none();
                self.differs(format!("the actions end before the match, after action {}", self.next));
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
                self.differs(format!(
                    "decision {number}, seat {seat}: asked again it chooses {chosen}, not {recorded}"
                ));
            }
        }
        recorded
    }

    /// Notes what the record has left when the match is over.
    pub(super) fn end(&mut self) {
        if self.next < self.actions.len() {
            self.differs(format!("the match is over before action {}", self.next + 1));
        } else if let Some((seat, fault)) = self.fault {
            self.differs(format!("the match is over, without the fault {fault} of seat {seat}"));
        }
    }

    /// Notes the first difference.
    pub fn differs(&mut self, what: String) {
        self.difference.get_or_insert(what);
    }
}
