//! Writes the experiment as run: the file with defaults filled in.
//!
//! Rules depend on one another (a deck fixes the counts of its cards). So a default is written only if the setting has
//! the same value in every arm.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use ergo_agents::spec::{MILLISECONDS, REPEATABLE};
use ergo_engine::options::{Settings, Value};
use serde::Serialize;

use super::check::FORMER;
use super::checked::Experiment;
use super::document::QUICK;
use super::file::{ArmEntry, Entrant, ExperimentFile};
use super::form::ScheduleTable;
use super::own::OwnMeasure;
use super::values::toml_value;
use crate::design::Factor;
use crate::probes::probe::ProbeRequest;

/// Returns the text of `file` with the defaults of `experiment`.
pub(super) fn write_toml(file: &ExperimentFile, arms: &[ArmEntry], experiment: &Experiment) -> String {
    let mut page = Page(String::new());
    page.key("question", quoted(&file.question));
    let asked: Vec<String> = experiment.asked.iter().map(|key| quoted(&key.to_string())).collect();
    match asked.as_slice() {
        [] => {}
        [one] => page.key("measure", one),
        several => page.key("measure", list(several)),
    }
    match file.kind.as_slice() {
        [] => {}
        [one] => page.key("kind", quoted(&one.to_string())),
        several => page.key("kind", list(several.iter().map(|kind| quoted(&kind.to_string())))),
    }
    if let Some(margin) = file.margin {
        page.key("margin", format!("{margin:?}"));
    }
    if let Some(strongest) = &file.strongest {
        page.key("strongest", quoted(&strongest.0));
    }
    page.key("seed", file.seed.0);
    if file.quick {
        page.key(QUICK, true);
    }
    file.measures.iter().for_each(|own| page.own_measure(own));
    page.game(file, experiment);
    for (i, entrant) in file.entrant.iter().enumerate() {
        page.entrant(entrant, &common_settings(entrant, i, experiment));
    }
    page.schedule(&file.schedule);
    page.varied(file, arms, experiment);
    if !file.targets.is_empty() {
        page.head("[targets]");
    }
    file.targets.iter().for_each(|(measure, band)| page.key(&quoted(measure), format!("{band:?}")));
    page.head("[output]");
    for ProbeRequest { probe, amount } in experiment.watched.iter().filter(|one| is_said(one)) {
        match probe.most() {
            1 => page.key(probe.name(), *amount > 0),
            _ => page.key(probe.name(), amount),
        }
        if probe.name() == TRANSCRIPTS && file.output.get(FORMER).and_then(toml::Value::as_bool) == Some(false) {
            page.key(FORMER, false);
        }
    }
    page.0
}

/// The key that every record has. Other keys of `[output]` are left out if they are 0 or false.
const TRANSCRIPTS: &str = "transcripts";

fn is_said(ProbeRequest { probe, amount }: &ProbeRequest) -> bool {
    *amount > 0 || probe.name() == TRANSCRIPTS
}

/// A TOML text, written table by table.
struct Page(String);

impl Page {
    fn head(&mut self, head: &str) {
        self.0 += &format!("\n{head}\n");
    }

    fn key(&mut self, key: &str, value: impl Display) {
        self.0 += &format!("{key} = {value}\n");
    }

    /// Writes the keys of `table` in the order of its fields.
    fn keys(&mut self, table: &impl Serialize) {
        self.0 += &toml::to_string(table).expect("texts, numbers and lists of them are TOML");
    }

    /// Writes a list with one line per item.
    fn lines(&mut self, key: &str, items: impl Iterator<Item = String>) {
        let items: String = items.map(|item| format!("    {item},\n")).collect();
        self.key(key, format!("[\n{items}]"));
    }

    fn own_measure(&mut self, own: &OwnMeasure) {
        self.head("[[measures]]");
        self.key("name", quoted(&own.name));
        self.key("of", quoted(own.word()));
        let mut some = |key: &str, text: Option<&String>| text.into_iter().for_each(|text| self.key(key, quoted(text)));
        some("share_of", own.share_of.as_ref());
        some("value", own.value.as_ref().map(|cell| &cell.0));
        some("column", own.column.as_ref());
        if !own.only.is_empty() {
            self.key("where", table(own.only.iter().map(|(column, cell)| (dotted(column), quoted(&cell.0)))));
        }
        own.said.iter().for_each(|said| self.key("said", quoted(said)));
    }

