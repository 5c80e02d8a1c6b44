//! The expanded transcript of Philosophia: actions, each with its chance events and the state after it.

use ergo_engine::game::{Game, Outcome};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::chance::{ChanceEvent, RecordedChance};
use ergo_engine::philosophia::data::data;
use ergo_engine::philosophia::notation::deal::DealText;
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::round::Round;
use ergo_engine::philosophia::state::State;
use ergo_engine::seat::Seat;
use serde::Serialize;

use crate::registry::arena::narrate::Expansion;

#[derive(Serialize)]
pub(super) struct PhilosophiaTranscript {
    deal: DealText,
    start: StateView,
    steps: Vec<ExpandedStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Ending>,
}

#[derive(Serialize)]
pub(super) struct PhilosophiaSeat {
    philosopher: &'static str,
}

#[derive(Serialize)]
struct ExpandedStep {
    seat: Seat,
    action: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chance: Vec<ChanceEvent>,
    state: StateView,
}

#[derive(Serialize)]
struct Ending {
    ended_by: String,
    winners: Vec<usize>,
    scores: Vec<i32>,
    /// Ranks by score; tied players share the better rank.
    ranks: Vec<usize>,
}

impl Expansion<Philosophia> for PhilosophiaTranscript {
    type Seat = PhilosophiaSeat;

    fn begin(game: &Philosophia, first: &State) -> (Self, Vec<PhilosophiaSeat>) {
        let sitting = |seat: Seat| PhilosophiaSeat {
            philosopher: &data().philosophers[usize::from(first.players()[seat.index()].philosopher())].name,
        };
        let deal = DealText::from_deal(&game.0, &game.deal_of(first));
        let body = PhilosophiaTranscript {
            deal,
            start: StateView::from_state(&game.0, first),
            steps: Vec::new(),
            result: None,
        };
        (body, game.seats().iter().map(sitting).collect())
    }

    fn play(&mut self, game: &Philosophia, state: &State, action: Action, _: Option<&Round>) {
        let (mut after, mut chance) = (state.clone(), RecordedChance::default());
        game.apply_with(&mut after, action, &mut chance);
        let (seat, state) = (Seat::new(state.to_move()), StateView::from_state(&game.0, &after));
        self.steps.push(ExpandedStep { seat, action: action.to_string(), chance: chance.happened, state });
    }

    fn end(&mut self, game: &Philosophia, last: &State, _: &Outcome, _: Option<&Round>) {
        let scores = game.scores(last);
        self.result = StateView::from_state(&game.0, last).result().map(|result| Ending {
            ended_by: result.ended_by.clone(),
            winners: result.winners.clone(),
            scores: result.scores.clone(),
            ranks: scores.iter().map(|own| 1 + scores.iter().filter(|other| *other > own).count()).collect(),
        });
    }
}
