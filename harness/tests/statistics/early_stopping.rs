//! Results of sequential comparisons: the estimate is near the truth and the interval covers it, also if one agent wins
//! nearly every match. A small part of the study `examples/coverage/stopped.rs`.

use ergo_engine::rng::Seed;
use ergo_lab::compare::BlockMeasure;
use rayon::ThreadPoolBuilder;

use crate::contests::Pair;

#[test]
fn answers_of_unequal_bots_hold_after_stopping() {
    let pool = ThreadPoolBuilder::new().build().unwrap();
    let runs = 200;
    for (seats, a, b) in [(2, 1, 2), (3, 1, 4), (4, 1, 8)] {
        let played = Pair { a, b, seats, by: BlockMeasure::Wins }.played(300, &pool);
        assert!(played.mean() > 0.75, "{}", played.mean());
        for share in [0.6, 0.7, 0.8, 0.9, 0.95, 0.99] {
            let found = played.stopped(10.0, share, runs, &Seed::master(9));
            println!("{seats} seats, {share}: {found:?}");
            assert!((found.mean - share).abs() < 0.01, "{seats} seats, {share}: {found:?}");
            // 95 % minus three standard deviations of few runs.
            assert!(found.interval[0] > 0.904, "{seats} seats, {share}: {found:?}");
            assert!(
                found.always[0] > 0.904 && found.interval[1] < found.always[1],
                "{seats} seats, {share}: {found:?}"
            );
            assert!(found.better == 1.0 && found.blocks < 400.0, "{seats} seats, {share}: {found:?}");
        }
    }
}

/// Equal bots: each direction is claimed about as rarely as stated.
#[test]
fn equal_bots_are_rarely_distinguished() {
    let pool = ThreadPoolBuilder::new().build().unwrap();
    let found = Pair { a: 3, b: 3, seats: 4, by: BlockMeasure::Wins }.played(500, &pool).stopped(
        10.0,
        0.5,
        200,
        &Seed::master(9),
    );
    println!("{found:?}");
    assert!(found.better < 0.1 && found.weaker < 0.1 && found.interval[0] > 0.904, "{found:?}");
    assert!(found.mean_if_better > 0.5 && (found.mean - 0.5).abs() < 0.02, "{found:?}");
}
