//! The parser of the whole command line, the first help page, and the texts of usage errors.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command as Cli, Subcommand};
use ergo_engine::options::unknown;

use super::VERBS;
use super::game::GameTool;

/// The verbs that are in no group of the first help page.
const MORE: &str = "\
More verbs:
  rules, new, exploit, game, position, cases, completions

Run \"ergo help VERB\" for the options of a verb and an example. Run \"ergo rules GAME\" to learn a game.
";
/// The exit statuses, for calling programs.
const EXIT: &str = "\
Exit status: 0 done; 1 a check failed, or a fault stopped a run; 2 invalid input (one line for each error).";
/// The purpose of the program.
const ABOUT: &str = "Run self-play experiments and tournaments for board games";

/// Builds the parser of the whole command line, with the tools of ERGO also under their spelling before 0.2.
pub(super) fn command() -> Cli {
    let verbs: Vec<Cli> = VERBS.iter().map(|verb| (verb.command)()).collect();
    let about = |verb: &Cli| verb.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("{ABOUT}\n\nUsage: ergo VERB [ARGUMENTS]\n");
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
    // The manual page shows `after_help`; the help page has the same text above.
    GameTool::augment_subcommands(line).after_help(EXIT).override_help(text)
}

/// Describes a usage error in one line. `typed` are the words after the name of the program.
pub(super) fn usage_error(error: &clap::Error, typed: &[String]) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let whole = command();
    let (mut verb, mut name) = (&whole, "ergo".to_owned());
    for word in typed {
        let Some(next) = verb.find_subcommand(word) else { break };
        (verb, name) = (next, format!("{name} {word}"));
    }
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
    format!("{line}, see {name} --help")
}

/// The message of clap without its usage text.
fn clap_message(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
}
