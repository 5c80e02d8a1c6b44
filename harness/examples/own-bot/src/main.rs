//! The whole command line of `ergo`, with one bot more: `cargo run --release -- run bot.toml`.

mod bot;

use std::process::ExitCode;

use ergo_lab::prelude::*;

fn main() -> ExitCode {
    Lab::standard().agent(bot::entry()).main()
}
