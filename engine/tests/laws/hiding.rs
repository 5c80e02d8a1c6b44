//! Observations show no hidden cards, and determinizations are consistent and fair. RULES.md E24. Turns through the
//! state agree with turns through the move generator. RULES.md R1.

use std::collections::{BTreeMap, BTreeSet};

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::determinize::Determinizer;
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::{CardCounts, Hand};
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::turn::{each_way, follow, outcomes};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::Seat;

const CROWDED: &str = "cards.tabula_rasa=8 cards.revolution=4 cards.variable_wild=5 cards.operator_wild=5 cards.fallacy=8 \
                       cards.justification=6";

/// Calls a function with positions of random matches, about one in `every`.
fn each_position(
    seats: usize,
    settings: &str,
    matches: u64,
    every: u32,
    mut see: impl FnMut(&Ergo, &State, Seat, &mut Rng),
) {
    let game = crate::common::ergo(seats, settings);
    for number in 0..matches {
        let mut rng = Seed::master(number).derive("hiding", &[]).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(seat) = game.status(&state) {
            if below(&mut rng, every) == 0 {
                see(&game, &state, seat, &mut rng);
            }
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            game.apply(&mut state, action);
        }
    }
}

/// Returns the cards that a seat cannot locate, counted independently.
fn unplaced(game: &Ergo, seen: &Observation) -> CardCounts {
    let mut left = game.0.deck;
    let mut take = |card| left.remove(card);
    seen.hand.cards().for_each(&mut take);
    seen.proof.tiles().for_each(|tile| take(tile.card()));
    seen.discards.cards().for_each(&mut take);
    seen.pile_known.iter().for_each(|&card| take(card));
    for (seat, before) in seen.before.entries() {
        if before.fallacy.is_some() {
            take(Card::Fallacy);
        }
        if seat != seen.seat {
            seen.shown[seat].cards().for_each(&mut take);
        }
    }
    for event in &seen.events {
        match event {
            Event::Played(_, Action::Remove { .. } | Action::Replace { .. } | Action::TakeBack { .. }) => {
                take(Card::TabulaRasa)
            }
            Event::Played(_, Action::RemoveTwo { .. }) => (0..2).for_each(|_| take(Card::TabulaRasa)),
            Event::Played(_, Action::Swap { .. }) => take(Card::Revolution),
            Event::Played(_, Action::Justification { card }) => [*card, Card::Fallacy].into_iter().for_each(&mut take),
            _ => {}
        }
    }
    left
}

/// Every determinization has the deck's cards, keeps known cards in place, and yields the same observation.
#[test]
fn determinizations_are_consistent() {
    let tables = [
        (2, "target=30"),
        (3, "target=30 discards=bottom max_turns=50"),
        (4, "target=30 discards=reshuffle_once"),
        (3, "target=30 discards=reshuffle_once draw=3"),
    ];
    for (seats, settings) in tables {
        for extra in ["", CROWDED] {
            each_position(seats, &format!("{settings} {extra}"), 60, 2, |game, state, _, rng| {
                for seat in game.seats().iter() {
                    let seen = game.observe(state, seat);
                    let unplaced = unplaced(game, &seen);
                    for _ in 0..3 {
                        let world = game.determinize(&seen, rng);
                        assert_eq!(game.observe(&world, seat), seen);
                        let tail: Vec<Card> =
                            world.pile().skip(usize::from(seen.pile) - seen.pile_known.len()).collect();
                        assert_eq!(tail, seen.pile_known.as_slice());
                        let mut placed: CardCounts = world.pile().take(usize::from(seen.pile) - tail.len()).collect();
                        for other in game.seats().iter().filter(|&other| other != seat) {
                            let mut hand = world.hand(other);
                            seen.shown[other].cards().for_each(|card| hand.remove(card));
                            hand.cards().for_each(|card| placed.add(card));
                        }
                        assert_eq!(world.hand(seat), seen.hand);
                        assert_eq!(placed, unplaced);
                        // The observation of another seat in that world can be determinized in turn.
                        for other in game.seats().iter() {
                            let theirs = game.observe(&world, other);
                            assert_eq!(game.observe(&game.determinize(&theirs, rng), other), theirs);
                        }
                    }
                }
            });
        }
    }
}

