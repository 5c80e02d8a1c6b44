//! Shared by several verbs: experiments read, options read, words for people and data for programs.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Once;

use super::flags::RuleArgs;
use anyhow::{anyhow, bail};
use ergo_agents::process;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{OptionError, Settings};
use ergo_engine::seat::SeatCount;
use ergo_harness::arena::{self, DynGame};
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::invocation;
use ergo_harness::labelled_agent::LabelledAgent;
use ergo_harness::programs::ShutdownGuard;
use ergo_harness::report::counted;
use indicatif::{ProgressBar, ProgressStyle};

pub(super) use ergo_harness::settings::value_of as option_value;

/// A check that was made and failed: the one kind of error that is not bad input.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct CheckFailed(pub String);

/// The largest file that is read whole.
const LARGEST_FILE: u64 = 16 << 20;

/// The command as it was given.
pub(super) fn command() -> String {
    words(&arguments())
}

pub(super) fn arguments() -> Vec<String> {
    invocation::arguments().iter().map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// A command with these arguments, as it is typed.
fn words(arguments: &[String]) -> String {
    let arguments = arguments.iter().map(|text| quoted(text));
    std::iter::once("ergo".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// `text` as one word of a command.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:+,@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// The words of a command as [`command`] gives it.
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

/// Says, should this process be interrupted in any way, with which command its work goes on.
pub(super) fn going_on() -> ShutdownGuard {
    let mut arguments = arguments();
    arguments.retain(|argument| argument != "--fresh" && argument != "--resume");
    arguments.push("--resume".to_owned());
    ShutdownGuard::say(&format!("ergo: interrupted; to go on: {}", words(&arguments)))
}

/// Shows the programs that an experiment from `file` would start, and refuses to start them unless that is `allowed`: who made
/// the folder may not be who looks at it.
pub(super) fn strangers(experiment: &Experiment, file: &Path, allowed: bool) -> anyhow::Result<()> {
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
            say(&format!("{}: {name} is the program {command:?}{sandbox}", file.display()));
        }
    });
    if allowed {
        return Ok(());
    }
    let what = counted(programs.len() as u64, "program");
    bail!("{}: would start {what} from outside, expected --run-programs if they may run here", file.display());
}

/// Reads an experiment file as a document.
pub(super) fn read_document(path: &Path) -> anyhow::Result<Document> {
    let text = read_text(path, "an experiment in TOML")?;
    Ok(Document::parse(&text).map_err(|problems| problems.in_file(path))?)
}

/// Reads a file that is to hold `what`.
pub(super) fn read_text(path: &Path, what: &str) -> anyhow::Result<String> {
    let wrong = |found: String| anyhow!("{}: {found}, expected {what}", path.display());
    let about = std::fs::metadata(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    if !about.is_file() {
        return Err(wrong("not a file".to_owned()));
    }
    if about.len() > LARGEST_FILE {
        return Err(wrong(format!("{} bytes long", about.len())));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        wrong(format!("line {line}: not UTF-8"))
    })
}

/// The rules of ERGO for `seats` seats with the options of a command line, of which only the `effective` ones have an effect.
pub(super) fn ergo_rules(seats: usize, args: &RuleArgs, effective: &[&str]) -> anyhow::Result<Rules> {
    let given = rule_settings(args)?;
    let rules = Rules::new(SeatCount::new(seats), &given).map_err(|error| anyhow!("--set: {error}"))?;
    if let Some(key) = given.0.keys().find(|key| !effective.contains(&key.as_str())) {
        bail!("--set rules.{key}: has no effect here, expected one of rules.{}", effective.join(", rules."));
    }
    Ok(rules)
}

/// Options of the rules as given on a command line.
pub(super) fn rule_settings(args: &RuleArgs) -> anyhow::Result<Settings> {
    let mut given = Settings::default();
    for (key, value) in &args.set {
        let Some(option) = key.strip_prefix("rules.") else {
            bail!("--set {key}: unknown key, expected rules.<option>, see ergo games");
        };
        given.0.insert(option.to_owned(), option_value(value));
    }
    Ok(given)
}

/// Rules of any game as given on a command line, with or without `game.` and `rules.` before their keys.
pub(super) fn rules_given(set: &[(String, String)]) -> Settings {
    let option = |(key, value): &(String, String)| {
        let key = key.strip_prefix("game.").unwrap_or(key);
        (key.strip_prefix("rules.").unwrap_or(key).to_owned(), option_value(value))
    };
    set.iter().map(option).collect()
}

