//! `ergo cases`: checks a file of worked cases.

use clap::Args;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use ergo_harness::cases::check_cases;
use ergo_harness::game_registry::GameRegistry;

use super::shared::{CheckFailed, print, read_text};
use super::verb::{BuildCommand, RunVerb};

/// Check a file of worked cases and list those with another answer
#[derive(Args)]
pub(super) struct CasesArgs {
    /// Name of the game
    pub game: String,
    /// File with one case per line; the header explains the format
    pub file: PathBuf,
}

impl RunVerb for CasesArgs {
    const NAME: &'static str = "cases";
    const EXAMPLE: &'static str = "ergo cases ergo verdicts.txt";

    /// Prints the cases that differ and the number of cases that agree.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let how = registry.game(&self.game)?.description().cases;
        let text = read_text(Path::new(&self.file), "a file of worked cases")?;
        let agreement = check_cases(how, &text).map_err(|error| anyhow!("{}: {error}", self.file.display()))?;
        let (all, wrong) = (agreement.cases, agreement.differences.len());
        let differences: String = agreement.differences.iter().map(|line| format!("{line}\n")).collect();
        print(&format!("{differences}{} of {all} cases agree\n", all - wrong))?;
        if wrong == 0 {
            return Ok(());
        }
        Err(CheckFailed(format!("{}: {wrong} of {all} cases differ, expected none", self.file.display())).into())
    }
}
