//! How much choices matter at every table, by the rows of `agency.csv`: the estimates, the claim and the section.
//!
//! All estimates are ratios of sums over decisions, clustered by deal ([`Ratio`]). Variances between choices are summed as they were
//! found, also below 0: only the sum over all decisions is cut off at the edge.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::{Interval, Range, Ratio};

use super::{Analysis, Found, Group, by_entrant, groups};
use crate::probe::Kind;
use crate::report::drawing::{Drawing, Estimate};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section, Table};
use crate::report::panels::{Full, Panels};
use crate::report::words::{self, decimal, ends};

/// A turn is shown if decisions of so many deals fell into it.
const FEWEST_DEALS: u64 = 50;
/// The file of the pictures' numbers.
const FILE: &str = "plots/agency.csv";
/// A panel has no colours for more curves.
const MOST_CURVES: usize = 8;

const ABOUT: &str = "Decisions were picked at random, and every choice at them was played on by the same bots, in worlds that fit what \
    the one who chooses knows. The share is what part of the variance of the lead, from there on, lies between the options; the rest is";

const CLOSER: &str = "Four worlds a decision, and of more than 12 options so many. Options are legal actions; forced is a decision with \
    one. Spread is the standard deviation between the worths of the options, in points of lead in the round (what a seat won \
    of it less the mean of the others), the noise of few worlds taken out. Shares of many decisions are of ever less that is open, and do \
    not add up. A bot that goes on badly makes a choice matter less: all is among these bots. Intervals are 95 %, over deals.";

/// How much decisions matter: all of them first, then those of each turn of the seat in the round.
pub(super) type Turns = Vec<(u32, Matters)>;

/// How much some decisions matter.
pub(super) struct Matters {
    /// Decisions that were played on.
    pub decisions: u64,
    pub deals: u64,
    /// The number of legal actions.
    pub options: Figure,
    /// The share of decisions with a single action.
    pub forced: Figure,
    /// The mean variance between the worths of options, in squared points of lead. It can be below 0.
    pub between: Figure,
    /// The share of it in the variance of the lead from there on. It can be below 0, too.
    pub share: Figure,
}

/// A value and its 95 % interval, over deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub value: f64,
    pub interval: Option<Interval>,
}

impl Figure {
    fn of(ratio: &Ratio, range: Range) -> Self {
        Figure { value: ratio.value(), interval: ratio.interval(range) }
    }

    /// A variance, or a part of one: their distribution over deals is skewed.
    fn of_squares(ratio: &Ratio) -> Self {
        Figure { value: ratio.value(), interval: ratio.skewed_interval() }
    }

    /// On another increasing scale.
    fn by(self, scale: impl Fn(f64) -> f64) -> Self {
        let interval = |Interval { low, high }| Interval { low: scale(low), high: scale(high) };
        Figure { value: scale(self.value), interval: self.interval.map(interval) }
    }

    /// Both ends, or the value where there is no interval.
    pub(super) fn ends(self) -> [f64; 2] {
        self.interval.map_or([self.value; 2], |interval| [interval.low, interval.high])
    }
}

impl Matters {
    /// The standard deviation between the worths of options, in points of lead.
    pub(super) fn spread(&self) -> Figure {
        self.between.by(|variance| variance.max(0.0).sqrt())
    }

    /// The share, from 0 to 1.
    fn part(&self) -> Figure {
        self.share.by(|share| share.clamp(0.0, 1.0))
    }

    fn is_shown(&self) -> bool {
        self.deals >= FEWEST_DEALS
    }
}

/// For [`Matters`], deal by deal: options, forced, between, share.
#[derive(Default)]
struct Ratios {
    decisions: u64,
    of: [Ratio; 4],
}

/// Sums of the deal by turn, 0 for all, and of the deals before it.
#[derive(Default)]
struct Sums {
    now: BTreeMap<u32, [(f64, f64); 4]>,
    done: BTreeMap<u32, Ratios>,
}

impl Sums {
    fn close(&mut self) {
        for (lap, sums) in std::mem::take(&mut self.now) {
            let ratios = self.done.entry(lap).or_default();
            ratios.decisions += sums[0].1 as u64;
            ratios.of.iter_mut().zip(sums).for_each(|(ratio, (value, weight))| ratio.push(value, weight));
        }
    }

