//! Measures of a match as it went: who led when, by what every seat gained in every round, and by what share of the match the
//! scores let it expect.

use super::equity::Equity;

/// A finished match, round by round.
#[derive(Clone, Copy, Debug)]
pub struct Played<'p> {
    /// The gain of each seat, for every round.
    pub gains: &'p [Vec<f64>],
    /// Who ended every round, or who began it, as the measure has it; nothing where nobody did, or nobody is named.
    pub who: &'p [Option<usize>],
    /// The share of the win of each seat.
    pub shares: &'p [f64],
    /// The share of a match like this one that seats can expect from scores, where that is known.
    pub equity: Option<&'p Equity>,
}

/// One number of a match as it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
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
    /// By how much the chance of the winner lay below the best one, on average before each round but the first (Drama of
    /// Browne 2008, as Ludii has it). Nothing for a match of one round. This and what follows goes by [`Equity`], and is
    /// nothing where that is not known or where the rows do not say who began.
    Drama,
    /// The mean entropy of the chances before each round, as a part of the most there can be: 1 where all is open, 0 where all
    /// is settled.
    Tension,
    /// From which part of the match on somebody's chance lay above 90 % for good: 0 from the first round, 1 where only the last
    /// round made it so.
    Settled,
    /// The least chance that a winner had before any round: small where it came from far behind.
    Deepest,
    /// The greatest chance that a seat had before any round and did not win. Nothing where all share the win.
    Lost,
}

/// Above this chance a match is as good as settled.
const SETTLED: f64 = 0.9;

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

