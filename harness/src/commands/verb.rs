//! Verbs of the command line: their arguments, and the function that runs them.

use anyhow::bail;
use clap::{ArgMatches, Args, Command as Cli};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::job::check_memory_limit;

use super::flags::worker_threads;

/// Builds the parser of the whole command line.
pub(super) type BuildCommand = fn() -> Cli;

/// The parsed arguments of a verb, which can run it.
pub(super) trait RunVerb: Args {
    /// The name typed on the command line.
    const NAME: &'static str;

    /// Example commands for the end of `--help`, one per line.
    const EXAMPLE: &'static str;

    /// Runs the verb with the games of `registry`.
    fn run(&self, registry: &GameRegistry, whole: BuildCommand) -> anyhow::Result<()>;
}

/// An entry of the list of verbs.
pub(super) struct Verb {
    /// The name typed on the command line.
    pub name: &'static str,
    /// Its group on the first help page. `None` if it is not listed there.
    pub group: Option<&'static str>,
    /// Builds its parser.
    pub command: fn() -> Cli,
    /// Parses its arguments and runs it.
    pub run: fn(&ArgMatches, &GameRegistry, BuildCommand) -> anyhow::Result<()>,
}

impl Verb {
    /// A verb of the first help page.
    pub(super) const fn in_group<A: RunVerb>(group: &'static str) -> Self {
        Verb { group: Some(group), ..Verb::ungrouped::<A>() }
    }

    /// A verb that is not on the first help page.
    pub(super) const fn ungrouped<A: RunVerb>() -> Self {
        Verb {
            name: A::NAME,
            group: None,
            command: || A::augment_args(Cli::new(A::NAME)).after_help(example(A::EXAMPLE)),
            run: |matches, registry, whole| A::from_arg_matches(matches)?.run(registry, whole),
        }
    }
}

/// The section of `--help` with example commands, one per line.
pub(super) fn example(commands: &str) -> String {
    format!("Example:\n  {}", commands.replace('\n', "\n  "))
}

/// Refuses a command line that sets a key twice with `--set`, directly or through a table that contains it.
pub(super) fn refuse_repeated_keys(matches: &ArgMatches) -> anyhow::Result<()> {
    if let Ok(Some(set)) = matches.try_get_many::<(String, String)>("set") {
        // A prefix of a rule key may be left out.
        let rule = |key: &'_ str| key.trim_start_matches("game.").trim_start_matches("rules.").to_owned();
        let holds = |one: &str, other: &str| other.strip_prefix(one).is_some_and(|rest| rest.starts_with('.'));
        let keys: Vec<&String> = set.map(|(key, _)| key).collect();
        for (i, key) in keys.iter().enumerate() {
            if keys[..i].iter().any(|other| rule(other) == rule(key) || holds(other, key) || holds(key, other)) {
                bail!("--set {key}: the key is set twice, expected every key once");
            }
        }
    }
    matches.subcommand().map_or(Ok(()), |(_, matches)| refuse_repeated_keys(matches))
}

/// Refuses to start worker threads if the limit on the address space is too low for them.
pub(super) fn check_threads(matches: &ArgMatches) -> anyhow::Result<()> {
    if let Ok(threads) = matches.try_get_one::<u16>("threads") {
        check_memory_limit(worker_threads(threads.copied()), 1)?;
    }
    matches.subcommand().map_or(Ok(()), |(_, matches)| check_threads(matches))
}

/// Parses the words of a recorded command. `None` if it is not a command of this verb.
pub(super) fn parse_command<A: RunVerb>(words: &[String]) -> Option<A> {
    let line = Cli::new("ergo").subcommand((Verb::ungrouped::<A>().command)());
    let matches = line.try_get_matches_from(words).ok()?;
    A::from_arg_matches(matches.subcommand_matches(A::NAME)?).ok()
}
