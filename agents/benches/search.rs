//! Benchmark of agents that search or evaluate with a net: decisions and iterations per second of processor time,
//! on one core.
//!
//! `cargo bench -p ergo-agents` runs all; `cargo bench -p ergo-agents -- ismcts` those whose name contains
//! `ismcts`.

use std::time::{Duration, Instant};

use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::game::Status;
use ergo_engine::options::Configurable;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::Seed;
use rustix::time::{ClockId, clock_gettime};

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Plays matches of `agent` in the first seat against `others` for two seconds. Only the decisions of `agent` are
/// timed.
fn bench<G: Roster + Configurable>(name: &str, seats: usize, rules: &str, agent: &str, others: &str) {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let (game, registry) = (G::from_text(seats, rules).expect("the rules hold together"), G::registry());
    let [agent, others] = [agent, others].map(|text| registry.parse(text).expect("an agent"));
    let (mut decisions, mut iterations, mut time, mut number) = (0_u32, 0, Duration::ZERO, 0);
    let (begun, mut legal) = (Instant::now(), Vec::new());
    while begun.elapsed() < Duration::from_secs(2) {
        let mut state = game.deal(&mut Seed::master(number).rng());
        let mut players: Vec<_> = game
            .seats()
            .iter()
            .map(|seat| {
                let spec = if seat.index() == 0 { &agent } else { &others };
                registry.build_untimed(&game, spec, seat, Seed::master(number))
            })
            .collect();
        while let Status::ToMove(seat) = game.status(&state) {
            let player = &mut players[seat.index()];
            let start = processor_time();
            let action = player.choose(&game, &state, seat, &mut legal).expect("an answer");
            if seat.index() == 0 {
                time += processor_time() - start;
                decisions += 1;
                iterations += player.explain().map_or(0, |explanation| explanation.iterations);
            }
            game.apply(&mut state, action);
        }
        number += 1;
    }
    let seconds = time.as_secs_f64();
    let (decisions, iterations) = (f64::from(decisions) / seconds, iterations as f64 / seconds);
    println!("{name:<28} {decisions:>10.0} decisions and {iterations:>11.0} iterations a second of processor time");
}

fn main() {
    for seats in 2..=4 {
        let agent = "ismcts:mode=single-observer,select=ucb1,playout=random,iterations=1000";
        bench::<Ergo>(&format!("ismcts_random_{seats}_seats"), seats, "target=20", agent, "greedy");
    }
    bench::<Ergo>("flat_2_seats", 2, "target=20", "flat", "greedy");
    bench::<Ergo>("td_2_seats", 2, "-", "td", "greedy");
    bench::<ErgoInvicta>("alpha_beta", 2, "opening_plies=8", "alpha-beta:depth=4,table_bits=18", "greedy");
    for agent in ["planner-tuned", "td", "flat-planned"] {
        bench::<Philosophia>(&format!("philosophia_{agent}"), 4, "-", agent, "planner-tuned");
    }
}
