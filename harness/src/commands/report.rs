//! `ergo report`: rewrites the reports of a results folder from its rows.

use std::path::PathBuf;

use super::claims::Claims;
use super::json::{JsonFlag, folder_fields, print_document};
use super::replay_hint::with_replay_hint;
use super::shared::{print, say};
use super::verb::{BuildCommand, RunVerb};
use anyhow::anyhow;
use clap::Args;
use ergo_harness::finished::{Finished, FinishedError};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest::{self, Manifest};
use ergo_harness::results_dir::ResultsDir;

/// Rewrite the reports of a results folder from its CSV rows, without playing
#[derive(Args)]
pub(super) struct ReportArgs {
    /// Results folder of a finished run or comparison
    pub folder: PathBuf,
    /// Accept rows that were changed after the run; the report says so
    #[arg(long)]
    pub rows_changed: bool,
    /// Check the findings in this file (an experiment or a findings.toml) instead of those in the folder
    #[arg(long, value_name = "FILE")]
    pub findings: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
}

impl RunVerb for ReportArgs {
    const NAME: &'static str = "report";
    const EXAMPLE: &'static str = "ergo report results/first-tournament";

    /// Rewrites the reports and prints the answer.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let finished = Finished::open(&self.folder, registry)?;
        let finished = match &self.findings {
            Some(file) => finished.with_findings(file)?,
            None => finished,
        };
        let answer = finished.report(self.rows_changed).map_err(|error| match error {
            FinishedError::Recorded(error) => match ResultsDir::open(&self.folder) {
                Ok(recorded) => with_replay_hint(error, &recorded),
                Err(_) => error.into(),
            },
            error => error.into(),
        })?;
        let claims = Claims::read(&self.folder)?;
        if !self.json.json {
            let lines: String = claims.lines().iter().map(|line| format!("{line}\n")).collect();
            if let Some(file) = self.findings.as_ref().filter(|_| claims.is_empty()) {
                let what =
                    "no [[finding]] in the file (a line that begins with # is a comment): the program wrote the answer";
                say(&format!("{}: {what}", file.display()));
            }
            return print(&format!("{answer}\n{lines}"));
        }
        let manifest = Manifest::read(&self.folder)?;
        let missing = || anyhow!("{}: {} is missing, expected a results folder", self.folder.display(), manifest::NAME);
        let mut fields = folder_fields(&self.folder, &answer, &manifest.ok_or_else(missing)?);
        fields.extend(claims.fields());
        print_document(Self::NAME, None, fields)
    }
}
