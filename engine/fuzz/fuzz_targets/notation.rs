//! No text makes a parser panic; parsed values print to a stable text, and can be evaluated and played.

#![no_main]

use std::sync::LazyLock;

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::notation::{Turn, parse_targets, parse_tiles};
use ergo_engine::ergo::proof::{Proof, is_grammatical};
use ergo_engine::ergo::rules::{Precedence, Reading, Rules, ThenChain};
use ergo_engine::ergo::truth::judge;
use libfuzzer_sys::fuzz_target;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::printed(4));

/// Parses a text; the printed text has the same value.
fn stable<T: std::str::FromStr + std::fmt::Display + PartialEq>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let printed = value.to_string();
    let again = printed.parse::<T>().ok().expect("the printed text parses");
    assert!(again == value && again.to_string() == printed, "{text}");
    Some(value)
}

fuzz_target!(|text: &str| {
    let _ = parse_targets(text);
    if let Ok(tiles) = parse_tiles(text) {
        is_grammatical(tiles);
    }
    stable::<Hand>(text);
    stable::<Action>(text);
    if let Some(proof) = stable::<Proof>(text) {
        for then_chain in [ThenChain::Left, ThenChain::Right, ThenChain::Chain] {
            for precedence in [Precedence::Rulebook, Precedence::Standard] {
                judge(&proof, Reading { then_chain, precedence });
            }
        }
    }
    let Some(turn) = stable::<Turn>(text).filter(|turn| !turn.hand.is_empty()) else { return };
    let mover = turn.move_generator(&RULES);
    let mut legal = Vec::new();
    mover.list(&mut legal);
    assert_eq!(legal.len(), mover.count() as usize);
    for action in legal {
        let mut proof = turn.proof;
        proof.play(action);
        assert!(proof.to_string().parse::<Proof>().is_ok_and(|read| read == proof), "{action} at {turn}");
    }
});
