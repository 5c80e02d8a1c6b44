//! Match equity against hand-worked matches, slow twins and matches played out at random.

use std::collections::BTreeMap;

use ergo_agents::games::ergo::equity::solve::{Endless, Solution};
use ergo_agents::games::ergo::equity::{Ending, MatchEquity, RoundPoints, shipped};
use ergo_engine::ergo::rules::{Starter, Ties};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

const STARTERS: [Starter; 3] = [Starter::Fixed, Starter::Rotate, Starter::Random];

fn ending(seats: usize, target: u32, ties: Ties, starter: Starter) -> Ending {
    Ending { seats: SeatCount::new(seats), target, ties, starter }
}

fn seat_map<T: Copy>(values: &[T]) -> SeatMap<T> {
    SeatMap::from_fn(SeatCount::new(values.len()), |seat| values[seat.index()])
}

/// Rounds, all started by seat 1, as often as said.
fn rounds(paid: &[(&[i32], u64)]) -> RoundPoints {
    let mut rounds = RoundPoints::new(SeatCount::new(paid[0].0.len()));
    for (points, count) in paid {
        (0..*count).for_each(|_| rounds.push(Seat::new(0), &seat_map(points)));
    }
    rounds
}

fn table(ending: &Ending, rounds: &RoundPoints, step: u16) -> MatchEquity {
    MatchEquity::new(ending, &Solution::new(ending, rounds).unwrap(), step, BTreeMap::new())
}

#[track_caller]
fn check(table: &MatchEquity, scores: &[i32], starter: usize, expected: &[f64]) {
    let found = table.chance(&seat_map(scores), Seat::new(starter));
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 2e-5, "{scores:?}: {found} instead of {expected}");
    }
}

/// Rounds pay the starter 1 with chance 1/2, the other 1 with 1/4, nobody with 1/4; the first to have 2 wins.
#[test]
fn two_seats_to_two_points_by_hand() {
    let paid = rounds(&[(&[1, 0], 2), (&[0, 1], 1), (&[0, 0], 1)]);
    // A paying round goes to seat 1 with p = 2/3: at 1:1 p wins, at 1:0 p + qp, at 0:0 p² + 2p²q.
    let fixed = table(&ending(2, 2, Ties::PlayOn, Starter::Fixed), &paid, 1);
    check(&fixed, &[1, 1], 0, &[2.0 / 3.0, 1.0 / 3.0]);
    check(&fixed, &[1, 0], 0, &[8.0 / 9.0, 1.0 / 9.0]);
    check(&fixed, &[0, 0], 0, &[20.0 / 27.0, 7.0 / 27.0]);
    // Who starts does not count where the start is fixed.
    check(&fixed, &[1, 0], 1, &[8.0 / 9.0, 1.0 / 9.0]);
    check(&fixed, &[2, 1], 0, &[1.0, 0.0]);
    // Rotating, at 1:1: the starter wins x = 1/2 + 1/4 (1 - x), so x = 3/5.
    let rotating = table(&ending(2, 2, Ties::PlayOn, Starter::Rotate), &paid, 1);
    check(&rotating, &[1, 1], 0, &[0.6, 0.4]);
    check(&rotating, &[1, 1], 1, &[0.4, 0.6]);
    // At 1:0, y with the start and z without: y = 1/2 + 1/4·2/5 + 1/4 z and z = 1/4 + 1/2·3/5 + 1/4 y.
    let y = (0.6 + 0.55 / 4.0) / (1.0 - 1.0 / 16.0);
    check(&rotating, &[1, 0], 0, &[y, 1.0 - y]);
    check(&rotating, &[1, 0], 1, &[0.55 + y / 4.0, 0.45 - y / 4.0]);
    // Drawn, everything is even.
    let drawn = table(&ending(2, 2, Ties::PlayOn, Starter::Random), &paid, 1);
    check(&drawn, &[1, 1], 0, &[0.5, 0.5]);
    check(&drawn, &[1, 0], 0, &[0.75, 0.25]);
}

