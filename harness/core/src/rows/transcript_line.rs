//! A line of `transcripts.jsonl`, written and read.

use ergo_agents::agent::AgentFault;
use ergo_engine::options::Settings;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::Transcript;
use serde::{Deserialize, Serialize};

use crate::registry::arena::{ActionRecord, Ending};
use crate::registry::settings::nested_json;
use crate::rows::slot::Slot;
use crate::storage::digest;

/// One line of `transcripts.jsonl`: with the program, the whole match.
#[derive(Serialize)]
pub struct TranscriptLine<'e> {
    /// The name of the game.
    pub game: &'e str,
    /// All options of its rules, nested as in an experiment.
    pub rules: serde_json::Value,
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The arm.
    pub arm: &'e str,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the rotation.
    pub rotation: usize,
    /// Entrants in seat order.
    pub seats: &'e [&'e str],
    /// Seed of the deal.
    pub seed: String,
    /// Every action in order.
    pub actions: &'e str,
    /// Who failed to answer.
    pub fault: Option<FaultLine>,
    /// The number that all seeds derive from, in the record of a match with a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_seed: Option<u64>,
    /// How a match with a person ended; left out until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultLine>,
}

/// The result of a match with a person.
#[derive(Serialize)]
pub struct ResultLine {
    scores: SeatMap<i32>,
    winners: Vec<Seat>,
}

/// The beginning of the last key of a sealed line.
const SEAL: &str = ",\"sha256\":\"";

/// Returns `line`, an object in JSON, with the SHA-256 of its text as its last key, so that a change of one line shows.
pub fn sealed(line: &str) -> String {
    let inner = line.strip_suffix('}').unwrap_or(line);
    format!("{inner}{SEAL}{}\"}}", digest::of_text(line))
}

/// Returns whether the last key of `line` is the SHA-256 of the rest; `None` if it has none.
pub fn is_sealed(line: &str) -> Option<bool> {
    let (inner, found) = line.rsplit_once(SEAL)?;
    Some(found.strip_suffix("\"}") == Some(&*digest::of_text(&format!("{inner}}}"))))
}

/// A fault in a transcript.
#[derive(Serialize)]
pub struct FaultLine {
    seat: Seat,
    fault: String,
}

impl<'e> TranscriptLine<'e> {
    /// The line of the match `slot`; one that has not ended yet has no `ending`.
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

    /// Returns the same line of a match with a person, whose seeds derive from `master_seed`.
    pub fn with_person(self, master_seed: u64, ending: Option<&Ending>) -> Self {
        let winners =
            |ending: &Ending| ending.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat).collect();
        let result = |ending: &Ending| ResultLine { scores: ending.scores.clone(), winners: winners(ending) };
        TranscriptLine { master_seed: Some(master_seed), result: ending.map(result), ..self }
    }

    /// Returns the line as JSON without its end.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a line of texts and numbers is JSON")
    }

    /// Returns the line as JSON with the SHA-256 of [`TranscriptLine::text`] as its last key, so that any change shows.
    pub fn sealed_text(&self) -> String {
        sealed(&self.text())
    }
}

/// The part of a line of `transcripts.jsonl` that is needed.
#[derive(Deserialize)]
pub struct RecordedMatch {
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
    /// The seed of the deal.
    pub seed: String,
    /// The actions played, with spaces between.
    pub actions: String,
    /// Who failed to answer, if that ended it.
    pub fault: Option<RecordedFault>,
    /// The number that all seeds of a match with a person derive from.
    pub master_seed: Option<u64>,
    /// How a match with a person ended; `None` if it was left before.
    pub result: Option<serde_json::Value>,
}

/// A fault as it is written in a line.
#[derive(Deserialize)]
pub struct RecordedFault {
    /// The seat, from 1.
    pub seat: usize,
    /// The word for it.
    pub fault: String,
}

impl RecordedMatch {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("{error}, expected a transcript in JSON"))
    }

    /// The deal and the actions.
    pub fn transcript(&self) -> Result<Transcript, String> {
        let mut transcript = Transcript::new(self.seed.parse().map_err(|error| format!("seed: {error}"))?);
        transcript.actions.clone_from(&self.actions);
        Ok(transcript)
    }

    /// The fault that ended it.
    pub(crate) fn fault(&self) -> Result<Option<(Seat, AgentFault)>, String> {
        self.fault.as_ref().map(|fault| fault_at(fault, self.seats.len())).transpose()
    }

    /// Its match, to be played again; the agents of the seats `asked` are asked again.
    pub fn recorded_match(&self, asked: SeatMap<bool>) -> Result<ActionRecord, String> {
        if self.seats.len() != asked.seats().get() {
            return Err(format!("{} seats, expected {}", self.seats.len(), asked.seats().get()));
        }
        Ok(ActionRecord::new(&self.actions, self.fault()?, asked))
    }
}

fn fault_at(fault: &RecordedFault, seats: usize) -> Result<(Seat, AgentFault), String> {
    let known = AgentFault::ALL.into_iter().find(|known| known.word() == fault.fault);
    match known {
        Some(known) if (1..=seats).contains(&fault.seat) => Ok((Seat::new(fault.seat - 1), known)),
        _ => Err(format!("fault \"{}\" of seat {}: expected a known fault of a seat", fault.fault, fault.seat)),
    }
}
