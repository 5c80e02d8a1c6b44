//! Rating lists as the files of a report tell them, and how often they are right.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::ladder::{Kind, SEATS};
use super::strength::{name, play};

/// A list, as the files of a report give it.
pub struct Listed {
    /// By entrant: rating with its interval, in Elo; no interval where none is finite.
    pub ratings: BTreeMap<String, [Option<f64>; 3]>,
    /// Best and worst rank, by entrant.
    pub ranks: BTreeMap<String, (usize, usize)>,
    /// One over another: lead with the interval of all leads together.
    pub leads: Vec<(String, String, [Option<f64>; 3])>,
    /// How probable it is that the one is better than the other.
    pub better: BTreeMap<(String, String), f64>,
}

/// Reads the files of the report in `folder`, one list.
pub fn listed(folder: &Path) -> Listed {
    let rows = |file: &str| -> Vec<csv::StringRecord> {
        let mut rows = csv::Reader::from_path(folder.join("plots").join(file)).expect("every list has this file");
        rows.records().map(|row| row.expect("a whole row")).collect()
    };
    let three = |row: &csv::StringRecord, from: usize| [0, 1, 2].map(|i| row[from + i].parse().ok());
    let ratings = rows("ratings.csv");
    let next = ratings.windows(2).map(|pair| (pair[0][2].to_owned(), pair[1][2].to_owned(), three(&pair[0], 11)));
    let rank = |row: &csv::StringRecord, i: usize| row[i].parse().expect("a rank");
    let better = rows("better.csv");
    Listed {
        leads: next.collect(),
        ranks: ratings.iter().map(|row| (row[2].to_owned(), (rank(row, 6), rank(row, 7)))).collect(),
        ratings: ratings.iter().map(|row| (row[2].to_owned(), three(row, 3))).collect(),
        better: better
            .iter()
            .map(|row| ((row[2].to_owned(), row[3].to_owned()), row[4].parse().expect("a probability")))
            .collect(),
    }
}

/// How often the lists of a kind were right, in per cent, when played from the experiment file to the report's files.
#[derive(Debug)]
pub struct Held {
    /// Ratings of lists whose 0 is the mean of all: their mean, and the least of an entrant.
    pub ratings: (f64, f64),
    /// All leads of neighbours together.
    pub leads: f64,
    /// All ranks.
    pub ranks: f64,
    /// How often the lead over the next, the probability or the ranks told these two apart.
    pub parted: [f64; 3],
}

/// Plays a kind `count` times and counts; `twins` are two who play alike.
pub fn held(kind: &Kind, count: u64, first: u64, twins: (usize, usize)) -> Held {
    let n = kind.strengths.len();
    let elo = 400.0 / std::f64::consts::LN_10;
    let mean = kind.strengths.iter().sum::<f64>() / n as f64;
    let truth: Vec<f64> = kind.strengths.iter().map(|one| (one - mean) * elo).collect();
    let number = |entrant: &str| entrant[1..].parse::<usize>().expect("a number");
    let holds = |[_, low, high]: [Option<f64>; 3], truth: f64| {
        // Two digits are written.
        low.is_none_or(|low| low - 0.005 <= truth) && high.is_none_or(|high| truth <= high + 0.005)
    };
    let one = |repetition: u64| {
        let folder = crate::room::tempdir().expect("room for a temporary folder");
        play(kind, first + repetition, 1, folder.path());
        let found = listed(folder.path());
        let ratings: Vec<bool> = (0..n).map(|one| holds(found.ratings[&name(one)], truth[one])).collect();
        let leads =
            found.leads.iter().all(|(one, other, lead)| holds(*lead, truth[number(one)] - truth[number(other)]));
        let ranks = (0..n).all(|one| {
            let (best, worst) = found.ranks[&name(one)];
            let above = truth.iter().filter(|other| **other > truth[one]).count();
            let level = truth.iter().filter(|other| **other == truth[one]).count();
            best <= above + level && worst > above
        });
        let (one, other) = (name(twins.0), name(twins.1));
        let lead = found.leads.iter().find(|lead| lead.0 == one && lead.1 == other || lead.0 == other && lead.1 == one);
        let apart = lead.is_some_and(|(_, _, [_, low, high])| {
            low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0)
        });
        let better = found.better[&(one.clone(), other.clone())];
        let (one, other) = (found.ranks[&one], found.ranks[&other]);
        let parted = [apart, !(0.025..=0.975).contains(&better), one.1 < other.0 || other.1 < one.0];
        (ratings, leads, ranks, parted)
    };
    let all: Vec<_> = (0..count).into_par_iter().map(one).collect();
    let percent = |hits: usize| 100.0 * hits as f64 / count as f64;
    let ratings: Vec<f64> = (0..n).map(|one| percent(all.iter().filter(|found| found.0[one]).count())).collect();
    Held {
        ratings: (ratings.iter().sum::<f64>() / n as f64, ratings.iter().copied().fold(100.0, f64::min)),
        leads: percent(all.iter().filter(|found| found.1).count()),
        ranks: percent(all.iter().filter(|found| found.2).count()),
        parted: [0, 1, 2].map(|way| percent(all.iter().filter(|found| found.3[way]).count())),
    }
}

/// Returns how many of `count` intervals of a lead held the truth, in per cent: of one entrant over another, who sits in all other
/// seats, at this true win share of the one.
pub fn lead_held(share: f64, seats: usize, deals: usize, luck: f64, count: u64) -> f64 {
    let lead = (share / (1.0 - share) * (seats - 1) as f64).ln();
    let table = (0..seats).map(|seat| usize::from(seat > 0)).collect();
    let kind = Kind {
        name: String::new(),
        // Strengths are at least 0, in thousandths.
        strengths: vec![5.0 + lead, 5.0],
        tables: vec![table],
        seats: SEATS[seats - 2].to_vec(),
        deals,
        all: false,
        luck,
    };
    let holds = |seed: u64| {
        let folder = crate::room::tempdir().expect("room for a temporary folder");
        play(&kind, 1 + seed, 1, folder.path());
        let (one, _, [_, low, high]) = listed(folder.path()).leads.swap_remove(0);
        let truth = lead * 400.0 / std::f64::consts::LN_10 * if one == "e00" { 1.0 } else { -1.0 };
        // Two digits are written, and the strengths are rounded to a thousandth of a nat.
        low.is_none_or(|low| low - 0.2 <= truth) && high.is_none_or(|high| truth <= high + 0.2)
    };
    100.0 * (0..count).into_par_iter().filter(|seed| holds(*seed)).count() as f64 / count as f64
}
