//! `ergo rules`: how to play a game, on one page.

use clap::Args;
use ergo_harness::arena::DynGame;
use ergo_harness::game_registry::GameRegistry;

use super::shared::print;
use super::verb::{Act, Whole};

/// Columns of a line.
const WIDTH: usize = 78;

/// Print how a game is played, on one page
#[derive(Args)]
pub(super) struct RulesArgs {
    /// The game; without it, the games are listed
    pub game: Option<String>,
}

impl Act for RulesArgs {
    const NAME: &'static str = "rules";

    /// Prints how to play.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let Some(name) = &self.game else {
            let line = |game: &dyn DynGame| format!("  {:<14}{}\n", game.name(), game.description().about);
            let games: String = registry.games().map(|game| line(&**game)).collect();
            return print(&format!("Games:\n{games}\nTo print the rules of one: ergo rules GAME\n"));
        };
        let game = registry.game(name)?;
        let (name, about, text) = (game.name(), game.description().about, game.description().rules);
        if text.is_empty() {
            return print(&format!("{about}.\n\nIts options: ergo games. To play it: ergo play {name}.\n"));
        }
        let told: String = text.replace("**", "").lines().map(wrapped).collect();
        print(&format!(
            "{told}\nTo play it: ergo play {name}, or on a page with a drawn example:\nergo play {name} --page.\n"
        ))
    }
}

/// A line in lines of [`WIDTH`] columns, those of an item indented.
fn wrapped(line: &str) -> String {
    let text = line.trim_start_matches('#').trim_start();
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut told, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let long = word.chars().count();
        if width > 0 && width + 1 + long > WIDTH {
            told += &format!("\n{indent}");
            width = indent.len();
        } else if width > 0 {
            told.push(' ');
            width += 1;
        }
        told += word;
        width += long;
    }
    if line.starts_with('#') {
        let under = if line.starts_with("##") { "-" } else { "=" };
        told += &format!("\n{}", under.repeat(text.chars().count()));
    }
    told + "\n"
}
