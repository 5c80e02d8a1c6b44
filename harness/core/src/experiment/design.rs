//! The `[design]` table: which factors are varied together, the kind of design, and the arms of its points.

use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_stats::design::{factorial, levels_of, sobol};
use serde::{Deserialize, Deserializer, Serialize};

use super::file::{ArmEntry, ExperimentFile, MOST_ARMS};
use super::problem::{Mistake, Repair};
use super::reading::missing;
use super::values::{BoundedInt, Change, levels, read_label, read_value, some, word};
use crate::design::{Design, Factor};
use crate::registry::arena::DynGame;

/// The largest number of factors in a design.
const MOST_FACTORS: usize = 64;
/// The largest number of levels of a factor.
const MOST_LEVELS: i64 = 1_000;
/// The prefix of rule options.
const RULES: &str = "game.rules.";
/// The name of the arm that changes nothing.
const BASE: &str = "base";

/// The `[design]` table as written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    #[serde(deserialize_with = "kind")]
    kind: String,
    points: Option<BoundedInt<2, 1_000>>,
    #[serde(deserialize_with = "some", skip_serializing)]
    factors: Vec<FactorRow>,
}

/// A factor as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactorRow {
    #[serde(default, deserialize_with = "name")]
    name: Option<String>,
    key: Option<Rule>,
    keys: Option<Vec<Rule>>,
    from: Option<BoundedInt<{ i64::MIN }, { i64::MAX }>>,
    to: Option<BoundedInt<{ i64::MIN }, { i64::MAX }>>,
    step: Option<BoundedInt<1, { i64::MAX }>>,
    #[serde(default, deserialize_with = "some_levels")]
    values: Option<Vec<Value>>,
}

/// A rule option without its prefix.
struct Rule(String);

impl<'d> Deserialize<'d> for Rule {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let expected = "an option of the rules such as \"game.rules.cards.not\"";
        read_value(from, expected, |value| value.as_str()?.strip_prefix(RULES).map(str::to_owned)).map(Rule)
    }
}

fn kind<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    word(from, &["factorial", "sobol"])
}

fn name<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    read_label(from, 40, |c| !c.is_control(), "printable characters").map(Some)
}

fn some_levels<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Vec<Value>>, D::Error> {
    levels(from).map(Some)
}

impl Layout {
    /// Returns the base arm followed by one arm per design point. `smallest` is the smallest table size.
    pub(super) fn expand(
        &self,
        file: &ExperimentFile,
        game: &dyn DynGame,
        smallest: usize,
    ) -> Result<(Vec<ArmEntry>, Design), Mistake> {
        let points = match (self.kind.as_str(), self.points) {
            ("factorial", None) => None,
            ("factorial", Some(_)) => {
                return Err(Mistake::new("design.points", "needless with kind = \"factorial\", expected none"));
            }
            (_, points) => Some(points.ok_or_else(|| missing("design.points"))?.0 as usize),
        };
        let factors = self.factors(game)?;
        let (fewest, most) = game.seats();
        let rules = game.configure(SeatCount::new(smallest.clamp(fewest, most)), &file.game.rules);
        // A game leaves options out of its settings if they have their default values.
        let base = rules.and_then(|rules| rules.settings().checked(&game.options()));
        let base: Settings = base.map_err(|error| Mistake::setting("game.rules", &error))?;
        let level = |factor: &Factor| {
            let same = |value: &Value| factor.options.iter().all(|option| base.0.get(option) == Some(value));
            factor.values.iter().position(same)
        };
        let at: Option<Vec<usize>> = factors.iter().map(level).collect();
        let levels: Vec<usize> = factors.iter().map(|factor| factor.values.len()).collect();
        let points = match points {
            None => factorial(&levels, MOST_ARMS - 1),
            Some(points) => {
                let seed = Seed::master(file.seed.0 as u64).derive("design", &[]);
                Some(levels_of(&sobol(points, levels.len(), &seed), &levels)).filter(|points| points.len() < MOST_ARMS)
            }
        };
        let points = points.ok_or_else(|| {
            let what = format!("more than {} points, expected fewer", MOST_ARMS - 1);
            Mistake::new("design", what).stop()
        })?;
        let changes = |point: &Vec<usize>| -> Vec<Change> {
            let of_factor = |(factor, &level): (&'_ Factor, &usize)| {
                let value = factor.values[level].clone();
                factor.options.iter().map(move |option| (format!("{RULES}{option}"), value.clone())).collect::<Vec<_>>()
            };
            factors.iter().zip(point).flat_map(of_factor).collect()
        };
        let arm = |(i, point)| ArmEntry { name: format!("point {}", i + 1), set: changes(point) };
        let base = ArmEntry { name: BASE.to_owned(), set: Vec::new() };
        let arms = std::iter::once(base).chain(points.iter().enumerate().map(arm)).collect();
        let points = std::iter::once(at).chain(points.into_iter().map(Some)).collect();
        Ok((arms, Design { factors, points }))
    }

