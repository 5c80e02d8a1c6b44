//! `ergo cases`: a file of worked cases, worked out.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use ergo_engine::options::Configurable;

use super::shared::{CheckFailed, print, read_text};
use crate::cases::{WorkOut, work_out};
use crate::cli::CasesArgs;
use crate::shelf::{GameVisitor, Shelf, Shelved};

struct Cases;

impl GameVisitor for Cases {
    type Out = WorkOut;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> WorkOut {
        shelved.cases
    }
}

/// Prints what differs, and how much agrees.
pub(super) fn cases(args: &CasesArgs, shelf: &impl Shelf) -> anyhow::Result<()> {
    let how = shelf.with_game(&args.game, Cases)?;
    let text = read_text(Path::new(&args.file), "a file of worked cases")?;
    let agreement = work_out(how, &text).map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let (all, wrong) = (agreement.cases, agreement.differences.len());
    let differences: String = agreement.differences.iter().map(|line| format!("{line}\n")).collect();
    print(&format!("{differences}{} of {all} cases agree\n", all - wrong))?;
    if wrong == 0 {
        return Ok(());
    }
    Err(CheckFailed(format!("{}: {wrong} of {all} cases differ, expected none", args.file.display())).into())
}
