//! Numbered actions of every game: states stepped by ids, and callbacks and agents at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ergo_lab::agents::AgentFault;
use ergo_lab::agents::roster::Roster;
use ergo_lab::arena::{
    ActionRef, AgentCallback, DecisionView, DynRules, NoWatcher, Registration, SeatAssignment, SeatPlayer, Table,
};
use ergo_lab::engine::options::Settings;
use ergo_lab::engine::rng::{Seed, below};
use ergo_lab::engine::seat::{Seat, SeatCount};
use ergo_lab::engine::toys::kuhn::Kuhn;
use ergo_lab::games::standard;
use ergo_lab::programs::Programs;

fn each_game(mut check: impl FnMut(&dyn DynRules)) {
    let registry = standard();
    for game in registry.games() {
        let (fewest, most) = game.seats();
        for seats in fewest..=most {
            check(&*game.configure(SeatCount::new(seats), &Settings::default()).unwrap());
        }
    }
}

#[test]
fn every_standard_game_numbers_its_actions() {
    each_game(|rules| {
        let families = rules.facts().families.clone().unwrap_or_else(|| panic!("{} numbers nothing", rules.name()));
        let count: usize = families.iter().map(|(_, count)| count).sum();
        let mut state = rules.deal(&Seed::master(2));
        let mut ids = Vec::new();
        state.legal_ids(&mut ids);
        assert!(ids.iter().all(|id| (*id as usize) < count));
        assert!(state.text_of(count as u32).is_err() && state.text_of(count as u32 - 1).is_ok());
    });
}

/// A game without an action numbering is stepped by indices into the list of legal actions.
#[test]
fn without_a_numbering_ids_are_places() {
    let rules =
        Registration::new(Kuhn::registry()).into_dyn().configure(SeatCount::new(2), &Settings::default()).unwrap();
    assert_eq!((rules.facts().families.clone(), rules.facts().features), (None, None));
    let mut hand = rules.deal(&Seed::master(1));
    hand.play_id(1).unwrap();
    let mut ids = Vec::new();
    hand.legal_ids(&mut ids);
    assert_eq!((ids, hand.legal()), (vec![0, 1], vec!["call".to_owned(), "fold".to_owned()]));
    assert_eq!((hand.text_of(1), hand.id_of("fold")), (Ok("fold".to_owned()), Ok(1)));
    assert!(hand.text_of(2).is_err() && hand.play_id(2).is_err());
    assert!(!hand.features(Seat::new(0), &mut [0.0; 3]));
    hand.play_id(1).unwrap();
    assert!(hand.to_move().is_none());
}

/// Features depend only on the observation: equal in every consistent state, and without hidden information.
#[test]
fn features_encode_the_observation() {
    each_game(|rules| {
        let Some(count) = rules.facts().features else { return };
        let mut deals = 4..;
        let mut deal = || rules.deal(&Seed::master(deals.next().expect("an endless range")));
        let mut state = deal();
        let mut rng = Seed::master(5).rng();
        let (mut ids, mut apart) = (Vec::new(), 0);
        for _ in 0..200 {
            // Small games end early.
            if state.to_move().is_none() {
                state = deal();
            }
            let rows: Vec<Vec<f32>> = (rules.seats().iter())
                .map(|seat| {
                    let mut rows = [vec![f32::MAX; count], vec![f32::MAX; count]];
                    assert!(state.features(seat, &mut rows[0]));
                    assert!(state.resample(seat, &mut rng).features(seat, &mut rows[1]));
                    assert_eq!(rows[0], rows[1], "{}", rules.name());
                    assert!(rows[0].iter().all(|value| *value < f32::MAX));
                    let [row, _] = rows;
                    row
                })
                .collect();
            apart += usize::from(rows.windows(2).all(|two| two[0] != two[1]));
            state.legal_ids(&mut ids);
            state.play_id(ids[below(&mut rng, ids.len() as u32) as usize]).unwrap();
        }
        assert!(apart > 10, "{}: {apart}", rules.name());
    });
}

