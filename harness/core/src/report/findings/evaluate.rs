//! Evaluates the values and claims of findings, with intervals clustered by deal.
//!
//! A single value has the interval of its own row. A difference of two measures has the interval of a paired contrast
//! over their common deals. Other expressions are linearised at the estimates (delta method); the standard error is
//! clustered by deal over all tables and arms, and the interval is Student's.

use std::collections::BTreeMap;
use std::io::Read;

use ergo_stats::{Contrast, Interval, Range, t_half_width};

use super::expression::{Claim, Expression};
use super::finding::{Finding, ParsedFinding, Selector};
use super::table::{CheckedClaim, CheckedFinding, Figure, Outcome};
use crate::measure::Unit;
use crate::report::block_store::BlockStore;
use crate::report::deal_file::{DealFile, DealReader, DealSums, Extents, WeightedSum};
use crate::report::table_stats::TableStats;
use crate::rows::read::RowsError;

/// The sources of values.
pub(crate) struct EstimateSource<'a> {
    /// Statistics of every table in every arm.
    pub lineups: &'a [TableStats],
    /// The blocks of all tables.
    pub kept: &'a mut BlockStore,
    /// Opens `summary.csv` or a file under `plots/`.
    pub file: &'a dyn Fn(&str) -> Option<Box<dyn Read + 'a>>,
    /// True if nothing varies, so that every value is exact.
    pub is_exact: bool,
}

/// A problem: the number of the finding from 1, the key, and what is wrong.
pub(crate) type FindingProblem = (usize, String, String);

/// The outcome of a claim and its margin.
type JudgedClaim = (Outcome, Option<f64>);

/// Columns with p-values, which have no interval.
const P_VALUES: [&str; 3] = ["p", "holm", "bh"];

/// An estimate that expressions refer to.
struct BaseEstimate {
    figure: Figure,
    /// The table and the index of the measure among its sums, unless the estimate is from a file.
    series: Option<(usize, usize)>,
}

