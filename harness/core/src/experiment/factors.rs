//! The design matrix: the value of every factor in every arm.

use ergo_engine::options::{Settings, Value};

use super::checked::{Arm, Experiment};
use super::document::{Target, target};
use crate::registry::arena::DynGame;
use ergo_engine::field::Field;

use crate::rows::quoted::push;

impl Experiment {
    /// Returns the text of `arms.csv`: one row per arm, one column per factor. A cell is empty if an agent of another
    /// kind has no such setting; it has several values joined by `|` if the value depends on the number of seats.
    ///
    /// # Panics
    ///
    /// Panics if a label is not valid UTF-8, which cannot happen.
    pub fn design_matrix(&self) -> String {
        let names: Vec<&str> = self.entrants.iter().map(String::as_str).collect();
        let mut text = b"arm".to_vec();
        let field = |text: &mut Vec<u8>, value: &str| {
            text.push(b',');
            push(text, Field::Text(value));
        };
        self.factors.iter().for_each(|key| field(&mut text, key));
        for arm in &self.arms {
            text.push(b'\n');
            push(&mut text, arm.label.as_str());
            self.factors.iter().for_each(|key| field(&mut text, &level(&*self.game, arm, key, &names)));
        }
        text.push(b'\n');
        String::from_utf8(text).expect("made of texts")
    }
}

/// Returns the value of a factor in an arm.
fn level(game: &dyn DynGame, arm: &Arm, key: &str, names: &[&str]) -> String {
    let plain = |value: &Value| match value {
        Value::Text(word) => word.clone(),
        other => other.to_string(),
    };
    match target(key, names) {
        Target::Rule(option) => {
            let mut values: Vec<String> = Vec::new();
            // A setting that is left out has its default value.
            let unsaid = || game.options().into_iter().find(|spec| spec.key == option).map(|spec| spec.default);
            let said = |rules: Settings| rules.0.get(option).cloned().or_else(unsaid).as_ref().map(plain);
            for value in arm.rules().filter_map(said) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            values.join("|")
        }
        Target::Agent(entrant, "kind") => arm.agents[entrant].kind.to_string(),
        Target::Agent(entrant, setting) => arm.agents[entrant].settings.0.get(setting).map(plain).unwrap_or_default(),
        Target::Other => String::new(),
    }
}
