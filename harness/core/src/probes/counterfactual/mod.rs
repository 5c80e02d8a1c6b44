//! Counterfactual analyses: matches are played on from a changed position to estimate the effect of an action, a card
//! or the bots' randomness.
//!
//! - [`agency`]: at random decisions, every choice is played on. How different are the values of the choices?
//! - [`cards`]: a drawn card is exchanged, or a group of cards is barred. What is a card worth?
//! - [`skill`]: the whole match is repeated with new random streams for the bots. How much of the result is luck, and
//!   how much skill?
//!
//! Values are points of lead in the round: the points of a seat minus the mean of the others' points. In a game without
//! rounds they are points of the trick or of the match. The bots of the table are created anew to play on.

mod agency;
mod cards;
mod choices;
mod skill;
#[cfg(test)]
mod tests;
mod worths;

use std::path::Path;

use ergo_engine::field::Field;
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::SeatMap;
use ergo_engine::transcript::Transcript;

use crate::probes::probe::{FilePaths, MatchObserver, Probe, RowWriter, WatchedMatch};
use crate::registry::arena::{DynGame, Ending, Records};
use crate::report::analysis::{Analysis, PlotFile, RunData};
use crate::report::pages::Detail;
use crate::rows::read::{CsvSource, RowsError};

/// An analysis read from a file of rows; `None` if the file has no usable rows.
type ReadAnalysis = Result<Option<Box<dyn Analysis>>, RowsError>;

/// A counterfactual analysis.
#[derive(Clone, Copy)]
pub(super) struct Counterfactual {
    /// Its key in `[output]`.
    name: &'static str,
    /// The largest value of the key.
    most: u32,
    /// The file of rows.
    file: &'static str,
    /// The columns of the file.
    columns: &'static str,
    /// Checks that the game has what the analysis needs.
    fits: fn(&dyn DynGame) -> Result<(), String>,
    /// Plays on from positions of a finished match and writes the rows.
    play_on: PlayOn,
    /// Reads the file.
    read: fn(&Path) -> ReadAnalysis,
}

/// Plays on, as often as the experiment requests.
type PlayOn = fn(&WatchedMatch<'_>, &Transcript, &Ending, u32, &mut RowWriter<'_>) -> Result<(), String>;

pub(super) use agency::PROBE as AGENCY;
pub(super) use cards::PROBE as CARDS;
pub(super) use skill::PROBE as SKILL;

impl Probe for Counterfactual {
    fn name(&self) -> &'static str {
        self.name
    }

    fn most(&self) -> u32 {
        self.most
    }

    fn fits(&self, game: &dyn DynGame) -> Result<(), String> {
        (self.fits)(game)
    }

    fn needs_transcript(&self) -> bool {
        true
    }

    fn plays_again(&self) -> bool {
        true
    }

    fn file(&self) -> Option<&'static str> {
        Some(self.file)
    }

    fn header(&self, _: &Records) -> String {
        format!("{}\n", self.columns)
    }

    fn watch(&self, amount: u32, _: &Records) -> Option<Box<dyn MatchObserver>> {
        Some(Box::new(Observer { play_on: self.play_on, amount }))
    }

    fn analysis(&self, files: &FilePaths<'_>) -> ReadAnalysis {
        (self.read)(&files(self.file))
    }
}

struct Observer {
    play_on: PlayOn,
    amount: u32,
}

impl MatchObserver for Observer {
    fn end(&mut self, played: &WatchedMatch<'_>, ending: &Ending, out: &mut RowWriter<'_>) {
        let Some(transcript) = played.transcript else { return };
        if let Err(why) = (self.play_on)(played, transcript, ending, self.amount, out) {
            out.refuse(why);
        }
    }
}

/// The estimates of an analysis, with a file and a note about their meaning.
struct Estimated<T> {
    all: Vec<T>,
    file: fn(&[T]) -> PlotFile,
    detail: fn(&[T]) -> Detail,
}

