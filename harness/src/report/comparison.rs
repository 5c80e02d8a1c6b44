//! The page of a comparison of two.

use super::page::{Cell, Page, Picture, Piece, PlotFile, Section, Table};
use super::picture::{self, Line};
use super::words::{self, count, counted, decimal, percent};
use super::{Report, files};
use crate::manifest::FileEntry;
use crate::stats::sequential::{NORMALISED_ELO_PER_T, Verdict};
use crate::stats::{Interval, Moments, mean_interval, share_interval};

/// The file of the pictures' numbers.
const FILE: &str = "plots/path.csv";

/// Where a sequential test stood at one look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Blocks counted.
    pub blocks: u64,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// Not better at or below this.
    pub lower: f64,
    /// Better at or above this.
    pub upper: f64,
    /// The mean of the blocks.
    pub mean: f64,
    /// Holds the true mean at all looks together.
    pub always: Interval,
}

/// A comparison with all that is said of it.
pub struct Contested<'a> {
    /// A, and B, which might be better.
    pub names: [&'a str; 2],
    /// The others that both sit among, if they do not sit among each other.
    pub against: Option<&'a str>,
    /// How many sit at a table.
    pub seats: usize,
    /// Matches in a block.
    pub matches: u32,
    /// The number all seeds derive from.
    pub seed: u64,
    /// Normalised Elo of B over A under "not better" and "better".
    pub hypotheses: [f64; 2],
    /// The probabilities of both errors, α and β.
    pub errors: [f64; 2],
    /// Blocks after which it stays open.
    pub cap: u64,
    /// How the test ended, if it has.
    pub verdict: Option<Verdict>,
    /// The logarithm of the likelihood ratio at the end.
    pub log_ratio: f64,
    /// The estimate in normalised Elo; nothing where all blocks are alike.
    pub normalised: Option<f64>,
    /// Blocks played.
    pub blocks: u64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// The values of the blocks: one half is even.
    pub value: Moments,
    /// The win shares of B alone among A's, or among the others.
    pub focal: Moments,
    /// The win shares of A alone among B's, or among the others.
    pub reverse: Moments,
    /// The variance of their difference on the same deals by that on different ones.
    pub variance_ratio: Option<f64>,
    /// Holds the true mean of the values whenever one looks.
    pub always: Interval,
    /// Where the test stood at each look.
    pub path: &'a [Point],
    /// The files of rows.
    pub rows: &'a [FileEntry],
}

/// The report of a comparison.
pub fn contested(found: &Contested<'_>) -> Report {
    let [a, b] = found.names;
    let answer = sentence(found);
    let sections = vec![estimates(found), path(found), repeat(found)];
    let question = format!("Is {b} better than {a}?");
    let page = Page { question, answer: answer.clone(), lead: lead(found), sections };
    Report { answer, files: files(&page, vec![file(found)]) }
}

fn sentence(found: &Contested<'_>) -> String {
    let [a, b] = found.names;
    let answer = match found.verdict {
        Some(Verdict::Accepted) => format!("{b} is better than {a}"),
        Some(Verdict::Rejected) => format!("{b} is not better than {a}"),
        Some(Verdict::Inconclusive) => format!("Whether {b} is better than {a} stays open"),
        None => format!("Whether {b} is better than {a} is not decided yet"),
    };
    let faults = match found.faults {
        0 => String::new(),
        faults => format!(" {} ended by a fault and count as forfeited.", counted(faults, "match")),
    };
    let even = match found.against {
        None => "50 % being even".to_owned(),
        Some(others) => format!("50 % being even, which is half of one plus B's share less A's, either among {others}"),
    };
    format!(
        "{answer}: {} blocks of {} matches with {} seats, log likelihood ratio {:.2} for {} against {} normalised Elo; B's share \
         {:.1} %, {even} (95 % sure to lie between {:.1} and {:.1}, whenever one looks).{faults}",
        count(found.blocks),
        found.matches,
        found.seats,
        found.log_ratio,
        found.hypotheses[1],
        found.hypotheses[0],
        100.0 * found.value.mean(),
        100.0 * found.always.low,
        100.0 * found.always.high,
    )
}

fn lead(found: &Contested<'_>) -> Vec<Piece> {
    let ([a, b], [zero, one], [alpha, beta]) = (found.names, found.hypotheses, found.errors);
    let block = match (found.against, found.seats) {
        (Some(others), seats) => format!(
            "A block is one deal: B among {others} in each of {seats} seats, and A in the same seats among the same. Its value is \
             one half, and half of what B wins less what A wins.{}",
            gain(found.variance_ratio)
        ),
        (None, 2) => "A block is one deal in both seatings; its value is B's share of the two wins.".to_owned(),
        (None, seats) => format!(
            "A block is one deal: B alone among A's in each of {seats} seats, and A alone among B's in each. Its value is one half, \
             and half of what B wins alone less what A wins alone."
        ),
    };
    vec![Piece::Text(format!(
        "A is {a}, B is {b}. The test asks whether B lies {one} normalised Elo above A rather than {zero}, and looks after 50 \
         blocks and every 25 from then on, up to {}. It calls B better where it is not in {} of cases at most, and not better where \
         it is in {}. {block}",
        count(found.cap),
        percent(alpha),
        percent(beta),
    ))]
}

/// What it is worth that both play the same deals.
fn gain(variance_ratio: Option<f64>) -> String {
    variance_ratio.map_or(String::new(), |ratio| {
        format!(" From deal to deal it varied {ratio:.2} times as much as a difference between different deals would.")
    })
}

