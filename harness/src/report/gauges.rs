//! Measures with the columns of the rows that they need. A measure whose columns are not there is left out: rows of another
//! version, or of another game, may lack them.

use std::sync::Arc;

use super::deal_file::Sum;
use super::past::Past;
use crate::measure::{Course, Derived, Equity, Measure, Measures, Of, Place, Rows, Value};
use crate::rows::read::{GameRow, GameRows, RowsError};

/// A measure, and where its sums are counted; nothing for those that every game has.
pub(super) struct Entry {
    /// What is measured.
    pub measure: Arc<Measure>,
    /// The place of its gauge.
    pub gauge: Option<usize>,
}

/// All measures of a run, by whom they are of.
#[derive(Default)]
pub(super) struct Gauges {
    /// Of entrants; their gauges are of rows of seats.
    pub entrants: Vec<Entry>,
    /// Of seats; their gauges are of rows of seats.
    pub seats: Vec<Entry>,
    /// Of one place of the round.
    pub at: Vec<Entry>,
    /// Of all seats by their distance before a place.
    pub before: Vec<Entry>,
    /// Of the table as a whole.
    pub all: Vec<Entry>,
    /// One for each word in a column.
    pub each: Vec<Words>,
    rounds: Vec<Gauge>,
    seat_rows: Vec<Gauge>,
    /// Columns with a number for each seat, and columns that say where a place is: for all gauges of rounds.
    by_seat: Vec<Vec<usize>>,
    places: Vec<(usize, Option<usize>)>,
    /// The gauge of the place by which seats differ.
    pivot: Option<usize>,
    now: Now,
    past: Past,
}

/// How one measure is read from a row.
struct Gauge {
    read: Read,
    only: Vec<(usize, Vec<u8>)>,
}

enum Read {
    Won,
    Mentions(usize, String),
    Is(usize, Vec<u8>),
    Number(usize),
    /// By the places of its columns and of its place among those of all gauges.
    Gain(usize, usize),
    Lead(usize, usize),
    /// A gain of every seat.
    Gains(usize, usize),
    /// By the place of its columns among those of all gauges, and the column that says who ended or began a round.
    Course(Course, usize, Option<usize>),
    Gainers(usize, usize),
    /// By the place of its columns among those that are compared.
    Changes(usize),
    Part(Vec<usize>),
    Derived(usize, Derived),
}

/// A measure for each word in a column.
pub(super) struct Words {
    /// What is measured, with a `*` for the word.
    pub measure: Arc<Measure>,
    column: usize,
}

/// What one row of rounds says, for all gauges.
#[derive(Default)]
struct Now {
    by_seat: Vec<Vec<f64>>,
    /// Which seat has each place, and how many after that in the column it sits.
    places: Vec<Option<(usize, usize)>>,
}

impl Gauges {
    /// Finds the columns of all `measures`.
    pub(super) fn new(measures: &Measures, rounds: &GameRows, seats: Option<&GameRows>) -> Self {
        let mut all = Gauges::default();
        let pivot = measures.pivot().map(|(place, _)| place);
        for measure in measures.iter() {
            let Some(gauge) = all.gauge(measure, rounds, seats) else { continue };
            let entry = Entry { measure: Arc::clone(measure), gauge };
            match &measure.of {
                Of::Entrants => all.entrants.push(entry),
                Of::Seats => all.seats.push(entry),
                Of::At(_) => all.at.push(entry),
                Of::Before(place) => {
                    if all.pivot.is_none() && pivot == Some(place) {
                        all.pivot = gauge;
                    }
                    all.before.push(entry);
                }
                Of::All => match &measure.value {
                    Value::Each(column) => {
                        let column = rounds.column(column).expect("found above");
                        all.each.push(Words { measure: Arc::clone(measure), column });
                    }
                    _ => all.all.push(entry),
                },
            }
        }
        all
    }

