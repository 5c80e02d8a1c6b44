//! Turns, and the ends of rounds and matches: E6 to E9.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::round::{EndedBy, Round};
use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::dealing::first_card;
use super::table::{CROWDED, Step, check_found, each_round, each_step, heap};
use crate::common::{ergo, try_ergo};

/// Checks draws and plays of every turn of random matches.
fn check_turns(setting: &str, draw: usize) {
    let (mut plays, mut short) = (0, 0);
    each_step(2, &format!("{setting} target=30"), 5, |step| {
        if plays == 0 {
            // At the start of the turn the drawn cards are in the hand, and all may be discarded.
            let drawn = step.before.drawn();
            assert!(drawn.len() <= draw);
            if drawn.len() < draw {
                short += 1;
                assert_eq!(step.before.pile().count(), 0);
                assert!(step.seen().last_turn);
            }
            let mut hand = step.before.hand(step.seat);
            drawn.iter().for_each(|&card| hand.remove(card));
        }
        plays += usize::from(step.action.plays());
        let ergo = matches!(step.action, Action::Ergo { .. });
        if !step.same_turn() {
            assert!(plays == draw || ergo, "{plays} plays");
            plays = 0;
        } else {
            assert!(plays < draw);
            assert_eq!(usize::from(step.seen_after().plays_left), draw - plays);
        }
        if let Some(card) = match step.action {
            Action::Discard { card } => Some(card),
            _ => None,
        } {
            assert!(step.before.hand(step.seat).has(card));
        }
    });
    assert!(short > 0 || draw == 1, "the pile never ran out");
}

/// RULES.md E6: options `draw` and `plays`.
#[test]
fn e6_draws_and_plays() {
    for (setting, draw) in [("-", 2), ("draw=1", 1), ("draw=2 plays=2", 2), ("draw=3 plays=3", 3), ("draw=3", 3)] {
        check_turns(setting, draw);
    }
}

/// RULES.md E6 and R4.
#[test]
fn e6_r4_plays_equal_draw() {
    for (setting, good) in [
        ("plays=2", true),
        ("plays=1", false),
        ("draw=1 plays=2", false),
        ("draw=3 plays=3", true),
        ("draw=0", false),
        ("draw=4", false),
    ] {
        assert_eq!(try_ergo(2, setting).is_ok(), good, "{setting}");
    }
    assert_eq!(ergo(2, "draw=3").settings().int("plays"), 3);
    let error = try_ergo(2, "draw=3 plays=1").unwrap_err().to_string();
    assert!(error.contains("plays = 1") && error.contains('3'), "{error}");
}

/// RULES.md E6 and R3: a hand smaller than the number of plays is played in full.
#[test]
fn e6_r3_small_hands() {
    // One card each and a pile of one: three plays are impossible with two cards.
    let few = "draw=3 hand_size=1 cards.a=1 cards.b=1 cards.c=1 cards.d=0 cards.and=0 cards.or=0 cards.then=0 cards.not=0 \
               cards.parenthesis=0 cards.fallacy=0 cards.justification=0 cards.tabula_rasa=0 cards.revolution=0 \
               cards.variable_wild=0 cards.operator_wild=0 cards.ergo=0 max_rounds=20";
    each_step(2, few, 5, |step| {
        assert!(step.before.hand(step.seat).len() <= 2);
        if let Some(round) = step.round {
            assert_eq!((round.turns, round.ended_by), (1, EndedBy::Exhausted));
        }
    });
    // After a short draw a hand is smaller than it was dealt.
    each_round(2, "target=20", 5, 5, |step, round| {
        if round.ended_by == EndedBy::Exhausted {
            let left = step.before.hand(step.seat).len() - usize::from(step.action.plays());
            assert_eq!(left, 5 + step.before.drawn().len() - 2);
        }
    });
}

