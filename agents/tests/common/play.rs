//! Matches between agents, and searches with simple settings.

#![allow(dead_code)]

use ergo_agents::agent::Player;
use ergo_agents::roster::Roster;
use ergo_agents::search::budget::Budget;
use ergo_agents::search::ismcts::{Backup, IsmctsSettings, TreeMode};
use ergo_agents::search::playout::{Playout, PlayoutPolicy};
use ergo_agents::search::select::{SelectionRule, Widening};
use ergo_engine::game::{Outcome, Status};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

pub const RANDOM: Playout = Playout { policy: PlayoutPolicy::Random, cut: None };

/// Returns UCT settings with random playouts and one tree.
pub fn uct(iterations: u64) -> IsmctsSettings {
    IsmctsSettings {
        budget: Budget::iterations(iterations),
        trees: 1,
        threads: 1,
        mode: TreeMode::SingleObserver,
        rule: SelectionRule::Ucb1 { c: 0.7 },
        widen_own: Widening::OFF,
        widen_others: Widening::OFF,
        expand: 1,
        backup: Backup::MaxN,
        classes: false,
        playout: RANDOM,
    }
}

/// Builds the agent of a text such as `ismcts:iterations=60` at `seat`.
pub fn build<G: Roster>(game: &G, agent: &str, seat: Seat, seed: Seed) -> Player<G> {
    let registry = G::registry();
    let spec = registry.parse(agent).unwrap_or_else(|error| panic!("{agent}: {error}"));
    registry.build_untimed(game, &spec, seat, seed)
}

/// Plays a match of `agents`, one for each seat, and calls `see` with every decision. Every choice must be legal.
pub fn play<G: Roster>(
    game: &G,
    agents: &[&str],
    seed: Seed,
    mut see: impl FnMut(&G::State, Seat, G::Action),
) -> Outcome {
    let player = |seat: Seat| build(game, agents[seat.index()], seat, seed.derive("player", &[seat.index() as u64]));
    let mut players: Vec<Player<G>> = game.seats().iter().map(player).collect();
    let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
    let mut scratch = Vec::new();
    loop {
        match game.status(&state) {
            Status::Over(outcome) => return outcome,
            Status::ToMove(seat) => {
                let action = players[seat.index()].choose(game, &state, seat, &mut scratch).unwrap();
                assert!(game.is_legal(&state, action), "{}: {action}", agents[seat.index()]);
                see(&state, seat, action);
                game.apply(&mut state, action);
            }
        }
    }
}

/// Returns the share of the win of `one` among copies of `other`, over deals played in every seat, and its standard
/// error.
pub fn share<G: Roster>(game: &G, one: &str, other: &str, deals: u64) -> (f64, f64) {
    let seats = game.seats().get();
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let won = |at: usize| {
            let agents: Vec<&str> = (0..seats).map(|seat| if seat == at { one } else { other }).collect();
            let winners = play(game, &agents, Seed::master(deal), |_, _, _| {}).winners;
            if winners[Seat::new(at)] { 1.0 / winners.iter().filter(|won| **won).count() as f64 } else { 0.0 }
        };
        let mean = (0..seats).map(won).sum::<f64>() / seats as f64;
        sum += mean;
        squares += mean * mean;
    }
    let (count, mean) = (deals as f64, sum / deals as f64);
    (mean, ((squares / count - mean * mean) / count).sqrt())
}
