//! Measures of the course of a match, from the gain of every seat in every round.

/// The course of a finished match.
#[derive(Clone, Copy, Debug)]
pub struct MatchTrajectory<'p> {
    /// The gain of each seat, for every round.
    pub gains: &'p [Vec<f64>],
    /// The seat that ended each round; `None` if no seat did.
    pub who: &'p [Option<usize>],
    /// The win share of each seat.
    pub shares: &'p [f64],
}

/// A measure of the course of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrajectoryMeasure {
    /// The number of times that another seat, or another group of tied seats, took the lead. Taking the lead after a
    /// tie of all seats does not count.
    LeadChanges,
    /// The part of the match before the winners led for good: 0 if they led from the first round, near 1 if the last
    /// round decided. `None` if others have the most points at the end, or if no seat gained anything.
    Decided,
    /// The mean win share of the seats that were last at half-time. `None` if all were tied then, or if the match had
    /// one round.
    Comeback,
    /// The mean win share of the seats that led at half-time. `None` in the same cases.
    Runaway,
    /// 1 if the last round was ended by a seat without a share of the win (kingmaking), otherwise 0.
    Kingmade,
    /// 1 if several seats share the win, otherwise 0.
    SharedWin,
}

/// A set of seats, one bit each.
type Seats = u32;

/// Returns the seats with the most or the fewest points; none if all are tied. Points are sums in a fixed order, so
/// that ties are exact.
fn extreme(scores: &[f64], most: bool) -> Seats {
    let ends = scores.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &s| (low.min(s), high.max(s)));
    let wanted = if most { ends.1 } else { ends.0 };
    if ends.0 < ends.1 { seats(scores, |score| score == wanted) } else { 0 }
}

/// Returns the seats whose value satisfies `is_so`.
fn seats(values: &[f64], is_so: impl Fn(f64) -> bool) -> Seats {
    values.iter().enumerate().fold(0, |seats, (seat, value)| seats | Seats::from(is_so(*value)) << seat)
}

impl MatchTrajectory<'_> {
    /// Maps the scores after each round.
    fn scores<T>(&self, mut of: impl FnMut(&[f64]) -> T) -> impl Iterator<Item = T> {
        self.gains.iter().scan(vec![0.0; self.shares.len()], move |scores, gains| {
            scores.iter_mut().zip(gains).for_each(|(score, gain)| *score += gain);
            Some(of(scores))
        })
    }

    /// Returns the leading seats after each round; none if all are tied.
    fn leaders(&self) -> Vec<Seats> {
        self.scores(|scores| extreme(scores, true)).collect()
    }

    /// Returns the mean win share of the leading or last seats at half-time.
    fn share_at_half(&self, most: bool) -> Option<f64> {
        let half = (self.gains.len() / 2).checked_sub(1)?;
        let seats = self.scores(|scores| extreme(scores, most)).nth(half).filter(|seats| *seats > 0)?;
        let shares = self.shares.iter().enumerate().filter(|(seat, _)| seats >> seat & 1 == 1).map(|(_, share)| share);
        Some(shares.sum::<f64>() / f64::from(seats.count_ones()))
    }
}

impl TrajectoryMeasure {
    /// Returns the value for this match, or `None` if it is undefined.
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
    fn lead_changes_count_from_first_lead() {
        let of = |gains: &[&[f64]]| of(TrajectoryMeasure::LeadChanges, gains, &[], &[1.0, 0.0]).unwrap();
        assert_eq!(of(&[&[0.0, 0.0], &[5.0, 0.0], &[3.0, 0.0]]), 0.0);
        // A tie is not a lead: the other seat leads next, and then the first again.
        assert_eq!(of(&[&[5.0, 0.0], &[0.0, 5.0], &[0.0, 2.0], &[9.0, 0.0]]), 2.0);
    }

    #[test]
    fn lead_change_group_differs_from_member() {
        let gains: &[&[f64]] = &[&[5.0, 0.0, 0.0], &[0.0, 5.0, 0.0], &[0.0, 1.0, 0.0]];
        assert_eq!(of(TrajectoryMeasure::LeadChanges, gains, &[], &[0.0, 1.0, 0.0]), Some(2.0));
    }

    #[test]
    fn decided_returns_part_of_match() {
        let gains: &[&[f64]] = &[&[5.0, 0.0], &[0.0, 9.0], &[5.0, 0.0], &[7.0, 0.0]];
        assert_eq!(of(TrajectoryMeasure::Decided, gains, &[], &[1.0, 0.0]), Some(0.5));
        assert_eq!(of(TrajectoryMeasure::Decided, &gains[..1], &[], &[1.0, 0.0]), Some(0.0));
        // The winner does not have the most points; and a match without points.
        assert_eq!(of(TrajectoryMeasure::Decided, gains, &[], &[0.0, 1.0]), None);
        assert_eq!(of(TrajectoryMeasure::Decided, &[&[0.0, 0.0]], &[], &[0.5, 0.5]), None);
    }

    #[test]
    fn comeback_and_runaway_use_half_time_scores() {
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
    fn kingmade_if_last_round_ended_without_win_share() {
        let of = |ended: &[Option<usize>], shares: &[f64]| of(TrajectoryMeasure::Kingmade, &[], ended, shares).unwrap();
        assert_eq!(of(&[Some(0), Some(1)], &[1.0, 0.0]), 1.0);
        assert_eq!(of(&[Some(1), Some(0)], &[1.0, 0.0]), 0.0);
        assert_eq!(of(&[Some(1), None], &[1.0, 0.0]), 0.0);
        assert_eq!(of(&[], &[1.0, 0.0]), 0.0);
    }

    #[test]
    fn shared_win_returns_one_for_ties() {
        assert_eq!(of(TrajectoryMeasure::SharedWin, &[], &[], &[0.5, 0.0, 0.5]), Some(1.0));
        assert_eq!(of(TrajectoryMeasure::SharedWin, &[], &[], &[0.0, 1.0]), Some(0.0));
    }
}
