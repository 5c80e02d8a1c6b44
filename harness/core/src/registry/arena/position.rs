//! One position of any game, as `ergo position` reads and prints it.
//!
//! A game says in [`PositionFormat`] how its positions are read and written. One that says nothing has fresh deals only, and its state is
//! written as the observations of its seats.

use std::str::FromStr;
use std::sync::Arc;

use ergo_agents::agent::Explanation;
use ergo_engine::game::{Game, Information, RoundRecord, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use serde::Serialize;
use serde_json::{Map, Value};

use super::narrate::winners;

/// The number of seats and the rules for a position.
pub struct PositionQuery<'a> {
    /// The number of seats, where it was given.
    pub seats: Option<SeatCount>,
    /// Options of the rules; the rest by default.
    pub rules: &'a Settings,
}

impl PositionQuery<'_> {
    /// The game for `seats`, which the position names, or for as many as were asked for, or the fewest.
    pub fn game<G: Configurable>(&self, seats: Option<usize>) -> Result<G, String> {
        let seats = self.seats_of(seats, G::SEATS)?;
        G::configure(seats, self.rules).map_err(|error| error.to_string())
    }

    /// As many seats as the position names, or as were asked for, or the fewest of a game for so many.
    pub fn seats_of(&self, named: Option<usize>, (fewest, most): (usize, usize)) -> Result<SeatCount, String> {
        let asked = self.seats.map(SeatCount::get);
        if let (Some(seats), Some(asked)) = (named, asked.filter(|asked| Some(*asked) != named)) {
            return Err(format!("{seats} seats in the position, expected the {asked} of --seats"));
        }
        let seats = named.or(asked).unwrap_or(fewest);
        if !(fewest..=most).contains(&seats) {
            return Err(format!("{seats} seats, expected {fewest} to {most}"));
        }
        Ok(SeatCount::new(seats))
    }
}

/// A game with one of its states.
pub type GameAndState<G> = (G, <G as Game>::State);
/// Keys of a JSON object with their values.
pub type JsonFields = Map<String, Value>;

/// An object of these fields, made as [`ergo_engine::maps::map_of`] makes maps.
pub fn object(fields: impl IntoIterator<Item = (String, Value)>) -> JsonFields {
    let mut all = JsonFields::new();
    all.extend(fields);
    all
}
/// Tells of the end, by the record of the last action that left one.
pub type DescribeEnd<G> = fn(&G, &<G as Game>::State, Option<&<G as Game>::Round>) -> JsonFields;
/// Tells more of a state, for the seat that is asked for.
pub type DescribeMore<G> = fn(&G, &<G as Game>::State, Option<Seat>) -> JsonFields;

/// How a game reads and tells its positions.
pub struct PositionFormat<G: Game> {
    /// Reads a position or a deal, with the rules for its number of seats.
    pub read: fn(&PositionQuery<'_>, &str) -> Result<GameAndState<G>, String>,
    /// A state as in the expanded transcript.
    pub state: fn(&G, &G::State) -> Value,
    /// Fields told of the end, besides winners and scores: `ended_by`, `points` and what else there is.
    pub over: DescribeEnd<G>,
    /// Further fields told of a state.
    pub more: DescribeMore<G>,
}

impl<G: Configurable> PositionFormat<G> {
    /// Of a game that says nothing of its positions.
    pub fn without_text() -> Self {
        PositionFormat { read: unreadable, state: observed, over: recorded, more: |_, _, _| Map::new() }
    }
}

fn unreadable<G: Configurable>(_: &PositionQuery<'_>, _: &str) -> Result<GameAndState<G>, String> {
    Err(format!("positions of {} have no text, expected --seed and actions", G::NAME))
}

/// The one observation of all seats where nothing is hidden, else the observation of each.
fn observed<G: Game>(game: &G, state: &G::State) -> Value {
    let seen = |seat| json(&game.observe(state, seat));
    match game.info().information {
        Information::Perfect => seen(Seat::new(0)),
        _ => Value::Object(object([("seats".to_owned(), game.seats().iter().map(seen).collect())])),
    }
}

/// By the record of the last round: how it ended, and its points. Without records the match is one round, and its points are the
/// scores.
fn recorded<G: Game>(game: &G, state: &G::State, round: Option<&G::Round>) -> JsonFields {
    let mut fields = Map::new();
    if !G::Round::KEPT {
        fields.insert("points".to_owned(), json(&game.scores(state)));
    }
    let Some(round) = round else { return fields };
    let mut columns = G::Round::ROUND_COLUMNS.iter();
    round.write_round(&mut |value| {
        if columns.next() == Some(&"ended_by") {
            fields.insert("ended_by".to_owned(), Value::String(value.to_string()));
        }
    });
    fields.insert("points".to_owned(), json(&round.points()));
    fields
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("texts and numbers are JSON")
}

/// A position, with the record of the last round that ended.
pub struct Position<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// The state.
    pub state: G::State,
    /// The record written last.
    pub record: Option<G::Round>,
}

