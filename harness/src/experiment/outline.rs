//! The shape of an experiment, checked without knowing its game: which keys there are and what kind of value each holds.

use std::sync::Arc;

use ergo_engine::options::{Settings, Value};

use super::document::{Document, FORMULA, QUICK, flatten, is_formula, setting};
use super::expand;
use super::form::Form;
use super::names::Names;
use super::options::{FaultRule, Rotations};
use super::own::OwnMeasure;
use super::problem::Problem;
use super::section::Section;
use super::space::Space;
use super::targets::{self, TargetOutline};
use crate::probe::{Probe, Watched};

/// The most deals of one table.
pub(super) const MOST_DEALS: i64 = 10_000_000;
/// The most arms of one experiment.
pub(super) const MOST_ARMS: usize = 1_000;
/// The most entrants of one experiment.
const MOST_ENTRIES: usize = 1_000;
/// The most measures that an answer speaks of.
const MOST_ASKED: usize = 3;

/// One key set to one value.
#[derive(Clone)]
pub(super) struct Change {
    pub key: String,
    pub value: Value,
}

/// Everything an experiment file says.
pub(super) struct Outline {
    pub question: String,
    pub asked: Vec<String>,
    pub own: Vec<OwnMeasure>,
    pub seed: u64,
    pub game: String,
    pub seats: Option<i64>,
    pub rules: Settings,
    pub entrants: Vec<EntrantOutline>,
    pub form: Form,
    /// The tables that follow from the form; none if it is played in stages.
    pub tables: Vec<Vec<usize>>,
    pub deals: u32,
    pub rotations: Rotations,
    pub faults: FaultRule,
    pub sweeps: Vec<SweepOutline>,
    pub arms: Vec<ArmOutline>,
    /// What the arms are points of, if they are.
    pub space: Option<Space>,
    pub targets: Vec<TargetOutline>,
    /// All probes, with what is asked of each.
    pub watched: Vec<Watched>,
    /// Whether it was made smaller as its file says.
    pub quick: bool,
}

/// One `[[entrant]]`.
pub(super) struct EntrantOutline {
    pub name: String,
    /// Which bots it is a sample of, for a report by tiers.
    pub tier: Option<String>,
    pub kind: String,
    pub settings: Settings,
}

/// One `[[sweep]]`.
pub(super) struct SweepOutline {
    pub key: String,
    pub changes: Vec<Change>,
}

/// One `[[arm]]`.
pub(super) struct ArmOutline {
    pub name: String,
    pub changes: Vec<Change>,
}

