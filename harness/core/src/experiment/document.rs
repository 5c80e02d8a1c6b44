//! An experiment file as a table of keys and values, and how `--set` changes it.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Table;

use super::problem::Problem;
use super::reading::{describe, read};
use super::values::{flatten, text};

/// The most parts of a key path that `--set` follows: more than any known key has.
const MOST_PARTS: usize = 8;

/// How to be quick: the table of an experiment, and where it was so, `true`.
pub(super) const QUICK: &str = "quick";

/// An experiment as written. The settings of rules and agents, however nested in the file, lie flat under dotted keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Document(pub(super) Table, pub(super) Vec<Override>);

/// A key that was set after the file was read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Override {
    /// Where it was set: `--set seed`, `quick.seed`.
    pub at: String,
    /// The key.
    pub key: String,
}

/// The target of a key path.
pub(super) enum Target<'k> {
    /// An option of the rules.
    Rule(&'k str),
    /// A setting of the agent of an entrant, by its place in the file.
    Agent(usize, &'k str),
    /// Anything else.
    Other,
}

/// Follows `key` where the entrants have these names, in the order of the file.
pub(super) fn target<'k>(key: &'k str, entrants: &[&str]) -> Target<'k> {
    if let Some(option) = key.strip_prefix("game.rules.") {
        return Target::Rule(option);
    }
    let setting = |name: &str| key.strip_prefix("entrant.")?.strip_prefix(name)?.strip_prefix(".agent.");
    let found = entrants.iter().enumerate().find_map(|(i, name)| Some((i, setting(name)?)));
    found.map_or(Target::Other, |(i, setting)| Target::Agent(i, setting))
}

