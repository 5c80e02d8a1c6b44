//! The serde types of an experiment file.

use std::collections::BTreeMap;

use ergo_engine::maps::map_of;
use ergo_engine::options::{Settings, Value};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::design::Layout;
use super::form::ScheduleTable;
use super::own::OwnMeasure;
use super::problem::wrong;
use super::reading::one_of;
use super::values::{BoundedInt, Change, Name, Setting, levels, read_label, read_value, settings, text};
use crate::design::QuestionKind;
use crate::report::findings::Finding;

/// The largest number of measures in an answer, and of kinds of question. With more measures, only the greatest one can
/// be identified.
pub(super) const MOST_ASKED: usize = 3;
/// The largest number of measures to compare.
const MOST_COMPARED: usize = 16;

/// The largest number of arms in one experiment.
pub(super) const MOST_ARMS: usize = 1_000;

/// The seatings in which each deal is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rotations {
    /// One match per seat: a cyclic order of the entrants is drawn for each deal and rotated through all seats. Over
    /// the deals, each order occurs equally often.
    #[default]
    Balanced,
    /// All n! seatings.
    All,
    /// One match per seat: the order of the table as written, rotated through all seats.
    Cyclic,
    /// One match, seated as the table is written.
    None,
}

/// The rule for an agent that fails to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultRule {
    /// The agent loses the match and the run continues. The run stops if an external program loses all of its first
    /// matches this way.
    #[default]
    Forfeit,
    /// The agent loses the match and the run continues, regardless of the number of faults.
    Count,
    /// The run stops after the match.
    Stop,
}

/// A whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExperimentFile {
    #[serde(deserialize_with = "text")]
    pub question: String,
    /// The measures in the answer: one, or one per part of the question.
    #[serde(default, deserialize_with = "asked")]
    pub measure: Vec<String>,
    #[serde(default, deserialize_with = "kinds")]
    pub kind: Vec<QuestionKind>,
    #[serde(default, deserialize_with = "margin")]
    pub margin: Option<f64>,
    pub strongest: Option<Name>,
    #[serde(default)]
    pub measures: Vec<OwnMeasure>,
    pub seed: BoundedInt<0, { i64::MAX }>,
    pub game: Game,
    #[serde(default)]
    pub entrant: Vec<Entrant>,
    pub schedule: ScheduleTable,
    #[serde(default)]
    pub sweep: Vec<Sweep>,
    #[serde(default)]
    pub arm: Vec<ArmEntry>,
    pub design: Option<Layout>,
    #[serde(default, deserialize_with = "targets")]
    pub targets: BTreeMap<String, [f64; 2]>,
    #[serde(default)]
    pub finding: Vec<Finding>,
    #[serde(default)]
    pub output: BTreeMap<String, toml::Value>,
    /// True if `[quick]` was applied.
    #[serde(default, deserialize_with = "quick")]
    pub quick: bool,
}

impl ExperimentFile {
    /// Returns the names of the entrants.
    pub(super) fn names(&self) -> Vec<&str> {
        self.entrant.iter().map(|entrant| entrant.name.0.as_str()).collect()
    }

    /// Returns the key of an arm, a sweep or `--set` that addresses `path`.
    pub(super) fn key_of(&self, path: &str) -> String {
        let of_entrant = path.strip_prefix("entrant.").and_then(|rest| rest.split_once('.'));
        match of_entrant.and_then(|(item, rest)| Some((self.entrant.get(item.parse::<usize>().ok()?)?, rest))) {
            Some((entrant, rest)) => format!("entrant.{}.{rest}", entrant.name.0),
            None => path.to_owned(),
        }
    }
}

/// The `[game]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    #[serde(deserialize_with = "text")]
    pub name: String,
    pub seats: Option<BoundedInt<1, { i64::MAX }>>,
    #[serde(default, deserialize_with = "settings")]
    pub rules: Settings,
}

/// One `[[entrant]]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entrant {
    pub name: Name,
    /// The skill tier of the entrant, for reports by tier.
    pub tier: Option<Name>,
    pub agent: Agent,
}

