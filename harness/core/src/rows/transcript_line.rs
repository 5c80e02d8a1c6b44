//! Writes and reads lines of `transcripts.jsonl`.

use ergo_agents::agent::AgentFault;
use ergo_engine::options::Settings;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::Transcript;
use serde::{Deserialize, Serialize};

use crate::registry::arena::{ActionRecord, Ending};
use crate::registry::settings::nested_json;
use crate::rows::slot::Slot;
use crate::storage::digest;

/// A line of `transcripts.jsonl`, from which the match can be replayed.
#[derive(Serialize)]
pub struct TranscriptLine<'e> {
    /// The name of the game.
    pub game: &'e str,
    /// All options of its rules, nested as in an experiment.
    pub rules: serde_json::Value,
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The label of the arm.
    pub arm: &'e str,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the rotation.
    pub rotation: usize,
    /// Entrants in seat order.
    pub seats: &'e [&'e str],
    /// Seed of the deal.
    pub seed: String,
    /// All actions in order, separated by spaces.
    pub actions: &'e str,
    /// The fault that ended the match.
    pub fault: Option<FaultLine>,
    /// The master seed of all other seeds, in the record of a match with a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_seed: Option<u64>,
    /// The result of a match with a person; omitted before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultLine>,
}

/// The result of a match with a person.
#[derive(Serialize)]
pub struct ResultLine {
    scores: SeatMap<i32>,
    winners: Vec<Seat>,
}

/// The text before the digest of a line.
const DIGEST_KEY: &str = ",\"sha256\":\"";

/// Adds the SHA-256 of `line`, a JSON object, as its last key, so that a change of the line can be detected.
pub fn add_digest(line: &str) -> String {
    let inner = line.strip_suffix('}').unwrap_or(line);
    format!("{inner}{DIGEST_KEY}{}\"}}", digest::of_text(line))
}

/// Returns true if the last key of `line` is the SHA-256 of the rest; `None` if the line has no digest.
pub fn has_valid_digest(line: &str) -> Option<bool> {
    let (inner, found) = line.rsplit_once(DIGEST_KEY)?;
    Some(found.strip_suffix("\"}") == Some(&*digest::of_text(&format!("{inner}}}"))))
}

/// A fault as written to a transcript.
#[derive(Serialize)]
pub struct FaultLine {
    seat: Seat,
    fault: String,
}

impl<'e> TranscriptLine<'e> {
    /// Creates the line of the match `slot`. `ending` is `None` if the match has not ended.
    pub fn new(
        (game, rules): (&'e str, &'e Settings),
        arm: &'e str,
        slot: &Slot,
        seats: &'e [&'e str],
        transcript: &'e Transcript,
        ending: Option<&Ending>,
    ) -> Self {
        TranscriptLine {
            game,
            rules: nested_json(rules),
            number: slot.number,
            arm,
            deal: slot.deal,
            rotation: slot.rotation,
            seats,
            seed: transcript.seed.to_string(),
            actions: &transcript.actions,
            fault: ending
                .and_then(|ending| ending.fault)
                .map(|(seat, fault)| FaultLine { seat, fault: fault.to_string() }),
            master_seed: None,
            result: None,
        }
    }

    /// Returns this line as the record of a match with a person, whose seeds derive from `master_seed`.
    pub fn with_person(self, master_seed: u64, ending: Option<&Ending>) -> Self {
        let winners =
            |ending: &Ending| ending.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat).collect();
        let result = |ending: &Ending| ResultLine { scores: ending.scores.clone(), winners: winners(ending) };
        TranscriptLine { master_seed: Some(master_seed), result: ending.map(result), ..self }
    }

    /// Returns the line as JSON, without a newline.
    ///
    /// # Panics
    ///
    /// Panics if the rules cannot be written as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a line of texts and numbers is JSON")
    }

    /// Returns the line as JSON with the SHA-256 of [`TranscriptLine::text`] as its last key.
    ///
    /// # Panics
    ///
    /// As for [`TranscriptLine::text`].
    pub fn text_with_digest(&self) -> String {
        add_digest(&self.text())
    }
}

/// A match read from a line of `transcripts.jsonl`.
#[derive(Deserialize)]
pub struct RecordedMatch {
    /// The name of the game.
    pub game: String,
    /// All options of its rules, nested as in an experiment.
    pub rules: serde_json::Value,
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The label of the arm.
    pub arm: String,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the rotation.
    pub rotation: usize,
    /// Entrants in seat order.
    pub seats: Vec<String>,
    /// Seed of the deal.
    pub seed: String,
    /// All actions in order, separated by spaces.
    pub actions: String,
    /// The fault that ended the match, if any.
    pub fault: Option<RecordedFault>,
    /// The master seed of all other seeds, in the record of a match with a person.
    pub master_seed: Option<u64>,
    /// The result of a match with a person; `None` if the person left before the end.
    pub result: Option<serde_json::Value>,
}

/// A fault read from a transcript.
#[derive(Deserialize)]
pub struct RecordedFault {
    /// The seat, from 1.
    pub seat: usize,
    /// The name of the fault.
    pub fault: String,
}

impl RecordedMatch {
    /// Parses a line.
    ///
    /// # Errors
    ///
    /// Returns an error if `line` is not a transcript in JSON.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("{error}, expected a transcript in JSON"))
    }

    /// Returns the seed of the deal and the actions.
    ///
    /// # Errors
    ///
    /// Returns an error if the seed is invalid.
    pub fn transcript(&self) -> Result<Transcript, String> {
        let mut transcript = Transcript::new(self.seed.parse().map_err(|error| format!("seed: {error}"))?);
        transcript.actions.clone_from(&self.actions);
        Ok(transcript)
    }

    /// Returns the fault that ended the match.
    pub(crate) fn fault(&self) -> Result<Option<(Seat, AgentFault)>, String> {
        self.fault.as_ref().map(|fault| parse_fault(fault, self.seats.len())).transpose()
    }

    /// Returns the record from which the match is replayed. The agents of the seats `asked` are asked again.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of seats differs or the fault is unknown.
    pub fn recorded_match(&self, asked: SeatMap<bool>) -> Result<ActionRecord, String> {
        if self.seats.len() != asked.seats().get() {
            return Err(format!("{} seats, expected {}", self.seats.len(), asked.seats().get()));
        }
        Ok(ActionRecord::new(&self.actions, self.fault()?, asked))
    }
}

/// Converts a recorded fault at a table with this number of seats.
fn parse_fault(fault: &RecordedFault, seats: usize) -> Result<(Seat, AgentFault), String> {
    let known = AgentFault::ALL.into_iter().find(|known| known.word() == fault.fault);
    match known {
        Some(known) if (1..=seats).contains(&fault.seat) => Ok((Seat::new(fault.seat - 1), known)),
        _ => Err(format!("fault \"{}\" of seat {}: expected a known fault of a seat", fault.fault, fault.seat)),
    }
}
