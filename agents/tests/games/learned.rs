//! Tests of the inputs of nets, and of the agent that plays by them.

use std::collections::BTreeMap;

use ergo_agents::games::ergo::features::round_clock::{RoundClock, TurnChange};
use ergo_agents::games::ergo::features::{INPUTS, VERSION, describe};
use ergo_agents::games::ergo::shipped::{RUNS, read_net, shipped_net};
use ergo_agents::games::ergo::td::sample_turn;
use ergo_agents::games::ergo::value_net::{NetScratch, each_value, margin, state_value};
use ergo_agents::net::format::{Purpose, to_bytes};
use ergo_agents::net::mlp::{Inputs, Mlp};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::Outcome;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::laws::random_match;
use ergo_engine::options::Configurable;
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

use crate::play::build;

/// Rules that exercise other code than the printed ones.
const OPTIONS: [&str; 7] = [
    "-",
    "discards=bottom max_turns=40 fallacy_bars=all",
    "discards=reshuffle_once starter=rotate then_chain=chain",
    "draw=3 premises=8 hand_size=7",
    "draw=1 hand_size=2 wild_as_ergo=false fallacy_turns=1",
    "cards.fallacy=12 cards.tabula_rasa=6 cards.ergo=0 fallacy_turns=5",
    "cards.revolution=9 cards.variable_wild=9 cards.operator_wild=9",
];

/// Returns the games of [`OPTIONS`] with every number of seats.
fn games() -> impl Iterator<Item = Ergo> {
    OPTIONS.into_iter().flat_map(|options| (2..=4).map(move |seats| Ergo::from_text(seats, options).unwrap()))
}

fn features(game: &Ergo, seen: &Observation) -> Inputs {
    let mut inputs = Inputs::default();
    describe(&game.0, seen, &mut inputs);
    inputs
}

/// Returns an untrained net.
fn untrained() -> Mlp {
    Mlp::random(&[INPUTS, 16, 1], 90, &mut Seed::master(8).rng())
}

#[test]
fn included_nets_are_valid_and_distinct() {
    let mut all: Vec<&Mlp> = Vec::new();
    for (seats, run) in (2..=4).flat_map(|seats| (1..=RUNS).map(move |run| (seats, run))) {
        let net = shipped_net(SeatCount::new(seats), run);
        assert!(all.iter().all(|other| *other != net), "{seats} seats, run {run}");
        all.push(net);
    }
}

/// Run 0 is the mean of all nets for the number of seats, up to rounding.
#[test]
fn committee_outputs_the_mean() {
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let mut room = NetScratch::default();
        for state in random_match(&game, Seed::master(2), 60).iter().step_by(7) {
            let seen = game.observe(state, state.to_move());
            let mut value = |run| state_value(shipped_net(game.seats(), run), &game.0, &seen, &mut room);
            let mean = (1..=RUNS).map(&mut value).sum::<f64>() / RUNS as f64;
            assert!((value(0) - mean).abs() < 1e-3, "{} and {mean}", value(0));
        }
    }
    let narrow = Mlp::random(&[INPUTS - 1, 4, 1], 90, &mut Seed::master(8).rng());
    let deep = Mlp::random(&[INPUTS, 4, 4, 1], 90, &mut Seed::master(8).rng());
    assert!(Mlp::committee(&[]).is_none());
    assert!(Mlp::committee(&[&untrained(), &narrow]).is_none());
    assert!(Mlp::committee(&[&untrained(), &deep]).is_none());
}

#[test]
fn weights_for_other_inputs_or_seats_are_rejected() {
    let bytes = |features, seats| to_bytes(&untrained(), Purpose { features, seats });
    assert!(read_net(&bytes(VERSION, 3), SeatCount::new(3)).is_ok());
    let refusal = |bytes: &[u8]| read_net(bytes, SeatCount::new(3)).unwrap_err().to_string();
    assert!(refusal(&bytes(VERSION + 1, 3)).contains("train them again"));
    assert!(refusal(&bytes(VERSION, 2)).contains("weights for 2 seats, expected 3"));
}

