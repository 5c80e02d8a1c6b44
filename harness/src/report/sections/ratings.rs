//! The rating list.

use super::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::picture::{self, Dot};
use crate::report::ratings::{DRAWS, Rated, Ratings};
use crate::report::words::{self, decimal, elo, percent};

/// The file of the picture's numbers.
const FILE: &str = "plots/ratings.csv";
/// The most pictures; further lists are tables only.
const MOST_PICTURES: usize = 12;

/// Every rating list, with a picture.
pub fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.ratings.is_empty() {
        return None;
    }
    let pooled = match facts.ratings.iter().map(|ratings| ratings.deals_in_block).max() {
        Some(deals) if deals > 1 => format!(", up to {deals} deals pooled in one block"),
        _ => String::new(),
    };
    let mut pieces = vec![Piece::Text(format!(
        "Ratings are in Elo points by a model of who wins a table, with an effect of every seat; 0 is the mean of the field, \
         and 100 points more win 64 % of matches of two. Intervals hold 95 %, by {} draws of all deals{pooled}. Ranks are those that the differences leave open, \
         all entrants taken together. The win share is that of a seat; an equal one is 1 / seats.",
        words::count(u64::from(DRAWS)),
    ))];
    let pictures = facts.ratings.iter().take(MOST_PICTURES).map(|ratings| picture(facts, ratings));
    pieces.extend(pictures);
    for ratings in facts.ratings {
        if facts.ratings.len() > 1 {
            pieces.push(Piece::Heading(facts.group(&ratings.arm, ratings.seats)));
        }
        pieces.push(Piece::Table(table(ratings)));
    }
    Some(Part { section: Section { title: "Ratings".to_owned(), pieces }, file: Some(file(facts)) })
}

fn picture(facts: &Facts<'_>, ratings: &Ratings) -> Piece {
    let dot = |row: &Rated| Dot {
        label: row.name.clone(),
        value: row.elo,
        low: row.interval.map_or(row.elo, |interval| interval.low),
        high: row.interval.map_or(row.elo, |interval| interval.high),
        colour: 0,
    };
    let dots: Vec<Dot> = ratings.rows.iter().map(dot).collect();
    Piece::Picture(Picture {
        svg: picture::dots(&dots, "Elo", Some(0.0)),
        shows: format!("{}: Elo with 95 % intervals.", facts.group(&ratings.arm, ratings.seats)),
        colours: Vec::new(),
        file: FILE,
    })
}

fn table(ratings: &Ratings) -> Table {
    let mut table = Table::new(1, ["entrant", "Elo", "95 % interval", "ranks", "win share", "matches", "faults"]);
    for row in &ratings.rows {
        let interval = row.interval.map(|interval| format!("{} to {}", elo(interval.low), elo(interval.high)));
        table.row::<Cell>([
            row.name.clone().into(),
            elo(row.elo).into(),
            interval.unwrap_or_else(|| "–".to_owned()).into(),
            ranks(row.ranks).into(),
            percent(row.share).into(),
            words::count(row.matches).into(),
            words::count(row.faults).into(),
        ]);
    }
    table
}

fn ranks((best, worst): (usize, usize)) -> String {
    if best == worst { best.to_string() } else { format!("{best} to {worst}") }
}

fn file(facts: &Facts<'_>) -> PlotFile {
    let heads =
        ["arm", "seats", "entrant", "elo", "low", "high", "best_rank", "worst_rank", "win_share", "matches", "faults"];
    let mut rows = Vec::new();
    for ratings in facts.ratings {
        for row in &ratings.rows {
            rows.push(vec![
                ratings.arm.clone(),
                ratings.seats.to_string(),
                row.name.clone(),
                format!("{:.2}", row.elo),
                row.interval.map_or_else(String::new, |interval| format!("{:.2}", interval.low)),
                row.interval.map_or_else(String::new, |interval| format!("{:.2}", interval.high)),
                row.ranks.0.to_string(),
                row.ranks.1.to_string(),
                decimal(row.share),
                row.matches.to_string(),
                row.faults.to_string(),
            ]);
        }
    }
    PlotFile::new(FILE, &heads, &rows)
}