/// Rounds pay both 2 with chance 1/2, seat 1 alone 1 with 1/4, seat 2 alone 1 with 1/4; the target is 2.
#[test]
fn ties_at_the_top_by_hand() {
    let paid = rounds(&[(&[2, 2], 2), (&[1, 0], 1), (&[0, 1], 1)]);
    let share = table(&ending(2, 2, Ties::Share, Starter::Fixed), &paid, 1);
    check(&share, &[0, 0], 0, &[0.5, 0.5]);
    // At 1:0: both reach it with 1/2, seat 1 ahead; alone with 1/4; else 1:1, which is even.
    check(&share, &[1, 0], 0, &[0.875, 0.125]);
    check(&share, &[7, 7], 0, &[0.5, 0.5]);
    let play_on = table(&ending(2, 2, Ties::PlayOn, Starter::Fixed), &paid, 1);
    check(&play_on, &[1, 0], 0, &[0.875, 0.125]);
    check(&play_on, &[9, 9], 0, &[0.5, 0.5]);

    // Three at two points: seats 1 and 2 tied at 3, seat 3 one behind. Of the paying rounds each seat gets 1 with 1/3.
    // Seat 3 then ties with both; that is even. So 1/3 + 1/9 for the seats ahead, 1/9 for the one behind.
    let paid = rounds(&[(&[1, 0, 0], 1), (&[0, 1, 0], 1), (&[0, 0, 1], 1), (&[0, 0, 0], 3)]);
    for starter in STARTERS {
        let three = table(&ending(3, 2, Ties::PlayOn, starter), &paid, 1);
        check(&three, &[3, 3, 2], 2, &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]);
        check(&three, &[2, 3, 3], 1, &[1.0 / 9.0, 4.0 / 9.0, 4.0 / 9.0]);
        check(&three, &[5, 5, 5], 0, &[1.0 / 3.0; 3]);
        // Two behind takes one round more to come within one.
        check(&three, &[5, 5, 3], 0, &[13.0 / 27.0, 13.0 / 27.0, 1.0 / 27.0]);
        check(&three, &[1, 1, 1], 1, &[1.0 / 3.0; 3]);
    }
}

#[test]
fn matches_that_never_end_are_refused() {
    for paid in [&[(&[0, 0][..], 5)][..], &[(&[3, 3][..], 1)][..]] {
        let played = Solution::new(&ending(2, 9, Ties::PlayOn, Starter::Fixed), &rounds(paid));
        assert_eq!(played.err(), Some(Endless));
    }
    assert!(Solution::new(&ending(2, 9, Ties::Share, Starter::Fixed), &rounds(&[(&[3, 3], 1)])).is_ok());
    assert_eq!(
        Solution::new(&ending(2, 9, Ties::Share, Starter::Fixed), &RoundPoints::new(SeatCount::new(2))).err(),
        Some(Endless)
    );
}

/// Rounds as ERGO has them: whoever is proven gets the cards of the proof, and the places are not alike.
fn lifelike(seats: usize) -> (RoundPoints, Vec<Vec<i32>>) {
    let (mut rounds, mut all) = (RoundPoints::new(SeatCount::new(seats)), Vec::new());
    let mut rng = Seed::master(5).rng();
    for _ in 0..150 {
        let cards = 6 + below(&mut rng, 15) as i32;
        let proven = below(&mut rng, 1 << (seats + 1));
        let points: Vec<i32> =
            (0..seats).map(|place| if proven >> place & 1 == 1 { cards + place as i32 % 2 } else { 0 }).collect();
        rounds.push(Seat::new(0), &seat_map(&points));
        all.push(points);
    }
    (rounds, all)
}

/// One match played on from `scores` with rounds drawn from `all`; the share of each seat.
fn play_on(all: &[Vec<i32>], ending: &Ending, scores: &[i32], starter: usize, rng: &mut Rng) -> Vec<f64> {
    let (seats, mut scores, mut starter) = (scores.len(), scores.to_vec(), starter);
    loop {
        let best = *scores.iter().max().unwrap();
        let several = scores.iter().filter(|score| **score == best).count();
        if best >= ending.target as i32 && (several == 1 || ending.ties == Ties::Share) {
            return scores.iter().map(|score| if *score == best { 1.0 / several as f64 } else { 0.0 }).collect();
        }
        if ending.starter == Starter::Random {
            starter = below(rng, seats as u32) as usize;
        }
        let points = &all[below(rng, all.len() as u32) as usize];
        (0..seats).for_each(|place| scores[(starter + place) % seats] += points[place]);
        if ending.starter == Starter::Rotate {
            starter = (starter + 1) % seats;
        }
    }
}

