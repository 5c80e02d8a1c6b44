//! How fast alpha-beta is on ERGO of 1977, on one core, in positions a second. The answer is checked before the time is told.
//!
//! `cargo bench -p ergo-agents --bench invicta`. The time is that of the processor as the system counts it.

use std::time::{Duration, Instant};

use ergo_agents::games::ergo_invicta::mate::Mates;
use ergo_agents::games::ergo_invicta::search::{Looking, Settings};
use ergo_agents::games::ergo_invicta::walk::Walk;
use ergo_agents::games::ergo_invicta::windows::Weights;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, Settings as Options, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use rustix::time::{ClockId, clock_gettime};

/// Processor time this thread has used.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Runs `work`, which tells how many positions it looked at, for two seconds or longer, and prints how many a second, and in one run.
fn bench(name: &str, mut work: impl FnMut() -> u64) {
    let (begun, start) = (Instant::now(), processor_time());
    let (mut positions, mut runs) = (0, 0);
    while begun.elapsed() < Duration::from_secs(2) || runs % 10 > 0 {
        positions += work();
        runs += 1;
    }
    let seconds = (processor_time() - start).as_secs_f64();
    let (speed, mean) = (positions as f64 / seconds, positions / runs);
    println!("{name:<32} {speed:>12.0} positions a second, {mean:>10} a decision ({runs} in {seconds:.3} s)");
}

fn game(opening: i64) -> ErgoInvicta {
    let given = Options([("opening_plies".to_owned(), Value::Int(opening))].into());
    ErgoInvicta::configure(SeatCount::new(2), &given).expect("in range")
}

fn main() {
    let all = [(8, 4, 0, false), (8, 4, 2, false), (8, 4, 2, true), (8, 5, 2, true), (8, 6, 2, true), (20, 4, 2, true)];
    for (opening, depth, threats, reductions) in all {
        let game = game(opening);
        let states: Vec<State> = (0..10).map(|seed| game.deal(&mut Seed::master(seed).rng())).collect();
        let mut looking = Looking::new(Settings { depth, table_bits: 18, threats, reductions, ..Settings::default() });
        let mut next = 0;
        bench(
            &format!("opening_{opening}_depth_{depth}_threats_{threats}{}", if reductions { "_reduced" } else { "" }),
            || {
                let state = &states[next % states.len()];
                next += 1;
                let mut legal = Vec::new();
                game.legal_actions(state, &mut legal);
                looking.search(&mut Walk::of(&game, state, Weights::usual()), &legal);
                looking.spent().iterations
            },
        );
    }
    let cases = include_str!("../../engine/tests/cases/ergo-invicta.txt");
    for line in cases.lines().filter(|line| line.contains(" ; mate ; ") || line.contains(" ; nomate ; ")) {
        let parts: Vec<&str> = line.split(" ; ").collect();
        let game = game(0);
        let state = game.from_position(parts[3].parse().expect("a position"));
        let mut walk = Walk::of(&game, &state, Weights::usual());
        let mut mates = Mates::default();
        let start = processor_time();
        let own = mates.shortest(&mut walk, 3);
        let firsts = own.map_or(0, |own| mates.firsts(&mut walk, own).len());
        let seconds = (processor_time() - start).as_secs_f64();
        println!(
            "{} {:<6} {own:?}, {firsts} first actions: {seconds:.3} s, {} positions",
            parts[0],
            parts[1],
            mates.nodes()
        );
    }
}
