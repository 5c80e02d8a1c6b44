//! A net of points and one of results, as turns are judged by them.

use std::sync::Arc;

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;

use super::stakes::{SeatStakes, Stakes, Standing};
use crate::games::ergo::equity::MatchEquity;
use crate::games::ergo::value_net::Judge;
use crate::net::mlp::Mlp;

/// Points of margin that some result must be worth more or less than it pays; else turns are judged by points alone.
const LEAST: f64 = 1.0;

/// Judges turns and moments by what they are worth to the match.
#[derive(Clone, Debug)]
pub struct MatchPlay {
    stakes: SeatStakes,
    /// The net of points, and that of results beside it.
    points: &'static Mlp,
    both: Arc<Mlp>,
}

impl MatchPlay {
    /// For matches that `table` is for, by a net of `points` and one of `results`; nothing if these have not one hidden layer each, and
    /// the same inputs.
    pub fn new(table: &'static MatchEquity, points: &'static Mlp, results: &Mlp) -> Option<Self> {
        let both = Arc::new(Mlp::joined(&[points, results])?);
        Some(MatchPlay { stakes: SeatStakes::new(table), points, both })
    }

    /// What the seat that `seen` belongs to judges by at its scores, and what these make of points: by points alone where the match asks
    /// for nothing else.
    pub fn judge(&mut self, rules: &Rules, seen: &Observation) -> (Judge<'_>, &Stakes) {
        let stakes = self.stakes.at(rules, Standing::new(seen));
        let judge = if stakes.most() < LEAST {
            Judge::from(self.points)
        } else {
            Judge { net: &self.both, stakes: Some(stakes) }
        };
        (judge, stakes)
    }
}
