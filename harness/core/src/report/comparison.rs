//! The report of a comparison of two entrants.

use super::comparison_summary::{ComparisonSummary, PathPoint, Scale};
use super::files::{Report, page_files};
use super::words::{count, count_noun, decimal};
use super::{claims, estimated};
use crate::report::analysis::PlotFile;
use crate::report::pages::chart::{self, Chart, Panel};
use crate::report::pages::{Cell, ChartView, DataTable, Detail, Page, player_rows, repeat};

/// The file with the numbers of the chart.
const FILE: &str = "plots/path.csv";

/// Returns the report of a comparison.
pub fn comparison_report(found: &ComparisonSummary<'_>) -> Report {
    let [a, b] = found.names;
    let faults = match found.faults {
        0 => String::new(),
        faults => format!(" {} ended by a fault and count as forfeited.", count_noun(faults, "match")),
    };
    let answer = format!("{}{faults}", claims::claim(found));
    let played = format!(
        "Played: {} in {} of {} players. Seed {}.",
        count_noun(found.blocks * u64::from(found.matches), "match"),
        count_noun(found.blocks, "block"),
        found.seats,
        found.seed
    );
    let changed =
        (!found.changed.is_empty()).then(|| format!("Rows were changed after the run: {}.", found.changed.join(", ")));
    let sure = [Some(played), changed, Some(claims::AS_SEEN.to_owned())].into_iter().flatten();
    let page = Page {
        question: format!("Is {b} better than {a}?"),
        statements: vec![answer.clone()],
        chart: Some(path_chart(found)),
        table: Some(estimated::estimates(found)),
        sure: sure.chain(claims::contradictions(found)).collect(),
        players: player_rows(&found.players),
        details: vec![
            Detail { title: "The way to the verdict".to_owned(), tables: vec![path_table(found)], ..Detail::default() },
            repeat(found.rows),
        ],
        notes: notes(found).into_iter().chain([estimated::CAVEAT.to_owned()]).collect(),
        ..Page::default()
    };
    Report { answer, glance: String::new(), files: page_files(&page, vec![file(found)]), blocks: None }
}

/// Explains blocks, the advantage and the hypotheses.
fn notes(found: &ComparisonSummary<'_>) -> Vec<String> {
    let [a, b] = found.names;
    let (what, less) = match found.scale {
        Scale::Wins(_) => ("share of the wins", "the share of B alone minus the share of A alone"),
        Scale::Points(_) if found.seats == 1 => ("score", "B's score minus A's score"),
        Scale::Points(_) => ("margin a match", "B's margin minus A's margin"),
        Scale::Returns(_) => ("return a match", "B's return minus A's return"),
    };
    let block = match (found.against, found.seats) {
        (Some(others), seats) => format!(
            "A block is one deal: B among {others} in each of {seats} seats, and A in the same seats among the same. B's advantage \
             is its {what} less A's.{}",
            gain(found.variance_ratio)
        ),
        (None, 1) => format!("A block is one deal, played alone by B and by A. B's advantage is half of {less}."),
        (None, 2) => match found.scale {
            Scale::Wins(_) => {
                "A block is one deal in both seatings. B's advantage is its share of the wins above one half."
            }
            Scale::Points(_) => "A block is one deal in both seatings. B's advantage is its margin a match.",
            Scale::Returns(_) => "A block is one deal in both seatings. B's advantage is its return a match.",
        }
        .to_owned(),
        (None, seats) => format!(
            "A block is one deal: B alone among A's in each of {seats} seats, and A alone among B's in each. B's advantage is half of \
             {less}."
        ),
    };
    let margin = match found.scale {
        Scale::Wins(_) => "",
        Scale::Points(_) if found.seats == 1 => "",
        Scale::Points(_) => " A margin is the own score at the end of a match less the mean of the others'.",
        Scale::Returns(_) => " A return is the points that a match pays to a seat.",
    };
    vec![format!("A is {a}, B is {b}. {block}{margin}"), claims::hypotheses(found), claims::errors(found)]
}

/// Describes the gain in precision from playing the same deals.
fn gain(variance_ratio: Option<f64>) -> String {
    variance_ratio.map_or(String::new(), |ratio| {
        format!(" From deal to deal it varied {ratio:.2} times as much as a difference between different deals would.")
    })
}

/// Returns the chart of B's advantage at each look, with its confidence sequence.
fn path_chart(found: &ComparisonSummary<'_>) -> ChartView {
    let (is_share, unit) = match found.scale {
        Scale::Wins(_) => (true, "advantage, share of the wins"),
        Scale::Points(_) | Scale::Returns(_) => (false, "advantage, points a match"),
    };
    let advantage = |value: f64| found.scale.advantage(value);
    let point = |point: &PathPoint| chart::ChartPoint {
        at: point.blocks as f64,
        series: 0,
        value: advantage(point.mean),
        interval: Some(ergo_stats::Interval { low: advantage(point.always.low), high: advantage(point.always.high) }),
        label: count_noun(point.blocks, "block"),
    };
    let panel = Panel {
        title: "B's advantage so far".to_owned(),
        rows: Vec::new(),
        points: thinned(found.path).map(point).collect(),
        references: vec![(0.0, "even".to_owned())],
        band: None,
    };
    let chart = Chart {
        title: "B's advantage over the blocks so far, with a 95 % confidence sequence".to_owned(),
        file: FILE.to_owned(),
        x: "Blocks".to_owned(),
        y: unit.to_owned(),
        series: vec![("advantage".to_owned(), 1)],
        panels: vec![panel],
        percent: is_share,
    };
    ChartView::new(&chart, "plots/chart.svg")
}

/// Returns the table of the log likelihood ratio at each look, with its bounds.
fn path_table(found: &ComparisonSummary<'_>) -> DataTable {
    let heads =
        ["blocks", "log likelihood ratio", "H1 rejected below", "H1 accepted above"].map(str::to_owned).to_vec();
    let number = |value: f64| Cell::number(format!("{value:.2}"), value);
    let row = |point: &PathPoint| {
        vec![
            Cell::number(count(point.blocks), point.blocks as f64),
            number(point.log_ratio),
            number(point.lower),
            number(point.upper),
        ]
    };
    DataTable { heads, rows: thinned(found.path).map(row).collect(), csv: FILE.to_owned(), ..DataTable::default() }
}

/// Returns about a dozen points, including the last.
fn thinned(path: &[PathPoint]) -> impl Iterator<Item = &PathPoint> {
    let step = path.len().div_ceil(12).max(1);
    let is_shown = move |i: usize| (path.len() - 1 - i).is_multiple_of(step);
    path.iter().enumerate().filter(move |(i, _)| is_shown(*i)).map(|(_, point)| point)
}

fn file(found: &ComparisonSummary<'_>) -> PlotFile {
    let row = |point: &PathPoint| {
        let PathPoint { blocks, log_ratio, lower, upper, mean, always } = point;
        let numbers = [*log_ratio, *lower, *upper, *mean, always.low, always.high];
        std::iter::once(blocks.to_string()).chain(numbers.map(decimal)).collect()
    };
    let rows: Vec<Vec<String>> = found.path.iter().map(row).collect();
    PlotFile::new(FILE, &["blocks", "log_ratio", "lower", "upper", "share", "low", "high"], &rows)
}
