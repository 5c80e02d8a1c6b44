//! Page one of a design: what is as it should be, what matters most, and what to change first.

mod arms;

use std::cmp::Reverse;

use super::facts::{Facts, Part};
use crate::measure::Key;
use crate::report::lab::{Effect, Lab, Study};
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::page::{Cell, Piece, PlotFile, Section, Table};
use crate::report::words::{self, counted, decimal};

/// The file of the table's numbers.
const FILE: &str = "plots/targets.csv";
/// The most factors that a sentence names.
const MOST_NAMED: usize = 3;

/// How a measure stands to its band.
#[derive(Clone, Copy, PartialEq)]
enum Light {
    Met,
    Open,
    Missed,
}

impl Light {
    fn of(found: &Measured, [low, high]: [f64; 2]) -> Self {
        let Some(interval) = found.interval else { return Light::Open };
        if low <= interval.low && interval.high <= high {
            Light::Met
        } else if interval.high < low || high < interval.low {
            Light::Missed
        } else {
            Light::Open
        }
    }

    fn word(self) -> &'static str {
        match self {
            Light::Met => "met",
            Light::Open => "open",
            Light::Missed => "missed",
        }
    }

    fn cell(self) -> Cell {
        let shade = match self {
            Light::Met => Some(0.95),
            Light::Open => None,
            Light::Missed => Some(0.05),
        };
        Cell::shaded(self.word().to_owned(), shade)
    }
}

/// A target at a table of the base.
struct Target<'l> {
    key: Key,
    band: [f64; 2],
    lineup: &'l LineUp,
    found: Measured,
    light: Light,
}

/// Every target at every table, of the first arm alone where arms are points of a design; and sentences.
pub(super) fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.asked.targets.is_empty() && facts.lab.is_none() {
        return None;
    }
    let targets = targets(facts);
    let mut pieces = Vec::new();
    if let Some(lab) = facts.lab {
        let sentences = [stands(facts, lab, &targets), matters(facts, lab), first(facts, lab, &targets)];
        pieces.extend(sentences.into_iter().map(Piece::Text));
    } else if facts.has_arms() {
        pieces.extend(arms::pieces(&targets));
    }
    let mut rows = Vec::new();
    if !targets.is_empty() {
        let with_arms = facts.lab.is_none() && facts.has_arms();
        let heads = ["measure", "table", "arm", "wanted", if with_arms { "value" } else { "at the base" }, "stands"];
        let shown = |place: &usize| with_arms || *place != 2;
        let mut table = Table::new(
            if with_arms { 3 } else { 2 },
            (0..heads.len()).filter(shown).map(|place| heads[place]).collect::<Vec<_>>(),
        );
        for target in &targets {
            let name = words::capital(&words::subject_and_measure(&target.key));
            let [wanted, value] = [band(&target.key, target.band), words::with_interval(&target.found)];
            let cells = [name, target.lineup.short(), target.lineup.arm.clone(), wanted, value];
            let cells =
                cells.into_iter().enumerate().filter(|(place, _)| shown(place)).map(|(_, cell)| Cell::from(cell));
            table.row(cells.chain([target.light.cell()]));
            let ends =
                target.found.interval.map_or([String::new(), String::new()], |i| [decimal(i.low), decimal(i.high)]);
            let [from, to] = target.band.map(decimal);
            let mut row = vec![
                target.lineup.arm.clone(),
                target.lineup.name(),
                target.key.subject.clone(),
                target.key.measure.name.clone(),
            ];
            row.push(decimal(target.found.value));
            row.extend(ends);
            row.extend([from, to, target.light.word().to_owned()]);
            rows.push(row);
        }
        pieces.push(Piece::of_rows(table));
        pieces.push(Piece::Text(
            "Met and missed are said where the whole 95 % interval lies inside or outside of what is wanted, each target by \
             itself; open where more deals must decide."
                .to_owned(),
        ));
    }
    pieces.push(Piece::Text(
        "Fun is not measured: all this is what these bots do with the rules, and no more.".to_owned(),
    ));
    let heads = ["arm", "table", "subject", "measure", "value", "low", "high", "from", "to", "stands"];
    let file = (!rows.is_empty()).then(|| PlotFile::new(FILE, &heads, &rows));
    Some(Part { section: Section { title: "Where the design stands".to_owned(), pieces }, file })
}

