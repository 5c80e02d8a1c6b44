//! How well the ratings explain what happened.

use crate::ratings::Ratings;
use crate::report::drawing::Drawing;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal, percent};
use ergo_stats::luce::FitRow;

/// The file of the picture's numbers.
const FILE: &str = "plots/fit.csv";
/// The most pictures; further lists are tables only.
const MOST_PICTURES: usize = 4;
/// How many of the rows that fit worst are shown.
const WORST: usize = 8;
/// Of more rows than this, those with like predictions are shown as one.
const MOST_POINTS: usize = 400;

/// A point of the picture: one seat of one seating, or several with like predictions.
struct Point {
    seating: String,
    seat: String,
    matches: f64,
    predicted: f64,
    observed: f64,
}

/// Predicted against observed for every rating list.
pub(super) fn section(facts: &Facts<'_>, lists: &[Ratings]) -> Option<Part> {
    if lists.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(
        "What the ratings and seat effects predict for every seat of every seating, against what it won. Where χ² exceeds its \
         degrees of freedom (df) by far, no single number for each entrant explains who beats whom: read the matrix instead. \
         Shared wins, the penalty that keeps ratings finite, and deals that go together move the quotient too: it is a reading, \
         not a test."
            .to_owned(),
    )];
    let mut overview = Table::new(1, ["fit", "seatings", "χ²", "df", "χ² / df"]);
    for ratings in lists {
        let seatings = ratings.fit.rows.len() / ratings.seats.max(1);
        overview.row([
            facts.group(&ratings.arm, ratings.seats),
            words::count(seatings as u64),
            format!("{:.1}", ratings.fit.chi_square),
            ratings.fit.freedom.to_string(),
            ratings.fit.ratio().map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}")),
        ]);
    }
    pieces.extend(lists.iter().take(MOST_PICTURES).map(|ratings| picture(facts, ratings)));
    pieces.push(Piece::Table(overview));
    for ratings in lists {
        let rows = worst(&ratings.fit.rows);
        let title = format!("{}: seats that fit worst", facts.group(&ratings.arm, ratings.seats));
        pieces.push(Piece::Fold(title, vec![Piece::Table(table(ratings, &rows))]));
    }
    Some(Part { section: Section { title: "Fit".to_owned(), pieces }, file: Some(file(lists)) })
}

fn picture(facts: &Facts<'_>, ratings: &Ratings) -> Piece {
    let points = points(ratings);
    let like = if points.len() < ratings.fit.rows.len() { " (like predictions pooled)" } else { "" };
    let points: Vec<(f64, f64)> =
        points.iter().map(|point| (point.predicted * 100.0, point.observed * 100.0)).collect();
    Piece::Picture(Picture {
        drawing: Drawing::Against { points, axes: ["predicted win share, %", "observed, %"].map(str::to_owned) },
        shows: format!(
            "{}: win share of every seat, predicted and observed{like}.",
            facts.group(&ratings.arm, ratings.seats)
        ),
        colours: Vec::new(),
        file: FILE,
        svg: None,
    })
}

fn points(ratings: &Ratings) -> Vec<Point> {
    let rows = &ratings.fit.rows;
    if rows.len() <= MOST_POINTS {
        let point = |row: &FitRow| Point {
            seating: seating(ratings, row),
            seat: (row.seat + 1).to_string(),
            matches: row.matches,
            predicted: row.predicted,
            observed: row.observed,
        };
        return rows.iter().map(point).collect();
    }
    // One for every percent, weighted by matches.
    let pool = |percent: usize| {
        let of = || rows.iter().filter(move |row| ((row.predicted * 100.0) as usize).min(99) == percent);
        let matches: f64 = of().map(|row| row.matches).sum();
        (matches > 0.0).then(|| Point {
            seating: format!("predicted {percent} to {} %", percent + 1),
            seat: String::new(),
            matches,
            predicted: of().map(|row| row.predicted * row.matches).sum::<f64>() / matches,
            observed: of().map(|row| row.observed * row.matches).sum::<f64>() / matches,
        })
    };
    (0..100).filter_map(pool).collect()
}

/// The difference in standard errors of as many independent matches.
fn off(row: &FitRow) -> f64 {
    let error = (row.predicted * (1.0 - row.predicted) / row.matches).sqrt();
    if error > 0.0 { (row.observed - row.predicted) / error } else { 0.0 }
}

fn worst(rows: &[FitRow]) -> Vec<&FitRow> {
    let mut worst: Vec<&FitRow> = rows.iter().collect();
    worst.sort_by(|one, other| off(other).abs().total_cmp(&off(one).abs()));
    worst.truncate(WORST);
    worst
}

fn seating(ratings: &Ratings, row: &FitRow) -> String {
    let names: Vec<&str> = row.lineup.iter().map(|entrant| ratings.names[*entrant].as_str()).collect();
    names.join(" v ")
}

fn table(ratings: &Ratings, rows: &[&FitRow]) -> Table {
    let heads = ["seating", "seat", "matches", "predicted", "observed", "off by standard errors"];
    let mut table = Table::new(1, heads);
    for row in rows {
        table.row::<Cell>([
            seating(ratings, row).into(),
            (row.seat + 1).to_string().into(),
            format!("{:.0}", row.matches).into(),
            percent(row.predicted).into(),
            percent(row.observed).into(),
            format!("{:+.1}", off(row)).into(),
        ]);
    }
    table
}

fn file(lists: &[Ratings]) -> PlotFile {
    let mut rows = Vec::new();
    for ratings in lists {
        for point in points(ratings) {
            rows.push(vec![
                ratings.arm.clone(),
                point.seating,
                point.seat,
                format!("{:.0}", point.matches),
                decimal(point.predicted),
                decimal(point.observed),
            ]);
        }
    }
    PlotFile::new(FILE, &["arm", "seating", "seat", "matches", "predicted", "observed"], &rows)
}
