//! `ergo rules`: the rules of a game on one page.

use clap::Args;
use ergo_harness::arena::DynGame;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::report::pad;

use super::shared::print;
use super::verb::{BuildCommand, RunVerb};

/// Print the rules of a game on one page
#[derive(Args)]
pub(super) struct RulesArgs {
    /// Name of the game; without it, the games are listed
    pub game: Option<String>,
}

impl RunVerb for RulesArgs {
    const NAME: &'static str = "rules";
    const EXAMPLE: &'static str = "ergo rules cogito";

    /// Prints the rules.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let Some(name) = &self.game else {
            let line = |game: &dyn DynGame| format!("  {}{}\n", pad(game.name(), 14), game.description().about);
            let games: String = registry.games().map(|game| line(&**game)).collect();
            return print(&format!("Games:\n{games}\nTo print the rules of one: ergo rules GAME\n"));
        };
        let game = registry.game(name)?;
        let (name, text) = (game.name(), game.description().rules_in_words());
        if game.description().rules.is_empty() {
            return print(&format!("{text}\nTo list its options: ergo games. To play it: ergo play {name}.\n"));
        }
        print(&format!(
            "{text}\nTo play it: ergo play {name}, or on a page with a drawn example:\nergo play {name} --page.\n"
        ))
    }
}