    /// The place of the gauge of `measure`, `Some(None)` for one that needs no rows; nothing if it lacks a column.
    fn gauge(&mut self, measure: &Measure, rounds: &GameRows, seats: Option<&GameRows>) -> Option<Option<usize>> {
        let of_seats = matches!(measure.of, Of::Entrants | Of::Seats);
        let file = if of_seats { seats } else { Some(rounds) };
        let column = |name: &String| file?.column(name);
        let bytes = |text: &String| text.as_bytes().to_vec();
        let read = match &measure.value {
            Value::Wins | Value::Points | Value::Margin | Value::Rounds | Value::Turns => return Some(None),
            Value::Each(name) => return rounds.column(name).map(|_| None),
            Value::Won => of_seats.then_some(Read::Won)?,
            Value::Mentions(name, word) => (!of_seats).then_some(Read::Mentions(column(name)?, word.clone()))?,
            Value::Is(rows, name, value) => {
                (of_seats == (*rows == Rows::Seats)).then_some(())?;
                Read::Is(column(name)?, bytes(value))
            }
            Value::Column(rows, name) => {
                (of_seats == (*rows == Rows::Seats)).then_some(())?;
                Read::Number(column(name)?)
            }
            Value::Course(course, prefix, who) => {
                let who = who.as_ref().map(|name| rounds.column(name));
                let who = if let Some(who) = who { Some(who?) } else { None };
                let columns = self.by_seat(prefix, rounds)?;
                self.past.ask();
                Read::Course(*course, columns, who.map(|column| self.past.who(column)))
            }
            Value::Gainers(least, prefix) => Read::Gainers(*least, self.by_seat(prefix, rounds)?),
            Value::Changes(names) => {
                let columns = names.iter().map(|name| rounds.column(name)).collect::<Option<Vec<_>>>()?;
                Read::Changes(self.past.compared(columns))
            }
            Value::Part(names) => {
                of_seats.then_some(())?;
                Read::Part(names.iter().map(column).collect::<Option<_>>()?)
            }
            Value::Derived(name, derived) => Read::Derived(rounds.column(name)?, *derived),
            Value::Gain(prefix) | Value::Lead(prefix) => {
                let (Of::At(place) | Of::Before(place)) = &measure.of else { return None };
                let (place, columns) = (self.place(place, rounds)?, self.by_seat(prefix, rounds)?);
                match (&measure.of, &measure.value) {
                    (Of::Before(_), _) => Read::Gains(columns, place),
                    (_, Value::Lead(_)) => Read::Lead(columns, place),
                    _ => Read::Gain(columns, place),
                }
            }
        };
        let only = measure.only.iter().map(|(name, value)| Some((column(name)?, bytes(value))));
        let gauge = Gauge { read, only: only.collect::<Option<_>>()? };
        let gauges = if of_seats { &mut self.seat_rows } else { &mut self.rounds };
        gauges.push(gauge);
        Some(Some(gauges.len() - 1))
    }

    fn place(&mut self, place: &Place, rounds: &GameRows) -> Option<usize> {
        let turns = match &place.turns {
            Some(turns) => Some(rounds.column(turns)?),
            None => None,
        };
        Some(known(&mut self.places, (rounds.column(&place.column)?, turns)))
    }

    fn by_seat(&mut self, prefix: &str, rounds: &GameRows) -> Option<usize> {
        let columns: Vec<usize> = (1..).map_while(|seat| rounds.column(&format!("{prefix}{seat}"))).collect();
        (!columns.is_empty()).then(|| known(&mut self.by_seat, columns))
    }

    /// Whether rows of seats are needed.
    pub(super) fn needs_seats(measures: &Measures) -> bool {
        let is_of_seats = |measure: &Arc<Measure>| {
            matches!(
                &measure.value,
                Value::Won | Value::Part(_) | Value::Is(Rows::Seats, ..) | Value::Column(Rows::Seats, _)
            )
        };
        measures.iter().any(is_of_seats)
    }

    /// What a block at a table of `seats` with so many different entrants begins with.
    pub(super) fn tally(&self, entrants: usize, seats: usize) -> Tally {
        let rounds = self.rounds.iter().map(|gauge| match gauge.read {
            Read::Gains(..) => vec![(0.0, 0.0); seats],
            _ => vec![(0.0, 0.0)],
        });
        Tally {
            rounds: rounds.collect(),
            entrants: vec![vec![(0.0, 0.0); entrants]; self.seat_rows.len()],
            seats: vec![vec![(0.0, 0.0); seats]; self.seat_rows.len()],
        }
    }

    /// Counts a round at a table of `seats`. Gives how many seats after that in its column the place sat by which seats differ,
    /// if somebody had it in this round.
    pub(super) fn add_round(
        &mut self,
        tally: &mut Tally,
        row: &GameRow<'_>,
        seats: usize,
    ) -> Result<Option<usize>, RowsError> {
        self.now.read(&self.by_seat, &self.places, row, seats)?;
        self.past.add(&self.now.by_seat, row, seats)?;
        let mut pivot = None;
        for (i, gauge) in self.rounds.iter().enumerate() {
            if !gauge.counts(row) {
                continue;
            }
            let sums = &mut tally.rounds[i];
            let place = |place: usize, columns: usize| {
                let numbers = &self.now.by_seat[columns];
                self.now.places[place].filter(|(seat, _)| *seat < numbers.len()).map(|found| (found, numbers))
            };
            match &gauge.read {
                Read::Is(column, value) => add(&mut sums[0], f64::from(u8::from(row.bytes(*column) == &value[..]))),
                Read::Mentions(column, word) => {
                    // Most rows mention nothing.
                    let text = row.text(*column)?;
                    add(&mut sums[0], if text.is_empty() { 0.0 } else { text.matches(word.as_str()).count() as f64 });
                }
                // Those of a match are counted at its end, those of seats by their own rows.
                Read::Won | Read::Course(..) | Read::Part(_) => {}
                Read::Gainers(least, columns) => {
                    let gainers = self.now.by_seat[*columns].iter().filter(|gain| **gain > 0.0).count();
                    add(&mut sums[0], f64::from(u8::from(gainers >= *least)));
                }
                Read::Changes(columns) => {
                    if let Some(changed) = self.past.changed(*columns) {
                        add(&mut sums[0], f64::from(u8::from(changed)));
                    }
                }
                Read::Derived(column, Derived(derived)) => {
                    if let Some(value) = derived(row.text(*column)?, seats) {
                        add(&mut sums[0], value);
                    }
                }
                Read::Number(column) if row.bytes(*column).is_empty() => {}
                Read::Number(column) => add(&mut sums[0], row.number(*column)?),
                Read::Gain(columns, at) => {
                    if let Some(((seat, _), numbers)) = place(*at, *columns) {
                        add(&mut sums[0], numbers[seat]);
                    }
                }
                Read::Lead(columns, at) => {
                    if let Some(((seat, _), numbers)) = place(*at, *columns) {
                        let own = numbers[seat];
                        let others = numbers.iter().sum::<f64>() - own;
                        add(&mut sums[0], own - others / (numbers.len() - 1).max(1) as f64);
                    }
                }
                Read::Gains(columns, at) => {
                    if let Some(((seat, after), numbers)) = place(*at, *columns)
                        && numbers.len() == seats
                    {
                        for (before, sum) in sums.iter_mut().enumerate() {
                            add(sum, numbers[(seat + seats - before) % seats]);
                        }
                        if self.pivot == Some(i) {
                            pivot = Some(after);
                        }
                    }
                }
            }
        }
        Ok(pivot)
    }

