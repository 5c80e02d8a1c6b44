//! What it costs to be somebody else: the answer where it is asked what one of a pair gets.

use ergo_stats::multiplicity::holm;
use ergo_stats::{Interval, Tested};

use super::pairing::{MEASURES, Pair};
use crate::measure::Key;
use crate::report::facts::Facts;
use crate::report::{figure, words};

/// The level at which a difference is clear.
const ALPHA: f64 = 0.05;

/// `careless in place of greedy: win share -0.6±2.0pp, -1.7±1.5pp, +0.7±0.8pp at 2, 3, 4 seats; none clear after Holm.` Where one measure of one bot is
/// asked for, which takes the place of one other, at one table of each size.
pub(super) fn claim(facts: &Facts<'_>, pairs: &[Pair]) -> Option<String> {
    let [key] = &facts.asked.keys[..] else { return None };
    let place = MEASURES.iter().position(|name| *name == key.measure.name)?;
    let at_one_table = |pair: &&Pair| pair.against.is_some() && [&pair.one, &pair.other].contains(&&key.subject);
    let of: Vec<&Pair> = pairs.iter().filter(at_one_table).collect();
    let first = of.first()?;
    let is_second = first.other == key.subject;
    let instead = if is_second { &first.one } else { &first.other };
    let alike = of.iter().all(|pair| (&pair.one, &pair.other) == (&first.one, &first.other));
    if facts.has_arms() || !alike || of.windows(2).any(|two| two[0].seats >= two[1].seats) {
        return None;
    }
    let tested: Vec<Tested> = of.iter().map(|pair| pair.measures[place].test(key.range())).collect();
    let adjusted = holm(&tested.iter().map(|one| one.p).collect::<Vec<_>>());
    let clear: Vec<usize> = of.iter().zip(adjusted).filter(|(_, p)| *p < ALPHA).map(|(pair, _)| pair.seats).collect();
    let values: Vec<String> = tested.iter().map(|one| difference(one, is_second, key)).collect();
    let clear = match clear.len() {
        0 => "none clear after Holm".to_owned(),
        count if count == of.len() => "each clear after Holm".to_owned(),
        _ => format!("clear after Holm at {}", words::numbers(clear)),
    };
    let said = &key.measure.said;
    let (values, sizes) = (values.join(", "), words::numbers(of.iter().map(|pair| pair.seats)));
    Some(format!("{} in place of {instead}: {said} {values} at {sizes} seats; {clear}.", key.subject))
}

/// The difference of a pair, the other way round if `is_second`.
fn difference(one: &Tested, is_second: bool, key: &Key) -> String {
    let turned = |interval: Interval| Interval { low: -interval.high, high: -interval.low };
    match is_second {
        true => figure(-one.difference, one.interval.map(turned), key),
        false => figure(one.difference, one.interval, key),
    }
}
