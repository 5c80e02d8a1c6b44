//! `[design]`: which factors are varied together, from where to where, and by which design.

use ergo_engine::options::Value;

use super::document::{FORMULA, is_formula, setting};
use super::problem::Problem;
use super::section::{Section, describe};

/// The most factors of a design.
const MOST_FACTORS: usize = 64;
/// The most levels of a factor.
const MOST_LEVELS: i64 = 1_000;
/// The most points or trajectories that may be asked for; how many arms there may be is checked when they are known.
const MOST_POINTS: i64 = 1_000;

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
    /// So many trajectories.
    Morris(usize),
}

/// The words for designs, and the key with their number, if they have one.
const KINDS: [(&str, Option<&str>); 6] = [
    ("one-at-a-time", None),
    ("factorial", None),
    ("fractional", Some("centres")),
    ("latin-hypercube", Some("points")),
    ("sobol", Some("points")),
    ("morris", Some("trajectories")),
];

impl DesignKind {
    fn row(self) -> (usize, usize) {
        match self {
            DesignKind::OneAtATime => (0, 0),
            DesignKind::Factorial => (1, 0),
            DesignKind::Fractional(centres) => (2, centres),
            DesignKind::LatinHypercube(points) => (3, points),
            DesignKind::Sobol(points) => (4, points),
            DesignKind::Morris(trajectories) => (5, trajectories),
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        KINDS[self.row().0].0
    }

    /// The key with its number, and the number.
    pub(super) fn number(self) -> Option<(&'static str, usize)> {
        let (row, number) = self.row();
        KINDS[row].1.map(|key| (key, number))
    }

    fn read(design: &Section<'_>) -> Result<Self, Problem> {
        let words: Vec<(&str, usize)> = KINDS.iter().enumerate().map(|(i, (word, _))| (*word, i)).collect();
        design.required("kind", "one of the designs, such as \"sobol\"")?;
        let row = design.one_of("kind", &words)?;
        let (word, own) = KINDS[row];
        let others = ["centres", "points", "trajectories"].into_iter().filter(|key| own != Some(*key));
        if let Some(key) = others.into_iter().find(|key| design.get(key).is_some()) {
            let what = own.map_or("expected none".to_owned(), |own| format!("expected {own}"));
            return Err(Problem::new(design.at(key), format!("needless with kind = \"{word}\", {what}")));
        }
        let number = |least| design.whole(own.unwrap_or_default(), least..=MOST_POINTS).map(|number| number as usize);
        Ok(match row {
            0 => DesignKind::OneAtATime,
            1 => DesignKind::Factorial,
            2 if design.get("centres").is_none() => DesignKind::Fractional(0),
            // Arms of one point would play the same matches: one is enough.
            2 => DesignKind::Fractional(design.whole("centres", 0..=1)? as usize),
            3 => DesignKind::LatinHypercube(number(2)?),
            4 => DesignKind::Sobol(number(2)?),
            _ => DesignKind::Morris(number(2)?),
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

/// A `[design]` as written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Space {
    /// Which design.
    pub kind: DesignKind,
    /// What it varies.
    pub factors: Vec<Factor>,
    /// The option, without `game.rules.`, that gives as much as the factors beside it take, if there is one.
    pub hold: Option<String>,
}

impl Space {
    /// Reads `[design]`.
    pub(super) fn read(design: &Section<'_>) -> Result<Self, Problem> {
        design.only(&["kind", "centres", "points", "trajectories", "hold", "factors"])?;
        let kind = DesignKind::read(design)?;
        let list = design.list("factors", "tables such as { key = \"game.rules.cards.not\", from = 4, to = 12 }")?;
        if list.len() > MOST_FACTORS {
            let what = format!("{} of them, expected at most {MOST_FACTORS}", list.len());
            return Err(Problem::new(design.at("factors"), what));
        }
        let mut factors: Vec<Factor> = Vec::new();
        for (i, value) in list.iter().enumerate() {
            let at = format!("design, factor {}", i + 1);
            let factor = read_factor(&Section::of(at.clone(), value)?)?;
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
        let hold = match design.get("hold") {
            None => None,
            Some(value) if value.as_str() == Some("inert") => Some(inert(design, &factors)?),
            Some(value) => Some(option(design, "hold", value)?),
        };
        if let Some(hold) = &hold {
            if factors.iter().any(|factor| factor.options.contains(hold)) {
                let what = format!("\"game.rules.{hold}\" is a factor, expected an option that none varies");
                return Err(Problem::new(design.at("hold"), what));
            }
            if !factors.iter().flat_map(|factor| &factor.options).any(|option| is_beside(option, hold)) {
                let what =
                    format!("no factor varies an option beside \"game.rules.{hold}\", expected one of the same table");
                return Err(Problem::new(design.at("hold"), what));
            }
        }
        Ok(Space { kind, factors, hold })
    }
}

/// Whether two options stand in the same table, so that more of the one can be traded for less of the other.
pub(super) fn is_beside(option: &str, hold: &str) -> bool {
    let table = |option: &str| option.rsplit_once('.').map(|(table, _)| table.to_owned());
    option != hold && table(option).is_some() && table(option) == table(hold)
}

/// The count of inert cards in the table of the factors: `cards.inert` beside `cards.not`.
fn inert(design: &Section<'_>, factors: &[Factor]) -> Result<String, Problem> {
    let table = factors.iter().flat_map(|factor| &factor.options).find_map(|option| option.rsplit_once('.'));
    let what = "\"inert\", but no factor is a count of cards, expected one such as \"game.rules.cards.not\"";
    table.map(|(table, _)| format!("{table}.inert")).ok_or_else(|| Problem::new(design.at("hold"), what))
}

/// The option that a key of the rules names.
fn option(section: &Section<'_>, key: &str, value: &toml::Value) -> Result<String, Problem> {
    let text = value.as_str().and_then(|text| text.strip_prefix("game.rules."));
    let expected = "an option of the rules such as \"game.rules.cards.not\"";
    text.map(str::to_owned).ok_or_else(|| section.wrong(key, value, expected))
}

fn read_factor(factor: &Section<'_>) -> Result<Factor, Problem> {
    factor.only(&["name", "key", "keys", "from", "to", "step", "values"])?;
    let options = match (factor.get("key"), factor.get("keys")) {
        (Some(key), None) => vec![option(factor, "key", key)?],
        (None, Some(_)) => {
            let list = factor.list("keys", "options that are set to the same value")?;
            list.iter().map(|key| option(factor, "keys", key)).collect::<Result<_, _>>()?
        }
        _ => return Err(Problem::new(factor.at("key"), "expected either key, or keys that are set to the same value")),
    };
    let name = match factor.get("name") {
        None => options[0].clone(),
        Some(_) => factor.text("name", "a name")?.to_owned(),
    };
    if name.chars().any(char::is_control) || name.chars().count() > 40 {
        let what = format!("{name:?} cannot be a name, expected at most 40 printable characters");
        return Err(Problem::new(factor.at("name"), what));
    }
    if is_formula(&name) {
        return Err(Problem::new(factor.at("name"), format!("{name:?} {FORMULA}")));
    }
    let values: Vec<Value> = match factor.get("values") {
        Some(_) => {
            if let Some(key) = ["from", "to", "step"].into_iter().find(|key| factor.get(key).is_some()) {
                return Err(Problem::new(factor.at(key), "needless beside values, expected the one or the other"));
            }
            let list = factor.list("values", "a list of two or more values")?;
            list.iter().map(|value| setting(&factor.at("values"), value)).collect::<Result<_, _>>()?
        }
        None => {
            let (from, to) = (factor.whole("from", i64::MIN..=i64::MAX)?, factor.whole("to", i64::MIN..=i64::MAX)?);
            let step = factor.get("step").map_or(Ok(1), |_| factor.whole("step", 1..=i64::MAX))?;
            let range =
                to.checked_sub(from).filter(|range| *range > 0 && range % step == 0 && range / step < MOST_LEVELS);
            let Some(range) = range else {
                let what = format!(
                    "{from} to {to} by {step}, expected a larger number that steps lead to, at most {MOST_LEVELS} levels"
                );
                return Err(Problem::new(factor.at("to"), what));
            };
            (0..=range / step).map(|i| Value::Int(from + i * step)).collect()
        }
    };
    let twice = (1..values.len()).find(|i| values[..*i].contains(&values[*i]));
    if let Some(i) = twice {
        return Err(Problem::new(factor.at("values"), format!("{} stands there twice, expected each once", values[i])));
    }
    if values.len() < 2 {
        let list = factor.get("values").map(describe).unwrap_or_default();
        return Err(Problem::new(factor.at("values"), format!("{list} of one value, expected two or more")));
    }
    Ok(Factor { name, options, values })
}
