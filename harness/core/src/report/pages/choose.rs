//! Selects the chart and the table of the first screen, depending on the question.

use std::rc::Rc;

use super::chart::{Chart, ChartPoint, Panel};
use super::estimates::{Estimate, Estimates, Sheet};
use super::words;
use super::{Cell, DataTable, PageInput};
use crate::design::ARMS;
use crate::measure::MeasureKey;

const MOST_SERIES: usize = 5;
const MOST_ROWS: usize = 13;
/// The largest number of numeric columns in a table.
const MOST_COLUMNS: usize = 6;

pub(super) const SUMMARY: &str = "summary.csv";

#[derive(Default)]
pub(super) struct FirstScreen {
    pub chart: Option<Chart>,
    pub table: Option<DataTable>,
}

/// The shown tables of one size: names and short labels.
pub(super) struct Group {
    pub seats: usize,
    pub tables: Vec<(Rc<str>, String)>,
}

impl FirstScreen {
    pub(super) fn new(input: &PageInput<'_>) -> Self {
        let estimates = input.estimates;
        let sheet = |name: &str| estimates.sheets.get(name).map(|sheet| (name.to_owned(), sheet));
        let has_arms = estimates.arms().len() > 1;
        if let Some((file, sheet)) = sheet("plots/effects.csv") {
            return effects(input, &file, sheet);
        }
        if let Some(key) = input.asked.keys.first().filter(|key| !key.is_seat_deviation()) {
            return if has_arms { of_arms(input, key) } else { of_tables(input, key) };
        }
        if let Some((file, sheet)) = sheet("plots/skill.csv") {
            return by_label(&file, sheet, ["seats", "part", "share"], "Share of the variance of wins", true, &|row| {
                sheet.cell(row, "table").is_empty()
            });
        }
        if let Some((file, sheet)) = sheet("plots/cards.csv") {
            let first = sheet.rows.first().map(|row| sheet.cell(row, "entrant").to_owned()).unwrap_or_default();
            let is_shown = |row: &[String]| sheet.cell(row, "asked") == "draw" && sheet.cell(row, "entrant") == first;
            let axis = format!("Value of drawing the card for {first}, points in the round");
            return by_label(&file, sheet, ["table", "card", "value"], &axis, false, &is_shown);
        }
        if let Some((file, sheet)) = sheet("plots/agency.csv") {
            let is_shown = |row: &[String]| sheet.cell(row, "asked") == "share" && sheet.cell(row, "turn") == "0";
            return by_label(
                &file,
                sheet,
                ["table", "entrant", "value"],
                "Share of the variance that one choice decides",
                true,
                &is_shown,
            );
        }
        if let Some((file, sheet)) = sheet("plots/ratings.csv").filter(|_| !has_arms) {
            let mut choice = by_label(
                &file,
                sheet,
                ["seats", "entrant", "elo"],
                "Rating, Elo (0 is the mean of the field)",
                false,
                &|_| true,
            );
            choice.table = Some(ratings(&file, sheet));
            return choice;
        }
        let outcome = input.asked.measures.key("focal", input.asked.measures.outcome());
        if has_arms { of_arms(input, &outcome) } else { of_tables(input, &outcome) }
    }
}

/// Returns the tables by size, those of the strongest bots first; if there are many tables, only those.
pub(super) fn groups(input: &PageInput<'_>) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let strongest = &input.asked.aim.strongest;
    let known = input.estimates.tables();
    let is_of_strongest = |table: &str| table.split(" v ").all(|name| strongest.iter().any(|one| one == name));
    let many = known.iter().filter(|(_, seats)| *seats == known[0].1).count() > MOST_SERIES;
    for (table, seats) in &known {
        if many && known.iter().any(|(table, _)| is_of_strongest(table)) && !is_of_strongest(table) {
            continue;
        }
        let entry = (Rc::clone(table), words::table(table));
        match all.iter_mut().find(|group| group.seats == *seats) {
            Some(group) => group.tables.push(entry),
            None => all.push(Group { seats: *seats, tables: vec![entry] }),
        }
    }
    all.iter_mut().for_each(|group| group.tables.sort_by_key(|(table, _)| !is_of_strongest(table)));
    all
}

