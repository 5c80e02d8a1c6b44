//! An experiment file as a table of keys with their lines, and the changes that `--set` and `[quick]` make to it.

use std::collections::BTreeMap;

use ergo_engine::options::unknown;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::problem::{Mistake, Problem, Problems, Repair, below};
use super::values::{Change, flatten, toml_value};

/// The largest number of parts in a key path that `--set` accepts; no known key has more.
const MOST_PARTS: usize = 8;
/// The table that `--quick` applies; `true` once it has been applied.
pub(super) const QUICK: &str = "quick";

/// A proposed arm: its name, and each key that it sets with the value.
pub type ProposedArm = (String, Vec<Change>);

/// An experiment as written. Settings of rules and agents are flat, under dotted keys, however they are nested in the
/// file.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The root table.
    pub(super) table: Value,
    /// The line of every path.
    lines: BTreeMap<String, usize>,
    /// Keys that were set after the file was read: the flag or table that set each, and its path.
    pub(super) overrides: Vec<(String, String)>,
    /// Overrides that cannot be applied.
    problems: Vec<Problem>,
}

/// The target of a key path.
pub(super) enum Target<'k> {
    /// A rule option.
    Rule(&'k str),
    /// A setting of an agent, with the position of the entrant in the file.
    Agent(usize, &'k str),
    /// Any other key.
    Other,
}

/// Resolves `key`; `entrants` are the entrant names in the order of the file.
pub(super) fn target<'k>(key: &'k str, entrants: &[&str]) -> Target<'k> {
    if let Some(option) = key.strip_prefix("game.rules.") {
        return Target::Rule(option);
    }
    let setting = |name: &str| key.strip_prefix("entrant.")?.strip_prefix(name)?.strip_prefix(".agent.");
    let found = entrants.iter().enumerate().find_map(|(i, name)| Some((i, setting(name)?)));
    found.map_or(Target::Other, |(i, setting)| Target::Agent(i, setting))
}