impl Document {
    /// Reads TOML. A fault of syntax is one line with its number.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = 1 + text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count();
            Problem::new(format!("line {line}"), format!("{}, expected TOML", error.message()))
        })?;
        Document::of(table)
    }

    /// The experiment that `table` holds.
    pub fn of(mut table: Table) -> Result<Self, Problem> {
        let flatten = |at: &str, settings: &mut toml::Value| flatten(settings).map_err(|what| Problem::new(at, what));
        if let Some(rules) = table.get_mut("game").and_then(|game| game.as_table_mut()?.get_mut("rules")) {
            flatten("game.rules", rules)?;
        }
        if let Some(toml::Value::Array(entrants)) = table.get_mut("entrant") {
            for (i, entrant) in entrants.iter_mut().enumerate() {
                if let Some(agent) = entrant.as_table_mut().and_then(|entrant| entrant.get_mut("agent")) {
                    flatten(&format!("entrant {}, agent", i + 1), agent)?;
                }
            }
        }
        Ok(Document(table, Vec::new()))
    }

    /// The question, which can be told without knowing the game.
    pub fn question(&self) -> Result<String, Problem> {
        #[derive(Deserialize)]
        struct Glance {
            #[serde(deserialize_with = "text")]
            question: String,
        }
        read::<Glance>(&self.0).map(|glance| glance.question)
    }

    /// Every value by its path: `game.rules.cards.not`, `entrant.greedy.agent.kind`. Lists of plain values are one value.
    pub fn leaves(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        self.0.iter().for_each(|(key, value)| leaves(key, value, &mut found));
        found
    }

    /// Sets `key` (`game.rules.cards.not`, `schedule.deals`, `entrant.greedy.agent.kind`) to `value`, read as TOML or else as
    /// a word. Whether the key is known is found out when the document is checked.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        self.put(key, as_typed(value), &format!("--set {key}"))
    }

    /// Whether there is a table `[quick]`.
    pub(super) fn says_how_to_be_quick(&self) -> bool {
        self.0.get(QUICK).is_some_and(toml::Value::is_table)
    }

    /// Sets what the table `[quick]` says, in the place of what the file says, and puts `quick = true` where that stood.
    pub fn quicken(&mut self) -> Result<(), Problem> {
        let expected = "expected a table [quick] with keys such as schedule.deals = 100";
        let Some(mut quick) = self.0.remove(QUICK) else {
            return Err(Problem::new(QUICK, format!("the experiment does not say how, {expected}")));
        };
        flatten(&mut quick).map_err(|what| Problem::new(QUICK, what))?;
        let settings = quick.as_table().filter(|table| !table.is_empty());
        let settings =
            settings.ok_or_else(|| Problem::new(QUICK, format!("{} says nothing, {expected}", describe(&quick))))?;
        for (key, value) in settings {
            self.put(key, value.clone(), &format!("{QUICK}.{key}"))?;
        }
        self.0.insert(QUICK.to_owned(), toml::Value::Boolean(true));
        Ok(())
    }

    /// Sets `key` to `value`, as `at` says.
    fn put(&mut self, key: &str, value: toml::Value, at: &str) -> Result<(), Problem> {
        if key.split('.').next() == Some(QUICK) {
            let what = "has no effect, expected --quick, which applies the table [quick] of the file";
            return Err(Problem::new(at, what));
        }
        self.1.push(Override { at: at.to_owned(), key: key.to_owned() });
        let names: Vec<String> = self.entrants().map(|name| name.unwrap_or_default().to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let path: Vec<&str> = match target(key, &names) {
            Target::Rule(option) => vec!["game", "rules", option],
            Target::Agent(entrant, setting) => {
                let agent = self
                    .agent(entrant)
                    .ok_or_else(|| Problem::new(at, "the entrant has no agent, expected agent = { kind = \"…\" }"))?;
                agent.insert(setting.to_owned(), value);
                return Ok(());
            }
            Target::Other if key.starts_with("entrant.") => {
                let expected = "no such entrant, expected entrant.<name>.agent.<setting> with a name of the file";
                return Err(Problem::new(at, expected));
            }
            Target::Other => key.split('.').collect(),
        };
        if path.len() > MOST_PARTS {
            let what = format!("{} parts, expected a key of at most {MOST_PARTS}", path.len());
            return Err(Problem::new(at, what));
        }
        let (last, parents) = path.split_last().expect("splitting gives at least one part");
        let mut table = &mut self.0;
        for parent in parents {
            let next = table.entry(*parent).or_insert_with(|| toml::Value::Table(Table::new()));
            table = next
                .as_table_mut()
                .ok_or_else(|| Problem::new(at, format!("\"{parent}\" holds no keys, expected a table")))?;
        }
        table.insert((*last).to_owned(), value);
        Ok(())
    }

    /// The names of those who may play; nothing in the place of one without.
    pub fn entrants(&self) -> impl Iterator<Item = Option<&str>> {
        let entrants = self.0.get("entrant").and_then(|list| list.as_array());
        entrants.into_iter().flatten().map(|entrant| entrant.as_table()?.get("name")?.as_str())
    }

    fn agent(&mut self, entrant: usize) -> Option<&mut Table> {
        let entrants = self.0.get_mut("entrant")?.as_array_mut()?;
        entrants.get_mut(entrant)?.as_table_mut()?.get_mut("agent")?.as_table_mut()
    }
}

/// A value as typed on a command line: TOML, or else a word.
pub fn as_typed(text: &str) -> toml::Value {
    let table = toml::from_str::<Table>(&format!("value = {text}")).ok().filter(|table| table.len() == 1);
    table.and_then(|mut table| table.remove("value")).unwrap_or_else(|| text.into())
}

/// Puts what `value`, which stands at `path`, holds into `found`. Tables of a list are called by their name, or their number.
fn leaves(path: &str, value: &toml::Value, found: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| leaves(&format!("{path}.{key}"), value, found))
        }
        toml::Value::Array(list) if list.iter().any(toml::Value::is_table) => {
            for (i, value) in list.iter().enumerate() {
                let name = value.get("name").and_then(toml::Value::as_str);
                let name = name.map_or_else(|| (i + 1).to_string(), str::to_owned);
                leaves(&format!("{path}.{name}"), value, found);
            }
        }
        value => drop(found.insert(path.to_owned(), value.to_string())),
    }
}
