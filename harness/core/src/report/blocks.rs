//! Groups rows into blocks: all rotations of one deal at one table in one arm form a block with a sum for each measure.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use ergo_engine::seat::{MAX_SEATS, SeatCount};

use super::block_store::BlockStore;
use super::deal_file::WeightedSum;
use super::gauges::{GaugedMeasure, Gauges};
use super::readings::{BlockSums as Gauged, MatchReadings, RowReader};
use super::report_spec::ReportSpec;
use super::table_stats::{TableStats, base_place};
use super::tally::{self, Tally};
use crate::measure::{Denominator, Measure, MeasureKey, SubjectKind, Value};
use crate::report::analysis::{self, Analysis};
use crate::rows::game::GameRows;
use crate::rows::read::{MatchReader, MatchRows, RowsError};
use crate::rows::seating::seat_of;

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

/// Where the rows are.
pub(crate) struct RowPaths<'f> {
    /// `matches.csv`.
    pub matches: &'f Path,
    /// `rounds.csv`.
    pub rounds: &'f Path,
    /// `seats.csv`.
    pub seats: &'f Path,
}

/// Reads all rows for what is `asked`.
pub(crate) fn collect(files: &RowPaths<'_>, asked: &ReportSpec) -> Result<Collected, RowsError> {
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
    let mut collector = Collector::new(&gauges, asked)?;
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
    kept: BlockStore,
    lineups: Vec<TableStats>,
    tallies: Vec<Tally>,
    block: Option<Block>,
    /// The keys of words in columns, which tables share.
    words: Vec<MeasureKey>,
}

impl<'g> Collector<'g> {
    /// Before the first match.
    pub(crate) fn new(gauges: &'g Gauges, asked: &ReportSpec) -> Result<Self, RowsError> {
        Ok(Collector {
            gauges,
            without_chance: asked.without_chance,
            pays_points: asked.measures.shape().pays_points,
            analyses: analysis::standard(),
            kept: BlockStore::new()?,
            lineups: Vec::new(),
            tallies: Vec::new(),
            block: None,
            words: Vec::new(),
        })
    }

    /// Returns true if an analysis needs the scores after every round of a match.
    pub(crate) fn wants_scores(&self, found: &MatchRows) -> bool {
        self.analyses.iter().any(|one| one.wants_scores(found))
    }

    /// Adds a match with what its rows say.
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
        block.add(self.gauges, &mut self.lineups[block.lineup], &mut self.words, (found, readings))
    }

    fn close(&mut self) -> Result<(), RowsError> {
        let Some(block) = self.block.take() else { return Ok(()) };
        let lineups = &mut self.lineups;
        for one in &mut self.analyses {
            one.on_block(lineups, block.lineup, block.deal, block.focal(&lineups[block.lineup]))?;
        }
        let sums = block.sums(self.gauges, &mut lineups[block.lineup])?;
        self.kept.push(block.lineup, block.deal, &sums)?;
        lineups[block.lineup].add_block(block.of_seats(self.pays_points));
        Ok(())
    }

    /// Finishes the last block.
    pub(crate) fn finish(mut self) -> Result<Collected, RowsError> {
        self.close()?;
        let Collector { mut lineups, tallies, mut kept, analyses, .. } = self;
        // Table by table, so that memory holds the sums of one table and the estimates of all.
        for place in 0..lineups.len() {
            let blocks = kept.read_table(place)?;
            match base_place(&lineups, place) {
                None => lineups[place].estimate(blocks, None)?,
                Some(base) => {
                    let (of_base, blocks_of_base) = (lineups[base].keys().to_vec(), kept.read_table(base)?);
                    lineups[place].estimate(blocks, Some((&of_base, blocks_of_base)))?;
                }
            }
        }
        Ok(Collected { lineups, tallies, kept, analyses })
    }
}

/// Who sits at a place of the table's list in this match.
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
    /// A mean over the deal: deals count alike.
    fn win_share(&self) -> WeightedSum {
        (self.share / self.matches.max(1.0), f64::from(u8::from(self.matches > 0.0)))
    }

    fn points_per_round(&self) -> WeightedSum {
        (self.score, self.rounds)
    }

    /// One of the measures that every game has.
    fn of(&self, measure: &Measure) -> WeightedSum {
        match (&measure.value, measure.per) {
            (Value::Wins, _) => self.win_share(),
            (_, Denominator::Matches) => (self.score, self.matches),
            _ => self.points_per_round(),
        }
    }
}

/// Takes a measure of a block: subject, measure and its sum.
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
        words: &mut Vec<MeasureKey>,
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
                    let key = || match words.iter().find(|key| is_this(key)) {
                        Some(key) => key.clone(),
                        None => {
                            words.push(MeasureKey::new("all", &Arc::new(measure.for_word(word))));
                            words[words.len() - 1].clone()
                        }
                    };
                    let place = lineup.place(key, is_this);
                    self.words.push((place, *times));
                }
            }
        }
        Ok(())
    }

    /// The win share of the entrant in the first place, and its points less the mean of the others' by rounds. Nothing for an
    /// entrant without others, or without a round.
    fn focal(&self, lineup: &TableStats) -> Option<[WeightedSum; 2]> {
        let focal = self.entrants[0];
        let met = lineup.distinct.len() > 1 && focal.matches == self.matches && self.rounds > 0.0;
        met.then(|| [focal.win_share(), self.margin(&focal)])
    }

    /// The points of an entrant, over its seats, less the mean of the other seats', by rounds.
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

    /// Shows `each` the measures every block has, in the order they are kept: subject, measure and sum.
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

    /// The sum of a gauge of rounds; if it takes all rounds, by the number of rounds.
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

    /// A sum for each measure of `lineup`, and one more: what a measure has that did not come up.
    fn sums(&self, gauges: &Gauges, lineup: &mut TableStats) -> Result<Vec<WeightedSum>, RowsError> {
        self.place_fixed(gauges, lineup)?;
        let mut sums = Vec::with_capacity(lineup.keys().len() + 1);
        self.fixed(gauges, lineup, &mut |_, _, sum| sums.push(sum));
        if sums.len() != lineup.fixed_count() {
            let what =
                format!("{} sums of a deal, expected {} as of the deals before", sums.len(), lineup.fixed_count());
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
