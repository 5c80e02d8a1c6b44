//! The expanded transcript of Cogito.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::game::Game;
use ergo_engine::seat::Seat;
use serde::Serialize;

use crate::registry::arena::narrate::RoundByRound;

#[derive(Serialize)]
pub(crate) struct CogitoDeal {
    starter: Seat,
    deal: Deal,
}

#[derive(Default, Serialize)]
pub(crate) struct CogitoEnd {
    ended_by: &'static str,
    victor: Option<Seat>,
    points: Vec<i32>,
    scores: Vec<i32>,
}

impl RoundByRound for Cogito {
    type Start = CogitoDeal;
    type End = CogitoEnd;
    type View = StateView;

    fn round(state: &State) -> usize {
        state.game().into()
    }

    fn dealt(&self, state: &State) -> CogitoDeal {
        CogitoDeal { starter: state.starter(), deal: Deal::from_state(&self.0, state) }
    }

    fn after(&self, state: &State, action: Action) -> StateView {
        // Apply the action as if the match ended with this game, to show its end before the next deal.
        let mut after = state.clone();
        Cogito(self.0.ending_with(state.game())).apply(&mut after, action);
        StateView::from_state(&self.0, &after)
    }

    fn ended(round: Option<&Round>) -> CogitoEnd {
        round.map_or_else(CogitoEnd::default, |round| CogitoEnd {
            ended_by: round.ended_by.word(),
            victor: round.ended_by.victor(),
            points: round.points.iter().copied().collect(),
            scores: round.scores.iter().copied().collect(),
        })
    }

    fn provenance(&self) -> Option<&'static str> {
        Some(self.0.diagram.provenance)
    }
}
