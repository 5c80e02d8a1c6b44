//! The expanded transcript of Cogito: action by action, each with the whole state after it.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Outcome};
use ergo_engine::seat::Seat;
use serde::Serialize;

use crate::arena::narrate::{Expansion, NoFields, winners};

#[derive(Serialize)]
pub(super) struct Match {
    rounds: Vec<RoundView>,
    winners: Vec<usize>,
}

#[derive(Serialize)]
struct RoundView {
    starter: Seat,
    deal: Deal,
    actions: Vec<ActionView>,
    ended_by: &'static str,
    victor: Option<Seat>,
    points: Vec<i32>,
    scores: Vec<i32>,
}

#[derive(Serialize)]
struct ActionView {
    seat: Option<Seat>,
    action: String,
    state: StateView,
}

impl Match {
    /// The round that `state` belongs to, begun if it is new.
    fn current(&mut self, game: &Cogito, state: &State) -> &mut RoundView {
        if self.rounds.len() < usize::from(state.game()) {
            self.rounds.push(RoundView {
                starter: state.starter(),
                deal: Deal::of(&game.0, state),
                actions: Vec::new(),
                ended_by: "",
                victor: None,
                points: Vec::new(),
                scores: Vec::new(),
            });
        }
        self.rounds.last_mut().expect("a game has begun")
    }
}

impl RoundView {
    fn end(&mut self, round: Option<&Round>) {
        let Some(round) = round else { return };
        self.ended_by = round.ended_by.word();
        self.victor = round.ended_by.victor();
        self.points = round.points.iter().copied().collect();
        self.scores = round.scores.iter().copied().collect();
    }
}

impl Expansion<Cogito> for Match {
    type Seat = NoFields;

    fn begin(game: &Cogito, _: &State) -> (Self, Vec<NoFields>) {
        (Match { rounds: Vec::new(), winners: Vec::new() }, game.seats().iter().map(|_| NoFields {}).collect())
    }

    fn play(&mut self, game: &Cogito, state: &State, action: Action, round: Option<&Round>) {
        // As if the match ended with this game, to show its end before the next is dealt.
        let alone = Cogito(game.0.ending_with(state.game()));
        let mut after = state.clone();
        alone.apply(&mut after, action);
        let view =
            ActionView { seat: state.to_move(), action: action.to_string(), state: StateView::of(&game.0, &after) };
        let current = self.current(game, state);
        current.actions.push(view);
        current.end(round);
    }

    fn end(&mut self, game: &Cogito, last: &State, outcome: &Outcome, cut: Option<&Round>) {
        if cut.is_some() {
            self.current(game, last).end(cut);
        }
        self.winners = winners(outcome);
    }

    fn provenance(game: &Cogito) -> Option<&'static str> {
        Some(game.0.diagram.provenance)
    }
}
