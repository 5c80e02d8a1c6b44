//! The whole command line, and its first page of help: the verbs that most people need, in groups.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command as Cli, Subcommand};
use ergo_engine::options::unknown;

use super::VERBS;
use super::game::GameTool;

/// Pointers to everything else.
const MORE: &str = "\
How to play: ergo rules GAME. A bot or a game of your own: ergo new. Tools of one game: ergo game ergo judge | moves. Positions for checkers: ergo position, ergo cases.
How far a bot is from unbeatable: ergo exploit. Shells and man pages: ergo completions. Each verb has more to say: ergo VERB --help.
";
/// The exit status, for programs that call this one.
const EXIT: &str = "\
Exit status: 0 done; 1 a check failed, or a run ended with faults that its experiment forbids; 2 bad input, one line for each error.";
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

/// An error of the command line, of these words after the name of the program, as one line.
pub(super) fn usage_error(error: &clap::Error, typed: &[String]) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let whole = command();
    let verb = typed.iter().try_fold(&whole, |line, word| line.find_subcommand(word).ok_or(line));
    let verb = verb.unwrap_or_else(|last| last);
    let line = match (error.kind(), text(ContextKind::InvalidArg), text(ContextKind::InvalidValue)) {
        (ErrorKind::InvalidSubcommand, ..) => {
            let verbs: Vec<&str> = verb.get_subcommands().map(Cli::get_name).collect();
            unknown("verb", text(ContextKind::InvalidSubcommand).unwrap_or_default(), verbs.iter().copied())
        }
        (ErrorKind::UnknownArgument, Some(flag), _) if flag.starts_with("--") => {
            let flags: Vec<String> =
                verb.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
            unknown("flag", flag, flags.iter().map(String::as_str))
        }
        (ErrorKind::InvalidValue, Some(flag), Some(value)) => match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(known)) if !known.is_empty() => {
                unknown(&format!("value of {flag}"), value, known.iter().map(String::as_str))
            }
            _ => clap_message(error),
        },
        _ => clap_message(error),
    };
    format!("{line}, see ergo --help")
}

/// What clap says before its usage.
fn clap_message(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
}
