//! The form of a schedule, and the keys that belong to it. The table in [`super`] is what a user reads.

use ergo_engine::seat::MAX_SEATS;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Value;

use super::names::{Names, needed};
use super::options::{FaultRule, Rotations};
use super::problem::Problem;
use super::reading::will_not_do;
use super::values::{Whole, taken, word};

/// Who meets whom. Entrants are indices; sizes of tables ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the keys of the experiment file")]
pub enum Form {
    /// As listed.
    Tables { tables: Vec<Vec<usize>> },
    /// All line-ups of a pool.
    RoundRobin { pool: Vec<usize>, seats: Vec<usize> },
    /// One entrant against all line-ups of a field.
    Gauntlet { focal: usize, pool: Vec<usize>, seats: Vec<usize> },
    /// One of a pair among copies of the other, and the reverse.
    Focal { pair: [usize; 2], seats: Vec<usize> },
    /// Those who stand near each other in a list.
    Ladder { pool: Vec<usize>, seats: Vec<usize>, reach: usize },
}

/// The most tables of one schedule.
pub(super) const MOST_TABLES: usize = 1_000;
/// How far apart those next to each other at a table of a ladder stand in the list, at most, if nothing else is said.
const REACH: i64 = 3;

type Tables = Whole<1, { MOST_TABLES as i64 }>;

/// Every form: its word, and the keys that it needs, may have or needs one of.
const FORMS: [(&str, &[&str]); 5] = [
    ("tables", &["tables"]),
    ("round-robin", &["pool", "seats"]),
    ("gauntlet", &["focal", "pool", "seats"]),
    ("focal", &["pair", "seats"]),
    ("ladder", &["pool", "seats", "reach"]),
];

/// `[schedule]`, its keys in the order in which they are written down.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Schedule {
    /// Nothing where tables are listed.
    #[serde(default, deserialize_with = "form")]
    form: Option<String>,
    #[serde(skip_serializing)]
    pub tables: Option<Vec<Vec<String>>>,
    focal: Option<String>,
    pair: Option<Vec<String>>,
    pool: Option<Vec<String>>,
    seats: Option<Sizes>,
    reach: Option<Tables>,
    pub deals: Whole<1, 10_000_000>,
    #[serde(default)]
    pub rotations: Rotations,
    #[serde(default)]
    pub faults: FaultRule,
}

fn form<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    word(from, &FORMS.map(|(word, _)| word)).map(|word| Some(word).filter(|word| word != FORMS[0].0))
}

/// The sizes of tables, ascending: a number, or a list of different ones.
struct Sizes(Vec<usize>);

impl Sizes {
    fn expected() -> String {
        format!("a whole number from 2 to {MAX_SEATS}, or a list of them, each once")
    }

    fn of(value: &Value) -> Option<Sizes> {
        let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let size =
            |value: &Value| usize::try_from(value.as_integer()?).ok().filter(|size| (2..=MAX_SEATS).contains(size));
        let mut sizes = list.iter().map(size).collect::<Option<Vec<_>>>()?;
        sizes.sort_unstable();
        (!sizes.is_empty() && sizes.windows(2).all(|two| two[0] < two[1])).then_some(Sizes(sizes))
    }
}

impl<'d> Deserialize<'d> for Sizes {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        taken(from, &Sizes::expected(), Sizes::of)
    }
}

impl Serialize for Sizes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0[..] {
            [size] => size.serialize(to),
            _ => self.0.serialize(to),
        }
    }
}

impl Form {
    /// The place that a complaint about the size of the table with this index points to.
    pub(super) fn size_of_table(&self, index: usize) -> String {
        match self {
            Form::Tables { .. } => format!("schedule.tables, table {}", index + 1),
            _ => "schedule.seats".to_owned(),
        }
    }
}

