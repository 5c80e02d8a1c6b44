//! Measures with the row columns that they need. A measure with missing columns is left out: rows of another version or
//! game may lack them.

use std::sync::Arc;

use ergo_engine::seat::MAX_SEATS;

use super::round_history::RoundHistory;
use crate::measure::{Derived, Measure, Measures, RowFile, SeatRole, SubjectKind, TrajectoryMeasure, Value};
use crate::rows::game::{CellPattern, GameRow};

/// A measure with its gauge.
pub struct GaugedMeasure {
    /// The measure.
    pub measure: Arc<Measure>,
    /// The index of its gauge; `None` for measures that every game has.
    pub gauge: Option<usize>,
}

/// All measures of a run, by kind of subject.
#[derive(Default)]
pub struct Gauges {
    /// Measures of entrants; their gauges read `seats.csv`.
    pub entrants: Vec<GaugedMeasure>,
    /// Measures of seats; their gauges read `seats.csv`.
    pub seats: Vec<GaugedMeasure>,
    /// Measures of one role in the round.
    pub at: Vec<GaugedMeasure>,
    /// Measures of all seats by their distance before a role.
    pub before: Vec<GaugedMeasure>,
    /// Measures of the table as a whole.
    pub all: Vec<GaugedMeasure>,
    /// Measures with one value for each word in a column.
    pub each: Vec<WordMeasure>,
    pub(super) rounds: Vec<Gauge>,
    pub(super) seat_rows: Vec<Gauge>,
    /// The columns with a number for each seat, and the columns of roles, shared by all gauges of rounds.
    pub(super) by_seat: Vec<Vec<usize>>,
    pub(super) places: Vec<(usize, Option<usize>)>,
    /// The columns of derived values.
    derived: Vec<(usize, Derived)>,
    /// The columns with the scores after a round, by seat.
    pub(super) scores: Vec<usize>,
    /// The columns of `seats.csv` with the seat and the round.
    pub(super) seat_and_round: [usize; 2],
    /// The gauge of the role by which seats differ.
    pub(super) pivot: Option<usize>,
    /// The initial history of a match.
    pub(super) past: RoundHistory,
}

/// Reads one measure from a row.
pub(super) struct Gauge {
    pub read: GaugeSource,
    only: Vec<(usize, CellPattern)>,
}

pub(super) enum GaugeSource {
    Won,
    Mentions(usize, String),
    Is(usize, CellPattern),
    Number(usize),
    /// The indices of its columns and of its role in the shared lists.
    Gain(usize, usize),
    Lead(usize, usize),
    /// A gain of every seat.
    Gains(usize, usize),
    /// The index of its columns in the shared list, and the column with the seat that ended a round.
    Course(TrajectoryMeasure, usize, Option<usize>),
    Gainers(usize, usize),
    /// The index of its columns among those that are compared.
    Changes(usize),
    Part(Vec<usize>),
    Derived(usize, Derived),
}

/// Measures with one value for each word in a column.
pub struct WordMeasure {
    /// The measure, with a `*` for the word.
    pub measure: Arc<Measure>,
    pub column: usize,
}

impl Gauges {
    /// Finds the columns of all `measures` in `rounds.csv` and in `seats.csv`, if it exists.
    pub(crate) fn new(measures: &Measures, rounds: &[String], seats: Option<&[String]>) -> Self {
        let scores = (1..=MAX_SEATS).map_while(|seat| column(rounds, &format!("score_{seat}")));
        let of_seats = ["seat", "round"].map(|name| column(seats.unwrap_or_default(), name).unwrap_or_default());
        let mut all = Gauges { scores: scores.collect(), seat_and_round: of_seats, ..Gauges::default() };
        let pivot = measures.pivot().map(|(place, _)| place);
        for measure in measures.iter() {
            let Some(gauge) = all.gauge(measure, rounds, seats) else { continue };
            let entry = GaugedMeasure { measure: Arc::clone(measure), gauge };
            match &measure.of {
                SubjectKind::Entrants => all.entrants.push(entry),
                SubjectKind::Seats => all.seats.push(entry),
                SubjectKind::At(_) => all.at.push(entry),
                SubjectKind::Before(place) => {
                    if all.pivot.is_none() && pivot == Some(place) {
                        all.pivot = gauge;
                    }
                    all.before.push(entry);
                }
                SubjectKind::All => match &measure.value {
                    Value::Each(column) => {
                        let column = self::column(rounds, column).expect("found above");
                        all.each.push(WordMeasure { measure: Arc::clone(measure), column });
                    }
                    _ => all.all.push(entry),
                },
            }
        }
        all
    }

