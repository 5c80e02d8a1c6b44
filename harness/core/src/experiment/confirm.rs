//! Experiments that no file held: who of some is better, and what confirms a proposal made from a design.

use toml::{Table, Value};

use super::document::{Document, QUICK};
use super::problem::Problem;
use super::values::{Change, toml_value};

/// An arm to be: its name, and each key that it sets with its value.
pub type Proposed = (String, Vec<Change>);

fn table<const N: usize>(entries: [(&str, Value); N]) -> Table {
    let mut table = Table::new();
    table.extend(entries.map(|(key, value)| (key.to_owned(), value)));
    table
}

impl Document {
    /// These entrants, each a name and an agent, at these tables, a deal each.
    pub fn between(
        question: &str,
        seed: u64,
        game: &str,
        entrants: Vec<(String, Table)>,
        tables: Vec<Vec<String>>,
    ) -> Result<Self, Problem> {
        let most = i64::MAX;
        let whole = i64::try_from(seed);
        let seed = whole.map_err(|_| Problem::new("seed", format!("{seed}, expected a whole number up to {most}")))?;
        let entrant = |(name, agent): (String, Table)| table([("name", name.into()), ("agent", agent.into())]);
        let entrants: Vec<Table> = entrants.into_iter().map(entrant).collect();
        Document::of(table([
            ("question", question.into()),
            ("seed", seed.into()),
            ("game", table([("name", game.into())]).into()),
            ("entrant", entrants.into()),
            ("schedule", table([("tables", tables.into()), ("deals", 1_i64.into())]).into()),
        ]))
    }

    /// Puts `arms`, after one that changes nothing and is called `base`, in the place of the design, with a question, a seed and
    /// deals of their own. All else stays, tables and targets among it.
    pub fn confirm(&mut self, question: &str, seed: u64, deals: u32, base: &str, arms: &[Proposed]) {
        self.0.remove("design");
        self.0.remove(QUICK);
        self.0.insert("question".to_owned(), question.into());
        self.0.insert("seed".to_owned(), (seed as i64).into());
        if let Some(schedule) = self.0.get_mut("schedule").and_then(Value::as_table_mut) {
            schedule.insert("deals".to_owned(), i64::from(deals).into());
        }
        let arm = |name: &str, set: &[Change]| {
            let mut all = Table::new();
            all.extend(set.iter().map(|(key, value)| (key.clone(), toml_value(value))));
            table([("name", name.into()), ("set", all.into())])
        };
        let arms = std::iter::once(arm(base, &[])).chain(arms.iter().map(|(name, set)| arm(name, set)));
        self.0.insert("arm".to_owned(), arms.collect::<Vec<_>>().into());
    }
}
