//! A net of points and one of results, as turns are judged by them.

use std::sync::Arc;

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;

use super::stakes::{MatchStanding, SeatStakes, Stakes};
use crate::games::ergo::equity::EquityTable;
use crate::games::ergo::value_net::ValueModel;
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
    pub fn new(table: &'static EquityTable, points: &'static Mlp, results: &Mlp) -> Option<Self> {
        let both = Arc::new(Mlp::concatenate(&[points, results])?);
        Some(MatchPlay { stakes: SeatStakes::new(table), points, both })
    }

    /// What the seat that `seen` belongs to judges by at its scores, and what these make of points: by points alone where the match asks
    /// for nothing else.
    pub fn judge(&mut self, rules: &Rules, seen: &Observation) -> (ValueModel<'_>, &Stakes) {
        let stakes = self.stakes.stakes_for(rules, MatchStanding::new(seen));
        let judge = if stakes.max_adjustment() < LEAST {
            ValueModel::from(self.points)
        } else {
            ValueModel { net: &self.both, stakes: Some(stakes) }
        };
        (judge, stakes)
    }
}
