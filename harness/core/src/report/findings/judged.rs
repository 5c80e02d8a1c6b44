//! The outcomes of all claims of a results folder, for terminals and documents.

use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;

use super::finding::{TEXTS, from_toml};
use super::table::{Outcome, read_folder};

/// A finding with the outcomes of its claims.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedFinding {
    /// Its text with figures.
    pub text: String,
    /// The outcome of all claims together; `None` where nothing is claimed.
    pub outcome: Option<&'static str>,
    /// Its claims.
    pub claims: Vec<JudgedClaim>,
}

/// A claim with its outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedClaim {
    /// Its name in the finding.
    pub name: String,
    /// The comparison.
    pub expression: String,
    /// `supported`, `open` or `contradicted`.
    pub outcome: &'static str,
}

/// Reads the findings of the results folder at `path` with their outcomes; none where it has no findings.
///
/// # Errors
///
/// Returns why a file cannot be read.
pub fn judged(path: &Path) -> Result<Vec<JudgedFinding>, String> {
    let file = path.join(TEXTS);
    let wrong = |what: String| format!("{}: {what}", file.display());
    let texts = match std::fs::read_to_string(&file) {
        Ok(text) => from_toml(&text).map_err(|error| wrong(error.to_string()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(wrong(error.to_string())),
    };
    let mut checked = read_folder(path)?.into_iter();
    let judged = texts.into_iter().map(|finding| {
        let checked = checked.next().unwrap_or_default();
        JudgedFinding {
            text: checked.fill(&finding.text),
            outcome: checked.outcome().map(Outcome::name),
            claims: checked
                .claims
                .iter()
                .map(|claim| JudgedClaim {
                    name: claim.name.clone(),
                    expression: claim.expression.clone(),
                    outcome: claim.outcome.name(),
                })
                .collect(),
        }
    });
    Ok(judged.collect())
}

/// Returns lines that say the outcome of every claim: those that are contradicted first, then those that are open, then how many are
/// supported. None where nothing is claimed.
pub fn outcome_lines(findings: &[JudgedFinding]) -> Vec<String> {
    let claims: Vec<_> = findings
        .iter()
        .zip(1..)
        .flat_map(|(one, number)| one.claims.iter().map(move |claim| (number, claim)))
        .collect();
    let of = |outcome: Outcome| claims.iter().filter(move |(_, claim)| claim.outcome == outcome.name());
    let line = |mark: &str, (number, claim): &(usize, &JudgedClaim)| {
        format!("{mark}: claim {} of finding {number}, {}", claim.name, claim.expression)
    };
    let mut lines: Vec<String> = of(Outcome::Contradicted).map(|one| line("CONTRADICTED by these data", one)).collect();
    lines.extend(of(Outcome::Open).map(|one| line("open", one)));
    if !claims.is_empty() {
        let count = |outcome: Outcome| format!("{} {}", of(outcome).count(), outcome.name());
        let counts = [Outcome::Supported, Outcome::Open, Outcome::Contradicted].map(count).join(", ");
        lines.push(format!("claims: {counts}"));
    }
    lines
}
