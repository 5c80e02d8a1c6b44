//! The value of a round's results to one seat at the scores of a match, in points of margin.

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::{Rules, Starter};
use ergo_engine::ergo::state::State;
use ergo_engine::seat::{Seat, SeatMap};

use super::results::each_result;
use crate::games::ergo::equity::EquityTable;
use crate::net::mlp::softmax;

/// The situation of a match for one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchStanding {
    /// The seat whose situation this is.
    pub seat: Seat,
    /// Number of the round, from 1.
    pub round: u32,
    /// The seat that started the round.
    pub starter: Seat,
    /// Points of each seat before the round.
    pub scores: SeatMap<i32>,
}

impl MatchStanding {
    /// Returns the situation of the seat of an observation.
    pub fn new(seen: &Observation) -> Self {
        MatchStanding { seat: seen.seat, round: seen.round, starter: seen.starter, scores: seen.scores.clone() }
    }

    /// Returns the situation of `seat` in `state` of a match under `rules`.
    pub fn from_state(rules: &Rules, state: &State, seat: Seat) -> Self {
        let scores = SeatMap::from_fn(rules.seats, |seat| state.score(seat));
        MatchStanding { seat, round: state.round(), starter: state.starter(), scores }
    }
}

/// A cache of the stakes of each seat at its latest scores.
#[derive(Clone, Debug)]
pub struct SeatStakes {
    table: &'static EquityTable,
    known: Vec<Stakes>,
}

impl SeatStakes {
    /// Creates an empty cache for matches that `table` covers.
    pub fn new(table: &'static EquityTable) -> Self {
        SeatStakes { table, known: Vec::new() }
    }

    /// Returns the stakes in the situation `standing`.
    pub fn stakes_for(&mut self, rules: &Rules, standing: MatchStanding) -> &Stakes {
        let place = self.known.iter().position(|stakes| stakes.of.seat == standing.seat);
        let place = place.unwrap_or_else(|| {
            self.known.push(Stakes::new(self.table, rules, standing.clone()));
            self.known.len() - 1
        });
        if self.known[place].of != standing {
            self.known[place] = Stakes::new(self.table, rules, standing);
        }
        &self.known[place]
    }
}

/// The values of all results of a round at fixed scores.
#[derive(Clone, Debug)]
pub struct Stakes {
    of: MatchStanding,
    /// The linear fit: the share of the match at margin 0, and per point of margin.
    line: (f64, f64),
    /// The value of each result beyond its margin.
    beyond: Vec<f64>,
    ends: Ends,
}

/// The continuation of the match after the round.
#[derive(Clone, Debug)]
struct Ends {
    table: &'static EquityTable,
    next: Seat,
    /// True if the match ends with this round.
    last: bool,
}

impl Ends {
    /// Returns the share of the match of seat `me` with these `scores` after the round.
    fn share(&self, scores: &SeatMap<i32>, me: Seat) -> f64 {
        if !self.last {
            return self.table.win_chances(scores, self.next)[me];
        }
        let top = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.iter().filter(|score| **score == top).count();
        if scores[me] == top { 1.0 / winners as f64 } else { 0.0 }
    }
}

impl Stakes {
    /// Returns the stakes in the situation `standing` of a match that `table` covers.
    pub fn new(table: &'static EquityTable, rules: &Rules, standing: MatchStanding) -> Self {
        let (me, seats) = (standing.seat, rules.seats);
        let starts = standing.starter.index() + usize::from(rules.starter == Starter::Rotate);
        let ends = Ends { table, next: Seat::new(starts % seats.get()), last: standing.round >= rules.max_rounds };
        // For every result: margin, share after it, weight in the linear fit, and index.
        let mut found: Vec<(f64, f64, f64, usize)> = Vec::new();
        for (number, (paid, cards)) in each_result(seats).enumerate() {
            for cards in cards {
                let is_paid = |seat: Seat| paid >> ((seat.index() + seats.get() - me.index()) % seats.get()) & 1 == 1;
                let points = SeatMap::from_fn(seats, |seat| if is_paid(seat) { cards as i32 } else { 0 });
                let then = SeatMap::from_fn(seats, |seat| standing.scores[seat] + points[seat]);
                let weight = if paid.count_ones() > 1 { 0.25 } else { 1.0 };
                found.push((margin(&points, me), ends.share(&then, me), weight, number));
            }
        }
        let line = straight(&found);
        let mut beyond = vec![(0.0, 0.0); found.last().map_or(0, |last| last.3 + 1)];
        for &(margin, share, _, number) in &found {
            let (sum, count) = &mut beyond[number];
            *sum += worth(line, share) - margin;
            *count += 1.0;
        }
        let beyond = beyond.into_iter().map(|(sum, count)| sum / count).collect();
        Stakes { of: standing, line, beyond, ends }
    }

    /// Returns the share of the match, from 0 to 1, of a value in points of margin.
    pub fn match_share(&self, worth: f64) -> f64 {
        (self.line.0 + self.line.1 * worth).clamp(0.0, 1.0)
    }

    /// Returns the largest absolute difference between a result's value and its margin.
    pub fn max_adjustment(&self) -> f64 {
        self.beyond.iter().map(|beyond| beyond.abs()).fold(0.0, f64::max)
    }

