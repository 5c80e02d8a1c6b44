//! How often a round paid what, by place after its starter.

use std::collections::BTreeMap;

use ergo_engine::seat::{Seat, SeatCount, SeatMap};

use super::ending::{SEATS, moved_on};

/// Rounds counted by the points they paid. Kept by place after the starter: a round that seat 3 started counts for every
/// seat as a starter, as it would have gone with everyone moved round. That is right where seats differ in nothing else: an
/// agent among copies of itself, or tables that were played in all seatings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPoints {
    seats: SeatCount,
    counts: BTreeMap<[u16; SEATS], u64>,
    rounds: u64,
}

impl RoundPoints {
    /// No rounds of a table of `seats` seats, two to four.
    pub fn new(seats: SeatCount) -> Self {
        assert!((2..=SEATS).contains(&seats.get()));
        RoundPoints { seats, counts: BTreeMap::new(), rounds: 0 }
    }

    /// Counts a round that `starter` started and that paid each seat its `points`, from 0 to 65,535.
    pub fn push(&mut self, starter: Seat, points: &SeatMap<i32>) {
        let mut by_place = [0; SEATS];
        for (seat, points) in points.entries() {
            let place = (seat.index() + self.seats.get() - starter.index()) % self.seats.get();
            by_place[place] = u16::try_from(*points).expect("points are small and not below 0");
        }
        *self.counts.entry(by_place).or_default() += 1;
        self.rounds += 1;
    }

    /// How many sit at the table.
    pub fn seats(&self) -> SeatCount {
        self.seats
    }

    /// How many rounds were counted.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The most points a round paid.
    pub fn most(&self) -> u16 {
        self.counts.keys().flatten().copied().max().unwrap_or(0)
    }

    /// The points that rounds paid, each combination with its share of all rounds, in order.
    pub fn shares(&self) -> Vec<([u16; SEATS], f64)> {
        self.counts.iter().map(|(points, count)| (*points, *count as f64 / self.rounds as f64)).collect()
    }

    /// The same where every place is equally likely to start.
    pub fn shares_of_any_start(&self) -> Vec<([u16; SEATS], f64)> {
        let mut counts: BTreeMap<[u16; SEATS], u64> = BTreeMap::new();
        for (points, count) in &self.counts {
            let mut points = *points;
            for _ in 0..self.seats.get() {
                points = moved_on(points, self.seats.get());
                *counts.entry(points).or_default() += count;
            }
        }
        let all = self.rounds as f64 * self.seats.get() as f64;
        counts.into_iter().map(|(points, count)| (points, count as f64 / all)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_kept_by_place_after_the_starter() {
        let seats = SeatCount::new(3);
        let mut rounds = RoundPoints::new(seats);
        let points = [7, 0, 9];
        rounds.push(Seat::new(0), &SeatMap::from_fn(seats, |seat| points[seat.index()]));
        rounds.push(Seat::new(2), &SeatMap::from_fn(seats, |seat| points[seat.index()]));
        assert_eq!(rounds.shares(), [([7, 0, 9, 0], 0.5), ([9, 7, 0, 0], 0.5)]);
        assert_eq!((rounds.most(), rounds.rounds()), (9, 2));
        // Both are the same round, moved round the table.
        let third = 1.0 / 3.0;
        let any = [([0, 9, 7, 0], third), ([7, 0, 9, 0], third), ([9, 7, 0, 0], third)];
        assert_eq!(rounds.shares_of_any_start(), any);
    }
}
