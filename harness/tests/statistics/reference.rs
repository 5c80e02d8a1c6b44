//! Ratings compared with other programs; `reference/ratings.txt` has the numbers and how they were made.

use ergo_lab::stats::choice::Penalty;
use ergo_lab::stats::luce::{Observation, WinModel};
use ergo_lab::stats::plackett_luce::{RankModel, Ranking};

/// Returns the numbers of a line of the file.
fn reference(name: &str) -> Vec<f64> {
    let mut lines = include_str!("../reference/ratings.txt").lines();
    let numbers = lines.find_map(|line| line.strip_prefix(name)).unwrap();
    numbers.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

fn near(found: &[f64], name: &str) {
    let expected = reference(name);
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 5e-5, "{name}: {found} instead of {expected}");
    }
}

fn won(lineup: &[usize], seat: usize, times: usize) -> Vec<Observation> {
    let shares = (0..lineup.len()).map(|other| if other == seat { 1.0 } else { 0.0 }).collect();
    vec![Observation { block: 0, lineup: lineup.to_vec(), shares }; times]
}

#[test]
fn win_model_against_clogit() {
    let lineups = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let wins = [[14, 9, 5], [16, 6, 8], [11, 12, 4], [9, 7, 13], [8, 15, 9], [6, 10, 15]];
    let mut matches = Vec::new();
    for (lineup, wins) in lineups.iter().zip(&wins) {
        wins.iter().enumerate().for_each(|(seat, times)| matches.extend(won(lineup, seat, *times)));
    }
    let model = WinModel::fit(3, &matches, Penalty::None).unwrap();
    near(model.ratings(), "win_ratings");
    near(model.seat_effects(3).unwrap(), "win_seats");
}

#[test]
fn two_seats_without_seat_effects_against_bradley_terry_2() {
    let mut matches = Vec::new();
    for (lineup, first, second) in [([0, 1], 17, 13), ([0, 2], 22, 8), ([1, 2], 14, 16)] {
        // With both orders, seats have no effect.
        let other = [lineup[1], lineup[0]];
        for (lineup, first, second) in [(lineup, first, second), (other, second, first)] {
            matches.extend(won(&lineup, 0, first));
            matches.extend(won(&lineup, 1, second));
        }
    }
    let model = WinModel::fit(3, &matches, Penalty::None).unwrap();
    assert!(model.seat_effects(2).unwrap().iter().all(|effect| effect.abs() < 1e-9));
    near(model.ratings(), "bt_ratings");
}

fn ranking(items: &[usize], scores: &[f64]) -> Ranking {
    Ranking { block: 0, items: items.to_vec(), scores: scores.to_vec() }
}

/// A ranking of items from best to worst.
fn order(items: &[usize]) -> Ranking {
    let scores: Vec<f64> = (0..items.len()).map(|place| -(place as f64)).collect();
    ranking(items, &scores)
}

/// Fits with a ghost item that wins and loses half a time against each item, as the package PlackettLuce does to keep
/// strengths finite.
fn haunted(items: usize, rankings: &[Ranking]) -> RankModel {
    let ghost = (0..items).flat_map(|item| [order(&[item, items]), order(&[items, item])]);
    let ghost: Vec<Ranking> = ghost.collect();
    let all = rankings.iter().map(|ranking| (ranking, 1.0)).chain(ghost.iter().map(|ranking| (ranking, 0.5)));
    RankModel::fit_counts(items + 1, all, Penalty::None).unwrap()
}

fn centred(ratings: &[f64]) -> Vec<f64> {
    let mean = ratings.iter().sum::<f64>() / ratings.len() as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

#[test]
fn rank_model_with_ties_and_ghost_against_clogit() {
    let rankings = [
        ranking(&[0, 1, 2, 3], &[9.0, 7.0, 7.0, 2.0]),
        ranking(&[0, 1, 2, 3], &[5.0, 8.0, 3.0, 3.0]),
        ranking(&[0, 1, 2], &[4.0, 4.0, 1.0]),
        ranking(&[1, 2, 3], &[6.0, 6.0, 6.0]),
        ranking(&[0, 3], &[7.0, 7.0]),
        ranking(&[0, 2, 3], &[8.0, 2.0, 5.0]),
        ranking(&[1, 3], &[3.0, 9.0]),
        ranking(&[0, 1, 2, 3], &[4.0, 6.0, 8.0, 1.0]),
        ranking(&[0, 1, 2, 3], &[9.0, 5.0, 5.0, 5.0]),
        ranking(&[2, 3], &[2.0, 1.0]),
        ranking(&[0, 1, 3], &[6.0, 3.0, 6.0]),
        ranking(&[1, 2], &[8.0, 4.0]),
    ];
    let model = haunted(4, &rankings);
    near(&centred(&model.ratings()[..4]), "rank_ratings");
    let ties = model.ties();
    assert_eq!([ties[0].0, ties[1].0], [2, 3]);
    near(&[ties[0].1, ties[1].1], "rank_ties");
}

#[test]
fn rank_model_against_the_package_plackett_luce() {
    let toy = [order(&[0, 1]), order(&[2, 0]), order(&[0, 3]), order(&[1, 0]), order(&[1, 2])];
    let from_first = |ratings: Vec<f64>| ratings.iter().map(|rating| rating - ratings[0]).collect::<Vec<_>>();
    near(&from_first(haunted(4, &toy).ratings())[..4], "toy_ghost");
    let connected: Vec<Ranking> = toy.iter().filter(|ranking| !ranking.items.contains(&3)).cloned().collect();
    near(&from_first(RankModel::fit(3, &connected, Penalty::None).unwrap().ratings()), "toy_mle");
}

#[test]
fn rank_model_without_ties_against_choix() {
    let rankings: [&[usize]; 10] = [
        &[0, 1, 2, 3],
        &[1, 0, 3, 2],
        &[0, 2, 1],
        &[2, 3],
        &[3, 0],
        &[0, 3, 1],
        &[1, 2, 0, 3],
        &[2, 1],
        &[0, 1, 3, 2],
        &[3, 2, 0],
    ];
    let rankings: Vec<Ranking> = rankings.iter().map(|items| order(items)).collect();
    near(&RankModel::fit(4, &rankings, Penalty::None).unwrap().ratings(), "choix_ratings");
}
