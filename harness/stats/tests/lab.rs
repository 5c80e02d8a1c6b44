//! Effects planted in a synthetic game must be found, and no others.
//!
//! A deck of twelve kinds of cards, two to eight of each. The first has an effect by itself, the second only together
//! with the first. The third only makes the deck larger, as all others do, which decides the seat that draws the last
//! card and gains. Nine kinds have no other effect.

use std::sync::LazyLock;

use ergo_core::rng::{Seed, unit};
use ergo_stats::design::{levels_of, sobol};
use ergo_stats::model::basis::Factor;
use ergo_stats::model::indices::{Indices, indices};
use ergo_stats::model::process::Process;
use ergo_stats::model::regression::{ModelPart, Regression, Sample};
use ergo_stats::model::variance;

const FACTORS: usize = 12;
const LEVELS: usize = 7;
const POINTS: usize = 128;
const DEALS: usize = 60;
/// The effect of the first factor from lowest to highest level, its interaction with the second, and the value of the
/// last card.
const MAIN: f64 = 0.20;
const PAIR: f64 = 0.20;
const LAST: f64 = 0.10;

/// Scales a level to −1/2 to 1/2.
fn centred(level: usize) -> f64 {
    level as f64 / (LEVELS - 1) as f64 - 0.5
}

/// Returns the seat that draws the last card, with two seats that draw two each in turn.
fn class(point: &[usize]) -> usize {
    point.iter().sum::<usize>().div_ceil(2) % 2
}

/// Returns the win probability of the first seat.
fn truth(point: &[usize]) -> f64 {
    0.5 + MAIN * centred(point[0])
        + 4.0 * PAIR * centred(point[0]) * centred(point[1]) / 2.0
        + LAST * (class(point) as f64 - 0.5)
}

fn factors() -> Vec<Factor> {
    vec![Factor { levels: (2..2 + LEVELS).map(|level| level as f64).collect(), ordered: true }; FACTORS]
}

/// Plays a game at every point: the luck of a deal is common to all points, each factor has a luck of its own in the
/// deal, and the result is the share of wins in twenty matches.
fn played(points: &[Vec<usize>], seed: &Seed) -> Vec<Vec<f64>> {
    let luck: Vec<Vec<f64>> = (0..DEALS)
        .map(|deal| {
            let mut rng = seed.derive("deal", &[deal as u64]).rng();
            (0..=FACTORS).map(|_| 0.2 * (unit(&mut rng) - 0.5)).collect()
        })
        .collect();
    let play = |(i, point): (usize, &Vec<usize>)| {
        let mut rng = seed.derive("point", &[i as u64]).rng();
        let deal = |luck: &Vec<f64>| {
            let by_factor: f64 = point.iter().zip(&luck[1..]).map(|(level, luck)| luck * centred(*level)).sum();
            let chance = truth(point) + luck[0] + by_factor;
            (0..20).filter(|_| unit(&mut rng) < chance).count() as f64 / 20.0
        };
        luck.iter().map(deal).collect()
    };
    points.iter().enumerate().map(play).collect()
}

struct Study {
    points: Vec<Vec<usize>>,
    model: Regression,
    indices: Indices,
}

fn study(number: u64) -> Study {
    let seed = Seed::master(number);
    let points = levels_of(&sobol(POINTS, FACTORS, &seed), &[LEVELS; FACTORS]);
    let values = played(&points, &seed);
    let classes: Vec<usize> = points.iter().map(|point| class(point)).collect();
    let sample = Sample { points: &points, classes: &classes, values: &values };
    let model = Regression::fit(&factors(), &sample, &seed).unwrap();
    Study { indices: indices(&model), points, model }
}

/// A hundred studies of the same game.
static STUDIES: LazyLock<Vec<Study>> = LazyLock::new(|| {
    use rayon::prelude::*;
    (0..100).into_par_iter().map(study).collect()
});

/// Returns the mean square of the levels: the variance of a factor from 0 to 1.
fn variance_of_levels() -> f64 {
    (0..LEVELS).map(|level| centred(level).powi(2)).sum::<f64>() / LEVELS as f64
}