    /// Returns the expected value beyond the margin. `answers` are the net's outputs for every result; they are
    /// replaced by probabilities.
    #[inline]
    pub fn expected_adjustment(&self, answers: &mut [f32]) -> f64 {
        softmax(answers);
        let mut sum = 0.0;
        for (chance, beyond) in answers.iter().zip(&self.beyond) {
            sum += f64::from(*chance) * beyond;
        }
        sum
    }

    /// Returns the value of ending the round with these `points`, in points of margin.
    pub fn end_value(&self, points: &SeatMap<i32>) -> f64 {
        let MatchStanding { seat, scores, .. } = &self.of;
        let then = SeatMap::from_fn(scores.seats(), |seat| scores[seat] + points[seat]);
        worth(self.line, self.ends.share(&then, *seat))
    }
}

/// Converts a share of the match to points of margin.
fn worth((none, point): (f64, f64), share: f64) -> f64 {
    (share - none) / point
}

/// Returns the points of seat `me` less the mean of the others' points.
fn margin(points: &SeatMap<i32>, me: Seat) -> f64 {
    let rivals: i32 = points.iter().sum::<i32>() - points[me];
    f64::from(points[me]) - f64::from(rivals) / (points.seats().get() - 1) as f64
}

/// Returns the weighted least squares fit of shares by margins: the share at margin 0, and the positive share per
/// point.
fn straight(found: &[(f64, f64, f64, usize)]) -> (f64, f64) {
    let (mut weights, mut margins, mut shares) = (0.0, 0.0, 0.0);
    for (margin, share, weight, _) in found {
        weights += weight;
        margins += weight * margin;
        shares += weight * share;
    }
    let (margins, shares) = (margins / weights, shares / weights);
    let (mut across, mut along) = (0.0, 0.0);
    for (margin, share, weight, _) in found {
        across += weight * (margin - margins) * (share - shares);
        along += weight * (margin - margins) * (margin - margins);
    }
    let point = (across / along).max(LEAST);
    (shares - point * margins, point)
}

/// The minimum share of a match per point; it is used when all results have the same share.
const LEAST: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::equity::{MatchEnding, shipped::shipped_table};
    use ergo_engine::ergo::Ergo;
    use ergo_engine::game::Game;
    use ergo_engine::rng::Seed;

    fn stakes(scores: &[i32], change: impl Fn(&mut Rules)) -> Stakes {
        let mut rules = Rules::printed(scores.len());
        rules.starter = Starter::Rotate;
        change(&mut rules);
        let game = Ergo(rules.clone());
        let mut seen = game.observe(&game.deal(&mut Seed::master(1).rng()), Seat::new(0));
        seen.scores = SeatMap::from_fn(rules.seats, |seat| scores[seat.index()]);
        Stakes::new(shipped_table(&MatchEnding::from_rules(&rules)).unwrap(), &rules, MatchStanding::new(&seen))
    }

    fn points(stakes: &Stakes, points: &[i32]) -> f64 {
        stakes.end_value(&SeatMap::from_fn(stakes.of.scores.seats(), |seat| points[seat.index()]))
    }

    /// At the start of a match, values are close to points. Near its end, a point short of the target is worth
    /// nothing, and extra points gain nothing.
    #[test]
    fn stakes_differ_from_points_near_the_end() {
        assert!(stakes(&[0, 0], |_| ()).max_adjustment() < 1.0);
        let close = stakes(&[40, 40], |_| ());
        assert_eq!(points(&close, &[10, 0]), points(&close, &[24, 0]));
        assert!(points(&close, &[10, 0]) > points(&close, &[9, 0]) + 3.0);
        assert_eq!(points(&close, &[0, 10]), points(&close, &[0, 24]));
        assert!(close.max_adjustment() > 4.0);
        let three = stakes(&[20, 44, 10], |_| ());
        assert!(points(&three, &[0, 6, 0]) < points(&three, &[0, 0, 24]) - 5.0);
    }

    /// A certain result has about the value of the end that pays it; sizes are grouped in threes.
    #[test]
    fn expected_adjustment_of_certain_result_equals_its_end() {
        let stakes = stakes(&[31, 38], |_| ());
        for (paid, cards) in [([1, 0], 8), ([0, 1], 14), ([0, 0], 0)] {
            let won = paid.map(|paid| paid * cards);
            let mut answers = vec![-30.0; super::super::results::result_count(2)];
            answers[super::super::results::result_index(&won)] = 30.0;
            let expected = stakes.expected_adjustment(&mut answers) + f64::from(won[0] - won[1]);
            assert!((expected - points(&stakes, &won)).abs() < 0.5, "{expected} and {}", points(&stakes, &won));
        }
    }

    /// The last allowed round ends the match whatever the scores: the leader wins.
    #[test]
    fn last_round_ends_the_match() {
        let last = stakes(&[10, 15], |rules| rules.max_rounds = 1);
        assert_eq!(points(&last, &[6, 0]), points(&last, &[24, 0]));
        assert_eq!(points(&last, &[4, 0]), points(&last, &[0, 24]));
        let tied = points(&last, &[5, 0]);
        assert!((tied - (points(&last, &[6, 0]) + points(&last, &[4, 0])) / 2.0).abs() < 1e-9);
    }
}
