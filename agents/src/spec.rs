//! The kinds of agents, and an agent as written in an experiment: a kind and its settings.

use ergo_engine::options::{OptionError, OptionSpec, Settings, Value, nearest, unknown};

/// The name of the setting that limits the time of a decision by a clock.
pub const MILLISECONDS: &str = "milliseconds";
/// The setting of a program that says whether it answers the same again.
pub const REPEATABLE: &str = "repeatable";

/// One kind of agent, as listed by `ergo agents`.
#[derive(Clone, Debug)]
pub struct AgentKind {
    /// Its name in an experiment: `agent = { kind = "..." }`.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Every setting of this kind.
    pub options: Vec<OptionSpec>,
}

/// An agent: a kind and a valid value for each of its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// The name of the kind.
    pub kind: &'static str,
    /// Every setting of the kind with its value.
    pub settings: Settings,
}

impl AgentSpec {
    /// Validates a kind's name and the settings `given` against `kinds`, and fills in the defaults.
    ///
    /// # Errors
    ///
    /// Returns an error if the kind or a setting is unknown, or if a value is out of range.
    pub fn validate<'k>(
        kinds: impl Iterator<Item = &'k AgentKind> + Clone,
        name: &str,
        given: &Settings,
    ) -> Result<Self, OptionError> {
        let Some(kind) = kinds.clone().find(|kind| kind.name == name) else {
            let names = kinds.map(|kind| kind.name);
            let message = unknown("kind of agent", name, names.clone());
            let nearest = nearest(name, names).unwrap_or_default();
            return Err(OptionError::UnknownKind { message, kind: name.to_owned(), nearest });
        };
        Ok(AgentSpec { kind: kind.name, settings: given.checked(&kind.options)? })
    }

    /// Returns the time limit of each decision in milliseconds, or `None` if the agent does not use a clock. With a
    /// clock, choices are not determined by the seed.
    pub fn milliseconds(&self) -> Option<u64> {
        milliseconds(&self.settings)
    }

    /// Returns why its choices cannot be repeated from its seed, in words that follow its name; `None` if they can.
    pub fn unrepeatable(&self) -> Option<&'static str> {
        if self.milliseconds().is_some() {
            return Some("searches by wall clock");
        }
        (self.settings.0.get(REPEATABLE) == Some(&Value::Bool(false))).then_some("has the setting repeatable = false")
    }
}

/// Returns the time limit of each decision in milliseconds, or `None` if `settings` do not ask for a clock. The
/// settings need not be validated.
pub fn milliseconds(settings: &Settings) -> Option<u64> {
    match settings.0.get(MILLISECONDS) {
        Some(&Value::Int(time)) if time > 0 => Some(time as u64),
        _ => None,
    }
}