/// Returns the estimate of `key` at a table.
pub(super) fn find<'e>(
    estimates: &'e Estimates,
    arm: &str,
    table: &str,
    key: &MeasureKey,
    suffix: &str,
) -> Option<&'e Estimate> {
    let first = table.split(" v ").next().unwrap_or(table);
    let subject = if &*key.subject == "focal" { first } else { &key.subject };
    estimates.find(arm, table, subject, &format!("{}{suffix}", key.measure.name))
}

fn references(key: &MeasureKey, seats: usize) -> Vec<(f64, String)> {
    match key.measure.name.as_str() {
        "win_share" if seats > 1 => vec![(1.0 / seats as f64, "equal share".to_owned())],
        "lead_over_others" | "margin_per_round" => vec![(0.0, "even".to_owned())],
        _ => Vec::new(),
    }
}

fn band(input: &PageInput<'_>, key: &MeasureKey) -> Option<(f64, f64)> {
    input.asked.targets.iter().find(|(known, _)| known == key).map(|(_, [low, high])| (*low, *high))
}

fn series(labels: &[String]) -> Vec<(String, usize)> {
    let mut all: Vec<(String, usize)> = Vec::new();
    for label in labels {
        if all.iter().any(|(known, _)| known == label) {
            continue;
        }
        let wanted = words::colour(label);
        let is_free = |colour: &usize| all.iter().all(|(_, taken)| taken != colour);
        let colour = (0..super::chart::COLOURS).map(|step| (wanted + step) % super::chart::COLOURS).find(is_free);
        all.push((label.clone(), colour.unwrap_or(wanted)));
    }
    all
}

fn of_arms(input: &PageInput<'_>, key: &MeasureKey) -> FirstScreen {
    let estimates = input.estimates;
    let groups = groups(input);
    let labels: Vec<String> =
        groups.iter().flat_map(|group| group.tables.iter().map(|(_, label)| label.clone())).collect();
    let series = series(&labels);
    let place = |label: &str| series.iter().position(|(known, _)| known == label).unwrap_or(0);
    let arms = estimates.arms();
    let levels = levels(estimates.sheets.get(ARMS), &arms);
    let shown = shown_arms(input, key, &arms, &groups);
    let panel = |group: &Group| {
        let mut points = Vec::new();
        for (table, label) in &group.tables {
            let listed = if levels.is_some() { &arms } else { &shown };
            for (row, arm) in listed.iter().enumerate() {
                let Some(found) = find(estimates, arm, table, key, "") else { continue };
                let at = levels.as_ref().map_or(row as f64, |(_, levels)| levels[row]);
                let label = if series.len() > 1 { format!("{label}, {}", words::arm(arm)) } else { words::arm(arm) };
                points.push(ChartPoint {
                    at,
                    series: place(&words::table(table)),
                    value: found.value,
                    interval: found.interval,
                    label,
                });
            }
        }
        Panel {
            title: words::players(group.seats),
            rows: if levels.is_some() { Vec::new() } else { shown.iter().map(|arm| words::arm(arm)).collect() },
            points,
            references: references(key, group.seats),
            band: band(input, key),
        }
    };
    let measure = words::measure(&input.asked.measures, &key.subject, &key.measure.name);
    let title = match &levels {
        Some((factor, _)) => format!("{measure}, by {factor}"),
        None if shown.len() < arms.len() => {
            format!("{measure}: the first of {} settings and those that differ most from it", arms.len())
        }
        None => format!("{measure}, by setting"),
    };
    let chart = Chart {
        title: title.clone(),
        file: SUMMARY.to_owned(),
        x: levels.as_ref().map_or_else(|| words::axis(key), |(factor, _)| words::capital(factor)),
        y: if levels.is_some() { words::axis(key) } else { String::new() },
        series: series.clone(),
        panels: groups.iter().map(panel).collect(),
        percent: key.is_share(),
    };
    FirstScreen { chart: Some(chart), table: Some(table_of_arms(input, key, &groups, &shown)) }
}

