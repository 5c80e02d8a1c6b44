//! Invariants at every state, for all plays.

use ergo_engine::ergo::card::{Card, Symbol};
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::CardCounts;
use ergo_engine::ergo::notation::Turn;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::round::EndedBy;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::outcomes;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Seed, below, shuffle};

use super::table::{CROWDED, Step, each_step, gone, seats};
use crate::common::{pick, random_proof};

const TABLES: [(usize, &str); 6] = [
    (2, "target=30"),
    (3, "target=30 discards=bottom max_turns=60"),
    (4, "target=30 discards=reshuffle_once"),
    (2, "target=30 draw=3"),
    (3, "target=30 draw=1 hand_size=1"),
    (4, "target=30 premises=8 deck=2015"),
];

fn each_table(mut see: impl FnMut(&Step<'_>)) {
    for (number, settings) in TABLES {
        each_step(number, settings, 3, &mut see);
        each_step(number, &format!("{settings} {CROWDED}"), 3, &mut see);
    }
}

/// Every card of the deck is in one place: hands, pile, proof, discards, before a player, or out of play for the rest
/// of the round. RULES.md E1, E18, E19, E22.
#[test]
fn cards_are_conserved() {
    let mut out = CardCounts::default();
    each_table(|step| {
        if step.round.is_some() && !matches!(step.game.status(step.after), Status::ToMove(_)) {
            return;
        }
        let mut all = CardCounts::default();
        let state = step.after;
        for seat in seats(step.game) {
            state.hand(seat).cards().for_each(|card| all.add(card));
            if state.fallacy_status(seat).fallacy.is_some() {
                all.add(Card::Fallacy);
            }
        }
        state.pile().for_each(|card| all.add(card));
        state.proof().tiles().for_each(|tile| all.add(tile.card()));
        step.seen_after().discards.cards().for_each(|card| all.add(card));
        for card in state.events().iter().flat_map(gone) {
            all.add(card);
            if out.count(card) == 0 {
                out.add(card);
            }
        }
        assert_eq!(all, step.game.0.deck, "after {}", step.action);
    });
    assert!(
        [Card::TabulaRasa, Card::Revolution, Card::Justification, Card::Fallacy]
            .into_iter()
            .all(|card| out.count(card) > 0)
    );
}

/// Between turns hands have their original size as long as draws were full. RULES.md E6.
#[test]
fn hands_keep_their_size() {
    each_table(|step| {
        if step.round.is_some() {
            return;
        }
        for seat in seats(step.game) {
            let rules = &step.game.0;
            let mut size = usize::from(rules.hand_size);
            if seat == step.after.to_move() {
                let played = if step.same_turn() { rules.draw - step.seen_after().plays_left } else { 0 };
                size = size + step.after.drawn().len() - usize::from(played);
            }
            // A short draw ends the round with that turn.
            assert_eq!(step.after.hand(seat).len(), size);
        }
    });
}

/// With discards out of play a round has at most as many turns as there are cards to draw, those put back included.
/// RULES.md E8.
#[test]
fn turns_are_bounded() {
    let mut back = 0;
    for settings in ["target=60".to_owned(), format!("target=60 {CROWDED}")] {
        each_step(3, &settings, 10, |step| {
            let begun = step.before.turn() == 1 && !step.before.events().iter().any(|e| matches!(e, Event::Played(..)));
            if begun {
                back = 0;
            }
            let mut proof = *step.before.proof();
            back += proof.play(step.action).len() + usize::from(step.action.returned_card().is_some());
            if step.round.is_none() {
                back += step.news().iter().filter(|event| matches!(event, Event::Expired(_))).count();
            }
            if let Some(round) = step.round {
                let dealt = 3 * usize::from(step.game.0.hand_size);
                let most = (step.game.0.deck.len() - dealt + back).div_ceil(2);
                assert!(usize::from(round.turns) <= most, "{} turns of {most}", round.turns);
                // Without an Ergo there are exactly as many turns: only cards put back in the last turn were not drawn.
                if round.ended_by == EndedBy::Exhausted && back == 0 {
                    assert_eq!(usize::from(round.turns), most);
                }
            }
        });
    }
}

fn renamed(text: &str, to: [char; 4]) -> String {
    text.chars().map(|c| "ABCD".find(c).map_or(c, |i| to[i])).collect()
}

/// Renaming letters renames verdicts and, with the seats, the points. RULES.md E4, E15, E16.
#[test]
fn renaming_renames_verdicts() {
    let mut rng = Seed::master(24).rng();
    let reading = ergo_engine::ergo::rules::RULEBOOK;
    for _ in 0..5_000 {
        let proof = random_proof(&mut rng, 4);
        let mut order = [0, 1, 2, 3];
        shuffle(&mut rng, &mut order);
        let to = order.map(|i| Symbol::VARIABLES[i].letter());
        let other: Proof = renamed(&proof.to_string(), to).parse().unwrap();
        let (verdict, new) = (judge(&proof, reading), judge(&other, reading));
        for (variable, &i) in order.iter().enumerate() {
            assert_eq!(verdict.status(variable), new.status(i), "{proof} as {other}");
            assert_eq!(verdict.proves(variable), new.proves(i));
        }
        assert_eq!(proof.len(), other.len());
    }
}

/// Renaming letters renames the outcomes of a turn, one to one. RULES.md Counting.
#[test]
fn renaming_renames_outcomes() {
    let mut rng = Seed::master(25).rng();
    let rules = Rules::printed(4);
    for _ in 0..500 {
        let hand: String =
            (0..7).map(|_| *pick(&mut rng, &['A', 'B', 'C', 'D', '&', '>', '~', '(', 'T', 'R', 'X', 'F'])).collect();
        let fallacy = pick(&mut rng, &["-", "-", "fallacy"]);
        let text = format!("{} ; {hand} ; {fallacy} ; ", random_proof(&mut rng, 4));
        let text = text.strip_prefix(' ').map_or(text.clone(), |rest| format!("- {rest}"));
        let mut order = [0, 1, 2, 3];
        shuffle(&mut rng, &mut order);
        let to = order.map(|i| Symbol::VARIABLES[i].letter());
        let count = |text: String| {
            let turn: Turn = format!("{text}BC").parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut proofs: Vec<String> =
                outcomes(&turn.move_generator(&rules)).iter().map(|outcome| outcome.proof.to_string()).collect();
            proofs.sort_unstable();
            proofs
        };
        let mut expected: Vec<String> = count(text.clone()).iter().map(|proof| renamed(proof, to)).collect();
        expected.sort_unstable();
        // "fallacy" has no capital letters to rename.
        assert_eq!(count(renamed(&text, to)), expected, "{text}");
    }
}

/// The order of premises does not matter. RULES.md E15.
#[test]
fn premise_order_changes_no_verdict() {
    let mut rng = Seed::master(26).rng();
    for _ in 0..5_000 {
        let text = random_proof(&mut rng, 5).to_string();
        let mut premises: Vec<&str> = text.split(" / ").collect();
        shuffle(&mut rng, &mut premises);
        let reading = ergo_engine::ergo::rules::RULEBOOK;
        let models = |text: &str| judge(&text.parse().unwrap(), reading);
        assert_eq!(models(&text), models(&premises.join(" / ")), "{text}");
        // Another premise removes assignments, and never adds one.
        let fewer = premises[..below(&mut rng, premises.len() as u32) as usize].join(" / ");
        assert_eq!(models(&text).0 & models(&fewer).0, models(&text).0);
    }
}
