//! The outcomes of the claims of a results folder: what `run`, `report` and `verify` say of them.

use std::path::Path;

use anyhow::anyhow;
use ergo_harness::findings::judged::{JudgedFinding, judged, outcome_lines};
use serde_json::json;

use super::json::{Fields, to_fields};

/// The findings of a results folder with the outcomes of their claims.
pub(super) struct Claims(Vec<JudgedFinding>);

impl Claims {
    /// Those of the folder at `path`.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        judged(path).map(Claims).map_err(|what| anyhow!(what))
    }

    /// A line for every claim that is not supported, and one with the counts.
    pub(super) fn lines(&self) -> Vec<String> {
        outcome_lines(&self.0)
    }

    /// The member of a document.
    pub(super) fn fields(&self) -> Fields {
        to_fields(json!({ "findings": self.0 }))
    }
}
