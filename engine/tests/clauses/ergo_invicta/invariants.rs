//! Invariants of every position of every game.

use std::collections::BTreeSet;

use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{
    ARENA, CUT, EDGE, KING, ORTHOGONAL, RIM, Rim, Square, WINDOW, completes, has_line, line_through,
};
use ergo_engine::ergo_invicta::moves::Mover;
use ergo_engine::ergo_invicta::position::{Colour, Position};
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, below};

use super::table::game;

/// Returns every state of random games under these options, with the action that follows it.
fn each_step(options: &str, games: u64, mut see: impl FnMut(&State, Action, &State)) {
    let game = game(options);
    for seed in 0..games {
        let mut rng = Seed::master(seed).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(_) = game.status(&state) {
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            let before = state.clone();
            game.apply(&mut state, action);
            see(&before, action, &state);
        }
    }
}

/// Invariants 1 and 2.
#[test]
fn pieces_are_conserved_and_edge_has_lions() {
    each_step("-", 60, |before, _, after| {
        let (old, new) = (before.position(), after.position());
        for side in 0..2 {
            assert_eq!(new.own[side].count_ones() + u32::from(new.reserve[side]), 12);
            assert!(new.reserve[side] <= old.reserve[side]);
            assert!((new.own[side] & new.lions).count_ones() >= (old.own[side] & old.lions).count_ones());
        }
        assert_eq!(new.taken() & EDGE & !new.lions, 0);
        assert_eq!((new.own[0] & new.own[1], new.lions & !new.taken()), (0, 0));
    });
}

/// Invariant 3.
#[test]
fn the_rim_is_a_ring() {
    assert_eq!(RIM.iter().collect::<BTreeSet<_>>().len(), 34);
    for (place, square) in RIM.iter().enumerate() {
        let (one, other) = (RIM[(place + 1) % 34], RIM[(place + 33) % 34]);
        assert_eq!(ORTHOGONAL[square.index()] & EDGE, one.bit() | other.bit());
        assert_eq!(KING[square.index()] & EDGE & !ORTHOGONAL[square.index()], CUT[square.index()]);
    }
    assert_eq!(RIM.iter().filter(|square| CUT[square.index()] != 0).count(), 8);
}

/// Invariant 4.
#[test]
fn only_the_mover_completes_five() {
    let mut fives = 0;
    each_step("-", 300, |before, action, after| {
        let mover = before.position().to_move;
        assert!(!has_line(after.position().own[mover.other().index()]));
        let five = has_line(after.position().own[mover.index()]);
        assert_eq!(after.end().is_some_and(|end| end.victor == Some(mover)), five, "{action}");
        fives += u32::from(five);
    });
    assert!(fives > 20, "{fives}");
}

/// Invariant 5: undoing restores everything, including the key.
#[test]
fn actions_can_be_undone() {
    for options in ["-", "corner_cut=true", "pieces_per_side=45"] {
        each_step(options, 10, |before, _, _| {
            let position = *before.position();
            assert_eq!(position.key, position.whole_key());
            let mut legal = Vec::new();
            Mover::new(&position, true).list(&mut legal);
            for action in legal {
                let mut next = position;
                let undo = next.play(action);
                assert_eq!(next.key, next.whole_key(), "{action}");
                next.take_back(action, undo);
                assert_eq!(next, position, "{action}");
            }
        });
    }
}

fn mirrored(square: Square, files: bool, ranks: bool) -> Square {
    let file = if files { 9 - square.file() } else { square.file() };
    let rank = if ranks { 8 - square.rank() } else { square.rank() };
    Square::from_coordinates(file, rank).unwrap()
}

fn mapped(set: u128, change: impl Fn(Square) -> Square) -> u128 {
    Square::all().filter(|square| set & square.bit() != 0).fold(0, |all, square| all | change(square).bit())
}

