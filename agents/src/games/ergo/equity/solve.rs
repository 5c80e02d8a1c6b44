//! The chances of every score, exactly: from the highest scores down.
//!
//! A round that pays nobody leaves the score as it was, and is solved for; every other leads to higher scores. Where the
//! start rotates, such a round moves the start on, so that a score and its rotations lead to one another in a ring: the ring
//! is solved as a whole.

use arrayvec::ArrayVec;
use ergo_engine::ergo::rules::{Starter, Ties};

use super::ending::{Ending, SEATS, moved_back, moved_on};
use super::rounds::RoundPoints;

/// Chances by place.
pub type Chances = [f64; SEATS];

/// Sweeps over the ties after which they must have settled.
const MOST_SWEEPS: usize = 10_000;
/// The most that a sweep changes when they have.
const SETTLED: f64 = 1e-9;

/// A match that need not end: no rounds were counted, or none that pays, or none that parts seats at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rounds never end a match, expected some that pay one seat more than another")]
pub struct Endless;

/// The chances of every score below the target, and of every tie at the top at or above it.
pub struct Solution {
    seats: usize,
    target: usize,
    ending: Ending,
    /// The points that rounds pay, without rounds that pay nobody.
    paying: Vec<Paying>,
    /// The share of rounds that pay nobody.
    barren: f64,
    /// Chances of places 1 and up by score, place 0 the slowest; that of place 0 is what they leave.
    scores: Vec<f32>,
    ties: TieChances,
}

/// The points that some rounds pay.
struct Paying {
    points: [usize; SEATS],
    /// The share of rounds that do.
    share: f64,
    /// How far they move the index of a score.
    offset: usize,
}

/// Chances of ties at the top.
struct TieChances {
    /// The furthest that a seat is held to be behind.
    furthest: usize,
    /// Where the ties of each set of places at the top begin: each as many as there are distances of the others.
    first: [usize; 1 << SEATS],
    values: Vec<Chances>,
}

impl Solution {
    /// Solves a match that ends as `ending` says and whose rounds are drawn from `rounds`.
    pub fn new(ending: &Ending, rounds: &RoundPoints) -> Result<Self, Endless> {
        let seats = ending.seats.get();
        let shares = match ending.starter {
            Starter::Random => rounds.shares_of_any_start(),
            Starter::Fixed | Starter::Rotate => rounds.shares(),
        };
        let (nothing, paid): (Vec<_>, Vec<_>) = shares.into_iter().partition(|(points, _)| *points == [0; SEATS]);
        let barren = nothing.iter().map(|(_, share)| share).sum();
        if paid.is_empty() {
            return Err(Endless);
        }
        let target = ending.target as usize;
        let furthest = target - 1 + usize::from(rounds.most());
        let paying = |(points, share): ([u16; SEATS], f64)| {
            let points = points.map(usize::from);
            let seen = if ending.starter == Starter::Rotate { moved_on(points, seats) } else { points };
            Paying { points, share, offset: index(&seen, seats, target) }
        };
        let mut solution = Solution {
            seats,
            target,
            ending: *ending,
            paying: paid.into_iter().map(paying).collect(),
            barren,
            scores: vec![0.0; target.pow(seats as u32) * (seats - 1)],
            ties: TieChances::new(seats, furthest, ending.ties == Ties::PlayOn),
        };
        solution.settle_ties()?;
        solution.settle_scores();
        Ok(solution)
    }

    /// How far behind the top a seat is held to be at most.
    pub fn furthest(&self) -> usize {
        self.ties.furthest
    }

    /// The chances at `scores` by place, none at the target.
    pub fn below(&self, scores: &[usize; SEATS]) -> Chances {
        let others = self.seats - 1;
        let known = &self.scores[self.index(scores) * others..][..others];
        let mut chances = [0.0; SEATS];
        chances[1..].iter_mut().zip(known).for_each(|(chance, known)| *chance = f64::from(*known));
        chances[0] = 1.0 - chances[1..].iter().sum::<f64>();
        chances
    }

    /// The chances where the places of `top` share the top, at least two, and the others are `behind` by 1 or more.
    pub fn tied(&self, top: usize, behind: &[usize; SEATS]) -> Chances {
        self.ties.values[self.ties.index(self.seats, top, behind)]
    }

    fn index(&self, scores: &[usize; SEATS]) -> usize {
        index(scores, self.seats, self.target)
    }

    /// The chances at any scores before the start moves on: the match may be over.
    fn at(&self, scores: &[usize; SEATS]) -> Chances {
        let reached = &scores[..self.seats];
        let best = *reached.iter().max().expect("a table has seats");
        if best < self.target {
            return self.next(*scores, |scores| self.below(&scores));
        }
        let top = (0..self.seats).filter(|&place| reached[place] == best).fold(0, |top, place| top | 1 << place);
        self.over(top, || {
            self.next(reached_behind(scores, best), |behind| self.tied(tops(&behind, self.seats), &behind))
        })
    }