#[test]
fn study_finds_exactly_planted_effects() {
    let planted = [ModelPart::Main(0), ModelPart::Pair(0, 1), ModelPart::Class];
    let exactly = STUDIES.iter().filter(|study| study.model.significant(0.01) == planted).count();
    println!("exactly the planted effects: {exactly} of 100");
    assert!(exactly >= 95, "{exactly} of 100");
}

#[test]
fn total_indices_are_never_below_main_indices() {
    for Study { indices, .. } in STUDIES.iter() {
        for (main, total) in indices.main.iter().zip(&indices.total) {
            assert!(0.0 <= main.value && main.value <= total.value && total.value <= 1.0, "{main:?} {total:?}");
            assert!(main.interval.low <= total.interval.low && main.interval.high <= total.interval.high);
        }
    }
}

#[test]
fn intervals_cover_true_values() {
    let (v, mut held) = (variance_of_levels(), Vec::new());
    let mut count = |name: &'static str, interval: ergo_stats::Interval, truth: f64| {
        held.push((name, (interval.low - 1e-12..=interval.high + 1e-12).contains(&truth)));
    };
    for Study { points, model, indices } in STUDIES.iter() {
        let main = MAIN * MAIN * v;
        let pair = 4.0 * PAIR * PAIR * v * v;
        let mean = points.iter().map(|point| class(point) as f64).sum::<f64>() / POINTS as f64;
        let last = LAST * LAST * mean * (1.0 - mean);
        let all = main + pair + last;
        for factor in 0..FACTORS {
            let by_itself = if factor == 0 { main } else { 0.0 };
            let in_all = by_itself + if factor < 2 { pair } else { 0.0 };
            let [of_itself, of_all] =
                if factor < 2 { ["main index", "total index"] } else { ["no main index", "no total index"] };
            count(of_itself, indices.main[factor].interval, by_itself / all);
            count(of_all, indices.total[factor].interval, in_all / all);
            let effect = model.effect(factor, 0, LEVELS - 1);
            count("effect", effect.interval, if factor == 0 { MAIN } else { 0.0 });
            for level in 0..LEVELS {
                let expected = 0.5 + if factor == 0 { MAIN * centred(level) } else { 0.0 } + LAST * (mean - 0.5);
                count("response", model.response(factor, level).interval, expected);
            }
        }
        count("class", indices.class.interval, last / all);
        for two in [[0, 1], [0, 2], [3, 4], [1, 5]] {
            let by_first = if two[0] == 0 { MAIN / 2.0 } else { 0.0 };
            let by_both = if two == [0, 1] { PAIR / 2.0 } else { 0.0 };
            let found = model.response_of_two(two, [LEVELS - 1; 2]);
            count("response of two", found.interval, 0.5 + by_first + by_both + LAST * (mean - 0.5));
        }
    }
    let mut names: Vec<&str> = held.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let of: Vec<bool> = held.iter().filter(|(of, _)| *of == name).map(|(_, held)| *held).collect();
        let share = 100.0 * of.iter().filter(|held| **held).count() as f64 / of.len() as f64;
        println!("{name}: {share:.1} % of {}", of.len());
        // A quantity counted only once per study may miss by chance: 93 % less two standard deviations.
        let least = 93.0 - if of.len() <= 200 { 200.0 * (0.05 * 0.95 / of.len() as f64).sqrt() } else { 0.0 };
        assert!(share >= least, "{name}: {share:.1} % of {}", of.len());
    }
}

#[test]
fn model_without_predictive_power_reports_it() {
    // The same game without effects of the first two factors: only the last card and noise remain.
    let seed = Seed::master(5);
    let points = levels_of(&sobol(POINTS, FACTORS, &seed), &[LEVELS; FACTORS]);
    let still: Vec<Vec<usize>> = points.iter().map(|_| vec![3; FACTORS]).collect();
    let values = played(&still, &seed);
    let sample = Sample { points: &points, classes: &[0; POINTS], values: &values };
    let model = Regression::fit(&factors(), &sample, &seed).unwrap();
    assert!(model.q_squared.unwrap() < 0.1, "{:?}", model.q_squared);
    assert!(model.significant(0.01).is_empty());
}

