//! The page of a comparison of two.

use super::contested::{Contested, Point, Scale};
use super::drawing::{Drawing, Line};
use super::files::{Report, page_files};
use super::lead::{changed, of_figure};
use super::page::{Cell, Opening, Page, Picture, Piece, PlotFile, Section, Table};
use super::players::players;
use super::words::{count, counted, decimal};
use super::{claims, estimated};

/// The file of the pictures' numbers.
const FILE: &str = "plots/path.csv";

/// The subject of the picture on the first screen.
const ADVANTAGE: &str = "B's advantage over the blocks so far";

/// The report of a comparison.
pub fn contested(found: &Contested<'_>) -> Report {
    let [a, b] = found.names;
    let faults = match found.faults {
        0 => String::new(),
        faults => format!(" {} ended by a fault and count as forfeited.", counted(faults, "match")),
    };
    let answer = format!("{}{faults}", claims::claim(found));
    let sections = vec![estimated::estimates(found), path(found), repeat(found)];
    let question = format!("Is {b} better than {a}?");
    let page = Page::new(question, answer.clone(), &[ADVANTAGE.to_owned()], opening(found), [sections, Vec::new()]);
    Report {
        answer,
        claims: Vec::new(),
        glance: String::new(),
        files: page_files(page, vec![file(found)]),
        blocks: None,
    }
}

/// The first screen and the foot: how much was played, by whom, and how the test is to be read.
fn opening(found: &Contested<'_>) -> Opening {
    let mut names: Vec<String> = Vec::new();
    for player in &found.players {
        if !names.contains(&player.name) {
            names.push(player.name.clone());
        }
    }
    Opening {
        figures: vec![
            of_figure(found.blocks * u64::from(found.matches), "match", ""),
            of_figure(found.blocks, "block", ""),
            of_figure(found.seats as u64, "seat", ""),
        ],
        players: players(&names, &found.players),
        facts: [claims::AS_SEEN.to_owned()].into_iter().chain(changed(&found.changed)).collect(),
        notes: notes(found),
    }
}

/// Explains a block, the advantage that is weighed, and the claim of a verdict.
fn notes(found: &Contested<'_>) -> Vec<String> {
    let [a, b] = found.names;
    let (what, less) = match found.scale {
        Scale::Wins(_) => ("share of the wins", "what B wins alone above what A wins alone"),
        Scale::Points(_) if found.seats == 1 => ("score", "what B's score is above A's"),
        Scale::Points(_) => ("margin a match", "what B's margin is above A's"),
        Scale::Returns(_) => ("return a match", "what B's return is above A's"),
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

/// The gain in precision from both playing the same deals.
fn gain(variance_ratio: Option<f64>) -> String {
    variance_ratio.map_or(String::new(), |ratio| {
        format!(" From deal to deal it varied {ratio:.2} times as much as a difference between different deals would.")
    })
}

fn path(found: &Contested<'_>) -> Section {
    let line = |name: &str, colour: usize, of: &dyn Fn(&Point) -> f64| Line {
        name: name.to_owned(),
        points: found.path.iter().map(|point| (point.blocks as f64, of(point))).collect(),
        colour,
    };
    let (percents, unit) = match found.scale {
        Scale::Wins(_) => (100.0, "advantage, % of the wins"),
        Scale::Points(_) | Scale::Returns(_) => (1.0, "advantage, points a match"),
    };
    let advantage = |value: f64| found.scale.advantage(value) * percents;
    let ratio = [
        line("log likelihood ratio", 0, &|point| point.log_ratio),
        line("H1 accepted from here on", 2, &|point| point.upper),
        line("H1 rejected from here on", 1, &|point| point.lower),
    ];
    let lead = [
        line("B's advantage", 0, &|point| advantage(point.mean)),
        line("95 % confidence sequence", 5, &|point| advantage(point.always.low)),
        line("", 5, &|point| advantage(point.always.high)),
    ];
    let picture = |lines: &[Line], up: &str, shows: &str| {
        Piece::Picture(Picture {
            drawing: Drawing::Lines { lines: lines.to_vec(), axes: ["blocks", up].map(str::to_owned) },
            shows: shows.to_owned(),
            colours: lines
                .iter()
                .map(|line| (line.colour, line.name.clone()))
                .filter(|(_, name)| !name.is_empty())
                .collect(),
            file: FILE,
            svg: None,
        })
    };
    let mut table = Table::new(0, ["blocks", "log likelihood ratio", "rejected below", "accepted above", unit]);
    for point in thinned(found.path) {
        table.row([
            count(point.blocks),
            format!("{:.2}", point.log_ratio),
            format!("{:.2}", point.lower),
            format!("{:.2}", point.upper),
            format!("{:+.2}", advantage(point.mean) + 0.0),
        ]);
    }
    let pieces = vec![
        picture(&ratio, "log likelihood ratio", "The test on its way to one of its bounds."),
        picture(&lead, unit, &format!("{ADVANTAGE}.")),
        Piece::of_rows(table),
    ];
    Section { title: "The way to the verdict".to_owned(), pieces }
}

/// About a dozen points, the last among them.
fn thinned(path: &[Point]) -> impl Iterator<Item = &Point> {
    let step = path.len().div_ceil(12).max(1);
    let is_shown = move |i: usize| (path.len() - 1 - i).is_multiple_of(step);
    path.iter().enumerate().filter(move |(i, _)| is_shown(*i)).map(|(_, point)| point)
}

fn repeat(found: &Contested<'_>) -> Section {
    let mut table = Table::new(1, ["file", "rows", "digest"]);
    for file in found.rows {
        let rows = file.rows.map_or_else(String::new, count);
        table.row([Cell::from(file.name.clone()), rows.into(), Cell::code(&file.sha256)]);
    }
    let text = format!(
        "Seed {}. ergo verify, with the name of this folder, plays the comparison again and compares every digest. The blocks must \
         come out with this one (SHA-256), on any machine and any number of threads:",
        found.seed
    );
    Section { title: "To repeat".to_owned(), pieces: vec![Piece::Text(text), Piece::Table(table)] }
}

fn file(found: &Contested<'_>) -> PlotFile {
    let row = |point: &Point| {
        let Point { blocks, log_ratio, lower, upper, mean, always } = point;
        let numbers = [*log_ratio, *lower, *upper, *mean, always.low, always.high];
        std::iter::once(blocks.to_string()).chain(numbers.map(decimal)).collect()
    };
    let rows: Vec<Vec<String>> = found.path.iter().map(row).collect();
    PlotFile::new(FILE, &["blocks", "log_ratio", "lower", "upper", "share", "low", "high"], &rows)
}
