//! Who can sit at a table, and how they are seated: the agents of the game's registry, and programs outside.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::{Arc, PoisonError};

use ergo_agents::agent::{AgentFault, Player};
use ergo_agents::process::agent::{ProcessAgent, WriteText};
use ergo_agents::process::lines::{Hello, HelloLimits, LONGEST_LINE, PROTOCOL, RulesText};
use ergo_agents::process::{self, Limits, Link};
use ergo_agents::random::RandomAgent;
use ergo_agents::registry::Registry;
use ergo_agents::spec::{AgentSpec, Kind};
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, OptionError};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::agent::CallbackAgent;
use super::person::{Person, Sitting};
use super::referee;
use super::rules::OfRules;
use super::table::{Chair, Seated, Table};
use super::text;
use crate::job::programs::{ProcessLabel, Program, Programs};
use crate::job::stopwatch;
use crate::registry::settings::nested;
use crate::storage::folder::regular;

/// The most bytes of a file that settings name: far more than any net has.
const LARGEST: u64 = 64 << 20;

/// Every kind of agent that can play `G`.
pub(super) fn kinds<G: Game>(agents: &Registry<G>) -> Vec<Kind> {
    agents.kinds().cloned().chain([process::kind()]).collect()
}

/// Completes the settings of an agent by the files they name, and refuses those that contradict each other.
pub(super) fn settle<G: Game>(agents: &Registry<G>, mut spec: AgentSpec) -> Result<AgentSpec, OptionError> {
    if spec.kind == process::KIND {
        Limits::new(&spec.settings)?;
    } else {
        agents.settle(&mut spec, &|path| named(Path::new(path)))?;
    }
    Ok(spec)
}

/// The file that settings name; nothing where there is none.
fn named(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    let read = regular::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(length) if length as u64 > LARGEST => Err(format!("more than {LARGEST} bytes, expected fewer")),
        Ok(_) => Ok(Some(bytes)),
    }
}

/// Refuses an agent that cannot play by these rules; whether a program from outside can is seen when it plays.
pub(super) fn fits<G: Configurable>(of: &OfRules<G>, spec: &AgentSpec) -> Result<(), OptionError> {
    if spec.kind == process::KIND { Ok(()) } else { of.registration.agents.fits(spec, &of.game) }
}

/// The player that sits down at `seat` of `table`. One that cannot be seated is absent.
pub(super) fn seat<G: Configurable>(of: &OfRules<G>, table: &Table<'_>, seat: Seat) -> Player<G> {
    let Chair { seed, seated, .. } = &table.chairs[seat.index()];
    match seated {
        Seated::Agent(spec) => player(of, spec, seat, *seed, (table.programs, || table.who(seat))),
        Seated::AllSeeing => match of.registration.agents.seer(&of.game, *seed) {
            Some(seer) => Player::AllSeeing(seer),
            None => Player::Absent(AgentFault::FailedToStart),
        },
        Seated::Random => Player::Honest(Box::new(RandomAgent::new(*seed))),
        Seated::Linked(limits, connect) => {
            present(connect().and_then(|link| greet(of, link, limits, &table.who(seat), *seed)))
        }
        Seated::Caller(call) => Player::Honest(Box::new(CallbackAgent { of: of.clone(), call: Arc::clone(call) })),
        Seated::Person(person) => {
            let person = person.lock().unwrap_or_else(PoisonError::into_inner).take();
            match person {
                Some(person) => Player::Honest(Box::new(sitting(of, person, seat, table.programs))),
                None => Player::Absent(AgentFault::GivenUp),
            }
        }
    }
}

/// A person, with advisers that each have a seed of their own.
fn sitting<G: Configurable>(of: &OfRules<G>, person: Person, seat: Seat, programs: &Arc<Programs>) -> Sitting<G> {
    let Person { called, says, orders, adviser: spec, seed } = person;
    let (adviser_of, programs, mut asked) = (of.clone(), Arc::clone(programs), 0);
    let adviser = move || {
        asked += 1;
        let who = ProcessLabel { entrant: "adviser".to_owned(), game: "match 1".to_owned(), seat };
        player(&adviser_of, &spec, seat, seed.derive("asked", &[asked]), (&programs, || who))
    };
    let (game, presentation) = (Arc::clone(&of.game), of.registration.presentation);
    Sitting { game, presentation, seat, called, says, orders, adviser: Box::new(adviser), plan: VecDeque::new() }
}

/// The agent that `spec` describes, or a program from outside that stands for `who`, drawing from `seed`.
fn player<G: Configurable>(
    of: &OfRules<G>,
    spec: &AgentSpec,
    seat: Seat,
    seed: Seed,
    (programs, who): (&Arc<Programs>, impl FnOnce() -> ProcessLabel),
) -> Player<G> {
    if spec.kind != process::KIND {
        let clock = stopwatch::clock(spec);
        return referee::seated(|| of.registration.agents.seat(&of.game, spec, seat, seed, clock.as_ref()));
    }
    let limits = Limits::new(&spec.settings).expect("the settings were checked");
    let who = who();
    if programs.given_up(&who.entrant, &limits.command, limits.restarts) {
        return Player::Absent(AgentFault::GivenUp);
    }
    present(Program::start(programs, &who, &limits).and_then(|program| greet(of, program, &limits, &who, seed)))
}

fn present<G: Configurable, L: Link + 'static>(greeted: Result<ProcessAgent<L, G>, AgentFault>) -> Player<G> {
    match greeted {
        Ok(agent) => Player::Honest(Box::new(agent)),
        Err(fault) => Player::Absent(fault),
    }
}

/// Says hello to a program that is to sit as `who`.
pub(super) fn greet<G: Configurable, L: Link>(
    of: &OfRules<G>,
    link: L,
    limits: &Limits,
    who: &ProcessLabel,
    seed: Seed,
) -> Result<ProcessAgent<L, G>, AgentFault> {
    let hello = Hello {
        protocol: PROTOCOL,
        game: G::NAME,
        rules: nested(&of.game.settings()),
        seats: of.game.seats().get(),
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
        text: limits.text.then(|| RulesText { rules: text::rules(of) }),
    };
    let (presentation, seat) = (of.registration.presentation, who.seat);
    let write: WriteText<G> = Box::new(move |game, seen, legal| text::decision(game, &presentation, seat, seen, legal));
    Ok(ProcessAgent::greet(link, &hello)?
        .with_results(of.registration.agents.results().filter(|_| limits.results))
        .with_text(Some(write).filter(|_| limits.text)))
}
