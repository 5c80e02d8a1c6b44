//! Builds the arms of an experiment from its `[[arm]]` list or its design points, crossed with its sweeps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ergo_engine::options::{Settings, Value, unknown};

use super::document::{Target, target};
use super::file::{Agent, ArmEntry, ExperimentFile, MOST_ARMS};
use super::problem::{Mistake, Repair};
use super::values::Change;
use crate::registry::arena::DynGame;

/// The unchecked rules and agents of one arm.
#[derive(Clone)]
pub(super) struct Variation {
    /// The label of the arm in the rows.
    pub label: String,
    /// The path of the arm or sweep that created it; empty if nothing is varied.
    pub path: String,
    /// The path of each key that it sets: `game.rules.<option>`, `entrant.<place>.agent.<setting>`.
    pub set: BTreeMap<String, String>,
    pub rules: Settings,
    /// The agents by entrant; arms that do not change an agent share it.
    pub agents: Vec<Arc<Agent>>,
}

/// Adds the default values of the options that the game requires when the given options are varied.
pub(super) fn settle(file: &mut ExperimentFile, arms: &[ArmEntry], game: &dyn DynGame) {
    let swept = file.sweep.iter().map(|sweep| &sweep.key);
    let keys = swept.chain(arms.iter().flat_map(|arm| &arm.set).map(|(key, _)| key));
    let varied: Vec<&str> = keys.filter_map(|key| key.strip_prefix("game.rules.")).collect();
    let settled = (game.description().settings_when_varied)(&varied);
    for (key, value) in settled.0.into_iter().filter(|(key, _)| !varied.contains(&key.as_str())) {
        file.game.rules.0.entry(key).or_insert(value);
    }
}

/// Returns every key that an arm or a sweep sets, in the order of the file.
pub(super) fn keys(file: &ExperimentFile, arms: &[ArmEntry]) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let of_arms = arms.iter().flat_map(|arm| &arm.set).map(|(key, _)| key);
    for key in of_arms.chain(file.sweep.iter().map(|sweep| &sweep.key)) {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

/// Returns the parts of labels that must not be read as numbers: `deck=2009` if a sweep sets a word or a boolean, and
/// the names of arms that set no number.
pub(super) fn words(file: &ExperimentFile, arms: &[ArmEntry]) -> Vec<String> {
    let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Real(_));
    let steps = file.sweep.iter().flat_map(|sweep| sweep.values.iter().map(|value| (&sweep.key, value)));
    let steps = steps.filter(|(_, value)| !is_number(value)).map(|(key, value)| step(key, value));
    let are_numbers = arms.iter().flat_map(|arm| &arm.set).any(|(_, value)| is_number(value));
    let names = arms.iter().filter(|_| !are_numbers).map(|arm| arm.name.clone());
    names.chain(steps).collect()
}

/// Returns every arm; the last sweep changes fastest.
pub(super) fn variations(file: &ExperimentFile, of_list: &[ArmEntry]) -> Result<Vec<Variation>, Mistake> {
    let names = file.names();
    let agents = file.entrant.iter().map(|entrant| Arc::new(entrant.agent.clone())).collect();
    let rules = file.game.rules.clone();
    let base = Variation { label: String::new(), path: String::new(), set: BTreeMap::new(), rules, agents };
    let path_of_set = |arm: usize, key: &str| match &file.design {
        Some(design) => design.path_of(key),
        None => format!("arm.{arm}.set.{key}"),
    };
    let of_arm = |(i, arm): (usize, &ArmEntry)| {
        let path = if file.design.is_some() { "design".to_owned() } else { format!("arm.{i}") };
        arm.set
            .iter()
            .try_fold(base.named(&arm.name, &path), |arm, change| arm.with(change, &path_of_set(i, &change.0), &names))
    };
    let mut arms = of_list.iter().enumerate().map(of_arm).collect::<Result<Vec<_>, _>>()?;
    if arms.is_empty() {
        arms.push(base.clone());
    }
    for (i, sweep) in file.sweep.iter().enumerate() {
        if arms.len() * sweep.values.len() > MOST_ARMS {
            let what = format!("makes more than {MOST_ARMS} arms together with the others, expected fewer values");
            return Err(Mistake::new(format!("sweep.{i}.values"), what).stop());
        }
        let mut crossed = Vec::new();
        for arm in &arms {
            for (place, value) in sweep.values.iter().enumerate() {
                let path = format!("sweep.{i}.values.{place}");
                let change = (sweep.key.clone(), value.clone());
                let arm = arm.named(&step(&sweep.key, value), &path);
                crossed.push(arm.with(&change, &path, &names)?);
            }
        }
        arms = crossed;
    }
    if of_list.is_empty() && file.sweep.is_empty() {
        arms[0].label = "base".to_owned();
    }
    let mut labels = BTreeSet::new();
    for arm in &arms {
        if !labels.insert(arm.label.as_str()) {
            let what = format!("two arms are both called \"{}\", expected different names and values", arm.label);
            return Err(Mistake::new(&arm.path, what).cross());
        }
    }
    Ok(arms)
}

