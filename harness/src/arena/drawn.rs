//! How a game draws itself on the page of a match: a script of its own, and what it is told of the game besides the states.

use serde_json::Value;

/// How it does.
pub struct Drawn<G> {
    /// CSS for its drawing, which may use the colours of the page.
    pub style: &'static str,
    /// JavaScript that puts an entry under the name of the game into `drawings`: of [`table`](Self::table) it makes an object with
    /// `board(state, frame, before)`, an element that shows the state at a decision and after the one before it, both absent
    /// where there is none; and if it likes `who(seat, state)`, the name of who sits there; `says(frame)`, the action in words
    /// after that name; and `turn(state)`, which differs where another turn begins.
    pub script: &'static str,
    /// What stays the same throughout the match.
    pub table: fn(&G) -> Value,
}

impl<G> Drawn<G> {
    /// Not at all: the page shows the state as it is written.
    pub fn not() -> Self {
        Drawn { style: "", script: "", table: |_| Value::Null }
    }
}