/// Evaluates `findings`.
///
/// # Errors
///
/// Returns all missing values and all expressions without a known interval, or the error of the temporary file.
pub(crate) fn evaluate(
    findings: &[Finding],
    estimates: &mut EstimateSource<'_>,
) -> Result<Result<Vec<CheckedFinding>, Vec<FindingProblem>>, RowsError> {
    let mut problems: Vec<FindingProblem> = Vec::new();
    let mut all: Vec<(ParsedFinding<'_>, Vec<BaseEstimate>)> = Vec::new();
    for (place, finding) in findings.iter().enumerate() {
        let mut wrong =
            |all: Vec<(String, String)>| problems.extend(all.into_iter().map(|(key, what)| (place + 1, key, what)));
        match finding.parse() {
            Err(all) => wrong(all),
            Ok(parsed) => {
                let mut bases = Vec::new();
                for (name, selector) in &parsed.estimates {
                    match estimates.select(name, selector) {
                        Ok(base) => bases.push(base),
                        Err(what) => wrong(vec![(format!("values.{name}"), what)]),
                    }
                }
                all.push((parsed, bases));
            }
        }
    }
    if !problems.is_empty() {
        return Ok(Err(problems));
    }
    let needed: Vec<(usize, usize)> =
        all.iter().flat_map(|(_, bases)| bases.iter().filter_map(|base| base.series)).collect();
    let mut series = Series::read(estimates.kept, &needed)?;
    let mut checked = Vec::new();
    for (place, (parsed, bases)) in all.into_iter().enumerate() {
        let mut evaluator = Evaluator { bases: &bases, series: &mut series, is_exact: estimates.is_exact };
        let mut one =
            CheckedFinding { figures: bases.iter().map(|base| base.figure.clone()).collect(), claims: Vec::new() };
        let mut expressions: Vec<Expression> = (0..bases.len()).map(Expression::Value).collect();
        for (name, text, expression) in parsed.derived {
            match evaluator.estimate(&expression)? {
                Ok((value, interval)) => one.figures.push(Figure {
                    name: name.to_owned(),
                    expression: text.to_owned(),
                    value,
                    interval,
                    unit: unit_of(&expression, &bases),
                }),
                Err(what) => problems.push((place + 1, format!("values.{name}"), what)),
            }
            expressions.push(expression);
        }
        one.figures.sort_by(|a, b| a.name.cmp(&b.name));
        for (name, text, claim) in parsed.claims {
            match evaluator.outcome(&claim, &expressions)? {
                Ok((outcome, margin)) => one.claims.push(CheckedClaim {
                    name: name.to_owned(),
                    expression: text.to_owned(),
                    outcome,
                    margin,
                }),
                Err(what) => problems.push((place + 1, format!("holds.{name}"), what)),
            }
        }
        checked.push(one);
    }
    Ok(if problems.is_empty() { Ok(checked) } else { Err(problems) })
}

impl EstimateSource<'_> {
    fn select(&self, name: &str, selector: &Selector) -> Result<BaseEstimate, String> {
        match &selector.file {
            Some(file) => self.select_row(name, file, selector),
            None => self.select_measure(name, selector),
        }
    }

    fn select_measure(&self, name: &str, selector: &Selector) -> Result<BaseEstimate, String> {
        let measure = selector.measure.as_deref().unwrap_or_default();
        let subject = selector.subject.as_deref().unwrap_or("all");
        let list =
            |names: Vec<String>| names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let first_arm = self.lineups.first().map_or("", |lineup| lineup.arm.as_str());
        let arm = selector.arm.as_deref().unwrap_or(first_arm);
        let mut of_arm = self.lineups.iter().enumerate().filter(|(_, lineup)| lineup.arm == arm).peekable();
        if of_arm.peek().is_none() {
            let mut arms: Vec<String> = self.lineups.iter().map(|lineup| lineup.arm.clone()).collect();
            arms.dedup();
            return Err(format!("unknown arm \"{arm}\", expected one of {}", list(arms)));
        }
        let tables: Vec<(usize, &TableStats)> = of_arm.collect();
        let found = match &selector.table {
            Some(table) => tables.iter().find(|(_, lineup)| lineup.name() == *table),
            None if tables.len() == 1 => tables.first(),
            None => None,
        };
        let Some((lineup, stats)) = found else {
            let known = list(tables.iter().map(|(_, lineup)| lineup.name()).collect());
            let table =
                selector.table.as_ref().map_or("no table".to_owned(), |table| format!("unknown table \"{table}\""));
            return Err(format!("{table}, expected one of {known}"));
        };
        let Some(measured) = stats.measure(subject, measure) else {
            let of_subject = stats.keys().iter().filter(|key| *key.subject == *subject);
            let known = list(of_subject.map(|key| key.measure.name.clone()).collect());
            let subjects = list(
                stats
                    .keys()
                    .iter()
                    .map(|key| key.subject.to_string())
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .collect(),
            );
            return Err(match known.as_str() {
                "" => format!("unknown subject \"{subject}\", expected one of {subjects}"),
                _ => format!("unknown measure \"{measure}\" of \"{subject}\", expected one of {known}"),
            });
        };
        let series = stats.keys().iter().position(|key| *key == measured.key);
        let unit = match &measured.key.measure.unit {
            Unit::Share => "share".to_owned(),
            Unit::Amount(noun) => noun.clone(),
        };
        let what = [measured.key.to_string(), stats.name(), arm.to_owned()].join(", ");
        let figure = Figure {
            name: name.to_owned(),
            expression: what,
            value: measured.value,
            interval: measured.interval,
            unit,
        };
        Ok(BaseEstimate { figure, series: series.map(|place| (*lineup, place)) })
    }

    fn select_row(&self, name: &str, file: &str, selector: &Selector) -> Result<BaseEstimate, String> {
        let text = (self.file)(file).ok_or_else(|| format!("this experiment has no file {file}"))?;
        let mut reader = csv::Reader::from_reader(text);
        let heads = reader.headers().map_err(|error| error.to_string())?.clone();
        let column = |wanted: &str| {
            let known = || heads.iter().collect::<Vec<_>>().join(", ");
            heads
                .iter()
                .position(|head| head == wanted)
                .ok_or_else(|| format!("{file} has no column \"{wanted}\", expected one of {}", known()))
        };
        let text_of = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let mut filter = Vec::new();
        for (head, value) in &selector.filter {
            filter.push((column(head)?, text_of(value)));
        }
        let records: Vec<csv::StringRecord> = reader.records().filter_map(Result::ok).collect();
        let fits = |record: &&csv::StringRecord| {
            filter.iter().all(|(place, value)| record.get(*place) == Some(value.as_str()))
        };
        let found: Vec<&csv::StringRecord> = records.iter().filter(fits).collect();
        let [record] = found[..] else {
            return Err(format!("{} rows of {file} fit, expected one", found.len()));
        };
        let value_column = selector.column.as_deref().unwrap_or("value");
        let number = |place: usize| record.get(place).and_then(|cell| cell.parse::<f64>().ok());
        let place = column(value_column)?;
        let value = number(place).ok_or_else(|| format!("no number in column {value_column} of {file}"))?;
        // Columns `low` and `high` belong to the column before them.
        let is_before_low = heads.get(place + 1) == Some("low");
        let end = |end: &str| {
            let own = column(&format!("{value_column}_{end}"));
            own.or_else(|error| if is_before_low { column(end) } else { Err(error) }).ok().and_then(number)
        };
        let interval = if P_VALUES.contains(&value_column) {
            Some(Interval { low: value, high: value })
        } else {
            end("low").zip(end("high")).map(|(low, high)| Interval { low, high })
        };
        let expression = [file.to_owned()].into_iter().chain(selector.filter.values().map(text_of)).collect::<Vec<_>>();
        let unit = selector.unit.clone().unwrap_or_default();
        Ok(BaseEstimate {
            figure: Figure { name: name.to_owned(), expression: expression.join(", "), value, interval, unit },
            series: None,
        })
    }
}

