//! `ergo completions`: completion scripts for shells.

use super::shared::print;
use super::verb::{BuildCommand, RunVerb};
use clap::Args;
use clap_complete::Shell;
use ergo_harness::game_registry::GameRegistry;

/// Print a completion script for a shell
#[derive(Args)]
pub(super) struct CompletionsArgs {
    /// Shell to complete for
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

impl RunVerb for CompletionsArgs {
    const NAME: &'static str = "completions";
    const EXAMPLE: &'static str = "ergo completions bash > ~/.local/share/bash-completion/completions/ergo";

    /// Prints the script. It is built in memory first, because the generator panics on a closed pipe.
    fn run(&self, _: &GameRegistry, whole: BuildCommand) -> anyhow::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut whole(), "ergo", &mut text);
        print(&String::from_utf8_lossy(&text))
    }
}
