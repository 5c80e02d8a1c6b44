//! Who can sit at a table, and how they are seated: the agents of the game's registry, and programs outside.

use std::sync::Arc;

use ergo_agents::agent::{AgentFault, Player};
use ergo_agents::process::agent::ProcessAgent;
use ergo_agents::process::lines::{Hello, HelloLimits, LONGEST_LINE, PROTOCOL};
use ergo_agents::process::{self, Limits, Link};
use ergo_agents::registry::Registry;
use ergo_agents::search::budget::Clock;
use ergo_agents::spec::{AgentSpec, Kind};
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, OptionError, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::programs::{Program, Programs, Who};
use crate::referee;
use crate::settings::nested;
use crate::stopwatch::Stopwatch;

/// Every kind of agent that can play `G`.
pub(crate) fn kinds<G: Game>(agents: &Registry<G>) -> Vec<Kind> {
    agents.kinds().cloned().chain([process::kind()]).collect()
}

/// The agent of this kind with `given` settings, checked.
pub(crate) fn checked<G: Game>(agents: &Registry<G>, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
    let spec = AgentSpec::checked(kinds(agents).iter(), kind, given)?;
    if spec.kind == process::KIND {
        Limits::new(&spec.settings)?;
    } else {
        agents.check(&spec)?;
    }
    Ok(spec)
}

/// Seats `who` as the player that `spec` describes, drawing from `seed` and, if it searches by a clock, going by `watch`. One
/// that cannot be seated is absent.
pub(crate) fn seat<G: Configurable>(
    (agents, game): (&Registry<G>, &G),
    spec: &AgentSpec,
    seed: Seed,
    seat: Seat,
    who: impl FnOnce() -> Who,
    programs: &Arc<Programs>,
    watch: Option<Arc<Stopwatch>>,
) -> Player<G> {
    if spec.kind != process::KIND {
        let clock = watch.map(|watch| watch as Arc<dyn Clock>);
        return referee::seated(|| agents.seat(game, spec, seat, seed, clock.as_ref()));
    }
    let limits = Limits::new(&spec.settings).expect("the settings were checked");
    let who = who();
    if programs.given_up(&who.entrant, &limits.command, limits.restarts) {
        return Player::Absent(AgentFault::GivenUp);
    }
    let seated =
        Program::start(programs, &who, &limits).and_then(|program| greet((agents, game), program, &limits, &who, seed));
    match seated {
        Ok(agent) => Player::Honest(Box::new(agent)),
        Err(fault) => Player::Absent(fault),
    }
}

/// Says hello to a program that is to sit as `who`.
pub(crate) fn greet<G: Configurable, L: Link>(
    (agents, game): (&Registry<G>, &G),
    link: L,
    limits: &Limits,
    who: &Who,
    seed: Seed,
) -> Result<ProcessAgent<L, G>, AgentFault> {
    let hello = Hello {
        protocol: PROTOCOL,
        game: G::NAME,
        rules: nested(&game.settings()),
        seats: game.seats().get(),
        seat: who.seat,
        entrant: &who.entrant,
        seed: seed.to_string(),
        reuse: limits.reuse,
        limits: HelloLimits {
            move_ms: limits.move_ms,
            start_ms: limits.start_ms,
            memory_mb: Some(limits.memory_mb).filter(|&memory| memory > 0),
            line_bytes: LONGEST_LINE,
        },
    };
    Ok(ProcessAgent::greet(link, &hello)?.told(agents.results().filter(|_| limits.results)))
}
