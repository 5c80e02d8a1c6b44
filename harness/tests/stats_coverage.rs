//! Intervals hold the truth and tests err as often as they say, in small: bands are as wide as a few hundred tries need. In
//! full: `examples/coverage`.

mod synthetic;

use ergo_engine::rng::Seed;
use ergo_harness::stats::bootstrap::Settings;

#[test]
fn intervals_hold_the_truth() {
    let settings = Settings { draws: 400, ..Settings::default() };
    let kind = &synthetic::tournaments()[0];
    assert_eq!(kind.blocks(), 120);
    let found = synthetic::coverage(kind, 1_000, settings, &Seed::master(1));
    // Three standard deviations of 1,000 tries at 95 % are 2.1.
    for share in [found.strength, found.difference, found.seat, found.win_share, found.ranking] {
        assert!((92.9..=97.1).contains(&share), "{found:?}");
    }
    assert!(found.all_pairs >= 92.9 && found.ranks >= 92.9 && found.bias.abs() < 0.15, "{found:?}");
}

#[test]
fn sequential_tests_err_as_declared() {
    for kind in synthetic::block_kinds() {
        let found = synthetic::sequential_errors(&kind, [0.0, 40.0], 25, 500, &Seed::master(2));
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
    for kind in synthetic::block_kinds() {
        let (out, width) = synthetic::sequence_exclusions(&kind, 500, 500, &Seed::master(3));
        assert!(out < 7.9 && width < 0.25, "{}: {out} {width}", kind.name);
    }
}

#[test]
fn luck_taken_out_leaves_the_truth() {
    for kind in synthetic::luck::KINDS {
        let found = synthetic::luck::found(kind, 2_000, &Seed::master(4));
        // Three standard deviations of 2,000 tries at 95 % are 1.5.
        assert!(
            (93.4..=96.6).contains(&found.raw) && (93.4..=96.6).contains(&found.adjusted),
            "{} {found:?}",
            kind.name
        );
        assert!(
            found.alarms < 6.6 && found.bias.abs() < 3.5 && found.correction.abs() < 3.5,
            "{} {found:?}",
            kind.name
        );
        // What is said of the gain is what was gained.
        assert!((found.said - found.was).abs() < 0.1, "{} {found:?}", kind.name);
        assert!(if kind.luck > 0.9 { found.was < 0.8 } else { found.was < 1.1 }, "{} {found:?}", kind.name);
    }
}
