//! Targets by arm: which an arm comes to meet, and what that costs elsewhere.

use super::lights;
use super::target::{Light, Target};
use crate::report::page::{Cell, Piece, Table};
use crate::report::words;

/// The most targets that the sentence on costs names.
const MOST_NAMED: usize = 4;

/// A table with an arm a row, and a sentence on what gets worse.
pub(super) fn pieces(targets: &[Target<'_>]) -> Vec<Piece> {
    let mut arms: Vec<&str> = Vec::new();
    for target in targets {
        if !arms.contains(&target.lineup.arm.as_str()) {
            arms.push(&target.lineup.arm);
        }
    }
    let Some((base, others)) = arms.split_first() else { return Vec::new() };
    let of = |arm: &str, light: Light| {
        let here = targets.iter().filter(move |target| target.light == light);
        here.filter(|target| target.lineup.arm == arm).collect::<Vec<_>>()
    };
    let met = format!("met, but not in {base}");
    let missed = format!("missed, but not in {base}");
    let mut table = Table::new(1, ["arm", "targets met", "open", "missed", &met, &missed]);
    for arm in &arms {
        let new = |light: Light| match arm == base {
            true => String::new(),
            false => {
                of(arm, light).iter().filter(|target| was(targets, target, base) != Some(light)).count().to_string()
            }
        };
        let counts = [Light::Met, Light::Open, Light::Missed].map(|light| of(arm, light).len().to_string());
        let cells = [(*arm).to_owned()].into_iter().chain(counts).chain([new(Light::Met), new(Light::Missed)]);
        table.row(cells.map(Cell::from));
    }
    let mut pieces: Vec<Piece> = lights::by_arm(targets, &arms).map(Piece::Table).into_iter().collect();
    pieces.push(Piece::Table(table));
    pieces.extend(costs(targets, base, others).map(Piece::Text));
    pieces
}

/// How the same target stands in the arm `base`.
fn was(targets: &[Target<'_>], of: &Target<'_>, base: &str) -> Option<Light> {
    let same =
        |other: &&Target<'_>| other.lineup.arm == base && other.lineup.table == of.lineup.table && other.key == of.key;
    targets.iter().find(same).map(|target| target.light)
}

/// Which targets are missed that are not in `base`, each with how many arms miss it, those of most arms first.
fn costs(targets: &[Target<'_>], base: &str, others: &[&str]) -> Option<String> {
    let mut worse: Vec<(String, usize)> = Vec::new();
    for target in targets.iter().filter(|target| target.light == Light::Missed && target.lineup.arm != base) {
        if was(targets, target, base) == Some(Light::Missed) {
            continue;
        }
        let name = format!("{} at {}", words::subject_and_measure(&target.key), target.lineup.short());
        match worse.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 += 1,
            None => worse.push((name, 1)),
        }
    }
    if others.is_empty() {
        return None;
    }
    if worse.is_empty() {
        return Some(format!("No arm misses a target that {base} does not miss."));
    }
    worse.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let of_arms =
        |count: usize| if others.len() > 1 { format!(" ({count} of {} arms)", others.len()) } else { String::new() };
    let mut named: Vec<String> =
        worse.iter().take(MOST_NAMED).map(|(name, count)| format!("{name}{}", of_arms(*count))).collect();
    if worse.len() > MOST_NAMED {
        named.push(format!("{} more", worse.len() - MOST_NAMED));
    }
    Some(format!(
        "What it costs elsewhere: newly missed {} {}.",
        if worse.len() == 1 { "is" } else { "are" },
        words::list(&named)
    ))
}
