//! `ergo new experiment`: writes a commented experiment for one of six questions, from `harness/examples/new-experiment/`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use ergo_engine::options::{OptionSpec, Range, Value, unknown};
use ergo_harness::arena::DynGame;
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::folder::disk;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::job::default_threads;
use ergo_harness::measure::{Measures, Unit};
use ergo_harness::report::align_columns;

use super::compare::agent_table;
use super::shared::{print, quoted, say, split_agents};
use crate::cost::Cost;

/// Create an experiment for one of six questions; without --question, list the questions
#[derive(Args)]
#[command(
    after_help = "Example:\n  ergo new experiment\n  ergo new experiment mine.toml --question best --bots td,greedy,random\n  \
    ergo new experiment mine.toml --question rule --game cogito --option diagram"
)]
pub(super) struct ExperimentArgs {
    /// Experiment file to create, such as mine.toml; it must not exist
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Question: best, better, cards, rule, seats or length
    #[arg(long, value_name = "QUESTION", requires = "file")]
    pub question: Option<String>,
    /// Name of the game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Bots separated by commas, each KIND or KIND:KEY=VALUE: two or more for best, A and B for better, else one [default: bots
    /// of the game]
    #[arg(long, value_name = "AGENTS", requires = "question")]
    pub bots: Option<String>,
    /// Rule option that differs, such as cards.and or starter; only for cards and rule [default: an option of the game]
    #[arg(long, value_name = "KEY", requires = "question")]
    pub option: Option<String>,
}

/// A question with its template.
struct Question {
    name: &'static str,
    about: &'static str,
    template: &'static str,
}

/// The six questions.
const QUESTIONS: [Question; 6] = [
    Question {
        name: "best",
        about: "Which of several bots is best? (a tournament)",
        template: include_str!("../../examples/new-experiment/best.toml"),
    },
    Question {
        name: "better",
        about: "Is bot B better than bot A?",
        template: include_str!("../../examples/new-experiment/better.toml"),
    },
    Question {
        name: "cards",
        about: "What does the number of copies of a card do?",
        template: include_str!("../../examples/new-experiment/cards.toml"),
    },
    Question {
        name: "rule",
        about: "What does a rule do?",
        template: include_str!("../../examples/new-experiment/rule.toml"),
    },
    Question {
        name: "seats",
        about: "Which seat wins most often?",
        template: include_str!("../../examples/new-experiment/seats.toml"),
    },
    Question {
        name: "length",
        about: "How long is a match, and how tense?",
        template: include_str!("../../examples/new-experiment/length.toml"),
    },
];

/// Default bots, the first of these that a game has: strong and fast ones first.
const BOTS: [&str; 7] = ["td", "greedy", "planner", "candidates", "mcts", "flat", "random"];
/// Default options that differ, the first of these that a game has: cards, then rules.
const OPTIONS: [&str; 6] = ["cards.not", "copies.i", "diagram", "stalemate", "kinds", "starter"];
/// Beginnings of the options that are numbers of copies.
const COPIES: [&str; 2] = ["cards.", "copies."];
/// Option for random moves at the start, without which equal bots would play the same match again and again.
const OPENING: &str = "opening_plies";

impl ExperimentArgs {
    /// Writes the experiment and prints the commands to try first, or lists the questions.
    pub(super) fn run(&self, registry: &GameRegistry) -> anyhow::Result<()> {
        let names = QUESTIONS.iter().map(|one| one.name);
        let Some(file) = &self.file else {
            let rows: Vec<Vec<String>> =
                QUESTIONS.iter().map(|one| vec![one.name.to_owned(), one.about.to_owned()]).collect();
            let usage = "ergo new experiment FILE.toml --question QUESTION [--game GAME] [--bots A,B]";
            return print(&format!("{}\n{usage}\n", align_columns(&rows)));
        };
        let Some(name) = &self.question else {
            let names = names.collect::<Vec<_>>().join(", ");
            bail!("--question: missing, expected one of {names}; `ergo new experiment` explains them");
        };
        let question = QUESTIONS
            .iter()
            .find(|one| one.name == name)
            .ok_or_else(|| anyhow!("--question: {}", unknown("question", name, names)))?;
        if file.symlink_metadata().is_ok() {
            bail!("{}: already exists, expected a new file", file.display());
        }
        let game = registry.game(&self.game).map_err(|error| anyhow!("--game: {error}"))?;
        let text = Draft { args: self, game: &*game, question, file }.text()?;
        let document = Document::parse(&text).map_err(|problems| problems.in_file(file))?;
        let experiment =
            Experiment::read_with_registry(&document, registry).map_err(|problems| problems.in_file(file))?;
        disk::write_whole(file, |out| out.add(text.as_bytes()))
            .map_err(|error| anyhow!("{}: cannot be written: {error}", file.display()))?;
        let cost = Cost::estimate(&experiment, default_threads(), false)?;
        let name = quoted(&file.to_string_lossy());
        say(&format!("{}: {}\n{}\nergo run {name}", file.display(), experiment.question, cost.summary()));
        Ok(())
    }
}