/// `kind` or `kind:key=value,key=value`, as it is given by `flag`: the kind, and its settings.
pub(super) fn agent_given<'t>(flag: &str, text: &'t str) -> anyhow::Result<(&'t str, Settings)> {
    let (kind, given) = agent_parts(flag, text)?;
    Ok((kind, given.into_iter().map(|(key, value)| (key.to_owned(), option_value(value))).collect()))
}

/// The kind and the settings of an agent, every key once.
pub(super) fn agent_parts<'t>(flag: &str, text: &'t str) -> anyhow::Result<(&'t str, Vec<(&'t str, &'t str)>)> {
    let (kind, settings) = text.split_once(':').unwrap_or((text, ""));
    let mut given: Vec<(&str, &str)> = Vec::new();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let Some((key, value)) = setting.split_once('=') else {
            bail!("{flag} \"{text}\": expected kind or kind:key=value,key=value");
        };
        if key == "kind" || given.iter().any(|(other, _)| *other == key) {
            bail!("{flag} \"{text}\": {key} is set twice, expected every key once");
        }
        given.push((key, value));
    }
    Ok((kind, given))
}

/// A bot of `game` named by `flag` that can play by `rules` and be asked again: none by a clock, no program from outside.
pub(super) fn bot_given(
    flag: &str,
    text: &str,
    game: &dyn DynGame,
    rules: &dyn arena::DynRules,
) -> anyhow::Result<LabelledAgent> {
    let (kind, given) = agent_given(flag, text)?;
    let refused = |error: OptionError| anyhow!("{flag} {text}: {error}");
    let spec = game.checked(kind, &given).map_err(refused)?;
    rules.fits(&spec).map_err(refused)?;
    if spec.kind == process::KIND || spec.unrepeatable().is_some() {
        bail!(
            "{flag} {text}: a program from outside or by a clock, expected one of `ergo agents` that can be asked again"
        );
    }
    Ok(LabelledAgent { name: text.to_owned(), spec })
}

/// Several such bots with commas between them.
pub(super) fn bots_given(
    flag: &str,
    listed: &str,
    game: &dyn DynGame,
    rules: &dyn arena::DynRules,
) -> anyhow::Result<Vec<LabelledAgent>> {
    agents_listed(listed).iter().map(|text| bot_given(flag, text, game, rules)).collect()
}

/// Several agents with commas between them. A comma before a setting goes on with its agent, every other begins a new one.
pub(super) fn agents_listed(text: &str) -> Vec<String> {
    let mut listed: Vec<String> = Vec::new();
    for part in text.split(',') {
        match listed.last_mut().filter(|_| part.contains('=') && !part.contains(':')) {
            Some(agent) => *agent = format!("{agent},{part}"),
            None => listed.push(part.to_owned()),
        }
    }
    listed
}

/// Changes `document` as `--set` says, in order.
pub(super) fn set_all(document: &mut Document, set: &[(String, String)]) {
    set.iter().for_each(|(key, value)| document.set(key, value));
}

/// Changes the rules of `document` as `--set` says. Nothing else can be changed of an experiment that a verb made by its flags.
pub(super) fn set_rules(document: &mut Document, set: &[(String, String)]) -> anyhow::Result<()> {
    if let Some((key, _)) = set.iter().find(|(key, _)| !key.starts_with("game.rules.")) {
        let expected = match key.as_str() {
            "seed" => "--seed",
            "game.name" => "--game",
            "game.seats" => "--seats",
            key if key.starts_with("entrant.") => "the settings of an agent after its kind, as kind:key=value",
            _ => "a rule, game.rules.<option>",
        };
        bail!("--set {key}: has no effect here, expected {expected}");
    }
    set_all(document, set);
    Ok(())
}

/// `text` with nothing in it that steers a terminal: a control character is shown as one that cannot be shown.
fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.contains(steers) { text.replace(steers, "\u{fffd}").into() } else { text.into() }
}

/// Prints data. A reader that has seen enough is no error.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    if cfg!(test) {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    match out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(anyhow!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// Prints a sentence for people; the tests of this crate have no ear for it. If nobody can see it, nothing is lost.
pub(super) fn say(text: &str) {
    if cfg!(test) {
        return;
    }
    let _ = writeln!(io::stderr().lock(), "{}", harmless(text));
}

/// A bar that shows how many of `matches` are played, if standard error is a terminal.
pub(super) fn progress_bar(matches: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} matches  {per_sec}  {eta} left{msg}");
    ProgressBar::new(matches).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_found_again() {
        let arguments = ["run", "a b.toml", "--set", "x='1' \\ 2", "", "--out", "d=e/f"].map(str::to_owned);
        let mut split = split_words(&words(&arguments)).into_iter();
        assert_eq!(split.next().as_deref(), Some("ergo"));
        assert_eq!(split.collect::<Vec<_>>(), arguments);
    }
}