/// Returns the factor and its level in every arm, if a single number is varied.
fn levels(sheet: Option<&Sheet>, arms: &[Rc<str>]) -> Option<(String, Vec<f64>)> {
    let sheet = sheet.filter(|sheet| sheet.heads.len() == 2)?;
    let level = |arm: &Rc<str>| {
        let row = sheet.rows.iter().find(|row| row[0] == **arm)?;
        row[1].parse::<f64>().ok()
    };
    let levels = arms.iter().map(level).collect::<Option<Vec<f64>>>()?;
    Some((words::factor(&sheet.heads[1]), levels))
}

/// Returns all arms; if they are many, the first, those of the first finding, and those that differ most.
fn shown_arms(input: &PageInput<'_>, key: &MeasureKey, arms: &[Rc<str>], groups: &[Group]) -> Vec<Rc<str>> {
    let most = MOST_ROWS / groups.iter().map(|group| group.tables.len()).max().unwrap_or(1).clamp(1, 3);
    let is_named = |arm: &Rc<str>| input.findings.first().is_some_and(|one| one.arms().any(|named| *named == **arm));
    let count = 1 + arms[1..].iter().filter(|arm| is_named(arm)).count();
    let most = if count <= MOST_COLUMNS { most.max(count) } else { most };
    if arms.len() <= most {
        return arms.to_vec();
    }
    let distance = |arm: &Rc<str>| {
        let tables = groups.iter().flat_map(|group| &group.tables);
        let differences = tables.filter_map(|(table, _)| find(input.estimates, arm, table, key, "_difference"));
        differences.map(|difference| difference.value.abs()).fold(0.0, f64::max)
    };
    let mut ranked: Vec<(bool, f64, &Rc<str>)> =
        arms[1..].iter().map(|arm| (count <= most && is_named(arm), distance(arm), arm)).collect();
    ranked.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
    let kept: Vec<&Rc<str>> = ranked.into_iter().take(most - 1).map(|(_, _, arm)| arm).collect();
    let is_shown = |(place, arm): &(usize, &Rc<str>)| *place == 0 || kept.contains(arm);
    arms.iter().enumerate().filter(is_shown).map(|(_, arm)| Rc::clone(arm)).collect()
}

/// Returns evenly spaced indices, including both ends.
fn spaced(count: usize, most: usize) -> Vec<usize> {
    if count <= most { (0..count).collect() } else { (0..most).map(|i| i * (count - 1) / (most - 1)).collect() }
}

