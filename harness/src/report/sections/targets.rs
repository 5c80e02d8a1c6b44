//! Page one of a design: what is as it should be, what matters most, and what to change first.

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
        pieces.push(Piece::Text(by_arm(&targets)));
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

/// How many targets each arm meets, misses and leaves open.
fn by_arm(targets: &[Target<'_>]) -> String {
    let mut arms: Vec<&str> = Vec::new();
    for target in targets {
        if !arms.contains(&target.lineup.arm.as_str()) {
            arms.push(&target.lineup.arm);
        }
    }
    let one = |arm: &&str| {
        let of =
            |light: Light| targets.iter().filter(|target| target.lineup.arm == **arm && target.light == light).count();
        format!("{arm} meets {}, misses {} and leaves {} open", of(Light::Met), of(Light::Missed), of(Light::Open))
    };
    format!("Of the targets at all tables, {}.", words::list(&arms.iter().map(one).collect::<Vec<_>>()))
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
    let missed: Vec<String> = targets.iter().filter(|target| target.light == Light::Missed).map(missed).collect();
    let which = if missed.is_empty() { String::new() } else { format!(" ({})", words::list(&missed)) };
    format!(
        "At the base, {} of {} are met, {} missed{which}, and {} open.",
        count(Light::Met),
        counted(targets.len() as u64, "target"),
        count(Light::Missed),
        count(Light::Open)
    )
}

fn missed(target: &Target<'_>) -> String {
    format!(
        "{} at {}: {}, wanted {}",
        words::subject_and_measure(&target.key),
        target.lineup.short(),
        words::with_interval(&target.found),
        band(&target.key, target.band)
    )
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

/// The third: what to change first, and what that costs.
fn first(facts: &Facts<'_>, lab: &Lab<'_>, targets: &[Target<'_>]) -> String {
    let wrong = targets.iter().filter(|target| target.light == Light::Missed);
    // The effect of a factor that moves a missed target by the largest part of what is missing.
    let study_of = |target: &Target<'_>| {
        lab.studies
            .iter()
            .find(|study| study.key == target.key && facts.lineups[study.base].table == target.lineup.table)
    };
    let mut best: Option<(f64, &Target<'_>, &Study, Effect)> = None;
    for target in wrong {
        let Some(study) = study_of(target) else { continue };
        let [low, high] = target.band;
        let off = if target.found.value < low { low - target.found.value } else { target.found.value - high };
        for effect in study.clear(lab.design) {
            let part = effect.value.abs() / off.max(1e-9);
            if best.as_ref().is_none_or(|(known, ..)| part > *known) {
                best = Some((part, target, study, effect));
            }
        }
    }
    let Some((_, target, study, effect)) = best else {
        return match targets.iter().any(|target| target.light == Light::Missed) {
            true => "No factor clearly moves a target that is missed.".to_owned(),
            false if targets.is_empty() => "No targets are declared, so nothing says what to change.".to_owned(),
            false => "No target is missed, so nothing has to change.".to_owned(),
        };
    };
    let up = target.found.value < target.band[0];
    let (from, to) = if (effect.value > 0.0) == up { (effect.from, effect.to) } else { (effect.to, effect.from) };
    let others = lab.studies.iter().filter(|other| other.base == study.base && other.key != study.key);
    let cost = |other: &Study| {
        let moved = other.clear(lab.design).into_iter().find(|moved| moved.factor == effect.factor)?;
        let sign = if from == effect.from { 1.0 } else { -1.0 };
        let turned = |interval: ergo_stats::Interval| match sign > 0.0 {
            true => interval,
            false => ergo_stats::Interval { low: -interval.high, high: -interval.low },
        };
        let interval = moved.interval.map(turned);
        let measured = Measured { key: other.key.clone(), value: sign * moved.value, interval, blocks: 0, p: None };
        Some(format!("{} by {}", words::subject_and_measure(&other.key), words::difference(&measured)))
    };
    let costs: Vec<String> = others.filter_map(cost).collect();
    let costs = if costs.is_empty() { "no other target clearly".to_owned() } else { words::list(&costs) };
    format!(
        "To mend {} at {}, change {} first, from {} towards {}; over its range that moves {costs} too.",
        words::subject_and_measure(&target.key),
        target.lineup.short(),
        lab.name(effect.factor),
        lab.level(effect.factor, from),
        lab.level(effect.factor, to)
    )
}