    /// Returns the path of the factor that sets `key`.
    pub(super) fn path_of(&self, key: &str) -> String {
        let sets = |row: &FactorRow| {
            row.key.iter().chain(row.keys.iter().flatten()).any(|rule| key == format!("{RULES}{}", rule.0))
        };
        let factor = self.factors.iter().position(sets);
        factor.map_or_else(|| "design".to_owned(), |factor| format!("design.factors.{factor}"))
    }

    fn factors(&self, game: &dyn DynGame) -> Result<Vec<Factor>, Mistake> {
        if self.factors.len() > MOST_FACTORS {
            let what = format!("{} factors, expected at most {MOST_FACTORS}", self.factors.len());
            return Err(Mistake::new("design.factors", what).stop());
        }
        let options = game.options();
        let mut factors: Vec<Factor> = Vec::new();
        for (i, row) in self.factors.iter().enumerate() {
            let path = format!("design.factors.{i}");
            let factor = row.factor(&path)?;
            let known = options.iter().map(|spec| spec.key);
            for (place, option) in factor.options.iter().enumerate() {
                if !known.clone().any(|key| key == option) {
                    let path = if row.key.is_some() { format!("{path}.key") } else { format!("{path}.keys.{place}") };
                    let near = Mistake::unknown_name(&path, &format!("option of {}", game.name()), option, known);
                    let repair = match near.repair {
                        Repair::Put(toml::Value::String(option)) => Repair::Put(format!("{RULES}{option}").into()),
                        other => other,
                    };
                    return Err(Mistake { repair, ..near });
                }
            }
            if factors.iter().any(|other| other.name == factor.name) {
                let what = format!("\"{}\" is already used, expected a unique name", factor.name);
                return Err(Mistake::new(path, what).cross());
            }
            if let Some(twice) =
                factors.iter().flat_map(|other| &other.options).find(|option| factor.options.contains(option))
            {
                let what = format!("\"{RULES}{twice}\" is set by another factor, expected each option once");
                return Err(Mistake::new(path, what).cross());
            }
            factors.push(factor);
        }
        Ok(factors)
    }
}

impl FactorRow {
    /// Returns the factor described at `path`.
    fn factor(&self, path: &str) -> Result<Factor, Mistake> {
        let wrong = |key: &str, what: String| Err(Mistake::new(format!("{path}.{key}"), what));
        let options: Vec<String> = match (&self.key, &self.keys) {
            (Some(key), None) => vec![key.0.clone()],
            (None, Some(keys)) if !keys.is_empty() => keys.iter().map(|key| key.0.clone()).collect(),
            _ => {
                let what = "expected either key, or keys that are set to the same value";
                let mistake = Mistake::new(format!("{path}.key"), what);
                return Err(Mistake { repair: Repair::RemoveTable, ..mistake });
            }
        };
        let needless = [("from", self.from.is_some()), ("to", self.to.is_some()), ("step", self.step.is_some())];
        let values = match &self.values {
            Some(values) => match needless.iter().find(|(_, given)| *given) {
                Some((key, _)) => {
                    return wrong(key, "needless beside values, expected only one of them".to_owned());
                }
                None => values.clone(),
            },
            None => self.steps(path)?,
        };
        if let Some(i) = (1..values.len()).find(|i| values[..*i].contains(&values[*i])) {
            return wrong(&format!("values.{i}"), format!("{} is listed twice, expected once", values[i]));
        }
        if values.len() < 2 {
            let mistake = Mistake::new(format!("{path}.values"), "a list of one value, expected two or more");
            return Err(Mistake { repair: Repair::RemoveTable, ..mistake });
        }
        Ok(Factor { name: self.name.clone().unwrap_or_else(|| options[0].clone()), options, values })
    }

    /// Returns the values from `from` to `to`.
    fn steps(&self, path: &str) -> Result<Vec<Value>, Mistake> {
        let end = |key: &str, end: Option<BoundedInt<{ i64::MIN }, { i64::MAX }>>| {
            end.map(|end| end.0).ok_or_else(|| missing(&format!("{path}.{key}")))
        };
        let (from, to, step) = (end("from", self.from)?, end("to", self.to)?, self.step.map_or(1, |step| step.0));
        let range = to.checked_sub(from).filter(|range| *range > 0 && range % step == 0 && range / step < MOST_LEVELS);
        let range = range.ok_or_else(|| {
            let expected = "expected a larger number that steps lead to";
            let what = format!("{from} to {to} by {step}, {expected}, at most {MOST_LEVELS} levels");
            Mistake { repair: Repair::RemoveTable, ..Mistake::new(format!("{path}.to"), what) }
        })?;
        Ok((0..=range / step).map(|i| Value::Int(from + i * step)).collect())
    }
}
