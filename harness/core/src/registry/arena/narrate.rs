//! Expanded transcripts: a recorded match as one line of JSON for other programs, and in words.

use std::fmt::Write;

use ergo_agents::fault::AgentFault;
use ergo_engine::game::{Game, Outcome, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::{ReplayError, Transcript};
use serde::Serialize;
use serde_json::Value;

use super::forfeit::{forfeit_scores, forfeit_winners};
use super::presentation::{list, plain, round_in_words};
use super::rules::DynRules;
use super::state::ViewRequest;
use crate::registry::settings::nested_json;

/// A recorded match.
pub struct MatchRecord<'a> {
    /// The number of the match.
    pub number: u64,
    /// The entrants by seat.
    pub seats: &'a [String],
    /// The deal and the actions.
    pub transcript: &'a Transcript,
    /// The seat and fault that ended the match, if any.
    pub fault: Option<(Seat, AgentFault)>,
}

/// A match as text.
pub struct Narration {
    /// One line of JSON, without the line end.
    pub json: String,
    /// The match in words.
    pub words: String,
}

/// Expands the record of a match to JSON.
pub type Expand<G> = fn(&G, &MatchRecord<'_>) -> Result<String, ReplayError>;

/// The game-specific part of an expanded transcript, collected while a match is replayed.
pub(crate) trait Expansion<G: Configurable>: Serialize {
    /// Additional fields of each seat.
    type Seat: Serialize;

    /// Begins a match; returns the additional fields of all seats in seat order.
    fn begin(game: &G, first: &G::State) -> (Self, Vec<Self::Seat>)
    where
        Self: Sized;

    /// Adds an action that is about to be played, and the round that it ends.
    fn play(&mut self, game: &G, state: &G::State, action: G::Action, round: Option<&G::Round>);

    /// Ends the match in `last`; `cut` is the round that a fault cut short.
    fn end(&mut self, game: &G, last: &G::State, outcome: &Outcome, cut: Option<&G::Round>);

    /// Returns the settings of the rules as they are written.
    fn settings(game: &G) -> Settings {
        game.settings()
    }

    /// Returns the source of the game's data tables, if there is one.
    fn provenance(_: &G) -> Option<&'static str> {
        None
    }
}

/// Expands a record with the fields of the game: `{"game","rules","match","seats":[{"seat","entrant",…}],…,"fault"?}`.
pub(crate) fn expand<G: Configurable, E: Expansion<G>>(
    game: &G,
    record: &MatchRecord<'_>,
) -> Result<String, ReplayError> {
    let (mut body, seats) = E::begin(game, &game.deal(&mut record.transcript.seed.rng()));
    let last = record.transcript.replay(game, &mut |state, action, round| body.play(game, state, action, round))?;
    let fault = record.fault.filter(|_| matches!(game.status(&last), Status::ToMove(_)));
    let cut = fault.and_then(|(seat, fault)| game.abandon(&last, seat, fault.word()));
    body.end(game, &last, &ended(game, &last, record.fault), cut.as_ref());
    let seats = (1..).zip(record.seats).zip(seats);
    let all = ExpandedMatch {
        game: G::NAME,
        rules: nested_json(&E::settings(game)),
        number: record.number,
        seats: seats.map(|((seat, entrant), more)| ExpandedSeat { seat, entrant, more }).collect(),
        body,
        fault: record.fault.map(|(seat, fault)| (seat.number(), fault.word())),
        provenance: E::provenance(game),
    };
    Ok(serde_json::to_string(&all).expect("texts and numbers are JSON"))
}

#[derive(Serialize)]
struct ExpandedMatch<'a, S, B> {
    game: &'a str,
    rules: Value,
    #[serde(rename = "match")]
    number: u64,
    seats: Vec<ExpandedSeat<'a, S>>,
    #[serde(flatten)]
    body: B,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<(usize, &'a str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<&'static str>,
}

#[derive(Serialize)]
struct ExpandedSeat<'a, S> {
    seat: usize,
    entrant: &'a str,
    #[serde(flatten)]
    more: S,
}