/// Returns the unit of a derived value.
fn unit_of(expression: &Expression, bases: &[BaseEstimate]) -> String {
    let places = expression.places();
    let mut units = places.iter().map(|place| bases[*place].figure.unit.as_str());
    let Some(first) = units.next().filter(|first| units.all(|unit| unit == *first)) else { return String::new() };
    let values: Vec<f64> = bases.iter().map(|base| base.figure.value).collect();
    let total: f64 = expression.evaluate(&values).1.iter().sum();
    match first {
        "share" if total.abs() < 1e-9 => "difference of shares".to_owned(),
        "share" if (total.abs() - 1.0).abs() < 1e-9 => "share".to_owned(),
        "share" => String::new(),
        noun => noun.to_owned(),
    }
}

/// The sums of the required measures, by table and deal, in a temporary file.
struct Series {
    file: DealFile,
    /// By table: its deals, and the indices of the required measures among its sums.
    tables: BTreeMap<usize, (Extents, Vec<usize>)>,
    /// By table and measure: the sums over all deals.
    totals: BTreeMap<(usize, usize), WeightedSum>,
}

impl Series {
    fn read(kept: &mut BlockStore, needed: &[(usize, usize)]) -> Result<Self, RowsError> {
        let mut series = Series { file: DealFile::new()?, tables: BTreeMap::new(), totals: BTreeMap::new() };
        for (table, place) in needed {
            let (_, places) = series.tables.entry(*table).or_default();
            if !places.contains(place) {
                places.push(*place);
            }
        }
        if needed.is_empty() {
            return Ok(series);
        }
        let (mut reading, mut block, mut sums) = (kept.read()?, DealSums::default(), Vec::new());
        while reading.next(&mut block)? {
            let [(table, _), all @ .., blank] = &block.sums[..] else { continue };
            let Some((extents, places)) = series.tables.get_mut(&(*table as usize)) else { continue };
            sums.clear();
            sums.extend(places.iter().map(|place| all.get(*place).copied().unwrap_or(*blank)));
            for (place, (value, weight)) in places.iter().zip(&sums) {
                let total = series.totals.entry((*table as usize, *place)).or_default();
                *total = (total.0 + value, total.1 + weight);
            }
            series.file.push(extents, block.deal, &sums)?;
        }
        Ok(series)
    }

