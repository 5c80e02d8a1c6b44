//! The form of a schedule, and the keys that belong to it. The table in [`super`] is what a user reads.

use ergo_engine::seat::MAX_SEATS;
use toml::Value;

use super::names::Names;
use super::problem::Problem;
use super::section::Section;

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
    /// Either of a pair in the same place against the same opponents.
    Substitution { pair: [usize; 2], panel: Vec<usize>, seats: Vec<usize> },
    /// Those who stand near each other in a list.
    Ladder { pool: Vec<usize>, seats: Vec<usize>, reach: usize },
    /// So many tables, all pairs as equally often together as can be.
    Blocks { pool: Vec<usize>, seats: Vec<usize>, amount: Amount },
    /// So many stages, in each everybody against those who stand nearest.
    Swiss { pool: Vec<usize>, seats: usize, stages: usize },
    /// Tables of two, the winner goes on.
    Knockout { pool: Vec<usize> },
}

/// How many tables of each size a balanced design has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Enough for every entrant to sit at so many.
    PerEntrant(usize),
    /// So many, if there are as many line-ups.
    Most(usize),
}

/// The most tables of one schedule.
pub(super) const MOST_TABLES: usize = 1_000;
/// The most stages.
const MOST_STAGES: i64 = 100;

/// How far apart those next to each other at a table of a ladder stand in the list, at most, if nothing else is said.
const REACH: usize = 3;

/// Every form: its word, the keys it needs, and keys that it may have or needs one of.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const FORMS: [Row; 9] = [
    ("tables", &["tables"], &[]),
    ("round-robin", &["pool", "seats"], &[]),
    ("gauntlet", &["focal", "pool", "seats"], &[]),
    ("focal", &["pair", "seats"], &[]),
    ("substitution", &["pair", "panel", "seats"], &[]),
    ("ladder", &["pool", "seats"], &["reach"]),
    ("blocks", &["pool", "seats"], &["tables_per_entrant", "most_tables"]),
    ("swiss", &["pool", "seats", "stages"], &[]),
    ("knockout", &["pool"], &[]),
];

/// Keys that every form has.
const COMMON: [&str; 4] = ["form", "deals", "rotations", "faults"];

impl Form {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Form::Tables { .. } => "tables",
            Form::RoundRobin { .. } => "round-robin",
            Form::Gauntlet { .. } => "gauntlet",
            Form::Focal { .. } => "focal",
            Form::Substitution { .. } => "substitution",
            Form::Ladder { .. } => "ladder",
            Form::Blocks { .. } => "blocks",
            Form::Swiss { .. } => "swiss",
            Form::Knockout { .. } => "knockout",
        }
    }

    /// Whether later tables depend on what came of earlier ones; then there are none beforehand.
    pub fn is_staged(&self) -> bool {
        self.stage_seats().is_some()
    }

    /// How many sit at every table of a staged form.
    pub(super) fn stage_seats(&self) -> Option<usize> {
        match self {
            Form::Swiss { seats, .. } => Some(*seats),
            Form::Knockout { .. } => Some(2),
            _ => None,
        }
    }

    /// Reads the form of `schedule`. Where that does not say how many sit at a table, `seats` does.
    pub(super) fn read(schedule: &Section<'_>, names: &Names<'_>, seats: Option<i64>) -> Result<Self, Problem> {
        let row = schedule.one_of("form", &FORMS.map(|row| (row.0, row)))?;
        only_keys_of(&row, schedule)?;
        let reader = Reader { schedule, names, seats };
        let form = reader.read(row.0);
        // The form is named wherever it is not the one that needs no name.
        form.map_err(|mut problem| {
            if row.0 != "tables" {
                problem.what += &format!(" (form = \"{}\")", row.0);
            }
            problem
        })
    }

    /// What a complaint about the size of the table with this index points to.
    pub(super) fn size_of_table(&self, index: usize) -> String {
        match self {
            Form::Tables { .. } => format!("schedule.tables, table {}", index + 1),
            Form::Knockout { .. } => "schedule.form (\"knockout\")".to_owned(),
            _ => "schedule.seats".to_owned(),
        }
    }
}