    fn matters(self) -> Turns {
        let matters = |(lap, Ratios { decisions, of: [options, forced, between, share] }): (u32, Ratios)| {
            let matters = Matters {
                decisions,
                deals: options.deals(),
                options: Figure::of(&options, Range::Open),
                forced: Figure::of(&forced, Range::Share),
                between: Figure::of_squares(&between),
                share: Figure::of_squares(&share),
            };
            (lap, matters)
        };
        self.done.into_iter().map(matters).collect()
    }
}

pub(super) fn estimates(path: &Path) -> Result<Vec<Group<Turns>>, crate::rows::read::RowsError> {
    let names = ["arm", "table", "entrant", "deal", "lap", "options", "between", "within"];
    let all = groups(
        path,
        names,
        |sums: &mut Sums, source, [.., lap, options, between, within]| {
            let (lap, options): (u32, u64) = (source.number(lap)?, source.number(options)?);
            let (between, within): (f64, f64) = (source.number(between)?, source.number(within)?);
            if options == 0 || lap == 0 {
                return Err(source.wrong(format!("options = {options}, lap = {lap}")));
            }
            let forced = f64::from(u8::from(options == 1));
            let row = [(options as f64, 1.0), (forced, 1.0), (between, 1.0), (between, between + within)];
            for lap in [0, lap] {
                let sums = sums.now.entry(lap).or_default();
                sums.iter_mut().zip(row).for_each(|(sum, (value, weight))| *sum = (sum.0 + value, sum.1 + weight));
            }
            Ok(())
        },
        Sums::close,
    )?;
    Ok(all.into_iter().map(|one| one.map(Sums::matters)).collect())
}

pub(super) fn read(path: &Path) -> Found {
    Ok(Analysis { kind: Kind::Matters, found: estimates(path)?, claim, section }.boxed())
}

/// A share in percent with its half width: `8.4±0.9`.
fn with_half(figure: Figure) -> String {
    let half = figure.interval.map(|one| 100.0 * one.reach(figure.value));
    let half = half.map_or_else(|| "–".to_owned(), |half| format!("{half:.1}"));
    format!("{:.1}±{half}", 100.0 * figure.value + 0.0)
}

/// The share of the variance that one choice decides, by entrant, in the first arm and at tables of equals if there are any. Then the
/// same of the first and the last turn that is shown, of the first entrant.
fn claim(all: &[Group<Turns>], _: &Facts<'_>) -> Option<String> {
    let of_arm = || all.iter().filter(|one| one.arm == all[0].arm);
    let equals = of_arm().any(Group::is_among_equals);
    let by = by_entrant(of_arm().filter(|one| !equals || one.is_among_equals()));
    let sizes =
        |tables: &[&Group<Turns>]| format!(" at {} seats", words::numbers(tables.iter().map(|one| one.seats())));
    let at = sizes(&by[0].1);
    let together = by.iter().all(|(_, tables)| sizes(tables) == at);
    let claim = |(entrant, tables): &(&str, Vec<&Group<Turns>>)| {
        let parts: Vec<String> = tables.iter().map(|one| with_half(one.of[0].1.part())).collect();
        let of_sizes = if together { String::new() } else { sizes(tables) };
        format!("{entrant} {} %{of_sizes}", parts.join(", "))
    };
    let claims = by.iter().map(claim).collect::<Vec<_>>().join("; ");
    let at = if together { &*at } else { "" };
    let (entrant, tables) = &by[0];
    Some(format!("Variance that one choice decides{at}: {claims}.{}", by_turn(entrant, tables).unwrap_or_default()))
}

/// ` By turn, td: 0.3±0.2, 0.1±0.2 % in turn 1; 73.1±9.0, 47.0±5.1 % in turn 11, 7.`, tables in their order.
fn by_turn(entrant: &str, tables: &[&Group<Turns>]) -> Option<String> {
    let ends = tables.iter().map(|one| {
        let mut shown = one.of[1..].iter().filter(|(_, matters)| matters.is_shown());
        Some([shown.next()?, shown.next_back()?])
    });
    let ends = ends.collect::<Option<Vec<_>>>()?;
    let part = |end: usize| {
        let values: Vec<String> = ends.iter().map(|ends| with_half(ends[end].1.part())).collect();
        let mut turns: Vec<String> = ends.iter().map(|ends| ends[end].0.to_string()).collect();
        turns.dedup();
        format!("{} % in turn {}", values.join(", "), turns.join(", "))
    };
    Some(format!(" By turn, {entrant}: {}; {}.", part(0), part(1)))
}

