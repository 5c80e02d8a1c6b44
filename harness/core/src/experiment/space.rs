//! `[design]`: which factors are varied together, from where to where, and by which design.

use ergo_engine::options::Value;
use serde::{Deserialize, Deserializer, Serialize};

use super::problem::Problem;
use super::reading::missing;
use super::values::{Whole, called, levels, some, taken, word};

/// The most factors of a design.
const MOST_FACTORS: usize = 64;
/// The most levels of a factor.
const MOST_LEVELS: i64 = 1_000;
/// Points; how many arms there may be is checked when they are known.
type Points = Whole<2, 1_000>;

/// Where the options of the rules stand.
const RULES: &str = "game.rules.";
const OPTION: &str = "an option of the rules such as \"game.rules.cards.not\"";

/// Which design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesignKind {
    /// Every factor by itself.
    OneAtATime,
    /// All levels with all others.
    Factorial,
    /// A fraction of the two ends of every factor with all others, and so many points in the middle.
    Fractional(usize),
    /// So many points, spread evenly in every factor.
    LatinHypercube(usize),
    /// So many scrambled Sobol' points.
    Sobol(usize),
}

/// The words for designs, and the key with their number, if they have one.
const KINDS: [(&str, Option<&str>); 5] = [
    ("one-at-a-time", None),
    ("factorial", None),
    ("fractional", Some("centres")),
    ("latin-hypercube", Some("points")),
    ("sobol", Some("points")),
];

impl DesignKind {
    /// The design that is asked for, with a number of centres where that is not said.
    fn of(design: &mut Layout) -> Result<Self, Problem> {
        let numbers =
            [("centres", design.centres.map(|number| number.0)), ("points", design.points.map(|number| number.0))];
        let row = KINDS.iter().position(|row| row.0 == design.kind).unwrap_or_default();
        let (word, own) = KINDS[row];
        if let Some((key, _)) = numbers.iter().find(|(key, number)| number.is_some() && own != Some(*key)) {
            let what = own.map_or("expected none".to_owned(), |own| format!("expected {own}"));
            return Err(Problem::new(format!("design.{key}"), format!("needless with kind = \"{word}\", {what}")));
        }
        let given = numbers.iter().find_map(|(_, number)| *number).map(|number| number as usize);
        let number = || given.ok_or_else(|| missing(format!("design.{}", own.unwrap_or_default())));
        Ok(match row {
            0 => DesignKind::OneAtATime,
            1 => DesignKind::Factorial,
            2 => DesignKind::Fractional(design.centres.get_or_insert(Whole(0)).0 as usize),
            3 => DesignKind::LatinHypercube(number()?),
            _ => DesignKind::Sobol(number()?),
        })
    }
}

/// A factor: what it is called, the options of the rules that it sets, all to the same value, and its levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// `cards.not`, or what the file calls it.
    pub name: String,
    /// Options of the rules, without `game.rules.`; one or more.
    pub options: Vec<String>,
    /// Its levels in order; two or more.
    pub values: Vec<Value>,
}

impl Factor {
    /// The numbers that its levels stand for; nothing if they are words, or yes and no.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &Value| match value {
            Value::Int(whole) => Some(*whole as f64),
            Value::Real(real) => Some(*real),
            Value::Bool(_) | Value::Text(_) => None,
        };
        self.values.iter().map(number).collect()
    }
}

/// `[design]` as written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    #[serde(deserialize_with = "kind")]
    kind: String,
    // Arms of one point would play the same matches: one is enough.
    centres: Option<Whole<0, 1>>,
    points: Option<Points>,
    #[serde(default, deserialize_with = "hold", skip_serializing)]
    hold: Option<String>,
    #[serde(deserialize_with = "some", skip_serializing)]
    factors: Vec<Row>,
}

/// A factor as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(default, deserialize_with = "name")]
    name: Option<String>,
    key: Option<Rule>,
    keys: Option<Vec<Rule>>,
    from: Option<Whole<{ i64::MIN }, { i64::MAX }>>,
    to: Option<Whole<{ i64::MIN }, { i64::MAX }>>,
    step: Option<Whole<1, { i64::MAX }>>,
    #[serde(default, deserialize_with = "some_levels")]
    values: Option<Vec<Value>>,
}

/// An option of the rules, without what stands before it.
struct Rule(String);

impl<'d> Deserialize<'d> for Rule {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        taken(from, OPTION, |value| value.as_str()?.strip_prefix(RULES).map(str::to_owned)).map(Rule)
    }
}

fn hold<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    let good = |text: &&str| *text == "inert" || text.starts_with(RULES);
    taken(from, OPTION, |value| value.as_str().filter(good).map(str::to_owned)).map(Some)
}

fn kind<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    word(from, &KINDS.map(|(word, _)| word))
}

fn name<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    called(from, 40, |c| !c.is_control(), "printable characters").map(Some)
}

fn some_levels<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Vec<Value>>, D::Error> {
    levels(from).map(Some)
}

/// A `[design]` that was checked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Space {
    /// Which design.
    pub kind: DesignKind,
    /// The factors it varies.
    pub factors: Vec<Factor>,
    /// The option, without `game.rules.`, that gives as much as the factors beside it take, if there is one.
    pub hold: Option<String>,
}

