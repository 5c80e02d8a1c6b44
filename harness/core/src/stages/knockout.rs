//! Single elimination: tables of two, the winner goes on.
//!
//! The pool is the seeding, strongest first, in the usual bracket: the first and the second can meet only in the last
//! stage. Where the pool is no power of two, the first of it have no opponent in the first stage. Who has the larger share
//! of the wins goes on; equals play as many deals again, up to [`MOST_REPLAYS`] times, all deals counted together; then
//! whoever is earlier in the pool goes on.

use super::played::Played;

/// How often equals play again.
pub const MOST_REPLAYS: usize = 3;

/// The tables of the stage after `past`; nothing once one is left.
pub fn tables(pool: &[usize], past: &[Played]) -> Option<Vec<Vec<usize>>> {
    walk(pool, past).1
}

/// Who met whom, level by level of the bracket, as far as it was played.
pub fn bracket(pool: &[usize], past: &[Played]) -> Vec<Vec<Meeting>> {
    walk(pool, past).0
}

/// The levels that `past` plays, and the tables that come next, if any.
fn walk(pool: &[usize], past: &[Played]) -> (Vec<Vec<Meeting>>, Option<Vec<Vec<usize>>>) {
    let mut past = past.iter();
    let mut levels = Vec::new();
    // Places in the pool.
    let mut bracket: Vec<Option<usize>> =
        order(pool.len().next_power_of_two()).into_iter().map(|seed| (seed < pool.len()).then_some(seed)).collect();
    while bracket.len() > 1 {
        let mut meetings: Vec<Meeting> = bracket.chunks(2).filter_map(|two| Meeting::of(pool, two)).collect();
        for _ in 0..=MOST_REPLAYS {
            let undecided = || meetings.iter().filter(|meeting| meeting.points[0] == meeting.points[1]);
            let tables: Vec<Vec<usize>> = undecided().map(|meeting| meeting.entrants.to_vec()).collect();
            if tables.is_empty() {
                break;
            }
            // What is not yet played is what is asked for.
            let Some(played) = past.next() else {
                meetings.retain(|meeting| meeting.matches > 0);
                levels.push(meetings);
                return (levels, Some(tables));
            };
            let undecided = meetings.iter_mut().filter(|meeting| meeting.points[0] == meeting.points[1]);
            for (meeting, points) in undecided.zip(&played.points) {
                meeting.points[0] += points[0];
                meeting.points[1] += points[1];
                meeting.matches += played.matches;
            }
        }
        let mut decided = meetings.iter().map(Meeting::winner);
        bracket =
            bracket.chunks(2).map(|two| if two.contains(&None) { two[0].or(two[1]) } else { decided.next() }).collect();
        levels.push(meetings);
    }
    (levels, None)
}

/// Two of the bracket, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The two, the earlier in the pool first.
    pub entrants: [usize; 2],
    /// Their shares of all matches, in sixtieths.
    pub points: [u64; 2],
    /// How many matches they played; none if it is yet to come.
    pub matches: u64,
    /// Their places in the pool.
    seeds: [usize; 2],
}

impl Meeting {
    /// The meeting of two places of the pool, if there are two.
    fn of(pool: &[usize], two: &[Option<usize>]) -> Option<Self> {
        let (a, b) = (two[0]?, two[1]?);
        let seeds = [a.min(b), a.max(b)];
        Some(Meeting { entrants: seeds.map(|seed| pool[seed]), points: [0, 0], matches: 0, seeds })
    }

    /// Which of the two goes on: 0 or 1. The second only by more points.
    pub fn goes_on(&self) -> usize {
        usize::from(self.points[1] > self.points[0])
    }

    fn winner(&self) -> usize {
        self.seeds[self.goes_on()]
    }
}

/// The order of `size` seeds, a power of two, in the bracket: each next to the one it meets if nobody stronger loses.
fn order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}
