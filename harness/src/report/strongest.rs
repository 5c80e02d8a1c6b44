//! Which factors of a design do most to a measure, over all its tables.

use ergo_stats::Interval;

use super::answer::{figure, short};
use super::lab::{Effect, Lab};
use super::words;

/// The most factors that a sentence names.
pub(super) const MOST_NAMED: usize = 3;

/// A factor from one level to another, on average over tables.
pub(super) struct Average {
    /// The factor.
    pub factor: usize,
    /// The levels.
    pub levels: [usize; 2],
    /// The mean size of what it does, whichever way.
    pub size: f64,
    /// The mean of what it does.
    pub value: f64,
    /// An interval that holds the mean with at least 95 %, whatever tables have in common: the mean of their intervals.
    pub interval: Option<Interval>,
    /// At how many tables it clearly does more, and less.
    pub ways: [usize; 2],
    /// Over how many tables.
    pub tables: usize,
}

impl Average {
    /// Nothing over no effects.
    fn of(effects: &[&Effect]) -> Option<Self> {
        let first = effects.first()?;
        let count = effects.len() as f64;
        let mean = |of: &dyn Fn(&Effect) -> f64| effects.iter().map(|effect| of(effect)).sum::<f64>() / count;
        let ends: Option<Vec<Interval>> = effects.iter().map(|effect| effect.interval).collect();
        let interval = ends.map(|ends| Interval {
            low: ends.iter().map(|interval| interval.low).sum::<f64>() / count,
            high: ends.iter().map(|interval| interval.high).sum::<f64>() / count,
        });
        let clear = |up: bool| effects.iter().filter(|effect| effect.is_clear() && (effect.value > 0.0) == up).count();
        Some(Average {
            factor: first.factor,
            levels: [first.from, first.to],
            size: mean(&|effect| effect.value.abs()),
            value: mean(&|effect| effect.value),
            interval,
            ways: [clear(true), clear(false)],
            tables: effects.len(),
        })
    }
}

/// The factors that clearly matter for a measure at any table, the one that does most on average first. Of a factor without order
/// the level that does most.
pub(super) fn strongest(lab: &Lab<'_>, number: usize) -> Vec<Average> {
    let effects: Vec<Effect> = lab.of(number).flat_map(|study| study.effects(lab.design)).collect();
    let of_factor = |factor: usize| {
        let of: Vec<&Effect> = effects.iter().filter(|effect| effect.factor == factor).collect();
        let clear = of.iter().any(|effect| effect.is_clear());
        let level = |to: usize| Average::of(&of.iter().copied().filter(|effect| effect.to == to).collect::<Vec<_>>());
        let levels = (0..lab.design.factors[factor].values.len()).rev().filter_map(level);
        levels.max_by(|one, other| one.size.total_cmp(&other.size)).filter(|_| clear)
    };
    let mut all: Vec<Average> = (0..lab.design.factors.len()).filter_map(of_factor).collect();
    all.sort_by(|one, other| other.size.total_cmp(&one.size).then(one.factor.cmp(&other.factor)));
    all
}

/// The answer: for each measure asked for how many factors matter at any table, and what those do on average over tables that do most.
pub(super) fn answer(lab: &Lab<'_>) -> String {
    let claim = |number: usize| {
        let strongest = strongest(lab, number);
        let what = words::capital(&words::subject_and_measure(&lab.of(number).next()?.key));
        let all = lab.design.factors.len();
        let Some(first) = strongest.first() else {
            return Some(format!("{what}: none of {} matters clearly.", words::counted(all as u64, "factor")));
        };
        let (at, on) = match first.tables {
            1 => (String::new(), ""),
            tables => (format!(" at some of {tables} tables"), "on average "),
        };
        let of = |average: &Average| {
            let [from, to] = average.levels.map(|level| lab.level(average.factor, level));
            let key = &lab.of(number).next()?.key;
            Some(format!("{} {from}→{to} {}", lab.name(average.factor), figure(average.value, average.interval, key)))
        };
        let head = format!("{what}: {} of {all} factors clear{at}; {on}", strongest.len());
        Some(short(&head, strongest.iter().take(MOST_NAMED).filter_map(of).collect()))
    };
    (0..lab.asked).filter_map(claim).collect::<Vec<_>>().join(" ")
}
