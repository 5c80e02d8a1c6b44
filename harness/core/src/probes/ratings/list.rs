//! The rating list.

use crate::ratings::{Lead, Rated, Ratings};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal, elo, percent};
use ergo_stats::Interval;

/// The file of the picture's numbers.
const FILE: &str = "plots/ratings.csv";
/// The most pictures; further lists are tables only.
const MOST_PICTURES: usize = 4;
/// More lists wait under titles.
const MOST_OPEN: usize = 3;

/// Every rating list, with a picture.
pub(super) fn section(facts: &Facts<'_>, lists: &[Ratings]) -> Option<Part> {
    if lists.is_empty() {
        return None;
    }
    let pooled = match lists.iter().map(|ratings| ratings.deals_in_block).max() {
        Some(deals) if deals > 1 => format!(", up to {deals} deals pooled in one block"),
        _ => String::new(),
    };
    let mut text = format!(
        "Ratings are in Elo points. They maximise the likelihood of a model of who wins a table, with an effect of every seat. \
         Firth's penalty, about half a match for each entrant, keeps ratings finite; a weak prior keeps seat effects finite. \
         Intervals are profile likelihood intervals (Heinze and Schemper 2002); in lists of more than 30 entrants, estimate plus or \
         minus error. The likelihood ratio is divided by the design effect, because matches of one deal are not \
         independent{pooled}, and compared with the square of Student's t with one \
         degree of freedom less than there are deals. The design effect of each lead is moderated towards that of the whole list. \
         Intervals of ratings hold 95 % one by one; leads, over the next in the list or over the one whom all others met, and \
         ranks hold 95 % all together. Where one side never won, a lead has no upper end and is shown as \"at least\" its lower \
         end. With two entrants at tables of two, the lead is clear exactly where their win share is. The win share is that of a seat; an \
         equal one is 1 / seats.",
    );
    if lists.iter().any(by_places) {
        text += " By places: the same by the model of Plackett and Luce of the whole order in which a table finished, ties \
                 included, without effects of seats; tables with copies of one entrant do not count there.";
    }
    let mut pieces = Vec::new();
    let pictures = lists.iter().take(MOST_PICTURES).map(|ratings| picture(facts, ratings));
    pieces.extend(pictures);
    for ratings in lists {
        let list = [Piece::Text(about(ratings)), Piece::Table(table(ratings))];
        let name = facts.group(&ratings.arm, ratings.seats);
        match lists.len() {
            1 => pieces.extend(list),
            ..=MOST_OPEN => pieces.extend([Piece::Heading(name)].into_iter().chain(list)),
            _ => pieces.push(Piece::Fold(name, list.into())),
        }
    }
    pieces.push(Piece::Fold("How ratings are made".to_owned(), vec![Piece::Text(text)]));
    Some(Part { section: Section { title: "Ratings".to_owned(), pieces }, file: Some(file(lists)) })
}

/// The meaning of 0, and whether one number for each is enough.
fn about(ratings: &Ratings) -> String {
    let zero = match ratings.zero.as_slice() {
        [] => "0 is the mean of the field".to_owned(),
        [one] => format!("0 is {one}"),
        some => format!("0 is the mean of {}", words::list(some)),
    };
    match (ratings.misfit(), ratings.fit.ratio()) {
        (Some(ratio), _) => format!(
            "{zero}. χ² is {ratio:.1} times its degrees of freedom, more than 2: one number for each does not explain who beats \
             whom; read the matrix below."
        ),
        (None, Some(_)) => format!("{zero}; 100 points more win 64 % of matches of two."),
        (None, None) => format!("{zero}."),
    }
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
    let bounded = |dot: &Dot| dot.low.is_finite() && dot.high.is_finite();
    let open = if dots.iter().all(bounded) { "" } else { ", an arrow where there is no end" };
    Piece::Picture(Picture {
        drawing: Drawing::Dots { dots, axis: "Elo".to_owned(), reference: Some(0.0) },
        shows: format!("{}: Elo with 95 % intervals{open}.", facts.group(&ratings.arm, ratings.seats)),
        colours: Vec::new(),
        file: FILE,
        svg: None,
    })
}

/// Whether a list has ratings by places too.
fn by_places(ratings: &Ratings) -> bool {
    ratings.rows.iter().any(|row| row.places.is_some())
}

/// The lead that stands in a row of the list: over the next, or over the anchor.
fn lead_of(ratings: &Ratings, row: usize) -> Option<Lead> {
    match ratings.anchor {
        Some(anchor) => (anchor != row).then(|| ratings.lead(row, anchor)),
        None => (row + 1 < ratings.rows.len()).then(|| ratings.lead(row, row + 1)),
    }
}

fn table(ratings: &Ratings) -> Table {
    let over = ratings.anchor.map_or("the next", |anchor| ratings.rows[anchor].name.as_str());
    let lead = format!("lead over {over}");
    let heads = ["entrant", "Elo", "95 % interval", "ranks", &lead];
    let places = by_places(ratings).then_some("Elo by places");
    let mut table = Table::new(1, heads.into_iter().chain(places).chain(["win share", "matches"]));
    let range = |interval: Option<Interval>| interval.map_or_else(|| "–".to_owned(), words::elo_range);
    let both = |rating: f64, interval| format!("{} ({})", elo(rating), range(interval));
    let over = |lead: Lead| match lead.interval {
        Some(interval) if !(interval.low.is_finite() && interval.high.is_finite()) => range(lead.interval),
        _ => both(lead.elo, lead.interval),
    };
    for (i, row) in ratings.rows.iter().enumerate() {
        let lead = lead_of(ratings, i);
        let mut cells = vec![row.name.clone(), elo(row.elo), range(row.interval)];
        cells.push(words::ranks(row.ranks));
        cells.push(lead.map_or_else(String::new, over));
        cells.extend(row.places.map(|(rating, interval)| both(rating, interval)));
        cells.extend([percent(row.share), words::count(row.matches)]);
        table.row(cells);
    }
    table
}

fn file(lists: &[Ratings]) -> PlotFile {
    let heads = [
        "arm",
        "seats",
        "entrant",
        "elo",
        "low",
        "high",
        "best_rank",
        "worst_rank",
        "win_share",
        "matches",
        "faults",
        "lead",
        "lead_low",
        "lead_high",
        "places_elo",
        "places_low",
        "places_high",
    ];
    let elo = |value: Option<f64>| {
        value.filter(|value| value.is_finite()).map_or_else(String::new, |value| format!("{value:.2}"))
    };
    let ends = |interval: Option<Interval>| [interval.map(|of| of.low), interval.map(|of| of.high)].map(elo);
    let mut rows = Vec::new();
    for ratings in lists {
        for (i, row) in ratings.rows.iter().enumerate() {
            let mut cells = vec![ratings.arm.clone(), ratings.seats.to_string(), row.name.clone(), elo(Some(row.elo))];
            cells.extend(ends(row.interval));
            cells.extend([row.ranks.0, row.ranks.1].map(|rank| rank.to_string()));
            cells.extend([decimal(row.share), row.matches.to_string(), row.faults.to_string()]);
            let lead = lead_of(ratings, i);
            cells.push(elo(lead.map(|lead| lead.elo)));
            cells.extend(ends(lead.and_then(|lead| lead.interval)));
            cells.push(elo(row.places.map(|(rating, _)| rating)));
            cells.extend(ends(row.places.and_then(|(_, interval)| interval)));
            rows.push(cells);
        }
    }
    PlotFile::new(FILE, &heads, &rows)
}
