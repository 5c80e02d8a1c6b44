//! Measures of a match as it went: who led when, by what every seat gained in every round.

/// A finished match, round by round.
#[derive(Clone, Copy, Debug)]
pub struct MatchTrajectory<'p> {
    /// The gain of each seat, for every round.
    pub gains: &'p [Vec<f64>],
    /// The seat that ended each round; `None` if no seat did.
    pub who: &'p [Option<usize>],
    /// The share of the win of each seat.
    pub shares: &'p [f64],
}

/// One number of a match as it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrajectoryMeasure {
    /// How often another seat, or another group of seats that are level, came to lead. Coming to lead from a level start is no
    /// change.
    LeadChanges,
    /// From which part of the match on the winners led for good: 0 where they led from the first round, near 1 where
    /// the last round decided. Nothing where others have the most points at the end, or nobody gained anything.
    Decided,
    /// The mean share of the win of those who were last at half-time. Nothing where all were level, or the match had one round.
    Comeback,
    /// The mean share of the win of those who led at half-time. Nothing in the same cases.
    Runaway,
    /// 1 where the last round was ended by a seat without a share of the win: it made another the king. Otherwise 0.
    Kingmade,
    /// 1 where several seats share the win, otherwise 0.
    SharedWin,
}

/// Seats, a bit each.
type Seats = u32;

/// The seats with most points, or with fewest; none where all are level. Points are sums of points of rounds: whole numbers or sums
/// in one order, so that equal ones are equal.
fn extreme(scores: &[f64], most: bool) -> Seats {
    let ends = scores.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &s| (low.min(s), high.max(s)));
    let wanted = if most { ends.1 } else { ends.0 };
    if ends.0 < ends.1 { seats(scores, |score| score == wanted) } else { 0 }
}

/// The seats of whose value so much is true.
fn seats(values: &[f64], is_so: impl Fn(f64) -> bool) -> Seats {
    values.iter().enumerate().fold(0, |seats, (seat, value)| seats | Seats::from(is_so(*value)) << seat)
}

impl MatchTrajectory<'_> {
    /// The values of `of` at the scores after each round.
    fn scores<T>(&self, mut of: impl FnMut(&[f64]) -> T) -> impl Iterator<Item = T> {
        self.gains.iter().scan(vec![0.0; self.shares.len()], move |scores, gains| {
            scores.iter_mut().zip(gains).for_each(|(score, gain)| *score += gain);
            Some(of(scores))
        })
    }

    /// The seats that lead after each round; none where all are level.
    fn leaders(&self) -> Vec<Seats> {
        self.scores(|scores| extreme(scores, true)).collect()
    }

    /// The mean share of the win of those who lead at half-time, or of those who are last.
    fn share_at_half(&self, most: bool) -> Option<f64> {
        let half = (self.gains.len() / 2).checked_sub(1)?;
        let seats = self.scores(|scores| extreme(scores, most)).nth(half).filter(|seats| *seats > 0)?;
        let shares = self.shares.iter().enumerate().filter(|(seat, _)| seats >> seat & 1 == 1).map(|(_, share)| share);
        Some(shares.sum::<f64>() / f64::from(seats.count_ones()))
    }
}