/// Chances are the shares of matches that are played out, within four standard errors.
#[test]
fn chances_are_what_matches_played_out_give() {
    let mut rng = Seed::master(8).rng();
    for (seats, target, scores) in [
        (2, 50, vec![vec![0, 0], vec![45, 30], vec![12, 49], vec![60, 60]]),
        (3, 50, vec![vec![0, 0, 0], vec![30, 45, 10], vec![52, 52, 44], vec![51, 20, 51]]),
        (4, 20, vec![vec![0, 0, 0, 0], vec![15, 3, 19, 10], vec![25, 25, 24, 3]]),
    ] {
        let (paid, all) = lifelike(seats);
        for starter in STARTERS {
            for ties in [Ties::PlayOn, Ties::Share] {
                let ending = ending(seats, target, ties, starter);
                let table = table(&ending, &paid, 1);
                for scores in &scores {
                    let next = if starter == Starter::Fixed { 0 } else { seats - 1 };
                    let chance = table.chance(&seat_map(scores), Seat::new(next));
                    assert!((chance.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                    let times = 4_000;
                    let mut sums = vec![0.0; seats];
                    for _ in 0..times {
                        let shares = play_on(&all, &ending, scores, next, &mut rng);
                        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
                    }
                    for (sum, chance) in sums.iter().zip(chance.iter()) {
                        let error = (chance * (1.0 - chance) / f64::from(times)).sqrt();
                        let off = sum / f64::from(times) - chance;
                        assert!(off.abs() < 4.0 * error + 1e-3, "{scores:?} {ending:?}: off by {off}, error {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_table_comes_back_from_its_bytes() {
    let (paid, _) = lifelike(3);
    let about = BTreeMap::from([("rounds".to_owned(), "150".to_owned())]);
    let ending = ending(3, 30, Ties::PlayOn, Starter::Rotate);
    let made = MatchEquity::new(&ending, &Solution::new(&ending, &paid).unwrap(), 4, about);
    let bytes = made.to_bytes();
    let read = MatchEquity::from_bytes(&bytes).unwrap();
    assert_eq!(read, made);
    assert_eq!((read.ending(), read.step(), read.about()["rounds"].as_str()), (ending, 4, "150"));
    // Numbers may begin with any byte, also that of a bracket, as a table of the head does.
    let values = bytes.windows(2).rposition(|two| two == b"\"\n").unwrap() + 3;
    for first in 0..=u8::MAX {
        let mut other = bytes.clone();
        other[values] = first;
        assert_eq!(MatchEquity::from_bytes(&other).unwrap().to_bytes(), other, "{first}");
    }
    // Every cut and every changed byte of the head is told, or changes a value.
    for cut in (0..bytes.len()).step_by(97) {
        assert!(MatchEquity::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for (find, put) in
        [("equity 1", "equity 2"), ("seats = 3", "seats = 7"), ("rotate", "rotund"), ("step = 4", "step = 0")]
    {
        let text = String::from_utf8_lossy(&bytes[..200]).replace(find, put);
        let changed = [text.as_bytes(), &bytes[200..]].concat();
        let error = MatchEquity::from_bytes(&changed).unwrap_err().to_string();
        assert!(error.contains("ergo equity"), "{error}");
    }
}

/// Coarse tables are exact at their own scores and close in between.
#[test]
fn coarse_tables_are_close() {
    let (paid, _) = lifelike(3);
    let ending = ending(3, 50, Ties::PlayOn, Starter::Fixed);
    let (fine, coarse) = (table(&ending, &paid, 1), table(&ending, &paid, 5));
    check(
        &coarse,
        &[45, 10, 49],
        0,
        &fine.chance(&seat_map(&[45, 10, 49]), Seat::new(0)).iter().copied().collect::<Vec<_>>(),
    );
    let (mut worst, mut total, mut count) = (0.0_f64, 0.0, 0);
    for i in 0..50 * 50 * 50 {
        let scores = [i / 2500, i / 50 % 50, i % 50];
        let (one, other) =
            (fine.chance(&seat_map(&scores), Seat::new(0)), coarse.chance(&seat_map(&scores), Seat::new(0)));
        for (one, other) in one.iter().zip(other.iter()) {
            (worst, total, count) = (worst.max((one - other).abs()), total + (one - other).abs(), count + 1);
        }
    }
    // The worst lie where two seats are all but even near the end: who gains together with another wins by a point or not.
    assert!(worst < 0.3 && total / f64::from(count) < 0.012, "worst {worst}, mean {}", total / f64::from(count));
}

/// Every table that is shipped can be read, is for what its name says, and rests on enough rounds; those of a fixed start know
/// who moves last.
#[test]
fn shipped_tables_are_whole() {
    for seats in 2..=4 {
        for starter in STARTERS {
            let ending = ending(seats, 50, Ties::PlayOn, starter);
            let table = shipped::table(&ending).unwrap();
            assert_eq!(table.ending(), ending);
            assert!(table.about()["rounds"].parse::<u64>().unwrap() > 20_000);
            let even = vec![0; seats];
            let mut ahead = even.clone();
            ahead[1] = 40;
            for next in 0..seats {
                let chance = |scores: &[i32]| table.chance(&seat_map(scores), Seat::new(next));
                assert!((chance(&even).iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(chance(&ahead)[Seat::new(1)] > chance(&even)[Seat::new(1)] + 0.02, "{ending:?}");
                if starter == Starter::Random {
                    chance(&even).iter().for_each(|chance| assert!((chance - 1.0 / seats as f64).abs() < 1e-3));
                }
            }
        }
        assert_eq!(shipped::table(&ending(seats, 50, Ties::Share, Starter::Fixed)), None);
        assert_eq!(shipped::table(&ending(seats, 30, Ties::PlayOn, Starter::Fixed)), None);
    }
    assert_eq!(shipped::table(&ending(5, 50, Ties::PlayOn, Starter::Fixed)), None);
}
