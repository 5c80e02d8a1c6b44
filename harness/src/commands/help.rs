//! The whole command line, and its first page of help: the verbs that most people need, in groups.

use clap::{Command as Cli, Subcommand};

use super::VERBS;
use super::game::GameTool;

/// Pointers to everything else.
const MORE: &str = "\
How to play: ergo rules GAME. A bot or a game of your own: ergo new. Tools of one game: ergo game ergo judge | moves. Positions for checkers: ergo position, ergo cases.
How far a bot is from unbeatable: ergo exploit. Shells and man pages: ergo completions. Each verb has more to say: ergo VERB --help.
";
/// The exit status, for programs that call this one.
const EXIT: &str = "\
Exit status: 0 done; 1 a check failed, or a run ended with faults that its experiment forbids; 2 bad input, said in one line.";
/// The purpose of the program.
const ABOUT: &str = "Plays games between programs by the thousand, and writes down what happened";

/// The command line; the tools of ERGO by their former spelling as well.
pub(super) fn command() -> Cli {
    let verbs: Vec<Cli> = VERBS.iter().map(|verb| (verb.command)()).collect();
    let about = |verb: &Cli| verb.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("{ABOUT}\n\nUsage: ergo VERB …\n");
    let mut last = None;
    for (verb, command) in VERBS.iter().zip(&verbs) {
        let Some(group) = verb.group else { continue };
        if last.replace(group) != Some(group) {
            text += &format!("\n{group}:\n");
        }
        text += &format!("  {:<9} {}\n", verb.name, about(command));
    }
    text += &format!("\n{MORE}{EXIT}\n\nOptions:\n  -h, --help     Print help\n  -V, --version  Print version\n");
    let line = Cli::new("ergo").version(env!("CARGO_PKG_VERSION")).about(ABOUT).disable_help_subcommand(true);
    let line = line.subcommand_required(true).arg_required_else_help(true).subcommands(verbs);
    // Its page of the manual ends with that, too; the help has it above.
    GameTool::augment_subcommands(line).after_help(EXIT).override_help(text)
}

/// An error of the command line as one line.
pub(super) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let tip = tip.map_or(String::new(), |tip| format!("; {tip}"));
    format!("{}{tip}, see ergo --help", line.trim_start_matches("error: "))
}