/// No additional fields.
#[derive(Serialize)]
pub(crate) struct NoFields {}

/// The actions of a match, each with the observation of its seat.
#[derive(Serialize)]
pub(super) struct Actions {
    actions: Vec<Action>,
    scores: SeatMap<i32>,
    winners: Vec<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    adjudicated: bool,
}

#[derive(Serialize)]
struct Action {
    seat: usize,
    action: String,
    observation: Value,
}

impl<G: Configurable> Expansion<G> for Actions {
    type Seat = NoFields;

    fn begin(game: &G, _: &G::State) -> (Self, Vec<NoFields>) {
        let scores = SeatMap::from_fn(game.seats(), |_| 0);
        let body = Actions { actions: Vec::new(), scores, winners: Vec::new(), adjudicated: false };
        (body, game.seats().iter().map(|_| NoFields {}).collect())
    }

    fn play(&mut self, game: &G, state: &G::State, action: G::Action, _: Option<&G::Round>) {
        let Status::ToMove(seat) = game.status(state) else { unreachable!("an action was played") };
        let observation = serde_json::to_value(game.observe(state, seat)).expect("observations are written as JSON");
        self.actions.push(Action { seat: seat.number(), action: action.to_string(), observation });
    }

    fn end(&mut self, _: &G, _: &G::State, outcome: &Outcome, _: Option<&G::Round>) {
        self.scores = outcome.scores.clone();
        self.winners = winners(outcome);
        self.adjudicated = outcome.adjudicated;
    }
}

/// The game-specific part of rounds: the deal, every action with the state after it, and the result.
pub(crate) trait RoundByRound: Configurable {
    /// The fields before the actions.
    type Start: Serialize;
    /// The fields after the actions.
    type End: Serialize;
    /// A state.
    type View: Serialize;

    /// Returns the number of the round in `state`, from 1.
    fn round(state: &Self::State) -> usize;

    /// What was dealt in `state`, in which nothing has been played.
    fn dealt(&self, state: &Self::State) -> Self::Start;

    /// Returns the state after an action, before the next round is dealt.
    fn after(&self, state: &Self::State, action: Self::Action) -> Self::View;

    /// How the round ended, if it did.
    fn ended(round: Option<&Self::Round>) -> Self::End;

    /// Returns the source of the game's data tables, if there is one.
    fn provenance(&self) -> Option<&'static str> {
        None
    }
}

/// A match as a list of rounds.
#[derive(Serialize)]
#[serde(bound = "")]
pub(crate) struct Rounds<G: RoundByRound> {
    rounds: Vec<RoundOf<G>>,
    winners: Vec<usize>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct RoundOf<G: RoundByRound> {
    #[serde(flatten)]
    dealt: G::Start,
    actions: Vec<ExpandedAction<G::View>>,
    #[serde(flatten)]
    ended: G::End,
}

#[derive(Serialize)]
struct ExpandedAction<V> {
    seat: Seat,
    action: String,
    state: V,
}

impl<G: RoundByRound> Rounds<G> {
    /// Returns the round of `state`, which is added if it is new.
    fn current(&mut self, game: &G, state: &G::State) -> &mut RoundOf<G> {
        if self.rounds.len() < G::round(state) {
            self.rounds.push(RoundOf { dealt: game.dealt(state), actions: Vec::new(), ended: G::ended(None) });
        }
        self.rounds.last_mut().expect("a round has begun")
    }
}

impl<G: RoundByRound> Expansion<G> for Rounds<G> {
    type Seat = NoFields;

    fn begin(game: &G, _: &G::State) -> (Self, Vec<NoFields>) {
        (Rounds { rounds: Vec::new(), winners: Vec::new() }, game.seats().iter().map(|_| NoFields {}).collect())
    }

    fn play(&mut self, game: &G, state: &G::State, action: G::Action, round: Option<&G::Round>) {
        let Status::ToMove(seat) = game.status(state) else { unreachable!("an action was played") };
        let current = self.current(game, state);
        current.actions.push(ExpandedAction { seat, action: action.to_string(), state: game.after(state, action) });
        current.ended = G::ended(round);
    }

