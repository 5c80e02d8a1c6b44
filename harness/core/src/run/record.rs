//! The record of a finished run, from which its matches are replayed for verification.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ergo_agents::process;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatMap;
use ergo_engine::transcript::Transcript;

use crate::registry::arena::{ActionRecord, DynRules, Ending, SeatAssignment, SeatPlayer, Table, Watcher};
use crate::rows::TRANSCRIPTS;
use crate::rows::transcript_line::RecordedMatch;
use crate::run::answers::ANSWERS;
use crate::storage::folder::{FolderError, regular};

/// The transcripts of a run, and the counts and differences found by replaying its matches.
pub struct Record {
    text: String,
    lines: Vec<Range<usize>>,
    may_run: bool,
    has_answers: bool,
    counts: Mutex<DecisionCounts>,
}

/// Decisions and differences found by replaying the matches of a record.
#[derive(Default)]
pub struct DecisionCounts {
    /// Number of decisions by entrant for which the agent was asked again.
    pub asked_again: BTreeMap<String, u64>,
    /// Number of decisions by entrant taken from the record only.
    pub from_record: BTreeMap<String, u64>,
    /// Number of decisions by entrant that ended in a fault.
    pub faults: BTreeMap<String, u64>,
    /// Number of decisions by match and seat, both from 1; empty if the run has no `answers.jsonl`.
    pub decisions: BTreeMap<(u64, u64), u64>,
    /// The first difference of each match, by its line in the transcripts.
    pub differences: BTreeMap<u64, String>,
}

impl DecisionCounts {
    /// Adds the decisions of a replayed match at a table with these chairs.
    pub fn add(&mut self, record: &ActionRecord, chairs: &[SeatAssignment<'_>]) {
        for ((seat, decisions), chair) in record.decisions.entries().zip(chairs) {
            let counts = if record.is_asked(seat) { &mut self.asked_again } else { &mut self.from_record };
            *counts.entry(chair.entrant.to_owned()).or_default() += decisions;
        }
    }
}

impl Record {
    /// Reads the transcripts of the results in `folder`; `None` if there are none. Programs are asked again only if `may_run`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists and cannot be read, or is not UTF-8.
    pub fn open(folder: &Path, may_run: bool) -> Result<Option<Self>, FolderError> {
        let path = folder.join(TRANSCRIPTS);
        if !path.exists() {
            return Ok(None);
        }
        let failed = |error: std::io::Error| FolderError::io(&path, "cannot be read", error);
        let text = String::from_utf8(regular::read(&path).map_err(failed)?);
        let text = text.map_err(|error| FolderError::NotReadable { path, error: error.to_string() })?;
        let (mut lines, mut start) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            lines.push(start..start + line.trim_end().len());
            start += line.len();
        }
        let has_answers = folder.join(ANSWERS).exists();
        Ok(Some(Record { text, lines, may_run, has_answers, counts: Mutex::default() }))
    }

    /// Replays the match `number`, like [`DynRules::play`], and records decisions and differences.
    pub(crate) fn play(
        &self,
        number: u64,
        (rules, deal, table): (&dyn DynRules, Seed, &Table<'_>),
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        let asked =
            SeatMap::from_fn(rules.seats(), |seat| is_asked_again(&table.chairs[seat.index()].seated, self.may_run));
        let line = self.lines.get(number as usize - 1).map(|line| &self.text[line.clone()]);
        let line =
            line.ok_or_else(|| "missing, expected the transcript of a match".to_owned()).and_then(RecordedMatch::parse);
        let mut record = match &line {
            Ok(line) => line.recorded_match(asked),
            Err(what) => Err(what.clone()),
        }
        .unwrap_or_else(|what| {
            let mut none = ActionRecord::new("", None, SeatMap::from_fn(rules.seats(), |_| false));
            none.note_difference(what);
            none
        });
        if let Ok(line) = &line
            && line.number != number
        {
            record.note_difference(format!("match {}, expected match {number}", line.number));
        }
        let ending = rules.play_recorded(deal, table, &mut record, transcript, watcher);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.add(&record, &table.chairs);
        if let Some((seat, _)) = ending.fault {
            *counts.faults.entry(table.chairs[seat.index()].entrant.to_owned()).or_default() += 1;
        }
        if self.has_answers {
            let all = record.decisions.entries().map(|(seat, count)| ((number, seat.number() as u64), *count));
            counts.decisions.extend(all);
        }
        counts.differences.extend(record.difference.map(|what| (number, what)));
        ending
    }

    /// Returns the decisions and differences of all replayed matches.
    pub fn into_counts(self) -> DecisionCounts {
        self.counts.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if `seated` is asked again: its choices are repeatable, and it is not an external program unless `may_run`.
pub fn is_asked_again(seated: &SeatPlayer<'_>, may_run: bool) -> bool {
    let is_program = matches!(seated, SeatPlayer::Agent(spec) if spec.kind == process::KIND);
    seated.unrepeatable().is_none() && (may_run || !is_program)
}