    /// Counts a match whose rounds were all counted, with the share of the win of each seat, and with the chances at such tables
    /// where they are known.
    pub(super) fn end_match(&mut self, tally: &mut Tally, shares: &[f64], equity: Option<&Equity>) {
        for (gauge, sums) in self.rounds.iter().zip(&mut tally.rounds) {
            if let Read::Course(course, columns, who) = gauge.read
                && let Some(value) = course.of(&self.past.played(columns, who, shares, equity))
            {
                add(&mut sums[0], value);
            }
        }
        self.past.forget();
    }

    /// Counts a row of the seat with index `seat`, in which the `entrant`-th of the different ones sits; with the share of the win
    /// that it had, if the row is its last.
    pub(super) fn add_seat(
        &self,
        tally: &mut Tally,
        row: &GameRow<'_>,
        (entrant, seat): (usize, usize),
        won: Option<f64>,
    ) -> Result<(), RowsError> {
        for (i, gauge) in self.seat_rows.iter().enumerate().filter(|(_, gauge)| gauge.counts(row)) {
            let value = match &gauge.read {
                Read::Is(column, value) => f64::from(u8::from(row.bytes(*column) == &value[..])),
                Read::Number(column) if !row.bytes(*column).is_empty() => row.number(*column)?,
                Read::Part(columns) => {
                    let numbers = columns.iter().map(|column| row.number(*column));
                    let numbers = numbers.collect::<Result<Vec<f64>, _>>()?;
                    match numbers.iter().sum::<f64>() {
                        whole if whole > 0.0 => numbers[0] / whole,
                        _ => continue,
                    }
                }
                Read::Won => match won {
                    Some(share) => share,
                    None => continue,
                },
                _ => continue,
            };
            add(&mut tally.entrants[i][entrant], value);
            add(&mut tally.seats[i][seat], value);
        }
        Ok(())
    }

    /// Whether `gauge` of rounds takes all of them.
    pub(super) fn takes_all(&self, gauge: usize) -> bool {
        let Gauge { read, only } = &self.rounds[gauge];
        only.is_empty() && !matches!(read, Read::Number(_) | Read::Course(..) | Read::Changes(_) | Read::Derived(..))
    }
}

impl Gauge {
    fn counts(&self, row: &GameRow<'_>) -> bool {
        self.only.iter().all(|(column, value)| row.bytes(*column) == &value[..])
    }
}

impl Words {
    /// The word of a row.
    pub(super) fn word<'r>(&self, row: &GameRow<'r>) -> Result<&'r str, RowsError> {
        row.text(self.column)
    }
}

impl Now {
    fn read(
        &mut self,
        by_seat: &[Vec<usize>],
        places: &[(usize, Option<usize>)],
        row: &GameRow<'_>,
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
            let turns = turns.map(|turns| row.number::<u64>(turns)).transpose()?;
            let found = row.seat(*column, seats)?.zip(turns.unwrap_or(1).checked_sub(1));
            self.places.push(found.map(|(seat, turns)| {
                let after = (turns % seats as u64) as usize;
                ((seat + after) % seats, after)
            }));
        }
        Ok(())
    }
}

/// What the gauges counted in one block: sums, and the rows that counted.
pub(super) struct Tally {
    /// By gauge of rounds: one sum, or one for each seat by its distance before a place.
    pub rounds: Vec<Vec<Sum>>,
    /// By gauge of rows of seats: one for each entrant.
    pub entrants: Vec<Vec<Sum>>,
    /// By gauge of rows of seats: one for each seat.
    pub seats: Vec<Vec<Sum>>,
}

fn add(sum: &mut Sum, value: f64) {
    sum.0 += value;
    sum.1 += 1.0;
}

/// The place of `wanted` in `list`, put there if it is new.
fn known<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> usize {
    list.iter().position(|item| *item == wanted).unwrap_or_else(|| {
        list.push(wanted);
        list.len() - 1
    })
}
