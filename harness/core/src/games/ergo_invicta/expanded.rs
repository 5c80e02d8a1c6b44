//! The expanded transcript of Ergo 1977.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::round::{LineEnds, Round};
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::seat::Seat;
use serde::Serialize;

use crate::registry::arena::narrate::RoundByRound;

#[derive(Serialize)]
pub(crate) struct InvictaDeal {
    starter: Seat,
    white: Seat,
    deal: Deal,
}

#[derive(Serialize)]
struct Deal {
    opening: Vec<String>,
    position: String,
}

#[derive(Default, Serialize)]
pub(crate) struct InvictaEnd {
    ended_by: &'static str,
    victor: Option<Seat>,
    line: Option<String>,
    points: [i32; 2],
    scores: [i32; 2],
}

#[derive(Serialize)]
pub(crate) struct StateView {
    position: String,
    ply: u32,
    count: u32,
    to_move: Option<Seat>,
}

impl StateView {
    /// Creates the view of `state`; `is_over` is true at the end of a game.
    pub(super) fn new(state: &State, is_over: bool) -> Self {
        StateView {
            position: state.position().to_string(),
            ply: state.ply(),
            count: state.count(),
            to_move: state.to_move().filter(|_| !is_over),
        }
    }
}

impl RoundByRound for ErgoInvicta {
    type Start = InvictaDeal;
    type End = InvictaEnd;
    type View = StateView;

    fn round(state: &State) -> usize {
        state.game() as usize
    }

    fn dealt(&self, state: &State) -> InvictaDeal {
        let opening = state.actions().iter().map(ToString::to_string).collect();
        let deal = Deal { opening, position: state.position().to_string() };
        InvictaDeal { starter: state.starter(), white: state.white(), deal }
    }

    fn after(&self, state: &State, action: Action) -> StateView {
        let mut after = state.clone();
        let is_over = self.play_in_game(&mut after, action).is_some();
        StateView::new(&after, is_over)
    }

    fn ended(round: Option<&Round>) -> InvictaEnd {
        round.map_or_else(InvictaEnd::default, |round| InvictaEnd {
            ended_by: round.end.ended_by.word(),
            victor: round.victor,
            line: round.end.line.map(|line| LineEnds(line).to_string()),
            points: round.points,
            scores: round.scores,
        })
    }
}
