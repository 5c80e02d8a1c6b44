//! `ergo rules`: how a game is played, on one page.

use clap::Args;
use ergo_harness::game_registry::GameRegistry;

use super::shared::print;
use super::verb::{BuildCommand, RunVerb};

/// Columns of a line.
const WIDTH: usize = 78;

/// Print how a game is played, on one page
#[derive(Args)]
pub(super) struct RulesArgs {
    /// The game
    pub game: String,
}

impl RunVerb for RulesArgs {
    const NAME: &'static str = "rules";

    /// Prints how to play.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let game = registry.game(&self.game)?;
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