/// The kind of an agent and its settings.
#[derive(Clone)]
pub(super) struct Agent {
    pub kind: String,
    pub settings: Settings,
}

/// One `[[sweep]]` table.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sweep {
    #[serde(deserialize_with = "text")]
    pub key: String,
    #[serde(deserialize_with = "levels")]
    pub values: Vec<Value>,
}

/// One `[[arm]]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmEntry {
    #[serde(deserialize_with = "label")]
    pub name: String,
    #[serde(default, deserialize_with = "changes")]
    pub set: Vec<Change>,
}

impl<'d> Deserialize<'d> for Agent {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let mut settings = settings(from)?;
        match settings.0.remove("kind") {
            None => Err(D::Error::missing_field("kind")),
            Some(Value::Text(kind)) if !kind.trim().is_empty() => Ok(Agent { kind, settings }),
            Some(other) => {
                Err(D::Error::custom(format!("wrong value (got kind = {other}, expected the kind of agent)")))
            }
        }
    }
}

fn label<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    read_label(from, 80, |c| !c.is_control(), "printable characters")
}

fn changes<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Change>, D::Error> {
    let set = BTreeMap::<String, Setting>::deserialize(from)?;
    Ok(set.into_iter().map(|(key, Setting(value))| (key, value)).collect())
}

fn asked<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
    let one = |value: &toml::Value| {
        let words: Vec<&str> = value.as_str()?.split_whitespace().collect();
        Some(words.join(" ")).filter(|text| !text.is_empty())
    };
    let expected = "the name of a measure, or a list of up to 3 (16 with kind = \"best\"); those of your own are tables [[measures]]";
    read_value(from, expected, |value| match value {
        toml::Value::Array(list) if (1..=MOST_COMPARED).contains(&list.len()) => list.iter().map(one).collect(),
        one_alone => one(one_alone).map(|one| vec![one]),
    })
}

fn kinds<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<QuestionKind>, D::Error> {
    let list = match toml::Value::deserialize(from)? {
        toml::Value::Array(list) => list,
        one => vec![one],
    };
    if list.is_empty() || list.len() > MOST_ASKED {
        return Err(D::Error::custom(format!("{} kinds, expected 1 to {MOST_ASKED}", list.len())));
    }
    let kind = |value: toml::Value| match (value.as_str().and_then(QuestionKind::from_word), value) {
        (Some(kind), _) => Ok(kind),
        (None, toml::Value::String(word)) => Err(D::Error::unknown_variant(&word, &QuestionKind::WORDS)),
        (None, other) => Err(D::Error::custom(wrong(&other, one_of(&QuestionKind::WORDS)))),
    };
    list.into_iter().map(kind).collect()
}

fn margin<'d, D: Deserializer<'d>>(from: D) -> Result<Option<f64>, D::Error> {
    let expected = "a number above 0, the smallest change of the measure that matters";
    let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    read_value(from, expected, |value| number(value).filter(|margin| margin.is_finite() && *margin > 0.0)).map(Some)
}

fn targets<'d, D: Deserializer<'d>>(from: D) -> Result<BTreeMap<String, [f64; 2]>, D::Error> {
    struct Band([f64; 2]);

    impl<'d> Deserialize<'d> for Band {
        fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
            read_value(from, "a list of two numbers, the least and the most that is wanted", |value| {
                let [low, high] = value.clone().try_into().ok()?;
                (f64::is_finite(low) && f64::is_finite(high) && low <= high).then_some(Band([low, high]))
            })
        }
    }

    let bands = BTreeMap::<String, Band>::deserialize(from)?;
    Ok(map_of(bands.into_iter().map(|(measure, Band(band))| (measure, band))))
}

/// The content of `[quick]` is not needed after it was applied.
fn quick<'d, D: Deserializer<'d>>(from: D) -> Result<bool, D::Error> {
    read_value(from, "true or false", |value| if value.is_table() { Some(false) } else { value.as_bool() })
}
