//! E24.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::game::Game;

use super::table::{CROWDED, check_found, each_step, seats};

/// RULES.md E24: every seat sees what is public.
#[test]
fn e24_public() {
    for settings in ["target=20".to_owned(), format!("target=20 discards=bottom max_turns=50 {CROWDED}")] {
        each_step(3, &settings, 4, |step| {
            for seat in seats(step.game) {
                let seen = step.game.observe(step.before, seat);
                assert_eq!((seen.seat, seen.to_move), (seat, step.seat));
                assert_eq!(seen.proof, *step.before.proof());
                assert_eq!(seen.hand, step.before.hand(seat));
                assert_eq!(usize::from(seen.pile), step.before.pile().count());
                assert_eq!(
                    (seen.turn, seen.round, seen.starter),
                    (step.before.turn(), step.before.round(), step.before.starter())
                );
                assert_eq!(seen.events, step.before.events());
                for other in seats(step.game) {
                    assert_eq!(usize::from(seen.hand_sizes[other]), step.before.hand(other).len());
                    assert_eq!(seen.before[other], step.before.fallacy_status(other));
                }
            }
        });
    }
}

/// RULES.md E24: every play, and discards in order.
#[test]
fn e24_plays_are_remembered_in_order() {
    let mut plays = Vec::new();
    each_step(2, "target=20", 5, |step| {
        if step.before.turn() == 1 && step.before.events().iter().all(|event| matches!(event, Event::Drew(..))) {
            plays.clear();
        }
        let seen = step.seen();
        let told: Vec<_> = seen.events.iter().filter(|event| matches!(event, Event::Played(..))).copied().collect();
        assert_eq!(told, plays);
        plays.push(Event::Played(step.seat, step.action));
    });
}

/// RULES.md E24 and R19: known cards under the pile, until they are drawn.
#[test]
fn e24_r19_cards_under_the_pile_are_known() {
    let settings = format!("target=40 {CROWDED}");
    let mut drawn = 0;
    check_found(100, 3, &settings, 8, |step| {
        let seen = step.seen();
        let pile: Vec<Card> = step.before.pile().collect();
        assert!(pile.ends_with(&seen.pile_known));
        for seat in seats(step.game) {
            let (shown, mut hand) = (seen.shown[seat], step.before.hand(seat));
            shown.cards().for_each(|card| hand.remove(card));
        }
        if step.round.is_none() {
            drawn += step.news().iter().filter(|event| matches!(event, Event::Drew(_, Some(_)))).count();
        }
        !seen.pile_known.is_empty()
    });
    assert!(drawn > 20, "{drawn} known cards drawn");
    // A known card stays known after it is drawn, until a card of that kind is played.
    let mut shown = [Hand::EMPTY; 4];
    each_step(2, &settings, 8, |step| {
        if step.round.is_some() {
            shown = [Hand::EMPTY; 4];
            return;
        }
        for event in step.news() {
            match event {
                Event::Drew(seat, Some(card)) => shown[seat.index()].add(*card),
                Event::Played(seat, action) => {
                    for card in action.cards() {
                        if shown[seat.index()].has(card) {
                            shown[seat.index()].remove(card);
                        }
                    }
                }
                _ => {}
            }
        }
        let seen = step.seen_after();
        for seat in seats(step.game) {
            assert_eq!(seen.shown[seat], shown[seat.index()]);
        }
    });
}

/// RULES.md E24: drawn cards are shown only if they were known to all.
#[test]
fn e24_draws_are_hidden() {
    each_step(2, &format!("target=20 {CROWDED}"), 5, |step| {
        if step.round.is_none() && !step.same_turn() {
            let told = step.news().iter().filter(|event| matches!(event, Event::Drew(_, Some(_)))).count();
            // As many as were known under the pile: those of the known tail that the draw reached.
            let known = step.seen_after().pile_known.len();
            if told > 0 {
                assert_eq!(known, step.after.pile().count());
            }
        }
    });
}

/// RULES.md E24 and R20: after a reshuffle the cards of the new pile are known, but not their order.
#[test]
fn e24_r20_after_a_reshuffle() {
    check_found(50, 3, "target=40 discards=reshuffle_once", 10, |step| {
        let seen = step.seen();
        let happened = seen.events.contains(&Event::Reshuffled);
        assert_eq!(seen.reshuffle.is_some(), happened);
        if happened {
            let new = seen.reshuffle.unwrap().pile;
            for card in step.before.pile().take(usize::from(seen.pile) - seen.pile_known.len()) {
                assert!(new.count(card) > 0);
            }
        }
        happened
    });
}

/// RULES.md E24: states that differ only in hidden cards have the same observation.
#[test]
fn e24_observations_hide_hands() {
    each_step(4, "target=10", 2, |step| {
        let seen = serde_json::to_value(step.seen()).unwrap();
        let fields: Vec<&str> = seen.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = "discards events fallacy hand hand_sizes immune last_turn pile pile_known plays_left proof \
                        reshuffle round scores seat shown starter to_move turn variable winners";
        let fields = fields.join(" ");
        assert_eq!(fields, expected, "add a new field here and in hiding.rs");
    });
}
