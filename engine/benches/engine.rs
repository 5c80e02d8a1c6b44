//! Speed of the engine by unit, on one core. Each benchmark checks a known answer before it prints a time.
//!
//! `cargo bench -p ergo-engine` runs all, `cargo bench -p ergo-engine -- playout` those whose name contains `playout`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ergo_engine::cogito::Cogito;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{RULEBOOK, Rules};
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::outcomes;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::SeatCount;
use rustix::time::{ClockId, clock_gettime};

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Repeats `work` for at least a second after one run that is not counted. `work` returns the units done and a known
/// answer.
fn bench(name: &str, answer: u64, mut work: impl FnMut() -> (u64, u64)) {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    assert_eq!(work().1, answer, "answer of {name}");
    let (begun, start, mut units) = (Instant::now(), processor_time(), 0);
    while units == 0 || begun.elapsed() < Duration::from_secs(1) {
        units += work().0;
    }
    println!(
        "{name:<32} {:>12.0} per second of processor time",
        units as f64 / (processor_time() - start).as_secs_f64()
    );
}

/// Plays whole random matches. Returns turns in rounds that ended, decisions and the sum of all scores.
fn matches<G: Game>(game: &G, count: u64) -> [u64; 3] {
    let (mut turns, mut decisions, mut scores, mut scratch) = (0, 0, 0, Vec::new());
    for number in 0..count {
        let mut rng = Seed::master(number).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(_) = game.status(&state) {
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            decisions += 1;
            turns += game.apply_recorded(&mut state, action).map_or(0, |round| u64::from(round.turns()));
        }
        scores += game.scores(&state).iter().map(|&score| score as u64).sum::<u64>();
    }
    [turns, decisions, scores]
}

fn configured<G: Configurable>(seats: usize) -> G {
    G::configure(SeatCount::new(seats), &Settings::default()).expect("the defaults hold together")
}

/// Returns observations of the seats to move in random matches.
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

/// Returns the number of ways to play `depth` actions.
fn perft<G: Game>(game: &G, state: &G::State, depth: u32, buffers: &mut [Vec<G::Action>]) -> u64 {
    let (legal, rest) = buffers.split_first_mut().expect("a buffer for each action");
    game.legal_actions(state, legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |&action: &G::Action| {
        let mut next = state.clone();
        game.apply(&mut next, action);
        perft(game, &next, depth - 1, rest)
    };
    legal.iter().map(after).sum()
}

fn main() {
    for (seats, answer) in [(1, 828_798), (4, 5_451_108)] {
        let game: Philosophia = configured(seats);
        bench(&format!("philosophia_decisions_{seats}_seats"), answer, || {
            let [_, decisions, scores] = matches(&game, 500);
            (decisions, scores)
        });
    }
    let invicta: ErgoInvicta = configured(2);
    let (empty, mut buffers) = (invicta.deal(&mut Seed::master(1).rng()), vec![Vec::new(); 4]);
    bench("invicta_perft_leaves", 84_932_016, || {
        let leaves = perft(&invicta, &empty, 4, &mut buffers);
        (leaves, leaves)
    });
    let cogito: Cogito = configured(3);
    bench("cogito_decisions_3_seats", 69_547, || {
        let [_, decisions, _] = matches(&cogito, 20_000);
        (decisions, decisions)
    });
    for (seats, answer) in [(2, 45_704), (3, 59_025), (4, 73_305)] {
        let game = Ergo(Rules::printed(seats));
        bench(&format!("playout_turns_{seats}_seats"), answer, || {
            let [turns, _, scores] = matches(&game, 500);
            (turns, scores)
        });
    }
    let game = Ergo(Rules::printed(4));
    let some = positions(&game, 20_000);
    let proofs: Vec<Proof> = some.iter().map(|(state, _)| *state.proof()).collect();
    let models = proofs.iter().map(|proof| u64::from(judge(proof, RULEBOOK).0.models())).sum();
    bench("judge_proofs", models, || {
        (proofs.len() as u64, proofs.iter().map(|proof| u64::from(judge(proof, RULEBOOK).0.models())).sum())
    });
    bench("worlds_imagined", 349_260, || {
        let mut rng = Seed::master(1).rng();
        let cards =
            some.iter().map(|(_, seen)| black_box(game.determinize(seen, &mut rng)).pile().count() as u64).sum();
        (some.len() as u64, cards)
    });
    bench("turns_with_all_outcomes", 21_797, || {
        let few = &some[..500];
        let counted = few.iter().map(|(_, seen)| outcomes(&seen.move_generator(&game.0)).len() as u64).sum();
        (few.len() as u64, counted)
    });
}
