//! How fast the engine is, by unit, on one core. Each bench checks the answer it was given before it tells the time.
//!
//! `cargo bench -p ergo-engine` runs all, `cargo bench -p ergo-engine -- playout` those of that name. The time is that of the
//! processor as the system counts it, so what else the machine does matters little.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ergo_engine::cogito::Cogito;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{RULEBOOK, Rules};
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::{judge, judge_tiles};
use ergo_engine::ergo::turn::outcomes;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::SeatCount;
use rustix::time::{ClockId, clock_gettime};

/// Processor time this thread has used.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Runs `work`, which tells how many units it did and an answer that is known, for a second or longer, and prints units a
/// second. The first run is not counted.
fn bench(name: &str, answer: u64, mut work: impl FnMut() -> (u64, u64)) {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let (mut begun, mut start) = (Instant::now(), Duration::ZERO);
    let (mut runs, mut units) = (0, 0);
    while runs == 0 || begun.elapsed() < Duration::from_secs(1) {
        let (done, found) = work();
        assert_eq!(found, answer, "the answer of {name}");
        if runs == 0 {
            begun = Instant::now();
            start = processor_time();
        } else {
            units += done;
        }
        runs += 1;
    }
    let (time, clock) = (processor_time() - start, begun.elapsed());
    let (time, clock) = (time.as_secs_f64(), clock.as_secs_f64());
    println!(
        "{name:<32} {:>12.0} a second of processor time ({units} in {time:.3} s, {clock:.3} s on the clock)",
        units as f64 / time
    );
}

fn tile(letter: char) -> Tile {
    Tile::plain(Symbol::from_letter(letter).expect("a letter of a proof"))
}

/// A random premise of `units` variables, `nots` of them negated, with one pair of parentheses if `pair`.
fn premise(rng: &mut Rng, units: usize, nots: usize, pair: bool) -> Vec<Tile> {
    let mut text = Vec::new();
    let open = below(rng, units as u32) as usize;
    let close = open + below(rng, (units - open) as u32) as usize;
    for unit in 0..units {
        if unit > 0 {
            text.push(tile(['&', '|', '>'][below(rng, 3) as usize]));
        }
        if pair && unit == open {
            text.push(tile('('));
        }
        if unit < nots {
            text.push(tile('~'));
        }
        text.push(tile(['A', 'B', 'C', 'D'][below(rng, 4) as usize]));
        if pair && unit == close {
            text.push(tile(')'));
        }
    }
    text
}

/// Proofs of four premises and twenty cards.
fn proofs(count: usize) -> Vec<[Vec<Tile>; 4]> {
    let mut rng = Seed::master(20).rng();
    (0..count)
        .map(|_| {
            // 5 + 5 + 6 + 4 cards: units, operators between them, NOTs and a pair.
            [
                premise(&mut rng, 3, 0, false),
                premise(&mut rng, 2, 0, true),
                premise(&mut rng, 3, 1, false),
                premise(&mut rng, 2, 1, false),
            ]
        })
        .collect()
}

/// Plays whole random matches; turns played and the sum of all scores.
fn matches(game: &Ergo, count: u64) -> (u64, u64) {
    let (mut turns, mut scores) = (0, 0);
    let mut scratch = Vec::new();
    for number in 0..count {
        let mut rng = Seed::master(number).rng();
        let mut state = game.deal(&mut rng);
        loop {
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            if let Some(round) = game.apply_recorded(&mut state, action) {
                turns += u64::from(RoundRecord::turns(&round));
                if let Status::Over(outcome) = game.status(&state) {
                    scores += outcome.scores.iter().map(|&score| score as u64).sum::<u64>();
                    break;
                }
            }
        }
    }
    (turns, scores)
}

/// Positions of random matches, what the mover knows in each.
fn positions(game: &Ergo, count: usize) -> Vec<(State, Observation)> {
    let mut rng = Seed::master(9).rng();
    let mut all = Vec::new();
    while all.len() < count {
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(seat) = game.status(&state) {
            if below(&mut rng, 4) == 0 {
                all.push((state.clone(), game.observe(&state, seat)));
            }
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            game.apply(&mut state, action);
        }
    }
    all.truncate(count);
    all
}

/// Lists of exactly `depth` legal actions.
fn perft<G: Game>(game: &G, state: &G::State, depth: u32, rooms: &mut [Vec<G::Action>]) -> u64 {
    let (room, rest) = rooms.split_first_mut().expect("a room for each action");
    game.legal_actions(state, room);
    if depth == 1 {
        return room.len() as u64;
    }
    let after = |&action: &G::Action| {
        let mut next = state.clone();
        game.apply(&mut next, action);
        perft(game, &next, depth - 1, rest)
    };
    room.iter().map(after).sum()
}

/// Plays whole random games; one in `every` declarations is made, the rest passed. Games played and actions.
fn cogito_games(game: &Cogito, count: u64, every: u32) -> (u64, u64) {
    use ergo_engine::cogito::action::Action;
    let (mut actions, mut scratch) = (0, Vec::new());
    for number in 0..count {
        let mut rng = Seed::master(number).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(_) = game.status(&state) {
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            let passes = every > 1 && matches!(action, Action::Cogito(_)) && below(&mut rng, every) > 0;
            game.apply(&mut state, if passes { Action::Pass } else { action });
            actions += 1;
        }
    }
    (count, actions)
}

