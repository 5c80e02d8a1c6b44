//! The files of a proposal: the front as rows, the arms of the confirming experiment, and a page.

use ergo_engine::options::Value;

use super::goal::Goal;
use super::search::{Candidate, SearchResult};
use super::space::Space;
use crate::experiment::ProposedArm;
use crate::report::pages::{code_span, to_markdown};
use crate::report::{count, count_noun};
use crate::storage::printable::printable;

/// Returns the arm name of a candidate. The front has one candidate per number of changes.
pub(crate) fn name(candidate: &Candidate) -> String {
    format!("{} changed", candidate.changed.all)
}

/// Returns the arms of the candidates of `front` with the indices `chosen`.
pub fn arms(space: &Space<'_>, front: &[Candidate], chosen: &[usize]) -> Vec<ProposedArm> {
    let arm = |place: &usize| {
        let candidate = &front[*place];
        let set = space.set(&candidate.point);
        (name(candidate), set.into_iter().map(|(option, value)| (format!("game.rules.{option}"), value)).collect())
    };
    chosen.iter().map(arm).collect()
}

/// Returns the text of `front.csv`: see [`propose`](crate::propose).
///
/// # Panics
///
/// Panics if a row is not valid UTF-8, which cannot happen.
pub fn rows(space: &Space<'_>, goals: &[Goal<'_>], front: &[Candidate], chosen: &[usize]) -> String {
    let mut heads: Vec<String> = ["arm", "changed", "size", "misses", "outside"].map(str::to_owned).to_vec();
    heads.extend(space.design.factors.iter().map(|factor| factor.name.clone()));
    for Goal { what, table, .. } in goals {
        heads.extend([format!("{what}: {table}"), format!("{what}: {table}: error")]);
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: &[String]| writer.write_record(row).expect("a Vec takes every row, and all are as long");
    write(&heads);
    for (place, candidate) in front.iter().enumerate() {
        let arm = if chosen.contains(&place) { name(candidate) } else { String::new() };
        let mut row = vec![arm, candidate.changed.all.to_string(), candidate.changed.size.to_string()];
        row.extend([candidate.misses, candidate.outside].map(decimal));
        row.extend(
            space.design.factors.iter().zip(&candidate.point).map(|(factor, level)| plain(&factor.values[*level])),
        );
        row.extend(candidate.foretold.iter().flat_map(|(value, error)| [decimal(*value), decimal(*error)]));
        write(&row);
    }
    String::from_utf8(writer.into_inner().expect("a Vec takes every row")).expect("rows are made of texts")
}

/// Returns the page about a proposal: the search, the predictions and the chosen arms.
pub fn page(
    space: &Space<'_>,
    goals: &[Goal<'_>],
    left: &[String],
    searched: &SearchResult,
    chosen: &[usize],
    (source, command): (&str, &str),
) -> String {
    let SearchResult { all, front, base } = searched;
    let poor = goals.iter().filter(|goal| !goal.fits).count();
    let mut text = format!(
        "# Proposals from {}\n\nModels of {} at their tables, fitted to the {} of a design, predicted {} over {}, and the {} \
         of the front are those that no other beats both in targets expected to be missed and in changes of the base. All figures \
         here are predictions and never evidence: the evidence is `experiment.toml`, played on fresh deals.\n\n{}\n\n",
        printable(&to_markdown(source)),
        count_noun(goals.len() as u64, "target"),
        count_noun(space.design.points.iter().flatten().count() as u64, "point"),
        count_noun(all.len() as u64, "candidate"),
        count_noun(space.design.factors.len() as u64, "factor"),
        count(front.len() as u64),
        code_span(command),
    );
    let missed = goals.iter().filter(|goal| goal.base < goal.band[0] || goal.base > goal.band[1]).count();
    text += &format!(
        "{} of the {} models explain less than half of the variance between points in cross-validation; what they do not fit \
         counts as error. At the base {missed} of {} targets were measured outside of their range",
        count(poor as u64),
        count(goals.len() as u64),
        count(goals.len() as u64),
    );
    text += &match base {
        Some(base) => format!("; the models expect {:.1} there.\n\n", base.misses),
        None => ".\n\n".to_owned(),
    };
    if !left.is_empty() {
        text += &format!("No model predicts {}: the proposals ignore it.\n\n", left.join(", "));
    }
    text += "| arm | size | targets expected to be missed | what is set |\n| --- | ---: | ---: | --- |\n";
    for place in chosen {
        let candidate = &front[*place];
        let set = space.set(&candidate.point);
        let set: Vec<String> = set.iter().map(|(option, value)| format!("{option} = {}", plain(value))).collect();
        let (size, misses) = (candidate.changed.size, candidate.misses);
        text += &format!("| {} | {size:+} | {misses:.1} | {} |\n", name(candidate), set.join(", "));
    }
    text
}

fn decimal(value: f64) -> String {
    format!("{value:.6}")
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(word) => word.clone(),
        other => other.to_string(),
    }
}
