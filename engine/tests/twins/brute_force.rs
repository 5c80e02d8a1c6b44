//! The turn generator compared with a slow reference: every card of the hand, in every order, at every place, kept if
//! the proof is grammatical at the end of the turn. The reference shares no code with the engine except its types.
//! RULES.md E6, E10–E13, E17–E23 and Counting.

use std::collections::BTreeSet;

use crate::common::{pick, random_proof};
use ergo_engine::ergo::hand::{CardKinds, Hand};
use ergo_engine::ergo::moves::Mover;
use ergo_engine::ergo::rules::{FallacyBars, Rules};
use ergo_engine::ergo::turn::outcomes;
use ergo_engine::ergo::{Ergo, state::State};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Seed, below};

/// An unfinished turn. A proof is bytes: the letters of E3 with `/` between premises, wilds as in [`WILDS`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Step {
    proof: Vec<u8>,
    hand: Vec<u8>,
    discarded: Vec<u8>,
    taken: Vec<u8>,
    targets: Vec<u8>,
    justified: bool,
    ergo: bool,
    broken: bool,
}

/// The wilds, the symbols they show, and the byte for a wild that shows each symbol.
const WILDS: [(u8, u8, u8); 8] = [
    (b'X', b'A', b'a'),
    (b'X', b'B', b'b'),
    (b'X', b'C', b'c'),
    (b'X', b'D', b'd'),
    (b'Y', b'&', b'7'),
    (b'Y', b'|', b'1'),
    (b'Y', b'>', b'8'),
    (b'Y', b'~', b'0'),
];

fn shows(tile: u8) -> u8 {
    WILDS.iter().find(|wild| wild.2 == tile).map_or(tile, |wild| wild.1)
}

fn is_variable(tile: u8) -> bool {
    matches!(shows(tile), b'A'..=b'D')
}

fn is_operator(tile: u8) -> bool {
    matches!(shows(tile), b'&' | b'|' | b'>')
}

/// Parses `expr := unit (op unit)*` from `at`; returns the end.
fn expression(premise: &[u8], at: usize) -> Option<usize> {
    let mut at = unit(premise, at)?;
    while at < premise.len() && is_operator(premise[at]) {
        at = unit(premise, at + 1)?;
    }
    Some(at)
}

/// Parses `unit := VAR | ~VAR | ( expr ) | ~( expr )`.
fn unit(premise: &[u8], mut at: usize) -> Option<usize> {
    if shows(*premise.get(at)?) == b'~' {
        at += 1;
    }
    let tile = *premise.get(at)?;
    if is_variable(tile) {
        return Some(at + 1);
    }
    if tile != b'(' {
        return None;
    }
    let end = expression(premise, at + 1)?;
    (premise.get(end) == Some(&b')')).then_some(end + 1)
}

fn is_whole(proof: &[u8]) -> bool {
    proof.is_empty() || proof.split(|&tile| tile == b'/').all(|premise| expression(premise, 0) == Some(premise.len()))
}

struct Twin<'a> {
    rules: &'a Rules,
    under_fallacy: bool,
    targets: u8,
}

