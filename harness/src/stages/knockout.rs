//! Single elimination: tables of two, the winner goes on.
//!
//! The pool is the seeding, strongest first, in the usual bracket: the first and the second can meet only in the last
//! stage. Where the pool is no power of two, the first of it have no opponent in the first stage. Who has the larger share
//! of the wins goes on; equals play as many deals again, up to [`MOST_REPLAYS`] times, all deals counted together; then
//! whoever is earlier in the pool goes on.

use super::Played;

/// How often equals play again.
pub const MOST_REPLAYS: usize = 3;

/// The tables of the stage after `past`; nothing once one is left.
pub fn tables(pool: &[usize], past: &[Played]) -> Option<Vec<Vec<usize>>> {
    let mut past = past.iter();
    // Places in the pool.
    let mut bracket: Vec<Option<usize>> =
        order(pool.len().next_power_of_two()).into_iter().map(|seed| (seed < pool.len()).then_some(seed)).collect();
    while bracket.len() > 1 {
        let mut meetings: Vec<Meeting> = bracket.chunks(2).filter_map(Meeting::of).collect();
        for _ in 0..=MOST_REPLAYS {
            let undecided = || meetings.iter().filter(|meeting| meeting.points[0] == meeting.points[1]);
            let tables: Vec<Vec<usize>> = undecided().map(|m| vec![pool[m.better], pool[m.worse]]).collect();
            if tables.is_empty() {
                break;
            }
            // What is not yet played is what is asked for.
            let Some(played) = past.next() else { return Some(tables) };
            let undecided = meetings.iter_mut().filter(|meeting| meeting.points[0] == meeting.points[1]);
            for (meeting, points) in undecided.zip(&played.points) {
                meeting.points[0] += points[0];
                meeting.points[1] += points[1];
            }
        }
        let mut decided = meetings.iter().map(Meeting::winner);
        bracket =
            bracket.chunks(2).map(|two| if two.contains(&None) { two[0].or(two[1]) } else { decided.next() }).collect();
    }
    None
}

/// Two of the bracket.
struct Meeting {
    better: usize,
    worse: usize,
    points: [u64; 2],
}

impl Meeting {
    /// The meeting of two, if there are two.
    fn of(two: &[Option<usize>]) -> Option<Self> {
        let (a, b) = (two[0]?, two[1]?);
        Some(Meeting { better: a.min(b), worse: a.max(b), points: [0, 0] })
    }

    fn winner(&self) -> usize {
        if self.points[1] > self.points[0] { self.worse } else { self.better }
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
