//! A match of ERGO of 1977 spelled out action by action, for people and for checkers from outside.

use ergo_agents::agent::AgentFault;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::round::{Ends, Round};
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::{ReplayError, Transcript};
use serde::Serialize;

use crate::arena::forfeit::forfeit_winners;
use crate::settings::nested;

/// A whole match.
#[derive(Debug, Serialize)]
pub struct Match {
    /// Always `ergo-invicta`.
    pub game: &'static str,
    /// All options.
    pub rules: serde_json::Value,
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// Who sits where.
    pub seats: Vec<Sitting>,
    /// Game by game.
    pub rounds: Vec<RoundView>,
    /// The winning seats.
    pub winners: Vec<usize>,
    /// The seat that failed to answer, and how, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<(usize, &'static str)>,
}

/// One seat of the table.
#[derive(Debug, Serialize)]
pub struct Sitting {
    /// From 1.
    pub seat: usize,
    /// Its entrant.
    pub entrant: String,
}

/// A whole game.
#[derive(Debug, Serialize)]
pub struct RoundView {
    /// The seat that begins.
    pub starter: Seat,
    /// The seat that plays White.
    pub white: Seat,
    /// The actions of chance that open it.
    pub deal: Deal,
    /// Action by action.
    pub actions: Vec<ActionView>,
    /// As in `rounds.csv`.
    pub ended_by: &'static str,
    /// The seat that won it.
    pub victor: Option<Seat>,
    /// The ends of the five.
    pub line: Option<String>,
    /// Points of each seat in it.
    pub points: [i32; 2],
    /// Points of each seat after it.
    pub scores: [i32; 2],
}

/// The actions of chance, and the position after them.
#[derive(Debug, Serialize)]
pub struct Deal {
    /// In order.
    pub opening: Vec<String>,
    /// As it is written.
    pub position: String,
}

/// An action of a seat.
#[derive(Debug, Serialize)]
pub struct ActionView {
    /// Who played it.
    pub seat: Seat,
    /// As it is written.
    pub action: String,
    /// Where the game stands after it.
    pub state: StateView,
}

/// Where a game stands.
#[derive(Clone, Debug, Serialize)]
pub struct StateView {
    /// The position.
    pub position: String,
    /// Actions so far, those of chance counted.
    pub ply: u32,
    /// How often this position has now occurred.
    pub count: u32,
    /// Who is to move; nobody when the game is over.
    pub to_move: Option<Seat>,
}

/// Where the game of `state` stands, which is over or not.
pub fn state_view(state: &State, is_over: bool) -> StateView {
    StateView {
        position: state.position().to_string(),
        ply: state.ply(),
        count: state.count(),
        to_move: state.to_move().filter(|_| !is_over),
    }
}

/// Spells out `transcript`, in which `seats` sit in order and `fault`, if any, ended the match.
pub fn expand(
    game: &ErgoInvicta,
    number: u64,
    seats: &[String],
    transcript: &Transcript,
    fault: Option<(Seat, AgentFault)>,
) -> Result<Match, ReplayError> {
    let mut rounds: Vec<RoundView> = Vec::new();
    let end = transcript.replay(game, &mut |state, action, round| {
        follow(state, &mut rounds);
        let view = rounds.last_mut().expect("a game has begun");
        let seat = state.to_move().expect("an action was played");
        let mut after = state.clone();
        let is_over = game.play_in_game(&mut after, action).is_some();
        view.actions.push(ActionView { seat, action: action.to_string(), state: state_view(&after, is_over) });
        if let Some(round) = round {
            finish(view, round);
        }
    })?;
    let mut winners = match game.status(&end) {
        Status::Over(outcome) => outcome.winners,
        Status::ToMove(_) => SeatMap::from_fn(game.seats(), |_| false),
    };
    if let Some((seat, fault)) = &fault {
        follow(&end, &mut rounds);
        if let (Some(round), Some(view)) = (game.abandon(&end, *seat, fault.word()), rounds.last_mut()) {
            finish(view, &round);
            winners = forfeit_winners(&game.scores(&end), *seat);
        }
    }
    let sitting = |(i, entrant): (usize, &String)| Sitting { seat: i + 1, entrant: entrant.clone() };
    Ok(Match {
        game: ErgoInvicta::NAME,
        rules: nested(&game.settings()),
        number,
        seats: seats.iter().enumerate().map(sitting).collect(),
        rounds,
        winners: winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect(),
        fault: fault.map(|(seat, fault)| (seat.number(), fault.word())),
    })
}

/// Opens the game that `state` is in, if it is new.
fn follow(state: &State, rounds: &mut Vec<RoundView>) {
    if rounds.len() == state.game() as usize {
        return;
    }
    let opening = state.actions().iter().map(ToString::to_string).collect();
    rounds.push(RoundView {
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

fn finish(view: &mut RoundView, round: &Round) {
    view.ended_by = round.end.ended_by.word();
    view.victor = round.victor;
    view.line = round.end.line.map(|line| Ends(line).to_string());
    view.points = round.points;
    view.scores = round.scores;
}