impl Space {
    /// Checks `[design]`.
    pub(super) fn of(design: &mut Layout) -> Result<Self, Problem> {
        let kind = DesignKind::of(design)?;
        if design.factors.len() > MOST_FACTORS {
            let what = format!("{} of them, expected at most {MOST_FACTORS}", design.factors.len());
            return Err(Problem::new("design.factors", what));
        }
        let mut factors: Vec<Factor> = Vec::new();
        for (i, row) in design.factors.iter().enumerate() {
            let at = format!("design, factor {}", i + 1);
            let factor = row.factor(&at)?;
            if factors.iter().any(|other| other.name == factor.name) {
                return Err(Problem::new(at, format!("\"{}\" is taken, expected a name of its own", factor.name)));
            }
            let mut taken = factors.iter().flat_map(|other| &other.options);
            if let Some(twice) = taken.find(|option| factor.options.contains(option)) {
                let what = format!("\"game.rules.{twice}\" is set by another factor, expected each option once");
                return Err(Problem::new(at, what));
            }
            factors.push(factor);
        }
        let hold = design.hold.as_deref().map(|hold| held_option(hold, &factors)).transpose()?;
        Ok(Space { kind, factors, hold })
    }
}

/// The option that `hold` names, which must be beside a factor and none itself.
fn held_option(hold: &str, factors: &[Factor]) -> Result<String, Problem> {
    let wrong = |what: String| Err(Problem::new("design.hold", what));
    let mut options = factors.iter().flat_map(|factor| &factor.options);
    let hold = match hold.strip_prefix(RULES) {
        Some(option) => option.to_owned(),
        // The count of inert cards in the table of the factors: `cards.inert` beside `cards.not`.
        None => match options.clone().find_map(|option| option.rsplit_once('.')) {
            Some((table, _)) => format!("{table}.inert"),
            None => {
                return wrong(
                    "\"inert\", but no factor is a count of cards, expected one such as \"game.rules.cards.not\""
                        .into(),
                );
            }
        },
    };
    if options.clone().any(|option| *option == hold) {
        return wrong(format!("\"game.rules.{hold}\" is a factor, expected an option that none varies"));
    }
    if !options.any(|option| is_beside(option, &hold)) {
        return wrong(format!(
            "no factor varies an option beside \"game.rules.{hold}\", expected one of the same table"
        ));
    }
    Ok(hold)
}

/// Whether two options stand in the same table, so that more of the one can be traded for less of the other.
pub(super) fn is_beside(option: &str, hold: &str) -> bool {
    let table = |option: &str| option.rsplit_once('.').map(|(table, _)| table.to_owned());
    option != hold && table(option).is_some() && table(option) == table(hold)
}

impl Row {
    /// The factor, which stands at `at`.
    fn factor(&self, at: &str) -> Result<Factor, Problem> {
        let wrong = |key: &str, what: String| Err(Problem::new(format!("{at}, {key}"), what));
        let options: Vec<String> = match (&self.key, &self.keys) {
            (Some(key), None) => vec![key.0.clone()],
            (None, Some(keys)) if !keys.is_empty() => keys.iter().map(|key| key.0.clone()).collect(),
            _ => return wrong("key", "expected either key, or keys that are set to the same value".to_owned()),
        };
        let needless = [("from", self.from.is_some()), ("to", self.to.is_some()), ("step", self.step.is_some())];
        let values = match &self.values {
            Some(values) => match needless.iter().find(|(_, given)| *given) {
                Some((key, _)) => {
                    return wrong(key, "needless beside values, expected the one or the other".to_owned());
                }
                None => values.clone(),
            },
            None => self.steps(at)?,
        };
        if let Some(i) = (1..values.len()).find(|i| values[..*i].contains(&values[*i])) {
            return wrong("values", format!("{} stands there twice, expected each once", values[i]));
        }
        if values.len() < 2 {
            return wrong("values", "a list of one value, expected two or more".to_owned());
        }
        Ok(Factor { name: self.name.clone().unwrap_or_else(|| options[0].clone()), options, values })
    }

    /// The values from `from` to `to`.
    fn steps(&self, at: &str) -> Result<Vec<Value>, Problem> {
        let end = |key: &str, end: Option<Whole<{ i64::MIN }, { i64::MAX }>>| {
            end.map(|end| end.0).ok_or_else(|| missing(format!("{at}, {key}")))
        };
        let (from, to, step) = (end("from", self.from)?, end("to", self.to)?, self.step.map_or(1, |step| step.0));
        let range = to.checked_sub(from).filter(|range| *range > 0 && range % step == 0 && range / step < MOST_LEVELS);
        let range = range.ok_or_else(|| {
            let expected = "expected a larger number that steps lead to";
            let what = format!("{from} to {to} by {step}, {expected}, at most {MOST_LEVELS} levels");
            Problem::new(format!("{at}, to"), what)
        })?;
        Ok((0..=range / step).map(|i| Value::Int(from + i * step)).collect())
    }
}