/// Folds the values of the included nets for the positions of a random match into a number. It changes only with
/// the inputs, the weights and the order of summation.
#[test]
fn net_values_are_identical_on_every_machine() {
    let folded: Vec<u64> = (2..=4)
        .map(|seats| {
            let game = Ergo(Rules::printed(seats));
            let (net, mut room) = (shipped_net(game.seats(), 1), NetScratch::default());
            let mut fold = 0_u64;
            for state in random_match(&game, Seed::master(4), 300) {
                for seat in game.seats().iter() {
                    let utilities = state_value(net, &game.0, &game.observe(&state, seat), &mut room);
                    fold = (fold.rotate_left(5) ^ utilities.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                }
            }
            fold
        })
        .collect();
    assert_eq!(folded, [6_129_908_343_387_661_296, 6_774_399_965_320_736_227, 15_846_678_083_684_117_757]);
}

/// RULES.md E24: the inputs do not depend on hidden cards.
#[test]
fn features_ignore_hidden_cards() {
    let mut rng = Seed::master(9).rng();
    for game in games() {
        let mut differed = 0;
        for state in random_match(&game, Seed::master(1), 300).iter().step_by(5) {
            for seat in game.seats().iter() {
                let seen = game.observe(state, seat);
                let other = game.determinize(&seen, &mut rng);
                assert_eq!(features(&game, &seen), features(&game, &game.observe(&other, seat)));
                differed += game.seats().iter().filter(|&seat| other.hand(seat) != state.hand(seat)).count();
            }
        }
        assert!(differed > 20);
    }
}

/// Returns `seen` with all seats, and the letters with them, moved by `by`.
fn rotate_seats(game: &Ergo, seen: &Observation, by: usize) -> Observation {
    let seats = game.seats();
    let on = |seat: Seat| Seat::new((seat.index() + by) % seats.get());
    let back = |seat: Seat| Seat::new((seat.index() + seats.get() - by) % seats.get());
    let card = |card: Card| match card as usize {
        letter if letter < seats.get() => Card::from_index(on(Seat::new(letter)).index()),
        _ => card,
    };
    let hand = |hand: Hand| -> Hand { hand.cards().map(card).collect() };
    let letter = |c: char| match Card::from_letter(c) {
        Some(letter) if letter.is_symbol() => card(letter).letter(),
        _ => c,
    };
    fn around<T: Clone>(map: &SeatMap<T>, seats: SeatCount, back: impl Fn(Seat) -> Seat) -> SeatMap<T> {
        SeatMap::from_fn(seats, |seat| map[back(seat)].clone())
    }
    let text: String = seen.proof.to_string().chars().map(letter).collect();
    let proof = if seen.proof.is_empty() { Proof::default() } else { text.parse().unwrap() };
    Observation {
        seat: on(seen.seat),
        to_move: on(seen.to_move),
        starter: on(seen.starter),
        proof,
        hand: hand(seen.hand),
        hand_sizes: around(&seen.hand_sizes, seats, back),
        shown: around(&seen.shown, seats, back).map(|shown| hand(*shown)),
        before: around(&seen.before, seats, back),
        scores: around(&seen.scores, seats, back),
        pile_known: seen.pile_known.iter().map(|&known| card(known)).collect(),
        discards: seen.discards.cards().map(card).collect(),
        ..seen.clone()
    }
}

/// If seats and letters are rotated together, the inputs stay the same.
#[test]
fn features_are_relative_to_the_own_seat() {
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let mut own_letters_differ = 0;
        for state in random_match(&game, Seed::master(2), 400).iter().step_by(3) {
            for seat in game.seats().iter() {
                let seen = game.observe(state, seat);
                let inputs = features(&game, &seen);
                for by in 1..seats {
                    let moved = rotate_seats(&game, &seen, by);
                    let mut entries = features(&game, &moved).entries().to_vec();
                    let mut expected = inputs.entries().to_vec();
                    entries.sort_by_key(|entry| entry.0);
                    expected.sort_by_key(|entry| entry.0);
                    assert_eq!(entries, expected, "seat {seat} of {seats} moved by {by}");
                    own_letters_differ += usize::from(moved.proof != seen.proof);
                }
            }
        }
        assert!(own_letters_differ > 50);
    }
}

