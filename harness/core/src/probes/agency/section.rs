//! How much choices matter: a table, and by turn two pictures.

use super::found::{Agency, FEWEST_DEALS, Found, Matters};
use crate::report::drawing::{Drawing, Estimate};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section, Table};
use crate::report::panels::{Full, Panels};
use crate::report::words::{self, decimal};

/// The file of the pictures' numbers.
const FILE: &str = "plots/agency.csv";
/// More curves in a panel than there are colours cannot be told apart.
const MOST_CURVES: usize = 8;

const ABOUT: &str = "Decisions were picked at random, and every choice at them was played on by the same bots, in worlds that fit what \
    the one who chooses knows. The share is what part of the variance of the lead, from there on, lies between the options; the rest is";

const CLOSER: &str = "Four worlds a decision, and of more than 12 options so many. Options are legal actions; forced is a decision with \
    one. Spread is the standard deviation between the worths of the options, in points of lead in the round (what a seat won \
    of it less the mean of the others), the noise of few worlds taken out. Shares of many decisions are of ever less that is open, and do \
    not add up. A bot that goes on badly makes a choice matter less: all is among these bots. Intervals are 95 %, over deals.";

/// Every table of which it was asked.
pub(super) fn section(agency: &[Agency], facts: &Facts<'_>) -> Option<Part> {
    if agency.is_empty() {
        return None;
    }
    let heads = ["who", "table", "decisions", "options", "forced", "spread", "share"];
    let mut table = Table::new(2, heads);
    let mut rows = Vec::new();
    for one in agency {
        let Matters { decisions, options, forced, .. } = &one.all;
        table.row([
            one.entrant.clone(),
            at(facts, one),
            words::count(*decisions),
            said(*options, false),
            said(*forced, true),
            edge(one.all.spread(), false),
            edge(one.all.part(), true),
        ]);
        rows.extend(lines(one, 0, &one.all));
        rows.extend(one.laps.iter().flat_map(|(lap, matters)| lines(one, *lap, matters)));
    }
    let rest = match (facts.asked.nothing_hidden, facts.asked.without_chance) {
        (true, true) => "later choices",
        (true, false) => "chance to come and later choices",
        (false, _) => "hidden cards, cards to come and later choices",
    };
    let mut pieces = vec![Piece::Text(format!("{ABOUT} {rest}."))];
    let share = |matters: &Matters| matters.part().by(|share| 100.0 * share);
    let of_share =
        "What part of the variance of a round one choice decides, by turn of the seat in the round; 95 % bands.";
    let of_spread = "How far the worths of options lie apart, by turn of the seat in the round; 95 % bands.";
    pieces.extend(picture((agency, facts), share, "decided by a choice, %", of_share));
    pieces.extend(picture((agency, facts), Matters::spread, "spread, points", of_spread));
    pieces.push(Piece::of_rows(table));
    pieces.push(Piece::Fold("What the columns say".to_owned(), vec![Piece::Text(CLOSER.to_owned())]));
    let section = Section { title: "How much choices matter".to_owned(), pieces };
    let heads = ["arm", "table", "entrant", "turn", "asked", "value", "low", "high", "decisions", "deals"];
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

/// Where it is, in short.
fn at(facts: &Facts<'_>, one: &Agency) -> String {
    let arm = if facts.has_arms() { format!(", {}", one.arm) } else { String::new() };
    let table = if one.is_among_equals() { words::seats(one.seats()) } else { one.table.clone() };
    format!("{table}{arm}")
}

fn said(found: Found, percent: bool) -> String {
    words::number(found.value, found.interval, percent, false)
}

/// The same; at its lower edge only how far from it the truth may be.
fn edge(found: Found, percent: bool) -> String {
    let high = |high: f64| if percent { words::percent(high) } else { format!("{high:.2}") };
    match found.interval {
        Some(interval) if found.value <= 0.0 => format!("at most {}", high(interval.high)),
        _ => said(found, percent),
    }
}

/// A curve for everybody over the turns of its seat; nothing where there are too many, or no turn has enough deals.
fn picture(
    (agency, facts): (&[Agency], &Facts<'_>),
    of: impl Fn(&Matters) -> Found,
    up: &str,
    shows: &str,
) -> Option<Piece> {
    let mut panels = Panels::default();
    for one in agency {
        let point = |(lap, matters): &(u32, Matters)| {
            let (found, [low, high]) = (of(matters), of(matters).ends());
            (matters.deals >= FEWEST_DEALS).then_some(Estimate {
                across: f64::from(*lap),
                value: found.value,
                low,
                high,
            })
        };
        let points: Vec<Estimate> = one.laps.iter().filter_map(point).collect();
        if !points.is_empty() {
            let mut name = one.entrant.clone();
            if !one.is_among_equals() {
                name = format!("{name}, {}", one.table);
            }
            if facts.has_arms() {
                name = format!("{name}, {}", one.arm);
            }
            panels.add(one.seats(), name, points);
        }
    }
    if panels.names() > MOST_CURVES {
        return None;
    }
    let Full { panels, colours } = panels.done()?;
    let axes = ["turn".to_owned(), up.to_owned()];
    let drawing = Drawing::Curves { panels, axes, base: None };
    Some(Piece::Picture(Picture { drawing, shows: shows.to_owned(), colours, file: FILE, svg: None }))
}

fn lines(one: &Agency, lap: u32, matters: &Matters) -> Vec<Vec<String>> {
    let asked = [
        ("options", matters.options),
        ("forced", matters.forced),
        ("between", matters.between),
        ("spread", matters.spread()),
        ("share", matters.share),
    ];
    let line = |(word, found): (&str, Found)| {
        let [low, high] = found.interval.map_or([String::new(), String::new()], |i| [i.low, i.high].map(decimal));
        let (decisions, deals) = (matters.decisions.to_string(), matters.deals.to_string());
        let names = [&one.arm, &one.table, &one.entrant].map(String::clone);
        let values = [lap.to_string(), word.to_owned(), decimal(found.value), low, high, decisions, deals];
        names.into_iter().chain(values).collect()
    };
    asked.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_stats::Interval;

    #[test]
    fn what_may_be_nothing_is_a_bound() {
        let of = |value: f64, low, high| Found { value, interval: Some(Interval { low, high }) };
        let matters = |between| Matters {
            decisions: 9,
            deals: 9,
            options: of(3.0, 2.0, 4.0),
            forced: of(0.5, 0.4, 0.6),
            between,
            share: of(-0.01, -0.05, 0.03),
        };
        let nothing = matters(of(-0.5, -2.0, 4.0));
        assert_eq!(edge(nothing.spread(), false), "at most 2.00");
        assert_eq!(edge(nothing.part(), true), "at most 3.0 %");
        assert_eq!(edge(matters(of(4.0, 1.0, 9.0)).spread(), false), "2.00 ± 1.00");
        assert_eq!(edge(matters(of(4.0, -1.0, 9.0)).spread(), false), "2.00 (0.00 to 3.00)");
    }
}
