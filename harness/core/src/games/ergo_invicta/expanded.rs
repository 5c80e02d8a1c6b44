//! The expanded transcript of ERGO of 1977: action by action, each with the position after it.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::round::{Ends, Round};
use ergo_engine::ergo_invicta::state::State;
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
    white: Seat,
    deal: Deal,
    actions: Vec<ActionView>,
    ended_by: &'static str,
    victor: Option<Seat>,
    line: Option<String>,
    points: [i32; 2],
    scores: [i32; 2],
}

#[derive(Serialize)]
struct Deal {
    opening: Vec<String>,
    position: String,
}

#[derive(Serialize)]
struct ActionView {
    seat: Option<Seat>,
    action: String,
    state: StateView,
}

#[derive(Serialize)]
pub(super) struct StateView {
    position: String,
    ply: u32,
    count: u32,
    to_move: Option<Seat>,
}

impl StateView {
    /// The view of `state`, whose game is over or not.
    pub(super) fn new(state: &State, is_over: bool) -> Self {
        StateView {
            position: state.position().to_string(),
            ply: state.ply(),
            count: state.count(),
            to_move: state.to_move().filter(|_| !is_over),
        }
    }
}

impl Match {
    /// The game that `state` is in, opened if it is new.
    fn current(&mut self, state: &State) -> &mut RoundView {
        if self.rounds.len() != state.game() as usize {
            let opening = state.actions().iter().map(ToString::to_string).collect();
            self.rounds.push(RoundView {
                starter: state.starter(),
                white: state.white(),
                deal: Deal { opening, position: state.position().to_string() },
                actions: Vec::new(),
                ended_by: "",
                victor: None,
                line: None,
                points: [0; 2],
                scores: [0; 2],
            });
        }
        self.rounds.last_mut().expect("a game has begun")
    }
}

impl RoundView {
    fn end(&mut self, round: Option<&Round>) {
        let Some(round) = round else { return };
        self.ended_by = round.end.ended_by.word();
        self.victor = round.victor;
        self.line = round.end.line.map(|line| Ends(line).to_string());
        self.points = round.points;
        self.scores = round.scores;
    }
}

impl Expansion<ErgoInvicta> for Match {
    type Seat = NoFields;

    fn begin(game: &ErgoInvicta, _: &State) -> (Self, Vec<NoFields>) {
        (Match { rounds: Vec::new(), winners: Vec::new() }, game.seats().iter().map(|_| NoFields {}).collect())
    }

    fn play(&mut self, game: &ErgoInvicta, state: &State, action: Action, round: Option<&Round>) {
        let mut after = state.clone();
        let is_over = game.play_in_game(&mut after, action).is_some();
        let (seat, state_after) = (state.to_move(), StateView::new(&after, is_over));
        let current = self.current(state);
        current.actions.push(ActionView { seat, action: action.to_string(), state: state_after });
        current.end(round);
    }

    fn end(&mut self, _: &ErgoInvicta, last: &State, outcome: &Outcome, cut: Option<&Round>) {
        if cut.is_some() {
            self.current(last).end(cut);
        }
        self.winners = winners(outcome);
    }
}
