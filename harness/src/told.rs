//! A line of `transcripts.jsonl`, read by whoever wrote it, and told.

use std::sync::Arc;

use ergo_agents::agent::AgentFault;
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use serde::Deserialize;

use crate::narrate::{Narration, Told};
use crate::settings::flat;
use crate::shelf::{GameVisitor, Shelf, Shelved};
use crate::stopwatch::Iterations;

/// What is needed of a line of `transcripts.jsonl`.
#[derive(Deserialize)]
pub struct Line {
    /// The game.
    pub game: String,
    /// Its rules, nested as in an experiment.
    pub rules: serde_json::Value,
    /// The number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The arm it was played in.
    pub arm: String,
    /// The number of the deal.
    pub deal: u64,
    /// The number of the rotation.
    pub rotation: usize,
    /// Entrants in the order of seats.
    pub seats: Vec<String>,
    /// What the deal derives from.
    pub seed: String,
    /// What was played, with spaces between.
    pub actions: String,
    /// Who failed to answer, if that ended it.
    pub fault: Option<Fault>,
    /// What searches used of their clocks, by seat.
    #[serde(default)]
    pub(crate) iterations: Iterations,
}

/// A fault as it is written in a line.
#[derive(Deserialize)]
pub struct Fault {
    /// The seat, from 1.
    pub seat: usize,
    /// The word for it.
    pub fault: String,
}

impl Line {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("{error}, expected a transcript in JSON"))
    }

    /// Its rules, which are of `G`.
    pub(crate) fn game_of<G: Configurable>(&self) -> Result<G, String> {
        let rules = flat(&self.rules).map_err(|error| format!("rules: {error}"))?;
        G::configure(SeatCount::new(self.seats.len()), &rules).map_err(|error| format!("rules: {error}"))
    }

    /// Tells its match, if that is one of a game of `shelf`.
    pub fn told(&self, shelf: &impl Shelf) -> Result<Narration, String> {
        shelf.with_game(&self.game, Tell(self)).map_err(|error| error.to_string())?
    }
}

/// Tells the match of a line.
struct Tell<'a>(&'a Line);

impl GameVisitor for Tell<'_> {
    type Out = Result<Narration, String>;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> Self::Out {
        let Tell(line) = self;
        let (fewest, most) = G::SEATS;
        if !(fewest..=most).contains(&line.seats.len()) {
            return Err(format!("{} seats, expected {fewest} to {most}", line.seats.len()));
        }
        let game = line.game_of::<G>()?;
        let fault = match &line.fault {
            None => None,
            Some(fault) => Some(fault_at(fault, line.seats.len())?),
        };
        let mut transcript = Transcript::new(line.seed.parse().map_err(|error| format!("seed: {error}"))?);
        transcript.actions.clone_from(&line.actions);
        let told = Told { number: line.number, seats: &line.seats, transcript: &transcript, fault };
        (shelved.narrate)(&game, &told).map_err(|error| format!("actions: {error}"))
    }
}

fn fault_at(fault: &Fault, seats: usize) -> Result<(Seat, AgentFault), String> {
    let known = AgentFault::ALL.into_iter().find(|known| known.word() == fault.fault);
    match known {
        Some(known) if (1..=seats).contains(&fault.seat) => Ok((Seat::new(fault.seat - 1), known)),
        _ => Err(format!("fault \"{}\" of seat {}: expected a known fault of a seat", fault.fault, fault.seat)),
    }
}
