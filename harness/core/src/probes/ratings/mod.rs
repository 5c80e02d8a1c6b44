//! Who is better, and by how much: a list of ratings for every size of table, with the matrix of pairs, the probability that one is
//! better than another, the covariance of ratings, and how well the model fits.

mod better;
mod covariance;
mod fit;
mod list;
mod pairs;
mod payoffs;

use std::any::Any;

use crate::experiment::form::Form;
use crate::probe::{Asked, Evidence, Facts, Findings, Idea, Part, Place, RowsError};
use crate::ratings::payoffs::{self as returns, Payoffs};
use crate::ratings::{Ratings, list::parts, list::rows, rate};

/// The lists.
pub(super) const IDEA: Idea = Idea { name: "ratings", begin: |_| Box::new(Lists::default()) };

/// How well they fit, which stands further down.
pub(super) const FIT: Idea = Idea { name: "fit", begin: |_| Box::new(crate::probe::Plain(fit)) };

/// By arm and number of seats: ratings by wins, or returns where the game pays points.
#[derive(Default)]
struct Lists(Vec<Ratings>, Vec<Payoffs>);

impl Findings for Lists {
    fn settle(&mut self, evidence: &mut Evidence<'_>) -> Result<(), RowsError> {
        // Of matches that are played again and again nothing can be estimated.
        if evidence.is_exact {
            return Ok(());
        }
        if evidence.asked.measures.shape().pays_points {
            self.1 = evidence.tallies.iter().filter_map(returns::payoffs).collect();
        } else {
            let (seed, anchor) = (evidence.seed.derive("ratings", &[]), anchor(evidence.asked));
            let rate = |(i, tally)| rate(tally, &seed.derive("list", &[i]), anchor);
            self.0 = (0..).zip(evidence.tallies).filter_map(rate).collect();
        }
        Ok(())
    }

    fn lends(&self) -> Option<&dyn Any> {
        Some(&self.0)
    }

    fn best(&self, tables: usize) -> Option<(String, Vec<String>)> {
        returns::parts(&self.1, tables).or_else(|| parts(&self.0, tables))
    }

    fn glance(&self) -> Option<Vec<Vec<String>>> {
        if self.1.iter().any(|list| list.rows.len() > 1) {
            return Some(returns::rows(&self.1));
        }
        let is_list = |list: &Ratings| list.connected && list.rows.len() > 1;
        (!self.0.is_empty() && self.0.iter().all(is_list)).then(|| rows(&self.0))
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        if facts.is_of_design() {
            return Vec::new();
        }
        // Where ratings do not explain who beats whom, the pairs are read with them.
        let misfits = self.0.iter().any(|list| list.misfit().is_some());
        let place_of_pairs = if misfits { Place::Read } else { Place::Detail };
        let parts = [
            (Place::Read, list::section(facts, &self.0)),
            (Place::Read, payoffs::section(facts, &self.1)),
            (place_of_pairs, pairs::section(facts, &self.0)),
            (Place::Detail, better::section(facts, &self.0)),
            (Place::Detail, covariance::section(&self.0)),
        ];
        parts.into_iter().filter_map(|(place, part)| Some((place, part?))).collect()
    }
}

/// The one whom all others meet.
fn anchor(asked: &Asked) -> Option<&str> {
    let scheme = asked.scheme.as_ref()?;
    match scheme.form {
        Form::Gauntlet { focal, .. } => Some(&scheme.entrants[focal]),
        _ => None,
    }
}

fn fit(facts: &Facts<'_>) -> Vec<(Place, Part)> {
    let lists = facts.lent::<Vec<Ratings>>().filter(|_| !facts.is_of_design());
    Place::Detail.of(lists.and_then(|lists| fit::section(facts, lists)))
}
