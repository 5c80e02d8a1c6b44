//! The arms of an experiment: its `[[arm]]` list crossed with its sweeps.

use std::collections::BTreeSet;
use std::sync::Arc;

use ergo_engine::options::{Settings, Value};

use super::document::{Target, target};
use super::file::Agent;
use super::outline::{MOST_ARMS, Outline};
use super::problem::Problem;
use super::values::Change;
use crate::arena::DynGame;

/// The rules and agents of one arm, as asked for.
#[derive(Clone)]
pub(super) struct Variation {
    /// As written in the rows.
    pub label: String,
    /// Which arm and which step of which sweep made it; empty where nothing is varied.
    pub origin: String,
    pub rules: Settings,
    /// By entrant; shared by all arms that leave them as they are.
    pub agents: Vec<Arc<Agent>>,
}

/// Writes down what the game takes for other options where those that arms and sweeps vary are varied.
pub(super) fn settle(outline: &mut Outline, game: &dyn DynGame) {
    let file = &mut outline.file;
    let swept = file.sweep.iter().map(|sweep| &sweep.key);
    let keys = swept.chain(file.arm.iter().flat_map(|arm| &arm.set).map(|(key, _)| key));
    let varied: Vec<&str> = keys.filter_map(|key| key.strip_prefix("game.rules.")).collect();
    let settled = (game.description().where_varied)(&varied);
    let unsaid: Vec<_> = settled.0.into_iter().filter(|(key, _)| !varied.contains(&key.as_str())).collect();
    for (key, value) in unsaid {
        file.game.rules.0.entry(key).or_insert(value);
    }
}

/// Parts of labels that are no numbers, whatever they look like: `deck=2009`, where a sweep sets a word or yes and no, and the
/// names of arms none of which sets a number.
pub(super) fn words(outline: &Outline) -> Vec<String> {
    let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Real(_));
    let (arms, sweeps) = (&outline.file.arm, &outline.file.sweep);
    let steps = sweeps.iter().flat_map(|sweep| sweep.values.iter().map(|value| (&sweep.key, value)));
    let steps = steps.filter(|(_, value)| !is_number(value)).map(|(key, value)| step(key, value));
    let are_numbers = arms.iter().flat_map(|arm| &arm.set).any(|(_, value)| is_number(value));
    let names = arms.iter().filter(|_| !are_numbers).map(|arm| arm.name.clone());
    names.chain(steps).collect()
}

/// Every arm, the last sweep changing fastest.
pub(super) fn variations(outline: &Outline) -> Result<Vec<Variation>, Problem> {
    let file = &outline.file;
    let names: Vec<&str> = file.entrant.iter().map(|entrant| entrant.name.0.as_str()).collect();
    let agents = file.entrant.iter().map(|entrant| Arc::new(entrant.agent.clone())).collect();
    let base = Variation { label: String::new(), origin: String::new(), rules: file.game.rules.clone(), agents };
    let of_list = file.arm.iter().map(|arm| base.with(&arm.name, format!("arm \"{}\"", arm.name), &arm.set, &names));
    let mut arms = of_list.collect::<Result<Vec<_>, _>>()?;
    if arms.is_empty() {
        arms.push(base);
    }
    for (i, sweep) in file.sweep.iter().enumerate() {
        if arms.len() * sweep.values.len() > MOST_ARMS {
            let what = format!("together with the others makes more than {MOST_ARMS} arms, expected fewer values");
            return Err(Problem::new(format!("sweep {} ({})", i + 1, sweep.key), what));
        }
        let mut crossed = Vec::new();
        for arm in &arms {
            for value in &sweep.values {
                let label = step(&sweep.key, value);
                let origin = format!("sweep {} ({} = {value})", i + 1, sweep.key);
                crossed.push(arm.with(&label, origin, &[(sweep.key.clone(), value.clone())], &names)?);
            }
        }
        arms = crossed;
    }
    if file.arm.is_empty() && file.sweep.is_empty() {
        arms[0].label = "base".to_owned();
    }
    let mut labels = BTreeSet::new();
    for arm in &arms {
        if !labels.insert(arm.label.as_str()) {
            let what = format!("two arms are both called \"{}\", expected different names and values", arm.label);
            return Err(Problem::new(&arm.origin, what));
        }
    }
    Ok(arms)
}

impl Variation {
    fn with(&self, label: &str, origin: String, changes: &[Change], names: &[&str]) -> Result<Self, Problem> {
        let mut arm = self.clone();
        arm.label = if self.label.is_empty() { label.to_owned() } else { format!("{}; {label}", self.label) };
        for (key, value) in changes {
            match target(key, names) {
                Target::Rule(option) => drop(arm.rules.0.insert(option.to_owned(), value.clone())),
                Target::Agent(entrant, "kind") => match value {
                    Value::Text(kind) => Arc::make_mut(&mut arm.agents[entrant]).kind.clone_from(kind),
                    other => return Err(Problem::new(origin, format!("{other} is no kind, expected a word"))),
                },
                Target::Agent(entrant, setting) => {
                    Arc::make_mut(&mut arm.agents[entrant]).settings.0.insert(setting.to_owned(), value.clone());
                }
                Target::Other => {
                    let expected = "expected game.rules.<option>, or entrant.<name>.agent.<setting> with a known name";
                    return Err(Problem::new(origin, format!("unknown key \"{key}\", {expected}")));
                }
            }
        }
        arm.origin = if self.origin.is_empty() { origin } else { format!("{}, {origin}", self.origin) };
        Ok(arm)
    }
}

/// The name of a step of a sweep.
fn step(key: &str, value: &Value) -> String {
    format!("{}={}", short(key), plain(value))
}

/// The telling end of a key path: `cards.not`, `greedy.depth`.
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
