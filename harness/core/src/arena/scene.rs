//! How a game is shown to a person who plays it, by what that person's seat knows.
//!
//! A game says in [`Showing`] what lies on the table, which turns there are, and what happened. One that says nothing is shown as
//! programs outside are: field by field, each legal action a turn.

use std::fmt::Display;

use ergo_agents::news::RoundNews;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::options::Configurable;
use ergo_engine::seat::Seat;
use serde::Serialize;
use serde_json::Value;

/// The scene before a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// Where the match stands, in a few words.
    pub heading: String,
    /// A drawing of what lies there, line by line, for letters of one width.
    pub drawing: Vec<String>,
    /// Cards that lie in the open, row by row.
    pub table: Vec<Vec<Piece>>,
    /// The title of `table`.
    pub table_name: &'static str,
    /// The person's own cards.
    pub hand: Vec<Piece>,
    /// Further facts, each with its name.
    pub facts: Vec<(String, String)>,
    /// The result if the round ended now, in one line; empty where nothing can be said.
    pub standing: String,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its sign.
    pub sign: String,
    /// Its name, for those who do not know the sign.
    pub name: &'static str,
    /// Its kind, for its colour: 0 for letters, 1 for what joins them, 2 for the rest.
    pub kind: u8,
    /// The number by which turns name its place, if it has one.
    pub place: Option<usize>,
}

/// A complete turn: all that a person commits to at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<A> {
    /// Its actions, in order.
    pub actions: Vec<A>,
    /// Its result, in the game's notation: the line by which it is listed, and can be typed.
    pub line: String,
    /// The consequence of that, in a few words; empty where nothing can be said.
    pub effect: String,
    /// The signs of the cards it uses, as in [`Scene::hand`]; empty where turns use none.
    pub cards: Vec<String>,
    /// The heading under which it is listed; empty where turns need none.
    pub group: String,
}

/// A single action, as it can be picked.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// In the game's notation.
    pub action: String,
    /// Its effect, in words that follow the name of who plays it.
    pub says: String,
    /// The places of the drawing that it is picked by.
    pub places: Vec<String>,
}

/// All the turns there are.
pub type Turns<G> = Vec<Turn<<G as Game>::Action>>;
/// Lists them, by what a seat knows and what they may begin with.
pub type ListTurns<G> = fn(&G, &<G as Game>::Observation, &[<G as Game>::Action]) -> Turns<G>;

/// Who sits where, as the person calls them.
pub struct Names<'a> {
    /// Each by another name, in seat order.
    pub entrants: &'a [String],
    /// The person's own seat.
    pub own: Seat,
}

impl Names<'_> {
    /// The name by which the person knows a seat.
    pub fn of(&self, seat: Seat) -> String {
        if seat == self.own { "you".to_owned() } else { self.entrants[seat.index()].clone() }
    }

    /// One value a seat, each with the name of its seat.
    pub fn each<T: Display>(&self, values: impl IntoIterator<Item = T>) -> String {
        let value_of = |(index, value)| format!("{} {value}", self.of(Seat::new(index)));
        values.into_iter().enumerate().map(value_of).collect::<Vec<_>>().join(", ")
    }
}

/// A person's knowledge after an action, before anything new is seen, and how the turn goes on.
pub struct After<G: Game> {
    /// The observation then.
    pub seen: G::Observation,
    /// The actions that may follow in the same turn; nothing where it is complete.
    pub legal: Vec<G::Action>,
}

