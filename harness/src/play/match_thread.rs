//! Plays a match with a person in a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_harness::arena::{
    DecisionRecord, DynRules, Ending, Person, PersonMessage, SeatAssignment, SeatPlayer, Table, TableMessage, Watcher,
};
use ergo_harness::programs::Programs;

/// The players and rules of a match.
pub(crate) struct MatchSetup {
    pub rules: Arc<dyn DynRules>,
    /// The master seed.
    pub seed: u64,
    pub own: Seat,
    /// The names of the players in seat order, as they are recorded.
    pub entrants: Vec<String>,
    /// The agents in seat order; `None` for the person.
    pub agents: Vec<Option<AgentSpec>>,
    /// The agent that gives hints, with its name.
    pub adviser: (String, AgentSpec),
}

/// A match under way, from the person's end.
pub(super) struct MatchThread {
    /// The names of the players as the person sees them, in seat order.
    pub names: Vec<String>,
    pub actions: SharedTranscript,
    pub messages: Receiver<TableMessage>,
    pub orders: Sender<PersonMessage>,
    pub referee: JoinHandle<MatchResult>,
}

/// The result of a match.
pub(super) struct MatchResult {
    pub ending: Ending,
    pub transcript: Transcript,
    /// Why the match does not count.
    pub error: Option<String>,
}

/// The actions of a match so far. When the person is asked, the referee has played all of them.
#[derive(Clone)]
pub(super) struct SharedTranscript(Arc<Mutex<Transcript>>);

impl SharedTranscript {
    /// Returns a copy.
    pub(super) fn copy(&self) -> Transcript {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Records the actions, and reports those that the person can see.
struct Recorder {
    actions: SharedTranscript,
    messages: Sender<TableMessage>,
    own: Seat,
}

impl Watcher for Recorder {
    fn sees_decisions(&self) -> bool {
        true
    }

    fn decision(&mut self, decided: &dyn DecisionRecord) {
        self.actions.0.lock().unwrap_or_else(PoisonError::into_inner).push(&decided.action());
        if let Some(words) = decided.seen_by(self.own) {
            // A person who has left receives nothing.
            let _ = self.messages.send(TableMessage::Heard(decided.seat(), words));
        }
    }
}

/// Begins a match.
pub(super) fn spawn(setup: MatchSetup) -> MatchThread {
    let MatchSetup { rules, seed, own, entrants, agents, adviser: (_, adviser) } = setup;
    let called = |(name, seat): (&String, Seat)| format!("{name} ({})", rules.facts().seat_names[seat.index()]);
    let called: Vec<String> = entrants.iter().zip(rules.seats().iter()).map(called).collect();
    let (deal, seeds) = seeds(seed, &entrants);
    let actions = SharedTranscript(Arc::new(Mutex::new(Transcript::new(deal))));
    let (says, messages) = channel();
    let (orders, from_person) = channel();
    let adviser_seed = Seed::master(seed).derive("adviser", &[]);
    let mut recorder = Recorder { actions: actions.clone(), messages: says.clone(), own };
    let person = Person { called: called.clone(), says, orders: from_person, adviser, seed: adviser_seed };
    let referee = {
        thread::spawn(move || {
            let programs = Arc::new(Programs::new(None));
            let mut person = Some(person);
            let chair = |index: usize| {
                let seated = match &agents[index] {
                    Some(spec) => SeatPlayer::Agent(spec),
                    None => SeatPlayer::Person(Mutex::new(person.take_if(|_| index == own.index()))),
                };
                SeatAssignment { entrant: &entrants[index], seed: seeds[index], seated }
            };
            let chairs = (0..agents.len()).map(chair).collect();
            let table = Table { chairs, programs: &programs, called: &|| "match 1".to_owned() };
            let mut transcript = Transcript::new(deal);
            let ending = rules.play(deal, &table, Some(&mut transcript), &mut recorder);
            MatchResult { ending, transcript, error: programs.check_startable().err().map(|error| error.to_string()) }
        })
    };
    MatchThread { names: called, actions, messages, orders, referee }
}

/// Returns the seed of the deal and those of the seats, as an experiment with this master seed derives them for its first deal.
pub(crate) fn seeds(number: u64, entrants: &[String]) -> (Seed, Vec<Seed>) {
    let master = Seed::master(number);
    let seated = entrants.join(" ");
    let seat = |seat: u64| master.derive("seat", &[1, 0, seat]).derive(&seated, &[]);
    (master.derive("deal", &[1]), (1..=entrants.len() as u64).map(seat).collect())
}