    /// Calls `each` with the sums of every deal, one per entry of `wanted`; `None` if the deal was not played at that
    /// table.
    fn by_deal(
        &mut self,
        wanted: &[(usize, usize)],
        each: &mut dyn FnMut(&[Option<WeightedSum>]),
    ) -> Result<(), RowsError> {
        let mut tables: Vec<usize> = wanted.iter().map(|(table, _)| *table).collect();
        tables.sort_unstable();
        tables.dedup();
        let mut readings: Vec<(usize, DealReader, DealSums, bool)> = Vec::new();
        for table in tables {
            let mut reading = self.file.read(&self.tables[&table].0)?;
            let mut sums = DealSums::default();
            let is_there = reading.next(&mut sums)?;
            readings.push((table, reading, sums, is_there));
        }
        while let Some(deal) = readings.iter().filter(|(.., is_there)| *is_there).map(|(_, _, sums, _)| sums.deal).min()
        {
            let sum = |(table, place): &(usize, usize)| {
                let (_, _, sums, is_there) = readings.iter().find(|(known, ..)| known == table)?;
                let at = self.tables[table].1.iter().position(|known| known == place)?;
                (*is_there && sums.deal == deal).then(|| sums.sums[at])
            };
            each(&wanted.iter().map(sum).collect::<Vec<_>>());
            for (_, reading, sums, is_there) in
                readings.iter_mut().filter(|(_, _, sums, is_there)| *is_there && sums.deal == deal)
            {
                *is_there = reading.next(sums)?;
            }
        }
        Ok(())
    }
}

/// Evaluates expressions of the same estimates.
struct Evaluator<'a> {
    bases: &'a [BaseEstimate],
    series: &'a mut Series,
    is_exact: bool,
}

