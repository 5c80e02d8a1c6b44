//! Measures by skill tier: bots of a tier among copies of themselves, and the effects of arms on them.

use super::{Analysis, PlotFile, RunData, decimal};
use crate::measure::MeasureKey;
use crate::report::block_store::BlockStore;
use crate::report::measure_estimate::MeasureEstimate;
use crate::report::report_spec::ReportSpec;
use crate::report::responses::{Response, responses};
use crate::report::table_stats::{TableStats, arms};
use crate::rows::read::RowsError;
use ergo_stats::multiplicity::holm;
use ergo_stats::{CrossedMean, crossed_mean};

/// Averages over the bots of a tier.
#[derive(Default)]
pub(super) struct Tiers(Vec<Tier>);

impl Analysis for Tiers {
    fn estimate(&mut self, data: &mut RunData<'_>) -> Result<(), RowsError> {
        if data.asked.design.is_none() {
            self.0 = tiers(data.asked, data.lineups, data.kept)?;
        }
        Ok(())
    }

    fn files(&self, _: &RunData<'_>) -> Vec<PlotFile> {
        if self.0.iter().any(|tier| tier.is_asked) { vec![file(&self.0)] } else { Vec::new() }
    }
}

/// A measure in one arm, at tables of one size where bots of one tier play among copies of themselves.
struct Tier {
    /// The tier.
    tier: String,
    /// The table size.
    seats: usize,
    /// The arm.
    arm: String,
    /// The measure.
    key: MeasureKey,
    /// True if the measure is requested; otherwise it has a target.
    is_asked: bool,
    /// The bots, in schedule order.
    bots: Vec<Bot>,
    /// The mean over bots and deals.
    value: CrossedMean,
    /// The mean difference to the first arm; `None` for the first arm, and if seats cannot be compared.
    difference: Option<CrossedMean>,
}

/// One bot of a tier.
struct Bot {
    /// The name of the bot.
    name: String,
    /// Its value in this arm.
    value: f64,
    /// The difference to its value in the first arm; the p-value is adjusted by Holm's method over all bots, arms and
    /// table sizes.
    difference: Option<MeasureEstimate>,
}

/// Returns all tiers, by measure, table size, tier and arm; empty if no entrant has a tier.
fn tiers(asked: &ReportSpec, lineups: &[TableStats], kept: &mut BlockStore) -> Result<Vec<Tier>, RowsError> {
    if asked.tiers.is_empty() {
        return Ok(Vec::new());
    }
    let mut keys = asked.keys.clone();
    let targets = asked.targets.iter().map(|(key, _)| key).filter(|key| !key.is_seat_deviation());
    for key in targets {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    let arms = arms(lineups);
    let all = responses(kept, lineups, arms.len(), &keys)?;
    let tiers = names(&asked.tiers);
    let most = lineups.iter().map(|lineup| lineup.table.len()).max().unwrap_or(0);
    let mut found = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        let of_key = found.len();
        for seats in 2..=most {
            for tier in &tiers {
                let is_of = |response: &&Response| {
                    let base = &lineups[response.base];
                    let is_bot = |(name, of): &(String, String)| base.distinct == [name.clone()] && of == tier;
                    base.table.len() == seats
                        && response.key == key.for_table(&base.table)
                        && asked.tiers.iter().any(is_bot)
                };
                let bots: Vec<&Response> = all.iter().filter(is_of).collect();
                let one = |arm: usize| one_tier(tier, seats, (arms[arm], arm), lineups, &bots);
                found.extend(
                    (0..arms.len()).filter_map(one).map(|tier| Tier { is_asked: number < asked.keys.len(), ..tier }),
                );
            }
        }
        adjust(&mut found[of_key..]);
    }
    Ok(found)
}

/// Returns the names of the tiers.
fn names(tiers: &[(String, String)]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (_, tier) in tiers {
        if !names.contains(&tier.as_str()) {
            names.push(tier);
        }
    }
    names
}

