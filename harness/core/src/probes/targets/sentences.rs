//! Page one of a design in sentences: what the base is like, and what matters most. What to change first: `first.rs`.

use super::target::{Light, Target};
use crate::factors::strongest::{Average, MOST_NAMED, strongest};
use crate::factors::{Lab, Study};
use crate::report::facts::Facts;
use crate::report::measured::Measured;
use crate::report::words::{self, counted};
use ergo_stats::Law;

/// The first sentence: what the base is like.
pub(super) fn stands(facts: &Facts<'_>, lab: &Lab, targets: &[Target<'_>]) -> String {
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
    let average_text = |(what, missed, all): &(String, usize, usize)| {
        format!("{what} at {missed} of {}", counted(*all as u64, "table"))
    };
    measures.iter().filter(|(_, missed, _)| *missed > 0).map(average_text).collect()
}

/// The second: what matters most for what is asked, on average over tables.
pub(super) fn matters(facts: &Facts<'_>, lab: &Lab) -> String {
    let Some(study) = lab.of(0).next() else {
        return "No measure is asked for, so none is modelled.".to_owned();
    };
    let what = words::subject_and_measure(&study.key);
    let strongest = strongest(lab, 0);
    let Some(first) = strongest.first() else {
        let all = counted(lab.design.factors.len() as u64, "factor");
        return format!(
            "No effect of any of {all} on {what} is clear, after Holm's correction for all parts of its models at all tables."
        );
    };
    let at = match first.tables {
        1 => format!("at {}", facts.lineups[study.base].short()),
        tables => format!("on average over {tables} tables"),
    };
    let named: Vec<String> =
        strongest.iter().take(MOST_NAMED).map(|average| average_text(lab, study, average)).collect();
    format!("What matters most for {what}, {at}: {}.", words::list(&named))
}

/// `cards.not (4 to 12: -4.1 % ± 0.8)`; of one that goes both ways where it goes up and where down.
fn average_text(lab: &Lab, study: &Study, average: &Average) -> String {
    let [from, to] = average.levels.map(|level| lab.level(average.factor, level));
    let does = match average.ways {
        [up, down] if up > 0 && down > 0 => format!("up at {}, down at {down}", counted(up as u64, "table")),
        _ => {
            let Average { value, interval, .. } = *average;
            words::difference(&Measured { key: study.key.clone(), value, interval, law: Law::T, blocks: 0, p: None })
        }
    };
    format!("{} ({from} to {to}: {does})", lab.name(average.factor))
}
