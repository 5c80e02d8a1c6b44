//! How much choices matter at every table, by the rows of `agency.csv`; what is asked of them, [the folder](super) says.
//!
//! All is a ratio of sums over decisions, clustered by deal ([`Ratio`]). Variances between choices are summed as they were found,
//! below 0 or not: only the sum over all decisions is held against the edge.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::{Interval, Range, Ratio};

use super::rows::{AgencyRow, each_decision};
use crate::report::words;
use crate::rows::read::RowsError;

/// A turn is shown if decisions of so many deals fell into it.
pub(super) const FEWEST_DEALS: u64 = 50;

/// How much the choices of an entrant matter at a table.
pub(super) struct Agency {
    /// The arm.
    pub arm: String,
    /// The entrants of the table.
    pub table: String,
    /// Who chooses.
    pub entrant: String,
    /// All its decisions.
    pub all: Matters,
    /// Those of a turn of its seat in the round, from the first.
    pub laps: Vec<(u32, Matters)>,
}

/// How much some decisions matter.
pub(super) struct Matters {
    /// Decisions that were taken up again.
    pub decisions: u64,
    /// Deals they are of.
    pub deals: u64,
    /// How many legal actions there are.
    pub options: Found,
    /// The share of decisions with a single one.
    pub forced: Found,
    /// The variance between the worths of options, in squared points of lead: the mean over decisions. About 0 where it does not
    /// matter what is chosen, and then below it as often as above.
    pub between: Found,
    /// The share of that in the variance of the lead from there on. May be below 0 as well.
    pub share: Found,
}

/// A value and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// The value.
    pub value: f64,
    /// Its interval, over deals.
    pub interval: Option<Interval>,
}

impl Found {
    fn of(ratio: &Ratio, range: Range) -> Self {
        Found { value: ratio.value(), interval: ratio.interval(range) }
    }

    /// A variance, or a part of one: deals lie far out above.
    fn of_squares(ratio: &Ratio) -> Self {
        Found { value: ratio.value(), interval: ratio.skewed_interval() }
    }

    /// With another scale, on which larger is larger.
    pub(super) fn by(self, scale: impl Fn(f64) -> f64) -> Self {
        let interval = |Interval { low, high }| Interval { low: scale(low), high: scale(high) };
        Found { value: scale(self.value), interval: self.interval.map(interval) }
    }

    /// Both ends, or the value where there is no interval.
    pub(super) fn ends(self) -> [f64; 2] {
        self.interval.map_or([self.value; 2], |interval| [interval.low, interval.high])
    }
}

impl Matters {
    /// The standard deviation between the worths of options, in points of lead; the root of nothing is 0.
    pub(super) fn spread(&self) -> Found {
        self.between.by(|variance| variance.max(0.0).sqrt())
    }

    /// The share, from 0 to 1.
    pub(super) fn part(&self) -> Found {
        self.share.by(|share| share.clamp(0.0, 1.0))
    }
}

impl Agency {
    /// How many sit there.
    pub(super) fn seats(&self) -> usize {
        self.table.split(" v ").count()
    }

    /// Whether only copies of this entrant sit there.
    pub(super) fn is_among_equals(&self) -> bool {
        self.table.split(" v ").all(|name| name == self.entrant)
    }
}

/// Sums over decisions of a deal.
#[derive(Clone, Copy, Default)]
struct Sums {
    decisions: f64,
    options: f64,
    forced: f64,
    between: f64,
    whole: f64,
}

impl Sums {
    fn add(&mut self, row: &AgencyRow) {
        self.decisions += 1.0;
        self.options += row.options as f64;
        self.forced += f64::from(u8::from(row.options == 1));
        self.between += row.between;
        self.whole += row.between + row.within;
    }
}

/// The same, deal by deal.
#[derive(Default)]
struct Deals {
    decisions: u64,
    options: Ratio,
    forced: Ratio,
    between: Ratio,
    share: Ratio,
}

impl Deals {
    fn add(&mut self, of: Sums) {
        self.decisions += of.decisions as u64;
        self.options.push(of.options, of.decisions);
        self.forced.push(of.forced, of.decisions);
        self.between.push(of.between, of.decisions);
        self.share.push(of.between, of.whole);
    }

    fn found(&self) -> Matters {
        Matters {
            decisions: self.decisions,
            deals: self.options.deals(),
            options: Found::of(&self.options, Range::Open),
            forced: Found::of(&self.forced, Range::Share),
            between: Found::of_squares(&self.between),
            share: Found::of_squares(&self.share),
        }
    }
}

/// Decisions of an entrant at a table, by turn; 0 for all.
#[derive(Default)]
struct Chosen {
    deal: u64,
    now: BTreeMap<u32, Sums>,
    done: BTreeMap<u32, Deals>,
}

