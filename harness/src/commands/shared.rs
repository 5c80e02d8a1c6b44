//! Helpers of several verbs: reading files, options and agents, and printing.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Once;

use super::flags::RuleArgs;
use anyhow::{anyhow, bail};
use ergo_agents::process;
use ergo_agents::spec::{self, WrittenSettings, split_settings};
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{OptionError, Settings};
use ergo_engine::seat::SeatCount;
use ergo_harness::arena::{self, DynGame};
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::folder::disk::check_growth;
use ergo_harness::folder::regular;
use ergo_harness::invocation;
use ergo_harness::labelled_agent::LabelledAgent;
use ergo_harness::printable::printable;
use ergo_harness::programs::ShutdownGuard;
use ergo_harness::report::count_noun;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

pub(super) use ergo_harness::settings::value_of as option_value;

/// A check that failed: exit status 1 instead of 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct CheckFailed(pub String);

/// The largest file that is read into memory, in bytes.
const LARGEST_FILE: u64 = 16 << 20;

/// The command line of this process, quoted for a shell.
pub(super) fn command() -> String {
    join_words(&arguments())
}

/// The arguments of this process.
pub(super) fn arguments() -> Vec<String> {
    invocation::arguments().iter().map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// Joins `ergo` and arguments to a command for a shell.
fn join_words(arguments: &[String]) -> String {
    let arguments = arguments.iter().map(|text| quoted(text));
    std::iter::once("ergo".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Quotes `text` as one word of a shell command.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:+,@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Splits a command as [`command`] returns it into words.
pub(super) fn split_words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => (quoted, begun) = (!quoted, true),
            '\\' if !quoted => {
                word.extend(letters.next());
                begun = true;
            }
            ' ' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            letter => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// Returns a guard that prints the command to resume with if this process is interrupted.
pub(super) fn resume_hint() -> ShutdownGuard {
    let mut arguments = arguments();
    arguments.retain(|argument| argument != "--fresh" && argument != "--resume");
    arguments.push("--resume".to_owned());
    ShutdownGuard::print(&format!("ergo: interrupted; to continue: {}", join_words(&arguments)))
}

/// Prints the external programs that the experiment in `file` starts. The folder may come from a stranger, so they need `allowed`.
///
/// # Errors
///
/// Returns an error if there are programs and they are not `allowed`.
pub(super) fn confirm_programs(experiment: &Experiment, file: &Path, allowed: bool) -> anyhow::Result<()> {
    static SHOWN: Once = Once::new();
    let programs: BTreeSet<_> = experiment
        .programs()
        .map(|(name, agent)| (name, agent.settings.text("command"), agent.settings.bool("sandbox")))
        .collect();
    if programs.is_empty() {
        return Ok(());
    }
    SHOWN.call_once(|| {
        for (name, command, sandbox) in &programs {
            let sandbox = if *sandbox { ", in a sandbox" } else { "" };
            say(&format!("{}: {name} runs the program {command:?}{sandbox}", file.display()));
        }
    });
    if allowed {
        return Ok(());
    }
    let what = count_noun(programs.len() as u64, "external program");
    bail!("{}: the experiment starts {what}; expected --run-programs to allow it", file.display());
}

/// Reads an experiment file as a document.
pub(super) fn read_document(path: &Path) -> anyhow::Result<Document> {
    let text = read_text(path, "an experiment in TOML")?;
    Ok(Document::parse(&text).map_err(|problems| problems.in_file(path))?)
}

/// Reads a text file of at most [`LARGEST_FILE`] bytes. `what` names the expected content in errors.
pub(super) fn read_text(path: &Path, what: &str) -> anyhow::Result<String> {
    let wrong = |found: String| anyhow!("{}: {found}, expected {what}", path.display());
    let about = std::fs::metadata(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    if !about.is_file() {
        return Err(wrong("not a file".to_owned()));
    }
    if about.len() > LARGEST_FILE {
        return Err(wrong(format!("{} bytes long, more than {LARGEST_FILE}", about.len())));
    }
    let bytes = regular::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        wrong(format!("line {line}: not UTF-8"))
    })
}

/// Configures the rules of ERGO from a command line. Options that are not `effective` are refused.
pub(super) fn ergo_rules(seats: usize, args: &RuleArgs, effective: &[&str]) -> anyhow::Result<Rules> {
    let given = parse_rules(&args.set);
    let rules = Rules::new(SeatCount::new(seats), &given).map_err(|error| anyhow!("--set: {error}"))?;
    if let Some(key) = given.0.keys().find(|key| !effective.contains(&key.as_str())) {
        bail!(
            "--set game.rules.{key}: has no effect here, expected one of game.rules.{}",
            effective.join(", game.rules.")
        );
    }
    Ok(rules)
}

/// Returns the rule options of `--set game.rules.KEY=VALUE`. Recorded commands of earlier versions leave out `game.` or `game.rules.`.
pub(super) fn parse_rules(set: &[(String, String)]) -> Settings {
    let option = |(key, value): &(String, String)| {
        let key = key.strip_prefix("game.").unwrap_or(key);
        (key.strip_prefix("rules.").unwrap_or(key).to_owned(), option_value(value))
    };
    set.iter().map(option).collect()
}

/// Parses `kind` or `kind:key=value,key=value` into the kind and its settings. `flag` names the argument in errors.
pub(super) fn parse_agent<'t>(flag: &str, text: &'t str) -> anyhow::Result<(&'t str, Settings)> {
    let (kind, given) = split_agent(flag, text)?;
    Ok((kind, given.into_iter().map(|(key, value)| (key.to_owned(), option_value(value))).collect()))
}

/// Splits `kind:key=value,key=value` into the kind and unparsed settings. `flag` names the argument in errors.
pub(super) fn split_agent<'t>(flag: &str, text: &'t str) -> anyhow::Result<(&'t str, WrittenSettings<'t>)> {
    split_settings(text).map_err(|wrong| anyhow!("{flag} \"{text}\": {wrong}"))
}

