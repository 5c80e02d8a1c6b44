//! `ergo cases`: a file of worked cases, worked out.

use clap::Args;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use ergo_harness::cases::check_cases;
use ergo_harness::game_registry::GameRegistry;

use super::shared::{CheckFailed, print, read_text};
use super::verb::{Act, Whole};

/// Work out a file of worked cases, and say which come out otherwise
#[derive(Args)]
pub(super) struct CasesArgs {
    /// The game
    pub game: String,
    /// The file, one case a line
    pub file: PathBuf,
}

impl Act for CasesArgs {
    const NAME: &'static str = "cases";

    /// Prints what differs, and how much agrees.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
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
