//! One state of a game, without a type of it.

use std::any::Any;
use std::fmt::Display;

use ergo_agents::agent::Explanation;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::Outcome;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatMap};
use serde_json::Value;

use super::position::Choice;
use super::table::Table;
use super::watcher::RoundView;

/// Everything true at one moment of a match. Whoever holds one knows what seats must not know.
pub trait State: Any + Send {
    /// Who is to choose; nobody when the match is over.
    fn to_move(&self) -> Option<Seat>;

    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Points of each seat so far.
    fn scores(&self) -> SeatMap<i32>;

    /// The legal actions, in the game's notation and order; none when the match is over.
    fn legal(&self) -> Vec<String>;

    /// Plays an action in the game's notation. Gives the points of each seat in the round that ends by it, if one does. What is
    /// not legal changes nothing, and the error says why.
    fn play(&mut self, action: &str) -> Result<Option<SeatMap<i32>>, String>;

    /// Puts the ids of the legal actions into `out`, cleared first, in the order of [`State::legal`]: those of the game's numbering, or
    /// else their places in that list, from 0.
    fn legal_ids(&mut self, out: &mut Vec<u32>);

    /// Plays the action with this id. What is not legal changes nothing, and the error says why.
    fn play_id(&mut self, id: u32) -> Result<(), String>;

    /// The id of a legal action in the game's notation.
    fn id_of(&self, action: &str) -> Result<u32, String>;

    /// The action with this id in the game's notation, legal or not; where ids are places in the list, legal.
    fn text_of(&self, id: u32) -> Result<String, String>;

    /// Puts what `seat` knows as numbers into `out`, and says whether the game has as many as `out` takes.
    fn features(&self, seat: Seat, out: &mut [f32]) -> bool;

    /// All that `seat` knows, as programs outside are shown it.
    fn observe(&self, seat: Seat) -> Value;

    /// A state drawn from those that fit what `seat` knows.
    fn resample(&self, seat: Seat, rng: &mut Rng) -> Box<dyn State>;

    /// A copy.
    fn copied(&self) -> Box<dyn State>;

    /// As in the expanded transcript.
    fn value(&self) -> Value;

    /// The points of each seat in the next round that is written down when `table` plays on; nothing if somebody fails to answer.
    fn play_on(&mut self, table: &Table<'_>) -> Option<SeatMap<i32>>;

    /// The candidates that an all-seeing searcher weighs for who is to move, if the game has one.
    fn all_seeing(&self, seed: Seed) -> Option<Explanation>;

    /// The choice here of the agent, which is no program from outside; with milliseconds it goes by a clock.
    fn choice(&self, spec: &AgentSpec, seed: Seed) -> Result<Choice, String>;

    /// Lists of legal actions of exactly 1, 2 … `depth` actions.
    fn perft(&self, depth: u32) -> Vec<u64>;

    /// One line of JSON, without its end: with what `seat` knows if one is named, and with a choice.
    fn line(&self, seat: Option<Seat>, choice: Option<&Choice>) -> String;

    /// How it is shown to people.
    fn shown(&self) -> &dyn ShownState;

    /// The cards that come by chance, where the game says what they are.
    fn cards(&self) -> &dyn CardState;

    /// The same, to be changed.
    fn cards_mut(&mut self) -> &mut dyn CardState;
}

/// How a state is shown to people.
pub trait ShownState {
    /// As the script of the game draws it, with everything in the open.
    fn board(&self) -> Value;

    /// The effect of these actions of who is to move, in words after its name. The actions are in the game's notation, with commas
    /// between. Nothing where they cannot be played one after another within a turn.
    fn says(&self, actions: &str) -> Option<String>;

    /// By which places of the drawing a legal action is picked.
    fn places(&self, action: &str) -> Vec<String>;

    /// Whether the turn of who is to move goes on after this legal action.
    fn goes_on(&self, action: &str) -> bool;
}

/// The cards that chance may deal in a state.
pub trait CardState {
    /// Who draws next, if the turn ends with the next action and the card is one that nobody knows. Puts into `counts` how many
    /// such cards of every kind there are.
    fn next_draw(&self, counts: &mut [u32]) -> Option<Seat>;

    /// Exchanges the card that is drawn next with one of this `kind` that nobody knows.
    fn exchange_next(&mut self, kind: usize, rng: &mut Rng);

    /// The same state where `seat` may only discard, not play, cards of these `kinds`.
    fn barring(&self, seat: Seat, kinds: u32) -> Option<Box<dyn State>>;
}

/// A moment of a match that is played again.
pub struct Moment<'a> {
    /// Before the action.
    pub state: &'a dyn State,
    /// The action about to be played.
    pub action: &'a dyn Display,
    /// The round that ends by it, if one does.
    pub round: Option<&'a dyn RoundView>,
}