/// Refuses keys that mean nothing to the form of `row`.
fn only_keys_of((word, needed, some): &Row, schedule: &Section<'_>) -> Result<(), Problem> {
    let own: Vec<&str> = needed.iter().chain(*some).copied().collect();
    for (key, _) in schedule.entries().filter(|(key, _)| !own.contains(&key.as_str())) {
        let others = FORMS.iter().filter(|row| row.1.iter().chain(row.2).any(|known| known == key));
        let others: Vec<String> = others.map(|row| format!("\"{}\"", row.0)).collect();
        if !others.is_empty() {
            let what = format!("needless with form = \"{word}\", expected {}", own.join(", "));
            return Err(Problem::new(schedule.at(key), format!("{what} (or the form {})", others.join(", "))));
        }
    }
    schedule.only(&[&own[..], &COMMON].concat())
}

/// Reads the keys of a form.
struct Reader<'r, 'd> {
    schedule: &'r Section<'d>,
    names: &'r Names<'r>,
    seats: Option<i64>,
}

impl Reader<'_, '_> {
    fn read(&self, word: &str) -> Result<Form, Problem> {
        Ok(match word {
            "round-robin" => {
                let (pool, seats) = self.pool_and_seats(0)?;
                Form::RoundRobin { pool, seats }
            }
            "gauntlet" => {
                let focal = self.names.one(self.schedule, "focal", "the name of the one who meets all others")?;
                let (pool, seats) = self.pool_and_seats(1)?;
                self.names.apart(self.schedule, "pool", focal, &pool)?;
                Form::Gauntlet { focal, pool, seats }
            }
            "focal" => Form::Focal { pair: self.pair()?, seats: self.seats()? },
            "substitution" => {
                let (pair, seats) = (self.pair()?, self.seats()?);
                let panel = self.names.list(self.schedule, "panel", "the names of the opponents")?;
                self.names.apart(self.schedule, "panel", pair[0], &panel)?;
                self.names.apart(self.schedule, "panel", pair[1], &panel)?;
                self.enough("panel", panel.len(), &seats, 1)?;
                Form::Substitution { pair, panel, seats }
            }
            "ladder" => {
                let (pool, seats) = self.pool_and_seats(0)?;
                let reach = match self.schedule.get("reach") {
                    None => REACH,
                    Some(_) => self.schedule.whole("reach", 1..=MOST_TABLES as i64)? as usize,
                };
                Form::Ladder { pool, seats, reach }
            }
            "blocks" => {
                let (pool, seats) = self.pool_and_seats(0)?;
                Form::Blocks { pool, seats, amount: self.amount()? }
            }
            "swiss" => {
                let (pool, seats) = self.pool_and_seats(0)?;
                let stages = self.schedule.whole("stages", 1..=MOST_STAGES)? as usize;
                let [seats] = seats[..] else {
                    let what = format!("{} sizes there, expected one number", seats.len());
                    return Err(Problem::new(self.schedule.at("seats"), what));
                };
                Form::Swiss { pool, seats, stages }
            }
            "knockout" => {
                let pool = self.names.each_once(self.schedule, "pool", "the names of those who meet, best first")?;
                self.enough("pool", pool.len(), &[2], 0)?;
                Form::Knockout { pool }
            }
            _ => Form::Tables { tables: self.tables()? },
        })
    }

    /// The pool and the sizes of the tables it must fill, of which others fill so many seats.
    fn pool_and_seats(&self, others: usize) -> Result<(Vec<usize>, Vec<usize>), Problem> {
        let pool = self.names.each_once(self.schedule, "pool", "the names of those who meet")?;
        let seats = self.seats()?;
        self.enough("pool", pool.len(), &seats, others)?;
        Ok((pool, seats))
    }

