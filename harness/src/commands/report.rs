//! `ergo report`: writes the reports of a results folder again from its rows.

use std::path::PathBuf;

use super::shared::print;
use super::verb::{Act, Whole};
use crate::finished::Finished;
use crate::shelf::Shelf;
use clap::Args;

/// Write the reports of a results folder again from its rows; plays nothing
#[derive(Args)]
pub(super) struct ReportArgs {
    /// The results folder
    pub folder: PathBuf,
    /// Take rows that were changed after the run, and say so in the report
    #[arg(long)]
    pub rows_changed: bool,
}

impl Act for ReportArgs {
    const NAME: &'static str = "report";

    /// Reports on the folder named on the command line, and prints the answer.
    fn act(&self, shelf: &Shelf, _: Whole) -> anyhow::Result<()> {
        let answer = Finished::open(&self.folder, shelf)?.report(self.rows_changed)?;
        print(&format!("{answer}\n"))
    }
}