/// Invariant 5: the four symmetries of the board, and the colours.
#[test]
fn legal_actions_follow_the_symmetries() {
    each_step("corner_cut=true", 6, |before, _, _| {
        let position = before.position();
        let all = |position: &Position| {
            let mut legal = Vec::new();
            Mover::new(position, true).list(&mut legal);
            legal.into_iter().collect::<BTreeSet<_>>()
        };
        for (files, ranks) in [(true, false), (false, true), (true, true)] {
            let change = |square| mirrored(square, files, ranks);
            let turned = Position::new(
                position.own.map(|own| mapped(own, change)),
                mapped(position.lions, change),
                position.to_move,
                position.reserve,
                position.passed,
            );
            let expected = all(position).into_iter().map(|action| match action {
                Action::Place { to } => Action::Place { to: change(to) },
                Action::Move { from, to } => Action::Move { from: change(from), to: change(to) },
                Action::Pass => Action::Pass,
            });
            assert_eq!(all(&turned), expected.collect());
        }
        let [white, black] = position.own;
        let [one, other] = position.reserve;
        let swapped =
            Position::new([black, white], position.lions, position.to_move.other(), [other, one], position.passed);
        assert_eq!(all(&swapped), all(position));
    });
}

/// Invariant 6: legal actions agree with a generator that walks square by square; counts, lists and legality checks
/// agree.
#[test]
fn moves_match_slow_generator() {
    for options in ["-", "corner_cut=true", "pieces_per_side=30"] {
        let cut = game(options).0.corner_cut;
        each_step(options, 12, |before, _, _| {
            let position = before.position();
            let mover = Mover::new(position, cut);
            let mut legal = Vec::new();
            mover.list(&mut legal);
            let distinct: BTreeSet<Action> = legal.iter().copied().collect();
            assert_eq!(distinct.len(), legal.len());
            assert_eq!(mover.count() as usize, legal.len());
            assert_eq!(mover.is_stuck(), legal == [Action::Pass]);
            assert_eq!(distinct, slow(position, cut));
            for to in Square::all().filter(|to| position.taken() & to.bit() == 0) {
                let from = legal.iter().fold(0, |all, action| match action {
                    Action::Move { from, to: there } if *there == to => all | from.bit(),
                    _ => all,
                });
                assert_eq!(mover.sources(position.mine(), to), from, "to {to} in {position}");
            }
        });
    }
}

/// Returns all actions by the literal rules.
fn slow(position: &Position, corner_cut: bool) -> BTreeSet<Action> {
    let is_empty = |square: &Square| position.taken() & square.bit() == 0;
    let mut all = BTreeSet::new();
    if position.reserve[position.to_move.index()] > 0 {
        all.extend(Square::all().filter(is_empty).map(|to| Action::Place { to }));
    }
    for from in Square::all().filter(|square| position.mine() & square.bit() != 0) {
        let is_lion = position.lions & from.bit() != 0;
        for to in Square::all().filter(is_empty) {
            let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
            let straight = files + ranks == 1;
            let near = files.max(ranks) == 1;
            let may = match (is_lion, from.is_edge()) {
                (false, _) => straight,
                (true, false) => near,
                (true, true) => near && (!to.is_edge() || corner_cut),
            };
            if may {
                all.insert(Action::Move { from, to });
            }
        }
        if is_lion && from.is_edge() {
            let place = RIM.iter().position(|square| *square == from).unwrap();
            for step in [1, 33] {
                let ring = (1..34).map(|n| RIM[(place + n * step) % 34]);
                all.extend(ring.take_while(is_empty).map(|to| Action::Move { from, to }));
            }
        }
    }
    if all.is_empty() { BTreeSet::from([Action::Pass]) } else { all }
}

/// Slides on rims with every occupation near the lion, and random occupation elsewhere.
#[test]
fn slides_match_a_walk() {
    let mut rng = Seed::master(3).rng();
    for _ in 0..20_000 {
        let density = below(&mut rng, 8);
        let taken = RIM.iter().filter(|_| below(&mut rng, 8) < density).fold(0, |all, square| all | square.bit());
        let place = below(&mut rng, 34) as usize;
        let from = RIM[place];
        let taken = taken | from.bit();
        let mut walked = 0;
        for step in [1, 33] {
            let ring = (1..34).map(|n| RIM[(place + n * step) % 34]);
            walked |= ring.take_while(|square| taken & square.bit() == 0).fold(0, |all, square| all | square.bit());
        }
        assert_eq!(Rim::new(taken | random_squares(&mut rng) & ARENA).slides(from), walked);
    }
}