impl Chosen {
    /// Ends a deal.
    fn close(&mut self) {
        for (lap, sums) in std::mem::take(&mut self.now) {
            self.done.entry(lap).or_default().add(sums);
        }
    }
}

/// Reads `agency.csv` at `path`.
pub(super) fn read(path: &Path) -> Result<Vec<Agency>, RowsError> {
    let mut all: Vec<([String; 3], Chosen)> = Vec::new();
    each_decision(path, |row| {
        let is_known = |known: &[String; 3]| *known == [&*row.arm, &*row.table, &*row.entrant];
        // Matches of a table stand together, and those of a deal too.
        let at = all.iter().rposition(|(known, _)| is_known(known)).unwrap_or_else(|| {
            all.push(([row.arm.clone(), row.table.clone(), row.entrant.clone()], Chosen::default()));
            all.len() - 1
        });
        let chosen = &mut all[at].1;
        if chosen.deal != row.deal {
            chosen.close();
            chosen.deal = row.deal;
        }
        [0, row.lap].into_iter().for_each(|lap| chosen.now.entry(lap).or_default().add(&row));
    })?;
    let agency = all.into_iter().filter_map(|([arm, table, entrant], mut chosen)| {
        chosen.close();
        let mut laps: Vec<(u32, Matters)> = chosen.done.iter().map(|(lap, deals)| (*lap, deals.found())).collect();
        let (_, all) = if laps.is_empty() { return None } else { laps.remove(0) };
        Some(Agency { arm, table, entrant, all, laps })
    });
    Ok(agency.collect())
}

/// The most words of an answer.
const MOST_WORDS: usize = 25;

/// A share in percent with its half width: `8.4±0.9`.
fn with_half(found: &Found) -> String {
    let half = found.interval.map(|one| 100.0 * one.reach(found.value));
    let half = half.map_or_else(|| "–".to_owned(), |half| format!("{half:.1}"));
    format!("{:.1}±{half}", 100.0 * found.value + 0.0)
}

/// The share of the variance that one choice decides: one claim, by entrant if there are several, of the first arm and of tables
/// of equals if there are any; and one of the first and the last turn that is shown, of the first entrant.
pub(super) fn answer(agency: &[Agency]) -> String {
    let mut of_arm: Vec<&Agency> = agency.iter().filter(|one| one.arm == agency[0].arm).collect();
    if of_arm.iter().any(|one| one.is_among_equals()) {
        of_arm.retain(|one| one.is_among_equals());
    }
    let mut by: Vec<(&str, Vec<&Agency>)> = Vec::new();
    for one in of_arm {
        match by.iter_mut().find(|(entrant, _)| *entrant == one.entrant) {
            Some((_, tables)) => tables.push(one),
            None => by.push((&one.entrant, vec![one])),
        }
    }
    let sizes = |tables: &[&Agency]| {
        let sizes: Vec<String> = tables.iter().map(|one| one.seats().to_string()).collect();
        format!("{} seats", sizes.join(", "))
    };
    let at = sizes(&by[0].1);
    let together = by.iter().all(|(_, tables)| sizes(tables) == at);
    let claim = |(entrant, tables): &(&str, Vec<&Agency>)| {
        let parts: Vec<String> = tables.iter().map(|one| with_half(&one.all.part())).collect();
        let of_sizes = if together { String::new() } else { format!(" at {}", sizes(tables)) };
        format!("{entrant} {} %{of_sizes}", parts.join(", "))
    };
    let mut claims: Vec<String> = by.iter().map(claim).collect();
    loop {
        let at = if together { format!(" at {at}") } else { String::new() };
        let text = format!("Variance that one choice decides{at}: {}.", claims.join("; "));
        if words::words_of(&text) <= MOST_WORDS || claims.len() < 2 {
            let (entrant, tables) = &by[0];
            return text + &by_turn(entrant, tables).unwrap_or_default();
        }
        claims.pop();
    }
}

/// ` By turn, td: 0.3±0.2, 0.1±0.2 % in turn 1; 73.1±9.0, 47.0±5.1 % in turn 11, 7.`, tables in their order.
fn by_turn(entrant: &str, tables: &[&Agency]) -> Option<String> {
    let mut ends: Vec<[&(u32, Matters); 2]> = Vec::new();
    for one in tables {
        let mut shown = one.laps.iter().filter(|(_, matters)| matters.deals >= FEWEST_DEALS);
        ends.push([shown.next()?, shown.next_back()?]);
    }
    let part = |end: usize| {
        let values: Vec<String> = ends.iter().map(|ends| with_half(&ends[end].1.part())).collect();
        let mut turns: Vec<String> = ends.iter().map(|ends| ends[end].0.to_string()).collect();
        turns.dedup();
        format!("{} % in turn {}", values.join(", "), turns.join(", "))
    };
    Some(format!(" By turn, {entrant}: {}; {}.", part(0), part(1)))
}
