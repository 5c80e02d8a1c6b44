//! The transcripts of a finished run, from which its matches are played again.

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

/// The transcripts of a run, and what was found while its matches were played again.
pub struct Record {
    text: String,
    lines: Vec<Range<usize>>,
    may_run: bool,
    has_answers: bool,
    found: Mutex<DecisionCounts>,
}

/// What was found while the matches of a record were played again.
#[derive(Default)]
pub struct DecisionCounts {
    /// Number of decisions by entrant that were asked again.
    pub asked_again: BTreeMap<String, u64>,
    /// Number of decisions by entrant that were taken from the record.
    pub from_record: BTreeMap<String, u64>,
    /// Number of decisions by entrant that ended in a fault.
    pub faults: BTreeMap<String, u64>,
    /// Number of decisions by match and seat, from 1, where there is a record of answers to compare them with.
    pub decisions: BTreeMap<(u64, u64), u64>,
    /// The first difference of each match, by the line of the transcripts.
    pub differences: BTreeMap<u64, String>,
}

impl DecisionCounts {
    /// Counts the decisions of a match that was played again at a table with these chairs.
    pub fn add(&mut self, record: &ActionRecord, chairs: &[SeatAssignment<'_>]) {
        for ((seat, decisions), chair) in record.decisions.entries().zip(chairs) {
            let counts = if record.is_asked(seat) { &mut self.asked_again } else { &mut self.from_record };
            *counts.entry(chair.entrant.to_owned()).or_default() += decisions;
        }
    }
}

impl Record {
    /// Reads the transcripts of the results in `folder`; `None` if there are none. Programs are asked again only if they `may_run`.
    ///
    /// # Errors
    ///
    /// Returns why the file cannot be read.
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
        Ok(Some(Record { text, lines, may_run, has_answers, found: Mutex::default() }))
    }

    /// Plays the match with this number again, as [`DynRules::play`] does.
    pub(crate) fn play(
        &self,
        number: u64,
        (rules, deal, table): (&dyn DynRules, Seed, &Table<'_>),
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        let asked = SeatMap::from_fn(rules.seats(), |seat| asks(&table.chairs[seat.index()].seated, self.may_run));
        let line = self.lines.get(number as usize - 1).map(|line| &self.text[line.clone()]);
        let line =
            line.ok_or_else(|| "missing, expected the transcript of a match".to_owned()).and_then(RecordedMatch::parse);
        let mut record = match &line {
            Ok(line) => line.recorded_match(asked),
            Err(what) => Err(what.clone()),
        }
        .unwrap_or_else(|what| {
            let mut none = ActionRecord::new("", None, SeatMap::from_fn(rules.seats(), |_| false));
            none.differs(what);
            none
        });
        if let Ok(line) = &line
            && line.number != number
        {
            record.differs(format!("match {}, expected match {number}", line.number));
        }
        let ending = rules.play_recorded(deal, table, &mut record, transcript, watcher);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.add(&record, &table.chairs);
        if let Some((seat, _)) = ending.fault {
            *found.faults.entry(table.chairs[seat.index()].entrant.to_owned()).or_default() += 1;
        }
        if self.has_answers {
            let all = record.decisions.entries().map(|(seat, count)| ((number, seat.number() as u64), *count));
            found.decisions.extend(all);
        }
        found.differences.extend(record.difference.map(|what| (number, what)));
        ending
    }

    /// Returns what was found.
    pub fn found(self) -> DecisionCounts {
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if whoever is seated is asked again: if the choices can be repeated, and no program is started that may not run.
pub fn asks(seated: &SeatPlayer<'_>, may_run: bool) -> bool {
    let is_program = matches!(seated, SeatPlayer::Agent(spec) if spec.kind == process::KIND);
    seated.unrepeatable().is_none() && (may_run || !is_program)
}
