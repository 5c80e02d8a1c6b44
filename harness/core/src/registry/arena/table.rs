//! The players of a match.

use std::sync::{Arc, Mutex};

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Limits, Link};
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::agent::AgentCallback;
use super::person::Person;
use crate::job::programs::{ProcessLabel, Programs};

/// The player of one seat.
pub struct SeatAssignment<'a> {
    /// The name of the entrant.
    pub entrant: &'a str,
    /// The seed of the player.
    pub seed: Seed,
    /// The kind of player.
    pub seated: SeatPlayer<'a>,
}

/// Starts a program and returns the connection to it.
pub type Connect<'a> = &'a (dyn Fn() -> Result<Box<dyn Link>, AgentFault> + Sync);

/// A kind of player.
pub enum SeatPlayer<'a> {
    /// An agent of the game, or an external program.
    Agent(&'a AgentSpec),
    /// A player that chooses uniformly among the legal actions.
    Random,
    /// The all-seeing searcher of the game.
    AllSeeing,
    /// An external program over a given connection.
    Linked(&'a Limits, Connect<'a>),
    /// A callback.
    Caller(AgentCallback),
    /// A person; can be seated once.
    Person(Mutex<Option<Person>>),
}

impl SeatPlayer<'_> {
    /// Returns why the choices of this player cannot be repeated; `None` if they can.
    pub fn unrepeatable(&self) -> Option<&'static str> {
        match self {
            SeatPlayer::Agent(spec) => spec.unrepeatable(),
            SeatPlayer::Person(_) => Some("is a person"),
            SeatPlayer::Random | SeatPlayer::AllSeeing | SeatPlayer::Linked(..) | SeatPlayer::Caller(_) => None,
        }
    }
}

/// The players of a match, in seat order.
pub struct Table<'a> {
    /// One player per seat.
    pub chairs: Vec<SeatAssignment<'a>>,
    /// The running external programs.
    pub programs: &'a Arc<Programs>,
    /// Returns the name of the match in logs of external programs.
    pub called: &'a dyn Fn() -> String,
}

impl<'a> Table<'a> {
    /// Returns the same agents with new random streams derived from `seed`. Players that are not agents are dropped.
    pub fn with_seed(&self, seed: &Seed) -> Table<'a> {
        let agents = self.chairs.iter().zip(1..).filter_map(|(chair, number)| match &chair.seated {
            SeatPlayer::Agent(spec) => {
                let seed = seed.derive("seat", &[number]);
                Some(SeatAssignment { entrant: chair.entrant, seed, seated: SeatPlayer::Agent(spec) })
            }
            _ => None,
        });
        Table { chairs: agents.collect(), programs: self.programs, called: self.called }
    }

    /// Returns the label of the program at `seat`.
    pub(super) fn who(&self, seat: Seat) -> ProcessLabel {
        ProcessLabel { entrant: self.chairs[seat.index()].entrant.to_owned(), game: (self.called)(), seat }
    }
}
