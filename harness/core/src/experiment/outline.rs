//! The shape of an experiment, checked without knowing its game: its file, and what follows from the keys together.

use std::sync::Arc;

use super::document::Document;
use super::expand;
use super::file::File;
use super::form::{self, Form};
use super::names::Names;
use super::problem::Problem;
use super::reading::{read, unknown, will_not_do};
use super::set_once;
use super::space::Space;
use crate::probe::{Probe, Watched};

/// The most arms of one experiment.
pub(super) const MOST_ARMS: usize = 1_000;
/// The most entrants of one experiment.
const MOST_ENTRIES: usize = 1_000;
/// The most targets.
const MOST_TARGETS: usize = 24;

/// A removed key of `[output]`. Earlier versions wrote `luck = false` into every record: this is accepted and written back, so that
/// a record keeps its digest.
pub(super) const FORMER: &str = "luck";

/// Everything an experiment file says.
pub(super) struct Outline {
    pub file: File,
    pub form: Form,
    /// The tables that follow from the form.
    pub tables: Vec<Vec<usize>>,
    /// The space the arms are points of, if they are.
    pub space: Option<Space>,
    /// All probes, with what is asked of each.
    pub watched: Vec<Watched>,
}

impl Outline {
    /// The sizes of all tables, in their order.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.tables.iter().map(Vec::len).collect()
    }

    /// Checks the shape of `document`.
    pub(super) fn read(document: &Document, probes: &[Arc<dyn Probe>]) -> Result<Self, Problem> {
        let schedule = document.0.get("schedule");
        Self::of(document, probes).map_err(|problem| form::naming(problem, schedule))
    }

    fn of(document: &Document, probes: &[Arc<dyn Probe>]) -> Result<Self, Problem> {
        let mut file: File = read(&document.0)?;
        file.measures.iter().enumerate().try_for_each(|(i, own)| own.check(i + 1))?;
        let names: Vec<&str> = file.entrant.iter().map(|entrant| entrant.name.0.as_str()).collect();
        if names.is_empty() || names.len() > MOST_ENTRIES {
            let what = format!("{} of them, expected 1 to {MOST_ENTRIES} [[entrant]] tables", names.len());
            return Err(Problem::new("entrant", what));
        }
        if let Some(i) = (1..names.len()).find(|i| names[..*i].contains(&names[*i])) {
            let what = format!("\"{}\" is taken, expected a name of its own", names[i]);
            return Err(Problem::new(format!("entrant {}, name", i + 1), what));
        }
        let keys = document.0.get("schedule").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
        let form = file.schedule.form(keys, &Names(&names), file.game.seats.map(|seats| seats.0))?;
        let tables = expand::tables(&form)?;
        expand::each_once(&form, &tables, file.schedule.rotations)?;
        for (key, found, most) in [("arm", file.arm.len(), MOST_ARMS), ("targets", file.targets.len(), MOST_TARGETS)] {
            if found > most {
                return Err(Problem::new(key, format!("{found} of them, expected at most {most}")));
            }
        }
        if file.design.is_some()
            && let Some(other) = ["arm", "sweep"].into_iter().find(|key| document.0.contains_key(*key))
        {
            let what = format!("[[{other}]] tables make arms too, expected the one or the other");
            return Err(Problem::new("design", what));
        }
        let space = file.design.as_mut().map(Space::of).transpose()?;
        let watched = watched(&file, probes)?;
        set_once::check(&file, &tables, &document.1)?;
        Ok(Outline { file, form, tables, space, watched })
    }
}

/// All probes, with what is asked of each.
fn watched(file: &File, probes: &[Arc<dyn Probe>]) -> Result<Vec<Watched>, Problem> {
    let known: Vec<&str> = probes.iter().map(|probe| probe.name()).collect();
    for (key, value) in file.output.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
        let what = match key.as_str() {
            FORMER if value.as_bool() == Some(false) => continue,
            FORMER => "control variates were removed, expected no such key".to_owned(),
            _ => unknown(key, &known),
        };
        return Err(Problem::new(format!("output.{key}"), what));
    }
    let amount = |probe: &dyn Probe| {
        let Some(value) = file.output.get(probe.name()) else { return Ok(0) };
        let (amount, expected) = match probe.most() {
            1 => (value.as_bool().map(u32::from), "true or false".to_owned()),
            most => {
                let number = value.as_integer().and_then(|number| u32::try_from(number).ok());
                (number.filter(|number| *number <= most), format!("a whole number from 0 to {most}"))
            }
        };
        let wrong = || Problem::new(format!("output.{}", probe.name()), will_not_do(value, &expected));
        amount.ok_or_else(wrong)
    };
    probes.iter().map(|probe| Ok(Watched { amount: amount(&**probe)?, probe: Arc::clone(probe) })).collect()
}
