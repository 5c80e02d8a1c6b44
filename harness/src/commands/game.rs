//! `ergo game`: the tools of one game.

use anyhow::bail;

use super::shared::say;
use super::{equity, judge, moves};
use crate::cli::{GameArgs, GameTool};
use crate::games::ergo::GAME;
use crate::shelf::Shelf;

/// Does what a tool of a game does.
pub(super) fn game(args: &GameArgs, shelf: &Shelf) -> anyhow::Result<()> {
    let game = shelf.game(&args.game)?;
    let tool = args.tool.name();
    if game.name() != GAME {
        bail!("game {}: it has no {tool}, expected ergo game {GAME} {tool}", game.name());
    }
    run(&args.tool)
}

/// The same by the spelling of before 0.2, which goes in the version after.
pub(super) fn former(tool: &GameTool) -> anyhow::Result<()> {
    let name = tool.name();
    say(&format!("ergo {name}: from 0.2 on this is ergo game {GAME} {name}"));
    run(tool)
}

fn run(tool: &GameTool) -> anyhow::Result<()> {
    match tool {
        GameTool::Judge(args) => judge::judge(args),
        GameTool::Moves(args) => moves::moves(args),
        GameTool::Equity(args) => equity::equity(args),
    }
}
