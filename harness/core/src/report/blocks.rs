//! Groups rows into blocks: all rotations of one deal at one table in one arm form a block with a sum for each measure.

use std::fmt::Display;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use ergo_engine::seat::{MAX_SEATS, SeatCount};

use super::base::BaseArm;
use super::block_store::BlockStore;
use super::deal_file::WeightedSum;
use super::gauges::{GaugedMeasure, Gauges};
use super::readings::{BlockSums as Gauged, MatchReadings, RowReader};
use super::report_spec::ReportSpec;
use super::table_stats::TableStats;
use super::tally::{self, Tally};
use crate::measure::{Denominator, Measure, MeasureKey, SubjectKind, Value};
use crate::report::analysis::{self, Analysis};
use crate::rows::game::GameRows;
use crate::rows::read::{MatchReader, MatchRows, RowsError};
use crate::rows::seating::seat_of;
use crate::storage::folder::regular;

/// The length of the end of a file in which the last row is searched, in bytes.
const TAIL: u64 = 1 << 14;

/// The result of reading all rows.
pub(crate) struct Collected {
    /// Tables by arm, in schedule order.
    pub lineups: Vec<TableStats>,
    /// Matches by arm and number of seats, in the same order.
    pub tallies: Vec<Tally>,
    /// Every block with its sums.
    pub kept: BlockStore,
    /// The analyses after processing all blocks.
    pub analyses: Vec<Box<dyn Analysis>>,
}

/// The paths of the row files.
pub(crate) struct RowPaths<'f> {
    /// `matches.csv`.
    pub matches: &'f Path,
    /// `rounds.csv`.
    pub rounds: &'f Path,
    /// `seats.csv`.
    pub seats: &'f Path,
}

/// Reads all rows and computes the `asked` measures.
pub(crate) fn collect(files: &RowPaths<'_>, asked: &ReportSpec) -> Result<Collected, RowsError> {
    let has_arms = has_arms(files.matches)?;
    let mut matches = MatchReader::open(files.matches)?;
    let mut rounds = GameRows::open(files.rounds)?;
    // Rows of another version may lack the file, as they may lack columns.
    let needs_seats = Gauges::needs_seats(&asked.measures) && files.seats.exists();
    let mut seats = needs_seats.then(|| GameRows::open(files.seats)).transpose()?;
    if let Some(seats) = &seats {
        ["seat", "round"].into_iter().try_for_each(|name| seats.required(name).map(|_| ()))?;
    }
    let gauges = Gauges::new(&asked.measures, rounds.headers(), seats.as_ref().map(GameRows::headers));
    let mut reader = RowReader::new(&gauges);
    let mut collector = Collector::new(&gauges, asked, has_arms)?;
    let mut found = MatchRows::default();
    while matches.next(&mut found)? {
        let (size, with_scores) = (found.seats.len(), collector.wants_scores(&found));
        rounds.of_match(found.number, |row| reader.round(row, size, with_scores))?;
        if let Some(seats) = &mut seats {
            seats.of_match(found.number, |row| reader.seat(row, size))?;
        }
        collector.add(&found, &reader.end(&found))?;
    }
    collector.finish()
}

/// Collects matches in schedule order into blocks, from files or while they are played.
pub(crate) struct Collector<'g> {
    gauges: &'g Gauges,
    without_chance: bool,
    pays_points: bool,
    analyses: Vec<Box<dyn Analysis>>,
    base: Option<BaseArm>,
    kept: BlockStore,
    lineups: Vec<TableStats>,
    tallies: Vec<Tally>,
    block: Option<Block>,
}

impl<'g> Collector<'g> {
    /// Creates a collector. `has_arms` is true if there is more than one arm.
    pub(crate) fn new(gauges: &'g Gauges, asked: &ReportSpec, has_arms: bool) -> Result<Self, RowsError> {
        Ok(Collector {
            gauges,
            without_chance: asked.without_chance,
            pays_points: asked.measures.shape().pays_points,
            analyses: analysis::standard(),
            base: has_arms.then(BaseArm::new).transpose()?,
            kept: BlockStore::new()?,
            lineups: Vec::new(),
            tallies: Vec::new(),
            block: None,
        })
    }

    /// Returns true if an analysis needs the scores after every round of a match.
    pub(crate) fn wants_scores(&self, found: &MatchRows) -> bool {
        self.analyses.iter().any(|one| one.wants_scores(found))
    }

