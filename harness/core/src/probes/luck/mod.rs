//! The luck of the draw: what chance gave every seat, by the game's own account, and means with it taken out.

mod rows;
mod section;
mod table;

use ergo_engine::seat::Seat;

use crate::arena::{DynGame, Ending, Records, RoundView};
use crate::probe::{Files, Findings, Match, Out, Probe, Sum, Watch};
use crate::report::facts::{Facts, Part, Place};
use crate::report::measured::Measured;
use crate::rows::read::RowsError;
use crate::rows::{columns, millionths};
use rows::Rows;
use table::{BlockLuck, LessLuck, TableLuck};

/// The file of rows.
const LUCK: &str = "luck.csv";
/// The columns every game's file begins with.
const COLUMNS: &str = "arm,match,deal,rotation,seat,entrant";

/// Writes down what chance gave, and takes it out.
pub(super) struct Luck;

impl Probe for Luck {
    fn name(&self) -> &'static str {
        "luck"
    }

    fn is_always_said(&self) -> bool {
        true
    }

    fn fits(&self, game: &dyn DynGame) -> Result<(), String> {
        match game.records().luck {
            [] => Err(format!("{} has no luck that could be written down, expected false", game.name())),
            _ => Ok(()),
        }
    }

    fn file(&self) -> Option<&'static str> {
        Some(LUCK)
    }

    fn header(&self, records: &Records) -> String {
        columns::line(COLUMNS, records.luck)
    }

    fn watch(&self, _: u32, records: &Records) -> Option<Box<dyn Watch>> {
        Some(Box::new(Account { kinds: records.luck.len(), sums: Vec::new() }))
    }

    fn findings(&self, files: &Files<'_>) -> Result<Option<Box<dyn Findings>>, RowsError> {
        let rows = Rows::open(&files(LUCK))?;
        let block = BlockLuck::new(0, rows.kinds());
        Ok(Some(Box::new(Found { rows, block, entrants: 0, tables: Vec::new() })))
    }
}

/// Sums of the luck of every seat in a match: as many for each as there are kinds, those of the first seat first.
struct Account {
    kinds: usize,
    sums: Vec<f64>,
}

impl Watch for Account {
    fn begin(&mut self, played: &Match<'_>) {
        self.sums.clear();
        self.sums.resize(played.entrants.len() * self.kinds, 0.0);
    }

    fn round(&mut self, round: &dyn RoundView) {
        round.luck(&mut self.sums);
    }

    fn end(&mut self, played: &Match<'_>, _: &Ending, out: &mut Out<'_>) {
        for (i, (entrant, sums)) in played.entrants.iter().zip(self.sums.chunks(self.kinds)).enumerate() {
            let mut line = out.begin(played.heading);
            line.value(Seat::new(i));
            line.field(*entrant);
            sums.iter().for_each(|sum| line.field(format!("{:.6}", millionths(*sum)).as_str()));
            line.end();
        }
    }
}

/// The luck at every table.
struct Found {
    rows: Rows,
    block: BlockLuck,
    /// Different entrants at the table of the block.
    entrants: usize,
    tables: Vec<TableLuck>,
}

impl Findings for Found {
    fn block_begins(&mut self, entrants: usize, seats: usize) {
        self.block = BlockLuck::new(entrants + seats, self.rows.kinds());
        self.entrants = entrants;
    }

    fn seat(&mut self, number: u64, entrant: usize, seat: usize) -> Result<(), RowsError> {
        self.block.add([entrant, self.entrants + seat], self.rows.of_seat(number)?);
        Ok(())
    }

    fn block_ends(&mut self, lineup: usize, deal: u64, subjects: &mut dyn Iterator<Item = (String, Option<[Sum; 2]>)>) {
        if self.tables.len() <= lineup {
            self.tables.resize_with(lineup + 1, TableLuck::default);
        }
        self.tables[lineup].push(&self.block, deal, subjects);
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        Place::Detail.of(section::section(&self.tables, facts))
    }

    fn summary(&self, lineup: usize, write: &mut dyn FnMut(&Measured, &str)) {
        for LessLuck { measured, ratio, correction } in self.tables[lineup].measures() {
            write(&Measured { p: None, ..measured.clone() }, "_less_luck");
            let taken = Measured { value: correction.mean, interval: correction.interval, ..measured.clone() };
            write(&taken, "_luck");
            write(&Measured { value: ratio, interval: None, p: None, ..measured }, "_less_luck_variance_ratio");
        }
    }
}
