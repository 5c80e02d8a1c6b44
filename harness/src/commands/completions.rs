//! `ergo completions`: completions for a shell.

use clap::CommandFactory;

use super::shared::print;
use crate::cli::{Cli, CompletionsArgs};

/// Prints them. They are made in memory first, because the generator panics where a reader goes away.
pub(super) fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ergo", &mut text);
    print(&String::from_utf8_lossy(&text))
}