/// Returns a table of a measure: rows are tables and columns arms, or the reverse if there are many arms and few
/// tables.
pub(super) fn table_of_arms(input: &PageInput<'_>, key: &MeasureKey, groups: &[Group], arms: &[Rc<str>]) -> DataTable {
    let tables: Vec<(usize, &(Rc<str>, String))> =
        groups.iter().flat_map(|group| group.tables.iter().map(|table| (group.seats, table))).collect();
    let cell = |arm: &str, table: &str| match find(input.estimates, arm, table, key, "") {
        Some(found) => Cell::number(words::cell(found.value, found.interval, key.is_share()), found.value),
        None => Cell::from("–".to_owned()),
    };
    let title =
        words::with_unit(&words::measure(&input.asked.measures, &key.subject, &key.measure.name), key.is_share());
    let place = |(seats, (_, label)): &(usize, &(Rc<str>, String))| format!("{label}, {}", words::players(*seats));
    if tables.len() <= MOST_COLUMNS && arms.len() > MOST_COLUMNS {
        let heads = ["setting".to_owned()].into_iter().chain(tables.iter().map(place)).collect();
        let row = |arm: &Rc<str>| {
            [Cell::from(words::arm(arm))]
                .into_iter()
                .chain(tables.iter().map(|(_, (table, _))| cell(arm, table)))
                .collect()
        };
        let more = (input.estimates.arms().len() - arms.len()) as u64;
        return DataTable {
            title,
            heads,
            texts: 1,
            rows: arms.iter().map(row).collect(),
            csv: SUMMARY.to_owned(),
            more,
        };
    }
    let columns: Vec<&Rc<str>> = spaced(arms.len(), MOST_COLUMNS).into_iter().map(|place| &arms[place]).collect();
    let heads =
        ["bots", "players"].map(str::to_owned).into_iter().chain(columns.iter().map(|arm| words::arm(arm))).collect();
    let row = |(seats, (table, label)): &(usize, &(Rc<str>, String))| {
        let first = [Cell::from(label.clone()), Cell::number(seats.to_string(), *seats as f64)];
        first.into_iter().chain(columns.iter().map(|arm| cell(arm, table))).collect()
    };
    DataTable { title, heads, texts: 1, rows: tables.iter().map(row).collect(), csv: SUMMARY.to_owned(), more: 0 }
}

fn of_tables(input: &PageInput<'_>, key: &MeasureKey) -> FirstScreen {
    let estimates = input.estimates;
    let Some(arm) = estimates.arms().first().cloned() else { return FirstScreen::default() };
    let groups = groups(input);
    let panel = |group: &Group| {
        let mut panel = Panel {
            title: words::players(group.seats),
            rows: Vec::new(),
            points: Vec::new(),
            references: references(key, group.seats),
            band: band(input, key),
        };
        for (table, label) in &group.tables {
            if let Some(found) = find(estimates, &arm, table, key, "") {
                let at = panel.rows.len() as f64;
                panel.points.push(ChartPoint {
                    at,
                    series: 0,
                    value: found.value,
                    interval: found.interval,
                    label: label.clone(),
                });
                panel.rows.push(label.clone());
            }
        }
        panel
    };
    let panels: Vec<Panel> = groups.iter().map(panel).filter(|panel| !panel.points.is_empty()).collect();
    let title = words::measure(&input.asked.measures, &key.subject, &key.measure.name);
    let chart = (!panels.is_empty()).then(|| Chart {
        title: format!("{title}, by table"),
        file: SUMMARY.to_owned(),
        x: words::axis(key),
        y: String::new(),
        series: vec![(title.clone(), 1)],
        panels,
        percent: key.is_share(),
    });
    let keys: Vec<&MeasureKey> =
        if input.asked.keys.is_empty() { vec![key] } else { input.asked.keys.iter().take(3).collect() };
    let heads = ["bots", "players"].map(str::to_owned).into_iter();
    let heads = heads
        .chain(keys.iter().map(|key| {
            words::with_unit(&words::measure(&input.asked.measures, &key.subject, &key.measure.name), key.is_share())
        }))
        .collect();
    let mut table = DataTable { heads, texts: 1, csv: SUMMARY.to_owned(), ..DataTable::default() };
    for (group, (name, label)) in groups.iter().flat_map(|group| group.tables.iter().map(move |table| (group, table))) {
        let cell = |key: &&MeasureKey| match find(estimates, &arm, name, key, "") {
            Some(found) => Cell::number(words::cell(found.value, found.interval, key.is_share()), found.value),
            None => Cell::from("–".to_owned()),
        };
        let first = [Cell::from(label.clone()), Cell::number(group.seats.to_string(), group.seats as f64)];
        table.rows.push(first.into_iter().chain(keys.iter().map(cell)).collect());
    }
    FirstScreen { chart, table: Some(table) }
}