    fn enough(&self, key: &str, found: usize, seats: &[usize], others: usize) -> Result<(), Problem> {
        let most = seats.iter().max().copied().unwrap_or_default();
        if found + others >= most {
            return Ok(());
        }
        let what = format!("{found} there, expected at least {} for tables of {most}", most - others);
        Err(Problem::new(self.schedule.at(key), what))
    }

    fn pair(&self) -> Result<[usize; 2], Problem> {
        let pair = self.names.each_once(self.schedule, "pair", "two names")?;
        let count = pair.len();
        let wrong = |_| Problem::new(self.schedule.at("pair"), format!("{count} there, expected two names"));
        pair.try_into().map_err(wrong)
    }

    /// The sizes of the tables: a number, or a list of different ones.
    fn seats(&self) -> Result<Vec<usize>, Problem> {
        let expected = format!("a whole number from 2 to {MAX_SEATS}, or a list of them, each once");
        let from_game = self.seats.map(Value::Integer);
        let value = match (self.schedule.get("seats"), &from_game) {
            (None, Some(value)) | (Some(value), _) => value,
            (None, None) => self.schedule.required("seats", &expected)?,
        };
        let wrong = |value: &Value| self.schedule.wrong("seats", value, &expected);
        let size = |value: &Value| {
            let size = value.as_integer().and_then(|size| usize::try_from(size).ok());
            size.filter(|size| (2..=MAX_SEATS).contains(size)).ok_or_else(|| wrong(value))
        };
        let mut sizes = match value {
            Value::Array(list) if !list.is_empty() => list.iter().map(size).collect::<Result<Vec<_>, _>>()?,
            other => vec![size(other)?],
        };
        sizes.sort_unstable();
        if sizes.windows(2).any(|two| two[0] == two[1]) {
            return Err(wrong(value));
        }
        Ok(sizes)
    }

    fn amount(&self) -> Result<Amount, Problem> {
        let whole = |key| self.schedule.whole(key, 1..=MOST_TABLES as i64).map(|number| number as usize);
        let has = |key| self.schedule.get(key).is_some();
        match (has("tables_per_entrant"), has("most_tables")) {
            (true, false) => Ok(Amount::PerEntrant(whole("tables_per_entrant")?)),
            (false, true) => Ok(Amount::Most(whole("most_tables")?)),
            (both, _) => {
                let found = if both { "together with most_tables" } else { "missing, and so is most_tables" };
                let at = self.schedule.at("tables_per_entrant");
                Err(Problem::new(at, format!("{found}, expected one of the two")))
            }
        }
    }

    /// The tables as listed.
    fn tables(&self) -> Result<Vec<Vec<usize>>, Problem> {
        let list = self.schedule.list("tables", "lists of entrants' names, one for each table")?;
        if list.len() > MOST_TABLES {
            let what = format!("{} tables, expected at most {MOST_TABLES}", list.len());
            return Err(Problem::new("schedule.tables", what));
        }
        let mut tables: Vec<Vec<usize>> = Vec::new();
        for (i, table) in list.iter().enumerate() {
            let at = format!("schedule.tables, table {}", i + 1);
            let seats = table.as_array().ok_or_else(|| Problem::new(&at, "not a list, expected a list of names"))?;
            if seats.is_empty() {
                return Err(Problem::new(at, "nobody sits there, expected at least one name"));
            }
            let seated = seats.iter().map(|name| self.names.find(&at, name)).collect::<Result<Vec<_>, _>>()?;
            if let Some(twin) = tables.iter().position(|other| *other == seated) {
                let what =
                    format!("the same as table {}, expected another line-up (raise deals to play more)", twin + 1);
                return Err(Problem::new(at, what));
            }
            tables.push(seated);
        }
        Ok(tables)
    }
}
