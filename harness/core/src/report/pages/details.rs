//! The detail sections of a page: every measure by table and arm, and every file under `plots/`.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::choose::{self, SUMMARY};
use super::estimates::{Estimate, Sheet, TableEstimates};
use super::words;
use super::{Cell, DataTable, Detail, PageInput};
use crate::job::manifest::FileEntry;
use crate::report::PLOTS;

/// The largest number of table rows on a page; the rest is in the file.
const MOST_ROWS: usize = 60;
/// The largest number of estimates on a page.
const MOST_ESTIMATES: usize = 3000;

/// Returns all detail sections.
pub(super) fn details(input: &PageInput<'_>) -> Vec<Detail> {
    let mut all = input.notes.details.clone();
    all.extend(asked(input));
    all.extend(measures(input));
    for (name, sheet) in &input.estimates.sheets {
        if name.starts_with(PLOTS) && !sheet.rows.is_empty() {
            let title = title(name);
            all.push(Detail { title, tables: vec![table(name, sheet)], ..Detail::default() });
        }
    }
    all.push(repeat(input.rows));
    all
}

/// Returns the title of a file under `plots/`.
fn title(name: &str) -> String {
    let stem = name.trim_start_matches("plots/").trim_end_matches(".csv");
    let known = [
        ("agency", "How much single choices decide"),
        ("arms", "Measures by setting, with differences and adjusted p-values"),
        ("better", "Probability that one bot is stronger than another"),
        ("cards", "Value of drawing a card"),
        ("circles", "Cycles among bots"),
        ("covariance", "Covariances of the ratings"),
        ("dose", "Predicted measure by level of one factor"),
        ("effects", "Effects of the factors"),
        ("endings", "How rounds ended"),
        ("fit", "How well ratings predict results"),
        ("lengths", "Rounds per match"),
        ("pairs", "Results of bots against each other"),
        ("ratings", "Ratings"),
        ("seats", "Win shares by seat"),
        ("skill", "What decides who wins"),
        ("surface", "Predicted measure by two factors"),
        ("targets", "Targets"),
        ("tiers", "Means over bots of similar strength"),
        ("values", "The measure at every table"),
        ("windows", "When declarations are made"),
        ("worms", "Scores over the rounds of some matches"),
    ];
    known
        .iter()
        .find(|(known, _)| *known == stem)
        .map_or_else(|| words::capital(&stem.replace('_', " ")), |(_, title)| (*title).to_owned())
}

/// Returns the other requested measures at all tables.
fn asked(input: &PageInput<'_>) -> Option<Detail> {
    let arms = input.estimates.arms();
    let groups = choose::groups(input);
    let keys = input.asked.keys.iter().skip(1).filter(|key| !key.is_seat_deviation());
    let tables: Vec<DataTable> =
        keys.map(|key| choose::table_of_arms(input, key, &groups, &arms[..arms.len().min(MOST_ROWS)])).collect();
    (!tables.is_empty() && arms.len() > 1).then(|| Detail {
        title: "Other measures of the question".to_owned(),
        tables,
        ..Detail::default()
    })
}

/// A measure, and its estimates with their tables.
type MeasureRows<'e> = (Rc<str>, Vec<(&'e TableEstimates, &'e Estimate)>);

