//! `ergo game`: the tools of one game.

use anyhow::bail;
use clap::{Args, Subcommand};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::games::ergo::GAME;

use super::shared::say;
use super::verb::{BuildCommand, RunVerb};
use super::{judge, moves};

/// The tools of one game
#[derive(Args)]
pub(super) struct GameArgs {
    /// The game: see `ergo games`
    pub game: String,
    /// Which of its tools
    #[command(subcommand)]
    pub tool: GameTool,
}

/// The tools that a game may have.
#[derive(Subcommand)]
pub(super) enum GameTool {
    /// Say what a proof of ERGO says: a verdict for each variable, and the points
    Judge(judge::JudgeArgs),
    /// List all distinct outcomes of one turn of ERGO
    Moves(moves::MovesArgs),
}

impl GameTool {
    /// As it is typed.
    pub(super) fn name(&self) -> &'static str {
        match self {
            GameTool::Judge(_) => "judge",
            GameTool::Moves(_) => "moves",
        }
    }
}

impl RunVerb for GameArgs {
    const NAME: &'static str = "game";

    /// Does what a tool of a game does.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let game = registry.game(&self.game)?;
        let tool = self.tool.name();
        if game.name() != GAME {
            bail!(missing_tool(game.name(), tool));
        }
        run(&self.tool)
    }
}

/// Why a command line that cannot be read would be none for another reason first: a tool is asked of a game without any. `typed` is
/// what follows the name of the program.
pub(super) fn wrong_game_error(typed: &[String], registry: &GameRegistry) -> Option<String> {
    let [verb, name, tool @ ..] = typed else { return None };
    if verb != "game" || name.starts_with('-') {
        return None;
    }
    match (registry.game(name), tool.first()) {
        (Err(unknown), _) => Some(unknown.to_string()),
        (Ok(game), _) if game.name() == GAME => None,
        (Ok(game), Some(tool)) if GameTool::has_subcommand(tool) => Some(missing_tool(game.name(), tool)),
        (Ok(game), _) => {
            Some(format!("game {}: it has no tools of its own, expected another verb of ergo --help", game.name()))
        }
    }
}

fn missing_tool(game: &str, tool: &str) -> String {
    format!("game {game}: it has no {tool}, expected ergo game {GAME} {tool}")
}

/// The same by the spelling of before 0.2, which goes in the version after.
pub(super) fn run_former_spelling(tool: &GameTool) -> anyhow::Result<()> {
    let name = tool.name();
    say(&format!("ergo {name}: from 0.2 on this is ergo game {GAME} {name}"));
    run(tool)
}

fn run(tool: &GameTool) -> anyhow::Result<()> {
    match tool {
        GameTool::Judge(args) => judge::judge(args),
        GameTool::Moves(args) => moves::moves(args),
    }
}