impl Outline {
    /// The sizes of all tables, in their order; the one size if they come about in stages.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let staged = self.form.stage_seats().into_iter();
        staged.chain(self.tables.iter().map(Vec::len)).collect()
    }

    /// Checks the shape of `document`.
    pub(super) fn read(document: &Document, probes: &[Arc<dyn Probe>]) -> Result<Self, Problem> {
        let root = Section::root(&document.0);
        const KEYS: [&str; 13] = [
            "question", "measure", "measures", "seed", "game", "entrant", "schedule", "sweep", "arm", "design",
            "targets", "output", QUICK,
        ];
        root.only(&KEYS)?;
        let question = root.text("question", "the question to be answered, a text")?.to_owned();
        let asked = read_measure(&root)?;
        let own = root.sections("measures")?.iter().map(OwnMeasure::read).collect::<Result<_, _>>()?;
        let seed = root.whole("seed", 0..=i64::MAX)? as u64;

        let game = Section::of("game".to_owned(), root.required("game", "[game] name = \"…\"")?)?;
        game.only(&["name", "seats", "rules"])?;
        let name = game.text("name", "the name of a game")?.to_owned();
        let seats = game.get("seats").map(|_| game.whole("seats", 1..=i64::MAX)).transpose()?;
        let rules = match game.get("rules") {
            None => Settings::default(),
            Some(rules) => settings(&Section::of("game.rules".to_owned(), rules)?, &[])?,
        };

        let entrants = read_entrants(&root)?;
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let schedule = root.required("schedule", "[schedule] tables = [[…]], deals = …")?;
        let schedule = Section::of("schedule".to_owned(), schedule)?;
        let form = Form::read(&schedule, &Names(&names), seats)?;
        let tables = expand::tables(&form, seed)?;
        let deals = schedule.whole("deals", 1..=MOST_DEALS)? as u32;
        let rotations = schedule.one_of("rotations", &Rotations::WORDS)?;
        let faults = schedule.one_of("faults", &FaultRule::WORDS)?;

        let sweeps = root.sections("sweep")?;
        let sweeps = sweeps.iter().enumerate().map(|(i, sweep)| read_sweep(i + 1, sweep)).collect::<Result<_, _>>()?;
        let arms = root.sections("arm")?;
        if arms.len() > MOST_ARMS {
            let what = format!("{} of them, expected at most {MOST_ARMS} [[arm]] tables", arms.len());
            return Err(Problem::new("arm", what));
        }
        let arms = arms.iter().map(read_arm).collect::<Result<Vec<_>, _>>()?;
        let space = read_space(&root)?;
        let targets = match root.get("targets") {
            None => Vec::new(),
            Some(value) => targets::read(&Section::of("targets".to_owned(), value)?)?,
        };
        let watched = read_output(&root, probes)?;
        // How to be quick is of no use once it was read.
        let quick = match root.get(QUICK) {
            None | Some(toml::Value::Table(_)) => false,
            Some(_) => root.flag(QUICK)?,
        };
        Ok(Outline {
            question,
            asked,
            own,
            seed,
            game: name,
            seats,
            rules,
            entrants,
            form,
            tables,
            deals,
            rotations,
            faults,
            sweeps,
            arms,
            space,
            targets,
            watched,
            quick,
        })
    }
}

/// What is asked of every probe.
fn read_output(root: &Section<'_>, probes: &[Arc<dyn Probe>]) -> Result<Vec<Watched>, Problem> {
    let output = root.get("output").map(|output| Section::of("output".to_owned(), output)).transpose()?;
    if let Some(output) = &output {
        output.only(&probes.iter().map(|probe| probe.name()).collect::<Vec<_>>())?;
    }
    let amount = |probe: &dyn Probe| match &output {
        Some(output) if output.get(probe.name()).is_some() => match probe.most() {
            1 => output.flag(probe.name()).map(u32::from),
            most => output.whole(probe.name(), 0..=most.into()).map(|amount| amount as u32),
        },
        _ => Ok(0),
    };
    probes.iter().map(|probe| Ok(Watched { amount: amount(&**probe)?, probe: Arc::clone(probe) })).collect()
}

/// What the answer is to speak of: a measure, or one for each part of the question.
fn read_measure(root: &Section<'_>) -> Result<Vec<String>, Problem> {
    let expected = "the name of a measure, or a list of up to 3; those of your own are tables [[measures]]";
    let several = match root.get("measure") {
        None => return Ok(Vec::new()),
        Some(toml::Value::Array(several)) => several,
        Some(_) => return Ok(vec![one_space(root.text("measure", expected)?)]),
    };
    if several.is_empty() || several.len() > MOST_ASKED {
        return Err(Problem::new("measure", format!("a list of {}, expected {expected}", several.len())));
    }
    let read = |value: &toml::Value| match value.as_str() {
        Some(text) if !text.trim().is_empty() => Ok(one_space(text)),
        _ => Err(root.wrong("measure", value, expected)),
    };
    several.iter().map(read).collect()
}

