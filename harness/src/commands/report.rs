//! `ergo report`: writes the reports of a results folder again from its rows.

use std::path::PathBuf;

use super::json::{JsonFlag, folder_fields, print_document};
use super::shared::print;
use super::verb::{BuildCommand, RunVerb};
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
    pub json: JsonFlag,
}

impl RunVerb for ReportArgs {
    const NAME: &'static str = "report";

    /// Reports on the folder named on the command line, and prints the answer.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let finished = Finished::open(&self.folder, registry)?;
        let finished = match &self.findings {
            Some(file) => finished.with_findings(file)?,
            None => finished,
        };
        let answer = finished.report(self.rows_changed)?;
        if !self.json.json {
            return print(&format!("{answer}\n"));
        }
        let manifest = Manifest::read(&self.folder)?;
        let missing = || anyhow!("{}: no {} there, expected a results folder", self.folder.display(), manifest::NAME);
        print_document(Self::NAME, None, folder_fields(&self.folder, &answer, &manifest.ok_or_else(missing)?))
    }
}
