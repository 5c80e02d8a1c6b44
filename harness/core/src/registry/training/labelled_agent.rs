//! An agent with its command-line name.

use ergo_agents::net::custom::DIGEST;
use ergo_agents::spec::AgentSpec;
use ergo_engine::options::Value;

/// An agent with its command-line name.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledAgent {
    /// `kind` or `kind:key=value,key=value`.
    pub name: String,
    /// The full specification with all settings.
    pub spec: AgentSpec,
}

impl LabelledAgent {
    /// Returns the name, followed by the digest of its weights file if it has one.
    pub fn label(&self) -> String {
        match self.spec.settings.0.get(DIGEST) {
            Some(Value::Text(digest)) if !digest.is_empty() => format!("{}, {digest}", self.name),
            _ => self.name.clone(),
        }
    }
}