/// How a game is shown.
pub struct Showing<G: Game> {
    /// The label of a seat, besides the name of who sits there, so that no two are called alike.
    pub seat: fn(&G, Seat) -> String,
    /// The scene before the seat that is shown `seen`.
    pub scene: fn(&G, seen: &G::Observation, &Names<'_>) -> Scene,
    /// Every complete turn of that seat, which is to move, where it can begin with the legal actions given. No two leave the same.
    pub turns: ListTurns<G>,
    /// The moment that a legal action leads to within the turn.
    pub after: fn(&G, seen: &G::Observation, G::Action) -> After<G>,
    /// The effect of these actions of the seat to move, one after another within a turn: words that follow its name.
    pub says: fn(&G, seen: &G::Observation, &[G::Action]) -> String,
    /// By which places of the drawing the action is picked, in any order; none where it is picked from the list alone.
    pub places: fn(&G, seen: &G::Observation, G::Action) -> Vec<String>,
    /// Events in this round since the seat's own last action, one a line; nothing where what the others did is told action by action.
    pub since: fn(&G, seen: &G::Observation, &Names<'_>) -> Option<Vec<String>>,
    /// How a round ended, and what happened in it since the seat's own last action.
    pub ended: fn(&G, &RoundNews<'_, G>, &Names<'_>) -> Vec<String>,
}

impl<G: Game> Clone for Showing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Showing<G> {}

impl<G: Configurable> Showing<G> {
    /// Of a game that says nothing of itself.
    pub fn generic() -> Self {
        Showing {
            seat: |_, seat| format!("seat {seat}"),
            scene: fields,
            turns: legal,
            after: at_once,
            says: |_, _, actions| format!("plays {}", join(actions)),
            places: |_, _, _| Vec::new(),
            since: |_, _, _| None,
            ended: columns,
        }
    }
}

/// Items of a list that are shown; of longer ones the last.
const MOST_ITEMS: usize = 16;

/// The seat's knowledge, field by field, as programs outside are told it.
fn fields<G: Configurable>(_: &G, seen: &G::Observation, _: &Names<'_>) -> Scene {
    let known = serde_json::to_value(seen).expect("observations are written as JSON");
    let facts = match known {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.replace('_', " "), plain(value))).collect(),
        other => vec![(G::NAME.to_owned(), plain(&other))],
    };
    Scene { facts, ..Scene::default() }
}

/// A value without the signs that only programs need.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(value) => (if *value { "yes" } else { "no" }).to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.is_empty() => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "-".to_owned(),
        Value::Array(items) => {
            let left_out = items.len().saturating_sub(MOST_ITEMS);
            let all: Vec<String> = items[left_out..].iter().map(plain).collect();
            format!("{}{}", if left_out > 0 { "… " } else { "" }, all.join(" "))
        }
        Value::Object(fields) => {
            let all: Vec<String> = fields.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect();
            format!("({})", all.join(", "))
        }
    }
}

/// Each legal action is a turn.
fn legal<G: Game>(_: &G, _: &G::Observation, legal: &[G::Action]) -> Turns<G> {
    let turn = |action: &G::Action| Turn {
        actions: vec![*action],
        line: action.to_string(),
        effect: String::new(),
        cards: Vec::new(),
        group: String::new(),
    };
    legal.iter().map(turn).collect()
}

/// Actions as a turn of several is written.
pub(crate) fn join<A: Display>(actions: &[A]) -> String {
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Nothing is shown of an action before it is played.
pub fn at_once<G: Game>(_: &G, seen: &G::Observation, _: G::Action) -> After<G> {
    After { seen: seen.clone(), legal: Vec::new() }
}

/// The game's own columns of the round that say something, then points and scores.
fn columns<G: Game>(game: &G, news: &RoundNews<'_, G>, names: &Names<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    // Alone, nobody else could have started.
    let is_told = |name: &str| {
        !name.starts_with("points") && !name.starts_with("score") && (name != "starter" || game.seats().get() > 1)
    };
    news.columns(&mut |name: &'static str, value: &dyn Display| {
        let value = value.to_string();
        if !value.is_empty() && is_told(name) {
            facts.push(format!("{} {value}", name.replace('_', " ")));
        }
    });
    let scores = format!("Scores: {}.", names.each(news.scores().iter()));
    if G::Round::ONLY_ONE {
        return vec![format!("The match is over: {}.", facts.join(", ")), scores];
    }
    let known = format!("Round {} is over: {}.", news.number, facts.join(", "));
    vec![known, format!("Points: {}. {scores}", names.each(news.points().iter()))]
}