/// RULES.md E6 and R18: every card of the hand may be discarded at every play.
#[test]
fn e6_r18_every_card_may_be_discarded() {
    for setting in ["target=20".to_owned(), format!("target=20 fallacy_bars=all {CROWDED}")] {
        each_step(3, &setting, 5, |step| {
            for card in step.before.hand(step.seat).kinds() {
                assert!(step.game.is_legal(step.before, Action::Discard { card }));
            }
        });
    }
}

/// Calls `look` with a card discarded in the middle of a turn; returns true if there was one.
fn discarded(step: &Step<'_>, mut look: impl FnMut(ergo_engine::ergo::card::Card)) -> bool {
    match step.action {
        Action::Discard { card } if step.same_turn() => {
            look(card);
            true
        }
        _ => false,
    }
}

/// RULES.md E7: `discards = "out"`.
#[test]
fn e7_discards_are_set_aside() {
    check_found(1_000, 3, "-", 40, |step| {
        discarded(step, |card| {
            let mut expected = step.seen().discards;
            expected.add(card);
            assert_eq!(step.seen_after().discards, expected);
            assert!(step.after.pile().eq(step.before.pile()));
        })
    });
}

/// RULES.md E7: `discards = "bottom"`.
#[test]
fn e7_discards_under_the_pile() {
    check_found(1_000, 3, "discards=bottom", 40, |step| {
        assert!(step.seen_after().discards.is_empty());
        discarded(step, |card| {
            assert!(step.after.pile().eq(step.before.pile().chain([card])));
            assert_eq!(step.seen_after().pile_known.last(), Some(&card));
        })
    });
}

/// RULES.md E7 and R10: `discards = "reshuffle_once"`.
#[test]
fn e7_r10_discards_are_shuffled_once() {
    let settings = "target=60 discards=reshuffle_once";
    // Once a round; all discards and nothing else; the round continues.
    check_found(20, 2, settings, 20, |step| {
        assert!(step.before.events().iter().filter(|&&event| event == Event::Reshuffled).count() <= 1);
        if step.round.is_some() {
            return false;
        }
        let Some(moment) = step.news().iter().position(|&event| event == Event::Reshuffled) else {
            return false;
        };
        let mut expected = step.seen().discards;
        if let Action::Discard { card } = step.action {
            expected.add(card);
        }
        let seen = step.seen_after();
        assert_eq!(seen.reshuffle.unwrap().pile, expected);
        assert!(seen.discards.is_empty() && !seen.last_turn);
        let later = step.news()[moment + 1..].iter().filter(|event| matches!(event, Event::Drew(..))).count();
        assert_eq!(step.after.pile().count() + later, expected.len());
        true
    });
    // Also between two cards of one draw.
    check_found(5, 2, settings, 20, |step| {
        let is_between = |news: &[Event]| matches!(news, [.., Event::Drew(..), Event::Reshuffled, Event::Drew(..)]);
        step.round.is_none() && is_between(step.news())
    });
    // The second pile ends the round; no discard returns to play under `out`.
    check_found(20, 2, settings, 20, |step| {
        step.round.is_some_and(|round| round.ended_by == EndedBy::Exhausted) && step.seen().reshuffle.is_some()
    });
    each_step(2, "target=60", 5, |step| assert!(step.seen_after().reshuffle.is_none()));
}

/// RULES.md E7: option `max_turns`.
#[test]
fn e7_max_turns() {
    let endless = "target=20 discards=bottom wild_as_ergo=false cards.ergo=0";
    each_round(2, &format!("{endless} max_turns=7"), 5, 5, |_, round| {
        assert_eq!((round.turns, round.ended_by), (7, EndedBy::MaxTurns));
        assert_eq!(round.ended_by.word(), "max_turns");
    });
    // If all cards are discarded, the round continues to turn 200 by default.
    for (setting, turns) in [("discards=bottom", 200), ("discards=bottom max_turns=201", 201), ("discards=out", 23)] {
        let game = ergo(2, setting);
        let mut state = game.deal(&mut Seed::master(7).rng());
        let round = loop {
            let card = first_card(&game, &state);
            if let Some(round) = game.apply_recorded(&mut state, Action::Discard { card }) {
                break round;
            }
        };
        assert_eq!(round.turns, turns, "{setting}");
    }
}

