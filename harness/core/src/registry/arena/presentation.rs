//! The presentation of a game: a JSON view of a seat's knowledge, a description of each action, and a script that draws
//! the view.
//!
//! The terminal, the page of `ergo play`, the replay page and transcripts in words are generated from it. A game
//! without one is shown by its observations, and its actions in its own notation.

use std::fmt::Display;

use ergo_engine::game::{Game, Status};
use ergo_engine::seat::Seat;
use serde::Serialize;
use serde_json::Value;

/// Lists the turns of a seat, from its observation and its legal first actions.
pub type ListTurns<G> = fn(&G, &<G as Game>::Observation, &[<G as Game>::Action]) -> Vec<Turn<<G as Game>::Action>>;
/// Follows an action within a turn.
pub type FollowAction<G> =
    fn(&G, &<G as Game>::Observation, <G as Game>::Action) -> (<G as Game>::Observation, Vec<<G as Game>::Action>);

/// The presentation of a game.
pub struct Presentation<G: Game> {
    /// Returns the label of a seat, besides the name of its entrant.
    pub seat: fn(&G, Seat) -> String,
    /// Returns a seat's view as an object, with `null`, `?` or a number of cards for hidden information. The field
    /// `heading` describes the progress of the match; `drawing` shows the table as lines of text. The default is the
    /// observation.
    pub view: fn(&G, &G::Observation) -> Value,
    /// Returns the view with all information open. The default merges the views of all seats.
    pub open: Option<fn(&G, &G::State) -> Value>,
    /// The fields of the view that are shown as text, with titles; empty for all. A field without a title is a list
    /// with one entry per seat. Transcripts in words show the first field after every change.
    pub fields: &'static [(&'static str, &'static str)],
    /// Describes a legal action of the seat to move.
    pub describe: fn(&G, &G::Observation, G::Action) -> ActionDescription,
    /// Every complete turn of the seat to move that begins with one of the legal actions given. No two have the same result.
    pub turns: ListTurns<G>,
    /// What a seat knows after a legal action of the seat to move, and the actions that may follow in the same turn: none if it is
    /// complete, or the turn of another seat.
    pub after: FollowAction<G>,
    /// Whether the rules of the game count points. Without them the scores of a match are not shown.
    pub points: bool,
    /// CSS of the drawing, which may use the colours of the page.
    pub style: &'static str,
    /// JavaScript that puts a function under the name of the game into `drawings`. Called with [`table`](Self::table), it returns an
    /// object with `board(view, frame, before)`, an element that shows the view at a decision and after the one before it, if there
    /// are any; and optionally `who(seat, view)`, the name of a seat, `turn(view)`, which differs between turns, and
    /// `why(view, clicked, place)`, a sentence that says why a place cannot be clicked.
    /// `spot(element, place)` marks what can be clicked to pick an action; its class is `only-lit` if it serves only that.
    pub script: &'static str,
    /// Returns the data about the rules that the script needs.
    pub table: fn(&G) -> Value,
    /// Returns an example view for the rules; `null` if there is none.
    pub example: fn(&G) -> Value,
}

impl<G: Game> Clone for Presentation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Presentation<G> {}

/// The description of an action.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ActionDescription {
    /// What it does, in words that follow the name of the seat.
    #[serde(rename = "says")]
    pub words: String,
    /// The places of the drawing that select it; empty if it can only be selected from the list.
    pub places: Vec<String>,
}

/// A complete turn, which a person commits to as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<A> {
    /// The actions, in order.
    pub actions: Vec<A>,
    /// The result in the game's notation, used as the label of the turn and for typed input.
    pub line: String,
    /// The consequence in a few words; may be empty.
    pub effect: String,
}

/// The data that a page needs to draw a game.
pub struct Drawing {
    /// CSS.
    pub style: &'static str,
    /// JavaScript; empty if the game has no drawing.
    pub script: &'static str,
    /// The data about the rules that the script needs.
    pub table: Value,
    /// An example view, or `null`.
    pub example: Value,
}

impl<G: Game> Default for Presentation<G> {
    fn default() -> Self {
        Presentation {
            seat: |_, seat| format!("seat {seat}"),
            view: |_, seen| serde_json::to_value(seen).expect("observations are written as JSON"),
            open: None,
            fields: &[],
            describe: |_, _, action| ActionDescription { words: format!("plays {action}"), places: Vec::new() },
            turns: |_, _, legal| {
                let turn = |action: &G::Action| Turn {
                    actions: vec![*action],
                    line: action.to_string(),
                    effect: String::new(),
                };
                legal.iter().map(turn).collect()
            },
            after: |_, seen, _| (seen.clone(), Vec::new()),
            points: true,
            style: "",
            script: "",
            table: |_| Value::Null,
            example: |_| Value::Null,
        }
    }
}

impl<G: Game> Presentation<G> {
    /// Returns the open view for the script of the game.
    pub(super) fn open_view(&self, game: &G, state: &G::State) -> Value {
        if let Some(open) = self.open {
            return open(game, state);
        }
        let mover = match game.status(state) {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        };
        let views =
            mover.into_iter().chain(game.seats().iter()).map(|seat| (self.view)(game, &game.observe(state, seat)));
        views.reduce(joined).unwrap_or_default()
    }

    /// Describes the actions of a turn, one after another.
    pub(super) fn turn_in_words(&self, game: &G, seen: &G::Observation, actions: &[G::Action]) -> String {
        let (mut seen, mut words) = (seen.clone(), Vec::new());
        for action in actions {
            words.push((self.describe)(game, &seen, *action).words);
            seen = (self.after)(game, &seen, *action).0;
        }
        words.join(", then ")
    }
}

