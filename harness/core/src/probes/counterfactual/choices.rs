//! How much choices matter at every table: estimates from the rows of `agency.csv`, with their file and section.
//!
//! All estimates are ratios of sums over decisions, clustered by deal ([`Ratio`]). Variances between choices are summed
//! without truncation, also below 0; only the total is truncated.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::{Interval, Range, Ratio};

use super::{Estimated, Group, ReadAnalysis, groups};
use crate::report::analysis::{PlotFile, decimal, ends};
use crate::report::pages::Detail;

/// The file with the numbers of the charts.
const FILE: &str = "plots/agency.csv";

const NOTE: &str = "Some decisions are picked at random. Every action that is legal there (of more than 12 a random sample) is played on \
    by the same bots in four worlds that fit what the deciding seat knows. \"share\" is the part of the variance of the lead, from \
    there on, that lies between the actions; the rest is hidden cards, cards to come, chance and later choices. \"spread\" is the \
    standard deviation between the values of the actions, in points of lead in the round. Turn 0 means all turns. All figures are for \
    these bots: a bot that plays on badly makes a choice matter less.";

/// The results for all decisions (0), then for each turn of the seat in the round.
pub(super) type Turns = Vec<(u32, Matters)>;

/// How much a set of decisions matters.
pub(super) struct Matters {
    /// Number of evaluated decisions.
    pub decisions: u64,
    pub deals: u64,
    /// The number of legal actions.
    pub options: IntervalEstimate,
    /// The share of decisions with a single legal action.
    pub forced: IntervalEstimate,
    /// The mean variance between the values of actions, in squared points of lead. It can be below 0.
    pub between: IntervalEstimate,
    /// Its share of the variance of the lead from the decision on. It can be below 0, too.
    pub share: IntervalEstimate,
}

/// A value and its 95 % interval, clustered by deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IntervalEstimate {
    pub value: f64,
    pub interval: Option<Interval>,
}

impl IntervalEstimate {
    fn of(ratio: &Ratio, range: Range) -> Self {
        IntervalEstimate { value: ratio.value(), interval: ratio.interval(range) }
    }

    /// Creates the estimate of a variance, whose distribution over deals is skewed.
    fn of_squares(ratio: &Ratio) -> Self {
        IntervalEstimate { value: ratio.value(), interval: ratio.skewed_interval() }
    }

    /// Applies an increasing function.
    fn by(self, scale: impl Fn(f64) -> f64) -> Self {
        let interval = |Interval { low, high }| Interval { low: scale(low), high: scale(high) };
        IntervalEstimate { value: scale(self.value), interval: self.interval.map(interval) }
    }
}

impl Matters {
    /// Returns the standard deviation between the values of actions, in points of lead.
    pub(super) fn spread(&self) -> IntervalEstimate {
        self.between.by(|variance| variance.max(0.0).sqrt())
    }
}

/// The ratios for [`Matters`] over deals: options, forced, between, share.
#[derive(Default)]
struct Ratios {
    decisions: u64,
    of: [Ratio; 4],
}

/// The sums of the current deal by turn (0 for all), and of earlier deals.
#[derive(Default)]
struct ChoiceSums {
    now: BTreeMap<u32, [(f64, f64); 4]>,
    done: BTreeMap<u32, Ratios>,
}

impl ChoiceSums {
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
                options: IntervalEstimate::of(&options, Range::Open),
                forced: IntervalEstimate::of(&forced, Range::Share),
                between: IntervalEstimate::of_squares(&between),
                share: IntervalEstimate::of_squares(&share),
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
        |sums: &mut ChoiceSums, source, [.., lap, options, between, within]| {
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
        ChoiceSums::close,
    )?;
    Ok(all.into_iter().map(|one| one.map(ChoiceSums::matters)).collect())
}

pub(super) fn read(path: &Path) -> ReadAnalysis {
    Ok(Estimated { all: estimates(path)?, file, detail }.boxed())
}

fn file(all: &[Group<Turns>]) -> PlotFile {
    let rows: Vec<Vec<String>> =
        all.iter().flat_map(|one| one.of.iter().flat_map(|(lap, matters)| lines(one, *lap, matters))).collect();
    let heads = ["arm", "table", "entrant", "turn", "asked", "value", "low", "high", "decisions", "deals"];
    PlotFile::new(FILE, &heads, &rows)
}

fn detail(_: &[Group<Turns>]) -> Detail {
    Detail { title: "How much single choices decide: method".to_owned(), note: NOTE.to_owned(), ..Detail::default() }
}

fn lines(one: &Group<Turns>, lap: u32, matters: &Matters) -> Vec<Vec<String>> {
    let asked = [
        ("options", matters.options),
        ("forced", matters.forced),
        ("between", matters.between),
        ("spread", matters.spread()),
        ("share", matters.share),
    ];
    let line = |(word, figure): (&str, IntervalEstimate)| {
        let [low, high] = ends(figure.interval);
        let (decisions, deals) = (matters.decisions.to_string(), matters.deals.to_string());
        let names = [&one.arm, &one.table, &one.entrant].map(String::clone);
        let values = [lap.to_string(), word.to_owned(), decimal(figure.value), low, high, decisions, deals];
        names.into_iter().chain(values).collect()
    };
    asked.into_iter().map(line).collect()
}
