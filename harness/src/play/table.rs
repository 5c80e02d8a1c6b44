//! The table of a match with a person: everybody seated, and the referee at work in a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_harness::arena::{Chair, Decided, DynRules, Ending, Order, Person, Seated, Table, TableMessage, Watcher};
use ergo_harness::programs::Programs;

/// A match that is to be played.
pub(crate) struct Sitting {
    pub rules: Arc<dyn DynRules>,
    /// The number that all seeds derive from.
    pub seed: u64,
    pub own: Seat,
    /// Names in seat order, as they are recorded.
    pub entrants: Vec<String>,
    /// The agents in seat order; none at the person's seat.
    pub agents: Vec<Option<AgentSpec>>,
    /// Who can be asked what it would do.
    pub adviser: (String, AgentSpec),
}

/// A match under way, from the person's end.
pub(super) struct Begun {
    /// The names of those who sit there, as the person is shown them, in seat order.
    pub called: Vec<String>,
    pub notes: Notes,
    pub said: Receiver<TableMessage>,
    pub orders: Sender<Order>,
    pub referee: JoinHandle<Finished>,
}

/// The result of a match.
pub(super) struct Finished {
    pub ending: Ending,
    pub transcript: Transcript,
    /// Why it does not count.
    pub trouble: Option<String>,
}

/// The actions of a match as they are chosen. Where a person is asked, the referee has played all of them.
#[derive(Clone)]
pub(super) struct Notes(Arc<Mutex<Transcript>>);

impl Notes {
    /// A copy of all there is.
    pub(super) fn copy(&self) -> Transcript {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Takes notes, and tells the person what the others do, as far as it is to be seen.
struct Watching {
    notes: Notes,
    says: Sender<TableMessage>,
    own: Seat,
}

impl Watcher for Watching {
    fn sees_decisions(&self) -> bool {
        true
    }

    fn decision(&mut self, decided: &dyn Decided) {
        self.notes.0.lock().unwrap_or_else(PoisonError::into_inner).push(&decided.action());
        let words =
            Some(decided).filter(|decided| decided.seat() != self.own).and_then(|decided| decided.seen_by(self.own));
        if let Some(words) = words {
            // A person who has left hears nothing.
            let _ = self.says.send(TableMessage::Heard(decided.seat(), words));
        }
    }
}

/// Seats everybody, and begins.
pub(super) fn sit(sitting: Sitting) -> Begun {
    let Sitting { rules, seed, own, entrants, agents, adviser: (_, adviser) } = sitting;
    let called = |(name, seat): (&String, Seat)| format!("{name} ({})", rules.facts().seat_names[seat.index()]);
    let called: Vec<String> = entrants.iter().zip(rules.seats().iter()).map(called).collect();
    let (deal, seeds) = seeds(seed, &entrants);
    let notes = Notes(Arc::new(Mutex::new(Transcript::new(deal))));
    let (says, said) = channel();
    let hears = says.clone();
    let (orders, from_person) = channel();
    let adviser_seed = Seed::master(seed).derive("adviser", &[]);
    let person = Person { called: called.clone(), says, orders: from_person, adviser, seed: adviser_seed };
    let referee = {
        let mut watching = Watching { notes: notes.clone(), says: hears, own };
        thread::spawn(move || {
            let programs = Arc::new(Programs::new(None));
            let mut person = Some(person);
            let chair = |index: usize| {
                let seated = match &agents[index] {
                    Some(spec) => Seated::Agent(spec),
                    None => Seated::Person(Mutex::new(person.take_if(|_| index == own.index()))),
                };
                Chair { entrant: &entrants[index], seed: seeds[index], seated }
            };
            let chairs = (0..agents.len()).map(chair).collect();
            let table = Table { chairs, programs: &programs, called: &|| "match 1".to_owned() };
            let mut transcript = Transcript::new(deal);
            let ending = rules.play(deal, &table, Some(&mut transcript), &mut watching);
            Finished { ending, transcript, trouble: programs.fit().err().map(|trouble| trouble.to_string()) }
        })
    };
    Begun { called, notes, said, orders, referee }
}

/// The seed of the deal and those of the seats, as an experiment with this number derives them for its first deal.
pub(crate) fn seeds(number: u64, entrants: &[String]) -> (Seed, Vec<Seed>) {
    let master = Seed::master(number);
    let seated = entrants.join(" ");
    let seat = |seat: u64| master.derive("seat", &[1, 0, seat]).derive(&seated, &[]);
    (master.derive("deal", &[1]), (1..=entrants.len() as u64).map(seat).collect())
}
