//! The estimates of a results folder: `summary.csv` and the files under `plots/`. Pages show them and compute nothing.

use std::collections::BTreeMap;
use std::io::Read;
use std::rc::Rc;

use ergo_stats::Interval;

/// Consecutive rows of `summary.csv` with the same arm and table.
#[derive(Debug)]
pub struct TableEstimates {
    /// The arm.
    pub arm: Rc<str>,
    /// The table: entrants joined by ` v `.
    pub table: Rc<str>,
    /// Number of seats.
    pub seats: usize,
    /// The estimates.
    pub rows: Vec<Estimate>,
}

/// One row of `summary.csv`, without its arm and table.
#[derive(Debug)]
pub struct Estimate {
    /// The subject: an entrant, `seat 1`, a role, or `all`.
    pub subject: Rc<str>,
    /// The measure.
    pub measure: Rc<str>,
    /// The estimate.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Option<Interval>,
    /// Number of deals.
    pub deals: u64,
}

/// A CSV file in memory.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The column names.
    pub heads: Vec<String>,
    /// The first `MOST_ROWS` rows, each as long as `heads`.
    pub rows: Vec<Vec<String>>,
    /// Number of rows in the file.
    pub count: u64,
}

/// The largest number of rows of a file used by pages. Larger files are tables by arm of large sweeps.
const MOST_ROWS: usize = 5_000;

/// All estimates of a results folder.
#[derive(Debug, Default)]
pub struct Estimates {
    /// The rows of `summary.csv` in file order.
    tables: Vec<TableEstimates>,
    /// Other files by name: `arms.csv`, `plots/ratings.csv`.
    pub sheets: BTreeMap<String, Sheet>,
    /// The indices in `tables` of each arm and table; rows of analyses follow those of all tables.
    places: BTreeMap<[Rc<str>; 2], Vec<usize>>,
}

impl Sheet {
    /// Reads the text of a CSV file.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the first line that cannot be read.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let line = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
        let heads = line(reader.headers().map_err(|error| error.to_string())?.clone());
        let mut sheet = Sheet { heads, ..Sheet::default() };
        for record in reader.records() {
            let record = record.map_err(|error| error.to_string())?;
            if sheet.rows.len() < MOST_ROWS {
                sheet.rows.push(line(record));
            }
            sheet.count += 1;
        }
        Ok(sheet)
    }

    /// Returns the index of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.heads.iter().position(|head| head == name)
    }

    /// Returns the cell of a row; empty if there is no such column.
    pub fn cell<'s>(&self, row: &'s [String], column: &str) -> &'s str {
        self.column(column).map_or("", |place| &row[place])
    }

    /// Returns a number and its interval: `value` with `low` and `high`, or `lead` with `lead_low` and `lead_high`. An
    /// unbounded end is empty in the file.
    pub fn number(&self, row: &[String], column: &str) -> Option<(f64, Option<Interval>)> {
        let parse = |name: &str| self.cell(row, name).parse::<f64>().ok();
        let end = |end: &str| parse(&format!("{column}_{end}")).or_else(|| parse(end));
        let interval = match (end("low"), end("high")) {
            (None, None) => None,
            (low, high) => {
                Some(Interval { low: low.unwrap_or(f64::NEG_INFINITY), high: high.unwrap_or(f64::INFINITY) })
            }
        };
        Some((parse(column)?, interval))
    }
}

impl Estimates {
    /// Reads `summary.csv`, and other files given as name and text.
    ///
    /// # Errors
    ///
    /// Returns the file and the error in its first invalid line.
    pub fn read<'t>(summary: impl Read, sheets: impl IntoIterator<Item = (&'t str, &'t str)>) -> Result<Self, String> {
        let mut all = Estimates::default();
        let mut texts: BTreeMap<String, Rc<str>> = BTreeMap::new();
        let mut reader = csv::Reader::from_reader(summary);
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| format!("summary.csv: {error}"))? {
            let mut text = |place: usize| {
                let cell = record.get(place).unwrap_or("");
                match texts.get(cell) {
                    Some(known) => Rc::clone(known),
                    None => {
                        let new: Rc<str> = cell.into();
                        texts.insert(cell.to_owned(), Rc::clone(&new));
                        new
                    }
                }
            };
            let key = [0, 1, 3, 4].map(&mut text);
            let number = |place: usize| record.get(place).and_then(|cell| cell.parse::<f64>().ok());
            let interval = number(6).zip(number(7)).map(|(low, high)| Interval { low, high });
            let Some(value) = number(5) else { continue };
            let [arm, table, subject, measure] = key;
            let [seats, deals] = [2, 8].map(|place| record.get(place).and_then(|cell| cell.parse().ok()).unwrap_or(0));
            if all.tables.last().is_none_or(|last| last.arm != arm || last.table != table) {
                if let Some(last) = all.tables.last_mut() {
                    last.rows.shrink_to_fit();
                }
                all.places.entry([Rc::clone(&arm), Rc::clone(&table)]).or_default().push(all.tables.len());
                all.tables.push(TableEstimates { arm, table, seats: seats as usize, rows: Vec::new() });
            }
            let place = all.tables.len() - 1;
            all.tables[place].rows.push(Estimate { subject, measure, value, interval, deals });
        }
        for (name, text) in sheets {
            let sheet = Sheet::read(text).map_err(|error| format!("{name}: {error}"))?;
            all.sheets.insert(name.to_owned(), sheet);
        }
        Ok(all)
    }

    /// Returns all rows in file order, each with its table.
    pub fn rows(&self) -> impl Iterator<Item = (&TableEstimates, &Estimate)> {
        self.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)))
    }

    /// Returns the number of rows.
    pub fn row_count(&self) -> usize {
        self.tables.iter().map(|table| table.rows.len()).sum()
    }

    /// Returns one estimate.
    pub fn find(&self, arm: &str, table: &str, subject: &str, measure: &str) -> Option<&Estimate> {
        let places = self.places.get(&[arm, table].map(Rc::from))?;
        let is_wanted = |row: &&Estimate| *row.subject == *subject && *row.measure == *measure;
        places.iter().rev().find_map(|place| self.tables[*place].rows.iter().rfind(is_wanted))
    }

    /// Returns all arms in their order.
    pub fn arms(&self) -> Vec<Rc<str>> {
        let mut known: Vec<Rc<str>> = Vec::new();
        for one in &self.tables {
            if known.last() != Some(&one.arm) && !known.contains(&one.arm) {
                known.push(Rc::clone(&one.arm));
            }
        }
        known
    }

    /// Returns all tables with their numbers of seats, in their order.
    pub fn tables(&self) -> Vec<(Rc<str>, usize)> {
        let mut all: Vec<(Rc<str>, usize)> = Vec::new();
        for one in &self.tables {
            if !all.iter().any(|(known, _)| *known == one.table) {
                all.push((Rc::clone(&one.table), one.seats));
            }
        }
        all
    }
}