fn targets<'l>(facts: &Facts<'l>) -> Vec<Target<'l>> {
    let mut all = Vec::new();
    for (key, band) in &facts.asked.targets {
        for arms in facts.tables() {
            let most = if facts.lab.is_some() { 1 } else { arms.len() };
            for &lineup in &arms[..most] {
                let Some(found) = lineup.asked(key) else { continue };
                let (key, light) = (key.at(&lineup.table), Light::of(&found, *band));
                all.push(Target { key, band: *band, lineup, found, light });
            }
        }
    }
    all
}

/// What is wanted: `5 to 20 %`.
fn band(key: &Key, [low, high]: [f64; 2]) -> String {
    let (scale, unit) = if key.is_share() { (100.0, " %") } else { (1.0, "") };
    let show = |value: f64| {
        let text = format!("{:.1}", value * scale);
        text.trim_end_matches(".0").to_owned()
    };
    format!("{} to {}{unit}", show(low), show(high))
}

/// The first sentence: what the base is like.
fn stands(facts: &Facts<'_>, lab: &Lab<'_>, targets: &[Target<'_>]) -> String {
    if targets.is_empty() {
        let value = |study: &Study| {
            let lineup = &facts.lineups[study.base];
            let found = lineup.measure(&study.key.subject, &study.key.measure.name)?;
            Some(format!("{} at {}", words::with_interval(&found), lineup.short()))
        };
        let values: Vec<String> = lab.of(0).filter_map(value).collect();
        let what = lab.of(0).next().map_or_else(String::new, |study| words::subject_and_measure(&study.key));
        return format!("At the base, {what}: {}.", words::list(&values));
    }
    let count = |light: Light| targets.iter().filter(|target| target.light == light).count();
    let missed = missed(targets);
    let which = if missed.is_empty() { String::new() } else { format!(": {}", words::list(&missed)) };
    format!(
        "At the base, {} of {} are met, {} open, and {} missed{which}.",
        count(Light::Met),
        counted(targets.len() as u64, "target"),
        count(Light::Open),
        count(Light::Missed)
    )
}

/// For every measure with a missed target, at how many tables it is missed.
fn missed(targets: &[Target<'_>]) -> Vec<String> {
    let mut measures: Vec<(String, usize, usize)> = Vec::new();
    for target in targets {
        let what = words::subject_and_measure(&target.key);
        let place = measures.iter().position(|(known, ..)| *known == what).unwrap_or_else(|| {
            measures.push((what, 0, 0));
            measures.len() - 1
        });
        measures[place].1 += usize::from(target.light == Light::Missed);
        measures[place].2 += 1;
    }
    let told = |(what, missed, all): &(String, usize, usize)| {
        format!("{what} at {missed} of {}", counted(*all as u64, "table"))
    };
    measures.iter().filter(|(_, missed, _)| *missed > 0).map(told).collect()
}

/// The second: what matters most for what is asked.
fn matters(facts: &Facts<'_>, lab: &Lab<'_>) -> String {
    let Some(study) = lab.of(0).max_by(|one, other| {
        let top = |study: &Study| study.clear(lab.design).first().map_or(0.0, |effect| effect.value.abs());
        top(one).total_cmp(&top(other)).then(other.base.cmp(&one.base))
    }) else {
        return "No measure is asked for, so none is modelled.".to_owned();
    };
    let what = words::subject_and_measure(&study.key);
    let clear = study.clear(lab.design);
    if clear.is_empty() {
        let all = counted(lab.design.factors.len() as u64, "factor");
        return format!(
            "No effect of any of {all} on {what} is clear, after Holm's correction for all parts of the model."
        );
    }
    let named: Vec<String> = clear.iter().take(MOST_NAMED).map(|effect| told(lab, study, effect)).collect();
    let table = facts.lineups[study.base].short();
    format!("What matters most for {what}, at {table}: {}.", words::list(&named))
}

/// `cards.not from 4 to 12: -4.1 % ± 0.8`.
fn told(lab: &Lab<'_>, study: &Study, effect: &Effect) -> String {
    let measured =
        Measured { key: study.key.clone(), value: effect.value, interval: effect.interval, blocks: 0, p: effect.p };
    let [from, to] = [effect.from, effect.to].map(|level| lab.level(effect.factor, level));
    format!("{} ({from} to {to}: {})", lab.name(effect.factor), words::difference(&measured))
}

/// What a change of a factor over its range clearly does to targets.
#[derive(Clone, Copy, Default)]
struct Change {
    /// Missed ones that it moves towards what is wanted.
    mends: usize,
    /// Missed ones that it moves away from it.
    worsens: usize,
    /// Others that it moves, either way.
    moves: usize,
}

/// The third: what to change first, and what that costs. The change that moves the most missed targets, less those that it moves
/// away from what is wanted.
fn first(facts: &Facts<'_>, lab: &Lab<'_>, targets: &[Target<'_>]) -> String {
    let missed = targets.iter().filter(|target| target.light == Light::Missed).count();
    if targets.is_empty() {
        return "No targets are declared, so nothing says what to change.".to_owned();
    } else if missed == 0 {
        return "No target is missed, so nothing has to change.".to_owned();
    }
    // For every factor what going to a level does, and going back.
    let mut changes: Vec<(usize, [usize; 2], [Change; 2])> = Vec::new();
    for target in targets {
        let of = |study: &&Study| study.key == target.key && facts.lineups[study.base].table == target.lineup.table;
        let wanted_up = target.found.value < target.band[0];
        for Effect { factor, from, to, value, .. } in
            lab.studies.iter().find(of).iter().flat_map(|of| of.clear(lab.design))
        {
            let place = changes.iter().position(|(known, ends, _)| (*known, *ends) == (factor, [from, to]));
            let place = place.unwrap_or_else(|| {
                changes.push((factor, [from, to], Default::default()));
                changes.len() - 1
            });
            for (change, up) in changes[place].2.iter_mut().zip([true, false]) {
                match target.light {
                    Light::Missed if ((value > 0.0) == up) == wanted_up => change.mends += 1,
                    Light::Missed => change.worsens += 1,
                    _ => change.moves += 1,
                }
            }
        }
    }
    changes.sort_by_key(|(factor, ends, _)| (*factor, *ends));
    let ways = |(factor, [from, to], both): &(usize, [usize; 2], [Change; 2])| {
        [(*factor, [*from, *to], both[0]), (*factor, [*to, *from], both[1])]
    };
    let gain = |change: &Change| change.mends as i64 - change.worsens as i64;
    // The first of equals.
    let best = changes.iter().flat_map(ways).rev().max_by_key(|(.., change)| (gain(change), Reverse(change.moves)));
    let Some((factor, [from, to], change)) = best.filter(|(.., change)| gain(change) > 0) else {
        return "No factor clearly moves more missed targets towards what is wanted than away.".to_owned();
    };
    format!(
        "Change {} first, from {} towards {}: of {} it clearly moves {} towards what is wanted and {} away, and {} of the other {}.",
        lab.name(factor),
        lab.level(factor, from),
        lab.level(factor, to),
        counted(missed as u64, "missed target"),
        change.mends,
        change.worsens,
        change.moves,
        targets.len() - missed
    )
}