    fn game(&mut self, file: &ExperimentFile, experiment: &Experiment) {
        self.head("[game]");
        self.key("name", quoted(experiment.game.name()));
        file.game.seats.iter().for_each(|seats| self.key("seats", seats.0));
        let rules = with_common(&file.game.rules, experiment.arms.iter().flat_map(|arm| arm.rules()));
        if !rules.0.is_empty() {
            self.head("[game.rules]");
        }
        rules.0.iter().for_each(|(key, value)| self.key(&dotted(key), toml_value(value)));
    }

    fn entrant(&mut self, entrant: &Entrant, settings: &Settings) {
        self.head("[[entrant]]");
        self.key("name", quoted(&entrant.name.0));
        entrant.tier.iter().for_each(|tier| self.key("tier", quoted(&tier.0)));
        let kind = ("kind".to_owned(), quoted(&entrant.agent.kind));
        let settings = settings.0.iter().map(|(key, value)| (dotted(key), toml_value(value).to_string()));
        self.key("agent", table(std::iter::once(kind).chain(settings)));
    }

    fn schedule(&mut self, schedule: &ScheduleTable) {
        self.head("[schedule]");
        if let Some(tables) = &schedule.tables {
            self.lines("tables", tables.iter().map(|table| list(table.iter().map(|name| quoted(name)))));
        }
        self.keys(schedule);
    }

    /// Writes sweeps, arms or design factors.
    fn varied(&mut self, file: &ExperimentFile, arms: &[ArmEntry], experiment: &Experiment) {
        for sweep in &file.sweep {
            self.head("[[sweep]]");
            self.keys(sweep);
        }
        let (Some(layout), Some(design)) = (&file.design, &experiment.design) else {
            for arm in arms {
                self.head("[[arm]]");
                self.key("name", quoted(&arm.name));
                self.key("set", table(arm.set.iter().map(|(key, value)| (quoted(key), toml_value(value).to_string()))));
            }
            return;
        };
        self.head("[design]");
        self.keys(layout);
        let factor = |factor: &Factor| {
            let keys = list(factor.options.iter().map(|option| quoted(&format!("game.rules.{option}"))));
            let values = list(factor.values.iter().map(|value| toml_value(value).to_string()));
            table([("name", quoted(&factor.name)), ("keys", keys), ("values", values)])
        };
        self.lines("factors", design.factors.iter().map(factor));
    }
}

/// Returns the settings of an entrant that no arm changes.
fn common_settings(entrant: &Entrant, i: usize, experiment: &Experiment) -> Settings {
    let given = &entrant.agent.settings;
    let mut agents: Vec<_> = experiment.arms.iter().map(|arm| &arm.agents[i]).collect();
    agents.dedup_by(|next, one| Arc::ptr_eq(next, one));
    // Settings of another kind do not apply to the kind in the file; only the file's own settings are written.
    if agents.iter().any(|agent| agent.kind != entrant.agent.kind) {
        return given.clone();
    }
    let mut all = with_common(given, agents.iter().map(|agent| agent.settings.clone()));
    // Leave out the defaults: no clock, repeatable answers, empty names.
    let goes_without = |key: &str, value: &Value| match value {
        Value::Int(0) => key == MILLISECONDS,
        Value::Bool(true) => key == REPEATABLE,
        Value::Bool(false) => key == "text",
        Value::Text(text) => text.is_empty(),
        _ => false,
    };
    all.0.retain(|key, value| given.0.contains_key(key) || !goes_without(key, value));
    all
}

/// Returns `given` and every setting on which all of `effective` agree.
fn with_common(given: &Settings, mut effective: impl Iterator<Item = Settings>) -> Settings {
    let mut common: BTreeMap<String, Value> = effective.next().unwrap_or_default().0;
    for settings in effective {
        common.retain(|key, value| settings.0.get(key) == Some(value));
    }
    let mut all = given.clone();
    all.0.extend(common);
    all
}

fn list(items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    format!("[{}]", items.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", "))
}

fn table(entries: impl IntoIterator<Item = (impl Display, String)>) -> String {
    let entries: Vec<String> = entries.into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Returns a dotted key, in quotes only if TOML needs them.
fn dotted(key: &str) -> String {
    let bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if key.split('.').all(bare) { key.to_owned() } else { quoted(key) }
}
