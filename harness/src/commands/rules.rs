//! `ergo rules`: the rules of a game on one page.

use clap::Args;
use ergo_harness::arena::DynGame;
use ergo_harness::game_registry::GameRegistry;

use super::shared::print;
use super::verb::{BuildCommand, RunVerb};

/// Width of a line in columns.
const WIDTH: usize = 78;

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
            let line = |game: &dyn DynGame| format!("  {:<14}{}\n", game.name(), game.description().about);
            let games: String = registry.games().map(|game| line(&**game)).collect();
            return print(&format!("Games:\n{games}\nTo print the rules of one: ergo rules GAME\n"));
        };
        let game = registry.game(name)?;
        let (name, about, text) = (game.name(), game.description().about, game.description().rules);
        if text.is_empty() {
            return print(&format!("{about}.\n\nTo list its options: ergo games. To play it: ergo play {name}.\n"));
        }
        let page: String = text.replace("**", "").lines().map(wrap).collect();
        print(&format!(
            "{page}\nTo play it: ergo play {name}, or on a page with a drawn example:\nergo play {name} --page.\n"
        ))
    }
}

/// Wraps a line of Markdown to [`WIDTH`] columns and indents the lines of list items.
fn wrap(line: &str) -> String {
    let text = line.trim_start_matches('#').trim_start();
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut wrapped, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let long = word.chars().count();
        if width > 0 && width + 1 + long > WIDTH {
            wrapped += &format!("\n{indent}");
            width = indent.len();
        } else if width > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped += word;
        width += long;
    }
    if line.starts_with('#') {
        let under = if line.starts_with("##") { "-" } else { "=" };
        wrapped += &format!("\n{}", under.repeat(text.chars().count()));
    }
    wrapped + "\n"
}
