//! The `ergo` program: parse, run, print the error once, exit code.

use std::process::ExitCode;

use clap::Parser;
use ergo_harness::cli::{Cli, one_line};
use ergo_harness::commands::{CheckFailed, execute};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return fail(&one_line(&error), 2),
        Err(help) => {
            // Help and version; a reader that went away is no error.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match execute(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string(), if error.is::<CheckFailed>() { 1 } else { 2 }),
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
