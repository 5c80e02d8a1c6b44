//! A match of Philosophia spelled out action by action, for people and for checkers from outside.

use ergo_agents::fault::AgentFault;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::chance::{Happened, Noted};
use ergo_engine::philosophia::data::data;
use ergo_engine::philosophia::notation::deal::DealText;
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::state::State;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::ReplayError;
use serde::Serialize;

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
    pub deal: DealText,
    pub start: StateView,
    pub steps: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Ending>,
    /// The seat that failed to answer, and how, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<(usize, &'static str)>,
}

/// One seat of the table.
#[derive(Debug, Serialize)]
pub(super) struct Sitting<'a> {
    pub seat: usize,
    pub entrant: &'a str,
    pub philosopher: &'static str,
}

/// An action, what chance did, and the whole state after it.
#[derive(Debug, Serialize)]
pub(super) struct Step {
    pub seat: Seat,
    pub action: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chance: Vec<Happened>,
    pub state: StateView,
}

/// How it ended.
#[derive(Debug, Serialize)]
pub(super) struct Ending {
    pub ended_by: String,
    pub winners: Vec<usize>,
    pub scores: Vec<i32>,
    pub ranks: Vec<usize>,
}

/// Ranks by score, equals share the better.
fn ranks(scores: &SeatMap<i32>) -> Vec<usize> {
    scores.iter().map(|own| 1 + scores.iter().filter(|other| *other > own).count()).collect()
}

/// Spells out what was recorded.
pub(super) fn expand<'a>(game: &Philosophia, record: &MatchRecord<'a>) -> Result<Match<'a>, ReplayError> {
    let first = game.deal(&mut record.transcript.seed.rng());
    let mut steps: Vec<Step> = Vec::new();
    let last = record.transcript.replay(game, &mut |state, action, _| {
        let Status::ToMove(seat) = game.status(state) else { unreachable!("an action was played") };
        let (mut after, mut chance): (State, Noted) = (state.clone(), Noted::default());
        game.apply_with(&mut after, action, &mut chance);
        let state = StateView::of(&game.0, &after);
        steps.push(Step { seat, action: action.to_string(), chance: chance.happened, state });
    })?;
    let end = StateView::of(&game.0, &last);
    let result = end.result().map(|result| Ending {
        ended_by: result.ended_by.clone(),
        winners: result.winners.clone(),
        scores: result.scores.clone(),
        ranks: ranks(&game.scores(&last)),
    });
    let philosopher = |seat: usize| {
        let player = &first.players()[seat - 1];
        &*data().philosophers[usize::from(player.philosopher())].name
    };
    let sitting = |(seat, entrant): (usize, &'a String)| Sitting { seat, entrant, philosopher: philosopher(seat) };
    Ok(Match {
        game: Philosophia::NAME,
        rules: nested(&game.settings()),
        number: record.number,
        seats: (1..).zip(record.seats).map(sitting).collect(),
        deal: DealText::of(&game.0, &game.deal_of(&first)),
        start: StateView::of(&game.0, &first),
        steps,
        result,
        fault: record.fault.map(|(seat, fault): (Seat, AgentFault)| (seat.number(), fault.word())),
    })
}