fn random_squares(rng: &mut Rng) -> u128 {
    Square::all().filter(|_| below(rng, 3) == 0).fold(0, |all, square| all | square.bit())
}

/// Invariant 7: an earlier occurrence of a position is after the last placement or promotion.
#[test]
fn occurrence_counts_match_whole_game() {
    for options in [
        "pieces_per_side=1",
        "pieces_per_side=2 repetition_key=board_only",
        "repetition_count=9 pieces_per_side=1 ply_cap=2000",
    ] {
        let with_side = !options.contains("board_only");
        let mut repeated = 0;
        let mut seen: Vec<(Position, bool)> = Vec::new();
        each_step(options, 40, |before, _, after| {
            if before.ply() == 0 {
                seen = vec![(*before.position(), true)];
            }
            seen.push((*after.position(), true));
            let same = |(one, _): &&(Position, bool)| {
                let now = after.position();
                one.own == now.own && one.lions == now.lions && (one.to_move == now.to_move || !with_side)
            };
            let count = seen.iter().filter(same).count() as u32;
            assert_eq!(after.count(), count);
            repeated += u32::from(count > 1);
        });
        assert!(repeated > 30, "{options}: {repeated}");
    }
}

/// Invariant 8.
#[test]
fn there_are_164_windows() {
    let across = |step: u32| WINDOW.iter().filter(|&&window| window >> window.trailing_zeros() == row(step)).count();
    fn row(step: u32) -> u128 {
        (0..5).fold(0, |all, n| all | 1 << (n * step))
    }
    let falling = WINDOW.iter().filter(|&&window| window >> window.trailing_zeros() == row(9)).count();
    assert_eq!((across(1), across(10), across(11) + falling), (54, 50, 60));
    let through = |text: &str| {
        let square: Square = text.parse().unwrap();
        WINDOW.iter().filter(|&&window| window & square.bit() != 0).count()
    };
    assert_eq!((through("a1"), through("b2"), through("e5")), (3, 6, 20));
    assert_eq!(WINDOW.iter().collect::<BTreeSet<_>>().len(), 164);
}

/// Three ways to find a five agree: all windows, those through a square, a walk from it.
#[test]
fn detections_of_five_agree() {
    let mut rng = Seed::master(8).rng();
    let mut fives = 0;
    for _ in 0..3000 {
        let own = random_squares(&mut rng) | random_squares(&mut rng);
        for square in Square::all().filter(|square| own & square.bit() != 0) {
            let by_windows = WINDOW.iter().any(|window| window & square.bit() != 0 && own & window == *window);
            assert_eq!(completes(own, square), by_windows);
            let line = line_through(own, square);
            assert_eq!(line.is_some(), by_windows);
            if let Some((from, to)) = line {
                fives += 1;
                assert!(from.file() < to.file() || from.file() == to.file() && from.rank() < to.rank());
                assert!(own & from.bit() != 0 && own & to.bit() != 0);
            }
        }
        assert_eq!(has_line(own), WINDOW.iter().any(|window| own & window == *window));
    }
    assert!(fives > 1000, "{fives}");
    assert_eq!(Colour::White.other(), Colour::Black);
}

/// Continuing a game in a copy needs no more capacity than the copy has.
#[test]
fn copy_has_capacity_for_rest_of_game() {
    let game = game("-");
    let state = game.deal(&mut Seed::master(1).rng());
    let mut copy = state.clone();
    let begun = copy.actions().as_ptr();
    let mut rng = Seed::master(2).rng();
    while let Status::ToMove(_) = game.status(&copy) {
        let action = game.sample_action(&copy, &mut rng, &mut Vec::new());
        game.apply(&mut copy, action);
    }
    assert!(copy.ply() > 20);
    assert_eq!(copy.actions().as_ptr(), begun);
}
