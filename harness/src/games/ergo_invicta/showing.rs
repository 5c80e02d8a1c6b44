//! How ERGO of 1977 is shown to a person who plays it: the board as a drawing of letters.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::state::Observation;
use ergo_engine::seat::Seat;
use serde_json::Value;

use super::narrate::drawn;
use crate::arena::scene::{Names, Scene, Showing};

/// How it is shown.
pub(super) fn showing() -> Showing<ErgoInvicta> {
    Showing { scene, since, ..Showing::generic() }
}

/// As programs outside are shown it.
fn known(seen: &Observation) -> Value {
    serde_json::to_value(seen).expect("observations are written as JSON")
}

fn scene(_: &ErgoInvicta, seen: &Observation, names: &Names<'_>) -> Scene {
    let known = known(seen);
    let number = |key: &str| known[key].as_u64().unwrap_or(0);
    let white = if number("white") == names.own.number() as u64 { "White, L and H" } else { "Black, l and h" };
    let scores = known["scores"].as_array().map_or_else(String::new, |scores| names.each(scores));
    let mut facts = vec![("You are".to_owned(), white.to_owned()), ("Scores".to_owned(), scores)];
    if number("count") > 1 {
        facts.push(("Position".to_owned(), format!("for the {} time", ordinal(number("count")))));
    }
    Scene {
        heading: format!("Game {}, ply {}", number("game"), number("ply") + 1),
        drawing: drawn(known["position"].as_str().unwrap_or_default()).lines().map(str::to_owned).collect(),
        facts,
        ..Scene::default()
    }
}

fn ordinal(number: u64) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        more => format!("{more}th"),
    }
}

/// What the other played last. Actions of chance are told by the board.
fn since(_: &ErgoInvicta, seen: &Observation, names: &Names<'_>) -> Vec<String> {
    let known = known(seen);
    let (actions, opening) = (known["actions"].as_array(), known["opening"].as_u64().unwrap_or(0) as usize);
    let last = actions.filter(|actions| actions.len() > opening).and_then(|actions| actions.last()?.as_str());
    let other = Seat::new(1 - names.own.index());
    last.map(|last| format!("{} plays {last}", names.of(other))).into_iter().collect()
}
