//! The table of a match with a person: everybody seated, and the referee at work in a thread of its own.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use ergo_agents::agent::Player;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;

use super::notes::Notes;
use super::person::{MakeAdviser, Order, Person, Told};
use crate::players;
use crate::programs::{Programs, Who};
use crate::referee::{self, Ending};
use crate::shelf::Shelved;
use crate::stopwatch::Stopwatch;

/// A match that is to be played.
pub(crate) struct Sitting<G: Game> {
    /// Who can play the game, and how it is shown.
    pub shelved: Arc<Shelved<G>>,
    /// The rules.
    pub game: G,
    /// The number that all seeds derive from.
    pub seed: u64,
    /// The person's seat.
    pub own: Seat,
    /// Names in seat order, as they are recorded.
    pub entrants: Vec<String>,
    /// The agents in seat order; none at the person's seat.
    pub agents: Vec<Option<AgentSpec>>,
    /// Who can be asked what it would do.
    pub adviser: (String, AgentSpec),
}

/// A match under way, from the person's end.
pub(super) struct Table<G: Game> {
    /// What the person calls those who sit there, in seat order.
    pub called: Vec<String>,
    /// What was chosen so far.
    pub notes: Notes,
    /// The clocks of those who go by one.
    pub watches: Vec<Option<Arc<Stopwatch>>>,
    /// What the table says.
    pub told: Receiver<Told<G>>,
    /// To the table.
    pub orders: Sender<Order<G>>,
    /// Ends with the match.
    pub referee: JoinHandle<Finished>,
}

/// What a match came to.
pub(super) struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// All of it.
    pub transcript: Transcript,
    /// Why it does not count.
    pub trouble: Option<String>,
}

/// Seats everybody, and begins.
pub(super) fn sit<G: Configurable>(sitting: Sitting<G>) -> Table<G> {
    let Sitting { shelved, game, seed, own, entrants, agents, adviser: (_, adviser) } = sitting;
    let showing = shelved.showing;
    let called = |(name, seat): (&String, Seat)| format!("{name} ({})", (showing.seat)(&game, seat));
    let called: Vec<String> = entrants.iter().zip(game.seats().iter()).map(called).collect();
    let (deal, seeds) = seeds(seed, &entrants);
    let notes = Notes::new(Transcript::new(deal));
    let watch = |spec: &AgentSpec| spec.milliseconds().map(|time| Arc::new(Stopwatch::of(time)));
    let watches: Vec<_> = agents.iter().map(|agent| agent.as_ref().and_then(watch)).collect();
    let programs = Arc::new(Programs::new(None));
    let (to_person, told) = channel();
    let (orders, from_person) = channel();
    let mut person = Some(Person {
        seat: own,
        entrants: called.clone(),
        showing,
        told: to_person,
        orders: from_person,
        adviser: advisers(&shelved, &game, adviser, own, Seed::master(seed).derive("adviser", &[]), &programs),
        plan: VecDeque::new(),
        game: game.clone(),
    });
    let referee = {
        let (notes, watches) = (notes.clone(), watches.clone());
        thread::spawn(move || {
            let mut players: Vec<Player<G>> = Vec::new();
            for (seat, agent) in game.seats().iter().zip(&agents) {
                let index = seat.index();
                let player = match (agent, person.take_if(|_| seat == own)) {
                    (Some(spec), _) => {
                        let who = || Who { entrant: entrants[index].clone(), game: "match 1".to_owned(), seat };
                        let watch = watches[index].clone();
                        players::seat((&shelved.agents, &game), spec, seeds[index], seat, who, &programs, watch)
                    }
                    (None, Some(person)) => Player::Honest(Box::new(person)),
                    (None, None) => unreachable!("everybody but the person is an agent"),
                };
                players.push(notes.of(player));
            }
            let mut transcript = Transcript::new(deal);
            let ending = referee::play(&game, deal, &mut players, Some(&mut transcript), &mut Vec::new(), &mut |_| ());
            Finished { ending, transcript, trouble: programs.fit().err().map(|trouble| trouble.to_string()) }
        })
    };
    Table { called, notes, watches, told, orders, referee }
}

/// The seed of the deal and those of the seats, as an experiment with this number derives them for its first deal.
pub(super) fn seeds(number: u64, entrants: &[String]) -> (Seed, Vec<Seed>) {
    let master = Seed::master(number);
    let seated = entrants.join(" ");
    let seat = |seat: u64| master.derive("seat", &[1, 0, seat]).derive(&seated, &[]);
    (master.derive("deal", &[1]), (1..=entrants.len() as u64).map(seat).collect())
}

/// Makes advisers, each with a seed of its own.
fn advisers<G: Configurable>(
    shelved: &Arc<Shelved<G>>,
    game: &G,
    spec: AgentSpec,
    own: Seat,
    seed: Seed,
    programs: &Arc<Programs>,
) -> MakeAdviser<G> {
    let (shelved, game, programs) = (shelved.clone(), game.clone(), programs.clone());
    let mut asked = 0;
    Box::new(move || {
        asked += 1;
        let watch = spec.milliseconds().map(|time| Arc::new(Stopwatch::of(time)));
        let who = || Who { entrant: "adviser".to_owned(), game: "match 1".to_owned(), seat: own };
        let seed = seed.derive("asked", &[asked]);
        players::seat((&shelved.agents, &game), &spec, seed, own, who, &programs, watch)
    })
}
