//! `ergo completions`: completions for a shell.

use super::shared::print;
use super::verb::{BuildCommand, RunVerb};
use clap::Args;
use clap_complete::Shell;
use ergo_harness::game_registry::GameRegistry;

/// Print completions for a shell
#[derive(Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

impl RunVerb for CompletionsArgs {
    const NAME: &'static str = "completions";

    /// Prints them. They are made in memory first, because the generator panics where a reader goes away.
    fn run(&self, _: &GameRegistry, whole: BuildCommand) -> anyhow::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut whole(), "ergo", &mut text);
        print(&String::from_utf8_lossy(&text))
    }
}