impl Document {
    /// Parses TOML.
    ///
    /// # Errors
    ///
    /// Returns every syntax error with its line.
    pub fn parse(text: &str) -> Result<Self, Problems> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: usize| 1 + ends.partition_point(|end| *end < at);
        let (spanned, errors) = DeTable::parse_recoverable(text);
        let table = toml::from_str::<Table>(text);
        let error = |error: &toml::de::Error| Problem {
            line: Some(line(error.span().map_or(0, |span| span.start))),
            key: String::new(),
            what: format!("not TOML: {}", error.message().replace('\n', ", ")),
        };
        let table = match table {
            Err(one) if errors.is_empty() => return Err(Problems::new(vec![error(&one)])),
            Err(_) => {
                // A consequential error is usually on the same line as its cause.
                let mut problems: Vec<Problem> = errors.iter().map(error).collect();
                problems.dedup_by_key(|problem| problem.line);
                return Err(Problems::new(problems));
            }
            Ok(table) => table,
        };
        let mut lines = BTreeMap::new();
        lines_of("", spanned.get_ref(), &line, &mut lines);
        Document::new(table, lines)
    }

    /// Creates a document from a TOML table.
    ///
    /// # Errors
    ///
    /// Returns an error if a setting is set twice, once nested and once with a dotted key.
    pub fn from_table(table: Table) -> Result<Self, Problems> {
        Document::new(table, BTreeMap::new())
    }

    fn new(table: Table, lines: BTreeMap<String, usize>) -> Result<Self, Problems> {
        let mut document = Document { table: Value::Table(table), lines, overrides: Vec::new(), problems: Vec::new() };
        match document.flatten() {
            twice if twice.is_empty() => Ok(document),
            twice => Err(Problems::new(twice.iter().map(|mistake| document.located(mistake)).collect())),
        }
    }

    /// Flattens the settings of rules, agents and arms; returns those that are set twice.
    fn flatten(&mut self) -> Vec<Mistake> {
        let mut paths = vec!["game.rules".to_owned()];
        for (list, key) in [("entrant", "agent"), ("arm", "set")] {
            let items = self.table.get(list).and_then(Value::as_array).map_or(0, Vec::len);
            paths.extend((0..items).map(|item| format!("{list}.{item}.{key}")));
        }
        let mut twice = Vec::new();
        for path in paths {
            let settings = self.holder(&parts(&path), false);
            if let Some(Err(key)) = settings.map(flatten) {
                twice.push(Mistake::new(below(&path, key), "set twice, expected once"));
            }
        }
        twice
    }

    /// Creates a document with the given entrants (name and agent) at the given tables, one deal per table.
    ///
    /// # Errors
    ///
    /// Returns an error if the seed is too large for a file.
    pub fn for_tables(
        question: &str,
        seed: u64,
        game: &str,
        entrants: Vec<(String, Table)>,
        tables: Vec<Vec<String>>,
    ) -> Result<Self, Problems> {
        let most = i64::MAX;
        let large = || Problem { line: None, key: "seed".to_owned(), what: format!("{seed}, expected at most {most}") };
        let seed = i64::try_from(seed).map_err(|_| Problems::new(vec![large()]))?;
        let entrant = |(name, agent): (String, Table)| table_of([("name", name.into()), ("agent", agent.into())]);
        let entrants: Vec<Table> = entrants.into_iter().map(entrant).collect();
        Document::from_table(table_of([
            ("question", question.into()),
            ("seed", seed.into()),
            ("game", table_of([("name", game.into())]).into()),
            ("entrant", entrants.into()),
            ("schedule", table_of([("tables", tables.into()), ("deals", 1_i64.into())]).into()),
        ]))
    }

    /// Replaces the design by `arms`, preceded by a base arm named `base` that changes nothing, and sets question, seed
    /// and deals. Everything else stays, including tables and targets.
    ///
    /// # Panics
    ///
    /// Panics if the document has no `[schedule]` table.
    pub fn set_arms(&mut self, question: &str, seed: u64, deals: u32, base: &str, arms: &[ProposedArm]) {
        self.remove("design");
        self.remove(QUICK);
        let arm = |name: &str, set: &[Change]| {
            let set: Table = set.iter().map(|(key, value)| (key.clone(), toml_value(value))).collect();
            table_of([("name", name.into()), ("set", set.into())])
        };
        let arms = std::iter::once(arm(base, &[])).chain(arms.iter().map(|(name, set)| arm(name, set)));
        let arms = arms.collect::<Vec<_>>().into();
        let (question, seed, deals) = (question.into(), (seed as i64).into(), i64::from(deals).into());
        for (path, value) in [("question", question), ("seed", seed), ("schedule.deals", deals), ("arm", arms)] {
            self.insert(path, value).expect("an experiment that was read holds these tables");
        }
    }

    /// Returns the question, if there is one.
    pub fn question(&self) -> Option<&str> {
        self.table.get("question")?.as_str()
    }

    /// Returns every value by its path: `game.rules.cards.not`, `entrant.greedy.agent.kind`. A list of plain values is
    /// one value.
    pub fn flat_values(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        leaves("", &self.table, &mut found);
        found
    }

    /// Sets `key` (`game.rules.cards.not`, `schedule.deals`, `entrant.greedy.agent.kind`) to `value`, which is parsed
    /// as TOML or else taken as a word. An unknown key is reported when the experiment is read.
    pub fn set(&mut self, key: &str, value: &str) {
        self.put(key, parse_value(value), format!("--set {key}"));
    }

    /// Returns true if there is a `[quick]` table.
    pub(super) fn has_quick_table(&self) -> bool {
        self.table.get(QUICK).is_some_and(Value::is_table)
    }

    /// Applies the `[quick]` table and replaces it by `quick = true`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no `[quick]` table, or an empty one.
    pub fn apply_quick(&mut self) -> Result<(), Problems> {
        let mut quick = self.table.get(QUICK).cloned().unwrap_or(Value::Boolean(false));
        let twice = flatten(&mut quick).err();
        let Some(settings) = quick.as_table().filter(|table| !table.is_empty() && twice.is_none()) else {
            let what = match twice {
                Some(key) => format!("\"{key}\" is set twice, expected once"),
                None => "expected a table [quick] with keys such as schedule.deals = 100".to_owned(),
            };
            return Err(Problems::new(vec![self.located(&Mistake::new(QUICK, what))]));
        };
        for (key, value) in settings {
            self.put(key, value.clone(), format!("{QUICK}.{key}"));
        }
        self.insert(QUICK, Value::Boolean(true)).map_err(|_| unreachable!("the root is a table"))
    }

    /// Sets `key` to `value`; `at` is the flag or table that sets it.
    fn put(&mut self, key: &str, value: Value, at: String) {
        let names: Vec<String> = self.entrants().map(|name| name.unwrap_or_default().to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let path = match target(key, &names) {
            Target::Agent(entrant, setting) => Ok(format!("entrant.{entrant}.agent.{setting}")),
            Target::Other if key.starts_with("entrant.") => Err(match key.split('.').nth(1) {
                Some(name) if !names.contains(&name) => unknown("entrant", name, names.iter().copied()),
                _ => "has no effect, expected entrant.<name>.agent.<setting>".to_owned(),
            }),
            _ if key.split('.').next() == Some(QUICK) => {
                Err("has no effect, expected --quick, which applies the table [quick] of the file".to_owned())
            }
            _ if parts(key).len() > MOST_PARTS => {
                Err(format!("{} parts, expected a key of at most {MOST_PARTS}", parts(key).len()))
            }
            _ => Ok(key.to_owned()),
        };
        match path.and_then(|path| self.insert(&path, value).map(|()| path)) {
            Ok(path) => {
                let twice = self.flatten();
                self.problems.extend(twice.iter().map(|mistake| self.located(mistake)).collect::<Vec<_>>());
                self.overrides.push((at, path));
            }
            Err(what) => {
                let line = self.lines.get(&at).copied();
                self.problems.push(Problem { line, key: at, what });
            }
        }
    }

    /// Sets `path` to `value` and creates missing tables.
    fn insert(&mut self, path: &str, value: Value) -> Result<(), String> {
        let (last, parents) = split(path);
        match self.holder(&parents, true) {
            Some(Value::Table(table)) => {
                table.insert(last.to_owned(), value);
                Ok(())
            }
            _ => Err(format!("\"{}\" holds no keys, expected a table", parents.last().copied().unwrap_or_default())),
        }
    }

    /// Returns the table or list at a path. Creates missing tables if `make` is true.
    fn holder(&mut self, parts: &[&str], make: bool) -> Option<&mut Value> {
        let mut value = &mut self.table;
        for part in parts {
            value = match value {
                Value::Table(table) => {
                    if make && !table.contains_key(*part) {
                        table.insert((*part).to_owned(), Value::Table(Table::new()));
                    }
                    table.get_mut(*part)?
                }
                Value::Array(list) => list.get_mut(part.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Returns the name of each entrant, or `None` for an entrant without a name.
    pub fn entrants(&self) -> impl Iterator<Item = Option<&str>> {
        let entrants = self.table.get("entrant").and_then(|list| list.as_array());
        entrants.into_iter().flatten().map(|entrant| entrant.as_table()?.get("name")?.as_str())
    }

    /// Returns the document without its overrides.
    pub(super) fn without_overrides(&self) -> Self {
        Document { overrides: Vec::new(), problems: Vec::new(), ..self.clone() }
    }

    /// Returns true if values were changed after the text was read.
    pub(super) fn has_overrides(&self) -> bool {
        !self.overrides.is_empty()
    }

    /// Returns the overrides that could not be applied.
    pub(super) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Converts a mistake to a problem with its line and with its key in the form that `--set` uses.
    pub(super) fn located(&self, mistake: &Mistake) -> Problem {
        let Mistake { path, what, .. } = mistake;
        let is_at = |set: &str| path == set || path.strip_prefix(set).is_some_and(|rest| rest.starts_with('.'));
        let line = |path: &str| {
            let mut path = Some(path);
            while let Some(here) = path {
                if let Some(line) = self.lines.get(here) {
                    return Some(*line);
                }
                path = here.rsplit_once('.').map(|(above, _)| above);
            }
            self.lines.values().min().copied()
        };
        if let Some((at, _)) = self.overrides.iter().rev().find(|(_, set)| is_at(set)) {
            let line = if at.starts_with(QUICK) { line(at) } else { None };
            return Problem { line, key: at.clone(), what: what.clone() };
        }
        let (mut key, mut value) = (String::new(), Some(&self.table));
        for part in parts(path) {
            let item = value.and_then(Value::as_array).and_then(|list| list.get(part.parse::<usize>().ok()?));
            let name = |item: &Value| {
                item.get("name").and_then(Value::as_str).filter(|name| is_plain(name)).map(str::to_owned)
            };
            let number = || part.parse::<usize>().map_or(part.to_owned(), |number| (number + 1).to_string());
            key = match value {
                Some(Value::Array(_)) => below(&key, item.and_then(name).unwrap_or_else(number)),
                _ => below(&key, part),
            };
            value = item.or_else(|| value?.get(part));
        }
        Problem { line: line(path), key, what: what.clone() }
    }

    /// Repairs the document so that checking can continue with the next mistake; returns false if it cannot.
    pub(super) fn repair(&mut self, mistake: &Mistake) -> bool {
        let (last, parents) = split(&mistake.path);
        match &mistake.repair {
            Repair::Stop => false,
            Repair::RemoveTable => self.remove(&parents.join(".")),
            Repair::Remove => self.remove(&mistake.path),
            Repair::Put(value) => match self.holder(&parents, true) {
                Some(Value::Table(table)) => table.insert(last.to_owned(), value.clone()).as_ref() != Some(value),
                Some(Value::Array(list)) => {
                    let item = last.parse::<usize>().ok().and_then(|item| list.get_mut(item));
                    item.is_some_and(|item| std::mem::replace(item, value.clone()) != *value)
                }
                _ => false,
            },
            Repair::Rename(name) => {
                let Some(Value::Table(table)) = self.holder(&parents, false) else { return false };
                let Some(value) = table.remove(last) else { return false };
                table.entry(name.as_str()).or_insert(value);
                let new = below(&parents.join("."), name);
                let line = self.lines.get(&mistake.path).copied();
                self.lines.extend(line.map(|line| (new.clone(), line)));
                self.overrides
                    .iter_mut()
                    .filter(|(_, set)| *set == mistake.path)
                    .for_each(|(_, set)| set.clone_from(&new));
                true
            }
        }
    }

    fn remove(&mut self, path: &str) -> bool {
        let (last, parents) = split(path);
        match self.holder(&parents, false) {
            Some(Value::Table(table)) => table.remove(last).is_some(),
            Some(Value::Array(list)) => {
                let Some(item) = last.parse::<usize>().ok().filter(|item| *item < list.len()) else { return false };
                list.remove(item);
                // The following items move up by one.
                let list = parents.join(".");
                let moved = self.lines.split_off(&list);
                for (path, line) in moved {
                    let rest = path.strip_prefix(&list).and_then(|rest| rest.strip_prefix('.'));
                    let (number, inner) =
                        rest.map_or(("", ""), |rest| rest.split_at(rest.find('.').unwrap_or(rest.len())));
                    let path = match number.parse::<usize>() {
                        Ok(number) if number == item => continue,
                        Ok(number) if number > item => format!("{list}.{}{inner}", number - 1),
                        _ => path,
                    };
                    self.lines.insert(path, line);
                }
                true
            }
            _ => false,
        }
    }
}

/// Returns true if a name can be printed in a message.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= 40 && !name.chars().any(char::is_control)
}

fn table_of<const N: usize>(entries: [(&str, Value); N]) -> Table {
    entries.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

/// Splits a path into keys and positions. A setting of rules or agents is one key, including its dots.
fn parts(path: &str) -> Vec<&str> {
    let most = match path.split('.').next() {
        Some("game") => 3,
        Some("targets" | "output") => 2,
        Some("entrant" | "arm") => 4,
        _ => usize::MAX,
    };
    path.splitn(most, '.').collect()
}

/// Splits a path into its last part and the parts above it.
fn split(path: &str) -> (&str, Vec<&str>) {
    let mut parts = parts(path);
    (parts.pop().unwrap_or_default(), parts)
}

/// Records the line of everything in the table or list at `path`.
fn lines_of(path: &str, table: &DeTable<'_>, line: &impl Fn(usize) -> usize, lines: &mut BTreeMap<String, usize>) {
    for (key, value) in table {
        let path = below(path, key.get_ref());
        lines.insert(path.clone(), line(key.span().start));
        lines_of_value(&path, value.get_ref(), line, lines);
    }
}

fn lines_of_value(
    path: &str,
    value: &DeValue<'_>,
    line: &impl Fn(usize) -> usize,
    lines: &mut BTreeMap<String, usize>,
) {
    match value {
        DeValue::Table(table) => lines_of(path, table, line, lines),
        DeValue::Array(list) => {
            for (i, item) in list.iter().enumerate() {
                let path = below(path, i);
                lines.insert(path.clone(), line(item.span().start));
                lines_of_value(&path, item.get_ref(), line, lines);
            }
        }
        _ => {}
    }
}

/// Parses a value from a command line: TOML, or else a word.
pub fn parse_value(text: &str) -> Value {
    let table = toml::from_str::<Table>(&format!("value = {text}")).ok().filter(|table| table.len() == 1);
    table.and_then(|mut table| table.remove("value")).unwrap_or_else(|| text.into())
}

/// Collects the values in `value`, which is at `path`. Tables in a list are identified by name or number.
fn leaves(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Table(table) => table.iter().for_each(|(key, value)| leaves(&below(path, key), value, found)),
        Value::Array(list) if list.iter().any(Value::is_table) => {
            for (i, value) in list.iter().enumerate() {
                let name = value.get("name").and_then(Value::as_str);
                let name = name.map_or_else(|| (i + 1).to_string(), str::to_owned);
                leaves(&below(path, name), value, found);
            }
        }
        value => drop(found.insert(path.to_owned(), value.to_string())),
    }
}
