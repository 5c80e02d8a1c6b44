//! The program `ergo` with an additional game, a bot for it, and a probe: `cargo run -- run tournament.toml`.

mod game;
mod greedy;
mod openings;

use std::process::ExitCode;

use ergo_lab::prelude::*;

fn main() -> ExitCode {
    Lab::standard().game(game::registration()).agent(greedy::entry()).probe(openings::Openings).main()
}