impl Variation {
    /// Returns a copy with `label` appended.
    fn named(&self, label: &str, path: &str) -> Self {
        let label = if self.label.is_empty() { label.to_owned() } else { format!("{}; {label}", self.label) };
        Variation { label, path: path.to_owned(), ..self.clone() }
    }

    /// Returns a copy with one setting changed; `path` is the place of the change in the file.
    fn with(mut self, (key, value): &Change, path: &str, names: &[&str]) -> Result<Self, Mistake> {
        let place = match target(key, names) {
            Target::Rule(option) => {
                self.rules.0.insert(option.to_owned(), value.clone());
                key.clone()
            }
            Target::Agent(entrant, setting) => {
                let agent = Arc::make_mut(&mut self.agents[entrant]);
                match (setting, value) {
                    ("kind", Value::Text(kind)) => agent.kind.clone_from(kind),
                    ("kind", other) => {
                        let what = format!("wrong value (got {other}, expected the kind of agent)");
                        return Err(Mistake::new(path, what));
                    }
                    _ => drop(agent.settings.0.insert(setting.to_owned(), value.clone())),
                }
                format!("entrant.{entrant}.agent.{setting}")
            }
            Target::Other => return Err(unknown_key(key, path, names)),
        };
        self.set.insert(place, path.to_owned());
        Ok(self)
    }

    /// Moves a mistake in these rules or agents to the path of the arm or sweep that caused it.
    pub(super) fn blame(&self, mut mistake: Mistake) -> Mistake {
        if let Some(path) = self.set.get(&mistake.path) {
            mistake.path.clone_from(path);
            mistake.repair = match mistake.repair {
                Repair::Put(value) => Repair::Put(value),
                _ if path.starts_with("design") => Repair::Stop,
                _ if path.starts_with("sweep") && mistake.what.starts_with("unknown key") => {
                    mistake.path = key_of_sweep(path);
                    Repair::RemoveTable
                }
                _ => Repair::Remove,
            };
        } else if mistake.is_cross && !self.path.is_empty() {
            mistake.path.clone_from(&self.path);
        }
        mistake
    }
}

/// Returns the path of the key of the sweep whose value is at `path`.
fn key_of_sweep(path: &str) -> String {
    path.split_once(".values.").map_or(path, |(sweep, _)| sweep).to_owned() + ".key"
}

/// Returns the mistake for a key that an arm or a sweep cannot vary.
fn unknown_key(key: &str, path: &str, names: &[&str]) -> Mistake {
    let what = match key.split('.').nth(1).filter(|name| key.starts_with("entrant.") && !names.contains(name)) {
        Some(name) => unknown("entrant", name, names.iter().copied()),
        None => {
            let end = key.splitn(3, '.').nth(2).unwrap_or("<option>");
            let of_agents = names.iter().map(|name| format!("entrant.{name}.agent.{end}"));
            let known: Vec<String> = of_agents.chain([format!("game.rules.{end}")]).collect();
            unknown("key", key, known.iter().map(String::as_str))
        }
    };
    match path.strip_prefix("sweep.") {
        Some(_) => Mistake { repair: Repair::RemoveTable, ..Mistake::new(key_of_sweep(path), what) },
        None => Mistake::new(path, what),
    }
}

/// Returns the label of one sweep value.
fn step(key: &str, value: &Value) -> String {
    format!("{}={}", short(key), plain(value))
}

/// Returns the short form of a key path: `cards.not`, `greedy.depth`.
fn short(key: &str) -> String {
    match key.strip_prefix("game.rules.") {
        Some(option) => option.to_owned(),
        None => key.trim_start_matches("entrant.").replacen(".agent.", ".", 1),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(word) => word.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
        other => other.to_string(),
    }
}