    fn end(&mut self, game: &G, last: &G::State, outcome: &Outcome, cut: Option<&G::Round>) {
        if cut.is_some() {
            self.current(game, last).ended = G::ended(cut);
        }
        self.winners = winners(outcome);
    }

    fn provenance(game: &G) -> Option<&'static str> {
        game.provenance()
    }
}

/// Returns the winning seats, counted from 1.
pub(crate) fn winners(outcome: &Outcome) -> Vec<usize> {
    outcome.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect()
}

/// Returns the outcome of a match that ended in `last`. An unfinished match has no winner.
fn ended<G: Game>(game: &G, last: &G::State, fault: Option<(Seat, AgentFault)>) -> Outcome {
    match (game.status(last), fault) {
        (Status::Over(outcome), _) => outcome,
        (_, Some((seat, _))) => {
            let scores = forfeit_scores(game, last, seat);
            let winners = forfeit_winners(&scores, seat);
            Outcome::with_winners(scores, winners)
        }
        (Status::ToMove(_), None) => {
            let scores = game.scores(last);
            Outcome::with_winners(scores.clone(), scores.map(|_| false))
        }
    }
}

/// Describes a record action by action, with the numbers that `--decision` takes. The first field of the game's view is
/// shown above an action if it has changed. The last line names the winner.
pub(crate) fn in_words(
    rules: &dyn DynRules,
    columns: &[&'static str],
    record: &MatchRecord<'_>,
) -> Result<String, ReplayError> {
    let mut text = String::new();
    let mut line = |what: &str| writeln!(text, "{what}").expect("a String takes every text");
    let seats = record.seats.iter().zip(rules.seats().iter());
    let seats = seats.map(|(entrant, seat)| format!("{} {entrant} ({})", seat, rules.facts().seat_names[seat.index()]));
    line(&format!("Match {}: {}", record.number, list(seats)));
    let counts_points = rules.facts().points;
    let (mut number, mut before) = (0, String::new());
    let last = rules.replay(record.transcript, &mut |moment| {
        number += 1;
        let (state, action) = (moment.state, moment.action.to_string());
        let seat = state.to_move().expect("an action was played");
        let view = state.view(ViewRequest::Presented(seat));
        let table = plain(rules.facts().fields.first().map_or(&view, |(key, _)| &view[*key]));
        if table != before {
            line(&format!("        {table}"));
            before = table;
        }
        let says = state.in_words(&action);
        line(&format!("{number:>6}  seat {seat}  {action:<12}  {says}"));
        if let Some(round) = moment.round {
            let mut values = Vec::new();
            round.write_round(&mut |value| values.push(value.to_string()));
            let columns: Vec<_> = columns.iter().copied().zip(values).collect();
            let (points, scores) = (list(round.points().iter()), list(round.scores().iter()));
            let counted = counts_points.then_some((points.as_str(), scores.as_str()));
            line(&format!("        {}", round_in_words(&columns, counted)));
        }
    })?;
    if let Some((seat, fault)) = record.fault {
        line(&format!("        seat {seat} forfeits: {fault}"));
    }
    let scores = |scores: &SeatMap<i32>| match counts_points {
        true => format!("; scores {}", list(scores.iter())),
        false => String::new(),
    };
    let how = match (record.fault, last.outcome()) {
        (_, Some(outcome)) => {
            let won = winners(&outcome).iter().map(ToString::to_string).collect::<Vec<_>>();
            let won = if won.is_empty() { "no seat".to_owned() } else { won.join(" and ") };
            let judged = if outcome.adjudicated { ", judged as it stood" } else { "" };
            format!("Won by {won}{judged}{}", scores(&outcome.scores))
        }
        (Some(_), None) => format!("Ended by the fault{}", scores(&last.scores())),
        (None, None) => format!("Not finished{}", scores(&last.scores())),
    };
    line(&format!("\n{how}\n"));
    Ok(text)
}
