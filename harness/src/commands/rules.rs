//! `ergo rules`: how a game is played, on one page.

use clap::Args;
use ergo_harness::game_registry::GameRegistry;

use super::shared::print;
use super::verb::{Act, Whole};

/// Print how a game is played, on one page
#[derive(Args)]
pub(super) struct RulesArgs {
    /// The game
    pub game: String,
}

impl Act for RulesArgs {
    const NAME: &'static str = "rules";

    /// Prints how to play.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let game = registry.game(&self.game)?;
        let (name, text) = (game.name(), game.description().rules_in_words());
        if game.description().rules.is_empty() {
            return print(&format!("{text}\nIts options: ergo games. To play it: ergo play {name}.\n"));
        }
        print(&format!(
            "{text}\nTo play it: ergo play {name}, or on a page with a drawn example:\nergo play {name} --page.\n"
        ))
    }
}