/// A prepared determinizer produces the same worlds as single calls, regardless of the buffer.
#[test]
fn prepared_determinizer_matches_single_calls() {
    for (seats, settings) in
        [(2, "target=30"), (3, "target=30 discards=bottom"), (4, "target=30 discards=reshuffle_once")]
    {
        let mut room: Option<State> = None;
        each_position(seats, &format!("{settings} {CROWDED}"), 12, 5, |game, state, seat, rng| {
            let seen = game.observe(state, seat);
            let worlds = Determinizer::new(&game.0, &seen);
            for _ in 0..3 {
                let (mut one_by_one, mut ready, mut new) = (rng.clone(), rng.clone(), rng.clone());
                let mut world = game.determinize(&seen, &mut one_by_one);
                let room = room.get_or_insert_with(|| state.clone());
                worlds.draw_into(room, &mut ready);
                let mut drawn = worlds.draw(&mut new);
                assert!(one_by_one == ready && one_by_one == new);
                // The next round shows whether the seed of the match is the same.
                for _ in 0..80 {
                    for other in [&*room, &drawn] {
                        for seat in game.seats().iter() {
                            assert_eq!(game.observe(other, seat), game.observe(&world, seat));
                        }
                        assert!(other.pile().eq(world.pile()));
                    }
                    if !matches!(game.status(&world), Status::ToMove(_)) {
                        break;
                    }
                    let action = game.sample_action(&world, &mut one_by_one, &mut Vec::new());
                    for state in [&mut world, room, &mut drawn] {
                        game.apply(state, action);
                    }
                }
                *rng = ready;
            }
        });
    }
}

/// A hand includes another if it has at least as many cards of each kind; the counts of the difference add up.
#[test]
fn hand_inclusion_matches_counts() {
    let mut rng = Seed::master(6).rng();
    let mut drawn = |most: u32| -> Hand {
        (0..below(&mut rng, most)).map(|_| Card::from_index([0, 3, 6, 9, 16][below(&mut rng, 5) as usize])).collect()
    };
    let mut included = 0;
    for _ in 0..20_000 {
        let (hand, other) = (drawn(15), drawn(5));
        let expected = Card::ALL.iter().all(|&card| hand.count(card) >= other.count(card));
        assert_eq!(hand.includes(other), expected, "{hand} {other}");
        if expected {
            included += 1;
            let mut left = hand.without(other);
            other.cards().for_each(|card| left.add(card));
            assert_eq!(left, hand);
        }
    }
    assert!((2_000..18_000).contains(&included));
}

/// Following a way to play a turn has the same result as when it was found; other ways are errors.
#[test]
fn found_ways_can_be_followed() {
    let mut strangers = [0, 0];
    each_position(3, &format!("target=30 {CROWDED}"), 6, 25, |game, state, _, rng| {
        let mover = state.move_generator(&game.0);
        let mut ways = BTreeMap::new();
        each_way(&mover, &mut |actions, outcome| {
            assert_eq!(follow(&mover, actions), Some(*outcome));
            assert!(actions.len() == 1 || follow(&mover, &actions[..actions.len() - 1]).is_none());
            ways.insert(actions.to_vec(), *outcome);
        });
        // Ways of another seat's turn, which differ in a few cards and plays.
        let other = game.determinize(&game.observe(state, game.seats().after(state.to_move())), rng);
        each_way(&other.move_generator(&game.0), &mut |actions, _| {
            let found = follow(&mover, actions);
            strangers[usize::from(found.is_some())] += 1;
            if let Some(known) = ways.get(actions) {
                assert_eq!(found, Some(*known));
            }
            if let Some(outcome) = found {
                assert!(ways.values().any(|known| *known == outcome));
            }
        });
    });
    assert!(strangers.iter().all(|&count| count > 100), "{strangers:?}");
}

/// Two states that differ only in hidden cards and the seed have the same observations: observations depend only on
/// public plays and own cards.
#[test]
fn hidden_cards_leave_observations_unchanged() {
    each_position(3, &format!("target=30 {CROWDED}"), 4, 8, |game, state, seat, rng| {
        let one = game.determinize(&game.observe(state, seat), rng);
        let other = game.determinize(&game.observe(state, seat), rng);
        // The same holds later, as long as the hidden cards are not drawn.
        for world in [&one, &other] {
            assert_eq!(game.observe(world, seat), game.observe(state, seat));
        }
        let (mut one, mut other) = (one, other);
        while let Status::ToMove(mover) = game.status(&one) {
            if mover != seat || one.turn() != state.turn() {
                break;
            }
            let action = game.sample_action(&one, rng, &mut Vec::new());
            let ended = game.apply_recorded(&mut one, action).is_some();
            assert_eq!(game.apply_recorded(&mut other, action).is_some(), ended);
            if ended {
                // A new deal has different own cards.
                break;
            }
            assert_eq!(game.observe(&one, seat).events.len(), game.observe(&other, seat).events.len());
            if one.to_move() == seat {
                assert_eq!(game.observe(&one, seat), game.observe(&other, seat));
            }
        }
    });
}

