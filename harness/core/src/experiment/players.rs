//! The entrants as reports describe them: the kind in a sentence, and the settings that differ from defaults.

use std::collections::BTreeMap;

use ergo_agents::net::custom::{DIGEST, WEIGHTS};
use ergo_agents::spec::{AgentKind, AgentSpec};

use super::checked::Experiment;
use crate::report::players::Player;

/// If an entrant has more settings than this, only their number is printed.
const MOST_SETTINGS: usize = 3;

impl Experiment {
    /// Returns all entrants with the description of their kind; several descriptions if arms use different kinds.
    pub fn players(&self) -> Vec<Player> {
        let kinds = self.game.kinds();
        let player = |(entrant, name): (usize, &String)| {
            let agents: Vec<&AgentSpec> = self.arms.iter().map(|arm| &*arm.agents[entrant]).collect();
            let mut said: Vec<&str> = Vec::new();
            for agent in &agents {
                let about = kinds.iter().find(|kind| kind.name == agent.kind).map_or("", |kind| kind.about);
                if !said.contains(&about) {
                    said.push(about);
                }
            }
            Player { name: name.clone(), about: said.join("; or "), settings: settings(&kinds, &agents) }
        };
        self.entrants.iter().enumerate().map(player).collect()
    }
}

/// Returns the settings of an entrant that are not the defaults of its kind, for example `run = 2 and cut = 4 or 8 by
/// arm`.
fn settings(kinds: &[AgentKind], agents: &[&AgentSpec]) -> String {
    // The values by key, in the order of the arms. A default counts if another arm has a different value.
    let mut own: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for kind in kinds {
        for spec in &kind.options {
            // A digest is meaningless to a reader.
            if spec.key == DIGEST {
                continue;
            }
            let of_kind = agents.iter().filter(|agent| agent.kind == kind.name);
            let mut values: Vec<String> = Vec::new();
            for value in of_kind.filter_map(|agent| agent.settings.0.get(spec.key)).map(ToString::to_string) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            if values.len() > 1 || values.iter().any(|value| *value != spec.default.to_string()) {
                own.entry(spec.key).or_default().extend(values);
            }
        }
    }
    if own.len() > MOST_SETTINGS {
        return format!("{} settings of its own", own.len());
    }
    let said = own.into_iter().map(|(key, values)| match &values[..] {
        [value] => format!("{key} = {value}"),
        _ if key == WEIGHTS => "a net of its own in each arm".to_owned(),
        [first @ .., last] => format!("{key} = {} or {last} by arm", first.join(", ")),
        [] => String::new(),
    });
    said.collect::<Vec<_>>().join(" and ")
}
