//! `findings.csv`: the values and claims of every finding, and texts with these values filled in.

use std::fmt;
use std::io::ErrorKind;
use std::path::Path;

use ergo_stats::{Interval, normal_cdf};

use crate::report::words::decimal;
use crate::storage::folder::regular;

/// The file name of the values and claims of findings.
pub const FINDINGS: &str = "findings.csv";
/// The largest number of findings in an experiment.
pub(crate) const MOST: usize = 100;
/// The standard normal quantile of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;
/// The columns of `findings.csv`.
const COLUMNS: [&str; 9] = ["finding", "kind", "name", "expression", "value", "low", "high", "unit", "outcome"];

/// The outcome of a claim, checked on whole 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Every value in the interval contradicts the claim.
    Contradicted,
    /// The interval has values that support the claim and values that contradict it.
    Open,
    /// Every value in the interval supports it.
    Supported,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 3] = [Outcome::Contradicted, Outcome::Open, Outcome::Supported];

    /// Returns its word in files and on pages.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Contradicted => "contradicted",
            Outcome::Open => "open",
            Outcome::Supported => "supported",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value with its 95 % interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The name in the finding.
    pub name: String,
    /// The expression, or the description of the estimate.
    pub expression: String,
    /// The estimate.
    pub value: f64,
    /// The 95 % interval; `None` if there are too few deals.
    pub interval: Option<Interval>,
    /// `share`, `difference of shares`, or a noun.
    pub unit: String,
}

/// A claim and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedClaim {
    /// The name in the finding.
    pub name: String,
    /// The comparison.
    pub expression: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The distance from the border of the claim in half widths of the 95 % interval: above 1 if supported, below -1 if
    /// contradicted. `None` if nothing varies.
    pub margin: Option<f64>,
}

/// The values and claims of one finding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckedFinding {
    /// The values in name order.
    pub figures: Vec<Figure>,
    /// The claims in name order.
    pub claims: Vec<CheckedClaim>,
}

impl CheckedFinding {
    /// Returns the outcome of all claims together, or `None` without claims.
    pub fn outcome(&self) -> Option<Outcome> {
        self.claims.iter().map(|claim| claim.outcome).min()
    }

    /// Returns the probability that data from other seeds, with `share` times the deals, contradict its weakest claim
    /// if the truth is as far on the other side of the border as the estimate is on this one. `None` if nothing varies.
    pub fn power(&self, share: f64) -> Option<f64> {
        let margin = self.claims.iter().filter_map(|claim| claim.margin).reduce(f64::min)?;
        Some(normal_cdf(Z95 * (margin * share.sqrt() - 1.0)))
    }

    /// Returns `text` with its placeholders filled in.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, placeholder, after)) = Placeholder::next(rest) {
            filled.push_str(before);
            match placeholder
                .ok()
                .and_then(|one| Some((self.figures.iter().find(|figure| figure.name == one.name)?, one)))
            {
                Some((figure, placeholder)) => filled.push_str(&figure.show(placeholder.style)),
                None => filled.push_str(&rest[before.len()..rest.len() - after.len()]),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The format of a figure in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `37.2 %`.
    Value,
    /// `+1.5`.
    Signed,
    /// `37.2 % (95 % CI 36.4 to 38.1)`.
    WithInterval,
    /// `36.4 to 38.1 %`.
    Interval,
}

/// A placeholder for a figure in a text: `{name}`, `{name:ci}`, `{name:+}`, `{name:range}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placeholder<'t> {
    pub name: &'t str,
    pub style: Style,
}

impl<'t> Placeholder<'t> {
    /// Splits `text` at its first placeholder: the text before it, the placeholder and the text after it.
    fn next(text: &'t str) -> Option<(&'t str, Result<Self, String>, &'t str)> {
        let (before, rest) = text.split_once('{')?;
        let (inner, after) = rest.split_once('}')?;
        let (name, style) = inner.split_once(':').unwrap_or((inner, ""));
        let style = match style {
            "" => Ok(Style::Value),
            "ci" => Ok(Style::WithInterval),
            "+" => Ok(Style::Signed),
            "range" => Ok(Style::Interval),
            other => Err(format!("unknown style \"{other}\" of {{{inner}}}, expected ci, range or +")),
        };
        Some((before, style.map(|style| Placeholder { name: name.trim(), style }), after))
    }

    /// Returns all placeholders of `text`.
    pub(crate) fn all(mut text: &'t str) -> Vec<Result<Self, String>> {
        let mut all = Vec::new();
        while let Some((_, placeholder, after)) = Placeholder::next(text) {
            all.push(placeholder);
            text = after;
        }
        all
    }
}

impl Figure {
    /// Formats the figure.
    pub fn show(&self, style: Style) -> String {
        let (scale, unit) = match self.unit.as_str() {
            "share" => (100.0, " %"),
            "difference of shares" => (100.0, ""),
            _ => (1.0, ""),
        };
        let digits = match (self.unit.as_str(), self.value.abs()) {
            ("share" | "difference of shares", _) => 1,
            (_, size) if size >= 100.0 => 0,
            (_, size) if size >= 10.0 => 1,
            _ => 2,
        };
        let number = |value: f64| {
            let text = format!("{:.digits$}", value * scale);
            let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
            if is_zero { text.replace('-', "") } else { text.replace('-', "\u{2212}") }
        };
        let range = self
            .interval
            .map_or_else(|| "–".to_owned(), |Interval { low, high }| format!("{} to {}", number(low), number(high)));
        match style {
            Style::Value => format!("{}{unit}", number(self.value)),
            Style::Signed if self.value > 0.0 => format!("+{}{unit}", number(self.value)),
            Style::Signed => format!("{}{unit}", number(self.value)),
            Style::WithInterval => format!("{}{unit} (95 % CI {range})", number(self.value)),
            Style::Interval => format!("{range}{unit}"),
        }
    }
}

