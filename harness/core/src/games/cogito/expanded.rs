//! A match of Cogito spelled out action by action, for people and for checkers from outside.

use ergo_agents::fault::AgentFault;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::ReplayError;
use serde::Serialize;

use crate::arena::forfeit::forfeit_winners;
use crate::arena::narrate::MatchRecord;
use crate::settings::nested;

/// A whole match.
#[derive(Debug, Serialize)]
pub(super) struct Match<'a> {
    pub game: &'static str,
    pub rules: serde_json::Value,
    #[serde(rename = "match")]
    pub number: u64,
    pub seats: Vec<Sitting<'a>>,
    pub rounds: Vec<RoundView>,
    pub winners: Vec<usize>,
    /// The seat that failed to answer, and how, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<(usize, &'static str)>,
    /// Where the diagram and the copies come from.
    pub provenance: &'static str,
}

/// One seat of the table.
#[derive(Debug, Serialize)]
pub(super) struct Sitting<'a> {
    pub seat: usize,
    pub entrant: &'a str,
}

/// A whole game.
#[derive(Debug, Serialize)]
pub(super) struct RoundView {
    pub starter: Seat,
    pub deal: Deal,
    pub actions: Vec<ActionView>,
    pub ended_by: &'static str,
    pub victor: Option<Seat>,
    pub points: Vec<i32>,
    pub scores: Vec<i32>,
}

/// An action, and the whole state after it.
#[derive(Debug, Serialize)]
pub(super) struct ActionView {
    pub seat: Seat,
    pub action: String,
    pub state: StateView,
}

impl RoundView {
    /// The game that begins in `state`, in which nothing has been played.
    fn begun(game: &Cogito, state: &State) -> Self {
        RoundView {
            starter: state.starter(),
            deal: Deal::of(&game.0, state),
            actions: Vec::new(),
            ended_by: "",
            victor: None,
            points: Vec::new(),
            scores: Vec::new(),
        }
    }

    fn end(&mut self, round: &Round) {
        self.ended_by = round.ended_by.word();
        self.victor = round.ended_by.victor();
        self.points = round.points.iter().copied().collect();
        self.scores = round.scores.iter().copied().collect();
    }
}

/// The round that `state` belongs to, begun if it is new.
fn current<'r>(game: &Cogito, rounds: &'r mut Vec<RoundView>, state: &State) -> &'r mut RoundView {
    if rounds.len() < usize::from(state.game()) {
        rounds.push(RoundView::begun(game, state));
    }
    rounds.last_mut().expect("a game has begun")
}

/// Spells out what was recorded.
pub(super) fn expand<'a>(game: &Cogito, record: &MatchRecord<'a>) -> Result<Match<'a>, ReplayError> {
    let mut rounds: Vec<RoundView> = Vec::new();
    let last = record.transcript.replay(game, &mut |state, action, round| {
        let current = current(game, &mut rounds, state);
        let Status::ToMove(seat) = game.status(state) else { unreachable!("an action was played") };
        // As if the match ended with this game, so that the end of it can be shown before the next is dealt.
        let alone = Cogito(game.0.ending_with(state.game()));
        let mut after = state.clone();
        alone.apply(&mut after, action);
        let state = StateView::of(&game.0, &after);
        current.actions.push(ActionView { seat, action: action.to_string(), state });
        if let Some(round) = round {
            current.end(round);
        }
    })?;
    let winners = match (game.status(&last), record.fault) {
        (Status::Over(outcome), _) => outcome.winners,
        (_, Some((seat, fault))) => {
            if let Some(round) = game.abandon(&last, seat, fault.word()) {
                current(game, &mut rounds, &last).end(&round);
            }
            forfeit_winners(&game.scores(&last), seat)
        }
        _ => SeatMap::from_fn(game.seats(), |_| false),
    };
    let sitting = |(seat, entrant): (usize, &'a String)| Sitting { seat, entrant };
    Ok(Match {
        game: Cogito::NAME,
        rules: nested(&game.settings()),
        number: record.number,
        seats: (1..).zip(record.seats).map(sitting).collect(),
        rounds,
        winners: winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect(),
        fault: record.fault.map(|(seat, fault): (Seat, AgentFault)| (seat.number(), fault.word())),
        provenance: game.0.diagram.provenance,
    })
}