    /// Adds a match with the readings of its rows.
    pub(crate) fn add(&mut self, found: &MatchRows, readings: &MatchReadings) -> Result<(), RowsError> {
        tally::add(&mut self.tallies, found);
        self.analyses.iter_mut().for_each(|one| one.on_match(found, &readings.scores));
        let is_next = |block: &Block| !block.holds(found) || !is_at(&self.lineups[block.lineup], found);
        if self.block.as_ref().is_some_and(is_next) {
            self.close()?;
        }
        let block = self.block.get_or_insert_with(|| {
            let lineup = lineup_of(&mut self.lineups, found, self.without_chance);
            self.lineups[lineup].pays_points = self.pays_points;
            Block::new(lineup, &self.lineups[lineup], found, self.gauges)
        });
        block.add(self.gauges, &mut self.lineups[block.lineup], (found, readings))
    }

    fn close(&mut self) -> Result<(), RowsError> {
        let Some(block) = self.block.take() else { return Ok(()) };
        let lineups = &mut self.lineups;
        for one in &mut self.analyses {
            one.on_block(lineups, block.lineup, block.deal, block.focal(&lineups[block.lineup]))?;
        }
        let sums = block.sums(self.gauges, &mut lineups[block.lineup])?;
        self.kept.push(block.lineup, block.deal, &sums)?;
        lineups[block.lineup].add_block(&sums, block.of_seats(self.pays_points));
        match &mut self.base {
            Some(base) if block.arm == lineups[0].arm => base.keep(block.lineup, block.deal, &sums),
            Some(base) => base.compare(lineups, block.lineup, block.deal, &sums),
            None => Ok(()),
        }
    }

    /// Finishes the last block.
    pub(crate) fn finish(mut self) -> Result<Collected, RowsError> {
        self.close()?;
        let Collector { lineups, tallies, kept, analyses, .. } = self;
        Ok(Collected { lineups, tallies, kept, analyses })
    }
}

/// Returns true if the first and the last row of a file belong to different arms.
fn has_arms(matches: &Path) -> Result<bool, RowsError> {
    let failed = |error| RowsError::Io { path: matches.to_owned(), error };
    let mut file = regular::open(matches).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    Read::by_ref(&mut file).take(TAIL).read_to_end(&mut head).map_err(failed)?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).map_err(failed)?;
    file.take(TAIL).read_to_end(&mut tail).map_err(failed)?;
    let lines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let arm = |line: Option<&Vec<u8>>| {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.map_or(&[][..], Vec::as_slice));
        reader.byte_records().next().and_then(Result::ok).and_then(|row| row.get(0).map(<[u8]>::to_vec))
    };
    Ok(arm(lines(&head).get(1)) != arm(lines(&tail).iter().rev().find(|line| !line.is_empty())))
}

/// Returns the entrant at position `place` of the table's list in this match.
fn entrant(found: &MatchRows, place: usize) -> &String {
    let seats = SeatCount::new(found.seats.len());
    &found.seats[seat_of(place, found.rotation, seats).index()].entrant
}

/// Returns true if a match was played at this table in this arm.
fn is_at(lineup: &TableStats, found: &MatchRows) -> bool {
    lineup.arm == found.arm
        && lineup.table.len() == found.seats.len()
        && lineup.table.iter().enumerate().all(|(place, name)| name == entrant(found, place))
}

/// Returns the index in `lineups` of the table of a match; adds the table if it is new.
fn lineup_of(lineups: &mut Vec<TableStats>, found: &MatchRows, without_chance: bool) -> usize {
    // Usually it is the last one.
    lineups.iter().rposition(|lineup| is_at(lineup, found)).unwrap_or_else(|| {
        let table = (0..found.seats.len()).map(|place| entrant(found, place).clone()).collect();
        lineups.push(TableStats::new(&found.arm, table, without_chance));
        lineups.len() - 1
    })
}

/// The sums over the matches of one block.
struct Block {
    lineup: usize,
    arm: String,
    deal: u64,
    last_rotation: usize,
    matches: f64,
    rounds: f64,
    turns: f64,
    entrants: Vec<PlayerSums>,
    seats: Vec<PlayerSums>,
    /// The sums of the game's own rows.
    gauged: Gauged,
    /// Numbers of rounds by the words of columns, with the index of the measure.
    words: Vec<(usize, f64)>,
}

/// Sums over the matches of an entrant or a seat.
#[derive(Clone, Copy, Default)]
struct PlayerSums {
    matches: f64,
    rounds: f64,
    share: f64,
    score: f64,
}