impl TrajectoryMeasure {
    /// Its value for this match; nothing where the match says nothing of it.
    pub fn value(self, played: &MatchTrajectory<'_>) -> Option<f64> {
        let flag = |yes: bool| Some(f64::from(u8::from(yes)));
        match self {
            TrajectoryMeasure::LeadChanges => {
                let led: Vec<Seats> = played.leaders().into_iter().filter(|leaders| *leaders > 0).collect();
                Some(led.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64)
            }
            TrajectoryMeasure::Decided => {
                let leaders = played.leaders();
                let winners = seats(played.shares, |share| share > 0.0);
                let last = leaders.last().filter(|last| **last > 0 && **last == winners)?;
                let led = leaders.iter().rev().take_while(|leaders| *leaders == last).count();
                Some((leaders.len() - led) as f64 / leaders.len() as f64)
            }
            TrajectoryMeasure::Comeback => played.share_at_half(false),
            TrajectoryMeasure::Runaway => played.share_at_half(true),
            TrajectoryMeasure::Kingmade => {
                let ender = played.who.last().copied().flatten();
                flag(ender.is_some_and(|seat| played.shares.get(seat).is_some_and(|share| *share <= 0.0)))
            }
            TrajectoryMeasure::SharedWin => flag(played.shares.iter().filter(|share| **share > 0.0).count() > 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(course: TrajectoryMeasure, gains: &[&[f64]], who: &[Option<usize>], shares: &[f64]) -> Option<f64> {
        let gains: Vec<Vec<f64>> = gains.iter().map(|gains| gains.to_vec()).collect();
        course.value(&MatchTrajectory { gains: &gains, who, shares })
    }

    #[test]
    fn lead_changes_are_counted_from_the_first_lead() {
        let of = |gains: &[&[f64]]| of(TrajectoryMeasure::LeadChanges, gains, &[], &[1.0, 0.0]).unwrap();
        assert_eq!(of(&[&[0.0, 0.0], &[5.0, 0.0], &[3.0, 0.0]]), 0.0);
        // Level again is no lead: the other one leads next, and then the first.
        assert_eq!(of(&[&[5.0, 0.0], &[0.0, 5.0], &[0.0, 2.0], &[9.0, 0.0]]), 2.0);
    }

    #[test]
    fn a_group_that_leads_is_another_than_one_of_it() {
        let gains: &[&[f64]] = &[&[5.0, 0.0, 0.0], &[0.0, 5.0, 0.0], &[0.0, 1.0, 0.0]];
        assert_eq!(of(TrajectoryMeasure::LeadChanges, gains, &[], &[0.0, 1.0, 0.0]), Some(2.0));
    }

    #[test]
    fn when_it_was_decided() {
        let gains: &[&[f64]] = &[&[5.0, 0.0], &[0.0, 9.0], &[5.0, 0.0], &[7.0, 0.0]];
        assert_eq!(of(TrajectoryMeasure::Decided, gains, &[], &[1.0, 0.0]), Some(0.5));
        assert_eq!(of(TrajectoryMeasure::Decided, &gains[..1], &[], &[1.0, 0.0]), Some(0.0));
        // The winner is another than who has most points, and a match without any.
        assert_eq!(of(TrajectoryMeasure::Decided, gains, &[], &[0.0, 1.0]), None);
        assert_eq!(of(TrajectoryMeasure::Decided, &[&[0.0, 0.0]], &[], &[0.5, 0.5]), None);
    }

    #[test]
    fn half_time() {
        let gains: &[&[f64]] = &[&[5.0, 0.0, 0.0], &[0.0, 0.0, 9.0], &[0.0, 9.0, 0.0]];
        let shares = [0.0, 0.5, 0.5];
        assert_eq!(of(TrajectoryMeasure::Runaway, gains, &[], &shares), Some(0.0));
        assert_eq!(of(TrajectoryMeasure::Comeback, gains, &[], &shares), Some(0.5));
        for course in [TrajectoryMeasure::Runaway, TrajectoryMeasure::Comeback] {
            assert_eq!(of(course, &gains[..1], &[], &shares), None);
            assert_eq!(of(course, &[&[0.0; 3], &[1.0, 0.0, 0.0]], &[], &[1.0, 0.0, 0.0]), None);
        }
    }

    #[test]
    fn who_ends_the_last_round_without_a_share_makes_a_king() {
        let of = |ended: &[Option<usize>], shares: &[f64]| of(TrajectoryMeasure::Kingmade, &[], ended, shares).unwrap();
        assert_eq!(of(&[Some(0), Some(1)], &[1.0, 0.0]), 1.0);
        assert_eq!(of(&[Some(1), Some(0)], &[1.0, 0.0]), 0.0);
        assert_eq!(of(&[Some(1), None], &[1.0, 0.0]), 0.0);
        assert_eq!(of(&[], &[1.0, 0.0]), 0.0);
    }

    #[test]
    fn wins_are_shared_or_not() {
        assert_eq!(of(TrajectoryMeasure::SharedWin, &[], &[], &[0.5, 0.0, 0.5]), Some(1.0));
        assert_eq!(of(TrajectoryMeasure::SharedWin, &[], &[], &[0.0, 1.0]), Some(0.0));
    }
}