/// RULES.md E7 and R11: a round ended by `max_turns` is scored; if both ends coincide, the exhausted pile is the
/// reason.
#[test]
fn e7_r11_max_turns_and_the_pile() {
    // No card is put back: 48 cards, 10 dealt, 38 to draw in 19 turns.
    let settings = "target=20 cards.fallacy=0 cards.tabula_rasa=0 cards.ergo=0 wild_as_ergo=false";
    for (most, turns, end) in [(19, 19, EndedBy::Exhausted), (20, 19, EndedBy::Exhausted), (18, 18, EndedBy::MaxTurns)]
    {
        let mut paid = 0;
        each_round(2, &format!("{settings} max_turns={most}"), 20, 10, |_, round| {
            assert_eq!((round.turns, round.ended_by), (turns, end), "max_turns = {most}");
            paid += round.points.iter().sum::<i32>();
        });
        assert!(paid > 0);
    }
}

/// RULES.md E8.
#[test]
fn e8_end_of_a_round() {
    for setting in ["target=40".to_owned(), format!("target=40 {CROWDED}")] {
        each_step(2, &setting, 10, |step| {
            let ergo = matches!(step.action, Action::Ergo { .. });
            let last = step.seen().last_turn;
            assert!(!last || step.before.events().iter().any(|event| matches!(event, Event::Drew(..))));
            let whole = step.seen().plays_left == step.action.plays();
            let expected = match (ergo, last && whole) {
                (true, _) => Some(EndedBy::Ergo(step.seat)),
                (false, true) => Some(EndedBy::Exhausted),
                _ => None,
            };
            assert_eq!(step.round.map(|round| round.ended_by), expected);
            if !last && step.round.is_none() && step.same_turn() {
                assert!(step.before.pile().count() > 0);
            }
        });
    }
}

/// RULES.md E8: cards put under the pile in the last turn do not prolong the round; earlier ones do.
#[test]
fn e8_last_turn_is_last() {
    let settings = format!("target=60 cards.ergo=0 wild_as_ergo=false {CROWDED}");
    check_found(5, 2, &settings, 120, |step| {
        let mut proof = *step.before.proof();
        let put_back = step.before.pile().count() + proof.play(step.action).len();
        put_back > 0 && step.round.is_some_and(|round| round.ended_by == EndedBy::Exhausted)
    });
    let mut longest = 0;
    each_round(2, &settings, 20, 20, |_, round| longest = longest.max(round.turns));
    let deck = ergo(2, &settings).0.deck.len();
    assert!(usize::from(longest) > (deck - 10).div_ceil(2), "{longest} turns");
}

/// Asserts that the match ends exactly under the conditions of E9.
fn check_end(number: usize, setting: &str, target: i32, share: bool, most: u32) -> usize {
    let mut ties = 0;
    let mut scores = vec![0; number];
    each_round(number, setting, 60, 60, |step, round| {
        for (seat, &points) in round.points.entries() {
            scores[seat.index()] += points;
        }
        assert_eq!(round.scores.iter().copied().collect::<Vec<_>>(), scores);
        let best = *scores.iter().max().unwrap();
        let leaders = scores.iter().filter(|&&score| score == best).count();
        let over = best >= target && (leaders == 1 || share) || step.before.round() >= most;
        ties += usize::from(best >= target && leaders > 1);
        assert_eq!(round.winners.is_some(), over, "{scores:?} with {setting}");
        match step.game.status(step.after) {
            Status::ToMove(_) => assert!(!over),
            Status::Over(outcome) => {
                assert!(over);
                let won: Vec<bool> = scores.iter().map(|&score| score == best).collect();
                assert_eq!(outcome.winners.iter().copied().collect::<Vec<_>>(), won);
                assert_eq!(outcome.scores.iter().copied().collect::<Vec<_>>(), scores);
                scores.fill(0);
            }
        }
    });
    ties
}

