//! A net of points combined with a net of results, for evaluating turns.

use std::sync::Arc;

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;

use super::stakes::{MatchStanding, SeatStakes, Stakes};
use crate::games::ergo::equity::EquityTable;
use crate::games::ergo::value_net::ValueModel;
use crate::net::mlp::Mlp;

/// If no result's adjustment exceeds this many points of margin, turns are evaluated by points alone.
const LEAST: f64 = 1.0;

/// An evaluation of turns and moments by their value to the match.
#[derive(Clone, Debug)]
pub struct MatchPlay {
    stakes: SeatStakes,
    /// The net of points, and the net that combines it with the net of results.
    points: &'static Mlp,
    both: Arc<Mlp>,
}

impl MatchPlay {
    /// Creates the evaluation from an equity table, a net of points and a net of results. Returns `None` if the
    /// nets do not both have one hidden layer and the same inputs.
    pub fn new(table: &'static EquityTable, points: &'static Mlp, results: &Mlp) -> Option<Self> {
        let both = Arc::new(Mlp::concatenate(&[points, results])?);
        Some(MatchPlay { stakes: SeatStakes::new(table), points, both })
    }

    /// Returns the model that evaluates turns for the seat of `seen` at its scores, and the stakes. The model uses
    /// points alone if the stakes hardly differ from them.
    pub fn value_model(&mut self, rules: &Rules, seen: &Observation) -> (ValueModel<'_>, &Stakes) {
        let stakes = self.stakes.stakes_for(rules, MatchStanding::new(seen));
        let model = if stakes.max_adjustment() < LEAST {
            ValueModel::from(self.points)
        } else {
            ValueModel { net: &self.both, stakes: Some(stakes) }
        };
        (model, stakes)
    }
}
