//! `ergo report`: writes the reports of a results folder again from its rows.

use std::path::PathBuf;

use super::claims::Claims;
use super::json::{AsJson, ended, of_folder};
use super::shared::print;
use super::verb::{Act, Whole};
use anyhow::anyhow;
use clap::Args;
use ergo_harness::finished::Finished;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest::{self, Manifest};

/// Write the reports of a results folder again from its rows; plays nothing
#[derive(Args)]
pub(super) struct ReportArgs {
    /// The results folder
    pub folder: PathBuf,
    /// Take rows that were changed after the run, and say so in the report
    #[arg(long)]
    pub rows_changed: bool,
    /// Check the findings of this file, an experiment or a findings.toml, in place of those of the folder
    #[arg(long, value_name = "FILE")]
    pub findings: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: AsJson,
}

impl Act for ReportArgs {
    const NAME: &'static str = "report";

    /// Reports on the folder named on the command line, and prints the answer.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let finished = Finished::open(&self.folder, registry)?;
        let finished = match &self.findings {
            Some(file) => finished.with_findings(file)?,
            None => finished,
        };
        let answer = finished.report(self.rows_changed)?;
        let claims = Claims::read(&self.folder)?;
        if !self.json.json {
            let lines: String = claims.lines().iter().map(|line| format!("{line}\n")).collect();
            return print(&format!("{answer}\n{lines}"));
        }
        let manifest = Manifest::read(&self.folder)?;
        let missing = || anyhow!("{}: no {} there, expected a results folder", self.folder.display(), manifest::NAME);
        let mut fields = of_folder(&self.folder, &answer, &manifest.ok_or_else(missing)?);
        fields.extend(claims.fields());
        ended(Self::NAME, None, fields)
    }
}