fn effects(input: &PageInput<'_>, file: &str, sheet: &Sheet) -> FirstScreen {
    let Some(key) = input.asked.keys.first() else { return FirstScreen::default() };
    let groups = groups(input);
    let labels: Vec<String> =
        groups.iter().flat_map(|group| group.tables.iter().map(|(_, label)| label.clone())).collect();
    let series = series(&labels);
    let of =
        |row: &[String]| sheet.cell(row, "measure") == key.measure.name && sheet.cell(row, "subject") == &*key.subject;
    let mut factors: Vec<(f64, String)> = Vec::new();
    for row in sheet.rows.iter().filter(|row| of(row)) {
        let size = sheet.number(row, "effect").map_or(0.0, |(value, _)| value.abs());
        match factors.iter_mut().find(|(_, known)| known == sheet.cell(row, "factor")) {
            Some((largest, _)) => *largest = largest.max(size),
            None => factors.push((size, sheet.cell(row, "factor").to_owned())),
        }
    }
    factors.sort_by(|one, other| other.0.total_cmp(&one.0));
    factors.truncate((21 / series.len().max(1)).clamp(5, MOST_ROWS));
    let mut heads = vec!["what is changed".to_owned(), "from".to_owned(), "to".to_owned()];
    let mut rows: Vec<Vec<Cell>> =
        factors.iter().map(|(_, factor)| vec![Cell::from(words::capital(&words::factor(factor)))]).collect();
    let mut panels = Vec::new();
    for group in &groups {
        let mut panel = Panel {
            title: words::players(group.seats),
            rows: factors.iter().map(|(_, factor)| words::capital(&words::factor(factor))).collect(),
            points: Vec::new(),
            references: vec![(0.0, "no effect".to_owned())],
            band: None,
        };
        for (table, label) in &group.tables {
            heads.push(format!("{label}, {}", words::players(group.seats)));
            for (at, (_, factor)) in factors.iter().enumerate() {
                let row = sheet.rows.iter().find(|row| {
                    of(row) && sheet.cell(row, "factor") == *factor && sheet.cell(row, "table") == &**table
                });
                if rows[at].len() == 1 {
                    let ends =
                        ["from", "to"].map(|end| row.map_or_else(String::new, |row| sheet.cell(row, end).to_owned()));
                    rows[at].extend(ends.map(Cell::from));
                }
                let Some((value, interval)) = row.and_then(|row| sheet.number(row, "effect")) else {
                    rows[at].push(Cell::from("–".to_owned()));
                    continue;
                };
                let place = series.iter().position(|(known, _)| known == label).unwrap_or(0);
                panel.points.push(ChartPoint { at: at as f64, series: place, value, interval, label: label.clone() });
                rows[at].push(Cell::number(words::cell(value, interval, key.is_share()), value));
            }
        }
        panels.push(panel);
    }
    let title = words::measure(&input.asked.measures, &key.subject, &key.measure.name);
    let unit = if key.is_share() { "percentage points" } else { "change" };
    let chart = Chart {
        title: format!("{title}: effect of changing one number from its lowest to its highest"),
        file: file.to_owned(),
        x: format!("Effect, {unit}"),
        y: String::new(),
        series,
        panels,
        percent: key.is_share(),
    };
    let table = DataTable {
        title: words::with_unit(&format!("Effects on: {title}"), key.is_share()),
        heads,
        texts: 3,
        rows,
        csv: file.to_owned(),
        more: 0,
    };
    FirstScreen { chart: Some(chart), table: Some(table) }
}

