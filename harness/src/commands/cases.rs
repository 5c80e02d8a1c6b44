//! `ergo cases`: a file of worked cases, worked out.

use std::path::Path;

use anyhow::anyhow;

use super::shared::{CheckFailed, print, read_text};
use crate::cases::work_out;
use crate::cli::CasesArgs;
use crate::shelf::Shelf;

/// Prints what differs, and how much agrees.
pub(super) fn cases(args: &CasesArgs, shelf: &Shelf) -> anyhow::Result<()> {
    let how = shelf.game(&args.game)?.declared().cases;
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
