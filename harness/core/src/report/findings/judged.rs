//! Findings of a results folder with the outcomes of their claims, for terminals and JSON documents.

use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;

use super::finding::{TEXTS, from_toml};
use super::table::{Outcome, read_folder};
use crate::storage::folder::regular;

/// A finding with the outcomes of its claims.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedFinding {
    /// The text, with figures filled in.
    pub text: String,
    /// The outcome of all claims together; `None` if there are no claims.
    pub outcome: Option<&'static str>,
    /// The claims of the finding.
    pub claims: Vec<JudgedClaim>,
}

/// A claim with its outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedClaim {
    /// The name of the claim in the finding.
    pub name: String,
    /// The comparison that is claimed.
    pub expression: String,
    /// `supported`, `open` or `contradicted`.
    pub outcome: &'static str,
}

/// Reads the findings of the results folder at `path` and computes their outcomes; empty if the folder has no findings.
///
/// # Errors
///
/// Returns an error if a file cannot be read or is invalid.
pub fn judge_findings(path: &Path) -> Result<Vec<JudgedFinding>, String> {
    let file = path.join(TEXTS);
    let wrong = |what: String| format!("{}: {what}", file.display());
    let texts = match regular::read_text(&file) {
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

/// Returns a line for each contradicted claim, then for each open claim, then a line with all counts. Empty if there are no claims.
pub fn outcome_lines(findings: &[JudgedFinding]) -> Vec<String> {
    let claims: Vec<_> = findings
        .iter()
        .zip(1..)
        .flat_map(|(one, number)| one.claims.iter().map(move |claim| (number, claim)))
        .collect();
    let with = |outcome: Outcome| claims.iter().filter(move |(_, claim)| claim.outcome == outcome.name());
    let line = |mark: &str, (number, claim): &(usize, &JudgedClaim)| {
        format!("{mark}: claim {} of finding {number}, {}", claim.name, claim.expression)
    };
    let mut lines: Vec<String> =
        with(Outcome::Contradicted).map(|one| line("CONTRADICTED by these data", one)).collect();
    lines.extend(with(Outcome::Open).map(|one| line("open", one)));
    if !claims.is_empty() {
        let count = |outcome: Outcome| format!("{} {}", with(outcome).count(), outcome.name());
        let counts = [Outcome::Supported, Outcome::Open, Outcome::Contradicted].map(count).join(", ");
        lines.push(format!("claims: {counts}"));
    }
    lines
}