impl PlayerSums {
    /// The win share is a mean over the deal, so that all deals have equal weight.
    fn win_share(&self) -> WeightedSum {
        (self.share / self.matches.max(1.0), f64::from(u8::from(self.matches > 0.0)))
    }

    fn points_per_round(&self) -> WeightedSum {
        (self.score, self.rounds)
    }

    /// Returns the sum of a measure that every game has.
    fn of(&self, measure: &Measure) -> WeightedSum {
        match (&measure.value, measure.per) {
            (Value::Wins, _) => self.win_share(),
            (_, Denominator::Matches) => (self.score, self.matches),
            _ => self.points_per_round(),
        }
    }
}

/// Receives a measure of a block: subject, measure and sum.
type EachMeasure<'e> = dyn FnMut(&dyn Display, &Arc<Measure>, WeightedSum) + 'e;

impl Block {
    fn new(place: usize, lineup: &TableStats, first: &MatchRows, gauges: &Gauges) -> Self {
        let (entrants, seats) = (lineup.distinct.len(), lineup.table.len());
        Block {
            lineup: place,
            arm: first.arm.clone(),
            deal: first.deal,
            last_rotation: 0,
            matches: 0.0,
            rounds: 0.0,
            turns: 0.0,
            entrants: vec![PlayerSums::default(); entrants],
            seats: vec![PlayerSums::default(); seats],
            gauged: Gauged::new(gauges, entrants, seats),
            words: Vec::new(),
        }
    }

    /// Returns true if a match at the same table is a further rotation of this block. Rotations ascend within a deal.
    fn holds(&self, found: &MatchRows) -> bool {
        self.arm == found.arm
            && self.deal == found.deal
            && self.last_rotation < found.rotation
            && self.seats.len() == found.seats.len()
    }

    fn add(
        &mut self,
        gauges: &Gauges,
        lineup: &mut TableStats,
        (found, readings): (&MatchRows, &MatchReadings),
    ) -> Result<(), RowsError> {
        self.last_rotation = found.rotation;
        self.matches += 1.0;
        self.rounds += found.rounds as f64;
        self.turns += found.turns as f64;
        lineup.matches += 1;
        lineup.record(found);
        lineup.rounds += found.rounds;
        lineup.turns += found.turns;
        let entrant = |name: &String| lineup.distinct.iter().position(|known| known == name);
        let entrants: Vec<Option<usize>> = found.seats.iter().map(|seat| entrant(&seat.entrant)).collect();
        for (i, (seat, entrant)) in found.seats.iter().zip(&entrants).enumerate() {
            let Some(entrant) = *entrant else { continue };
            for sums in [&mut self.entrants[entrant], &mut self.seats[i]] {
                sums.matches += 1.0;
                sums.rounds += found.rounds as f64;
                sums.share += seat.share;
                sums.score += seat.score;
            }
        }
        self.gauged.add(readings, &entrants);
        readings.pivots.iter().for_each(|after| lineup.pivots[*after] += 1);
        for (of, word, times) in &readings.words {
            let (measure, keys) = (&gauges.each[*of].measure, lineup.keys());
            let is_this = |key: &MeasureKey| measure.word_of(&key.measure.name) == Some(word);
            match self.words.iter_mut().find(|(place, _)| is_this(&keys[*place])) {
                Some((_, count)) => *count += times,
                None => {
                    self.place_fixed(gauges, lineup)?;
                    let place = lineup.place(|| MeasureKey::new("all", &Arc::new(measure.for_word(word))), is_this);
                    self.words.push((place, *times));
                }
            }
        }
        Ok(())
    }

    /// Returns the win share of the first entrant, and its margin per round. `None` without other entrants or rounds.
    fn focal(&self, lineup: &TableStats) -> Option<[WeightedSum; 2]> {
        let focal = self.entrants[0];
        let met = lineup.distinct.len() > 1 && focal.matches == self.matches && self.rounds > 0.0;
        met.then(|| [focal.win_share(), self.margin(&focal)])
    }

    /// Returns the points of an entrant per seat minus the mean of the other seats, with rounds as weight.
    fn margin(&self, entrant: &PlayerSums) -> WeightedSum {
        let own = entrant.matches / self.matches;
        let all: f64 = self.seats.iter().map(|seat| seat.score).sum();
        let others = self.seats.len() as f64 - own;
        (entrant.score / own - (all - entrant.score) / others, self.rounds)
    }