    /// Returns the index of the gauge of `measure`, `Some(None)` if it needs no rows, and `None` if a column is
    /// missing.
    fn gauge(&mut self, measure: &Measure, rounds: &[String], seats: Option<&[String]>) -> Option<Option<usize>> {
        let of_seats = matches!(measure.of, SubjectKind::Entrants | SubjectKind::Seats);
        let file = if of_seats { seats } else { Some(rounds) };
        let of_rounds = |name: &String| column(rounds, name);
        let column = |name: &String| column(file?, name);
        let read = match &measure.value {
            Value::Wins | Value::Points | Value::Margin | Value::Rounds | Value::Turns => return Some(None),
            Value::Each(name) => return of_rounds(name).map(|_| None),
            Value::Won => of_seats.then_some(GaugeSource::Won)?,
            Value::Mentions(name, word) => (!of_seats).then_some(GaugeSource::Mentions(column(name)?, word.clone()))?,
            Value::Is(rows, name, value) => {
                (of_seats == (*rows == RowFile::Seats)).then_some(())?;
                GaugeSource::Is(column(name)?, value.into())
            }
            Value::Column(rows, name) => {
                (of_seats == (*rows == RowFile::Seats)).then_some(())?;
                GaugeSource::Number(column(name)?)
            }
            Value::Course(course, prefix, who) => {
                let who = who.as_ref().map(of_rounds);
                let who = if let Some(who) = who { Some(who?) } else { None };
                let columns = self.by_seat(prefix, rounds)?;
                self.past.ask();
                GaugeSource::Course(*course, columns, who.map(|column| self.past.who(column)))
            }
            Value::Gainers(least, prefix) => GaugeSource::Gainers(*least, self.by_seat(prefix, rounds)?),
            Value::Changes(names) => {
                let columns = names.iter().map(of_rounds).collect::<Option<Vec<_>>>()?;
                GaugeSource::Changes(self.past.compared(columns))
            }
            Value::Part(names) => {
                of_seats.then_some(())?;
                GaugeSource::Part(names.iter().map(column).collect::<Option<_>>()?)
            }
            Value::Derived(name, derived) => {
                self.derived.push((of_rounds(name)?, *derived));
                GaugeSource::Derived(of_rounds(name)?, *derived)
            }
            Value::Gain(prefix) | Value::Lead(prefix) => {
                let (SubjectKind::At(place) | SubjectKind::Before(place)) = &measure.of else { return None };
                let (place, columns) = (self.place(place, rounds)?, self.by_seat(prefix, rounds)?);
                match (&measure.of, &measure.value) {
                    (SubjectKind::Before(_), _) => GaugeSource::Gains(columns, place),
                    (_, Value::Lead(_)) => GaugeSource::Lead(columns, place),
                    _ => GaugeSource::Gain(columns, place),
                }
            }
        };
        let only = measure.only.iter().map(|(name, value)| Some((column(name)?, value.into())));
        let gauge = Gauge { read, only: only.collect::<Option<_>>()? };
        let gauges = if of_seats { &mut self.seat_rows } else { &mut self.rounds };
        gauges.push(gauge);
        Some(Some(gauges.len() - 1))
    }

    fn place(&mut self, place: &SeatRole, rounds: &[String]) -> Option<usize> {
        let turns = match &place.turns {
            Some(turns) => Some(column(rounds, turns)?),
            None => None,
        };
        Some(known(&mut self.places, (column(rounds, &place.column)?, turns)))
    }

    fn by_seat(&mut self, prefix: &str, rounds: &[String]) -> Option<usize> {
        let columns: Vec<usize> = (1..).map_while(|seat| column(rounds, &format!("{prefix}{seat}"))).collect();
        (!columns.is_empty()).then(|| known(&mut self.by_seat, columns))
    }

    /// Returns the columns of derived values with their functions.
    pub(crate) fn derived(&self) -> &[(usize, Derived)] {
        &self.derived
    }

    /// Returns true if `seats.csv` is needed.
    pub(crate) fn needs_seats(measures: &Measures) -> bool {
        let is_of_seats = |measure: &Arc<Measure>| {
            matches!(
                &measure.value,
                Value::Won | Value::Part(_) | Value::Is(RowFile::Seats, ..) | Value::Column(RowFile::Seats, _)
            )
        };
        measures.iter().any(is_of_seats)
    }

    /// Returns true if `gauge` uses all rounds.
    pub(super) fn takes_all(&self, gauge: usize) -> bool {
        let Gauge { read, only } = &self.rounds[gauge];
        only.is_empty()
            && !matches!(
                read,
                GaugeSource::Number(_) | GaugeSource::Course(..) | GaugeSource::Changes(_) | GaugeSource::Derived(..)
            )
    }
}

impl Gauge {
    /// Returns true if a row counts.
    pub(super) fn counts(&self, row: GameRow<'_>) -> bool {
        self.only.iter().all(|(column, value)| row.is(*column, value))
    }
}

/// Returns the index of `wanted` in `list`; appends it if it is new.
fn known<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> usize {
    list.iter().position(|item| *item == wanted).unwrap_or_else(|| {
        list.push(wanted);
        list.len() - 1
    })
}

fn column(names: &[String], wanted: &str) -> Option<usize> {
    names.iter().position(|name| name == wanted)
}