/// Returns a chart and a table of a file: one panel per value of the first column, one row per value of the second.
fn by_label(
    file: &str,
    sheet: &Sheet,
    [panel, row, value]: [&str; 3],
    axis: &str,
    percent: bool,
    is_shown: &dyn Fn(&[String]) -> bool,
) -> FirstScreen {
    let mut panels: Vec<Panel> = Vec::new();
    let mut rows: Vec<(String, Vec<(usize, Cell)>)> = Vec::new();
    for record in sheet.rows.iter().filter(|record| is_shown(record)) {
        let Some((number, interval)) = sheet.number(record, value) else { continue };
        let group = sheet.cell(record, panel);
        let title = match panel {
            "seats" => words::players(group.parse().unwrap_or(0)),
            _ => format!("{}, {}", words::table(group), words::players(group.split(" v ").count())),
        };
        let name = sheet.cell(record, row);
        let label = if row == "entrant" { name.to_owned() } else { words::capital(&name.replace('_', " ")) };
        let place = panels.iter().position(|known| known.title == title).unwrap_or_else(|| {
            panels.push(Panel { title, rows: Vec::new(), points: Vec::new(), references: Vec::new(), band: None });
            panels.len() - 1
        });
        let at = panels[place].rows.len() as f64;
        panels[place].rows.push(label.clone());
        panels[place].points.push(ChartPoint { at, series: 0, value: number, interval, label: label.clone() });
        let cell = Cell::number(words::cell(number, interval, percent), number);
        match rows.iter_mut().find(|(known, _)| *known == label) {
            Some((_, cells)) => cells.push((place, cell)),
            None => rows.push((label, vec![(place, cell)])),
        }
    }
    let signed = value != "elo" && panels.iter().flat_map(|panel| &panel.points).any(|point| point.value < 0.0);
    if signed {
        panels.iter_mut().for_each(|panel| panel.references.push((0.0, "zero".to_owned())));
    }
    let heads = [row.to_owned()].into_iter().chain(panels.iter().map(|panel| panel.title.clone())).collect();
    let count = panels.len();
    let line = |(label, cells): (String, Vec<(usize, Cell)>)| {
        let mut row = vec![Cell::from("–".to_owned()); count + 1];
        row[0] = Cell::from(label);
        cells.into_iter().for_each(|(place, cell)| row[place + 1] = cell);
        row
    };
    let table = DataTable {
        title: axis.to_owned(),
        heads,
        texts: 1,
        rows: rows.into_iter().map(line).collect(),
        csv: file.to_owned(),
        more: 0,
    };
    let chart = Chart {
        title: axis.to_owned(),
        file: file.to_owned(),
        x: axis.to_owned(),
        y: String::new(),
        series: vec![(axis.to_owned(), 1)],
        panels,
        percent,
    };
    FirstScreen { chart: Some(chart), table: Some(table) }
}

fn ratings(file: &str, sheet: &Sheet) -> DataTable {
    let heads = ["players", "bot", "rank", "rating, Elo", "matches won"].map(str::to_owned).to_vec();
    let row = |row: &Vec<String>| {
        let [best, worst] = ["best_rank", "worst_rank"].map(|column| sheet.cell(row, column));
        let rank = if best == worst { best.to_owned() } else { format!("{best} to {worst}") };
        let elo = sheet.number(row, "elo").map_or((String::new(), 0.0), |(value, _)| {
            let end = |end: &str, open: &str| {
                sheet.cell(row, end).parse::<f64>().map_or_else(|_| open.to_owned(), |end| format!("{end:.0}"))
            };
            (format!("{value:.0} ({} to {})", end("low", "any"), end("high", "any")).replace('-', "\u{2212}"), value)
        });
        let share = sheet.cell(row, "win_share").parse::<f64>().unwrap_or(0.0);
        let seats = sheet.cell(row, "seats");
        vec![
            Cell::number(seats.to_owned(), seats.parse().unwrap_or(0.0)),
            Cell::from(sheet.cell(row, "entrant").to_owned()),
            Cell::number(rank, best.parse().unwrap_or(0.0)),
            Cell::number(elo.0, elo.1),
            Cell::number(words::value(share, None, true), share),
        ]
    };
    DataTable {
        title: "Ratings".to_owned(),
        heads,
        texts: 2,
        rows: sheet.rows.iter().map(row).collect(),
        csv: file.to_owned(),
        more: 0,
    }
}
