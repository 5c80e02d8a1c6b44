//! Who sits down to a match.

use std::sync::{Arc, Mutex};

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Limits, Link};
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::agent::Call;
use super::person::Person;
use crate::job::programs::{ProcessLabel, Programs};

/// One who is to sit at a table.
pub struct Chair<'a> {
    /// The name.
    pub entrant: &'a str,
    /// Where all its chance comes from.
    pub seed: Seed,
    /// Who it is.
    pub seated: Seated<'a>,
}

/// Starts a program and gives the line to it.
pub type Connect<'a> = &'a (dyn Fn() -> Result<Box<dyn Link>, AgentFault> + Sync);

/// Who sits in a chair.
pub enum Seated<'a> {
    /// An agent of the game, or a program from outside.
    Agent(&'a AgentSpec),
    /// Every legal action equally likely.
    Random,
    /// The all-seeing searcher of the game.
    AllSeeing,
    /// A program from outside at the end of a line.
    Linked(&'a Limits, Connect<'a>),
    /// A function.
    Caller(Call),
    /// A person, who sits down once.
    Person(Mutex<Option<Person>>),
}

impl Seated<'_> {
    /// Returns why the choices made in this chair cannot be repeated; `None` if they can.
    pub fn unrepeatable(&self) -> Option<&'static str> {
        match self {
            Seated::Agent(spec) => spec.unrepeatable(),
            Seated::Person(_) => Some("is a person"),
            Seated::Random | Seated::AllSeeing | Seated::Linked(..) | Seated::Caller(_) => None,
        }
    }
}

/// Those who sit down to a match, in seat order.
pub struct Table<'a> {
    /// One for each seat.
    pub chairs: Vec<Chair<'a>>,
    /// The programs from outside that are at work.
    pub programs: &'a Arc<Programs>,
    /// The name of the match towards a program's author.
    pub called: &'a dyn Fn() -> String,
}

impl<'a> Table<'a> {
    /// The same agents with other streams of chance, which follow from `seed`. Others than agents are left out.
    pub fn anew(&self, seed: &Seed) -> Table<'a> {
        let agents = self.chairs.iter().zip(1..).filter_map(|(chair, number)| match &chair.seated {
            Seated::Agent(spec) => {
                let seed = seed.derive("seat", &[number]);
                Some(Chair { entrant: chair.entrant, seed, seated: Seated::Agent(spec) })
            }
            _ => None,
        });
        Table { chairs: agents.collect(), programs: self.programs, called: self.called }
    }

    /// Whom the program at `seat` stands for.
    pub(super) fn who(&self, seat: Seat) -> ProcessLabel {
        ProcessLabel { entrant: self.chairs[seat.index()].entrant.to_owned(), game: (self.called)(), seat }
    }
}
