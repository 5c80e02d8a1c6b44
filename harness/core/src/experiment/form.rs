//! The `[schedule]` table: forms of schedules, their keys, and the resulting tables. The user documentation is in
//! [`super`].

use std::collections::BTreeMap;

use ergo_engine::options::nearest;
use ergo_engine::seat::MAX_SEATS;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Value;

use super::file::{FaultRule, Rotations};
use super::problem::Mistake;
use super::reading::missing;
use super::values::{BoundedInt, read_value, word};
use crate::design::{ladder_tables, subsets};

/// The form of a schedule. Entrants are indices; table sizes ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the keys of the experiment file")]
pub enum Form {
    /// The listed tables.
    Tables { tables: Vec<Vec<usize>> },
    /// All line-ups of a pool.
    RoundRobin { pool: Vec<usize>, seats: Vec<usize> },
    /// One entrant against all line-ups of a pool.
    Gauntlet { focal: usize, pool: Vec<usize>, seats: Vec<usize> },
    /// One entrant of a pair among copies of the other, and the reverse.
    Focal { pair: [usize; 2], seats: Vec<usize> },
    /// Tables of entrants that are close to each other in a ranked list.
    Ladder { pool: Vec<usize>, seats: Vec<usize>, reach: usize },
}

/// The largest number of matches that are played at the same time.
pub const MOST_AT_ONCE: i64 = 1024;
/// The largest number of tables in one schedule.
const MOST_TABLES: usize = 1_000;
/// The default of `reach`: the largest distance between neighbours at a ladder table.
const REACH: i64 = 3;
/// The word of every form; `KEYS` has the keys of each form in the same order.
const FORMS: [&str; 5] = ["tables", "round-robin", "gauntlet", "focal", "ladder"];
const KEYS: [&[&str]; 5] =
    [&["tables"], &["pool", "seats"], &["focal", "pool", "seats"], &["pair", "seats"], &["pool", "seats", "reach"]];

/// The `[schedule]` table, with its keys in output order.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScheduleTable {
    /// `None` if tables are listed.
    #[serde(default, deserialize_with = "form")]
    form: Option<String>,
    #[serde(skip_serializing)]
    pub tables: Option<Vec<Vec<String>>>,
    focal: Option<String>,
    pair: Option<Vec<String>>,
    pool: Option<Vec<String>>,
    seats: Option<Sizes>,
    reach: Option<BoundedInt<1, { MOST_TABLES as i64 }>>,
    pub deals: BoundedInt<1, 10_000_000>,
    #[serde(default)]
    pub rotations: Rotations,
    #[serde(default)]
    pub faults: FaultRule,
    pub concurrency: Option<BoundedInt<1, MOST_AT_ONCE>>,
}

fn form<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    word(from, &FORMS).map(|word| Some(word).filter(|word| word != FORMS[0]))
}

/// Table sizes in ascending order: a number, or a list of different numbers.
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
        read_value(from, &Sizes::expected(), Sizes::of)
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

/// Returns the path at which a mistake in the table `index` is reported.
pub(super) fn path_of_table(form: &Form, index: usize) -> String {
    match form {
        Form::Tables { .. } => format!("schedule.tables.{index}"),
        _ => "schedule.seats".to_owned(),
    }
}

