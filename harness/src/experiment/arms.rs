//! The arms of an experiment: its `[[arm]]` list crossed with its sweeps.

use std::collections::BTreeSet;
use std::sync::Arc;

use ergo_engine::options::{Settings, Value};

use super::document::{Target, target};
use super::outline::{Change, MOST_ARMS, Outline};
use super::problem::Problem;
use crate::arena::Handle;

/// The rules and agents of one arm, as asked for.
#[derive(Clone)]
pub(super) struct Variation {
    /// As written in the rows.
    pub label: String,
    /// Which arm and which step of which sweep made it; empty where nothing is varied.
    pub origin: String,
    pub rules: Settings,
    /// Kind and settings by entrant; shared by all arms that leave them as they are.
    pub agents: Vec<Arc<(String, Settings)>>,
}

/// Writes down what the game takes for other options where those that arms and sweeps vary are varied.
pub(super) fn settle(outline: &mut Outline, game: &dyn Handle) {
    let sweeps = outline.sweeps.iter().flat_map(|sweep| &sweep.changes);
    let changes = sweeps.chain(outline.arms.iter().flat_map(|arm| &arm.changes));
    let varied: Vec<&str> = changes.filter_map(|change| change.key.strip_prefix("game.rules.")).collect();
    let settled = game.where_varied(&varied);
    let unsaid: Vec<_> = settled.0.into_iter().filter(|(key, _)| !varied.contains(&key.as_str())).collect();
    for (key, value) in unsaid {
        outline.rules.0.entry(key).or_insert(value);
    }
}

/// Parts of labels that are no numbers, whatever they look like: `deck=2009`, where a sweep sets a word or yes and no, and the
/// names of arms none of which sets a number.
pub(super) fn words(outline: &Outline) -> Vec<String> {
    let is_number = |change: &Change| matches!(change.value, Value::Int(_) | Value::Real(_));
    let steps = outline.sweeps.iter().flat_map(|sweep| sweep.changes.iter().map(|change| (&sweep.key, change)));
    let steps = steps.filter(|(_, change)| !is_number(change)).map(|(key, change)| step(key, &change.value));
    let arms = if outline.arms.iter().flat_map(|arm| &arm.changes).any(is_number) { &[][..] } else { &outline.arms };
    arms.iter().map(|arm| arm.name.clone()).chain(steps).collect()
}

/// Every arm, the last sweep changing fastest.
pub(super) fn variations(outline: &Outline) -> Result<Vec<Variation>, Problem> {
    let names: Vec<&str> = outline.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let mut arms = vec![base(outline)];
    if !outline.arms.is_empty() {
        let base = &arms[0];
        arms = outline
            .arms
            .iter()
            .map(|arm| base.with(&arm.name, format!("arm \"{}\"", arm.name), &arm.changes, &names))
            .collect::<Result<_, _>>()?;
    }
    for (i, sweep) in outline.sweeps.iter().enumerate() {
        if arms.len() * sweep.changes.len() > MOST_ARMS {
            let what = format!("together with the others makes more than {MOST_ARMS} arms, expected fewer values");
            return Err(Problem::new(format!("sweep {} ({})", i + 1, sweep.key), what));
        }
        let mut crossed = Vec::new();
        for arm in &arms {
            for change in &sweep.changes {
                let label = step(&sweep.key, &change.value);
                let origin = format!("sweep {} ({} = {})", i + 1, sweep.key, change.value);
                crossed.push(arm.with(&label, origin, std::slice::from_ref(change), &names)?);
            }
        }
        arms = crossed;
    }
    if outline.arms.is_empty() && outline.sweeps.is_empty() {
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

fn base(outline: &Outline) -> Variation {
    Variation {
        label: String::new(),
        origin: String::new(),
        rules: outline.rules.clone(),
        agents: outline
            .entrants
            .iter()
            .map(|entrant| Arc::new((entrant.kind.clone(), entrant.settings.clone())))
            .collect(),
    }
}

impl Variation {
    fn with(&self, label: &str, origin: String, changes: &[Change], names: &[&str]) -> Result<Self, Problem> {
        let mut arm = self.clone();
        arm.label = if self.label.is_empty() { label.to_owned() } else { format!("{}; {label}", self.label) };
        for change in changes {
            match target(&change.key, names) {
                Target::Rule(option) => {
                    arm.rules.0.insert(option.to_owned(), change.value.clone());
                }
                Target::Agent(entrant, "kind") => match &change.value {
                    Value::Text(kind) => Arc::make_mut(&mut arm.agents[entrant]).0 = kind.clone(),
                    other => return Err(Problem::new(origin, format!("{other} is no kind, expected a word"))),
                },
                Target::Agent(entrant, setting) => {
                    Arc::make_mut(&mut arm.agents[entrant]).1.0.insert(setting.to_owned(), change.value.clone());
                }
                Target::Other => {
                    let expected = "expected game.rules.<option>, or entrant.<name>.agent.<setting> with a known name";
                    return Err(Problem::new(origin, format!("unknown key \"{}\", {expected}", change.key)));
                }
            }
        }
        arm.origin = if self.origin.is_empty() { origin } else { format!("{}, {origin}", self.origin) };
        Ok(arm)
    }
}

/// What a step of a sweep is called.
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
