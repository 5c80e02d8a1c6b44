//! Positions of any game, as `ergo position` reads and prints them.
//!
//! A game defines in [`PositionFormat`] how its positions are read and written. Without one it has fresh deals only,
//! and a state is written as the observations of its seats.

use std::str::FromStr;
use std::sync::Arc;

use ergo_agents::agent::Explanation;
use ergo_engine::game::{Game, Information, RoundRecord, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use serde::Serialize;
use serde_json::{Map, Value};

use super::narrate::winners;

/// The requested number of seats and rules of a position.
pub struct PositionQuery<'a> {
    /// The requested number of seats, if given.
    pub seats: Option<SeatCount>,
    /// The rule options; defaults for the rest.
    pub rules: &'a Settings,
}

impl PositionQuery<'_> {
    /// Creates the game. The number of seats is that of the position (`seats`), else the requested one, else the
    /// smallest.
    ///
    /// # Errors
    ///
    /// Returns an error if the numbers contradict each other or an option is invalid.
    pub fn game<G: Configurable>(&self, seats: Option<usize>) -> Result<G, String> {
        let seats = self.seats_of(seats, G::SEATS)?;
        G::configure(seats, self.rules).map_err(|error| error.to_string())
    }

    /// Returns the number of seats: that of the position (`named`), else the requested one, else the smallest.
    ///
    /// # Errors
    ///
    /// Returns an error if the numbers contradict each other or are outside `fewest..=most`.
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
/// The fields of a JSON object.
pub type JsonFields = Map<String, Value>;

/// Creates a JSON object from fields.
pub fn object(fields: impl IntoIterator<Item = (String, Value)>) -> JsonFields {
    let mut all = JsonFields::new();
    all.extend(fields);
    all
}
/// Describes the end of a match; the round is the last recorded one.
pub type DescribeEnd<G> = fn(&G, &<G as Game>::State, Option<&<G as Game>::Round>) -> JsonFields;
/// Returns additional fields of a state, for the requested seat.
pub type DescribeMore<G> = fn(&G, &<G as Game>::State, Option<Seat>) -> JsonFields;

/// Reads and writes the positions of a game.
pub struct PositionFormat<G: Game> {
    /// Reads a position or a deal and creates the game for its number of seats.
    pub read: fn(&PositionQuery<'_>, &str) -> Result<GameAndState<G>, String>,
    /// Returns a state as in the expanded transcript.
    pub state: fn(&G, &G::State) -> Value,
    /// Returns the fields of the end besides winners and scores, for example `ended_by` and `points`.
    pub over: DescribeEnd<G>,
    /// Returns additional fields of a state.
    pub more: DescribeMore<G>,
}

impl<G: Configurable> PositionFormat<G> {
    /// Returns the format of a game without a position notation.
    pub fn without_text() -> Self {
        PositionFormat { read: unreadable, state: observed, over: recorded, more: |_, _, _| Map::new() }
    }
}

fn unreadable<G: Configurable>(_: &PositionQuery<'_>, _: &str) -> Result<GameAndState<G>, String> {
    Err(format!("positions of {} have no text, expected --seed and actions", G::NAME))
}

/// Returns the common observation in games of perfect information, else the observation of each seat.
fn observed<G: Game>(game: &G, state: &G::State) -> Value {
    let seen = |seat| json(&game.observe(state, seat));
    match game.info().information {
        Information::Perfect => seen(Seat::new(0)),
        _ => Value::Object(object([("seats".to_owned(), game.seats().iter().map(seen).collect())])),
    }
}

/// Describes the end by the last recorded round. Without recorded rounds the points are the scores.
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

/// A position with the last recorded round.
pub struct Position<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// The state.
    pub state: G::State,
    /// The last recorded round.
    pub record: Option<G::Round>,
}

/// The choice of an agent in a position.
#[derive(Serialize)]
pub struct Choice {
    /// The action; `None` if the game is over.
    pub choice: Option<String>,
    /// The evaluated candidates, if the agent can explain its choice.
    pub weighed: Option<Explanation>,
}

impl<G: Configurable> Position<G> {
    /// Creates a position without a recorded round.
    pub fn new(game: impl Into<Arc<G>>, state: G::State) -> Self {
        Position { game: game.into(), state, record: None }
    }

    pub(super) fn mover(&self) -> Option<Seat> {
        match self.game.status(&self.state) {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Plays `actions` in order.
    ///
    /// # Errors
    ///
    /// Returns the number of the first action that is not legal, and the reason.
    pub fn play<'a>(&mut self, actions: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        actions.into_iter().zip(1..).try_for_each(|(text, number)| {
            let played = self.read(text).map(|action| self.play_legal(action));
            played.map(drop).map_err(|what| format!("action {number}, \"{text}\": {what}"))
        })
    }

    /// Parses a legal action.
    pub(super) fn read(&self, text: &str) -> Result<G::Action, &'static str> {
        let action = G::Action::from_str(text).map_err(|_| "not in the notation of the game")?;
        match self.game.status(&self.state) {
            Status::Over(_) => Err("the game is over before it"),
            Status::ToMove(_) if self.game.is_legal(&self.state, action) => Ok(action),
            Status::ToMove(_) => Err("not legal there, expected one of the legal actions"),
        }
    }

    /// Plays a legal action. Returns the points of each seat if a round ends; in games without recorded rounds those of
    /// the match.
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

    /// Returns the legal actions in byte order; empty if the game is over.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        legal
    }

    /// Returns the description of the end if the match is over.
    pub(super) fn over(&self, how: &PositionFormat<G>) -> Option<JsonFields> {
        let Status::Over(outcome) = self.game.status(&self.state) else { return None };
        let mut over = (how.over)(&self.game, &self.state, self.record.as_ref());
        over.insert("winners".to_owned(), json(&winners(&outcome)));
        over.insert("scores".to_owned(), json(&outcome.scores));
        Some(over)
    }
}

/// The printed form of a position.
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