/// Plays whole random games of Philosophia, their rounds recorded or not. Games, decisions and points at the end.
fn philosophia_games(game: &Philosophia, count: u64, recorded: bool) -> [u64; 3] {
    let (mut decisions, mut points, mut scratch, mut rounds) = (0, 0, Vec::new(), Vec::new());
    for number in 0..count {
        let mut rng = Seed::master(number).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(_) = game.status(&state) {
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            if recorded {
                rounds.clear();
                game.apply_into(&mut state, action, &mut rounds);
                black_box(&rounds);
            } else {
                game.apply(&mut state, action);
            }
            decisions += 1;
        }
        points += game.scores(&state).iter().map(|&score| score as u64).sum::<u64>();
    }
    [count, decisions, points]
}

fn main() {
    for (seats, answer) in [(1, 828_798), (2, 2_986_779), (4, 5_451_108), (6, 7_376_458)] {
        let game = Philosophia::configure(SeatCount::new(seats), &Settings::default()).expect("the defaults hold");
        bench(&format!("philosophia_games_{seats}_seats"), answer, || {
            let [games, _, points] = philosophia_games(&game, 500, true);
            (games, points)
        });
        bench(&format!("philosophia_decisions_{seats}_seats"), answer, || {
            let [_, decisions, points] = philosophia_games(&game, 500, false);
            (decisions, points)
        });
    }

    let invicta = ErgoInvicta::configure(SeatCount::new(2), &Settings::default()).expect("the defaults hold together");
    let empty = invicta.deal(&mut Seed::master(1).rng());
    let mut rooms = vec![Vec::new(); 4];
    bench("invicta_perft_leaves", 84_932_016, || {
        let leaves = perft(&invicta, &empty, 4, &mut rooms);
        (leaves, leaves)
    });
    bench("invicta_random_plies", 64_602, || {
        let (mut plies, mut scratch) = (0, Vec::new());
        for number in 0..200 {
            let mut rng = Seed::master(number).rng();
            let mut state = invicta.deal(&mut rng);
            while let Status::ToMove(_) = invicta.status(&state) {
                let action = invicta.sample_action(&state, &mut rng, &mut scratch);
                invicta.apply(&mut state, action);
            }
            plies += u64::from(state.ply());
        }
        (plies, plies)
    });

    for (seats, every, answer) in
        [(2, 1, 47_238), (3, 1, 69_547), (4, 1, 91_144), (2, 60, 1_332_816), (3, 60, 1_887_757), (4, 60, 2_133_617)]
    {
        let game = Cogito::configure(SeatCount::new(seats), &Settings::default()).expect("the defaults go together");
        let name = format!("cogito_games_{seats}_seats{}", if every > 1 { "_mostly_passing" } else { "" });
        bench(&name, answer, || cogito_games(&game, 20_000, every));
    }

    let all = proofs(100_000);
    assert!(all.iter().all(|proof| proof.iter().map(Vec::len).sum::<usize>() == 20));
    bench("judge_four_premises_of_20_cards", 2_119_730, || {
        let mut models = 0;
        for _ in 0..10 {
            for proof in &all {
                let premises = proof.iter().map(Vec::as_slice);
                models += u64::from(judge_tiles(premises, RULEBOOK).0.models());
            }
        }
        (10 * all.len() as u64, models)
    });

    let texts = all.iter().map(|proof| {
        let premise = |tiles: &Vec<Tile>| tiles.iter().map(Tile::to_string).collect::<String>();
        proof.iter().map(premise).collect::<Vec<_>>().join(" / ")
    });
    let laid: Vec<Proof> = texts.map(|text| text.parse().expect("a grammatical proof")).collect();
    bench("judge_proofs_of_20_cards", 2_119_730, || {
        let mut models = 0;
        for _ in 0..10 {
            models += laid.iter().map(|proof| u64::from(judge(proof, RULEBOOK).0.models())).sum::<u64>();
        }
        (10 * laid.len() as u64, models)
    });

    for (seats, answer) in [(2, 45_704), (3, 59_025), (4, 73_305)] {
        let game = Ergo(Rules::printed(seats));
        bench(&format!("playout_turns_{seats}_seats"), answer, || matches(&game, 500));
    }

    let game = Ergo(Rules::printed(4));
    let some = positions(&game, 20_000);
    bench("legal_actions_listed", 394_796, || {
        let (mut actions, mut legal) = (0, Vec::<Action>::new());
        for (state, _) in &some {
            game.legal_actions(state, &mut legal);
            actions += black_box(&legal).len() as u64;
        }
        (some.len() as u64, actions)
    });
    bench("observations_made", 349_260, || {
        let seen = some.iter().map(|(state, seen)| u64::from(black_box(game.observe(state, seen.seat)).pile)).sum();
        (some.len() as u64, seen)
    });
    bench("worlds_imagined", 349_260, || {
        let mut rng = Seed::master(1).rng();
        let cards =
            some.iter().map(|(_, seen)| black_box(game.determinize(seen, &mut rng)).pile().count() as u64).sum();
        (some.len() as u64, cards)
    });
    bench("turns_with_all_outcomes", 21_797, || {
        let few = &some[..500];
        let counted = few.iter().map(|(_, seen)| outcomes(&seen.mover(&game.0)).len() as u64).sum();
        (few.len() as u64, counted)
    });
}
