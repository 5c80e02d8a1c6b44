//! Intervals hold the truth and tests err as often as they say, in small: bands are as wide as a few hundred tries need. In
//! full: `examples/coverage`.

use std::path::Path;

use crate::synthetic::ladder::{Kind, with_twins};
use crate::synthetic::{listed, strength};
use ergo_engine::rng::Seed;
use ergo_lab::stats::luce::Observation;

#[test]
fn intervals_hold_the_truth() {
    let kind = &crate::synthetic::tournaments()[0];
    assert_eq!(kind.blocks(), 120);
    let found = crate::synthetic::coverage(kind, 1_000, &Seed::master(1));
    // Three standard deviations of 1,000 tries at 95 % are 2.1.
    for share in [found.strength, found.difference, found.win_share, found.ranking] {
        assert!((92.9..=97.1).contains(&share), "{found:?}");
    }
    assert!(found.all_pairs >= 92.9 && found.ranks >= 92.9 && found.bias.abs() < 0.15, "{found:?}");
}

#[test]
fn ratings_of_a_wide_ladder_hold_the_truth() {
    let kind = &crate::synthetic::ladder::kinds(0.5, false)[0];
    assert_eq!((kind.strengths.len(), kind.tables.len(), kind.deals), (17, 45, 40));
    let found = crate::synthetic::ladder::found(kind, 200, &Seed::master(6));
    // Leads of one list go together: three standard deviations of their mean are about 2.5.
    assert!((93.0..=98.0).contains(&found.ratings) && (93.0..=98.0).contains(&found.leads), "{found:?}");
    assert!(found.ends >= 90.0 && found.together >= 90.0 && found.ranks >= 95.0, "{found:?}");
    // Four standard deviations of one lead are 6.2.
    let (least, one, other) = found.least_lead;
    assert!(least >= 88.5 && found.least_rating >= 88.5, "{one} over {other}: {found:?}");
    assert!(found.most_lead <= 100.0 && found.open < 1.0, "{found:?}");
    // The ends lie 13 nats apart, and are not pulled together.
    assert!(found.error.0.abs() < 0.3 && found.error.1 < 1.5, "{found:?}");
}

#[test]
fn twins_are_seldom_told_apart() {
    for (place, seats, odd) in [(0, 2, false), (8, 3, false), (16, 4, false), (8, 2, true)] {
        let found = crate::synthetic::ladder::twins(place, seats, 0.9, odd, 200, &Seed::master(7));
        // Three standard deviations of 200 tries at 5 % are 4.6.
        assert!(found.lead < 9.6 && found.better < 9.6 && found.ranks < 5.0, "{place} {seats} {odd} {found:?}");
    }
}

/// The matches in `folder` as the model of the rating lists takes them.
fn matches(kind: &Kind, folder: &Path) -> Vec<Observation> {
    let mut rows = csv::Reader::from_path(folder.join("matches.csv")).expect("every run has matches");
    let mut matches: Vec<Observation> = Vec::new();
    for row in rows.records().map(|row| row.expect("a whole row")) {
        if &row[4] == "1" {
            let block = row[2].parse::<usize>().expect("a deal") - 1;
            matches.push(Observation { block, lineup: Vec::new(), shares: Vec::new() });
        }
        let last = matches.last_mut().expect("seat 1 comes first");
        last.lineup.push((0..kind.strengths.len()).find(|one| strength::name(*one) == row[5]).expect("an entrant"));
        last.shares.push(row[11].parse().expect("a share"));
    }
    matches
}

#[test]
fn lists_through_the_whole_pipeline_are_those_of_the_model() {
    let kind = Kind { deals: 12, ..with_twins(8, 3, 0.5) };
    let folder = crate::room::tempdir().unwrap();
    strength::play(&kind, 3, 1, folder.path());
    let leads = kind.leads(&matches(&kind, folder.path()));
    let found = listed::listed(folder.path());
    let elo = 400.0 / std::f64::consts::LN_10;
    for one in 0..kind.strengths.len() {
        let [rating, low, high] = found.ratings[&strength::name(one)];
        let interval = leads.rating(one).unwrap();
        for (written, value) in [(rating, leads.ratings()[one]), (low, interval.low), (high, interval.high)] {
            assert!((written.unwrap() - value * elo).abs() < 0.0051, "{one}: {written:?}, {}", value * elo);
        }
    }
    for ((one, other), written) in &found.better {
        let number = |name: &str| name[1..].parse::<usize>().unwrap();
        let better = leads.better(number(one), number(other)).unwrap().probability;
        assert!((written - better).abs() < 1e-6, "{one} {other}: {written}, {better}");
    }
}

#[test]
fn lists_through_the_whole_pipeline_hold_the_truth() {
    let kind = Kind { deals: 20, ..with_twins(8, 2, 0.5) };
    let found = listed::held(&kind, 60, 1, (8, 9));
    // Three standard deviations of 60 tries at 5 % are 8.4; ratings of one list go together.
    assert!(found.ratings.0 >= 92.0 && found.ratings.1 >= 83.0 && found.leads >= 86.0, "{found:?}");
    assert!(found.ranks >= 95.0 && found.parted.iter().all(|share| *share <= 13.4), "{found:?}");
}

#[test]
fn leads_through_the_whole_pipeline_hold_the_truth_up_to_sweeps() {
    for (share, seats) in [0.6, 0.95].into_iter().flat_map(|share| (2..=4).map(move |seats| (share, seats))) {
        let found = listed::lead_held(share, seats, 12, 0.5, 100);
        // Three standard deviations of 100 tries at 95 % are 6.5.
        assert!(found >= 88.5, "{share} {seats}: {found}");
    }
}

#[test]
fn sequential_tests_err_as_declared() {
    for kind in crate::synthetic::block_kinds() {
        let found = crate::synthetic::sequential_errors(&kind, [0.0, 40.0], 25, 500, &Seed::master(2));
        // Three standard deviations of 500 tries at 5 % are 2.9.
        assert!(found.false_alarms < 7.9 && found.misses < 7.9 && found.undecided == 0.0, "{} {found:?}", kind.name);
        // A test of fixed size with these error rates takes (2 · 1.645 / t)² blocks; this one about half.
        let t = 40.0 / 347.4356 * f64::from(kind.matches).sqrt();
        let fixed = (2.0 * 1.645 / t).powi(2);
        assert!(found.blocks_zero < 0.75 * fixed && found.blocks_one < 0.75 * fixed, "{} {found:?}", kind.name);
    }
}

#[test]
fn confidence_sequences_keep_the_truth() {
    for kind in crate::synthetic::block_kinds() {
        let (out, width) = crate::synthetic::sequence_exclusions(&kind, 500, 500, &Seed::master(3));
        assert!(out < 7.9 && width < 0.25, "{}: {out} {width}", kind.name);
    }
}
