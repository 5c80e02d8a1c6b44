//! Creates players: agents of the game's registry, external programs, callbacks and people.

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
use ergo_agents::spec::{AgentKind, AgentSpec};
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, OptionError};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::agent::CallbackAgent;
use super::person::{Person, PersonAgent};
use super::referee;
use super::rules::TypedRules;
use super::table::{SeatAssignment, SeatPlayer, Table};
use super::text;
use crate::job::programs::{ProcessLabel, Program, Programs};
use crate::job::stopwatch;
use crate::registry::settings::nested_json;
use crate::storage::folder::regular;

/// The largest size of a file that settings name, far above the size of any net.
const LARGEST: u64 = 64 << 20;

/// Returns all kinds of agents for `G`.
pub(super) fn kinds<G: Game>(agents: &Registry<G>) -> Vec<AgentKind> {
    agents.kinds().cloned().chain([process::kind()]).collect()
}

/// Completes the settings of an agent with the files that they name, and rejects contradictions.
pub(super) fn settle<G: Game>(agents: &Registry<G>, mut spec: AgentSpec) -> Result<AgentSpec, OptionError> {
    if spec.kind == process::KIND {
        Limits::new(&spec.settings)?;
    } else {
        agents.resolve(&mut spec, &|path| named(Path::new(path)))?;
    }
    Ok(spec)
}

/// Reads a file that settings name; `None` if it does not exist.
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

/// Checks that an agent can play by these rules. External programs are checked when they play.
pub(super) fn fits<G: Configurable>(of: &TypedRules<G>, spec: &AgentSpec) -> Result<(), OptionError> {
    if spec.kind == process::KIND { Ok(()) } else { of.registration.agents.check_rules(spec, &of.game) }
}

/// Creates the player of `seat`. A player that cannot be created is absent.
pub(super) fn seat<G: Configurable>(of: &TypedRules<G>, table: &Table<'_>, seat: Seat) -> Player<G> {
    let SeatAssignment { seed, seated, .. } = &table.chairs[seat.index()];
    match seated {
        SeatPlayer::Agent(spec) => player(of, spec, seat, *seed, (table.programs, || table.who(seat))),
        SeatPlayer::AllSeeing => match of.registration.agents.omniscient(&of.game, *seed) {
            Some(seer) => Player::Omniscient(seer),
            None => Player::Failed(AgentFault::FailedToStart),
        },
        SeatPlayer::Random => Player::Agent(Box::new(RandomAgent::new(*seed))),
        SeatPlayer::Linked(limits, connect) => {
            present(connect().and_then(|link| greet(of, link, limits, &table.who(seat), *seed)))
        }
        SeatPlayer::Caller(call) => Player::Agent(Box::new(CallbackAgent { of: of.clone(), call: Arc::clone(call) })),
        SeatPlayer::Person(person) => {
            let person = person.lock().unwrap_or_else(PoisonError::into_inner).take();
            match person {
                Some(person) => Player::Agent(Box::new(sitting(of, person, seat, table.programs))),
                None => Player::Failed(AgentFault::GivenUp),
            }
        }
    }
}

/// Creates the agent of a person. Each adviser has a seed of its own.
fn sitting<G: Configurable>(
    of: &TypedRules<G>,
    person: Person,
    seat: Seat,
    programs: &Arc<Programs>,
) -> PersonAgent<G> {
    let Person { called, says, orders, adviser: spec, seed } = person;
    let (adviser_of, programs, mut asked) = (of.clone(), Arc::clone(programs), 0);
    let adviser = move || {
        asked += 1;
        let who = ProcessLabel { entrant: "adviser".to_owned(), game: "match 1".to_owned(), seat };
        player(&adviser_of, &spec, seat, seed.derive("asked", &[asked]), (&programs, || who))
    };
    let (game, presentation) = (Arc::clone(&of.game), of.registration.presentation);
    PersonAgent { game, presentation, seat, called, says, orders, adviser: Box::new(adviser), plan: VecDeque::new() }
}

/// Creates the player that `spec` describes. `who` is the label of an external program.
fn player<G: Configurable>(
    of: &TypedRules<G>,
    spec: &AgentSpec,
    seat: Seat,
    seed: Seed,
    (programs, who): (&Arc<Programs>, impl FnOnce() -> ProcessLabel),
) -> Player<G> {
    if spec.kind != process::KIND {
        let clock = stopwatch::clock(spec);
        return referee::seated(|| of.registration.agents.build_player(&of.game, spec, seat, seed, clock.as_ref()));
    }
    let limits = Limits::new(&spec.settings).expect("the settings were checked");
    let who = who();
    if programs.is_given_up(&who.entrant, &limits.command, limits.restarts) {
        return Player::Failed(AgentFault::GivenUp);
    }
    present(Program::start(programs, &who, &limits).and_then(|program| greet(of, program, &limits, &who, seed)))
}

fn present<G: Configurable, L: Link + 'static>(greeted: Result<ProcessAgent<L, G>, AgentFault>) -> Player<G> {
    match greeted {
        Ok(agent) => Player::Agent(Box::new(agent)),
        Err(fault) => Player::Failed(fault),
    }
}

/// Sends the greeting to a program.
pub(super) fn greet<G: Configurable, L: Link>(
    of: &TypedRules<G>,
    link: L,
    limits: &Limits,
    who: &ProcessLabel,
    seed: Seed,
) -> Result<ProcessAgent<L, G>, AgentFault> {
    let hello = Hello {
        protocol: PROTOCOL,
        game: G::NAME,
        rules: nested_json(&of.game.settings()),
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