/// Returns the text of `findings.csv`, and its number of rows.
pub(crate) fn write(findings: &[CheckedFinding]) -> (String, u64) {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut rows = 0;
    let mut row = |fields: [&str; 9]| {
        writer.write_record(fields).expect("a Vec takes every row");
        rows += u64::from(fields != COLUMNS);
    };
    row(COLUMNS);
    let end = |end: Option<f64>| end.map_or_else(String::new, decimal);
    for (number, finding) in findings.iter().enumerate() {
        let number = (number + 1).to_string();
        for Figure { name, expression, value, interval, unit } in &finding.figures {
            let [low, high] = [interval.map(|one| one.low), interval.map(|one| one.high)].map(end);
            row([&number, "value", name, expression, &decimal(*value), &low, &high, unit, ""]);
        }
        for CheckedClaim { name, expression, outcome, margin } in &finding.claims {
            row([&number, "claim", name, expression, &end(*margin), "", "", "", outcome.name()]);
        }
    }
    let bytes = writer.into_inner().expect("a Vec takes every row");
    (String::from_utf8(bytes).expect("rows are made of texts"), rows)
}

/// Reads the findings of the results folder at `path`; empty if it has no `findings.csv`.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or its first invalid line.
pub fn read_folder(path: &Path) -> Result<Vec<CheckedFinding>, String> {
    let file = path.join(FINDINGS);
    match regular::read_text(&file) {
        Ok(text) => read(&text).map_err(|what| format!("{}: {what}", file.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}

/// Reads the text of `findings.csv`.
///
/// # Errors
///
/// Returns the first line that [`write`] would not produce.
pub(crate) fn read(text: &str) -> Result<Vec<CheckedFinding>, String> {
    let mut findings: Vec<CheckedFinding> = Vec::new();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    for (place, record) in reader.records().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}", place + 2);
        let record = record.map_err(|error| wrong(&error.to_string()))?;
        let cell = |column: usize| record.get(column).unwrap_or("");
        let number = cell(0).parse::<usize>().ok().filter(|number| (1..=MOST).contains(number));
        let number = number.ok_or_else(|| wrong("invalid number of a finding"))?;
        findings.resize(findings.len().max(number), CheckedFinding::default());
        let finding = &mut findings[number - 1];
        let [name, expression] = [cell(2), cell(3)].map(str::to_owned);
        match cell(1) {
            "value" => {
                let value = cell(4).parse().map_err(|_| wrong("no number"))?;
                let interval = match (cell(5).parse(), cell(6).parse()) {
                    (Ok(low), Ok(high)) => Some(Interval { low, high }),
                    _ => None,
                };
                finding.figures.push(Figure { name, expression, value, interval, unit: cell(7).to_owned() });
            }
            "claim" => {
                let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == cell(8));
                let outcome = outcome.ok_or_else(|| wrong("no outcome"))?;
                let margin = cell(4).parse().ok();
                finding.claims.push(CheckedClaim { name, expression, outcome, margin });
            }
            _ => return Err(wrong("expected a value or a claim")),
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked() -> CheckedFinding {
        let figure = |name: &str, value: f64, half: f64, unit: &str| Figure {
            name: name.to_owned(),
            expression: "x".to_owned(),
            value,
            interval: Some(Interval { low: value - half, high: value + half }),
            unit: unit.to_owned(),
        };
        let claim = |name: &str, outcome| CheckedClaim {
            name: name.to_owned(),
            expression: "a < b".to_owned(),
            outcome,
            margin: (outcome == Outcome::Supported).then_some(1.5),
        };
        CheckedFinding {
            figures: vec![
                figure("drop", -0.014, 0.01, "difference of shares"),
                figure("lead", 2.8, 0.5, "points"),
                figure("share", 0.372, 0.008, "share"),
            ],
            claims: vec![claim("one", Outcome::Supported), claim("two", Outcome::Open)],
        }
    }

    #[test]
    fn finding_text_supports_all_styles() {
        let text = "{share} or {share:ci}, {share:range};\n {lead:+} and {drop} points {unknown}.";
        let filled = checked().fill(text);
        assert_eq!(filled, "37.2 % or 37.2 % (95 % CI 36.4 to 38.0), 36.4 to 38.0 %; +2.80 and −1.4 points {unknown}.");
    }

    #[test]
    fn findings_file_round_trips() {
        let (text, rows) = write(&[CheckedFinding::default(), checked()]);
        assert_eq!(rows, 5);
        assert_eq!(read(&text).unwrap(), [CheckedFinding::default(), checked()]);
        assert_eq!(read("finding\n0\n").unwrap_err(), "line 2: invalid number of a finding");
    }

    #[test]
    fn finding_outcome_is_that_of_weakest_claim() {
        let power = checked().power(1.0).unwrap();
        assert!((power - 0.836).abs() < 0.001, "{power}");
        assert_eq!(checked().outcome(), Some(Outcome::Open));
        assert_eq!(CheckedFinding::default().outcome(), None);
    }
}
