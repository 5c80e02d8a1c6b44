//! The results of legal actions for external programs that request them: the proof after each action, its verdict,
//! and the points it would pay now.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::Symbol;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::round::verdict_word;
use ergo_engine::ergo::truth::judge;
use serde_json::{Value, json};

/// Returns an object for each of `legal`. Points are those of every seat if the round ended with this proof.
pub(super) fn results(game: &Ergo, seen: &Observation, legal: &[Action]) -> Vec<Value> {
    let rules = &game.0;
    let one = |action: &Action| {
        let mut proof = seen.proof;
        proof.play(*action);
        let verdict = judge(&proof, rules.reading);
        let letters = Symbol::VARIABLES.iter().enumerate();
        let verdicts: serde_json::Map<String, Value> =
            letters.map(|(i, symbol)| (symbol.letter().to_string(), json!(verdict_word(verdict, i)))).collect();
        let verdicts = if verdict.is_paradox() { json!("paradox") } else { Value::Object(verdicts) };
        let points: Vec<usize> =
            rules.seats.iter().map(|seat| if verdict.proves(seat.index()) { proof.len() } else { 0 }).collect();
        json!({"proof": proof.to_string(), "verdict": verdicts, "points": points})
    };
    legal.iter().map(one).collect()
}
