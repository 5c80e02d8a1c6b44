use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::{Seed, unit};
use ergo_stats::design::{levels_of, sobol};
use ergo_stats::model::basis;
use ergo_stats::model::regression::{Regression, Sample};

use super::search::{Candidate, PredictedTarget, SearchResult, choose, search};
use super::space::{ChangeSize, Space};
use crate::experiment::{Design, Factor};

const LEVELS: usize = 7;

/// Three counts from 0 to 6, and 32 points of them. The base has 3 of each.
fn design() -> (Design, Settings) {
    let factor = |name: &str| Factor {
        name: name.to_owned(),
        options: vec![format!("cards.{name}")],
        values: (0..LEVELS as i64).map(Value::Int).collect(),
    };
    let points = levels_of(&sobol(32, 3, &Seed::master(4)), &[LEVELS; 3]);
    let design = Design {
        factors: ["x", "y", "z"].map(factor).to_vec(),
        points: std::iter::once(Some(vec![3; 3])).chain(points.into_iter().map(Some)).collect(),
    };
    let base = [("x", 3), ("y", 3), ("z", 3), ("w", 5)];
    let base = base.map(|(name, count)| (format!("cards.{name}"), Value::Int(count)));
    (design, Settings(base.into_iter().collect()))
}

/// A regression of `truth` at the points of `design`, with the noise of eight deals.
fn fitted(design: &Design, truth: impl Fn(&[usize]) -> f64, number: u64) -> Regression {
    let points: Vec<Vec<usize>> = design.points.iter().flatten().cloned().collect();
    let mut rng = Seed::master(9).stream(number);
    let values: Vec<Vec<f64>> =
        points.iter().map(|point| (0..8).map(|_| truth(point) + 0.2 * (unit(&mut rng) - 0.5)).collect()).collect();
    let levels = basis::Factor { levels: (0..LEVELS).map(|level| level as f64).collect(), ordered: true };
    let sample = Sample { points: &points, classes: &vec![0; points.len()], values: &values };
    Regression::fit(&vec![levels; 3], &sample, &Seed::master(1)).unwrap()
}

fn at(point: &[usize], factor: usize) -> f64 {
    point[factor] as f64
}

/// The targets are 3x + y = 15 and z - x = 0; the base has 12 and 0.
fn planted(seed: u64) -> SearchResult {
    let (design, base) = design();
    let sum = fitted(&design, |point| 3.0 * at(point, 0) + at(point, 1), 1);
    let difference = fitted(&design, |point| at(point, 2) - at(point, 0), 2);
    let (sum, difference) = (|point: &[usize]| sum.predict(point), |point: &[usize]| difference.predict(point));
    let wanted = [
        PredictedTarget { band: [14.5, 15.5], foretell: &sum },
        PredictedTarget { band: [-0.5, 0.5], foretell: &difference },
    ];
    search(&Space::new(&design, &base), &wanted, 64, &Seed::master(seed))
}

#[test]
fn search_front_contains_planted_optimum() {
    let searched = planted(1);
    let Candidate { misses, foretold, .. } = searched.base.unwrap();
    assert!((misses - 1.0).abs() < 1e-6, "{misses}");
    assert!((foretold[0].0 - 12.0).abs() < 0.2 && foretold[0].1 < 0.2, "{foretold:?}");
    // One more x alone meets one target and misses the other; with one more z both are met at the lowest cost.
    let best = searched.front.iter().find(|candidate| candidate.misses < 0.01).unwrap();
    assert_eq!((best.point.as_slice(), best.changed), (&[4, 3, 4][..], ChangeSize { all: 2, size: 2 }));
    assert_eq!(best.outside, 0.0);
    assert!(searched.front.windows(2).all(|two| two[0].changed.all < two[1].changed.all));
    assert!(searched.front.windows(2).all(|two| two[0].misses > two[1].misses));
    // The front is not dominated by any candidate.
    for (changed, misses) in &searched.all {
        assert!(searched.front.iter().any(|best| best.changed.all <= *changed && best.misses <= *misses));
    }
    // A single choice is the one with the fewest expected misses; several include the steep part of the front.
    let last = searched.front.len() - 1;
    assert_eq!(choose(&searched.front, 1), [last]);
    let two = choose(&searched.front, 2);
    assert!(two.iter().any(|place| searched.front[*place].changed.all <= 2), "{two:?}");
    assert!(choose(&searched.front, 100).iter().all(|place| searched.front[*place].changed.all > 0));
}

#[test]
fn search_same_seed_gives_same_front() {
    let (one, same, other) = (planted(1), planted(1), planted(2));
    assert_eq!((&one.all, &one.front), (&same.all, &same.front));
    assert_ne!(one.all, other.all);
}

#[test]
fn missed_is_normal_probability() {
    let (design, base) = design();
    let space = Space::new(&design, &base);
    let misses = |band: [f64; 2], value: f64, error: f64| {
        let foretell = |_: &[usize]| (value, error);
        let base = search(&space, &[PredictedTarget { band, foretell: &foretell }], 1, &Seed::master(1)).base.unwrap();
        (base.misses, base.outside)
    };
    assert!((misses([-1.959964, 1.959964], 0.0, 1.0).0 - 0.05).abs() < 1e-7);
    assert!((misses([2.0, 100.0], 1.0, 1.0).0 - 0.841345).abs() < 1e-6);
    assert_eq!(misses([0.0, 4.0], 5.0, 0.0), (1.0, 0.25));
    assert_eq!(misses([0.0, 4.0], 3.0, 0.0), (0.0, 0.0));
}