/// Returns the values of the bots of one tier in an arm (one table each) and their mean.
fn one_tier(
    tier: &str,
    seats: usize,
    (arm, place): (&str, usize),
    lineups: &[TableStats],
    bots: &[&Response],
) -> Option<Tier> {
    let first = bots.first()?;
    let bot = |response: &&Response| {
        let base = &lineups[response.base];
        let here = lineups.iter().find(|lineup| lineup.arm == arm && lineup.table == base.table)?;
        let mut differences = if place == 0 { Vec::new() } else { here.differences(base) };
        let at = differences.iter().position(|found| found.key == response.key);
        let value = here.measure(&response.key.subject, &response.key.measure.name)?.value;
        Some(Bot { name: base.distinct[0].clone(), value, difference: at.map(|at| differences.swap_remove(at)) })
    };
    let of_bots: Vec<Bot> = bots.iter().map(bot).collect::<Option<_>>()?;
    let of = |response: &&Response| response.values[place].clone();
    let less = |response: &&Response| {
        response.values[place].iter().zip(&response.values[0]).map(|(here, there)| here - there).collect()
    };
    let value = crossed_mean(&bots.iter().map(of).collect::<Vec<_>>())?;
    let comparable = of_bots.iter().all(|bot| bot.difference.is_some());
    let difference = comparable.then(|| crossed_mean(&bots.iter().map(less).collect::<Vec<_>>())).flatten();
    let (tier, arm, key) = (tier.to_owned(), arm.to_owned(), first.key.clone());
    Some(Tier { tier, seats, arm, key, is_asked: false, bots: of_bots, value, difference })
}

/// Adjusts the p-values of all bots by Holm's method.
fn adjust(tiers: &mut [Tier]) {
    let differences = || tiers.iter().flat_map(|tier| &tier.bots).filter_map(|bot| bot.difference.as_ref()?.p);
    let adjusted = holm(&differences().collect::<Vec<_>>());
    let tested = tiers.iter_mut().flat_map(|tier| &mut tier.bots).filter_map(|bot| bot.difference.as_mut()?.p.as_mut());
    tested.zip(adjusted).for_each(|(p, adjusted)| *p = adjusted);
}

/// Returns the file of all tiers, followed by their bots.
fn file(tiers: &[Tier]) -> PlotFile {
    let number = |value: Option<f64>| value.map(decimal).unwrap_or_default();
    let row = |tier: &Tier, bot: &str, bots: usize, values: [Option<f64>; 7]| {
        let of = [tier.tier.clone(), bot.to_owned(), tier.seats.to_string(), tier.arm.clone()];
        let what = [tier.key.subject.to_string(), tier.key.measure.name.clone(), bots.to_string()];
        of.into_iter().chain(what).chain(values.map(number)).collect::<Vec<_>>()
    };
    let three = |found: Option<CrossedMean>| {
        let interval = found.and_then(|found| found.interval);
        [found.map(|found| found.mean), interval.map(|ends| ends.low), interval.map(|ends| ends.high)]
    };
    let of_tier = |tier: &Tier| {
        let ([value, low, high], [more, from, to]) = (three(Some(tier.value)), three(tier.difference));
        row(tier, "", tier.bots.len(), [value, low, high, more, from, to, None])
    };
    let of_bot = |tier: &Tier, bot: &Bot| {
        let found = bot.difference.as_ref();
        let interval = found.and_then(|found| found.interval);
        let ends = [interval.map(|ends| ends.low), interval.map(|ends| ends.high)];
        let p = found.and_then(|found| found.p);
        row(tier, &bot.name, 1, [Some(bot.value), None, None, found.map(|found| found.value), ends[0], ends[1], p])
    };
    let rows: Vec<Vec<String>> = tiers
        .iter()
        .flat_map(|tier| std::iter::once(of_tier(tier)).chain(tier.bots.iter().map(|bot| of_bot(tier, bot))))
        .collect();
    let heads = [
        "tier",
        "bot",
        "seats",
        "arm",
        "subject",
        "measure",
        "bots",
        "value",
        "low",
        "high",
        "difference",
        "difference_low",
        "difference_high",
        "holm",
    ];
    PlotFile::new("plots/tiers.csv", &heads, &rows)
}
