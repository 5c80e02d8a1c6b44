//! The change to make first in a design, and what it does elsewhere.

use std::cmp::Reverse;

use super::target::{Light, Target};
use crate::factors::{Effect, Lab, Study};
use crate::report::facts::Facts;
use crate::report::words::{self, counted};

/// A factor taken from one level to another.
type Change = (usize, [usize; 2]);

/// A clear effect of a change on a target.
struct Move<'t> {
    target: &'t Target<'t>,
    change: Change,
    rises: bool,
}

impl Move<'_> {
    /// Whether the target's value rises with this change; nothing of one that is not about it.
    fn with(&self, (factor, [from, to]): Change) -> Option<bool> {
        if self.change == (factor, [from, to]) {
            Some(self.rises)
        } else if self.change == (factor, [to, from]) {
            Some(!self.rises)
        } else {
            None
        }
    }

    /// Of a missed target whether it then moves towards what is wanted.
    fn mends(&self, rises: bool) -> Option<bool> {
        let wanted_up = self.target.found.value < self.target.band[0];
        (self.target.light == Light::Missed).then_some(rises == wanted_up)
    }
}

/// The change that moves the most missed targets, less those that it moves away from what is wanted; of those the one that moves
/// the fewest others, then the first.
pub(super) fn first(facts: &Facts<'_>, lab: &Lab, targets: &[Target<'_>]) -> String {
    let missed = targets.iter().filter(|target| target.light == Light::Missed).count();
    if targets.is_empty() {
        return "No targets are declared, so nothing says what to change.".to_owned();
    } else if missed == 0 {
        return "No target is missed, so nothing has to change.".to_owned();
    }
    let moves = moves(facts, lab, targets);
    // [towards what is wanted, away, other targets]
    let counts = |change: Change| {
        let mut counts = [0_usize; 3];
        for of in &moves {
            let Some(rises) = of.with(change) else { continue };
            counts[of.mends(rises).map_or(2, |mends| usize::from(!mends))] += 1;
        }
        counts
    };
    let gain = |[mended, worse, _]: [usize; 3]| mended as i64 - worse as i64;
    let all = changes(lab, &moves).into_iter().rev().map(|change| (change, counts(change)));
    let best = all.max_by_key(|&(_, counts)| (gain(counts), Reverse(counts[2])));
    let Some((change, [mended, worse, _])) = best.filter(|(_, counts)| gain(*counts) > 0) else {
        return "From the base no factor clearly moves more missed targets towards what is wanted than away."
            .to_owned();
    };
    let (factor, [from, to]) = change;
    let base = base(lab, factor).map_or_else(String::new, |base| format!(" (base {})", lab.level(factor, base)));
    let elsewhere = match elsewhere(&moves, change).as_slice() {
        [] => format!("none of the {} others clearly moves", targets.len() - missed),
        others => format!("of the {} others it moves {}", targets.len() - missed, words::list(others)),
    };
    format!(
        "Change {}{base} first: {} instead of {} clearly moves {mended} of {} towards what is wanted and {worse} away; \
         {elsewhere}.",
        lab.name(factor),
        lab.level(factor, to),
        lab.level(factor, from),
        counted(missed as u64, "missed target"),
    )
}

fn moves<'t>(facts: &Facts<'_>, lab: &Lab, targets: &'t [Target<'t>]) -> Vec<Move<'t>> {
    let mut moves = Vec::new();
    for target in targets {
        let of = |study: &&Study| study.key == target.key && facts.lineups[study.base].table == target.lineup.table;
        for Effect { factor, from, to, value, .. } in
            lab.studies.iter().find(of).iter().flat_map(|of| of.clear(&lab.design))
        {
            moves.push(Move { target, change: (factor, [from, to]), rises: value > 0.0 });
        }
    }
    moves
}

/// The changes that move something, both ways; none to where the base stands already.
fn changes(lab: &Lab, moves: &[Move<'_>]) -> Vec<Change> {
    let both = |of: &Move<'_>| [of.change, (of.change.0, [of.change.1[1], of.change.1[0]])];
    let mut changes: Vec<Change> = moves.iter().flat_map(both).collect();
    changes.retain(|(factor, [_, to])| base(lab, *factor) != Some(*to));
    changes.sort();
    changes.dedup();
    changes
}

/// The level of the base, where it lies at one.
fn base(lab: &Lab, factor: usize) -> Option<usize> {
    Some(lab.design.points[0].as_ref()?[factor])
}

/// The effects of a change on targets that are not missed: `turns per round up at 3 tables and down at 1 table`.
fn elsewhere(moves: &[Move<'_>], change: Change) -> Vec<String> {
    let mut measures: Vec<(String, [usize; 2])> = Vec::new();
    for of in moves.iter().filter(|of| of.target.light != Light::Missed) {
        let Some(rises) = of.with(change) else { continue };
        let what = words::subject_and_measure(&of.target.key);
        let place = measures.iter().position(|(known, _)| *known == what).unwrap_or_else(|| {
            measures.push((what, [0, 0]));
            measures.len() - 1
        });
        measures[place].1[usize::from(!rises)] += 1;
    }
    let sentence = |(what, ways): &(String, [usize; 2])| {
        let ways = ways.iter().zip(["up", "down"]).filter(|(tables, _)| **tables > 0);
        let ways: Vec<String> =
            ways.map(|(tables, way)| format!("{way} at {}", counted(*tables as u64, "table"))).collect();
        format!("{what} {}", words::list(&ways))
    };
    measures.iter().map(sentence).collect()
}