    /// The chances once the target is reached and the places of `top` are at the top.
    fn over(&self, top: usize, play_on: impl FnOnce() -> Chances) -> Chances {
        let several = top.count_ones();
        if several > 1 && self.ending.ties == Ties::PlayOn {
            return play_on();
        }
        let share = |place: usize| if top >> place & 1 == 1 { 1.0 / f64::from(several) } else { 0.0 };
        std::array::from_fn(share)
    }

    /// `chances` of what a round left, seen from the places before it.
    fn next(&self, left: [usize; SEATS], chances: impl FnOnce([usize; SEATS]) -> Chances) -> Chances {
        if self.ending.starter == Starter::Rotate {
            moved_back(chances(moved_on(left, self.seats)), self.seats)
        } else {
            chances(left)
        }
    }

    /// The chances that one paying round leads to from `from`, by `at` of each sum.
    fn after_a_round(&self, from: &[usize; SEATS], at: impl Fn(&[usize; SEATS]) -> Chances) -> Chances {
        let mut sum = [0.0; SEATS];
        for Paying { points, share, .. } in &self.paying {
            let chances = at(&plus(from, points));
            sum.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += share * chance);
        }
        sum
    }

    /// The chances that one paying round leads to from `scores` below the target, of one seat more than `OTHERS`. Nearly
    /// all that takes time is here.
    fn after_scores<const OTHERS: usize>(&self, scores: &[usize; SEATS]) -> Chances {
        let base = self.next_index(scores);
        let (mut below, mut others, mut over) = (0.0, [0.0; OTHERS], [0.0; SEATS]);
        for Paying { points, share, offset } in &self.paying {
            let then = plus(scores, points);
            let best = (1..=OTHERS).fold(then[0], |best, place| best.max(then[place]));
            if best < self.target {
                let at = (base + offset) * OTHERS;
                let chances = &self.scores[at..at + OTHERS];
                below += share;
                (0..OTHERS).for_each(|i| others[i] += share * f64::from(chances[i]));
                continue;
            }
            let alone = (0..=OTHERS).filter(|&place| then[place] == best).count() == 1;
            let chances = if alone { [0.0; SEATS] } else { self.at(&then) };
            for (place, sum) in over.iter_mut().enumerate().take(OTHERS + 1) {
                let won = if alone && then[place] == best { 1.0 } else { 0.0 };
                *sum += share * (won + chances[place]);
            }
        }
        let mut chances = [0.0; SEATS];
        chances[1..=OTHERS].copy_from_slice(&others);
        chances[0] = below - others.iter().sum::<f64>();
        let seen = self.next([0; SEATS], |_| chances);
        std::array::from_fn(|place| seen[place] + over[place])
    }

    /// The index of a score after a round that pays nobody.
    fn next_index(&self, scores: &[usize; SEATS]) -> usize {
        let rotates = self.ending.starter == Starter::Rotate;
        self.index(&if rotates { moved_on(*scores, self.seats) } else { *scores })
    }

    fn settle_scores(&mut self) {
        let (seats, target) = (self.seats, self.target);
        let rows = target.pow(seats as u32 - 1);
        if self.ending.starter != Starter::Rotate {
            // Whatever a round leads to has a higher index: rows lie as they are needed, which memory likes.
            for row in (0..rows).rev() {
                (0..target).rev().for_each(|last| self.settle_ring(with_last(row, last, seats, target)));
            }
            return;
        }
        for sum in (0..=seats * (target - 1)).rev() {
            for row in 0..rows {
                let mut scores = with_last(row, 0, seats, target);
                let others: usize = scores.iter().sum();
                if others <= sum && sum - others < target {
                    scores[seats - 1] = sum - others;
                    self.settle_ring(scores);
                }
            }
        }
    }

    /// Settles `scores` and all that barren rounds lead to, unless another of them comes first.
    fn settle_ring(&mut self, scores: [usize; SEATS]) {
        let ring = self.ring(scores);
        if ring.iter().any(|other| self.index(other) < self.index(&scores)) {
            return;
        }
        let after_scores = match self.seats {
            2 => Self::after_scores::<1>,
            3 => Self::after_scores::<2>,
            _ => Self::after_scores::<3>,
        };
        let after: ArrayVec<Chances, SEATS> = ring.iter().map(|scores| after_scores(self, scores)).collect();
        for (start, scores) in ring.iter().enumerate() {
            let chances = self.round_the_ring(&after, start);
            let at = self.index(scores) * (self.seats - 1);
            (1..self.seats).for_each(|place| self.scores[at + place - 1] = chances[place] as f32);
        }
    }

    /// The scores that barren rounds lead to from `scores`, itself first.
    fn ring(&self, scores: [usize; SEATS]) -> ArrayVec<[usize; SEATS], SEATS> {
        let steps = if self.ending.starter == Starter::Rotate { self.seats } else { 1 };
        std::iter::successors(Some(scores), |scores| Some(moved_on(*scores, self.seats))).take(steps).collect()
    }

    /// The chances at the `start`-th score of a ring, given what a paying round leads to from each: after so many barren
    /// rounds the next score of the ring pays, and so on round and round.
    fn round_the_ring(&self, after: &[Chances], start: usize) -> Chances {
        let mut chances = [0.0; SEATS];
        // From the last back to the first: what comes after a barren round is seen from one place further on.
        for step in (0..after.len()).rev() {
            if after.len() > 1 {
                chances = moved_back(chances, self.seats);
            }
            let here = after[(start + step) % after.len()];
            chances = std::array::from_fn(|place| here[place] + self.barren * chances[place]);
        }
        let again = (0..after.len()).fold(1.0, |again, _| again * self.barren);
        chances.map(|chance| chance / (1.0 - again))
    }

    fn settle_ties(&mut self) -> Result<(), Endless> {
        if self.ties.values.is_empty() {
            return Ok(());
        }
        let (seats, furthest) = (self.seats, self.ties.furthest);
        let ties: Vec<[usize; SEATS]> = self.ties.each(seats);
        for _ in 0..MOST_SWEEPS {
            let mut change: f64 = 0.0;
            for (number, behind) in ties.iter().enumerate() {
                let left = |then: &[usize; SEATS]| {
                    let best = *then[..seats].iter().max().expect("a table has seats");
                    let behind = reached_behind(then, best).map(|behind| behind.min(furthest));
                    self.over(tops(&behind, seats), || {
                        self.next(behind, |behind| self.tied(tops(&behind, seats), &behind))
                    })
                };
                // Heights above the furthest behind.
                let from = std::array::from_fn(|place| furthest - behind[place]);
                let paid = self.after_a_round(&from, left);
                let chances = if self.ending.starter == Starter::Rotate {
                    let unpaid = self.next(*behind, |behind| self.tied(tops(&behind, seats), &behind));
                    std::array::from_fn(|place| paid[place] + self.barren * unpaid[place])
                } else {
                    paid.map(|chance| chance / (1.0 - self.barren))
                };
                let known = &mut self.ties.values[number];
                change = chances.iter().zip(*known).fold(change, |change, (new, old)| change.max((new - old).abs()));
                *known = chances;
            }
            if change < SETTLED {
                let ends = self.ties.values.iter().all(|chances| chances[..seats].iter().sum::<f64>() > 1.0 - 1e-6);
                return if ends { Ok(()) } else { Err(Endless) };
            }
        }
        Err(Endless)
    }
}

