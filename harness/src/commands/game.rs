//! `ergo game`: tools of a single game.

use anyhow::bail;
use clap::{Args, Subcommand};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::games::ergo::GAME;

use super::shared::say;
use super::verb::{BuildCommand, RunVerb};
use super::{judge, moves};

/// Run a tool of a single game
#[derive(Args)]
pub(super) struct GameArgs {
    /// Name of the game; only ergo has tools
    pub game: String,
    /// Tool to run
    #[command(subcommand)]
    pub tool: GameTool,
}

/// The tools of single games.
#[derive(Subcommand)]
pub(super) enum GameTool {
    /// Judge a proof of ERGO: print the verdict and the points of each variable
    Judge(judge::JudgeArgs),
    /// List all distinct outcomes of a turn of ERGO
    Moves(moves::MovesArgs),
}

impl GameTool {
    /// The name typed on the command line.
    pub(super) fn name(&self) -> &'static str {
        match self {
            GameTool::Judge(_) => "judge",
            GameTool::Moves(_) => "moves",
        }
    }
}

impl RunVerb for GameArgs {
    const NAME: &'static str = "game";
    const EXAMPLE: &'static str =
        "ergo game ergo judge 'A|B / ~B>C / D'\nergo game ergo moves --proof 'A' --hand 'B~&' --count";

    /// Runs the tool named on the command line.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let game = registry.game(&self.game)?;
        let tool = self.tool.name();
        if game.name() != GAME {
            bail!(missing_tool(game.name(), tool));
        }
        run(&self.tool)
    }
}

/// Returns the error of a command line that names a tool of a game without tools. Such a line may not parse, but this error is more
/// helpful. `typed` are the words after the name of the program.
pub(super) fn wrong_game_error(typed: &[String], registry: &GameRegistry) -> Option<String> {
    let [verb, name, tool @ ..] = typed else { return None };
    if verb != "game" || name.starts_with('-') {
        return None;
    }
    match (registry.game(name), tool.first()) {
        (Err(unknown), _) => Some(unknown.to_string()),
        (Ok(game), _) if game.name() == GAME => None,
        (Ok(game), Some(tool)) if GameTool::has_subcommand(tool) => Some(missing_tool(game.name(), tool)),
        (Ok(game), _) => Some(format!("game {}: the game has no tools, see ergo --help for other verbs", game.name())),
    }
}

fn missing_tool(game: &str, tool: &str) -> String {
    format!("game {game}: the game has no tool {tool}, expected ergo game {GAME} {tool}")
}

/// Runs a tool typed as before version 0.2, such as `ergo judge`. Version 0.3 removes this spelling.
pub(super) fn run_former_spelling(tool: &GameTool) -> anyhow::Result<()> {
    let name = tool.name();
    say(&format!("ergo {name}: deprecated since 0.2, use ergo game {GAME} {name}"));
    run(tool)
}

fn run(tool: &GameTool) -> anyhow::Result<()> {
    match tool {
        GameTool::Judge(args) => judge::judge(args),
        GameTool::Moves(args) => moves::moves(args),
    }
}
