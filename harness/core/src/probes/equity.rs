//! Matches measured by the share that seats could expect before every round, where a game knows it.

use std::sync::Arc;

use crate::arena::{Handle, Rules};
use crate::measure::{Equities, Measure, Measures};
use crate::probe::Probe;

/// Adds measures by chances.
pub(super) struct Equity;

impl Probe for Equity {
    fn name(&self) -> &'static str {
        "equity"
    }

    fn follows_blocks(&self) -> bool {
        false
    }

    fn needs_equals(&self) -> bool {
        true
    }

    fn measures(&self, game: &dyn Handle) -> Vec<Measure> {
        game.declared().by_chances.clone()
    }

    fn settle(
        &self,
        measures: Measures,
        game: &dyn Handle,
        arms: &[(&str, Arc<dyn Rules>)],
    ) -> Result<Measures, String> {
        let mut known = Equities::default();
        for (arm, rules) in arms {
            if let Some(equity) = rules.equity() {
                known.add(arm, rules.seats().get(), equity);
            }
        }
        if known.is_empty() {
            return Err(format!("nothing is known of chances by these rules of {}, expected false", game.name()));
        }
        Ok(measures.by(known))
    }
}
