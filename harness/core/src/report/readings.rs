//! Extracts the contributions of a match's rows to its measures, either from a file or while the rows are being
//! written. They are added up later in schedule order.

use super::deal_file::WeightedSum;
use super::gauges::{GaugeSource, Gauges};
use super::round_history::RoundHistory;
use crate::measure::Derived;
use crate::rows::game::GameRow;
use crate::rows::read::{MatchRows, RowsError};

/// The contributions of a match's rows to its measures, in row order.
#[derive(Default)]
pub struct MatchReadings {
    /// Contributions of rounds.
    pub rounds: Vec<RowReading>,
    /// Contributions of seat rows; [`RowReading::at`] is the seat.
    pub seats: Vec<RowReading>,
    /// Words with the index of their measure, in order of appearance, and their counts.
    pub words: Vec<(usize, String, f64)>,
    /// Number of rounds in which a seat had the role by which seats differ, by the distance of that seat after the one
    /// in the role's column.
    pub pivots: Vec<usize>,
    /// The scores of all seats after every round, if requested.
    pub scores: Vec<f64>,
}

/// The contribution of one row to a measure.
pub struct RowReading {
    /// The index of the gauge.
    pub gauge: usize,
    /// The index of the sum in the gauge.
    pub at: usize,
    /// The value.
    pub value: f64,
}

/// Reads the rows of one match after another.
pub(crate) struct RowReader<'g> {
    gauges: &'g Gauges,
    now: CurrentRound,
    past: RoundHistory,
    read: MatchReadings,
}

/// The values of one row of rounds, for all gauges.
#[derive(Default)]
struct CurrentRound {
    by_seat: Vec<Vec<f64>>,
    /// The seat with each role, and its distance after the seat in the role's column.
    places: Vec<Option<(usize, usize)>>,
}

impl<'g> RowReader<'g> {
    /// Creates a reader before the first match.
    pub(crate) fn new(gauges: &'g Gauges) -> Self {
        RowReader { gauges, now: CurrentRound::default(), past: gauges.past.clone(), read: MatchReadings::default() }
    }

    /// Reads a row of rounds at a table of `seats` seats, including scores if `with_scores` is true.
    pub(crate) fn round(&mut self, row: GameRow<'_>, seats: usize, with_scores: bool) -> Result<(), RowsError> {
        let Gauges { by_seat, places, scores, .. } = self.gauges;
        self.now.read(by_seat, places, row, seats)?;
        self.past.add(&self.now.by_seat, row, seats)?;
        if with_scores && seats <= scores.len() {
            for column in &scores[..seats] {
                self.read.scores.push(row.number(*column)?);
            }
        }
        for (i, gauge) in self.gauges.rounds.iter().enumerate().filter(|(_, gauge)| gauge.counts(row)) {
            let value = match &gauge.read {
                GaugeSource::Gains(columns, at) => {
                    if let Some(((seat, after), numbers)) = self.now.at(*at, *columns)
                        && numbers.len() == seats
                    {
                        let of = |before| numbers[(seat + seats - before) % seats];
                        self.read.rounds.extend((0..seats).map(|at| RowReading { gauge: i, at, value: of(at) }));
                        if self.gauges.pivot == Some(i) {
                            self.read.pivots.push(after);
                        }
                    }
                    None
                }
                read => self.value(read, row, seats)?,
            };
            self.read.rounds.extend(value.map(|value| RowReading { gauge: i, at: 0, value }));
        }
        for (i, words) in self.gauges.each.iter().enumerate() {
            let word = row.text(words.column)?;
            match self.read.words.iter_mut().find(|(of, known, _)| *of == i && *known == word) {
                // An empty cell is not a word: the round counts only in the total.
                _ if word.is_empty() => {}
                Some((.., count)) => *count += 1.0,
                None => self.read.words.push((i, word.into_owned(), 1.0)),
            }
        }
        Ok(())
    }

    /// Returns the value of one measure in a row of rounds; `None` if the row does not count.
    fn value(&self, read: &GaugeSource, row: GameRow<'_>, seats: usize) -> Result<Option<f64>, RowsError> {
        let flag = |yes: bool| f64::from(u8::from(yes));
        Ok(match read {
            GaugeSource::Is(column, value) => Some(flag(row.is(*column, value))),
            // Most rows mention nothing.
            GaugeSource::Mentions(column, _) if row.is_empty(*column) => Some(0.0),
            GaugeSource::Mentions(column, word) => Some(row.text(*column)?.matches(word.as_str()).count() as f64),
            // Measures of matches are read at the end, those of seats from their own rows.
            GaugeSource::Won | GaugeSource::Course(..) | GaugeSource::Part(_) | GaugeSource::Gains(..) => None,
            GaugeSource::Gainers(least, columns) => {
                let gainers = self.now.by_seat[*columns].iter().filter(|gain| **gain > 0.0).count();
                Some(flag(gainers >= *least))
            }
            GaugeSource::Changes(columns) => self.past.changed(*columns).map(flag),
            GaugeSource::Derived(column, Derived(of)) => row.derived(*column, Derived(*of), seats)?,
            GaugeSource::Number(column) if row.is_empty(*column) => None,
            GaugeSource::Number(column) => Some(row.number(*column)?),
            GaugeSource::Gain(columns, at) => self.now.at(*at, *columns).map(|((seat, _), numbers)| numbers[seat]),
            GaugeSource::Lead(columns, at) => self.now.at(*at, *columns).map(|((seat, _), numbers)| {
                let own = numbers[seat];
                let others = numbers.iter().sum::<f64>() - own;
                own - others / (numbers.len() - 1).max(1) as f64
            }),
        })
    }