impl Twin<'_> {
    fn barred(&self, step: &Step, by: FallacyBars) -> bool {
        self.under_fallacy && !step.justified && self.rules.fallacy_bars >= by
    }

    /// Returns every end of a turn from `start` in `plays` plays.
    fn ends(&self, start: Step, plays: usize) -> BTreeSet<Step> {
        // Unfinished turns by the number of remaining plays.
        let mut under_way = vec![BTreeSet::new(); plays + 1];
        under_way[plays].insert(start);
        let mut ends = BTreeSet::new();
        for left in (0..=plays).rev() {
            for step in std::mem::take(&mut under_way[left]) {
                if step.ergo || left == 0 || step.hand.is_empty() {
                    if !step.broken {
                        ends.insert(step);
                    }
                    continue;
                }
                let mut seen = |after: Step, made: usize| {
                    under_way[left - made].insert(after);
                };
                self.plays(&step, left, &mut seen);
            }
        }
        ends
    }

    fn plays(&self, step: &Step, left: usize, emit: &mut impl FnMut(Step, usize)) {
        let mut kinds = step.hand.clone();
        kinds.dedup();
        for card in kinds {
            let mut held = step.clone();
            held.hand.remove(held.hand.iter().position(|&other| other == card).unwrap());
            // Drops proofs that are ungrammatical after two plays in succession.
            let mut lay = |mut after: Step| {
                after.broken = !is_whole(&after.proof);
                if !after.broken || (!step.broken && left >= 2) {
                    emit(after, 1);
                }
            };
            let mut discarded = held.clone();
            discarded.discarded.push(card);
            discarded.discarded.sort_unstable();
            lay(discarded);
            self.lay_tiles(&held, card, &mut lay);
            self.special(step, &held, card, &mut lay);
            if card == b'(' && held.hand.contains(&b'(') && left >= 2 && !step.broken {
                self.lay_pair(&held, emit);
            }
        }
    }

    fn lay_tiles(&self, held: &Step, card: u8, lay: &mut impl FnMut(Step)) {
        if self.barred(held, FallacyBars::Additions) {
            return;
        }
        let mut tiles: Vec<u8> = WILDS.iter().filter(|wild| wild.0 == card).map(|wild| wild.2).collect();
        if b"ABCD&|>~".contains(&card) {
            tiles.push(card);
        }
        for tile in tiles {
            let premises = held.proof.split(|&tile| tile == b'/').filter(|premise| !premise.is_empty()).count();
            if premises < usize::from(self.rules.premises) {
                let mut after = held.clone();
                if premises > 0 {
                    after.proof.push(b'/');
                }
                after.proof.push(tile);
                lay(after);
            }
            for place in 0..=held.proof.len() {
                if premises > 0 {
                    let mut after = held.clone();
                    after.proof.insert(place, tile);
                    lay(after);
                }
            }
        }
    }

    /// Lays both parentheses of a pair, at all places of one premise.
    fn lay_pair(&self, held: &Step, emit: &mut impl FnMut(Step, usize)) {
        if self.barred(held, FallacyBars::Additions) {
            return;
        }
        for open in 0..=held.proof.len() {
            for close in open + 1..=held.proof.len() + 1 {
                let mut after = held.clone();
                after.hand.remove(after.hand.iter().position(|&other| other == b'(').unwrap());
                after.proof.insert(open, b'(');
                after.proof.insert(close, b')');
                if is_whole(&after.proof) {
                    emit(after, 2);
                }
            }
        }
    }

    fn special(&self, step: &Step, held: &Step, card: u8, lay: &mut impl FnMut(Step)) {
        let wild = card == b'X' || card == b'Y';
        if card == b'T' && !self.barred(step, FallacyBars::Changes) {
            for place in (0..held.proof.len()).filter(|&place| held.proof[place] != b'/') {
                let mut after = held.clone();
                after.taken.push(after.proof.remove(place));
                after.taken.sort_unstable();
                after.proof = after
                    .proof
                    .split(|&tile| tile == b'/')
                    .filter(|left| !left.is_empty())
                    .collect::<Vec<_>>()
                    .join(&b'/');
                lay(after);
            }
        }
        if card == b'R' && !self.barred(step, FallacyBars::Changes) {
            for first in 0..held.proof.len() {
                for second in first + 1..held.proof.len() {
                    let (one, other) = (held.proof[first], held.proof[second]);
                    if is_variable(one) && is_variable(other) || is_operator(one) && is_operator(other) {
                        let mut after = held.clone();
                        after.proof.swap(first, second);
                        lay(after);
                    }
                }
            }
        }
        if card == b'F' {
            for target in (0..4).filter(|&target| self.targets >> target & 1 == 1 && !held.targets.contains(&target)) {
                let mut after = held.clone();
                after.targets.push(target);
                after.targets.sort_unstable();
                lay(after);
            }
        }
        if self.under_fallacy && !step.justified && (card == b'J' || wild && self.rules.wild_as_justification) {
            lay(Step { justified: true, ..held.clone() });
        }
        let letters = b"ABCD".iter().all(|&letter| held.proof.iter().any(|&tile| shows(tile) == letter));
        let called = card == b'E' || wild && self.rules.wild_as_ergo;
        if called && letters && !step.broken && !self.barred(step, FallacyBars::All) {
            lay(Step { ergo: true, ..held.clone() });
        }
    }
}

/// Returns a proof such as `~*A / B` as bytes of the reference.
fn bytes(proof: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut star = false;
    for tile in proof.bytes().filter(|&tile| tile != b' ') {
        if tile == b'*' {
            star = true;
            continue;
        }
        bytes.push(if star { WILDS.iter().find(|wild| wild.1 == tile).unwrap().2 } else { tile });
        star = false;
    }
    bytes
}

fn sorted(hand: Hand) -> Vec<u8> {
    let mut letters = hand.to_string().into_bytes();
    letters.sort_unstable();
    letters
}

