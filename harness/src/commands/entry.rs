//! What a program does that is called: from the command line to the exit code.

use std::process::ExitCode;

use clap::Parser;

use super::{CheckFailed, execute};
use crate::cli::{Cli, one_line};
use crate::lab::Lab;
use crate::shelf::Shelf;

impl<S: Shelf> Lab<S> {
    /// The command line: does what it asks, prints an error once in one line, and gives the exit code of `ergo`: 0 done, 1 a check
    /// failed, 2 bad input.
    pub fn main(self) -> ExitCode {
        let shelf = match self.shelf() {
            Ok(shelf) => shelf,
            Err(wrong) => return fail(&wrong, 2),
        };
        let cli = match Cli::try_parse() {
            Ok(cli) => cli,
            Err(error) if error.use_stderr() => return fail(&one_line(&error), 2),
            Err(help) => {
                // Help and version; a reader that went away is no error.
                let _ = help.print();
                return ExitCode::SUCCESS;
            }
        };
        match execute(&cli, &shelf) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string(), if error.is::<CheckFailed>() { 1 } else { 2 }),
        }
    }
}

/// Says what went wrong in one line, whatever the message is made of.
fn fail(message: &str, status: u8) -> ExitCode {
    use std::io::Write;
    let words: Vec<&str> = message.split(char::is_whitespace).filter(|word| !word.is_empty()).collect();
    let line: String = words.join(" ").chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(std::io::stderr(), "ergo: {line}");
    ExitCode::from(status)
}
