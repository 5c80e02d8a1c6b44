//! An agent as written in an experiment: a kind and its settings.

use ergo_engine::options::{OptionError, OptionSpec, Settings, Value, nearest, unknown};

/// The setting by which an agent searches by a clock.
pub const MILLISECONDS: &str = "milliseconds";
/// The setting of a program that says whether it answers the same again.
pub const REPEATABLE: &str = "repeatable";

/// One family of agents, as listed by `ergo agents`.
#[derive(Clone, Debug)]
pub struct Kind {
    /// As written in an experiment: `agent = { kind = "..." }`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Every setting.
    pub options: Vec<OptionSpec>,
}

/// A kind with every setting known and in range.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// Which family.
    pub kind: &'static str,
    /// All its settings.
    pub settings: Settings,
}

impl AgentSpec {
    /// Checks a kind's name and settings against the `kinds` there are.
    pub fn checked<'k>(
        kinds: impl Iterator<Item = &'k Kind> + Clone,
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

    /// Milliseconds of each decision, for an agent that searches by a clock. What it chooses does not follow from its seed.
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

/// Milliseconds of each decision in settings, checked or not, if they ask for a clock.
pub fn milliseconds(settings: &Settings) -> Option<u64> {
    match settings.0.get(MILLISECONDS) {
        Some(&Value::Int(time)) if time > 0 => Some(time as u64),
        _ => None,
    }
}
