//! A bot by the name that somebody gave it.

use ergo_agents::net::own::DIGEST;
use ergo_agents::spec::AgentSpec;
use ergo_engine::options::Value;

/// A bot as on a command line.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledAgent {
    /// `kind` or `kind:key=value,key=value`.
    pub name: String,
    /// The same with all its settings.
    pub spec: AgentSpec,
}

impl LabelledAgent {
    /// Its name, and of weights of its own their digest.
    pub fn label(&self) -> String {
        match self.spec.settings.0.get(DIGEST) {
            Some(Value::Text(digest)) if !digest.is_empty() => format!("{}, {digest}", self.name),
            _ => self.name.clone(),
        }
    }
}