#[test]
fn ids_and_texts_play_the_same_match() {
    each_game(|rules| {
        let mut rng = Seed::master(5).rng();
        let (mut by_id, mut by_text) = (rules.deal(&Seed::master(1)), rules.deal(&Seed::master(1)));
        let mut ids = Vec::new();
        for _ in 0..300 {
            by_id.legal_ids(&mut ids);
            let legal = by_text.legal();
            assert_eq!(ids.len(), legal.len());
            let Some(seat) = by_id.to_move() else { break };
            let at = below(&mut rng, ids.len() as u32) as usize;
            assert_eq!(by_text.id_of(&legal[at]), Ok(ids[at]));
            assert_eq!(by_text.text_of(ids[at]).as_ref(), Ok(&legal[at]));
            let before = by_id.line(None, None);
            assert!(by_id.play_id(u32::MAX).unwrap_err().contains("not legal there"));
            assert_eq!(by_id.line(None, None), before);
            let mut row = vec![0.0; rules.facts().features.unwrap_or(1)];
            assert_eq!(by_id.features(seat, &mut row), rules.facts().features.is_some());
            assert!(!by_id.features(seat, &mut vec![0.0; row.len() + 1]));
            by_id.play_id(ids[at]).unwrap();
            by_text.play(&legal[at]).unwrap();
            assert_eq!(by_id.line(None, None), by_text.line(None, None));
        }
        if by_id.to_move().is_none() {
            assert!(ids.is_empty() && by_id.play_id(0).unwrap_err().contains("over"));
        }
    });
}

fn played(rules: &dyn DynRules, call: &AgentCallback) -> ergo_lab::arena::Ending {
    let chair = |seat: Seat| SeatAssignment {
        entrant: "one",
        seed: Seed::master(seat.index() as u64),
        seated: if seat.index() == 0 { SeatPlayer::Caller(Arc::clone(call)) } else { SeatPlayer::Random },
    };
    let programs = Arc::new(Programs::new(None));
    let table = Table { chairs: rules.seats().iter().map(chair).collect(), programs: &programs, called: &String::new };
    rules.play(Seed::master(3), &table, None, &mut NoWatcher)
}

#[test]
fn a_function_plays_every_game_by_text_or_by_id() {
    each_game(|rules| {
        let asked = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&asked);
        let first = |by_id: bool| {
            let counted = Arc::clone(&counted);
            let choose = move |asked: Box<dyn DecisionView>| {
                counted.fetch_add(1, Relaxed);
                assert_eq!(asked.seat(), Seat::new(0));
                assert!(!asked.observation().is_null());
                let mut ids = Vec::new();
                asked.legal_ids(&mut ids);
                Ok(if by_id { ActionRef::Id(ids[0]) } else { ActionRef::Text(asked.legal().swap_remove(0)) })
            };
            Arc::new(choose) as AgentCallback
        };
        let [by_id, by_text] = [true, false].map(|by_id| played(rules, &first(by_id)));
        assert_eq!(by_id, by_text);
        assert!(by_id.fault.is_none() && asked.load(Relaxed) > 0, "{}: {:?}", rules.name(), by_id.fault);
    });
}

#[test]
fn failing_callback_is_a_fault() {
    each_game(|rules| {
        let wrong: [(AgentCallback, AgentFault); 4] = [
            (Arc::new(|_: Box<dyn DecisionView>| Ok(ActionRef::Id(u32::MAX))), AgentFault::Illegal),
            (Arc::new(|_: Box<dyn DecisionView>| Ok(ActionRef::Text("?".to_owned()))), AgentFault::Illegal),
            (Arc::new(|_: Box<dyn DecisionView>| Err(AgentFault::Crashed)), AgentFault::Crashed),
            (Arc::new(|_: Box<dyn DecisionView>| panic!("a fault of its own")), AgentFault::Crashed),
        ];
        for (call, fault) in wrong {
            assert_eq!(played(rules, &call).fault, Some((Seat::new(0), fault)));
        }
    });
}

#[test]
fn kept_agent_plays_only_its_seat() {
    let registry = standard();
    let game = registry.game("ergo").unwrap();
    let rules = game.configure(SeatCount::new(2), &Settings::default()).unwrap();
    let spec = game.checked("greedy", &Settings::default()).unwrap();
    let sit = || -> Vec<_> {
        rules.seats().iter().map(|seat| rules.seat_agent(&spec, seat, Seed::master(9)).unwrap()).collect()
    };
    let (mut agents, mut twins) = (sit(), sit());
    let mut state = rules.deal(&Seed::master(1));
    for _ in 0..50 {
        let Some(seat) = state.to_move() else { break };
        assert!(agents[1 - seat.index()].choose(&*state).unwrap_err().contains("not to move"));
        let chosen = agents[seat.index()].choose(&*state).unwrap();
        let mut copy = state.copied();
        state.play(&chosen).unwrap();
        twins[seat.index()].play(&mut *copy).unwrap();
        assert_eq!(copy.line(None, None), state.line(None, None));
    }
    let other = registry.game("kuhn-poker").unwrap().configure(SeatCount::new(2), &Settings::default()).unwrap();
    assert!(agents[0].choose(&*other.deal(&Seed::master(1))).unwrap_err().contains("another game"));
    let outside = Settings([("command".to_owned(), "true".into())].into());
    let outside = game.checked("process", &outside).unwrap();
    assert!(rules.seat_agent(&outside, Seat::new(0), Seed::master(1)).is_err());
}