/// A table, and by turn two pictures.
fn section(all: &[Group<Turns>], facts: &Facts<'_>) -> Part {
    let mut table = Table::new(2, ["who", "table", "decisions", "options", "forced", "spread", "share"]);
    let mut rows = Vec::new();
    for one in all {
        let of_all = &one.of[0].1;
        let arm = if facts.has_arms() { format!(", {}", one.arm) } else { String::new() };
        let at = if one.is_among_equals() { words::seats(one.seats()) } else { one.table.clone() };
        table.row([
            one.entrant.clone(),
            at + &arm,
            words::count(of_all.decisions),
            said(of_all.options, false),
            said(of_all.forced, true),
            edge(of_all.spread(), false),
            edge(of_all.part(), true),
        ]);
        rows.extend(one.of.iter().flat_map(|(lap, matters)| lines(one, *lap, matters)));
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
    pieces.extend(picture((all, facts), share, "decided by a choice, %", of_share));
    pieces.extend(picture((all, facts), Matters::spread, "spread, points", of_spread));
    pieces.push(Piece::of_rows(table));
    pieces.push(Piece::Fold("What the columns say".to_owned(), vec![Piece::Text(CLOSER.to_owned())]));
    let section = Section { title: "How much choices matter".to_owned(), pieces };
    let heads = ["arm", "table", "entrant", "turn", "asked", "value", "low", "high", "decisions", "deals"];
    Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) }
}

fn said(figure: Figure, percent: bool) -> String {
    words::number(figure.value, figure.interval, percent, false)
}

/// The same; at the lower edge only an upper bound.
fn edge(figure: Figure, percent: bool) -> String {
    let high = |high: f64| if percent { words::percent(high) } else { format!("{high:.2}") };
    match figure.interval {
        Some(interval) if figure.value <= 0.0 => format!("at most {}", high(interval.high)),
        _ => said(figure, percent),
    }
}

/// A curve for each entrant over the turns of its seat; nothing where there are too many, or no turn has enough deals.
fn picture(
    (all, facts): (&[Group<Turns>], &Facts<'_>),
    of: impl Fn(&Matters) -> Figure,
    up: &str,
    shows: &str,
) -> Option<Piece> {
    let mut panels = Panels::default();
    for one in all {
        let shown = one.of[1..].iter().filter(|(_, matters)| matters.is_shown());
        let point = |(lap, matters): &(u32, Matters)| {
            let (figure, [low, high]) = (of(matters), of(matters).ends());
            Estimate { across: f64::from(*lap), value: figure.value, low, high }
        };
        let points: Vec<Estimate> = shown.map(point).collect();
        if !points.is_empty() {
            let table = if one.is_among_equals() { String::new() } else { format!(", {}", one.table) };
            let arm = if facts.has_arms() { format!(", {}", one.arm) } else { String::new() };
            panels.add(one.seats(), format!("{}{table}{arm}", one.entrant), points);
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

fn lines(one: &Group<Turns>, lap: u32, matters: &Matters) -> Vec<Vec<String>> {
    let asked = [
        ("options", matters.options),
        ("forced", matters.forced),
        ("between", matters.between),
        ("spread", matters.spread()),
        ("share", matters.share),
    ];
    let line = |(word, figure): (&str, Figure)| {
        let [low, high] = ends(figure.interval);
        let (decisions, deals) = (matters.decisions.to_string(), matters.deals.to_string());
        let names = [&one.arm, &one.table, &one.entrant].map(String::clone);
        let values = [lap.to_string(), word.to_owned(), decimal(figure.value), low, high, decisions, deals];
        names.into_iter().chain(values).collect()
    };
    asked.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_at_lower_edge_is_a_bound() {
        let of = |value: f64, low, high| Figure { value, interval: Some(Interval { low, high }) };
        assert_eq!(edge(of(0.0, 0.0, 2.0), false), "at most 2.00");
        assert_eq!(edge(of(-0.01, -0.05, 0.03).by(|share| share.clamp(0.0, 1.0)), true), "at most 3.0 %");
        assert_eq!(edge(of(2.0, 1.0, 3.0), false), "2.00 ± 1.00");
    }
}
