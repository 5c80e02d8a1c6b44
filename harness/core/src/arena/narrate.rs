//! A recorded match told again: for people in words, for checkers from outside as one line of JSON.

use std::fmt::Write;

use ergo_agents::fault::AgentFault;
use ergo_engine::game::{Outcome, Status};
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::{ReplayError, Transcript};
use serde::Serialize;
use serde_json::Value;

use super::forfeit::{forfeit_scores, forfeit_winners};
use crate::settings::nested;

/// The record.
pub struct MatchRecord<'a> {
    /// The number of the match.
    pub number: u64,
    /// Who sat where.
    pub seats: &'a [String],
    /// The deal and the actions.
    pub transcript: &'a Transcript,
    /// Who failed to answer, and how, if that ended it.
    pub fault: Option<(Seat, AgentFault)>,
}

/// A match, told.
pub struct Narration {
    /// One line, without its end.
    pub json: String,
    /// For people.
    pub words: String,
}

/// How a game tells its matches.
pub type Narrate<G> = fn(&G, &MatchRecord<'_>) -> Result<Narration, ReplayError>;

/// Who won, in words; of a match that nobody has won it is said that it is not finished.
pub(crate) fn won_by(winners: &[String]) -> String {
    if winners.is_empty() { "Not finished".to_owned() } else { format!("Won by {}", winners.join(" and ")) }
}

/// Action by action, each with what its seat knew: `{"game","rules","match","seats":[{"seat","entrant"}],
/// "actions":[{"seat","action","observation"}],"scores","winners"}`, with `adjudicated` or `fault` where there was one.
pub(crate) fn generic<G: Configurable>(game: &G, record: &MatchRecord<'_>) -> Result<Narration, ReplayError> {
    let mut actions = Vec::new();
    let mut words = format!("Match {}: {}\n", record.number, sitting(record));
    let mut before = SeatMap::from_fn(game.seats(), |_| 0);
    let last = record.transcript.replay(game, &mut |state, action, _| {
        let Status::ToMove(seat) = game.status(state) else { unreachable!("an action was played") };
        let observation = serde_json::to_value(game.observe(state, seat)).expect("observations are written as JSON");
        let scores = game.scores(state);
        if scores != before {
            writeln!(words, "        scores {}", list(&scores)).expect("a String takes every text");
            before = scores;
        }
        let number = actions.len() + 1;
        writeln!(words, "{number:>6}  seat {seat}  {action:<12}  {observation}").expect("a String takes every text");
        actions.push(Action { seat: seat.number(), action: action.to_string(), observation });
    })?;
    let outcome = ended(game, &last, record.fault);
    let winners: Vec<usize> =
        outcome.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect();
    if let Some((seat, fault)) = record.fault {
        writeln!(words, "        seat {seat} forfeits: {fault}").expect("a String takes every text");
    }
    let won = match winners.as_slice() {
        [] => "nobody".to_owned(),
        some => some.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
    };
    let judged = if outcome.adjudicated { ", judged as it stood" } else { "" };
    writeln!(words, "        scores {}; won by {won}{judged}\n", list(&outcome.scores))
        .expect("a String takes every text");
    let seats = record.seats.iter().zip(1..).map(|(entrant, seat)| Sitting { seat, entrant }).collect();
    let all = Match {
        game: G::NAME,
        rules: nested(&game.settings()),
        number: record.number,
        seats,
        actions,
        scores: outcome.scores,
        winners,
        adjudicated: outcome.adjudicated,
        fault: record.fault.map(|(seat, fault)| (seat.number(), fault.word())),
    };
    let json = serde_json::to_string(&all).expect("texts and numbers are JSON");
    Ok(Narration { json, words })
}

#[derive(Serialize)]
struct Match<'a> {
    game: &'a str,
    rules: Value,
    #[serde(rename = "match")]
    number: u64,
    seats: Vec<Sitting<'a>>,
    actions: Vec<Action>,
    scores: SeatMap<i32>,
    winners: Vec<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    adjudicated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<(usize, &'a str)>,
}

#[derive(Serialize)]
struct Sitting<'a> {
    seat: usize,
    entrant: &'a str,
}

#[derive(Serialize)]
struct Action {
    seat: usize,
    action: String,
    observation: Value,
}

fn sitting(record: &MatchRecord<'_>) -> String {
    let seats = record.seats.iter().zip(1..).map(|(entrant, seat)| format!("{seat} {entrant}"));
    seats.collect::<Vec<_>>().join(", ")
}

fn list(scores: &SeatMap<i32>) -> String {
    scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// How the match ended in `last`.
fn ended<G: Configurable>(game: &G, last: &G::State, fault: Option<(Seat, AgentFault)>) -> Outcome {
    match (game.status(last), fault) {
        (Status::Over(outcome), _) => outcome,
        (_, Some((seat, _))) => {
            let scores = forfeit_scores(game, last, seat);
            let winners = forfeit_winners(&scores, seat);
            Outcome::won(scores, winners)
        }
        (Status::ToMove(_), None) => {
            let scores = game.scores(last);
            Outcome::won(scores.clone(), scores.map(|_| false))
        }
    }
}
