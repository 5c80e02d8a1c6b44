//! The interface for observers of matches. A [`Probe`] observes every match while it is played, writes rows of its own, and
//! analyses them after the run for the report. Register your own probe with `ergo_lab::Lab::probe`.
//!
//! ```
//! # use ergo_harness as ergo_lab;
//! use ergo_lab::arena::Ending;
//! use ergo_lab::probe::{WatchedMatch, RowWriter, Probe, MatchObserver};
//!
//! /// Records the number of actions of each match.
//! struct Actions;
//!
//! impl Probe for Actions {
//!     fn name(&self) -> &'static str {
//!         "actions"
//!     }
//!     fn file(&self) -> Option<&'static str> {
//!         Some("actions.csv")
//!     }
//!     fn header(&self, _: &ergo_lab::arena::Records) -> String {
//!         "match,actions\n".to_owned()
//!     }
//!     fn watch(&self, _: u32, _: &ergo_lab::arena::Records) -> Option<Box<dyn MatchObserver>> {
//!         Some(Box::new(Actions))
//!     }
//! }
//!
//! impl MatchObserver for Actions {
//!     fn end(&mut self, played: &WatchedMatch<'_>, ending: &Ending, out: &mut RowWriter<'_>) {
//!         out.row(&[&played.slot.number, &ending.decisions]);
//!     }
//! }
//! # assert_eq!(Actions.most(), 1);
//! ```

use std::fmt::{self, Debug, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ergo_engine::transcript::Transcript;

use crate::job::manifest::FileEntry;
use crate::registry::arena::{self, Answer, DecisionRecord, DynGame, DynRules, Ending, Records, RoundView};
pub use crate::report::analysis::{Analysis, PlotFile, RunData};
pub use crate::report::pages::{Cell, DataTable, Detail};
pub use crate::rows::RowPrefix;
use crate::rows::quoted::CsvLine;
pub use crate::rows::read::{MatchRows, RowsError, SeatRow};
use crate::rows::slot::Slot;
use crate::storage::folder::part;

/// An observer of matches with its rows, statistics and report section.
pub trait Probe: Send + Sync {
    /// Returns its key in `[output]`.
    fn name(&self) -> &'static str;

    /// Returns the largest value of the key; 1 for a switch.
    fn most(&self) -> u32 {
        1
    }

    /// Checks that the game has what the probe needs.
    ///
    /// # Errors
    ///
    /// Returns what is wrong and what is expected.
    fn fits(&self, _game: &dyn DynGame) -> Result<(), String> {
        Ok(())
    }

    /// Returns true if it needs the transcript of a finished match.
    fn needs_transcript(&self) -> bool {
        false
    }

    /// Returns true if it plays on from positions of a match. Then all bots must depend on their seed only.
    fn plays_again(&self) -> bool {
        false
    }

    /// Returns the name of its row file, if it writes one.
    fn file(&self) -> Option<&'static str> {
        None
    }

    /// Returns the header line of that file, including the line end.
    fn header(&self, _records: &Records) -> String {
        String::new()
    }

    /// Returns an observer for the matches of one thread, or `None` if there is nothing to write. `amount` is the value
    /// of the key.
    fn watch(&self, _amount: u32, _records: &Records) -> Option<Box<dyn MatchObserver>> {
        None
    }

    /// Returns true if its rows follow from the seed. Rows with times or with answers of a program that varies do not.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// The file of totals over all its rows, if it writes one.
    fn totals_file(&self) -> Option<&'static str> {
        None
    }

    /// Sums up its rows in a finished run, whose files `files` finds by their names: CSV with a header.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with its rows.
    fn totals(&self, _files: &FilePaths<'_>) -> Result<String, RowsError> {
        Ok(String::new())
    }

    /// Analyses its rows in a finished run, whose files `files` finds by their names.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with its rows.
    fn analysis(&self, _files: &FilePaths<'_>) -> Result<Option<Box<dyn Analysis>>, RowsError> {
        Ok(None)
    }
}

/// Maps the name of a row file to its path.
pub type FilePaths<'f> = dyn Fn(&str) -> PathBuf + 'f;