impl<T: Send + 'static> Estimated<T> {
    fn boxed(self) -> Option<Box<dyn Analysis>> {
        (!self.all.is_empty()).then(|| Box::new(self) as Box<dyn Analysis>)
    }
}

impl<T: Send> Analysis for Estimated<T> {
    fn files(&self, _: &RunData<'_>) -> Vec<PlotFile> {
        vec![(self.file)(&self.all)]
    }

    fn details(&self, _: &RunData<'_>) -> Vec<Detail> {
        vec![(self.detail)(&self.all)]
    }
}

/// Writes a row with these cells after the common columns.
fn write_row(played: &WatchedMatch<'_>, out: &mut RowWriter<'_>, cells: &[Field<'_>]) {
    let mut line = out.begin(played.heading);
    for (place, cell) in cells.iter().enumerate() {
        if place == 0 { line.value(*cell) } else { line.field(*cell) }
    }
    line.end();
}

/// Calls `see` with every row of the file at `path` and the indices of the columns `names`.
fn each_row<const N: usize>(
    path: &Path,
    names: [&str; N],
    mut see: impl FnMut(&CsvSource, [usize; N]) -> Result<(), RowsError>,
) -> Result<(), RowsError> {
    let mut source = CsvSource::open(path)?;
    let mut columns = [0; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = source.required(name)?;
    }
    while source.more {
        see(&source, columns)?;
        source.advance()?;
    }
    Ok(())
}

/// The results of an entrant at a table of an arm.
struct Group<T> {
    arm: String,
    /// The entrants of the table, joined by " v ".
    table: String,
    entrant: String,
    of: T,
}

impl<T> Group<T> {
    fn map<U>(self, made: impl FnOnce(T) -> U) -> Group<U> {
        let Group { arm, table, entrant, of } = self;
        Group { arm, table, entrant, of: made(of) }
    }
}

/// Reads the file at `path` by groups. `names` are the columns arm, table, entrant and deal, then those for `add`.
/// `close` ends a deal of a group. Rows of a table are consecutive, and so are those of a deal.
fn groups<T: Default, const N: usize>(
    path: &Path,
    names: [&str; N],
    mut add: impl FnMut(&mut T, &CsvSource, [usize; N]) -> Result<(), RowsError>,
    close: impl Fn(&mut T),
) -> Result<Vec<Group<T>>, RowsError> {
    let mut all: Vec<Group<(u64, T)>> = Vec::new();
    each_row(path, names, |source, columns| {
        let key = [source.text(columns[0])?, source.text(columns[1])?, source.text(columns[2])?];
        let at = all.iter().rposition(|one| [&*one.arm, &*one.table, &*one.entrant] == key).unwrap_or_else(|| {
            let [arm, table, entrant] = key.map(str::to_owned);
            all.push(Group { arm, table, entrant, of: Default::default() });
            all.len() - 1
        });
        let ((known, sums), deal) = (&mut all[at].of, source.number(columns[3])?);
        if *known != deal {
            close(sums);
            *known = deal;
        }
        add(sums, source, columns)
    })?;
    let closed = |(_, mut sums): (u64, T)| {
        close(&mut sums);
        sums
    };
    Ok(all.into_iter().map(|one| one.map(closed)).collect())
}

/// Reservoir sampling: `kept` is a uniform sample of `most` of the `seen` items so far.
fn keep<T>(kept: &mut Vec<T>, most: usize, seen: &mut u32, rng: &mut Rng, thing: impl FnOnce() -> T) {
    *seen += 1;
    if kept.len() < most {
        kept.push(thing());
    } else if let Some(place) = kept.get_mut(below(rng, *seen) as usize) {
        *place = thing();
    }
}

/// Returns the lead of every seat in a round; with a single seat, its points.
fn leads(points: &SeatMap<i32>) -> SeatMap<f64> {
    let others = (points.iter().count() - 1).max(1) as f64;
    let all: i32 = points.iter().sum();
    points.map(|&own| f64::from(own) - f64::from(all - own) / others)
}