impl ScheduleTable {
    /// Returns the form and fills in its defaults. `seats` is the table size if the schedule gives none.
    pub(super) fn form(&mut self, names: &[&str], seats: Option<i64>) -> Result<Form, Mistake> {
        let row = FORMS.iter().position(|word| Some(*word) == self.form.as_deref()).unwrap_or(0);
        self.has_only_keys_of(row)?;
        let seats = if KEYS[row].contains(&"seats") { self.sizes(seats)? } else { Vec::new() };
        let largest = seats.iter().max().copied().unwrap_or_default();
        let pool = |others: usize| {
            let pool = listed(names, "schedule.pool", &self.pool)?;
            if pool.len() + others >= largest {
                return Ok(pool);
            }
            let what = format!("{} names, expected at least {} for tables of {largest}", pool.len(), largest - others);
            Err(Mistake::new("schedule.pool", what).stop())
        };
        Ok(match FORMS[row] {
            "round-robin" => Form::RoundRobin { pool: pool(0)?, seats },
            "gauntlet" => {
                let name = self.focal.as_ref().ok_or_else(|| missing("schedule.focal"))?;
                let (focal, pool) = (find(names, "schedule.focal", name)?, pool(1)?);
                if let Some(i) = pool.iter().position(|other| *other == focal) {
                    let what = format!("\"{name}\" would meet itself, expected only others");
                    return Err(Mistake::new(format!("schedule.pool.{i}"), what));
                }
                Form::Gauntlet { focal, pool, seats }
            }
            "focal" => {
                let pair = <[usize; 2]>::try_from(listed(names, "schedule.pair", &self.pair)?);
                let wrong = |pair: Vec<usize>| format!("{} names, expected two", pair.len());
                let pair = pair.map_err(|pair| Mistake::new("schedule.pair", wrong(pair)).stop())?;
                Form::Focal { pair, seats }
            }
            "ladder" => {
                let pool = pool(0)?;
                Form::Ladder { pool, seats, reach: self.reach.get_or_insert(BoundedInt(REACH)).0 as usize }
            }
            _ => Form::Tables { tables: self.listed_tables(names)? },
        })
    }

    /// Rejects keys that belong to another form.
    fn has_only_keys_of(&self, row: usize) -> Result<(), Mistake> {
        let given = [
            ("tables", self.tables.is_some()),
            ("focal", self.focal.is_some()),
            ("pair", self.pair.is_some()),
            ("pool", self.pool.is_some()),
            ("seats", self.seats.is_some()),
            ("reach", self.reach.is_some()),
        ];
        let Some((key, _)) = given.iter().find(|(key, given)| *given && !KEYS[row].contains(key)) else {
            return Ok(());
        };
        let others: Vec<&str> = (0..FORMS.len()).filter(|other| KEYS[*other].contains(key)).map(|i| FORMS[i]).collect();
        let what = format!(
            "needless with form = \"{}\", expected {} (or form = \"{}\")",
            FORMS[row],
            KEYS[row].join(", "),
            others.join("\" or \"")
        );
        Err(Mistake::new(format!("schedule.{key}"), what))
    }

    /// Returns the table sizes.
    fn sizes(&mut self, seats: Option<i64>) -> Result<Vec<usize>, Mistake> {
        if let (None, Some(seats)) = (&self.seats, seats) {
            let seats = Value::Integer(seats);
            let wrong = || Mistake::value("game.seats", &seats, Sizes::expected());
            self.seats = Some(Sizes::of(&seats).ok_or_else(wrong)?);
        }
        match &self.seats {
            Some(sizes) => Ok(sizes.0.clone()),
            None => {
                let what = format!("missing, expected {}", Sizes::expected());
                Err(Mistake::new("schedule.seats", what).put(2))
            }
        }
    }

    /// Returns the listed tables.
    fn listed_tables(&self, names: &[&str]) -> Result<Vec<Vec<usize>>, Mistake> {
        let list = self.tables.as_ref().ok_or_else(|| missing("schedule.tables"))?;
        if list.is_empty() || list.len() > MOST_TABLES {
            let what = format!("{} tables, expected 1 to {MOST_TABLES}", list.len());
            return Err(Mistake::new("schedule.tables", what).stop());
        }
        let table = |(i, table): (usize, &Vec<String>)| {
            if table.is_empty() {
                return Err(Mistake::new(format!("schedule.tables.{i}"), "an empty list, expected at least one name"));
            }
            table.iter().enumerate().map(|(j, name)| find(names, &format!("schedule.tables.{i}.{j}"), name)).collect()
        };
        list.iter().enumerate().map(table).collect()
    }
}

