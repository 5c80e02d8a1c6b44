//! Tests of Philosophia with states that were written and read again, and with corrupted states.

use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed, below};
use serde_json::{Value, json};

use crate::play::build;

fn game(seats: usize) -> Philosophia {
    Philosophia::from_text(seats, "max_rounds=25").unwrap()
}

/// Calls `see` with the states of a random match and their written form.
fn written(game: &Philosophia, seed: u64, mut see: impl FnMut(&State, Value, &mut Rng)) {
    let mut rng = Seed::master(seed).rng();
    let (mut state, mut legal) = (game.deal(&mut rng), Vec::new());
    while let Status::ToMove(_) = game.status(&state) {
        see(&state, json!(StateView::from_state(&game.0, &state)), &mut rng);
        game.legal_actions(&state, &mut legal);
        game.apply(&mut state, legal[below(&mut rng, legal.len() as u32) as usize]);
    }
    see(&state, json!(StateView::from_state(&game.0, &state)), &mut rng);
}

fn read(game: &Philosophia, state: Value) -> Result<State, String> {
    game.read(&serde_json::from_value(state).map_err(|error| error.to_string())?)
}

/// Collects the nonempty lists in `value`.
fn lists<'v>(value: &'v mut Value, found: &mut Vec<&'v mut Vec<Value>>) {
    match value {
        Value::Array(list) => match list.first() {
            Some(Value::Object(_)) => list.iter_mut().for_each(|one| lists(one, found)),
            Some(_) => found.push(list),
            None => {}
        },
        Value::Object(map) => map.values_mut().for_each(|one| lists(one, found)),
        _ => {}
    }
}

/// Duplicates, removes or replaces an entry of one list.
fn spoil(state: &mut Value, rng: &mut Rng) {
    let mut found = Vec::new();
    lists(state, &mut found);
    let mut draw = |most: usize| below(rng, most as u32) as usize;
    let (from, at) = (draw(found.len()), draw(found.len()));
    let other = found[from][draw(found[from].len())].clone();
    let place = draw(found[at].len());
    match draw(3) {
        0 => {
            let twice = found[at][place].clone();
            found[at].insert(place, twice);
        }
        1 => {
            found[at].remove(place);
        }
        _ => found[at][place] = other,
    }
}

/// Plays `state` to its end with planners; every other action is random.
fn play_on(game: &Philosophia, mut state: State, rng: &mut Rng) {
    let mut agents: Vec<_> = game.seats().iter().map(|seat| build(game, "planner", seat, Seed::master(1))).collect();
    let mut legal = Vec::new();
    while let Status::ToMove(seat) = game.status(&state) {
        let world = game.determinize(&game.observe(&state, seat), rng);
        assert_eq!(game.status(&world), Status::ToMove(seat));
        game.legal_actions(&state, &mut legal);
        let action = match below(rng, 2) {
            0 => legal[below(rng, legal.len() as u32) as usize],
            _ => agents[seat.index()].choose(game, &state, seat, &mut Vec::new()).unwrap(),
        };
        game.apply(&mut state, action);
    }
}

/// A written state is read as the same state.
#[test]
fn states_survive_writing_and_reading() {
    let mut nodes = std::collections::BTreeSet::new();
    for seats in 1..=6 {
        for seed in 0..4 {
            let game = game(seats);
            written(&game, seed, |state, text, _| {
                let again = read(&game, text.clone()).unwrap_or_else(|error| panic!("{seats} {seed}: {error}\n{text}"));
                assert_eq!(json!(StateView::from_state(&game.0, &again)), text);
                nodes.insert(state.node().word());
            });
        }
    }
    assert!(nodes.len() > 12, "{nodes:?}");
}

/// A state with a duplicated, missing or replaced list entry is rejected with a message, or can be played.
#[test]
fn corrupted_states_are_rejected_or_playable() {
    let (mut refused, mut played) = (0, 0);
    for seed in 0..36 {
        let game = game(1 + seed as usize % 6);
        written(&game, seed, |_, text, rng| {
            if below(rng, 4) > 0 {
                return;
            }
            let mut spoilt = text.clone();
            spoil(&mut spoilt, rng);
            match read(&game, spoilt) {
                Ok(state) => {
                    played += 1;
                    play_on(&game, state, rng);
                }
                Err(words) => {
                    refused += 1;
                    assert!(!words.is_empty() && !words.contains('\n'), "{words}");
                }
            }
        });
    }
    assert!(refused > 1_000 && played > 300, "{refused} {played}");
}