/// Parses a bot that can play under `rules` and whose choices are repeatable: no time limit, no external program.
pub(super) fn parse_bot(
    flag: &str,
    text: &str,
    game: &dyn DynGame,
    rules: &dyn arena::DynRules,
) -> anyhow::Result<LabelledAgent> {
    let (kind, given) = parse_agent(flag, text)?;
    let refused = |error: OptionError| anyhow!("{flag} {text}: {error}");
    let spec = game.checked(kind, &given).map_err(refused)?;
    rules.fits(&spec).map_err(refused)?;
    if spec.kind == process::KIND || spec.unrepeatable().is_some() {
        bail!(
            "{flag} {text}: external programs and time limits are not repeatable, expected another agent of `ergo agents`"
        );
    }
    Ok(LabelledAgent { name: text.to_owned(), spec })
}

/// Parses several such bots, separated by commas.
pub(super) fn parse_bots(
    flag: &str,
    listed: &str,
    game: &dyn DynGame,
    rules: &dyn arena::DynRules,
) -> anyhow::Result<Vec<LabelledAgent>> {
    split_agents(flag, listed)?.iter().map(|text| parse_bot(flag, text, game, rules)).collect()
}

/// Splits a list of agents. `flag` names the argument in errors.
pub(super) fn split_agents(flag: &str, text: &str) -> anyhow::Result<Vec<String>> {
    spec::split_agents(text).map_err(|wrong| anyhow!("{flag} \"{text}\": {wrong}"))
}

/// Applies the values of `--set` to `document` in order.
pub(super) fn apply_settings(document: &mut Document, set: &[(String, String)]) {
    set.iter().for_each(|(key, value)| document.set(key, value));
}

/// Applies the rule options of `--set` to `document`, an experiment that a verb built from its flags.
///
/// # Errors
///
/// Returns an error for keys other than rule options.
pub(super) fn apply_rules(document: &mut Document, set: &[(String, String)]) -> anyhow::Result<()> {
    if let Some((key, _)) = set.iter().find(|(key, _)| !key.starts_with("game.rules.")) {
        let expected = match key.as_str() {
            "seed" => "--seed",
            "game.name" => "--game",
            "game.seats" => "--seats",
            key if key.starts_with("entrant.") => "settings after the kind of an agent, as KIND:KEY=VALUE",
            _ => "a rule option, game.rules.KEY",
        };
        bail!("--set {key}: has no effect here, expected {expected}");
    }
    apply_settings(document, set);
    Ok(())
}

/// Prints data on standard output. A closed pipe is not an error. Prints nothing in unit tests.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    if cfg!(test) {
        return Ok(());
    }
    let (text, mut out) = (printable(text), io::stdout().lock());
    let written = check_growth(&out, text.len()).and_then(|()| out.write_all(text.as_bytes()));
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(anyhow!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// Writes `line` to standard error and ignores failures.
pub(super) fn write_error_line(line: &str) {
    let mut out = io::stderr().lock();
    let _ = check_growth(&out, line.len() + 1).and_then(|()| writeln!(out, "{line}"));
}

/// Prints a message on standard error and ignores failures. Prints nothing in unit tests.
pub(super) fn say(text: &str) {
    if cfg!(test) {
        return;
    }
    write_error_line(&printable(text));
}

/// Adds the keys `speed` and `left` to the template of a progress bar: steps per second, and the time left once it is known.
pub(super) fn with_time_left(style: ProgressStyle) -> ProgressStyle {
    let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.1}/s", state.per_sec());
    };
    let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = match state.pos() {
            0 => write!(out, "time left unknown"),
            _ => write!(out, "{:#} left", HumanDuration(state.eta())),
        };
    };
    style.with_key("speed", speed).with_key("left", left)
}

/// A progress bar of `matches` matches. Hidden unless standard error is a terminal.
pub(super) fn progress_bar(matches: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} matches  {speed}  {left}{msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(matches).with_style(with_time_left(style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_words_inverts_join_words() {
        let arguments = ["run", "a b.toml", "--set", "x='1' \\ 2", "", "--out", "d=e/f"].map(str::to_owned);
        let mut split = split_words(&join_words(&arguments)).into_iter();
        assert_eq!(split.next().as_deref(), Some("ergo"));
        assert_eq!(split.collect::<Vec<_>>(), arguments);
    }
}