impl Evaluator<'_> {
    /// Returns the value of `expression` and its interval, or the reason why there is none.
    fn estimate(&mut self, expression: &Expression) -> Result<Result<(f64, Option<Interval>), String>, RowsError> {
        let values: Vec<f64> = self.bases.iter().map(|base| base.figure.value).collect();
        let (value, gradient) = expression.evaluate(&values);
        let used: Vec<usize> = expression.places().into_iter().filter(|place| gradient[*place] != 0.0).collect();
        if used.is_empty() || self.is_exact {
            return Ok(Ok((value, Some(Interval { low: value, high: value }))));
        }
        if let [only] = used[..] {
            let at = |end: f64| {
                let mut values = values.clone();
                values[only] = end;
                expression.evaluate(&values).0
            };
            let ends = self.bases[only].figure.interval.map(|interval| (at(interval.low), at(interval.high)));
            return Ok(Ok((value, ends.map(|(one, other)| Interval { low: one.min(other), high: one.max(other) }))));
        }
        let Some(wanted) = used.iter().map(|place| self.bases[*place].series).collect::<Option<Vec<_>>>() else {
            let names: Vec<&str> = used.iter().map(|place| self.bases[*place].figure.name.as_str()).collect();
            return Ok(Err(format!(
                "no joint interval of {}, expected measures of summary.csv or one value a claim",
                names.join(" and ")
            )));
        };
        let interval = match used[..] {
            [one, other] if gradient[one] == -gradient[other] && is_linear(expression, &values) => {
                let scale = gradient[one];
                let is_share = [one, other].iter().all(|place| self.bases[*place].figure.unit == "share");
                let difference = self.contrast(&wanted, if is_share { Range::Share } else { Range::Open })?;
                difference.map(|(shown, Interval { low, high })| {
                    let end = |end: f64| value + scale * (end - shown);
                    Interval { low: end(low).min(end(high)), high: end(low).max(end(high)) }
                })
            }
            _ => self.linearised(&wanted, &used.iter().map(|place| gradient[*place]).collect::<Vec<_>>(), value)?,
        };
        Ok(Ok((value, interval)))
    }

    /// Returns the difference of two measures over their common deals, with its interval.
    fn contrast(&mut self, wanted: &[(usize, usize)], range: Range) -> Result<Option<(f64, Interval)>, RowsError> {
        let mut contrast = Contrast::default();
        self.series.by_deal(wanted, &mut |sums| {
            if let [Some(one), Some(other)] = sums {
                contrast.push(*one, *other);
            }
        })?;
        let tested = contrast.test(range);
        Ok(tested.interval.map(|interval| (tested.difference, interval)))
    }

    /// Returns the interval of a function of measures with this `gradient` at their estimates.
    fn linearised(
        &mut self,
        wanted: &[(usize, usize)],
        gradient: &[f64],
        value: f64,
    ) -> Result<Option<Interval>, RowsError> {
        let totals: Vec<WeightedSum> =
            wanted.iter().map(|key| self.series.totals.get(key).copied().unwrap_or_default()).collect();
        let (mut deals, mut squares) = (0_u64, 0.0);
        self.series.by_deal(wanted, &mut |sums| {
            let influence = |((sum, (value, weight)), slope): ((&Option<WeightedSum>, &WeightedSum), &f64)| {
                sum.map(|(x, n)| slope * (x - value / weight * n) / weight)
            };
            let of_deal = sums.iter().zip(&totals).zip(gradient).filter_map(influence).sum::<f64>();
            deals += 1;
            squares += of_deal * of_deal;
        })?;
        if deals < 2 {
            return Ok(None);
        }
        let error = (squares * deals as f64 / (deals - 1) as f64).sqrt();
        let half = t_half_width(error, deals - 1);
        Ok((half > 0.0).then_some(Interval { low: value - half, high: value + half }))
    }

    /// Returns the outcome of `claim` over `expressions`, or the reason why there is none.
    fn outcome(&mut self, claim: &Claim, expressions: &[Expression]) -> Result<Result<JudgedClaim, String>, RowsError> {
        Ok(match claim {
            Claim::Below(expression) => self
                .estimate(&expression.substitute(expressions))?
                .map(|(value, interval)| (below(interval), interval.and_then(|interval| margin(value, interval)))),
            Claim::All(parts) | Claim::Any(parts) => {
                let mut judged: Vec<JudgedClaim> = Vec::new();
                for part in parts {
                    match self.outcome(part, expressions)? {
                        Ok(one) => judged.push(one),
                        Err(what) => return Ok(Err(what)),
                    }
                }
                let is_all = matches!(claim, Claim::All(_));
                let outcomes = judged.iter().map(|(outcome, _)| *outcome);
                let margins = judged.iter().filter_map(|(_, margin)| *margin);
                let outcome = if is_all { outcomes.min() } else { outcomes.max() };
                let margin = if is_all { margins.reduce(f64::min) } else { margins.reduce(f64::max) };
                Ok((outcome.expect("a claim has parts"), margin))
            }
        })
    }
}

/// Returns the distance of a value below 0, in half widths of its interval on that side.
fn margin(value: f64, interval: Interval) -> Option<f64> {
    let half = if value < 0.0 { interval.high - value } else { value - interval.low };
    (half > 0.0).then(|| -value / half)
}

/// Returns the outcome of the claim that a value with this interval is below 0.
fn below(interval: Option<Interval>) -> Outcome {
    match interval {
        Some(Interval { high, .. }) if high < 0.0 => Outcome::Supported,
        Some(Interval { low, .. }) if low >= 0.0 => Outcome::Contradicted,
        _ => Outcome::Open,
    }
}

/// Returns true if the gradient is constant.
fn is_linear(expression: &Expression, values: &[f64]) -> bool {
    let elsewhere: Vec<f64> = values.iter().map(|value| 2.0 * value + 1.0).collect();
    let (here, there) = (expression.evaluate(values).1, expression.evaluate(&elsewhere).1);
    here.iter().zip(there).all(|(one, other)| (one - other).abs() < 1e-12)
}
