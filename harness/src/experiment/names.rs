//! Names of entrants, wherever an experiment file speaks of them.

use ergo_engine::options::nearest;
use toml::Value;

use super::problem::Problem;
use super::section::{Section, describe};

/// The names of all entrants, in the order of the file.
pub(super) struct Names<'n>(pub &'n [&'n str]);

impl Names<'_> {
    /// The entrant whose name `value` is; `at` is where it stands.
    pub(super) fn find(&self, at: &str, value: &Value) -> Result<usize, Problem> {
        let name = value
            .as_str()
            .ok_or_else(|| Problem::new(at, format!("{} is no name, expected names", describe(value))))?;
        self.0.iter().position(|known| *known == name).ok_or_else(|| {
            let near = nearest(name, self.0.iter().copied()).unwrap_or_default();
            Problem::new(at, format!("no entrant is called {name:?}, expected \"{near}\" or another entrant"))
        })
    }

    /// The entrant named at `key`.
    pub(super) fn one(&self, section: &Section<'_>, key: &str, expected: &str) -> Result<usize, Problem> {
        self.find(&section.at(key), section.required(key, expected)?)
    }

    /// The entrants listed at `key`.
    pub(super) fn list(&self, section: &Section<'_>, key: &str, expected: &str) -> Result<Vec<usize>, Problem> {
        section.list(key, expected)?.iter().map(|value| self.find(&section.at(key), value)).collect()
    }

    /// The entrants listed at `key`, each once.
    pub(super) fn each_once(&self, section: &Section<'_>, key: &str, expected: &str) -> Result<Vec<usize>, Problem> {
        let found = self.list(section, key, expected)?;
        match found.iter().enumerate().find(|(i, entrant)| found[..*i].contains(entrant)) {
            None => Ok(found),
            Some((_, &twin)) => {
                let what = format!("\"{}\" stands there twice, expected every name once", self.0[twin]);
                Err(Problem::new(section.at(key), what))
            }
        }
    }

    /// Refuses `entrant` among the `others` at `key`.
    pub(super) fn apart(
        &self,
        section: &Section<'_>,
        key: &str,
        entrant: usize,
        others: &[usize],
    ) -> Result<(), Problem> {
        if !others.contains(&entrant) {
            return Ok(());
        }
        let what = format!("\"{}\" would meet itself, expected only others there", self.0[entrant]);
        Err(Problem::new(section.at(key), what))
    }
}