/// RULES.md E9 and R13: options `target` and `ties`.
#[test]
fn e9_r13_end_of_a_match() {
    for number in 2..=4 {
        check_end(number, "-", 50, false, 1000);
        assert!(check_end(number, "target=1", 1, false, 1000) > 0, "ties are played on");
        assert!(check_end(number, "target=1 ties=share", 1, true, 1000) > 0, "ties are shared");
        check_end(number, "target=20 ties=play_on", 20, false, 1000);
    }
}

/// RULES.md E9 and R12: option `max_rounds`.
#[test]
fn e9_r12_max_rounds() {
    check_end(2, "max_rounds=1", 50, false, 1);
    check_end(3, "max_rounds=2", 50, false, 2);
    check_end(4, "max_rounds=3 target=1000000", 1_000_000, false, 3);
    let shared = |step: &Step<'_>| match step.game.status(step.after) {
        Status::Over(outcome) => outcome.winners.iter().filter(|&&won| won).count() > 1,
        Status::ToMove(_) => false,
    };
    check_found(5, 2, "max_rounds=1", 40, shared);
}

/// RULES.md E9 and R21: each round has all cards and its own shuffle.
#[test]
fn e9_r21_rounds_are_independent() {
    let mut hands = std::collections::BTreeSet::new();
    let mut rounds = 0;
    each_round(2, "-", 10, 50, |step, _| {
        if matches!(step.game.status(step.after), Status::ToMove(_)) {
            rounds += 1;
            hands.insert((step.after.hand(Seat::new(0)), step.after.hand(Seat::new(1))));
            assert!(step.after.events().iter().all(|event| matches!(event, Event::Drew(_, None))));
            assert!(step.seen_after().discards.is_empty());
        }
    });
    assert!(hands.len() * 10 > rounds * 9, "{} different deals of {rounds}", hands.len());
}

/// RULES.md E9: no printed deck has more than 44 cards that fit a proof.
#[test]
fn e9_no_round_scores_fifty() {
    for deck in ["2009", "2015"] {
        let cards = ergo(2, &format!("deck={deck}")).0.deck;
        let fit: usize = cards.cards().filter(|card| card.is_symbol()).count();
        assert_eq!(fit, 44, "{deck}");
    }
    assert!(heap("ABCD&|>~(XY").cards().all(|card| card.is_symbol()));
    assert!(heap("FJTRE").cards().all(|card| !card.is_symbol()));
}

/// RULES.md E9 and R14: a round ended by a fault scores no points.
#[test]
fn e9_r14_faults_score_no_points() {
    let mut proven = 0;
    each_step(3, "target=20", 5, |step| {
        let round: Round = step.game.abandon(step.before, step.seat, "illegal").unwrap();
        assert_eq!(round.ended_by, EndedBy::Fault(step.seat, "illegal"));
        assert!(round.points.iter().all(|&points| points == 0));
        assert_eq!(round.proof, *step.before.proof());
        assert_eq!(round.winners, None);
        proven += u32::from((0..3).any(|variable| round.verdict.proves(variable)));
    });
    assert!(proven > 0, "some rounds would have scored");
}

/// Settings parse back to the same rules. RULES.md E1 to E24.
#[test]
fn e9_settings_parse_back() {
    for text in
        ["-", "starter=rotate ties=share", "discards=bottom max_turns=9 target=7 max_rounds=3", CROWDED, "deck=2015"]
    {
        let game = ergo(3, text);
        let all = game.settings();
        let given: Settings = text.parse().unwrap();
        let checked = given.checked(&Ergo::options()).unwrap();
        for key in given.0.keys() {
            assert_eq!(all.0[key], checked.0[key], "{key} of {text}");
        }
        assert_eq!(Ergo::configure(game.seats(), &all).unwrap(), game, "{text}");
    }
}