impl Schedule {
    /// The form that is asked for, of these `keys`. Where they do not say how many sit at a table, `seats` does.
    pub(super) fn form<'k>(
        &mut self,
        keys: impl Iterator<Item = &'k String>,
        names: &Names<'_>,
        seats: Option<i64>,
    ) -> Result<Form, Problem> {
        let (word, own) = FORMS.into_iter().find(|row| Some(row.0) == self.form.as_deref()).unwrap_or(FORMS[0]);
        only_keys_of(word, own, keys)?;
        let seats = self.sizes(own, seats)?;
        let pool = |others| {
            let pool = names.each_once("pool", &self.pool)?;
            enough("pool", pool.len(), &seats, others).map(|()| pool)
        };
        let pair = || {
            let pair = names.each_once("pair", &self.pair)?;
            let wrong = |pair: Vec<usize>| format!("{} there, expected two names", pair.len());
            <[usize; 2]>::try_from(pair).map_err(|pair| Problem::new("schedule.pair", wrong(pair)))
        };
        Ok(match word {
            "round-robin" => Form::RoundRobin { pool: pool(0)?, seats },
            "gauntlet" => {
                let focal = names.find("schedule.focal", needed("focal", &self.focal)?)?;
                let pool = pool(1)?;
                names.apart("pool", focal, &pool)?;
                Form::Gauntlet { focal, pool, seats }
            }
            "focal" => Form::Focal { pair: pair()?, seats },
            "ladder" => {
                let pool = pool(0)?;
                Form::Ladder { pool, seats, reach: self.reach.get_or_insert(Whole(REACH)).0 as usize }
            }
            _ => Form::Tables { tables: listed(names, needed("tables", &self.tables)?)? },
        })
    }

    /// The sizes of the tables of a form with these keys.
    fn sizes(&mut self, own: &[&str], seats: Option<i64>) -> Result<Vec<usize>, Problem> {
        if !own.contains(&"seats") {
            return Ok(vec![2]);
        }
        let wrong = |what: String| Problem::new("schedule.seats", what);
        match (&self.seats, seats.map(Value::Integer)) {
            (Some(_), _) => {}
            (None, None) => return Err(wrong(format!("missing, expected {}", Sizes::expected()))),
            (None, Some(seats)) => {
                let sizes = Sizes::of(&seats).ok_or_else(|| wrong(will_not_do(&seats, &Sizes::expected())))?;
                self.seats = Some(sizes);
            }
        }
        Ok(self.seats.iter().flat_map(|sizes| sizes.0.clone()).collect())
    }
}

/// Names the form in a problem of the schedule, wherever it is not the one that needs no name.
pub(super) fn naming(mut problem: Problem, schedule: Option<&Value>) -> Problem {
    let word = schedule.and_then(|schedule| schedule.get("form")?.as_str());
    if let Some((word, _)) = FORMS[1..].iter().find(|row| Some(row.0) == word)
        && problem.at.starts_with("schedule.")
        && !problem.what.contains("form = ")
    {
        problem.what += &format!(" (form = \"{word}\")");
    }
    problem
}

/// Refuses keys that mean nothing to the form but something to another.
fn only_keys_of<'k>(word: &str, own: &[&str], keys: impl Iterator<Item = &'k String>) -> Result<(), Problem> {
    for key in keys.map(String::as_str).filter(|key| !own.contains(key)) {
        let others = FORMS.iter().filter(|row| row.1.contains(&key));
        let others: Vec<String> = others.map(|row| format!("\"{}\"", row.0)).collect();
        if !others.is_empty() {
            let what = format!("needless with form = \"{word}\", expected {}", own.join(", "));
            return Err(Problem::new(format!("schedule.{key}"), format!("{what} (or the form {})", others.join(", "))));
        }
    }
    Ok(())
}

/// Refuses too few names for the largest table, of which `others` fill so many seats.
fn enough(key: &str, found: usize, seats: &[usize], others: usize) -> Result<(), Problem> {
    let most = seats.iter().max().copied().unwrap_or_default();
    if found + others >= most {
        return Ok(());
    }
    let what = format!("{found} there, expected at least {} for tables of {most}", most - others);
    Err(Problem::new(format!("schedule.{key}"), what))
}

/// The tables as listed.
fn listed(names: &Names<'_>, list: &[Vec<String>]) -> Result<Vec<Vec<usize>>, Problem> {
    if list.is_empty() || list.len() > MOST_TABLES {
        let found = if list.is_empty() { "an empty list".to_owned() } else { format!("{} tables", list.len()) };
        return Err(Problem::new("schedule.tables", format!("{found}, expected 1 to {MOST_TABLES} tables")));
    }
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for (i, seats) in list.iter().enumerate() {
        let at = format!("schedule.tables, table {}", i + 1);
        if seats.is_empty() {
            return Err(Problem::new(at, "nobody sits there, expected at least one name"));
        }
        tables.push(seats.iter().map(|name| names.find(&at, name)).collect::<Result<_, _>>()?);
    }
    Ok(tables)
}