impl TieChances {
    /// Room for all ties of `seats` seats, or for none.
    fn new(seats: usize, furthest: usize, any: bool) -> Self {
        let mut first = [0; 1 << SEATS];
        let mut all = 0;
        for (top, first) in first.iter_mut().enumerate().take(if any { 1 << seats } else { 0 }) {
            *first = all;
            if top.count_ones() > 1 {
                all += furthest.pow(seats as u32 - top.count_ones());
            }
        }
        TieChances { furthest, first, values: vec![[0.0; SEATS]; all] }
    }

    fn index(&self, seats: usize, top: usize, behind: &[usize; SEATS]) -> usize {
        let others = (0..seats).filter(|place| top >> place & 1 == 0);
        self.first[top] + others.fold(0, |index, place| index * self.furthest + behind[place].min(self.furthest) - 1)
    }

    /// How far every place is behind in each tie, in the order of the values.
    fn each(&self, seats: usize) -> Vec<[usize; SEATS]> {
        let mut all = Vec::with_capacity(self.values.len());
        for top in (0..1_usize << seats).filter(|top| top.count_ones() > 1) {
            let others: Vec<usize> = (0..seats).filter(|place| top >> place & 1 == 0).collect();
            for number in 0..self.furthest.pow(others.len() as u32) {
                let mut rest = number;
                let mut behind = [0; SEATS];
                for place in others.iter().rev() {
                    behind[*place] = rest % self.furthest + 1;
                    rest /= self.furthest;
                }
                all.push(behind);
            }
        }
        all
    }
}

/// How far each place is behind `best`; places without a seat are as far behind as can be.
fn reached_behind(scores: &[usize; SEATS], best: usize) -> [usize; SEATS] {
    scores.map(|score| best.saturating_sub(score))
}

/// The places that are not behind, a bit each.
pub fn tops(behind: &[usize; SEATS], seats: usize) -> usize {
    (0..seats).filter(|&place| behind[place] == 0).fold(0, |top, place| top | 1 << place)
}

/// The scores of row `row`, all but the last place, with `last` at the last.
fn with_last(row: usize, last: usize, seats: usize, target: usize) -> [usize; SEATS] {
    let mut scores = [0; SEATS];
    let mut rest = row;
    for place in (0..seats - 1).rev() {
        scores[place] = rest % target;
        rest /= target;
    }
    scores[seats - 1] = last;
    scores
}

fn index(scores: &[usize; SEATS], seats: usize, target: usize) -> usize {
    scores[..seats].iter().fold(0, |index, score| index * target + score)
}

fn plus(scores: &[usize; SEATS], points: &[usize; SEATS]) -> [usize; SEATS] {
    std::array::from_fn(|place| scores[place] + points[place])
}