/// Returns all measures: rows are tables and subjects, columns arms.
fn measures(input: &PageInput<'_>) -> Vec<Detail> {
    let estimates = input.estimates;
    let arms = estimates.arms();
    if estimates.row_count() > MOST_ESTIMATES || arms.len() > 6 {
        let note = format!(
            "{} estimates of all measures at all tables are in the file.",
            words::count(estimates.row_count() as u64)
        );
        let table = DataTable { csv: SUMMARY.to_owned(), ..DataTable::default() };
        return vec![Detail { title: "All measures".to_owned(), note, tables: vec![table], ..Detail::default() }];
    }
    let mut by_measure: Vec<MeasureRows<'_>> = Vec::new();
    for (table, row) in estimates.rows() {
        match by_measure.iter_mut().find(|(measure, _)| *measure == row.measure) {
            Some((_, rows)) => rows.push((table, row)),
            None => by_measure.push((Rc::clone(&row.measure), vec![(table, row)])),
        }
    }
    let table = |(measure, rows): &MeasureRows<'_>| {
        let is_share = |row: &Estimate| {
            input
                .asked
                .measures
                .find(&row.subject, measure.trim_end_matches("_difference"))
                .is_some_and(|key| key.is_share())
        };
        let mut lines: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
        let mut order: Vec<(&str, &str)> = Vec::new();
        for (of, row) in rows {
            let id = (&*of.table, &*row.subject);
            let place = order.iter().position(|known| *known == id).unwrap_or_else(|| {
                order.push(id);
                order.len() - 1
            });
            let line = lines.entry((of.seats, place)).or_insert_with(|| {
                let mut cells = vec![Cell::from("–".to_owned()); 3 + arms.len()];
                cells[0] = Cell::from(words::table(&of.table));
                cells[1] = Cell::from(row.subject.to_string());
                cells[2] = Cell::number(of.seats.to_string(), of.seats as f64);
                cells
            });
            let arm = arms.iter().position(|arm| *arm == of.arm).unwrap_or(0);
            line[3 + arm] = Cell::number(words::cell(row.value, row.interval, is_share(row)), row.value);
        }
        let heads = ["bots", "of", "players"].map(str::to_owned).into_iter();
        let heads = heads.chain(if arms.len() == 1 {
            vec!["value (95 % interval)".to_owned()]
        } else {
            arms.iter().map(|arm| words::arm(arm)).collect()
        });
        let more = lines.len().saturating_sub(MOST_ROWS) as u64;
        DataTable {
            title: words::with_unit(&said(input, measure), rows.iter().any(|(_, row)| is_share(row))),
            heads: heads.collect(),
            texts: 2,
            rows: lines.into_values().take(MOST_ROWS).collect(),
            csv: SUMMARY.to_owned(),
            more,
        }
    };
    vec![Detail {
        title: "All measures".to_owned(),
        tables: by_measure.iter().map(table).collect(),
        ..Detail::default()
    }]
}

fn said(input: &PageInput<'_>, measure: &str) -> String {
    let (name, what) = match measure.strip_suffix("_difference") {
        Some(name) => (name, ", difference to the first setting"),
        None => (measure, ""),
    };
    let said =
        input.asked.measures.find("all", name).map_or_else(|| name.replace('_', " "), |key| key.measure.said.clone());
    format!("{}{what}", words::capital(&said))
}

/// Converts a file to a table; a value and its interval share a column.
fn table(name: &str, sheet: &Sheet) -> DataTable {
    let merged = |place: usize| {
        let head = &sheet.heads[place];
        [format!("{head}_low"), format!("{head}_high")].iter().all(|end| sheet.column(end).is_some())
            || sheet.heads.get(place + 1).is_some_and(|next| next == "low")
                && sheet.heads.get(place + 2).is_some_and(|next| next == "high")
    };
    let is_end = |head: &str| head == "low" || head == "high" || head.ends_with("_low") || head.ends_with("_high");
    let columns: Vec<usize> = (0..sheet.heads.len()).filter(|place| !is_end(&sheet.heads[*place])).collect();
    let is_number =
        |place: &usize| sheet.rows.iter().all(|row| row[*place].is_empty() || row[*place].parse::<f64>().is_ok());
    let texts = columns.iter().take_while(|place| !is_number(place)).count();
    let cell = |row: &Vec<String>, place: usize| {
        let text = &row[place];
        match text.parse::<f64>() {
            Ok(value) if text.contains('.') => {
                let interval = if merged(place) {
                    sheet.number(row, &sheet.heads[place]).and_then(|(_, interval)| interval)
                } else {
                    None
                };
                Cell::number(words::cell(value, interval, false), value)
            }
            Ok(value) => Cell::number(text.clone(), value),
            Err(_) => Cell::from(text.clone()),
        }
    };
    let rows = sheet.rows.iter().take(MOST_ROWS).map(|row| columns.iter().map(|place| cell(row, *place)).collect());
    DataTable {
        title: String::new(),
        heads: columns.iter().map(|place| sheet.heads[*place].replace('_', " ")).collect(),
        texts,
        rows: rows.collect(),
        csv: name.to_owned(),
        more: sheet.count.saturating_sub(MOST_ROWS as u64),
    }
}

/// Returns the section with row files and their digests.
pub(crate) fn repeat(files: &[FileEntry]) -> Detail {
    let row = |file: &FileEntry| {
        let rows = file.rows.unwrap_or(0);
        vec![
            Cell::from(file.name.clone()),
            Cell::from(file.sha256.clone()),
            Cell::number(words::count(rows), rows as f64),
        ]
    };
    let heads = ["file", "SHA-256", "rows"].map(str::to_owned).to_vec();
    let table = DataTable { heads, texts: 2, rows: files.iter().map(row).collect(), ..DataTable::default() };
    let note = "ergo verify with the name of this folder plays the experiment again and compares every file. The same seed gives the \
                same rows on any machine and with any number of threads."
        .to_owned();
    Detail { title: "To repeat this run".to_owned(), note, tables: vec![table], ..Detail::default() }
}
