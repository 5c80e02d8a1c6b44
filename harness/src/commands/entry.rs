//! The entry points of the program: from the command line to the exit code.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use ergo_harness::experiment::Problems;
use ergo_harness::invocation::{self, Invocation};
use ergo_harness::printable::printable;

use super::game::wrong_game_error;
use super::help::{command, usage_error};
use super::shared::{arguments, print};
use super::{CheckFailed, execute};
use crate::lab::Lab;

impl Lab {
    /// Runs the command line of this process and returns the exit code: 0 done, 1 a check failed, 2 invalid input.
    /// Prints one line on standard error for each error.
    pub fn main(self) -> ExitCode {
        #[cfg(unix)]
        if let Some(code) = ergo_harness::programs::run_as_forwarder() {
            return code;
        }
        ExitCode::from(self.run())
    }

    /// Runs `arguments` (without the name of the program) for a host program such as Python, and returns the exit code as
    /// [`Lab::main`] does. `file` is the file of the host that contains this library.
    ///
    /// The arguments are fixed for the whole process: a second call uses those of the first.
    pub fn main_with_arguments(self, file: PathBuf, arguments: Vec<OsString>) -> u8 {
        invocation::register(Invocation { file, arguments });
        self.run()
    }

    /// Runs `words`, as typed after the name of the program. Records name the command of the process, not `words`.
    ///
    /// # Errors
    ///
    /// Returns the message that [`Lab::main`] would print.
    pub fn run_verb(self, words: &[String]) -> Result<(), String> {
        let registry = self.registry()?;
        let typed = std::iter::once("ergo").chain(words.iter().map(String::as_str));
        let matches = command().try_get_matches_from(typed).map_err(|error| usage_error(&error, words))?;
        execute(&matches, &registry, command).map_err(|error| error.to_string())
    }

    /// Returns the parser of the whole command line, for manual pages and completions.
    pub fn command() -> clap::Command {
        command()
    }

    /// Runs the command line of this process.
    fn run(self) -> u8 {
        #[cfg(unix)]
        if self.is_plain() {
            ergo_harness::programs::declare_sole_starter();
        }
        let registry = match self.registry() {
            Ok(registry) => registry,
            Err(wrong) => return print_error(&wrong, 2),
        };
        let typed = help_as_flag(&invocation::arguments());
        let words = std::iter::once("ergo".into()).chain(typed.iter().cloned());
        let matches = match command().try_get_matches_from(words) {
            Ok(matches) => matches,
            Err(error) if error.use_stderr() && !typed.is_empty() => {
                return print_error(
                    &wrong_game_error(&arguments(), &registry).unwrap_or_else(|| usage_error(&error, &arguments())),
                    2,
                );
            }
            Err(help) => {
                // Help or version.
                return print(&help.to_string()).map_or_else(|error| print_error(&error.to_string(), 2), |()| 0);
            }
        };
        match execute(&matches, &registry, command) {
            Ok(()) => 0,
            Err(error) => {
                let status = if error.is::<CheckFailed>() { 1 } else { 2 };
                match error.downcast_ref::<Problems>() {
                    Some(problems) => problems.lines().iter().map(|line| print_error(line, 2)).fold(2, u8::max),
                    None => print_error(&error.to_string(), status),
                }
            }
        }
    }
}

/// Turns `help VERB` into `VERB --help`.
fn help_as_flag(typed: &[OsString]) -> Vec<OsString> {
    match typed {
        [help, verbs @ ..] if help == "help" => verbs.iter().cloned().chain(["--help".into()]).collect(),
        typed => typed.to_vec(),
    }
}

/// Prints an error message and returns `status`. Bad input (status 2) is one line; a failed check may have several.
fn print_error(message: &str, status: u8) -> u8 {
    use std::io::Write;
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split(char::is_whitespace).filter(|word| !word.is_empty()).collect();
        shorten(&printable(&words.join(" ")))
    };
    let lines: Vec<String> = if status == 1 { message.lines().map(of_line).collect() } else { vec![of_line(message)] };
    let _ = writeln!(std::io::stderr(), "ergo: {}", lines.join("\n"));
    status
}

/// Number of characters that are kept of the beginning and the end of a long message.
const KEPT: (usize, usize) = (600, 300);

/// Cuts the middle out of a message that quotes long input.
fn shorten(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let (first, last) = KEPT;
    match letters.len().checked_sub(first + last) {
        None | Some(0) => line.to_owned(),
        Some(left_out) => {
            let text = |letters: &[char]| letters.iter().collect::<String>();
            let (begin, end) = (text(&letters[..first]), text(&letters[letters.len() - last..]));
            format!("{begin} [{left_out} characters left out] {end}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorten_keeps_both_ends_of_long_messages() {
        let long = format!("begin {} end", "ü".repeat(200_000));
        let short = shorten(&long);
        assert!(short.starts_with("begin ü") && short.ends_with("ü end") && short.chars().count() < 1_000, "{short}");
        assert!(short.contains(&format!("[{} characters left out]", 200_010 - 900)), "{short}");
        let fits = "x".repeat(900);
        assert_eq!(shorten(&fits), fits);
    }
}
