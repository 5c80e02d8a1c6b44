//! The experiment as run: the file again, with defaults filled in.
//!
//! Rules depend on one another (a deck fixes the counts of its cards), so a default may be written down only if no arm moves
//! it: a setting is filled in where it has the same value in every arm, and left to the arms where it has not.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use ergo_agents::spec::MILLISECONDS;
use ergo_engine::options::{Settings, Value};

use super::checked::Experiment;
use super::document::{QUICK, toml_value};
use super::form::{Amount, Form};
use super::outline::{Change, Outline};
use super::own::OwnMeasure;
use super::space::{Factor, Space};
use crate::probe::Watched;

/// The text of `outline`, which was checked to be `experiment`, with its defaults.
pub(super) fn filled(outline: &Outline, experiment: &Experiment) -> String {
    let mut text = String::new();
    write_all(&mut text, outline, experiment).expect("a String takes every text");
    text
}

fn write_all(out: &mut String, outline: &Outline, experiment: &Experiment) -> std::fmt::Result {
    writeln!(out, "question = {}", quoted(&outline.question))?;
    let asked: Vec<String> = experiment.asked.iter().map(|key| quoted(&key.to_string())).collect();
    match asked.as_slice() {
        [] => {}
        [one] => writeln!(out, "measure = {one}")?,
        several => writeln!(out, "measure = [{}]", several.join(", "))?,
    }
    writeln!(out, "seed = {}", outline.seed)?;
    if outline.quick {
        writeln!(out, "{QUICK} = true")?;
    }

    outline.own.iter().try_for_each(|own| own_measure(out, own))?;

    writeln!(out, "\n[game]\nname = {}", quoted(experiment.game.name()))?;
    if let Some(seats) = outline.seats {
        writeln!(out, "seats = {seats}")?;
    }
    let effective = experiment.arms.iter().flat_map(|arm| arm.rules());
    let rules = with_common(&outline.rules, effective);
    if !rules.0.is_empty() {
        writeln!(out, "\n[game.rules]")?;
    }
    for (key, value) in &rules.0 {
        writeln!(out, "{} = {}", dotted(key), toml_value(value))?;
    }

    for (i, entrant) in outline.entrants.iter().enumerate() {
        let mut agents: Vec<_> = experiment.arms.iter().map(|arm| &arm.agents[i]).collect();
        agents.dedup_by(|next, one| Arc::ptr_eq(next, one));
        // Settings of another kind mean nothing to the file's own: then only what the file says is written.
        let settings = if agents.iter().all(|agent| agent.kind == entrant.kind) {
            let mut all = with_common(&entrant.settings, agents.iter().map(|agent| agent.settings.clone()));
            // That there is no clock goes without saying.
            all.0.retain(|key, value| {
                key != MILLISECONDS || *value != Value::Int(0) || entrant.settings.0.contains_key(key)
            });
            all
        } else {
            entrant.settings.clone()
        };
        writeln!(out, "\n[[entrant]]\nname = {}", quoted(&entrant.name))?;
        if let Some(tier) = &entrant.tier {
            writeln!(out, "tier = {}", quoted(tier))?;
        }
        write!(out, "agent = {{ kind = {}", quoted(&entrant.kind))?;
        for (key, value) in &settings.0 {
            write!(out, ", {} = {}", dotted(key), toml_value(value))?;
        }
        writeln!(out, " }}")?;
    }

    writeln!(out, "\n[schedule]")?;
    form(out, &outline.form, &|entrant| quoted(&outline.entrants[entrant].name))?;
    writeln!(out, "deals = {}", outline.deals)?;
    let rotations = outline.rotations.word();
    let faults = outline.faults.word();
    writeln!(out, "rotations = \"{rotations}\"\nfaults = \"{faults}\"")?;

    for sweep in &outline.sweeps {
        let values: Vec<String> = sweep.changes.iter().map(|change| toml_value(&change.value).to_string()).collect();
        writeln!(out, "\n[[sweep]]\nkey = {}\nvalues = [{}]", quoted(&sweep.key), values.join(", "))?;
    }
    if let Some(space) = &outline.space {
        design(out, space)?;
    }
    let written = if outline.space.is_some() { &[] } else { outline.arms.as_slice() };
    for arm in written {
        let pair = |change: &Change| format!("{} = {}", quoted(&change.key), toml_value(&change.value));
        let set: Vec<String> = arm.changes.iter().map(pair).collect();
        writeln!(out, "\n[[arm]]\nname = {}\nset = {{ {} }}", quoted(&arm.name), set.join(", "))?;
    }
    if !outline.targets.is_empty() {
        writeln!(out, "\n[targets]")?;
    }
    for target in &outline.targets {
        writeln!(out, "{} = {:?}", quoted(&target.measure), target.band)?;
    }
    writeln!(out, "\n[output]")?;
    // Of those that nobody asks for nothing is said, as before there were such keys.
    for Watched { probe, amount } in outline.watched.iter().filter(|one| one.is_asked() || one.probe.is_always_said()) {
        let name = probe.name();
        if probe.most() == 1 { writeln!(out, "{name} = {}", *amount > 0)? } else { writeln!(out, "{name} = {amount}")? }
    }
    Ok(())
}

