//! Page one of a design in sentences: what the base is like, and what matters most. What to change first: `first.rs`.

use super::target::{Light, Target};
use crate::report::lab::{Effect, Lab, Study};
use crate::report::measured::Measured;
use crate::report::sections::facts::Facts;
use crate::report::words::{self, counted};

/// The most factors that a sentence names.
const MOST_NAMED: usize = 3;

/// The first sentence: what the base is like.
pub(super) fn stands(facts: &Facts<'_>, lab: &Lab<'_>, targets: &[Target<'_>]) -> String {
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
pub(super) fn matters(facts: &Facts<'_>, lab: &Lab<'_>) -> String {
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
