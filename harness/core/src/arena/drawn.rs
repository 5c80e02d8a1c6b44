//! How a game draws itself on the page of a match: a script of its own, and what it is told of the game besides the states.

use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use serde_json::Value;

/// How it does.
pub struct Drawn<G: Game> {
    /// CSS for its drawing, which may use the colours of the page.
    pub style: &'static str,
    /// JavaScript that puts an entry under the name of the game into `drawings`: of [`table`](Self::table) it makes an object with
    /// `board(state, frame, before)`, an element that shows the state at a decision and after the one before it, both absent
    /// where there is none; and if it likes `who(seat, state)`, the name of who sits there; and `turn(state)`, which differs where
    /// another turn begins. What can be clicked to pick an action is marked by `spot(element, name)` with a name of
    /// [`Showing::places`](super::scene::Showing::places); what only serves that, by the class `only-lit`.
    pub script: &'static str,
    /// The data that stay the same throughout the match.
    pub table: fn(&G) -> Value,
    /// The state of the script, with everything in the open.
    pub state: fn(&G, &G::State) -> Value,
    /// The same as a seat knows it: `null` or `?` for what it does not.
    pub seen: fn(&G, &G::Observation) -> Value,
    /// A state of the script that shows what the rules speak of; `null` where there is none.
    pub example: fn(&G) -> Value,
}

impl<G: Configurable> Drawn<G> {
    /// Not at all: the page shows the state as it is written.
    pub fn not() -> Self {
        Drawn {
            style: "",
            script: "",
            table: |_| Value::Null,
            state: |_, _| Value::Null,
            seen: |_, _| Value::Null,
            example: |_| Value::Null,
        }
    }
}

/// Everything a page needs of a game to draw it.
pub struct Drawing {
    /// Its CSS.
    pub style: &'static str,
    /// Its JavaScript; none where it does not draw itself.
    pub script: &'static str,
    /// The data that stay the same throughout the match.
    pub table: Value,
    /// A state that shows what the rules speak of, or `null`.
    pub example: Value,
}