/// The outcomes of the reference and the engine are the same set. A turn of three plays counts removed tiles by their
/// cards, not by the symbols they showed.
fn compare(mover: &Mover<'_>) -> usize {
    let twin = Twin { rules: mover.rules, under_fallacy: mover.under_fallacy, targets: mover.targets };
    let by_card = mover.plays_left > 2;
    let back = |tile: u8| match WILDS.iter().find(|wild| wild.2 == tile) {
        Some(wild) if by_card => wild.0,
        _ => tile,
    };
    let card = |taken: Vec<u8>| {
        let mut cards: Vec<u8> = taken.into_iter().map(back).collect();
        cards.sort_unstable();
        cards
    };
    let start = Step {
        proof: bytes(&mover.proof.to_string()),
        hand: sorted(mover.hand),
        discarded: vec![],
        taken: vec![],
        targets: vec![],
        justified: false,
        ergo: false,
        broken: false,
    };
    let slow: BTreeSet<Step> = twin
        .ends(start, mover.plays_left.into())
        .into_iter()
        .map(|step| Step { taken: card(step.taken), ..step })
        .collect();
    let quick: BTreeSet<Step> = outcomes(mover)
        .into_iter()
        .map(|outcome| {
            let taken = outcome.taken.iter().flatten().flat_map(|tile| bytes(&tile.to_string())).collect();
            Step {
                proof: bytes(&outcome.proof.to_string()),
                hand: sorted(outcome.hand),
                discarded: sorted(outcome.discarded),
                taken: card(taken),
                targets: (0..4).filter(|target| outcome.targets >> target & 1 == 1).collect(),
                justified: outcome.justified,
                ergo: outcome.ergo,
                broken: false,
            }
        })
        .collect();
    let missing: Vec<_> = slow.difference(&quick).take(3).collect();
    let surplus: Vec<_> = quick.difference(&slow).take(3).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "{} ; {} ; {} plays, fallacy {}, targets {:04b}, {:?}, {} premises\nmissing {missing:#?}\nsurplus {surplus:#?}",
        mover.proof,
        mover.hand,
        mover.plays_left,
        mover.under_fallacy,
        mover.targets,
        mover.rules.fallacy_bars,
        mover.rules.premises,
    );
    slow.len()
}

/// Settings that affect turns, singly and together.
const SETTINGS: &[&str] = &[
    "-",
    "fallacy_bars=changes",
    "fallacy_bars=all",
    "wild_as_ergo=false",
    "wild_as_justification=false",
    "wild_as_ergo=false wild_as_justification=false fallacy_bars=all",
    "premises=1",
    "premises=2",
    "premises=3",
    "premises=5",
    "premises=5 fallacy_bars=changes wild_as_justification=false",
];

/// Random proofs and hands; the hands are rich in cards that take more than one play to account for.
fn random_positions(seed: u64, count: usize, extra: &str, hands: &[&str]) {
    let mut rng = Seed::master(seed).rng();
    let all: Vec<Rules> =
        SETTINGS.iter().map(|setting| crate::common::rules(4, &format!("{setting} {extra}"))).collect();
    let mut counted = 0;
    for _ in 0..count {
        let rules = pick(&mut rng, &all);
        let proof = random_proof(&mut rng, rules.premises.min(5).into());
        let letters = pick(&mut rng, hands).as_bytes();
        let size = if below(&mut rng, 4) == 0 { below(&mut rng, 3) } else { 3 + below(&mut rng, 5) };
        let hand: String = (0..=size).map(|_| char::from(*pick(&mut rng, letters))).collect();
        let hand: Hand = hand.parse().unwrap();
        let mover = Mover {
            rules,
            proof: &proof,
            hand,
            plays_left: rules.draw.min(hand.len() as u8),
            under_fallacy: below(&mut rng, 3) == 0,
            targets: below(&mut rng, 8) as u8 * 2,
            barred: CardKinds::NONE,
        };
        counted += compare(&mover);
    }
    assert!(counted > count * 5, "too few outcomes: {counted} outcomes");
}

const HANDS: &[&str] =
    &["ABCD&|>~(FJTRXYE", "ABCD&|>~(FJTRXYE", "ABCD&|>~((", "TTTXYRAB&|~(", "AB&|~(T", "XYTR", "FJETRXY("];

#[test]
fn random_positions_one() {
    random_positions(1, 8_000, "-", HANDS);
}

#[test]
fn random_positions_two() {
    random_positions(2, 8_000, "-", HANDS);
}

#[test]
fn one_play() {
    random_positions(3, 3_000, "draw=1", HANDS);
}

/// Three plays: the proof may be ungrammatical between two successive plays, but not longer.
#[test]
fn three_plays() {
    random_positions(4, 300, "draw=3", &["AB&~", "AB|T(", "A&XT", "~TY", "ARF(J", "TT&B"]);
}

/// Every position of random matches that differs from the previous one.
fn positions_of_matches(seed: u64, settings: &str, count: usize) {
    let mut rng = Seed::master(seed).derive("brute force", &[]).rng();
    let mut done = 0;
    while done < count {
        let game: Ergo = crate::common::ergo(2 + below(&mut rng, 3) as usize, settings);
        let mut state: State = game.deal(&mut rng);
        while let Status::ToMove(seat) = game.status(&state) {
            if below(&mut rng, 3) == 0 {
                let seen = game.observe(&state, seat);
                compare(&seen.move_generator(&game.0));
                done += 1;
            }
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            game.apply(&mut state, action);
        }
    }
}

#[test]
fn positions_of_printed_matches() {
    for (seed, setting) in SETTINGS.iter().enumerate() {
        positions_of_matches(seed as u64, setting, 300);
    }
}

#[test]
fn positions_of_crowded_matches() {
    let crowded = "cards.tabula_rasa=6 cards.revolution=3 cards.variable_wild=5 cards.operator_wild=5 cards.fallacy=6 \
                   cards.justification=4 cards.parenthesis=12";
    for (seed, setting) in SETTINGS.iter().enumerate() {
        positions_of_matches(seed as u64 + 100, &format!("{setting} {crowded}"), 300);
    }
}
