//! Names of entrants, wherever an experiment file speaks of them.

use ergo_engine::options::nearest;

use super::problem::Problem;
use super::reading::missing;

/// The names of all entrants, in the order of the file.
pub(super) struct Names<'n>(pub &'n [&'n str]);

/// The value at `key` of the schedule.
pub(super) fn needed<'v, T>(key: &str, value: &'v Option<T>) -> Result<&'v T, Problem> {
    value.as_ref().ok_or_else(|| missing(format!("schedule.{key}")))
}

impl Names<'_> {
    /// The entrant of this name; `at` is where it stands.
    pub(super) fn find(&self, at: &str, name: &str) -> Result<usize, Problem> {
        self.0.iter().position(|known| *known == name).ok_or_else(|| {
            let near = nearest(name, self.0.iter().copied()).unwrap_or_default();
            Problem::new(at, format!("no entrant is called {name:?}, expected \"{near}\" or another entrant"))
        })
    }

    /// The entrants listed at `key` of the schedule.
    fn list(&self, key: &str, names: &Option<Vec<String>>) -> Result<Vec<usize>, Problem> {
        let (at, names) = (format!("schedule.{key}"), needed(key, names)?);
        if names.is_empty() {
            return Err(Problem::new(at, "an empty list, expected names"));
        }
        names.iter().map(|name| self.find(&at, name)).collect()
    }

    /// The entrants listed at `key`, each once.
    pub(super) fn each_once(&self, key: &str, names: &Option<Vec<String>>) -> Result<Vec<usize>, Problem> {
        let found = self.list(key, names)?;
        match found.iter().enumerate().find(|(i, entrant)| found[..*i].contains(entrant)) {
            None => Ok(found),
            Some((_, &twin)) => {
                let what = format!("\"{}\" stands there twice, expected every name once", self.0[twin]);
                Err(Problem::new(format!("schedule.{key}"), what))
            }
        }
    }

    /// Refuses `entrant` among the `others` at `key`.
    pub(super) fn apart(&self, key: &str, entrant: usize, others: &[usize]) -> Result<(), Problem> {
        if !others.contains(&entrant) {
            return Ok(());
        }
        let what = format!("\"{}\" would meet itself, expected only others there", self.0[entrant]);
        Err(Problem::new(format!("schedule.{key}"), what))
    }
}