/// Observes matches, one after another.
pub trait MatchObserver {
    /// Returns true if [`decision`](Self::decision) should be called.
    fn sees_decisions(&self) -> bool {
        false
    }

    /// Called at the start of a match.
    fn begin(&mut self, _played: &WatchedMatch<'_>) {}

    /// Called after each decision; the chosen action is legal.
    fn decision(&mut self, _decided: &dyn DecisionRecord) {}

    /// Returns true if it wants to see answers.
    fn sees_answers(&self) -> bool {
        false
    }

    /// Called after each answer of a player, and after each failure to answer.
    fn answer(&mut self, _answer: &Answer<'_>) {}

    /// Called after each round.
    fn round(&mut self, _round: &dyn RoundView) {}

    /// Called at the end of a match; rows are written to `out`.
    fn end(&mut self, played: &WatchedMatch<'_>, ending: &Ending, out: &mut RowWriter<'_>);
}

/// A match that is being observed.
#[derive(Clone, Copy)]
pub struct WatchedMatch<'m> {
    /// The rules.
    pub rules: &'m dyn DynRules,
    /// The column names of its rows.
    pub records: &'m Records,
    /// The position in the schedule.
    pub slot: &'m Slot,
    /// The label of the arm.
    pub arm: &'m str,
    /// The entrants in seat order.
    pub entrants: &'m [&'m str],
    /// The first cells of its rows.
    pub heading: &'m RowPrefix,
    /// The agents at the table, for playing on.
    pub table: &'m arena::Table<'m>,
    /// The transcript of the finished match, if a probe needs it.
    pub transcript: Option<&'m Transcript>,
}

/// Writes the rows of a probe.
pub struct RowWriter<'o> {
    pub(crate) bytes: &'o mut Vec<u8>,
    pub(crate) count: &'o mut u64,
    pub(crate) refused: &'o mut Option<String>,
}

impl RowWriter<'_> {
    /// Appends a row of these values.
    pub fn row(&mut self, values: &[&dyn Display]) {
        let mut line = CsvLine::new(self.bytes);
        if let Some((first, rest)) = values.split_first() {
            line.value(first.to_string().as_str());
            rest.iter().for_each(|value| line.field(value.to_string().as_str()));
        }
        line.end();
        *self.count += 1;
    }

    /// Reports an error, with what is wrong and what is expected. The run stops; earlier results are kept.
    pub fn refuse(&mut self, why: String) {
        self.refused.get_or_insert(why);
    }

    /// Begins a row with arm, match, deal and rotation. Continue with [`CsvLine::value`] and then [`CsvLine::field`].
    pub(crate) fn begin(&mut self, heading: &RowPrefix) -> CsvLine<'_> {
        *self.count += 1;
        heading.begin(self.bytes)
    }
}

/// A probe with the requested amount; 0 if it is off.
#[derive(Clone)]
pub struct ProbeRequest {
    /// The probe.
    pub probe: Arc<dyn Probe>,
    /// The value of its key.
    pub amount: u32,
}

impl ProbeRequest {
    /// Returns true if the probe is on.
    pub fn is_asked(&self) -> bool {
        self.amount > 0
    }
}

/// Returns the analyses of the probes whose rows are in `folder`; rows of another version may lack a file.
///
/// # Errors
///
/// Returns the row file that cannot be read.
pub fn analyses(
    watched: &[ProbeRequest],
    folder: &Path,
    parts: bool,
    rows: &[FileEntry],
) -> Result<Vec<Box<dyn Analysis>>, RowsError> {
    let path = |name: &str| if parts { part(folder, name) } else { folder.join(name) };
    let is_there = |name: &str| rows.iter().any(|row| row.name == name);
    let readable = |one: &&ProbeRequest| one.is_asked() && one.probe.file().is_none_or(is_there);
    watched.iter().filter(readable).map(|one| one.probe.analysis(&path)).filter_map(Result::transpose).collect()
}

impl Debug for ProbeRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.probe.name(), self.amount)
    }
}
