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

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::path::PathBuf;
use std::sync::Arc;

use ergo_engine::transcript::Transcript;

use crate::arena::{self, Decided, DynGame, DynRules, Ending, Records, RoundView};
pub use crate::experiment::kind::Kind;
use crate::measure::Key;
pub use crate::report::asked::Asked;
pub use crate::report::facts::{Evidence, Facts, Part, Place};
pub use crate::report::lineup::LineUp;
pub use crate::report::measured::Measured;
pub use crate::report::page::{Piece, Table};
pub use crate::report::row::Row;
pub use crate::rows::Heading;
use crate::rows::quoted::Line;
pub use crate::rows::read::{MatchRows, RowsError, SeatRow};
use crate::slot::Slot;

/// Somebody who watches matches, and owns what follows: rows, statistic, claim, section, picture.
pub trait Probe: Send + Sync {
    /// Its key in `[output]`.
    fn name(&self) -> &'static str;

    /// Whether it is always there: an idea of the report that costs nothing and has no key.
    fn is_always_there(&self) -> bool {
        false
    }

    /// The most that can be asked for: 1 where it is a matter of true and false.
    fn most(&self) -> u32 {
        1
    }

    /// Whether the experiment as run says so where nobody asks for it.
    fn is_always_said(&self) -> bool {
        false
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

    /// Whether its findings are shown every block: then the report is made of the files when all is played, not while it is.
    fn follows_blocks(&self) -> bool {
        true
    }

    /// Begins to report on what all rows say, which it is shown as they are written or read.
    fn begin(&self, _asked: &Asked) -> Option<Box<dyn Findings>> {
        None
    }

    /// Begins to report on a finished run, whose files `files` finds by their names.
    fn findings(&self, _files: &Files<'_>) -> Result<Option<Box<dyn Findings>>, RowsError> {
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

/// A value of a deal and what it is divided by.
pub type Sum = (f64, f64);

/// The findings of a probe in a finished run. All rows are read once, block by block, and shown to those who want to see them; then each
/// says what it has to say.
pub trait Findings: Send {
    /// Whether it wants to see the scores after every round of this match.
    fn wants_scores(&self, _match: &MatchRows) -> bool {
        false
    }

    /// A match, in the order of the schedule, with the scores of all seats after each round, where anybody wants them and they are
    /// known.
    fn sees(&mut self, _match: &MatchRows, _scores: &[f64]) {}

    /// A block begins, of so many different entrants at so many seats.
    fn block_begins(&mut self, _entrants: usize, _seats: usize) {}

    /// A seat of a match of the block, by its entrant among the different ones.
    fn seat(&mut self, _match: u64, _entrant: usize, _seat: usize) -> Result<(), RowsError> {
        Ok(())
    }

    /// The block of this deal is over: for each entrant, then for each seat, the sums of the share of the win and of the points, where
    /// they vary. `lineup` is the place of the table among those of the report.
    fn block_ends(
        &mut self,
        _lineup: usize,
        _deal: u64,
        _subjects: &mut dyn Iterator<Item = (String, Option<[Sum; 2]>)>,
    ) {
    }

    /// The same of the entrant in the first place of the table alone: the sums of its share of the win, and of its points less the mean
    /// of the others'; nothing where it has no others.
    fn first_of_block(
        &mut self,
        _lineups: &[LineUp],
        _lineup: usize,
        _deal: u64,
        _sums: Option<[Sum; 2]>,
    ) -> Result<(), RowsError> {
        Ok(())
    }

    /// All blocks were seen: what follows from them.
    fn settle(&mut self, _evidence: &mut Evidence<'_>) -> Result<(), RowsError> {
        Ok(())
    }

    /// The findings it lends other ideas, by their type.
    fn lends(&self) -> Option<&dyn Any> {
        None
    }

    /// The kind of question that its claim answers.
    fn kind(&self) -> Kind {
        Kind::Matters
    }

    /// One sentence that answers the question, where no measure is asked for.
    fn claim(&self, _facts: &Facts<'_>) -> Option<String> {
        None
    }

    /// Whether its claim is of the measures that are asked for.
    fn claims_measures(&self) -> bool {
        false
    }

    /// Its answer to who is best: how the sentence begins, and its parts, of which as many are named as there is room for.
    fn best(&self, _tables: usize) -> Option<(String, Vec<String>)> {
        None
    }

    /// How a measure that is asked for changes from the first arm to `arm` by groups of bots: the sizes of their tables, and each group
    /// with what it changes.
    fn by_group(&self, _asked: &Asked, _arm: &str, _key: &Key) -> Option<(String, Vec<String>)> {
        None
    }

    /// A warning that must be read before any answer.
    fn warns(&self, _facts: &Facts<'_>) -> Option<String> {
        None
    }

    /// Rows for a terminal, their heads first, instead of those of the tables; where no measure is asked for.
    fn glance(&self) -> Option<Vec<Vec<String>>> {
        None
    }

    /// Its part of the report where everybody reads, if it is one section.
    fn section(&self, _facts: &Facts<'_>) -> Option<Part> {
        None
    }

    /// All that stands in the report.
    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        Place::Read.of(self.section(facts))
    }

    /// Rows of `summary.csv` for a table: each a measure, and what is put behind its name.
    fn summary(&self, _lineup: usize, _write: &mut dyn FnMut(&Measured, &str)) {}

    /// Rows of `summary.csv` behind those of all tables.
    fn further(&self, _write: &mut dyn FnMut(&Row<'_>)) {}
}

/// An idea that every report speaks of where there is something to say: it needs no rows of its own.
#[derive(Clone, Copy)]
pub struct Idea {
    /// Its name.
    pub name: &'static str,
    /// Begins to follow the rows.
    pub begin: fn(&Asked) -> Box<dyn Findings>,
}

impl Probe for Idea {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_always_there(&self) -> bool {
        true
    }

    fn follows_blocks(&self) -> bool {
        false
    }

    fn begin(&self, asked: &Asked) -> Option<Box<dyn Findings>> {
        Some((self.begin)(asked))
    }
}

/// The findings of an idea that is a section of what everybody can see.
pub struct Plain(pub fn(&Facts<'_>) -> Vec<(Place, Part)>);

impl Findings for Plain {
    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        (self.0)(facts)
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

impl Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.probe.name(), self.amount)
    }
}
