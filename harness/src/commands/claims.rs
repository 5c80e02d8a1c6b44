//! Output of `run`, `report` and `verify` about the outcomes of claims.

use std::path::Path;

use anyhow::anyhow;
use ergo_harness::findings::judged::{JudgedFinding, judge_findings, outcome_lines};
use serde_json::json;

use super::json::{Fields, to_fields};

/// The findings of a results folder with the outcomes of their claims.
pub(super) struct Claims(Vec<JudgedFinding>);

impl Claims {
    /// Reads the findings of the results folder at `path`.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        judge_findings(path).map(Claims).map_err(|what| anyhow!(what))
    }

    /// Returns true if the folder has no findings.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a line for every claim that is not supported, and one with the counts.
    pub(super) fn lines(&self) -> Vec<String> {
        outcome_lines(&self.0)
    }

    /// Returns the fields of a JSON document.
    pub(super) fn fields(&self) -> Fields {
        to_fields(json!({ "findings": self.0 }))
    }
}
