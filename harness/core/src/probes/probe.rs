//! The seam for whoever watches: a [`Probe`] is shown every match while it is played, writes rows of its own, reads them when all is
//! played, and makes the claim, the section and the picture of them. Each lives whole in a folder of `probes`; one of
//! one's own is put beside them by `ergo_lab::Lab::probe`.
//!
//! ```
//! # use ergo_harness as ergo_lab;
//! use ergo_lab::arena::Ending;
//! use ergo_lab::probe::{Match, Out, Probe, Watch};
//!
//! /// Writes down how many actions each match took.
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
//!     fn watch(&self, _: u32, _: &ergo_lab::arena::Records) -> Option<Box<dyn Watch>> {
//!         Some(Box::new(Actions))
//!     }
//! }
//!
//! impl Watch for Actions {
//!     fn end(&mut self, played: &Match<'_>, ending: &Ending, out: &mut Out<'_>) {
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
use crate::registry::arena::{self, Answer, Decided, DynGame, DynRules, Ending, Records, RoundView};
pub use crate::report::analysis::{Analysis, PlotFile, RunData};
pub use crate::report::pages::{Cell, Detail, Table};
pub use crate::rows::Heading;
use crate::rows::quoted::Line;
pub use crate::rows::read::{MatchRows, RowsError, SeatRow};
use crate::rows::slot::Slot;
use crate::storage::folder::part;

/// Somebody who watches matches, and owns what follows: rows, statistic, claim, section, picture.
pub trait Probe: Send + Sync {
    /// Its key in `[output]`.
    fn name(&self) -> &'static str;

    /// The most that can be asked for: 1 where it is a matter of true and false.
    fn most(&self) -> u32 {
        1
    }

    /// Refuses a game that it can see nothing of: what is wrong, and what is expected.
    fn fits(&self, _game: &dyn DynGame) -> Result<(), String> {
        Ok(())
    }

    /// Whether it needs the whole match when it is over.
    fn needs_transcript(&self) -> bool {
        false
    }

    /// Whether it has matches played on from their middle: by bots that choose by their seed alone.
    fn plays_again(&self) -> bool {
        false
    }

    /// The file of its rows, if it writes any.
    fn file(&self) -> Option<&'static str> {
        None
    }

    /// The first line of that file, with its end.
    fn header(&self, _records: &Records) -> String {
        String::new()
    }

    /// Who watches the matches of one thread, where it has something to write; it is asked for so much.
    fn watch(&self, _amount: u32, _records: &Records) -> Option<Box<dyn Watch>> {
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
    fn totals(&self, _files: &Files<'_>) -> Result<String, RowsError> {
        Ok(String::new())
    }

    /// Analyses its rows in a finished run, whose files `files` finds by their names.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with its rows.
    fn analysis(&self, _files: &Files<'_>) -> Result<Option<Box<dyn Analysis>>, RowsError> {
        Ok(None)
    }
}

/// Where the file of a name lies.
pub type Files<'f> = dyn Fn(&str) -> PathBuf + 'f;

/// Watches matches, one after another.
pub trait Watch {
    /// Whether it wants to see decisions.
    fn sees_decisions(&self) -> bool {
        false
    }

    /// A match begins.
    fn begin(&mut self, _played: &Match<'_>) {}

    /// A choice was made, and is legal.
    fn decision(&mut self, _decided: &dyn Decided) {}

    /// Returns true if it wants to see answers.
    fn sees_answers(&self) -> bool {
        false
    }

    /// A player answered, or failed to.
    fn answer(&mut self, _answer: &Answer<'_>) {}

    /// A round is over.
    fn round(&mut self, _round: &dyn RoundView) {}

    /// The match is over; its rows go to `out`.
    fn end(&mut self, played: &Match<'_>, ending: &Ending, out: &mut Out<'_>);
}

/// A match that is watched.
#[derive(Clone, Copy)]
pub struct Match<'m> {
    /// The rules.
    pub rules: &'m dyn DynRules,
    /// Names of the columns of its records.
    pub records: &'m Records,
    /// Its place in the schedule.
    pub slot: &'m Slot,
    /// The label of the arm.
    pub arm: &'m str,
    /// Who sits there, in seat order.
    pub entrants: &'m [&'m str],
    /// The cells with which its rows begin.
    pub heading: &'m Heading,
    /// Those who sit there, to be seated again.
    pub table: &'m arena::Table<'m>,
    /// The whole match, when it is over, where a probe needs it.
    pub transcript: Option<&'m Transcript>,
}

/// Where rows go.
pub struct Out<'o> {
    pub(crate) bytes: &'o mut Vec<u8>,
    pub(crate) count: &'o mut u64,
    pub(crate) refused: &'o mut Option<String>,
}

impl Out<'_> {
    /// Adds a row of these values.
    pub fn row(&mut self, values: &[&dyn Display]) {
        let mut line = Line::new(self.bytes);
        if let Some((first, rest)) = values.split_first() {
            line.value(first.to_string().as_str());
            rest.iter().for_each(|value| line.field(value.to_string().as_str()));
        }
        line.end();
        *self.count += 1;
    }

    /// Says that this match cannot be reported on: what is wrong, and what is expected. The run ends by it; what was played before is kept.
    pub fn refuse(&mut self, why: String) {
        self.refused.get_or_insert(why);
    }

    /// Begins a row with the arm, the match, the deal and the rotation; what follows is written by [`Line::value`] and then
    /// [`Line::field`].
    pub(crate) fn begin(&mut self, heading: &Heading) -> Line<'_> {
        *self.count += 1;
        heading.begin(self.bytes)
    }
}

/// A probe, and how much is asked of it; 0 for nothing.
#[derive(Clone)]
pub struct Watched {
    /// The probe.
    pub probe: Arc<dyn Probe>,
    /// How much.
    pub amount: u32,
}

impl Watched {
    /// Whether anything is asked.
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
    watched: &[Watched],
    folder: &Path,
    parts: bool,
    rows: &[FileEntry],
) -> Result<Vec<Box<dyn Analysis>>, RowsError> {
    let path = |name: &str| if parts { part(folder, name) } else { folder.join(name) };
    let is_there = |name: &str| rows.iter().any(|row| row.name == name);
    let readable = |one: &&Watched| one.is_asked() && one.probe.file().is_none_or(is_there);
    watched.iter().filter(readable).map(|one| one.probe.analysis(&path)).filter_map(Result::transpose).collect()
}

impl Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.probe.name(), self.amount)
    }
}
