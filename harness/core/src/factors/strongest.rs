//! Which factors of a design do most to a measure, over all its tables.

use ergo_stats::Interval;

use super::{Effect, Lab, Study};
use crate::experiment::kind::Aim;
use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::{self, MOST_WORDS, amount, apart, figure, listed, words};

/// The most factors that a sentence names.
pub(crate) const MOST_NAMED: usize = 3;

/// A factor from one level to another, on average over tables.
pub(crate) struct Average {
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
    /// The effect at each of them, with its interval.
    at: Vec<(f64, Option<Interval>)>,
}

impl Average {
    /// Between which sizes the mean lies, whichever way.
    fn ends(&self) -> Option<[f64; 2]> {
        let Interval { low, high } = self.interval?;
        let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        Some([least, low.abs().max(high.abs())])
    }

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
            at: effects.iter().map(|effect| (effect.value, effect.interval)).collect(),
        })
    }
}

/// The factors that clearly matter for a measure at any table, the one that does most on average first. Of a factor without order
/// the level that does most.
pub(crate) fn strongest(lab: &Lab, number: usize) -> Vec<Average> {
    strongest_at(lab, number, &|_| true)
}

/// The same at tables that are `wanted`.
fn strongest_at(lab: &Lab, number: usize, wanted: &dyn Fn(&Study) -> bool) -> Vec<Average> {
    let studies = lab.of(number).filter(|study| wanted(study));
    let effects: Vec<Effect> = studies.flat_map(|study| study.effects(&lab.design)).collect();
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

/// The answer: for each measure asked for which factors do most to it, on average over tables; where the strongest bots stand first, among
/// them and then over all. Who does not clearly less than the last of them is named or counted.
pub(crate) fn answer(lab: &Lab, lineups: &[LineUp], aim: &Aim) -> String {
    let is_strong =
        |study: &Study| lineups[study.base].distinct.iter().all(|name| aim.strongest.iter().any(|one| one == name));
    let mut claims = Vec::new();
    for number in 0..lab.asked {
        let Some(first) = lab.of(number).next() else { continue };
        let what = words::capital(&words::subject_and_measure(&first.key));
        let among_strong = lab.of(number).any(is_strong);
        if among_strong {
            let found = strongest_at(lab, number, &is_strong);
            let sizes = sizes(lab.of(number).filter(|study| is_strong(study)), lineups);
            claims.push(claim(lab, &first.key, &found, &format!("{what} among {}", aim.called), sizes.as_deref()));
        }
        let head = if among_strong { "Over all".to_owned() } else { what };
        let sizes = sizes(lab.of(number), lineups);
        claims.push(claim(lab, &first.key, &strongest(lab, number), &head, sizes.as_deref()));
    }
    claims.join(" ")
}

/// The sizes of the tables of `studies` if they are several that sizes tell apart: `2, 3, 4`.
fn sizes<'s>(studies: impl Iterator<Item = &'s Study>, lineups: &[LineUp]) -> Option<String> {
    let tables: Vec<&LineUp> = studies.map(|study| &lineups[study.base]).collect();
    let sizes = || words::numbers(tables.iter().map(|lineup| lineup.table.len()));
    (tables.len() > 1 && apart(tables.iter().copied())).then(sizes)
}

/// `Paradoxes, on average over 9 tables: and 2→7 +12.7±1.8pp; or 2→7 -9.1±1.9pp; then 2→7 -8.0±2.1pp; not clearly less than then: not.` Of
/// tables that sizes tell apart, what a factor does at each, which may differ in sign: `… at 2, 3 seats (all ±2.1pp):
/// and=2→7 +15.4, +9.5pp; …`.
fn claim(lab: &Lab, key: &Key, found: &[Average], head: &str, sizes: Option<&str>) -> String {
    let Some(first) = found.first() else {
        return format!(
            "{head}: none of {} matters clearly.",
            words::counted(lab.design.factors.len() as u64, "factor")
        );
    };
    let over = if first.tables > 1 { format!(", on average over {} tables", first.tables) } else { String::new() };
    let of = |average: &Average| {
        let [from, to] = average.levels.map(|level| lab.level(average.factor, level));
        let ways = match average.ways {
            [up, down] if up > 0 && down > 0 => format!(" (up at {up}, down at {down})"),
            _ => String::new(),
        };
        match sizes {
            Some(_) => format!("{}={from}→{to} {}", lab.name(average.factor), each(&average.at, key)),
            None => {
                format!(
                    "{} {from}→{to} {}{ways}",
                    lab.name(average.factor),
                    figure(average.value, average.interval, key)
                )
            }
        }
    };
    let half = |(value, interval): &(f64, Option<Interval>)| interval.map(|interval| interval.reach(*value));
    let widest = |of: &[&Average]| {
        let halves = of.iter().flat_map(|average| &average.at).map(half);
        report::widest(halves, |half| format!("all ±{}", amount(half, key)))
    };
    let at_sizes =
        |sizes| format!(" at {sizes} seats ({})", widest(&found.iter().take(MOST_NAMED).collect::<Vec<_>>()));
    let head = format!("{head}{}: ", sizes.map_or(over, at_sizes));
    let fits = |named: &usize| {
        let parts: Vec<String> = found[..*named].iter().map(of).collect();
        words::words_of(&format!("{head}{}", parts.join("; "))) <= MOST_WORDS
    };
    // What a factor does at each table takes many words: who is left out of the first sentence has a second.
    let most = found.len().min(MOST_NAMED);
    let named = if sizes.is_some() { (1..=most).rev().find(fits).unwrap_or(1) } else { most };
    let mut parts: Vec<String> = found[..named].iter().map(of).collect();
    let least = found[named - 1].ends().map_or(0.0, |[low, _]| low);
    let near: Vec<&Average> =
        found[named..].iter().filter(|average| average.ends().is_none_or(|[_, high]| high > least)).collect();
    let last = lab.name(found[named - 1].factor);
    if sizes.is_some() {
        let all = widest(&near);
        let near: Vec<String> = near.into_iter().map(of).collect();
        let told = format!(" Not clearly less than {last} on average ({all}): {}.", near.join("; "));
        return listed(&head, parts) + if near.is_empty() { "" } else { &told };
    }
    let near: Vec<&str> = near.into_iter().map(|average| lab.name(average.factor)).collect();
    match near.len() {
        0 => {}
        1 | 2 => parts.push(format!("not clearly less than {last}: {}", near.join(", "))),
        many => parts.push(format!("{many} others not clearly less than {last}")),
    }
    listed(&head, parts)
}

/// The effect of a factor at each table: `+15.4, -2.2pp`.
fn each(at: &[(f64, Option<Interval>)], key: &Key) -> String {
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, "pp") } else { (1.0, 2, "") };
    let values: Vec<String> = at.iter().map(|(value, _)| format!("{:+.digits$}", value * scale)).collect();
    format!("{}{unit}", values.join(", "))
}
