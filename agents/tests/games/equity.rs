//! Tests of the equity tables included in the program: decoding, rejection of damaged tables, and lookup.

use std::fs;

use ergo_agents::games::ergo::equity::{EquityTable, MatchEnding, shipped};
use ergo_engine::ergo::rules::{Starter, Ties};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

const STARTERS: [Starter; 3] = [Starter::Fixed, Starter::Rotate, Starter::Random];

fn ending(seats: usize, target: u32, ties: Ties, starter: Starter) -> MatchEnding {
    MatchEnding { seats: SeatCount::new(seats), target, ties, starter }
}

fn seat_map<T: Copy>(values: &[T]) -> SeatMap<T> {
    SeatMap::from_fn(SeatCount::new(values.len()), |seat| values[seat.index()])
}

fn chances(scores: &[i32], starter: Starter, next: usize) -> Vec<f64> {
    let table = shipped::shipped_table(&ending(scores.len(), 50, Ties::PlayOn, starter)).unwrap();
    table.win_chances(&seat_map(scores), Seat::new(next)).iter().copied().collect()
}

#[test]
fn chance_at_pinned_scores_is_unchanged() {
    // With three and four seats, some of these scores are interpolated.
    for (scores, starter, next, expected) in [
        (&[30, 45][..], Starter::Fixed, 0, &[0.357824, 0.642176][..]),
        (&[30, 45], Starter::Rotate, 1, &[0.261814, 0.738186]),
        (&[52, 52, 44], Starter::Fixed, 0, &[0.331563, 0.400244, 0.268193]),
        (&[30, 45, 11], Starter::Rotate, 2, &[0.213470, 0.750679, 0.035851]),
        (&[13, 41, 27, 36], Starter::Fixed, 0, &[0.000763, 0.925661, 0.008335, 0.065241]),
        (&[13, 41, 27, 36], Starter::Random, 0, &[0.013411, 0.585755, 0.093588, 0.307246]),
    ] {
        let found = chances(scores, starter, next);
        let off = found.iter().zip(expected).map(|(found, expected)| (found - expected).abs()).fold(0.0, f64::max);
        assert!(off < 1e-5, "{scores:?} {starter:?}: {found:?}");
    }
}

#[test]
fn chance_after_the_target_is_the_result() {
    for starter in STARTERS {
        assert_eq!(chances(&[50, 49], starter, 1), [1.0, 0.0]);
        assert_eq!(chances(&[12, 60, 59, 3], starter, 2), [0.0, 1.0, 0.0, 0.0]);
    }
}

#[test]
fn damaged_table_is_refused() {
    let bytes = fs::read("tables/ergo/3-rotate.equity").unwrap();
    let table = EquityTable::from_bytes(&bytes).unwrap();
    assert_eq!(table.ending(), ending(3, 50, Ties::PlayOn, Starter::Rotate));
    for cut in (0..bytes.len()).step_by(997) {
        assert!(EquityTable::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for (find, put) in
        [("equity 1", "equity 2"), ("seats = 3", "seats = 7"), ("\"rotate\"", "\"rotund\""), ("step = 2", "step = 0")]
    {
        let text = String::from_utf8_lossy(&bytes[..200]).replacen(find, put, 1);
        let changed = [text.as_bytes(), &bytes[200..]].concat();
        let error = EquityTable::from_bytes(&changed).unwrap_err().to_string();
        assert!(error.contains("not a table of match equity"), "{error}");
    }
}

/// Every included table is valid, is for the ending that its name says, and is based on enough rounds. Leading
/// raises the chance to win.
#[test]
fn included_tables_are_valid() {
    for seats in 2..=4 {
        for starter in STARTERS {
            let ending = ending(seats, 50, Ties::PlayOn, starter);
            let table = shipped::shipped_table(&ending).unwrap();
            assert_eq!(table.ending(), ending);
            assert!(table.about()["rounds"].parse::<u64>().unwrap() > 20_000);
            let even = vec![0; seats];
            let mut ahead = even.clone();
            ahead[1] = 40;
            for next in 0..seats {
                let chance = |scores: &[i32]| table.win_chances(&seat_map(scores), Seat::new(next));
                assert!((chance(&even).iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(chance(&ahead)[Seat::new(1)] > chance(&even)[Seat::new(1)] + 0.02, "{ending:?}");
                if starter == Starter::Random {
                    chance(&even).iter().for_each(|chance| assert!((chance - 1.0 / seats as f64).abs() < 1e-3));
                }
            }
        }
        assert_eq!(shipped::shipped_table(&ending(seats, 50, Ties::Share, Starter::Fixed)), None);
        assert_eq!(shipped::shipped_table(&ending(seats, 30, Ties::PlayOn, Starter::Fixed)), None);
    }
    assert_eq!(shipped::shipped_table(&ending(5, 50, Ties::PlayOn, Starter::Fixed)), None);
}
