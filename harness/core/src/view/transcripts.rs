//! A line of `transcripts.jsonl` as it is read.

use std::sync::Arc;

use ergo_agents::agent::AgentFault;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use serde::Deserialize;

use crate::games::game_registry::GameRegistry;
use crate::registry::arena::DynRules;
use crate::registry::arena::narrate::{MatchRecord, Narration, in_words};
use crate::registry::settings::settings_from_json;
use crate::view::replay::{ReplayInput, page};

/// The used part of a line of `transcripts.jsonl`.
#[derive(Deserialize)]
pub struct RecordedMatch {
    /// The game.
    pub game: String,
    /// The rules, nested as in an experiment.
    pub rules: serde_json::Value,
    /// The number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The label of the arm.
    pub arm: String,
    /// The number of the deal.
    pub deal: u64,
    /// The number of the rotation.
    pub rotation: usize,
    /// The entrants in seat order.
    pub seats: Vec<String>,
    /// The seed of the deal.
    pub seed: String,
    /// The actions, separated by spaces.
    pub actions: String,
    /// The fault that ended the match, if one did.
    pub fault: Option<RecordedFault>,
}

/// A fault in a transcript line.
#[derive(Deserialize)]
pub struct RecordedFault {
    /// The seat, from 1.
    pub seat: usize,
    /// The kind of fault.
    pub fault: String,
}

impl RecordedMatch {
    /// Parses a line.
    ///
    /// # Errors
    ///
    /// Fails if the line is no transcript.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("{error}, expected a transcript in JSON"))
    }

    /// Returns the rules of its game, which must be in `registry`.
    ///
    /// # Errors
    ///
    /// Fails if the game, its rules or the number of seats is unknown.
    pub fn rules_on(&self, registry: &GameRegistry) -> Result<Arc<dyn DynRules>, String> {
        let game = registry.game(&self.game).map_err(|error| error.to_string())?;
        let (fewest, most) = game.seats();
        if !(fewest..=most).contains(&self.seats.len()) {
            return Err(format!("{} seats, expected {fewest} to {most}", self.seats.len()));
        }
        let rules = settings_from_json(&self.rules).map_err(|error| format!("rules: {error}"))?;
        game.configure(SeatCount::new(self.seats.len()), &rules).map_err(|error| format!("rules: {error}"))
    }

    /// Returns the deal and the actions.
    ///
    /// # Errors
    ///
    /// Fails if the seed is wrong.
    pub fn transcript(&self) -> Result<Transcript, String> {
        let mut transcript = Transcript::new(self.seed.parse().map_err(|error| format!("seed: {error}"))?);
        transcript.actions.clone_from(&self.actions);
        Ok(transcript)
    }

    /// Renders its match as a replay page without estimates.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be replayed.
    pub fn page(&self, registry: &GameRegistry) -> Result<String, String> {
        let (rules, transcript) = (self.rules_on(registry)?, self.transcript()?);
        let columns = registry.game(&self.game).map_err(|error| error.to_string())?.records().round;
        let ending_text = self.ending_text(registry)?;
        let (number, seats, explained) = (self.number, self.seats.as_slice(), &[][..]);
        let (ending_text, notes, mistakes_of) = (ending_text.as_str(), "", None);
        let shown = ReplayInput { number, seats, transcript: &transcript, ending_text, explained, notes, mistakes_of };
        page(&*rules, columns, &shown, None).map_err(|error| format!("actions: {error}"))
    }

    /// Describes how the match ended.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be replayed.
    pub fn ending_text(&self, registry: &GameRegistry) -> Result<String, String> {
        let words = self.narrated(registry)?.words;
        Ok(words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned())
    }

    /// Describes its match as text and as JSON.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be replayed.
    pub fn narrated(&self, registry: &GameRegistry) -> Result<Narration, String> {
        let rules = self.rules_on(registry)?;
        let columns = registry.game(&self.game).map_err(|error| error.to_string())?.records().round;
        let fault = self.fault.as_ref().map(|fault| fault_at(fault, self.seats.len())).transpose()?;
        let transcript = self.transcript()?;
        let record = MatchRecord { number: self.number, seats: &self.seats, transcript: &transcript, fault };
        let narration =
            rules.expand(&record).and_then(|json| Ok(Narration { json, words: in_words(&*rules, columns, &record)? }));
        narration.map_err(|error| format!("actions: {error}"))
    }
}

fn fault_at(fault: &RecordedFault, seats: usize) -> Result<(Seat, AgentFault), String> {
    let known = AgentFault::ALL.into_iter().find(|known| known.word() == fault.fault);
    match known {
        Some(known) if (1..=seats).contains(&fault.seat) => Ok((Seat::new(fault.seat - 1), known)),
        _ => Err(format!("fault \"{}\" of seat {}: expected a known fault of a seat", fault.fault, fault.seat)),
    }
}
