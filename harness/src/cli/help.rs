//! The first page of help: the verbs that most people need, in groups.

use clap::{Command, CommandFactory};

use super::Cli;

/// The verbs of the first page.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "replay", "games", "agents"]),
    ("Ask", &["run", "compare", "plan", "propose", "tune", "train"]),
    ("Check", &["report", "diff", "verify"]),
    ("Share", &["shard"]),
];

/// What else there is.
const MORE: &str = "\
Tools of one game: ergo game ergo judge | moves | equity. Positions for checkers: ergo position, ergo cases.
How far a bot is from unbeatable: ergo exploit. Shells: ergo completions. Each verb has more to say: ergo VERB --help.
";

/// The command line, its verbs in groups.
pub(crate) fn command() -> Command {
    let command = Cli::command();
    let about = |name: &str| {
        let verb = command.get_subcommands().find(|verb| verb.get_name() == name);
        verb.and_then(Command::get_about).map(ToString::to_string).unwrap_or_default()
    };
    let mut text =
        format!("{}\n\nUsage: ergo VERB …\n", command.get_about().map(ToString::to_string).unwrap_or_default());
    for (group, verbs) in GROUPS {
        text += &format!("\n{group}:\n");
        for verb in verbs {
            text += &format!("  {verb:<9} {}\n", about(verb));
        }
    }
    text += &format!("\n{MORE}\nOptions:\n  -h, --help     Print help\n  -V, --version  Print version\n");
    command.override_help(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_of_the_first_page_is_one_and_there_are_no_more_than_fourteen() {
        let command = Cli::command();
        let all: Vec<&str> = GROUPS.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
        assert!(all.len() <= 14);
        for verb in all {
            assert!(command.get_subcommands().any(|known| known.get_name() == verb), "{verb}");
        }
    }
}