    /// Reads a seat row at a table of `seats` seats.
    pub(crate) fn seat(&mut self, row: GameRow<'_>, seats: usize) -> Result<(), RowsError> {
        let [seat, round] = self.gauges.seat_and_round;
        let Some(at) = row.seat(seat, seats)? else { return Ok(()) };
        for (gauge, of) in self.gauges.seat_rows.iter().enumerate().filter(|(_, gauge)| gauge.counts(row)) {
            let flag = |yes: bool| f64::from(u8::from(yes));
            let value = match &of.read {
                GaugeSource::Is(column, value) => flag(row.is(*column, value)),
                GaugeSource::Number(column) if !row.is_empty(*column) => row.number(*column)?,
                GaugeSource::Part(columns) => {
                    let mut whole = 0.0;
                    for column in columns {
                        whole += row.number(*column)?;
                    }
                    if whole <= 0.0 {
                        continue;
                    }
                    row.number(columns[0])? / whole
                }
                // The last round is known only at the end.
                GaugeSource::Won => row.count(round)? as f64,
                _ => continue,
            };
            self.read.seats.push(RowReading { gauge, at, value });
        }
        Ok(())
    }

    /// Ends a match and returns the contributions of its rows.
    pub(crate) fn end(&mut self, found: &MatchRows) -> MatchReadings {
        let Gauges { rounds, seat_rows, .. } = self.gauges;
        let shares: Vec<f64> = found.seats.iter().map(|seat| seat.share).collect();
        for (i, gauge) in rounds.iter().enumerate() {
            if let GaugeSource::Course(course, columns, who) = gauge.read
                && let Some(value) = course.value(&self.past.played(columns, who, &shares))
            {
                self.read.rounds.push(RowReading { gauge: i, at: 0, value });
            }
        }
        self.past.forget();
        let mut read = std::mem::take(&mut self.read);
        read.seats.retain_mut(|one| match seat_rows[one.gauge].read {
            GaugeSource::Won => {
                let is_last = one.value == found.rounds as f64;
                one.value = shares[one.at];
                is_last
            }
            _ => true,
        });
        read
    }
}

impl CurrentRound {
    /// Returns the seat with a role, its distance after the seat in the role's column, and the numbers of all seats in
    /// some columns.
    fn at(&self, place: usize, columns: usize) -> Option<((usize, usize), &[f64])> {
        let numbers = &self.by_seat[columns];
        self.places[place].filter(|(seat, _)| *seat < numbers.len()).map(|found| (found, numbers.as_slice()))
    }

    fn read(
        &mut self,
        by_seat: &[Vec<usize>],
        places: &[(usize, Option<usize>)],
        row: GameRow<'_>,
        seats: usize,
    ) -> Result<(), RowsError> {
        self.by_seat.resize_with(by_seat.len(), Vec::new);
        for (numbers, columns) in self.by_seat.iter_mut().zip(by_seat) {
            numbers.clear();
            for column in columns.iter().take(seats) {
                numbers.push(row.number(*column)?);
            }
        }
        self.places.clear();
        for (column, turns) in places {
            let turns = turns.map(|turns| row.count(turns)).transpose()?;
            let found = row.seat(*column, seats)?.zip(turns.unwrap_or(1).checked_sub(1));
            self.places.push(found.map(|(seat, turns)| {
                let after = (turns % seats as u64) as usize;
                ((seat + after) % seats, after)
            }));
        }
        Ok(())
    }
}

/// The sums of one block, with numbers of rows.
pub(super) struct BlockSums {
    /// By gauge of rounds: one sum, or one per seat by its distance before a role.
    pub rounds: Vec<Vec<WeightedSum>>,
    /// By gauge of seat rows: one sum per entrant.
    pub entrants: Vec<Vec<WeightedSum>>,
    /// By gauge of seat rows: one sum per seat.
    pub seats: Vec<Vec<WeightedSum>>,
}

impl BlockSums {
    /// Creates empty sums for a block at a table of `seats` seats with `entrants` different entrants.
    pub(super) fn new(gauges: &Gauges, entrants: usize, seats: usize) -> Self {
        let rounds = gauges.rounds.iter().map(|gauge| match gauge.read {
            GaugeSource::Gains(..) => vec![(0.0, 0.0); seats],
            _ => vec![(0.0, 0.0)],
        });
        BlockSums {
            rounds: rounds.collect(),
            entrants: vec![vec![(0.0, 0.0); entrants]; gauges.seat_rows.len()],
            seats: vec![vec![(0.0, 0.0); seats]; gauges.seat_rows.len()],
        }
    }

    /// Adds a match. `entrants` has the entrant index of each seat.
    pub(super) fn add(&mut self, readings: &MatchReadings, entrants: &[Option<usize>]) {
        for one in &readings.rounds {
            add(&mut self.rounds[one.gauge][one.at], one.value);
        }
        for one in &readings.seats {
            let Some(entrant) = entrants[one.at] else { continue };
            add(&mut self.entrants[one.gauge][entrant], one.value);
            add(&mut self.seats[one.gauge][one.at], one.value);
        }
    }
}

fn add(sum: &mut WeightedSum, value: f64) {
    sum.0 += value;
    sum.1 += 1.0;
}
