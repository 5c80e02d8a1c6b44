//! A verb as a value: its arguments, and what it does with them.

use anyhow::bail;
use clap::{ArgMatches, Args, Command as Cli};
use ergo_harness::game_registry::GameRegistry;

/// Makes the whole command line.
pub(super) type BuildCommand = fn() -> Cli;

/// Arguments of a verb, which know what to do.
pub(super) trait RunVerb: Args {
    /// As it is typed.
    const NAME: &'static str;

    /// Does it, with the games of `registry`.
    fn run(&self, registry: &GameRegistry, whole: BuildCommand) -> anyhow::Result<()>;
}

/// A verb.
pub(super) struct Verb {
    /// As it is typed.
    pub name: &'static str,
    /// Where it stands on the first page of help, if it does.
    pub group: Option<&'static str>,
    /// The command line it takes.
    pub command: fn() -> Cli,
    /// Does it.
    pub run: fn(&ArgMatches, &GameRegistry, BuildCommand) -> anyhow::Result<()>,
}

impl Verb {
    /// One of the first page.
    pub(super) const fn in_group<A: RunVerb>(group: &'static str) -> Self {
        Verb { group: Some(group), ..Verb::ungrouped::<A>() }
    }

    /// One that few need.
    pub(super) const fn ungrouped<A: RunVerb>() -> Self {
        Verb {
            name: A::NAME,
            group: None,
            command: || A::augment_args(Cli::new(A::NAME)),
            run: |matches, registry, whole| A::from_arg_matches(matches)?.run(registry, whole),
        }
    }
}

/// Refuses a key that `--set` sets twice, by itself or with a table that holds it.
pub(super) fn refuse_repeated_keys(matches: &ArgMatches) -> anyhow::Result<()> {
    if let Ok(Some(set)) = matches.try_get_many::<(String, String)>("set") {
        // The rules of a game may be named without what stands before them.
        let rule = |key: &'_ str| key.trim_start_matches("game.").trim_start_matches("rules.").to_owned();
        let holds = |one: &str, other: &str| other.strip_prefix(one).is_some_and(|rest| rest.starts_with('.'));
        let keys: Vec<&String> = set.map(|(key, _)| key).collect();
        for (i, key) in keys.iter().enumerate() {
            if keys[..i].iter().any(|other| rule(other) == rule(key) || holds(other, key) || holds(key, other)) {
                bail!("--set {key}: set twice, expected every key once");
            }
        }
    }
    matches.subcommand().map_or(Ok(()), |(_, matches)| refuse_repeated_keys(matches))
}

/// The arguments of a command that was typed once, if it was of this verb.
pub(super) fn parse_command<A: RunVerb>(words: &[String]) -> Option<A> {
    let line = Cli::new("ergo").subcommand((Verb::ungrouped::<A>().command)());
    let matches = line.try_get_matches_from(words).ok()?;
    A::from_arg_matches(matches.subcommand_matches(A::NAME)?).ok()
}
