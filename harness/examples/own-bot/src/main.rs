//! The program `ergo` with an additional bot: `cargo run -- run bot.toml`.

mod bot;

use std::process::ExitCode;

use ergo_lab::prelude::*;

fn main() -> ExitCode {
    Lab::standard().agent(bot::entry()).main()
}