/// Tests whether counts of kinds fit their expected values; about one false alarm in a million.
#[track_caller]
fn check_fit(counts: &[f64], expected: &[f64], what: &str) {
    let kinds = expected.iter().filter(|&&expected| expected > 0.0).count();
    let mut chi_square = 0.0;
    for (&count, &expected) in counts.iter().zip(expected) {
        assert!(expected > 0.0 || count == 0.0, "{what}: impossible card");
        if expected > 0.0 {
            chi_square += (count - expected).powi(2) / expected;
        }
    }
    let (freedom, doubt) = (kinds as f64 - 1.0, 1e6_f64.ln());
    let most = freedom + 2.0 * (freedom * doubt).sqrt() + 2.0 * doubt;
    assert!(chi_square <= most, "{what}: chi-square {chi_square:.1} of {most:.1}\n{counts:?}\n{expected:?}");
}

/// Every card that a seat cannot locate is equally likely at each unknown place.
#[test]
fn determinizations_are_uniform() {
    const DRAWS: usize = 4_000;
    let mut positions = 0;
    for (seats, settings) in [(2, "target=10".to_owned()), (4, format!("target=10 {CROWDED}"))] {
        each_position(seats, &settings, 2, 11, |game, state, _, rng| {
            positions += 1;
            let seat = Seat::new(below(rng, seats as u32) as usize);
            let seen = game.observe(state, seat);
            let unplaced = unplaced(game, &seen);
            let open = usize::from(seen.pile) - seen.pile_known.len();
            let mut piles = vec![[0.0; Card::ALL.len()]; open];
            let mut hands = vec![[0.0; Card::ALL.len()]; seats];
            for _ in 0..DRAWS {
                let world = game.determinize(&seen, rng);
                for (counts, card) in piles.iter_mut().zip(world.pile()) {
                    counts[card as usize] += 1.0;
                }
                for other in game.seats().iter().filter(|&other| other != seat) {
                    let mut hand = world.hand(other);
                    seen.shown[other].cards().for_each(|card| hand.remove(card));
                    hand.cards().for_each(|card| hands[other.index()][card as usize] += 1.0);
                }
            }
            let share = |places: usize| -> Vec<f64> {
                let each = (DRAWS * places) as f64 / unplaced.len().max(1) as f64;
                Card::ALL.iter().map(|&card| f64::from(unplaced.count(card)) * each).collect()
            };
            for (place, counts) in piles.iter().enumerate() {
                check_fit(counts, &share(1), &format!("place {place} of the pile"));
            }
            for other in game.seats().iter().filter(|&other| other != seat) {
                let places = usize::from(seen.hand_sizes[other]) - seen.shown[other].len();
                check_fit(&hands[other.index()], &share(places), &format!("hand of seat {other}"));
            }
        });
    }
    assert!(positions > 20, "{positions} positions");
}

/// Returns the proof and hand at the end of every way to play a turn with `apply`. Every proof on the way is
/// grammatical.
fn played_out(game: &Ergo, state: &State, seat: Seat, turn: u16, ends: &mut BTreeSet<(Proof, Hand)>) {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    assert!(!legal.is_empty(), "no legal action");
    for action in legal {
        let mut after = state.clone();
        let mut hand = state.hand(seat);
        action.cards().into_iter().for_each(|card| hand.remove(card));
        if let Some(round) = game.apply_recorded(&mut after, action) {
            ends.insert((round.proof, hand));
            continue;
        }
        assert_eq!(after.proof().to_string().parse::<Proof>().as_ref(), Ok(after.proof()), "ungrammatical proof");
        if after.turn() == turn {
            assert_eq!(after.hand(seat), hand);
            played_out(game, &after, seat, turn, ends);
        } else {
            ends.insert((*after.proof(), hand));
        }
    }
}

/// RULES.md R1: from every position the turn can be played to each of its outcomes, and to no others.
#[test]
fn actions_reach_exactly_all_outcomes() {
    for (seats, settings) in [
        (2, "target=10".to_owned()),
        (3, format!("target=5 {CROWDED}")),
        (2, "target=1 draw=1".to_owned()),
        (3, format!("target=5 fallacy_bars=all premises=2 {CROWDED}")),
    ] {
        let mut positions = 0;
        each_position(seats, &settings, 2, 3, |game, state, seat, _| {
            let mut ends = BTreeSet::new();
            played_out(game, state, seat, state.turn(), &mut ends);
            let seen = game.observe(state, seat);
            let mover = seen.move_generator(&game.0);
            let expected: BTreeSet<(Proof, Hand)> =
                outcomes(&mover).iter().map(|outcome| (outcome.proof, outcome.hand)).collect();
            assert_eq!(ends, expected);
            let mut listed = Vec::new();
            mover.list(&mut listed);
            assert_eq!(listed.len(), mover.count() as usize);
            positions += 1;
        });
        assert!(positions > 5, "{positions} positions with {settings}");
    }
}