/// Returns the index of the entrant `name`, which is at `path`.
fn find(names: &[&str], path: &str, name: &str) -> Result<usize, Mistake> {
    let unknown = || match nearest(name, names.iter().copied()) {
        Some(_) => Mistake::unknown_name(path, "entrant", name, names.iter().copied()),
        None => Mistake::new("entrant", "missing, expected [[entrant]] tables").stop(),
    };
    names.iter().position(|known| *known == name).ok_or_else(unknown)
}

/// Returns the indices of the entrants listed at `path`, which must be different.
fn listed(names: &[&str], path: &str, list: &Option<Vec<String>>) -> Result<Vec<usize>, Mistake> {
    let list = list.as_ref().ok_or_else(|| missing(path))?;
    let at = |i: usize| format!("{path}.{i}");
    let found = list.iter().enumerate().map(|(i, name)| find(names, &at(i), name));
    let found = found.collect::<Result<Vec<usize>, _>>()?;
    match (1..found.len()).find(|i| found[..*i].contains(&found[*i])) {
        Some(i) => Err(Mistake::new(at(i), format!("\"{}\" is listed twice, expected once", list[i])).cross()),
        None => Ok(found),
    }
}

/// Returns the tables of `form`, smallest first.
pub(super) fn tables(form: &Form) -> Result<Vec<Vec<usize>>, Mistake> {
    let too_many = || {
        let what = format!("more than {MOST_TABLES} tables, expected fewer names, or fewer seats");
        Mistake::new("schedule.form", what).stop()
    };
    let choices = |from: &[usize], size: usize| subsets(from, size, MOST_TABLES).ok_or_else(too_many);
    let led_by = |focal: usize, others: &[usize]| [&[focal], others].concat();
    let mut tables = Vec::new();
    match form {
        Form::Tables { tables: listed } => tables.clone_from(listed),
        Form::RoundRobin { pool, seats } => {
            for &size in seats {
                tables.extend(choices(pool, size)?);
            }
        }
        Form::Gauntlet { focal, pool, seats } => {
            for &size in seats {
                tables.extend(choices(pool, size - 1)?.iter().map(|field| led_by(*focal, field)));
            }
        }
        Form::Focal { pair: [a, b], seats } => {
            for &size in seats {
                tables.push(led_by(*a, &vec![*b; size - 1]));
                // With two seats, the reverse table is the same.
                if size > 2 {
                    tables.push(led_by(*b, &vec![*a; size - 1]));
                }
            }
        }
        Form::Ladder { pool, seats, reach } => {
            for &size in seats {
                let of_pool = |row: Vec<usize>| row.iter().map(|place| pool[*place]).collect::<Vec<_>>();
                tables.extend(ladder_tables(pool.len(), size, *reach).into_iter().map(of_pool));
            }
        }
    }
    if tables.len() > MOST_TABLES { Err(too_many()) } else { Ok(tables) }
}

/// Rejects a table that plays the same matches as an earlier one, because the rotations seat the same entrants in the
/// same orders.
pub(super) fn each_once(form: &Form, tables: &[Vec<usize>], rotations: Rotations) -> Result<(), Mistake> {
    let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for (i, table) in tables.iter().enumerate() {
        let mut seated = table.clone();
        match rotations {
            Rotations::All | Rotations::Balanced => seated.sort_unstable(),
            Rotations::Cyclic => {
                let turned = |by: usize| [&table[by..], &table[..by]].concat();
                seated = (0..table.len()).map(turned).min().unwrap_or_default();
            }
            Rotations::None => {}
        }
        if let Some(twin) = known.insert(seated, i) {
            let all = if *table == tables[twin] { "" } else { " in another order, as its rotations seat all of them" };
            let what = format!(
                "plays the same matches as table {}{all}, expected another line-up (raise deals to play more)",
                twin + 1
            );
            return Err(Mistake::new(path_of_table(form, i), what).cross());
        }
    }
    Ok(())
}