impl Played<'_> {
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

    /// The chances of all seats before every round.
    fn chances(&self) -> Option<Vec<Vec<f64>>> {
        let equity = self.equity?;
        let start = std::iter::once(vec![0.0; self.shares.len()]);
        let before = start.chain(self.scores(<[f64]>::to_vec)).zip(self.who).take(self.gains.len());
        before.map(|(scores, begins)| Some(equity.chances(&scores, (*begins)?))).collect()
    }

    /// Of `chances` those of who has a share of the win, or those of who has none.
    fn of(&self, chances: &[f64], won: bool) -> Vec<f64> {
        let of = chances.iter().zip(self.shares).filter(|(_, share)| (**share > 0.0) == won);
        of.map(|(chance, _)| *chance).collect()
    }

    /// The mean share of the win of those who lead at half-time, or of those who are last.
    fn share_at_half(&self, most: bool) -> Option<f64> {
        let half = (self.gains.len() / 2).checked_sub(1)?;
        let seats = self.scores(|scores| extreme(scores, most)).nth(half).filter(|seats| *seats > 0)?;
        let shares = self.shares.iter().enumerate().filter(|(seat, _)| seats >> seat & 1 == 1).map(|(_, share)| share);
        Some(shares.sum::<f64>() / f64::from(seats.count_ones()))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

impl Course {
    /// Its value for this match; nothing where the match says nothing of it.
    pub fn of(self, played: &Played<'_>) -> Option<f64> {
        let flag = |yes: bool| Some(f64::from(u8::from(yes)));
        match self {
            Course::LeadChanges => {
                let led: Vec<Seats> = played.leaders().into_iter().filter(|leaders| *leaders > 0).collect();
                Some(led.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64)
            }
            Course::Decided => {
                let leaders = played.leaders();
                let winners = seats(played.shares, |share| share > 0.0);
                let last = leaders.last().filter(|last| **last > 0 && **last == winners)?;
                let led = leaders.iter().rev().take_while(|leaders| *leaders == last).count();
                Some((leaders.len() - led) as f64 / leaders.len() as f64)
            }
            Course::Comeback => played.share_at_half(false),
            Course::Runaway => played.share_at_half(true),
            Course::Kingmade => {
                let ender = played.who.last().copied().flatten();
                flag(ender.is_some_and(|seat| played.shares.get(seat).is_some_and(|share| *share <= 0.0)))
            }
            Course::SharedWin => flag(played.shares.iter().filter(|share| **share > 0.0).count() > 1),
            Course::Drama => {
                let chances = played.chances()?;
                let behind = |chances: &Vec<f64>| greatest(chances) - mean(&played.of(chances, true));
                let behind: Vec<f64> = chances.get(1..)?.iter().map(behind).collect();
                (!behind.is_empty()).then(|| mean(&behind))
            }
            Course::Tension => {
                let most = libm::log(played.shares.len() as f64);
                let part = |chance: &f64| if *chance > 0.0 { -chance * libm::log(*chance) } else { 0.0 };
                let open = |chances: &Vec<f64>| chances.iter().map(part).sum::<f64>() / most;
                let open: Vec<f64> = played.chances()?.iter().map(open).collect();
                (!open.is_empty() && most > 0.0).then(|| mean(&open))
            }
            Course::Settled => {
                let chances = played.chances()?;
                let settled = chances.iter().rev().take_while(|chances| greatest(chances) > SETTLED).count();
                (!chances.is_empty()).then(|| (chances.len() - settled) as f64 / chances.len() as f64)
            }
            Course::Deepest => played.chances()?.iter().flat_map(|chances| played.of(chances, true)).reduce(f64::min),
            Course::Lost => played.chances()?.iter().flat_map(|chances| played.of(chances, false)).reduce(f64::max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(course: Course, gains: &[&[f64]], who: &[Option<usize>], shares: &[f64]) -> Option<f64> {
        let gains: Vec<Vec<f64>> = gains.iter().map(|gains| gains.to_vec()).collect();
        course.of(&Played { gains: &gains, who, shares, equity: None })
    }

    #[test]
    fn lead_changes_are_counted_from_the_first_lead() {
        let of = |gains: &[&[f64]]| of(Course::LeadChanges, gains, &[], &[1.0, 0.0]).unwrap();
        assert_eq!(of(&[&[0.0, 0.0], &[5.0, 0.0], &[3.0, 0.0]]), 0.0);
        // Level again is no lead: the other one leads next, and then the first.
        assert_eq!(of(&[&[5.0, 0.0], &[0.0, 5.0], &[0.0, 2.0], &[9.0, 0.0]]), 2.0);
    }

    #[test]
    fn a_group_that_leads_is_another_than_one_of_it() {
        let gains: &[&[f64]] = &[&[5.0, 0.0, 0.0], &[0.0, 5.0, 0.0], &[0.0, 1.0, 0.0]];
        assert_eq!(of(Course::LeadChanges, gains, &[], &[0.0, 1.0, 0.0]), Some(2.0));
    }

    #[test]
    fn when_it_was_decided() {
        let gains: &[&[f64]] = &[&[5.0, 0.0], &[0.0, 9.0], &[5.0, 0.0], &[7.0, 0.0]];
        assert_eq!(of(Course::Decided, gains, &[], &[1.0, 0.0]), Some(0.5));
        assert_eq!(of(Course::Decided, &gains[..1], &[], &[1.0, 0.0]), Some(0.0));
        // The winner is another than who has most points, and a match without any.
        assert_eq!(of(Course::Decided, gains, &[], &[0.0, 1.0]), None);
        assert_eq!(of(Course::Decided, &[&[0.0, 0.0]], &[], &[0.5, 0.5]), None);
    }

    #[test]
    fn half_time() {
        let gains: &[&[f64]] = &[&[5.0, 0.0, 0.0], &[0.0, 0.0, 9.0], &[0.0, 9.0, 0.0]];
        let shares = [0.0, 0.5, 0.5];
        assert_eq!(of(Course::Runaway, gains, &[], &shares), Some(0.0));
        assert_eq!(of(Course::Comeback, gains, &[], &shares), Some(0.5));
        for course in [Course::Runaway, Course::Comeback] {
            assert_eq!(of(course, &gains[..1], &[], &shares), None);
            assert_eq!(of(course, &[&[0.0; 3], &[1.0, 0.0, 0.0]], &[], &[1.0, 0.0, 0.0]), None);
        }
    }

    #[test]
    fn who_ends_the_last_round_without_a_share_makes_a_king() {
        let of = |ended: &[Option<usize>], shares: &[f64]| of(Course::Kingmade, &[], ended, shares).unwrap();
        assert_eq!(of(&[Some(0), Some(1)], &[1.0, 0.0]), 1.0);
        assert_eq!(of(&[Some(1), Some(0)], &[1.0, 0.0]), 0.0);
        assert_eq!(of(&[Some(1), None], &[1.0, 0.0]), 0.0);
        assert_eq!(of(&[], &[1.0, 0.0]), 0.0);
    }

    /// Two seats, three rounds: chances of 1/2, 1/4 and 1/20 for the one who wins.
    fn by_equity(course: Course, shares: &[f64], beginners: &[Option<usize>]) -> Option<f64> {
        let gains = [vec![0.0, 5.0], vec![0.0, 5.0], vec![20.0, 0.0]];
        // Who begins is counted on for nothing but being there.
        let equity = Equity::new(|scores, _| match scores[1] as i64 {
            0 => vec![0.5, 0.5],
            5 => vec![0.25, 0.75],
            _ => vec![0.05, 0.95],
        });
        course.of(&Played { gains: &gains, who: beginners, shares, equity: Some(&equity) })
    }

    #[test]
    fn by_the_share_of_the_match_that_scores_let_expect() {
        let (first, beginners) = ([1.0, 0.0], [Some(0), Some(1), Some(0)]);
        let of = |course| by_equity(course, &first, &beginners).unwrap();
        assert!((of(Course::Drama) - (0.5 + 0.9) / 2.0).abs() < 1e-12);
        // Entropies of 1, 0.8112781 and 0.2863970 bits.
        assert!((of(Course::Tension) - (1.0 + 0.811_278_1 + 0.286_397_0) / 3.0).abs() < 1e-6);
        assert!((of(Course::Settled) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!((of(Course::Deepest), of(Course::Lost)), (0.05, 0.95));
        // The other wins: no drama at all, and nobody lost much.
        let of = |course| by_equity(course, &[0.0, 1.0], &beginners).unwrap();
        assert_eq!((of(Course::Drama), of(Course::Deepest), of(Course::Lost)), (0.0, 0.5, 0.5));
        // Both win: nobody lost anything, and the mean of both lies below the best.
        assert_eq!(by_equity(Course::Lost, &[0.5, 0.5], &beginners), None);
        assert!((by_equity(Course::Drama, &[0.5, 0.5], &beginners).unwrap() - (0.25 + 0.45) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn without_equity_or_who_begins_nothing_is_said_by_it() {
        for course in [Course::Drama, Course::Tension, Course::Settled, Course::Deepest, Course::Lost] {
            assert_eq!(of(course, &[&[5.0, 0.0], &[0.0, 9.0]], &[Some(0), Some(1)], &[0.0, 1.0]), None);
            assert_eq!(by_equity(course, &[1.0, 0.0], &[Some(0), None, Some(0)]), None);
        }
    }

    #[test]
    fn wins_are_shared_or_not() {
        assert_eq!(of(Course::SharedWin, &[], &[], &[0.5, 0.0, 0.5]), Some(1.0));
        assert_eq!(of(Course::SharedWin, &[], &[], &[0.0, 1.0]), Some(0.0));
    }
}