    /// Returns the win share of each seat, or its points per match.
    fn of_seats(&self, pays_points: bool) -> [f64; MAX_SEATS] {
        let value =
            |sums: &PlayerSums| if pays_points { sums.score / sums.matches.max(1.0) } else { sums.win_share().0 };
        std::array::from_fn(|seat| self.seats.get(seat).map_or(0.0, value))
    }

    /// Calls `each` with the measures that every block has, in stored order: subject, measure and sum.
    fn fixed(&self, gauges: &Gauges, lineup: &TableStats, each: &mut EachMeasure<'_>) {
        for (i, (name, sums)) in lineup.distinct.iter().zip(&self.entrants).enumerate() {
            for GaugedMeasure { measure, gauge } in &gauges.entrants {
                match gauge {
                    Some(gauge) => each(name, measure, self.gauged.entrants[*gauge][i]),
                    None if measure.value != Value::Margin => each(name, measure, sums.of(measure)),
                    None if lineup.distinct.len() > 1 => each(name, measure, self.margin(sums)),
                    None => {}
                }
            }
        }
        for (i, sums) in self.seats.iter().enumerate() {
            for GaugedMeasure { measure, gauge } in &gauges.seats {
                let sum = gauge.map_or_else(|| sums.of(measure), |gauge| self.gauged.seats[gauge][i]);
                each(&format_args!("seat {}", i + 1), measure, sum);
            }
        }
        for GaugedMeasure { measure, gauge } in &gauges.at {
            if let (SubjectKind::At(place), Some(gauge)) = (&measure.of, gauge) {
                each(&place.name, measure, self.gauged_sum(gauges, *gauge));
            }
        }
        for GaugedMeasure { measure, gauge } in &gauges.before {
            let (SubjectKind::Before(place), Some(gauge)) = (&measure.of, gauge) else { continue };
            for (before, sum) in self.gauged.rounds[*gauge].iter().enumerate() {
                match before {
                    0 => each(&place.name, measure, *sum),
                    _ => each(&format_args!("{} - {before}", place.name), measure, *sum),
                }
            }
        }
        for GaugedMeasure { measure, gauge } in &gauges.all {
            let sum = match (&measure.value, gauge) {
                (Value::Course(..), Some(gauge)) => self.gauged_sum(gauges, *gauge),
                (_, Some(gauge)) if measure.per == Denominator::Matches => {
                    (self.gauged_sum(gauges, *gauge).0, self.matches)
                }
                (_, Some(gauge)) => self.gauged_sum(gauges, *gauge),
                (Value::Turns, None) => (self.turns, self.rounds),
                (_, None) => (self.rounds, self.matches),
            };
            each(&"all", measure, sum);
        }
    }

    /// Returns the sum of a gauge of rounds; its weight is the number of rounds if the gauge uses all rounds.
    fn gauged_sum(&self, gauges: &Gauges, gauge: usize) -> WeightedSum {
        let (value, rows) = self.gauged.rounds[gauge][0];
        (value, if gauges.takes_all(gauge) { self.rounds } else { rows })
    }

    /// Ensures that the fixed measures come first.
    fn place_fixed(&self, gauges: &Gauges, lineup: &mut TableStats) -> Result<(), RowsError> {
        if !lineup.keys().is_empty() {
            return Ok(());
        }
        let mut keys = Vec::new();
        self.fixed(gauges, lineup, &mut |subject, measure, _| {
            keys.push(MeasureKey::new(&subject.to_string(), measure))
        });
        lineup
            .set_fixed_keys(keys)
            .map_err(|key| RowsError::Measures(format!("\"{key}\" is declared twice, expected one of each name")))
    }

    /// Returns a sum for each measure of `lineup`, and one more: the contribution of measures without values.
    fn sums(&self, gauges: &Gauges, lineup: &mut TableStats) -> Result<Vec<WeightedSum>, RowsError> {
        self.place_fixed(gauges, lineup)?;
        let mut sums = Vec::with_capacity(lineup.keys().len() + 1);
        self.fixed(gauges, lineup, &mut |_, _, sum| sums.push(sum));
        if sums.len() != lineup.fixed_count() {
            let what = format!("{} sums of a deal, expected {} as for earlier deals", sums.len(), lineup.fixed_count());
            return Err(RowsError::Measures(what));
        }
        let blank = (0.0, self.rounds);
        sums.resize(lineup.keys().len() + 1, blank);
        for (place, count) in &self.words {
            sums[*place] = (*count, self.rounds);
        }
        Ok(sums)
    }
}
