//! The program `ergo` with an additional game, an additional bot for ERGO, and a probe: `cargo run -- run my.toml`.

mod cautious;
mod nim;
mod openings;

use std::process::ExitCode;

use ergo_lab::prelude::*;

fn main() -> ExitCode {
    Lab::standard().game(nim::registration()).agent(cautious::entry()).probe(openings::Openings).main()
}
