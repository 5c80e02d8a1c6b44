//! The way of a program that is called: from the command line to the exit code.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use ergo_harness::experiment::Problems;
use ergo_harness::invocation::{self, Invocation};

use super::game::refused;
use super::help::{command, one_line};
use super::shared::arguments;
use super::{CheckFailed, execute};
use crate::lab::Lab;

impl Lab {
    /// The command line: does what it asks, prints an error once in one line, and gives the exit code of `ergo`: 0 done, 1 a check
    /// failed, 2 bad input.
    pub fn main(self) -> ExitCode {
        #[cfg(unix)]
        if let Some(code) = ergo_harness::programs::forwarded() {
            return code;
        }
        ExitCode::from(self.done())
    }

    /// The same called from another program, such as Python: the `file` that holds this one, and the `arguments` without a name
    /// before them. Gives the exit code. For the whole process: a second call has the arguments of the first.
    pub fn called(self, file: PathBuf, arguments: Vec<OsString>) -> u8 {
        invocation::by_another(Invocation { file, arguments });
        self.done()
    }

    /// Does what `words` say, as they would be typed after the name of the program; an error is given, not printed. Records that it
    /// writes name the command of the process, not `words`.
    pub fn perform(self, words: &[String]) -> Result<(), String> {
        let registry = self.registry()?;
        let typed = std::iter::once("ergo").chain(words.iter().map(String::as_str));
        let matches = command().try_get_matches_from(typed).map_err(|error| one_line(&error, words))?;
        execute(&matches, &registry, command).map_err(|error| error.to_string())
    }

    /// The whole command line, former spellings as well, for whoever writes pages of it.
    pub fn command() -> clap::Command {
        command()
    }

    fn done(self) -> u8 {
        #[cfg(unix)]
        if self.is_plain() {
            ergo_harness::programs::declare_sole_starter();
        }
        let registry = match self.registry() {
            Ok(registry) => registry,
            Err(wrong) => return fail(&wrong, 2),
        };
        let typed = invocation::arguments();
        let words = std::iter::once("ergo".into()).chain(typed.iter().cloned());
        let matches = match command().try_get_matches_from(words) {
            Ok(matches) => matches,
            Err(error) if error.use_stderr() && !typed.is_empty() => {
                return fail(&refused(&arguments(), &registry).unwrap_or_else(|| one_line(&error, &arguments())), 2);
            }
            Err(help) => {
                // Help and version, or no word at all; a reader that went away is no error.
                use std::io::Write;
                let _ = write!(std::io::stdout(), "{help}");
                return 0;
            }
        };
        match execute(&matches, &registry, command) {
            Ok(()) => 0,
            Err(error) => {
                let status = if error.is::<CheckFailed>() { 1 } else { 2 };
                match error.downcast_ref::<Problems>() {
                    Some(problems) => problems.lines().iter().map(|line| fail(line, 2)).fold(2, u8::max),
                    None => fail(&error.to_string(), status),
                }
            }
        }
    }
}

/// Says what went wrong in one line, whatever the message is made of, and gives the exit code.
fn fail(message: &str, status: u8) -> u8 {
    use std::io::Write;
    let words: Vec<&str> = message.split(char::is_whitespace).filter(|word| !word.is_empty()).collect();
    let line: String = words.join(" ").chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(std::io::stderr(), "ergo: {}", shortened(&line));
    status
}

/// Characters of a message that are kept of its beginning and of its end.
const KEPT: (usize, usize) = (600, 300);

/// A message that quotes no end of something it was given, without the middle of that.
fn shortened(line: &str) -> String {
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
    fn long_messages_keep_their_ends() {
        let long = format!("begin {} end", "ü".repeat(200_000));
        let short = shortened(&long);
        assert!(short.starts_with("begin ü") && short.ends_with("ü end") && short.chars().count() < 1_000, "{short}");
        assert!(short.contains(&format!("[{} characters left out]", 200_010 - 900)), "{short}");
        let fits = "x".repeat(900);
        assert_eq!(shortened(&fits), fits);
    }
}