#[test]
fn null_game_has_nominal_error_rate() {
    use rayon::prelude::*;
    // A deck against itself under other names: every point plays the same game.
    let named = |number: u64| {
        let seed = Seed::master(10_000 + number);
        let points = levels_of(&sobol(64, 6, &seed), &[LEVELS; 6]);
        let still: Vec<Vec<usize>> = points.iter().map(|_| vec![3; FACTORS]).collect();
        let values = played(&still, &seed);
        let classes: Vec<usize> = points.iter().map(|point| class(point)).collect();
        let sample = Sample { points: &points, classes: &classes, values: &values };
        let model = Regression::fit(&factors()[..6], &sample, &seed).unwrap();
        !model.significant(0.05).is_empty()
    };
    let wrong = (0..400).into_par_iter().filter(|number| named(*number)).count();
    println!("false findings: {wrong} of 400");
    // 5 % of 400 and two standard deviations.
    assert!(wrong <= 28, "{wrong} of 400");
}

/// The function of Ishigami and Homma (1990).
fn ishigami(point: &[f64]) -> f64 {
    let x: Vec<f64> = point.iter().map(|u| std::f64::consts::PI * (2.0 * u - 1.0)).collect();
    x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
}

#[test]
fn process_fits_where_polynomials_fail() {
    let seed = Seed::master(9);
    let points = levels_of(&sobol(256, 3, &seed), &[32; 3]);
    let at: Vec<Vec<f64>> =
        points.iter().map(|point| point.iter().map(|level| (*level as f64 + 0.5) / 32.0).collect()).collect();
    let mut rng = seed.derive("noise", &[]).rng();
    let values: Vec<Vec<f64>> =
        at.iter().map(|at| (0..30).map(|_| ishigami(at) + 4.0 * (unit(&mut rng) - 0.5)).collect()).collect();
    let factors = vec![Factor { levels: (0..32).map(f64::from).collect(), ordered: true }; 3];
    let sample = Sample { points: &points, classes: &[0; 256], values: &values };
    let model = Regression::fit(&factors, &sample, &seed).unwrap();
    assert!(model.q_squared.unwrap() < 0.5, "{:?}", model.q_squared);
    let q = Process::q_squared(&[true; 3], &at, &values, &seed).unwrap();
    assert!(q > 0.8, "{q}");
    let process = Process::fit(&[true; 3], &at, &values).unwrap();
    let found = variance::indices(3, 64, &seed, |point| process.value(point)).unwrap();
    // Analytic: 0.314, 0.442, 0 and 0.558, 0.442, 0.244.
    for (found, expected) in found.iter().flatten().zip([0.314, 0.558, 0.442, 0.442, 0.0, 0.244]) {
        assert!((found.value - expected).abs() < 0.08, "{found:?} {expected}");
    }
}

#[test]
fn process_bands_cover_true_values() {
    // Smooth in two factors, constant in two others, and with slopes for every deal that are common to all points.
    let response = |x: f64| libm::sin(4.0 * x) / 4.0;
    let (mut held, mut all) = (0, 0);
    for number in 0..30 {
        let seed = Seed::master(1000 + number);
        let points = sobol(48, 4, &seed);
        let slopes: Vec<f64> = {
            let mut rng = seed.derive("slopes", &[]).rng();
            (0..40).map(|_| unit(&mut rng) - 0.5).collect()
        };
        let mut rng = seed.derive("noise", &[]).rng();
        let mut deal = |point: &Vec<f64>, slope: &f64| {
            response(point[0]) + point[1] * point[1] / 2.0 + slope * (point[2] - 0.5) + 0.4 * (unit(&mut rng) - 0.5)
        };
        let values: Vec<Vec<f64>> =
            points.iter().map(|point| slopes.iter().map(|slope| deal(point, slope)).collect()).collect();
        let process = Process::fit(&[true; 4], &points, &values).unwrap();
        let second = points.iter().map(|point| point[1] * point[1] / 2.0).sum::<f64>() / 48.0;
        let first = points.iter().map(|point| response(point[0])).sum::<f64>() / 48.0;
        for step in 0..=4 {
            let at = f64::from(step) / 4.0;
            for (factor, truth) in [(0, response(at) + second), (2, first + second), (3, first + second)] {
                let band = process.response(factor, at).interval;
                held += u32::from((band.low..=band.high).contains(&truth));
                all += 1;
            }
        }
    }
    assert!(held * 100 >= all * 93, "{held} of {all}");
}
