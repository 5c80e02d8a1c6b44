//! The file format of findings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::expression::{Claim, Expression};
use super::table::Placeholder;
use crate::storage::printable::check_printable;

/// The file of the findings in a results folder. It is separate from `experiment.toml`, so that a finding can be
/// changed after a run.
pub const TEXTS: &str = "findings.toml";

/// The findings of a file; other tables are ignored.
#[derive(Serialize, Deserialize)]
struct File {
    #[serde(default)]
    finding: Vec<Finding>,
}

/// Returns the text of `findings.toml`.
///
/// # Panics
///
/// Panics if the findings cannot be serialised, which cannot happen.
pub fn to_toml(findings: &[Finding]) -> String {
    toml::to_string(&File { finding: findings.to_vec() }).expect("findings are tables of texts")
}

/// Reads the findings of `findings.toml` or of an experiment file.
///
/// # Errors
///
/// Returns the first key that is unknown or wrong, with its line.
pub fn from_toml(text: &str) -> Result<Vec<Finding>, toml::de::Error> {
    toml::from_str::<File>(text).map(|file| file.finding)
}

/// One `[[finding]]` table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The question that it answers, if it differs from that of the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The finding in words, with placeholders such as `{p6}` or `{p6:ci}`.
    pub text: String,
    /// The advice for the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// Values by name.
    #[serde(default)]
    pub values: BTreeMap<String, ValueSource>,
    /// Claims by name, each a comparison of values.
    #[serde(default)]
    pub holds: BTreeMap<String, String>,
}

/// The source of a value: an arithmetic expression of other values, or one estimate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ValueSource {
    /// An expression such as `p8 - p6`.
    Expression(String),
    /// A row of `summary.csv`, or of a file under `plots/`.
    Estimate(Selector),
}

/// Selects one estimate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selector {
    /// The column `measure` of `summary.csv`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// The column `subject`; `all` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The column `table`; may be left out if there is one table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The column `arm`; the first arm by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<String>,
    /// A file under `plots/`, instead of a measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The value's column in that file; `value` by default. Its interval is in the columns `low` and `high`, or those with this name
    /// before them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The unit of that column: `share`, or a noun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The row of that file: columns and their values.
    #[serde(default, rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub filter: BTreeMap<String, toml::Value>,
}

/// A finding with its expressions parsed.
#[derive(Debug)]
pub(crate) struct ParsedFinding<'f> {
    /// Names and selectors of the estimates.
    pub estimates: Vec<(&'f str, &'f Selector)>,
    /// Names and expressions of derived values, over the estimates.
    pub derived: Vec<(&'f str, &'f str, Expression)>,
    /// Names, texts and claims, over the estimates and then the derived values.
    pub claims: Vec<(&'f str, &'f str, Claim)>,
}

impl Finding {
    /// Returns the arms that its values name.
    pub(crate) fn arms(&self) -> impl Iterator<Item = &str> {
        self.values.values().filter_map(|source| match source {
            ValueSource::Estimate(selector) => selector.arm.as_deref(),
            ValueSource::Expression(_) => None,
        })
    }

    /// Parses the expressions and checks the placeholders of the texts.
    ///
    /// # Errors
    ///
    /// Returns all problems, each with the key it is in.
    pub(crate) fn parse(&self) -> Result<ParsedFinding<'_>, Vec<(String, String)>> {
        let mut problems = Vec::new();
        let mut problem = |key: String, what: String| problems.push((key, what));
        let mut estimates = Vec::new();
        for (name, source) in &self.values {
            if let ValueSource::Estimate(selector) = source {
                if let Err(what) = selector.check() {
                    problem(format!("values.{name}"), what);
                }
                estimates.push((name.as_str(), selector));
            }
        }
        let names: Vec<&str> = estimates.iter().map(|(name, _)| *name).collect();
        let mut derived = Vec::new();
        for (name, source) in &self.values {
            if let ValueSource::Expression(text) = source {
                match Expression::parse(text, &names) {
                    Ok(expression) => derived.push((name.as_str(), text.as_str(), expression)),
                    Err(error) => problem(format!("values.{name}"), error.to_string()),
                }
            }
        }
        let all: Vec<&str> = names.iter().copied().chain(derived.iter().map(|(name, ..)| *name)).collect();
        let mut claims = Vec::new();
        for (name, text) in &self.holds {
            match Claim::parse(text, &all) {
                Ok(claim) => claims.push((name.as_str(), text.as_str(), claim)),
                Err(error) => problem(format!("holds.{name}"), error.to_string()),
            }
        }
        for (key, what) in self.unprintable() {
            problem(key.to_owned(), what);
        }
        let texts = [("text", Some(&self.text)), ("advice", self.advice.as_ref())];
        for (key, text) in texts.into_iter().filter_map(|(key, text)| Some((key, text?))) {
            for placeholder in Placeholder::all(text) {
                match placeholder {
                    Ok(placeholder) if self.values.contains_key(placeholder.name) => {}
                    Ok(placeholder) => {
                        problem(
                            key.to_owned(),
                            format!("unknown value {{{}}}, expected one of {}", placeholder.name, all.join(", ")),
                        );
                    }
                    Err(what) => problem(key.to_owned(), what),
                }
            }
        }
        if problems.is_empty() { Ok(ParsedFinding { estimates, derived, claims }) } else { Err(problems) }
    }
}

impl Finding {
    /// Returns the keys whose text has characters that must not be shown, each with a description.
    fn unprintable(&self) -> impl Iterator<Item = (&str, String)> {
        let texts =
            [("question", self.question.as_ref()), ("text", Some(&self.text)), ("advice", self.advice.as_ref())];
        let values = self.values.keys().map(|name| ("values", Some(name)));
        let claims = self.holds.keys().map(|name| ("holds", Some(name)));
        texts
            .into_iter()
            .chain(values)
            .chain(claims)
            .filter_map(|(key, text)| Some((key, check_printable(text?).err()?)))
    }
}

impl Selector {
    fn check(&self) -> Result<(), String> {
        let of_measure = [&self.subject, &self.table, &self.arm].iter().any(|field| field.is_some());
        let of_file = self.column.is_some() || self.unit.is_some() || !self.filter.is_empty();
        match (&self.measure, &self.file) {
            (None, None) => Err("neither measure nor file, expected one of them".to_owned()),
            (Some(_), Some(_)) => Err("both measure and file, expected one of them".to_owned()),
            (Some(_), None) if of_file => {
                Err("column, unit and where belong to a file, expected measure, subject, table, arm".to_owned())
            }
            (None, Some(_)) if of_measure => {
                Err("subject, table and arm belong to a measure, expected file, column, unit, where".to_owned())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_parse_reports_every_problem() {
        let finding: Finding = toml::from_str(
            r#"
            text = "From {p6} to {p9} or {p8:x}."
            [values]
            p6 = { measure = "paradox", column = "x" }
            p8 = { subject = "all" }
            rise = "p8 - p7"
            [holds]
            close = "abs(p8) < "
            "#,
        )
        .unwrap();
        let problems = finding.parse().unwrap_err();
        let keys: Vec<&str> = problems.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["values.p6", "values.p8", "values.rise", "holds.close", "text", "text"]);
    }
}
