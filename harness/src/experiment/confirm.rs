//! From a design to an experiment that confirms what was proposed from it.

use ergo_engine::options::Value;
use toml::Table;

use super::document::{Document, QUICK, toml_value};

/// An arm to be: its name, and each key that it sets with its value.
pub type Proposed = (String, Vec<(String, Value)>);

impl Document {
    /// Puts `arms`, after one that changes nothing and is called `base`, in the place of the design, with a question, a seed and
    /// deals of their own. All else stays, tables and targets among it.
    pub fn confirm(&mut self, question: &str, seed: u64, deals: u32, base: &str, arms: &[Proposed]) {
        self.0.remove("design");
        self.0.remove(QUICK);
        self.0.insert("question".to_owned(), toml::Value::String(question.to_owned()));
        self.0.insert("seed".to_owned(), toml::Value::Integer(seed as i64));
        if let Some(schedule) = self.0.get_mut("schedule").and_then(toml::Value::as_table_mut) {
            schedule.insert("deals".to_owned(), toml::Value::Integer(deals.into()));
        }
        let arm = |name: &str, set: &[(String, Value)]| {
            let set: Table = set.iter().map(|(key, value)| (key.clone(), toml_value(value))).collect();
            let name = ("name".to_owned(), toml::Value::String(name.to_owned()));
            toml::Value::Table([name, ("set".to_owned(), toml::Value::Table(set))].into_iter().collect())
        };
        let arms = std::iter::once(arm(base, &[])).chain(arms.iter().map(|(name, set)| arm(name, set)));
        self.0.insert("arm".to_owned(), toml::Value::Array(arms.collect()));
    }
}