/// An experiment that is being written.
struct Draft<'a> {
    args: &'a ExperimentArgs,
    game: &'a dyn DynGame,
    question: &'a Question,
    file: &'a Path,
}

impl Draft<'_> {
    /// Returns the template with all its parts filled in.
    fn text(&self) -> anyhow::Result<String> {
        let (name, (least, most)) = (self.question.name, self.game.seats());
        if most < 2 {
            bail!("--game {}: a game for one player, expected one for two or more", self.game.name());
        }
        let varies = matches!(name, "cards" | "rule");
        if self.args.option.is_some() && !varies {
            bail!("--option: has no effect here, expected --question cards or rule");
        }
        let least = least.max(2);
        let bots = self.bots(least)?;
        let entrant = |(name, agent): &(String, toml::Table)| {
            let mut keys: Vec<&String> = agent.keys().collect();
            keys.sort_by_key(|key| *key != "kind");
            let settings: Vec<String> = keys.iter().map(|key| format!("{key} = {}", agent[*key])).collect();
            format!("[[entrant]]\nname = \"{name}\"\nagent = {{ {} }}\n\n", settings.join(", "))
        };
        let names: Vec<&str> = bots.iter().map(|(name, _)| name.as_str()).collect();
        let largest = if varies { 3 } else { 4 };
        let tables = (least..=most.min(largest.max(least))).map(|seats| list(&vec![names[0]; seats]));
        let table = if name == "best" { &names[..least] } else { &vec![names[0]; least][..] };
        // B sits first, so that the report is about B.
        let (a, b) = if name == "better" { (names[0], names[1]) } else { (names[0], *names.last().unwrap_or(&"")) };
        let has_opening = self.game.options().iter().any(|option| option.key == OPENING);
        let opening = format!("rules.{OPENING} = 6         # random moves first, so that matches differ\n");
        let out = Path::new("results").join(self.file.file_stem().unwrap_or_default());
        // Paths stand in comments.
        let path = |path: &Path| quoted(&path.to_string_lossy()).replace(char::is_control, "?");
        let mut parts = vec![
            ("FILE", path(self.file)),
            ("OUT", path(&out)),
            ("GAME", self.game.name().to_owned()),
            ("RULES", if has_opening { opening } else { String::new() }),
            ("ENTRANTS", bots.iter().map(entrant).collect()),
            ("POOL", list(&names)),
            ("SEATS", least.to_string()),
            ("TABLES", format!("[{}]", tables.collect::<Vec<_>>().join(", "))),
            ("TABLE", table.join(" v ")),
            ("A", a.to_owned()),
            ("B", b.to_owned()),
        ];
        match name {
            "cards" | "rule" => parts.extend(self.change()?),
            "length" => parts.extend(self.measures(&["rounds_per_match", "turns_per_round", "comeback"])),
            _ => {}
        }
        Ok(fill(self.question.template, &parts))
    }

    /// Returns the names and tables of the bots.
    fn bots(&self, seats: usize) -> anyhow::Result<Vec<(String, toml::Table)>> {
        let name = self.question.name;
        let texts: Vec<String> = match &self.args.bots {
            Some(listed) => split_agents("--bots", listed)?,
            None => {
                let kinds = self.game.kinds();
                let known = BOTS.iter().filter(|bot| kinds.iter().any(|kind| kind.name == **bot));
                let mut found: Vec<String> = known.map(|bot| (*bot).to_owned()).collect();
                match name {
                    // The two strongest and the weakest.
                    "best" if found.len() > 3 => drop(found.drain(2..found.len() - 1)),
                    "best" => {}
                    "better" => {
                        found.truncate(2);
                        found.reverse();
                    }
                    _ => found.truncate(1),
                }
                found
            }
        };
        let (fits, expected) = match name {
            "best" => (texts.len() >= seats.max(2), format!("{} or more", seats.max(2))),
            "better" => (texts.len() == 2, "two, A and B".to_owned()),
            _ => (texts.len() == 1, "one".to_owned()),
        };
        if !fits {
            bail!("--bots: got {} bots, expected {expected} for --question {name}", texts.len());
        }
        texts.iter().map(|text| Ok((entrant_name(text), agent_table("--bots", text)?))).collect()
    }

    /// Returns the parts of a template that varies one option of the rules.
    fn change(&self) -> anyhow::Result<Vec<(&'static str, String)>> {
        let options = self.game.options();
        let is_card = |option: &&OptionSpec| COPIES.iter().any(|start| option.key.starts_with(start));
        let is_cards = self.question.name == "cards";
        let fits = |option: &&OptionSpec| is_card(option) == is_cards && !values(option).is_empty();
        let known = || options.iter().filter(fits);
        let found = match &self.args.option {
            Some(key) => {
                let key = key.trim_start_matches("game.").trim_start_matches("rules.");
                let found = known().find(|option| option.key == key);
                found
                    .ok_or_else(|| anyhow!("--option: {}", unknown("option", key, known().map(|option| option.key))))?
            }
            None => {
                let usual = OPTIONS.iter().find_map(|key| known().find(|option| option.key == *key));
                let what = if is_cards { "no numbers of cards" } else { "no rule options" };
                usual
                    .or_else(|| known().next())
                    .ok_or_else(|| anyhow!("--game {}: the game has {what}, expected another game", self.game.name()))?
            }
        };
        let values = values(found);
        let words: Vec<String> = values.iter().map(plain).collect();
        let arm = |value: &String| format!("{}={value}", found.key);
        let card = found.key.split_once('.').map_or(found.key, |(_, card)| card);
        let mut parts = vec![
            ("KEY", found.key.to_owned()),
            ("CARD", card.to_owned()),
            ("MEANING", found.meaning.to_owned()),
            ("VALUES", format!("[{}]", values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "))),
            ("BASE", words[0].clone()),
            ("OTHER", words[1].clone()),
            ("BASE_ARM", arm(&words[0])),
            ("OTHER_ARM", arm(&words[1])),
        ];
        parts.extend(self.measures(&[if is_cards { "paradox" } else { "seat 1 win_share" }, "turns_per_round"]));
        Ok(parts)
    }

    /// Returns the parts about those of the measures `names` that the game has. The finding is about the first.
    fn measures(&self, names: &[&str]) -> Vec<(&'static str, String)> {
        let all: Measures = self.game.measures();
        let keys: Vec<_> = names.iter().filter_map(|name| Some((*name, all.parse(name)?))).collect();
        let unit = |unit: &Unit| match unit {
            Unit::Share => "a share from 0 to 1".to_owned(),
            Unit::Amount(unit) => unit.clone(),
        };
        let about =
            keys.iter().map(|(name, key)| format!("{name}: {} ({})", key.measure.said, unit(&key.measure.unit)));
        let Some((_, first)) = keys.first() else { return Vec::new() };
        let is_all = &*first.subject == "all";
        let subject = if is_all { String::new() } else { format!(" subject = \"{}\",", first.subject) };
        let of = if is_all { String::new() } else { format!(" of {}", first.subject) };
        vec![
            ("ABOUT_MEASURES", about.collect::<Vec<_>>().join("\n# ")),
            ("MEASURES", list(&keys.iter().map(|(name, _)| *name).collect::<Vec<_>>())),
            ("MEASURE", first.measure.name.clone()),
            ("SUBJECT", subject),
            ("SAID", format!("the measure '{}'{of}", first.measure.said)),
            ("UNIT", unit(&first.measure.unit)),
            ("SMALL", if first.measure.unit == Unit::Share { "10%" } else { "1" }.to_owned()),
        ]
    }
}

/// Returns values of an option, the default first: all words, or a number with one smaller and one larger. Empty for other options.
fn values(option: &OptionSpec) -> Vec<Value> {
    let others = match (option.range, &option.default) {
        (Range::Bool, Value::Bool(default)) => vec![Value::Bool(!default)],
        (Range::OneOf(words), _) => words.iter().map(|word| Value::Text((*word).to_owned())).collect(),
        (Range::Int(least, most), Value::Int(default)) => {
            let step = (default / 4).max(1);
            // No copy at all is often no valid game.
            let range = least.max(1)..=most;
            [default - step, default + step].into_iter().filter(|value| range.contains(value)).map(Value::Int).collect()
        }
        _ => return Vec::new(),
    };
    let others = others.into_iter().filter(|value| *value != option.default);
    std::iter::once(option.default.clone()).chain(others).collect()
}

/// Formats a value as in the name of an arm.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Returns a valid entrant name for a bot on the command line.
fn entrant_name(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.+@".contains(c);
    text.chars().map(|c| if fits(c) { c } else { '-' }).take(40).collect()
}

/// Formats a list of texts as in TOML.
fn list(texts: &[&str]) -> String {
    format!("[{}]", texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", "))
}

/// Replaces each `@NAME@` of a template by its part.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    parts.iter().fold(template.to_owned(), |text, (name, part)| text.replace(&format!("@{name}@"), part))
}