/// The choice of one agent in a position.
#[derive(Serialize)]
pub struct Choice {
    /// The action; `None` when the game is over.
    pub choice: Option<String>,
    /// The candidates it was weighed against, if the agent can tell.
    pub weighed: Option<Explanation>,
}

impl<G: Configurable> Position<G> {
    /// A position in which nothing has been played.
    pub fn new(game: impl Into<Arc<G>>, state: G::State) -> Self {
        Position { game: game.into(), state, record: None }
    }

    pub(super) fn mover(&self) -> Option<Seat> {
        match self.game.status(&self.state) {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Plays `actions`, as they are written, in order.
    pub fn play<'a>(&mut self, actions: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        actions.into_iter().zip(1..).try_for_each(|(text, number)| {
            let played = self.read(text).map(|action| self.play_legal(action));
            played.map(drop).map_err(|what| format!("action {number}, \"{text}\": {what}"))
        })
    }

    /// The legal action that `text` writes.
    pub(super) fn read(&self, text: &str) -> Result<G::Action, &'static str> {
        let action = G::Action::from_str(text).map_err(|_| "not in the notation of the game")?;
        match self.game.status(&self.state) {
            Status::Over(_) => Err("the game is over before it"),
            Status::ToMove(_) if self.game.is_legal(&self.state, action) => Ok(action),
            Status::ToMove(_) => Err("not legal there, expected one of the legal actions"),
        }
    }

    /// Plays a legal action. Returns the points of each seat in the round that ends by it, of the match where none is recorded.
    pub(super) fn play_legal(&mut self, action: G::Action) -> Option<SeatMap<i32>> {
        if !G::Round::KEPT {
            self.game.apply(&mut self.state, action);
            return match self.game.status(&self.state) {
                Status::ToMove(_) => None,
                Status::Over(outcome) => Some(outcome.scores),
            };
        }
        let record = self.game.apply_recorded(&mut self.state, action)?;
        let points = record.points();
        self.record = Some(record);
        Some(points)
    }

    /// The legal actions, sorted by bytes; none when the game is over.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        legal
    }

    /// How the match ended, once it has.
    pub(super) fn over(&self, how: &PositionFormat<G>) -> Option<JsonFields> {
        let Status::Over(outcome) = self.game.status(&self.state) else { return None };
        let mut over = (how.over)(&self.game, &self.state, self.record.as_ref());
        over.insert("winners".to_owned(), json(&winners(&outcome)));
        over.insert("scores".to_owned(), json(&outcome.scores));
        Some(over)
    }
}

/// A position as it is printed.
#[derive(Serialize)]
pub(super) struct PositionLine<'a> {
    pub game: &'static str,
    pub state: Value,
    pub to_move: Option<Seat>,
    pub legal: Vec<String>,
    pub over: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observation: Option<Value>,
    #[serde(flatten)]
    pub more: JsonFields,
    #[serde(flatten)]
    pub choice: Option<&'a Choice>,
}