/// The factors with all their levels.
fn design(out: &mut String, space: &Space) -> std::fmt::Result {
    writeln!(out, "\n[design]\nkind = {}", quoted(space.kind.word()))?;
    if let Some((key, number)) = space.kind.number() {
        writeln!(out, "{key} = {number}")?;
    }
    if let Some(hold) = &space.hold {
        writeln!(out, "hold = {}", quoted(&format!("game.rules.{hold}")))?;
    }
    writeln!(out, "factors = [")?;
    let factor = |factor: &Factor| {
        let keys: Vec<String> = factor.options.iter().map(|option| quoted(&format!("game.rules.{option}"))).collect();
        let values: Vec<String> = factor.values.iter().map(|value| toml_value(value).to_string()).collect();
        let name = quoted(&factor.name);
        format!("    {{ name = {name}, keys = [{}], values = [{}] }},", keys.join(", "), values.join(", "))
    };
    space.factors.iter().try_for_each(|one| writeln!(out, "{}", factor(one)))?;
    writeln!(out, "]")
}

fn own_measure(out: &mut String, own: &OwnMeasure) -> std::fmt::Result {
    writeln!(out, "\n[[measures]]\nname = {}\nof = \"{}\"", quoted(&own.name), own.word())?;
    match &own.value {
        Some(value) => writeln!(out, "share_of = {}\nvalue = {}", quoted(&own.column), quoted(value))?,
        None => writeln!(out, "column = {}", quoted(&own.column))?,
    }
    if !own.only.is_empty() {
        let pair = |(column, value): &(String, String)| format!("{} = {}", dotted(column), quoted(value));
        let only: Vec<String> = own.only.iter().map(pair).collect();
        writeln!(out, "where = {{ {} }}", only.join(", "))?;
    }
    own.said.iter().try_for_each(|said| writeln!(out, "said = {}", quoted(said)))
}

/// The keys of a form; one that lists its tables needs no name.
fn form(out: &mut String, form: &Form, name: &dyn Fn(usize) -> String) -> std::fmt::Result {
    let list = |entrants: &[usize]| {
        let names: Vec<String> = entrants.iter().map(|&entrant| name(entrant)).collect();
        format!("[{}]", names.join(", "))
    };
    let sizes = |seats: &[usize]| match seats {
        [size] => size.to_string(),
        sizes => format!("{sizes:?}"),
    };
    if !matches!(form, Form::Tables { .. }) {
        writeln!(out, "form = {}", quoted(form.word()))?;
    }
    match form {
        Form::Tables { tables } => {
            writeln!(out, "tables = [")?;
            tables.iter().try_for_each(|table| writeln!(out, "    {},", list(table)))?;
            writeln!(out, "]")
        }
        Form::RoundRobin { pool, seats } => writeln!(out, "pool = {}\nseats = {}", list(pool), sizes(seats)),
        Form::Ladder { pool, seats, reach } => {
            writeln!(out, "pool = {}\nseats = {}\nreach = {reach}", list(pool), sizes(seats))
        }
        Form::Gauntlet { focal, pool, seats } => {
            writeln!(out, "focal = {}\npool = {}\nseats = {}", name(*focal), list(pool), sizes(seats))
        }
        Form::Focal { pair, seats } => writeln!(out, "pair = {}\nseats = {}", list(pair), sizes(seats)),
        Form::Substitution { pair, panel, seats } => {
            writeln!(out, "pair = {}\npanel = {}\nseats = {}", list(pair), list(panel), sizes(seats))
        }
        Form::Swiss { pool, seats, stages } => {
            writeln!(out, "pool = {}\nseats = {seats}\nstages = {stages}", list(pool))
        }
        Form::Knockout { pool } => writeln!(out, "pool = {}", list(pool)),
        Form::Blocks { pool, seats, amount } => {
            writeln!(out, "pool = {}\nseats = {}", list(pool), sizes(seats))?;
            match amount {
                Amount::PerEntrant(each) => writeln!(out, "tables_per_entrant = {each}"),
                Amount::Most(most) => writeln!(out, "most_tables = {most}"),
            }
        }
    }
}

/// What is `given`, and every setting that all of `effective` agree on.
fn with_common(given: &Settings, mut effective: impl Iterator<Item = Settings>) -> Settings {
    let mut common: BTreeMap<String, Value> = effective.next().unwrap_or_default().0;
    for settings in effective {
        common.retain(|key, value| settings.0.get(key) == Some(value));
    }
    let mut all = given.clone();
    all.0.extend(common);
    all
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A key of settings, in quotes only where TOML needs them.
fn dotted(key: &str) -> String {
    let bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if key.split('.').all(bare) { key.to_owned() } else { quoted(key) }
}