/// Merges the views of two seats.
fn joined(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Null, other) => other,
        (Value::String(text), other) if text == "?" && !other.is_null() => other,
        (Value::Number(_), list @ Value::Array(_)) => list,
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.into_iter().zip(other).map(|(one, other)| joined(one, other)).collect()
        }
        (Value::Object(mut one), Value::Object(other)) => {
            for (key, value) in other {
                let known = one.entry(key).or_insert(Value::Null);
                *known = joined(known.take(), value);
            }
            Value::Object(one)
        }
        (one, _) => one,
    }
}

/// The displayed names of the entrants at a table.
pub struct Names<'a> {
    /// The names in seat order, all different.
    pub entrants: &'a [String],
    /// The person's own seat.
    pub own: Seat,
}

impl Names<'_> {
    /// The name of a seat.
    pub fn seat_name(&self, seat: Seat) -> String {
        if seat == self.own { "you".to_owned() } else { self.entrants[seat.index()].clone() }
    }

    /// Formats one value per seat, each with the name of its seat.
    pub fn each<T: Display>(&self, values: impl IntoIterator<Item = T>) -> String {
        let value_of = |(index, value)| format!("{} {value}", self.seat_name(Seat::new(index)));
        values.into_iter().enumerate().map(value_of).collect::<Vec<_>>().join(", ")
    }
}

/// A view as text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TextView {
    /// Where the match stands, in a few words.
    pub heading: String,
    /// The table as lines of text for a fixed-width font.
    pub drawing: Vec<String>,
    /// The fields with a value, each with its title.
    pub facts: Vec<(String, String)>,
}

impl TextView {
    /// Renders a view with the fields that its game lists ([`Presentation::fields`]).
    pub fn new(view: &Value, fields: &[(&str, &str)], names: &Names<'_>) -> Self {
        let heading = view["heading"].as_str().map_or_else(|| numbers(view), str::to_owned);
        let drawing = view["drawing"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        let mut scene = TextView { heading, drawing: drawing.collect(), facts: Vec::new() };
        let all = view.as_object().into_iter().flatten().filter(|(key, _)| !["heading", "drawing"].contains(&&***key));
        match fields {
            [] if view.is_object() => all.for_each(|(key, value)| scene.add(&key.replace('_', " "), value, names)),
            [] => scene.add("state", view, names),
            some => some.iter().for_each(|(key, title)| scene.add(title, &view[key], names)),
        }
        scene
    }

    fn add(&mut self, title: &str, value: &Value, names: &Names<'_>) {
        let name = |place: usize| match place < names.entrants.len() {
            true => names.seat_name(Seat::new(place)),
            false => (place + 1).to_string(),
        };
        let text = match value {
            Value::Array(each) if title.is_empty() => {
                self.facts.extend(each.iter().enumerate().map(|(place, value)| (name(place), plain(value))));
                return;
            }
            Value::Array(each) if each.len() == names.entrants.len() && each.len() > 1 => {
                names.each(each.iter().map(plain))
            }
            value => plain(value),
        };
        if !text.is_empty() {
            self.facts.push((title.to_owned(), text));
        }
    }
}

/// Returns the counters in a view that describe the progress of a match.
fn numbers(view: &Value) -> String {
    let known = ["game", "round", "lap", "turn", "ply"].into_iter().filter_map(|key| Some((key, view[key].as_u64()?)));
    let text = known.map(|(key, number)| format!("{key} {number}")).collect::<Vec<_>>().join(", ");
    text.get(..1).map_or(String::new(), |first| first.to_uppercase()) + text.get(1..).unwrap_or_default()
}

/// The largest number of shown list items; of longer lists the last ones.
const MOST_ITEMS: usize = 16;

/// Formats a JSON value for readers, without empty fields.
pub(crate) fn plain(value: &Value) -> String {
    let listed = |items: Vec<String>, between: &str| items.join(between);
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(value) => (if *value { "yes" } else { "no" }).to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.is_empty() => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "-".to_owned(),
        Value::Array(items) => {
            let left_out = items.len().saturating_sub(MOST_ITEMS);
            let dots = if left_out > 0 { "… " } else { "" };
            dots.to_owned() + &listed(items[left_out..].iter().map(plain).collect(), " ")
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let (name, value) = (name.replace('_', " "), plain(value));
                match value.as_str() {
                    "-" | "no" | "0" | "" => None,
                    "yes" => Some(name),
                    value => Some(format!("{name} {value}")),
                }
            };
            listed(fields.iter().filter_map(field).collect(), ", ")
        }
    }
}

/// Columns that describe the end of a round.
const ENDINGS: [&str; 4] = ["ended_by", "proven", "disproven", "victor"];

/// Describes how a round ended, by its columns and, if the game counts points, the points and scores of the seats.
pub(crate) fn round_in_words(columns: &[(&str, String)], counted: Option<(&str, &str)>) -> String {
    let phrase = |(name, value): &(&str, String)| match (*name, value.as_str()) {
        (_, "") => None,
        ("paradox", "1") => Some(", a paradox".to_owned()),
        (name, value) => ENDINGS.contains(&name).then(|| format!(", {} {value}", name.replace('_', " "))),
    };
    let how: String = columns.iter().filter_map(phrase).collect();
    let counted = counted.map_or_else(String::new, |(points, scores)| format!(": points {points}, scores {scores}"));
    format!("Round over{how}{counted}.")
}

/// Formats values as a list with commas.
pub(crate) fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(", ")
}