/// Whether there are two ways to sit, not one.
fn both_ways(found: &Contested<'_>) -> bool {
    found.seats > 2 || found.against.is_some()
}

fn estimates(found: &Contested<'_>) -> Section {
    let seats = found.seats as f64;
    let always = Some(found.always);
    let mut table = Table::new(1, ["estimate", "even", "value", "95 %, length fixed", "95 %, whenever one looks"]);
    let share = |interval: Option<Interval>| {
        interval.map_or_else(|| "–".to_owned(), |of| format!("{} to {}", percent(of.low), percent(of.high)))
    };
    let mut row = |cells: [String; 5]| table.row(cells);
    let value = share_interval(&found.value);
    let what = match found.against {
        Some(_) => "One half, and half of B's share less A's",
        None if both_ways(found) => "B's share, both ways together",
        None => "B's share of wins",
    };
    row([what.to_owned(), percent(0.5), percent(found.value.mean()), share(value), share(always)]);
    if both_ways(found) {
        let whats = match found.against {
            Some(_) => ["B among the others: its win share", "A among the same: its win share"],
            None => ["B alone among A's: its win share", "A alone among B's: its win share"],
        };
        for (what, of) in whats.into_iter().zip([&found.focal, &found.reverse]) {
            row([what.to_owned(), percent(1.0 / seats), percent(of.mean()), share(share_interval(of)), String::new()]);
        }
    }
    let elo = |share: f64, seats: f64| match share {
        share if share <= 0.0 => "below all bounds".to_owned(),
        share if share >= 1.0 => "above all bounds".to_owned(),
        share => words::elo(400.0 * libm::log10(share * (seats - 1.0) / (1.0 - share))),
    };
    let elos = |interval: Option<Interval>, seats: f64| {
        interval.map_or_else(|| "–".to_owned(), |of| format!("{} to {}", elo(of.low, seats), elo(of.high, seats)))
    };
    if !both_ways(found) {
        row([
            "B over A in Elo".to_owned(),
            "0".to_owned(),
            elo(found.value.mean(), 2.0),
            elos(value, 2.0),
            elos(always, 2.0),
        ]);
    } else {
        let whats = match found.against {
            Some(_) => ["B over the others in Elo", "A over the others in Elo"],
            None => ["B over A's in Elo", "A over B's in Elo"],
        };
        for (what, of) in whats.into_iter().zip([&found.focal, &found.reverse]) {
            let interval = share_interval(of);
            row([what.to_owned(), "0".to_owned(), elo(of.mean(), seats), elos(interval, seats), String::new()]);
        }
    }
    if let Some(normalised) = found.normalised {
        row([
            "B over A in normalised Elo".to_owned(),
            "0".to_owned(),
            words::elo(normalised),
            of_normalised(found),
            String::new(),
        ]);
    }
    let caveat = "The test stopped because B was far enough from even, or from better, so these estimates lean to that side, and \
                  intervals for a length that was fixed beforehand are too sure of themselves. Those that hold whenever one looks \
                  stay right. For a number to quote, play again with another --seed.";
    Section { title: "Estimates".to_owned(), pieces: vec![Piece::Table(table), Piece::Text(caveat.to_owned())] }
}

/// The interval of normalised Elo, by that of the mean at the deviation as it is.
fn of_normalised(found: &Contested<'_>) -> String {
    let deviation = found.value.standard_error().unwrap_or(0.0) * (found.value.count() as f64).sqrt();
    let scale = NORMALISED_ELO_PER_T / deviation / f64::from(found.matches).sqrt();
    match mean_interval(&found.value) {
        Some(Interval { low, high }) if deviation > 0.0 => {
            words::elo_range(Interval { low: (low - 0.5) * scale, high: (high - 0.5) * scale })
        }
        _ => "–".to_owned(),
    }
}

fn path(found: &Contested<'_>) -> Section {
    let line = |name: &str, colour: usize, of: &dyn Fn(&Point) -> f64| Line {
        name: name.to_owned(),
        points: found.path.iter().map(|point| (point.blocks as f64, of(point))).collect(),
        colour,
    };
    let ratio = [
        line("log likelihood ratio", 0, &|point| point.log_ratio),
        line("better from here on", 2, &|point| point.upper),
        line("not better from here on", 1, &|point| point.lower),
    ];
    let share = [
        line("B's share", 0, &|point| point.mean * 100.0),
        line("95 % interval whenever one looks", 5, &|point| point.always.low * 100.0),
        line("", 5, &|point| point.always.high * 100.0),
    ];
    let picture = |lines: &[Line], up: &str, shows: &str| {
        Piece::Picture(Picture {
            svg: picture::lines(lines, "blocks", up),
            shows: shows.to_owned(),
            colours: lines
                .iter()
                .map(|line| (line.colour, line.name.clone()))
                .filter(|(_, name)| !name.is_empty())
                .collect(),
            file: FILE,
        })
    };
    let mut table = Table::new(0, ["blocks", "log likelihood ratio", "not better below", "better above", "B's share"]);
    for point in thinned(found.path) {
        table.row([
            count(point.blocks),
            format!("{:.2}", point.log_ratio),
            format!("{:.2}", point.lower),
            format!("{:.2}", point.upper),
            percent(point.mean),
        ]);
    }
    let pieces = vec![
        picture(&ratio, "log likelihood ratio", "The test on its way to one of its bounds."),
        picture(&share, "share, %", "B's share of the blocks so far; one half is even."),
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