/// Every input is nonzero in some position, and none is set twice.
#[test]
fn every_input_is_set_in_some_position() {
    let mut used = vec![false; INPUTS];
    for (i, game) in games().enumerate() {
        for state in random_match(&game, Seed::master(i as u64), 3_000) {
            for seat in game.seats().iter() {
                let inputs = features(&game, &game.observe(&state, seat));
                let mut places: Vec<u16> = inputs.entries().iter().map(|entry| entry.0).collect();
                places.sort();
                assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
                places.iter().for_each(|&place| used[usize::from(place)] = true);
            }
        }
    }
    let unused: Vec<usize> = (0..INPUTS).filter(|&place| !used[place]).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// One turn of a random match: the seat's observation before it, the state when the next turn began, and its
/// actions.
struct Turn<'a> {
    before: &'a Observation,
    after: &'a State,
    actions: Vec<ergo_engine::ergo::action::Action>,
}

/// Calls `see` with whole turns of random actions that do not end the round.
fn each_turn(game: &Ergo, seed: u64, turns: usize, mut see: impl FnMut(&Turn<'_>)) {
    let mut rng = Seed::master(seed).rng();
    let mut state = game.deal(&mut rng);
    for _ in 0..turns {
        let Status::ToMove(seat) = game.status(&state) else {
            state = game.deal(&mut rng);
            continue;
        };
        let (before, turn) = (game.observe(&state, seat), state.turn());
        let (mut actions, mut ended) = (Vec::new(), false);
        while !ended && state.turn() == turn {
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            actions.push(action);
            ended = game.apply_recorded(&mut state, action).is_some();
        }
        if !ended {
            see(&Turn { before: &before, after: &state, actions });
        }
    }
}

/// The value of a turn equals that of the position after it, and the predicted clock is correct.
#[test]
fn turn_value_equals_value_of_next_position() {
    let net = untrained();
    for (i, game) in games().enumerate() {
        let (mut room, mut other) = (NetScratch::default(), NetScratch::default());
        let mut seen_turns = 0;
        each_turn(&game, i as u64, 400, |turn| {
            let (seat, mut found) = (turn.before.seat, None);
            let taken_back = turn.actions.iter().filter(|action| action.returned_card().is_some()).count();
            each_value(&net, &game.0, turn.before, &mut room, &mut |way, value| {
                if way.actions().eq(turn.actions.iter().copied()) {
                    found = Some((way.outcome(), value));
                }
                let taken_back = way.actions().filter(|action| action.returned_card().is_some()).count();
                assert_eq!(TurnChange::from_way(&game.0, way), TurnChange::new(&game.0, &way.outcome(), taken_back));
            });
            // Ways that differ only in order are not all visited.
            let Some((outcome, judged)) = found else { return };
            let after = game.observe(turn.after, seat);
            let clock = RoundClock::from_observation(turn.before)
                .after(&game.0, &TurnChange::new(&game.0, &outcome, taken_back));
            assert_eq!(clock, RoundClock::from_observation(&after));
            seen_turns += 1;
            // Publicly drawn cards and reshuffles cannot be predicted.
            if after.unseen(&game.0) == turn.before.unseen(&game.0) && after.shown == turn.before.shown {
                let utilities = state_value(&net, &game.0, &after, &mut other);
                assert!((judged - utilities).abs() < 1e-3, "{judged} and {utilities}");
            }
        });
        assert!(seen_turns > 40, "{seen_turns}");
    }
}

/// A turn that ends the round has the value of its points.
#[test]
fn value_of_last_turn_equals_its_margin() {
    let (net, mut room, mut rng) = (untrained(), NetScratch::default(), Seed::master(5).rng());
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let mut ends = 0;
        for state in random_match(&game, Seed::master(7), 2_000) {
            let Status::ToMove(seat) = game.status(&state) else { continue };
            let seen = game.observe(&state, seat);
            if !seen.last_turn || seen.plays_left != game.0.draw {
                continue;
            }
            let mut ways: Vec<(Vec<Action>, f64)> = Vec::new();
            each_value(&net, &game.0, &seen, &mut room, &mut |way, value| ways.push((way.actions().collect(), value)));
            let (actions, utilities) = &ways[below(&mut rng, ways.len() as u32) as usize];
            let mut state = state.clone();
            let round =
                actions.iter().find_map(|&action| game.apply_recorded(&mut state, action)).expect("the round is over");
            let points = round.points();
            let rivals: i32 = points.iter().sum::<i32>() - points[seat];
            assert_eq!(*utilities, f64::from(points[seat]) - f64::from(rivals) / (seats - 1) as f64);
            let cards = round.proof.len();
            assert_eq!(*utilities, margin(&game.0, seat.index(), judge(&round.proof, game.0.reading), cards));
            ends += 1;
        }
        assert!(ends > 3);
    }
}

