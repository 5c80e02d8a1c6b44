//! Luck or skill: what decides who wins, and how deep the game is.

use ergo_stats::Interval;

use super::found::{Decides, Found, rungs};
use crate::ratings::{self, Ratings};
use crate::report::drawing::Drawing;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal};

/// The file of the picture's numbers.
const FILE: &str = "plots/skill.csv";
/// The parts, in the order of `Components`.
const PARTS: [&str; 5] = ["skill", "seat", "deal", "deal × players", "own chance"];

const ABOUT: &str = "Parts of the variance of a share of a win. Skill is who plays, the seat is where, the deal is what the cards of a deal \
    give to a seat whoever sits there. Deal × players is what comes of a deal with these players in these seats: skill that shows \
    in some deals or seats only. Own chance is what changes when the same match is played again and only the bots' own chance is \
    drawn anew. All are among these bots: with others that are less alike skill is more. A rung is a lead with which one wins \
    three of four matches, seat for seat, by the model of the ratings; the depth is how many lie between the worst and the best \
    of the list. Intervals are 95 %, over deals.";

/// Where it was asked for.
pub(super) fn section(skill: &[Found], facts: &Facts<'_>) -> Option<Part> {
    if skill.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    let mut bars = Vec::new();
    let heads = ["tables"].into_iter().chain(PARTS);
    let mut sizes = Table::new(1, heads.clone().chain(["rungs"]));
    let mut tables = Table::new(1, heads);
    for skill in skill {
        let name = facts.group(&skill.arm, skill.seats);
        bars.push((name.clone(), skill.all.parts.list().map(|part| 100.0 * part).to_vec()));
        sizes.row::<Cell>([name.into()].into_iter().chain(cells(&skill.all)).chain([depth(facts, skill).into()]));
        rows.extend(lines(skill, &skill.all));
        for one in &skill.tables {
            let arm = if facts.has_arms() { format!(", {}", skill.arm) } else { String::new() };
            tables.row::<Cell>([format!("{}{arm}", one.table.join(" v ")).into()].into_iter().chain(cells(one)));
            rows.extend(lines(skill, one));
        }
    }
    let picture = Piece::Picture(Picture {
        drawing: Drawing::Stacked { rows: bars, axis: "what decides who wins, %".to_owned() },
        shows: "What decides who wins, over all tables of a size.".to_owned(),
        colours: PARTS.iter().enumerate().map(|(i, part)| (i, (*part).to_owned())).collect(),
        file: FILE,
        svg: None,
    });
    let every = Piece::Fold("Every table".to_owned(), vec![Piece::Table(tables)]);
    let pieces = vec![Piece::Text(ABOUT.to_owned()), picture, Piece::Table(sizes), every];
    let section = Section { title: "Luck or skill".to_owned(), pieces };
    let heads = ["arm", "seats", "table", "part", "share", "low", "high"];
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

fn interval(decides: &Decides, place: usize) -> Option<Interval> {
    decides.intervals.map(|intervals| intervals[place])
}

fn cells(decides: &Decides) -> impl Iterator<Item = Cell> {
    let cell = |(place, part)| said(part, interval(decides, place)).into();
    decides.parts.list().into_iter().enumerate().map(cell).collect::<Vec<_>>().into_iter()
}

/// A part; at either edge only how far from it the part may be.
fn said(part: f64, interval: Option<Interval>) -> String {
    match (words::percent(part).as_str(), interval) {
        ("0.0 %", Some(interval)) => format!("at most {}", words::percent(interval.high)),
        ("100.0 %", Some(interval)) => format!("at least {}", words::percent(interval.low)),
        _ => words::number(part, interval, true, false),
    }
}

/// `6.2, 5.8 to 6.7`.
fn depth(facts: &Facts<'_>, skill: &Found) -> String {
    let of_size = ratings::of(facts, &skill.arm, skill.seats);
    let fit = of_size.and_then(Ratings::misfit).map_or(String::new(), |ratio| format!(" (misfit, χ² / df {ratio:.1})"));
    let depth = match of_size.and_then(rungs) {
        None => "–".to_owned(),
        Some((rungs, Some(Interval { low, high }))) if low.is_finite() && high.is_finite() => {
            format!("{rungs:.1}, {low:.1} to {high:.1}")
        }
        Some((rungs, Some(Interval { low, .. }))) if low.is_finite() => format!("{rungs:.1}, at least {low:.1}"),
        Some((rungs, _)) => format!("{rungs:.1}"),
    };
    depth + &fit
}

fn lines(skill: &Found, decides: &Decides) -> Vec<Vec<String>> {
    let line = |(place, part): (usize, f64)| {
        let ends = interval(decides, place).map_or([String::new(), String::new()], |i| [i.low, i.high].map(decimal));
        let [low, high] = ends;
        let table = decides.table.join(" v ");
        vec![skill.arm.clone(), skill.seats.to_string(), table, PARTS[place].to_owned(), decimal(part), low, high]
    };
    decides.parts.list().into_iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_at_the_edge_are_bounds() {
        let of = |part, low, high| said(part, Some(Interval { low, high }));
        assert_eq!(of(0.000_2, 0.0, 0.031), "at most 3.1 %");
        assert_eq!(of(1.0, 0.905, 1.0), "at least 90.5 %");
        assert_eq!(of(0.5, 0.4, 0.6), "50.0 % ± 10.0");
        assert_eq!(said(0.0, None), "0.0 % ± –");
    }
}
