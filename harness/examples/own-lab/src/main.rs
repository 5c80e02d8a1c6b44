//! `cargo run -- run my.toml`: the games of the house, a game of one's own, and a bot of one's own for ERGO.

mod cautious;
mod nim;

use std::process::ExitCode;

use ergo_lab::Lab;

fn main() -> ExitCode {
    Lab::standard().game(nim::shelved()).agent(cautious::entry()).main()
}