/// With a temperature, each distinct outcome has the probability of its value, however many ways lead to it.
#[test]
fn sampled_turns_follow_the_temperature() {
    const DRAWS: u32 = 6_000;
    let game = Ergo(Rules::printed(3));
    let (net, mut room, temperature) = (shipped_net(game.seats(), 1), NetScratch::default(), 1.5);
    let state = &random_match(&game, Seed::master(6), 40)[20];
    let seen = game.observe(state, state.to_move());
    let (mut ways, mut worths) = (BTreeMap::new(), BTreeMap::new());
    each_value(net, &game.0, &seen, &mut room, &mut |way, value| {
        ways.insert(way.actions().collect::<Vec<_>>(), way.outcome());
        worths.entry(way.outcome()).or_insert(value);
    });
    assert!(worths.len() > 10 && ways.len() > worths.len(), "{} ways to {} outcomes", ways.len(), worths.len());
    let mut counts: BTreeMap<Outcome, u32> = BTreeMap::new();
    let (mut rng, mut plan) = (Seed::master(3).rng(), Vec::new());
    for _ in 0..DRAWS {
        plan.clear();
        sample_turn(net, &game.0, &seen, &mut room, temperature, &mut rng, &mut plan);
        plan.reverse();
        *counts.entry(ways[&plan]).or_default() += 1;
    }
    let total: f64 = worths.values().map(|utilities| (utilities / temperature).exp()).sum();
    for (outcome, utilities) in &worths {
        let chance = (utilities / temperature).exp() / total;
        let expected = chance * f64::from(DRAWS);
        let found = f64::from(counts.get(outcome).copied().unwrap_or(0));
        assert!((found - expected).abs() < 4.5 * (expected * (1.0 - chance)).sqrt() + 1.0, "{found}, not {expected}");
    }
}

/// Every choice is legal under all rules.
#[test]
fn td_is_legal_under_all_rules() {
    let agents = ["td", "td:run=2,temperature=1.0", "td:run=3,blunder=0.5"];
    for game in games() {
        let mut state = game.deal(&mut Seed::master(3).rng());
        let mut players: Vec<_> = game
            .seats()
            .iter()
            .map(|seat| build(&game, agents[seat.index() % 3], seat, Seed::master(seat.index() as u64)))
            .collect();
        for _ in 0..150 {
            let Status::ToMove(seat) = game.status(&state) else { break };
            let action = players[seat.index()].choose(&game, &state, seat, &mut Vec::new()).unwrap();
            assert!(game.is_legal(&state, action));
            game.apply(&mut state, action);
        }
    }
}
