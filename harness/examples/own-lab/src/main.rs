//! `cargo run -- run my.toml`: the games of the house, a game of one's own, a bot of one's own for ERGO, and a probe.

mod cautious;
mod nim;
mod openings;

use std::process::ExitCode;

use ergo_lab::prelude::*;

fn main() -> ExitCode {
    Lab::standard().game(nim::registration()).agent(cautious::entry()).probe(openings::Openings).main()
}