/// The words of `text`, a space between them.
fn one_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read_entrants(root: &Section<'_>) -> Result<Vec<EntrantOutline>, Problem> {
    let sections = root.sections("entrant")?;
    if sections.is_empty() || sections.len() > MOST_ENTRIES {
        let what = format!("{} of them, expected 1 to {MOST_ENTRIES} [[entrant]] tables", sections.len());
        return Err(Problem::new("entrant", what));
    }
    let mut entrants: Vec<EntrantOutline> = Vec::new();
    for section in &sections {
        section.only(&["name", "tier", "agent"])?;
        let name = name_at(section, "name", "a name")?;
        if entrants.iter().any(|other| other.name == name) {
            return Err(Problem::new(section.at("name"), format!("\"{name}\" is taken, expected a name of its own")));
        }
        let tier = section.get("tier").map(|_| name_at(section, "tier", "the name of a tier")).transpose()?;
        let agent = Section::of(section.at("agent"), section.required("agent", "agent = { kind = \"…\" }")?)?;
        let kind = agent.text("kind", "the kind of agent")?.to_owned();
        let settings = settings(&agent, &["kind"])?;
        entrants.push(EntrantOutline { name: name.to_owned(), tier: tier.map(str::to_owned), kind, settings });
    }
    Ok(entrants)
}

/// The text at `key`, which stands in rows and labels.
fn name_at<'d>(section: &Section<'d>, key: &str, expected: &str) -> Result<&'d str, Problem> {
    let name = section.text(key, expected)?;
    let sensible = |c: char| c.is_alphanumeric() || "-_.+@".contains(c);
    if !name.chars().all(sensible) || name.chars().count() > 40 || name == "all" {
        let expected = "expected up to 40 letters, digits or any of - _ . + @, and not the word \"all\"";
        return Err(Problem::new(section.at(key), format!("{name:?} cannot be a name, {expected}")));
    }
    if is_formula(name) {
        return Err(Problem::new(section.at(key), format!("{name:?} {FORMULA}")));
    }
    Ok(name)
}

fn settings(section: &Section<'_>, without: &[&str]) -> Result<Settings, Problem> {
    let others = section.entries().filter(|(key, _)| !without.contains(&key.as_str()));
    others
        .map(|(key, value)| Ok((key.clone(), setting(&section.at(key), value)?)))
        .collect::<Result<_, _>>()
        .map(Settings)
}

fn read_sweep(number: usize, sweep: &Section<'_>) -> Result<SweepOutline, Problem> {
    sweep.only(&["key", "values"])?;
    let key = sweep.text("key", "a key such as \"game.rules.target\"")?.to_owned();
    let at = format!("sweep {number} ({key})");
    let values = sweep.list("values", "a list of values")?;
    let changes = values.iter().map(|value| Ok(Change { key: key.clone(), value: setting(&at, value)? }));
    Ok(SweepOutline { changes: changes.collect::<Result<_, _>>()?, key })
}

/// `[design]`, if it is there, and nothing else that makes arms.
fn read_space(root: &Section<'_>) -> Result<Option<Space>, Problem> {
    let Some(value) = root.get("design") else { return Ok(None) };
    if let Some(other) = ["arm", "sweep"].into_iter().find(|key| root.get(key).is_some()) {
        let what = format!("[[{other}]] tables make arms too, expected the one or the other");
        return Err(Problem::new("design", what));
    }
    Space::read(&Section::of("design".to_owned(), value)?).map(Some)
}

fn read_arm(arm: &Section<'_>) -> Result<ArmOutline, Problem> {
    arm.only(&["name", "set"])?;
    let name = arm.text("name", "a name")?.to_owned();
    if name.chars().any(char::is_control) || name.chars().count() > 80 {
        let what = format!("{name:?} cannot be a name, expected at most 80 printable characters");
        return Err(Problem::new(arm.at("name"), what));
    }
    if is_formula(&name) {
        return Err(Problem::new(arm.at("name"), format!("{name:?} {FORMULA}")));
    }
    let mut set = arm.get("set").cloned().unwrap_or_else(|| toml::Value::Table(toml::Table::new()));
    flatten(&arm.at("set"), &mut set)?;
    let set = Section::of(arm.at("set"), &set)?;
    let changes = set
        .entries()
        .map(|(key, value)| Ok(Change { key: key.clone(), value: setting(&set.at(key), value)? }))
        .collect::<Result<_, _>>()?;
    Ok(ArmOutline { name, changes })
}
