//! The worked cases of Cogito, one JSON object per line. `judge` asks which cards turn red, `game` asks for the state
//! after a list of actions.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::cogito::state::State;
use ergo_engine::options::Settings;
use serde::Deserialize;
use serde_json::{Value, json};

use super::position::{all_candidates, begin};
use crate::registry::arena::position::{Position, PositionQuery};
use crate::registry::cases::WorkedCase;
use crate::registry::settings::settings_from_json;

/// A case and its question.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Case {
    Judge(JudgeCase),
    Game(Box<GameCase>),
}

/// A question about the cards that turn red for a given Self.
#[derive(Deserialize)]
struct JudgeCase {
    id: String,
    diagram: String,
    #[serde(rename = "self")]
    own: Card,
    red: Vec<Card>,
}

/// A question about the state after these actions from this deal.
#[derive(Deserialize)]
struct GameCase {
    id: String,
    seats: usize,
    rules: Value,
    starter: usize,
    deal: Deal,
    actions: String,
    state: Value,
    legal: Value,
    candidates: Value,
    over: Value,
}

/// Solves the case in `line`.
pub(super) fn work_out(line: &str) -> Result<WorkedCase, String> {
    match serde_json::from_str(line).map_err(|error| error.to_string())? {
        Case::Judge(case) => judge(case),
        Case::Game(case) => {
            let found = play(&case)?;
            let expected = json!({
                "state": in_order(case.state),
                "legal": sorted(case.legal),
                "candidates": each_sorted(case.candidates),
                "over": case.over,
            });
            Ok(WorkedCase { id: Some(case.id), expected: expected.to_string(), found: found.to_string() })
        }
    }
}

fn judge(JudgeCase { id, diagram, own, mut red }: JudgeCase) -> Result<WorkedCase, String> {
    let rules = settings_from_json(&json!({ "diagram": diagram }))?;
    let game: Cogito = PositionQuery { seats: None, rules: &rules }.game(None)?;
    let diagram = &game.0.diagram;
    if !diagram.selves.contains(own) {
        return Err(format!("self: {own} is not a Self of the diagram"));
    }
    let found: Vec<Card> = Card::ALL
        .into_iter()
        .filter(|&card| card != own && game.0.copies_of(card) > 0 && diagram.is_red(own, card))
        .collect();
    red.sort_unstable();
    Ok(WorkedCase { id: Some(id), expected: json!(red).to_string(), found: json!(found).to_string() })
}

/// Returns state, legal actions, candidates and result after the actions, or the first illegal action.
fn play(case: &GameCase) -> Result<Value, String> {
    let rules: Settings = settings_from_json(&case.rules).map_err(|error| format!("rules: {error}"))?;
    let game: Cogito = PositionQuery { seats: None, rules: &rules }.game(Some(case.seats))?;
    let state: State = begin(&game, case.starter, &case.deal)?;
    let mut at = Position::new(game, state);
    if let Err(illegal) = at.play(case.actions.split_whitespace()) {
        return Ok(json!(illegal));
    }
    let over = at.state.ended().map(|ended| {
        let points = at.record.as_ref().map(|round| round.points.clone());
        json!({ "ended_by": ended.word(), "victor": ended.victor(), "points": points })
    });
    Ok(json!({
        "state": in_order(json!(StateView::from_state(&at.game.0, &at.state))),
        "legal": sorted(json!(at.legal())),
        "candidates": each_sorted(all_candidates(&at.game, &at.state)),
        "over": over,
    }))
}

/// Sorts texts by bytes.
fn sorted(list: Value) -> Value {
    match list {
        Value::Array(mut texts) => {
            texts.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
            Value::Array(texts)
        }
        other => other,
    }
}

fn each_sorted(lists: Value) -> Value {
    match lists {
        Value::Array(lists) => Value::Array(lists.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// Sorts the sets in a state.
fn in_order(mut state: Value) -> Value {
    for key in ["hands", "gone"] {
        if let Some(lists) = state.get_mut(key) {
            *lists = each_sorted(lists.take());
        }
    }
    state
}
