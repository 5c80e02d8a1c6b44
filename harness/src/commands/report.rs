//! `ergo report`: writes the reports of a results folder again from its rows.

use super::shared::print;
use crate::cli::ReportArgs;
use crate::finished::Finished;
use crate::shelf::Shelf;

/// Reports on the folder named on the command line, and prints the answer.
pub(super) fn report(args: &ReportArgs, shelf: &Shelf) -> anyhow::Result<()> {
    let answer = Finished::open(&args.folder, shelf)?.report(args.rows_changed)?;
    print(&format!("{answer}\n"))
}
