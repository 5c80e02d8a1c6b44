//! Ratings from wins: ratings of entrants and effects of seats, by a conditional logit (Luce 1959; the first stage of
//! Plackett and Luce). For two seats this is the model of Bradley and Terry with a first-mover effect.

use std::collections::{BTreeMap, BTreeSet};

use super::choice::{Choices, Fit, Penalty, Profile, Utility};
use super::dominance::Dominance;
use super::interval::Interval;
use super::leads::Leads;
use super::sandwich::Sandwich;

/// Elo points per nat: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 173.717_792_761_249_27;

/// The precision of the prior of a seat effect, in nats. It matters if one entrant wins nearly everything, so that
/// seats are not identified.
const SEAT_PRECISION: f64 = 1.0;

/// Converts an interval from nats to Elo points.
pub fn in_elo(interval: Interval) -> Interval {
    Interval { low: interval.low * ELO_PER_NAT, high: interval.high * ELO_PER_NAT }
}

/// One match: the line-up and how the win was shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The number of the block. Matches of one block are not independent.
    pub block: usize,
    /// The number of the entrant in each seat. An entrant may play several seats.
    pub lineup: Vec<usize>,
    /// The share of the win of each seat. They sum to 1, or to 0 if no seat won.
    pub shares: Vec<f64>,
}

/// The reason why matches cannot be rated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadObservation {
    /// The numbers of seats and results differ.
    #[error("a line-up of {0} seats has {1} results")]
    Lengths(usize, usize),
    /// An entrant is out of range.
    #[error("entrant number {0} is out of range, expected less than {1}")]
    Entrant(usize, usize),
    /// A share is out of range.
    #[error("a share of the win is {0}, expected a number from 0 to 1")]
    Share(f64),
    /// A score is NaN.
    #[error("a score is not a number")]
    Score,
}

/// The fitted model of wins.
pub struct WinModel {
    entrants: usize,
    /// For each table size, the index of its first seat parameter.
    seats: BTreeMap<usize, usize>,
    lineups: Vec<Vec<usize>>,
    choices: Choices,
    fit: Fit,
    penalty: Penalty,
    /// Number of tables in all blocks.
    tables: usize,
    dominance: Dominance,
}

/// One seat of one line-up, predicted and observed.
#[derive(Clone, Debug, PartialEq)]
pub struct FitRow {
    /// The entrants in seat order.
    pub lineup: Vec<usize>,
    /// The 0-based seat.
    pub seat: usize,
    /// The number of matches with this line-up, more exactly the sum of their shares.
    pub matches: f64,
    /// The predicted win share.
    pub predicted: f64,
    /// The observed win share.
    pub observed: f64,
}

/// The goodness of fit. If Luce's axiom fails (kingmaking, styles that beat each other), χ² is much larger than its
/// degrees of freedom. Shared wins and correlated blocks change the ratio even if the model is true, so it is
/// descriptive, not a test.
#[derive(Clone, Debug, PartialEq)]
pub struct FitTable {
    /// Every seat of every line-up.
    pub rows: Vec<FitRow>,
    /// Σ (observed − expected)² / expected over all rows, in matches.
    pub chi_square: f64,
    /// Degrees of freedom: free cells minus free parameters; 0 if the model is saturated.
    pub freedom: usize,
}

impl FitTable {
    /// Returns χ² divided by its degrees of freedom, or `None` if there are none.
    pub fn ratio(&self) -> Option<f64> {
        (self.freedom > 0).then(|| self.chi_square / self.freedom as f64)
    }
}

impl WinModel {
    /// Fits ratings of `entrants` to matches. Tables of each size have their own seat effects. Well-formed observations
    /// always give a result, even if there are none or one entrant won everything.
    ///
    /// # Errors
    ///
    /// If an observation is malformed or a share is not from 0 to 1.
    pub fn fit(entrants: usize, observations: &[Observation], penalty: Penalty) -> Result<Self, BadObservation> {
        match observations.iter().flat_map(|observation| &observation.shares).find(|share| **share > 1.0) {
            Some(share) => Err(BadObservation::Share(*share)),
            None => Self::fit_sums(entrants, observations, penalty),
        }
    }

    /// Fits ratings to observations that stand for several matches each, with their shares summed.
    ///
    /// # Errors
    ///
    /// If an observation is malformed or a share is negative or not finite.
    pub fn fit_sums(entrants: usize, observations: &[Observation], penalty: Penalty) -> Result<Self, BadObservation> {
        let mut seats = BTreeMap::new();
        let mut parameters = entrants;
        for observation in observations {
            check(entrants, observation)?;
            seats.entry(observation.lineup.len()).or_insert(0);
        }
        for (size, first) in &mut seats {
            *first = parameters;
            parameters += size;
        }
        let mut choices = Choices::new(parameters);
        choices.add_prior(entrants..parameters, SEAT_PRECISION);
        let (mut known, mut lineups) = (BTreeMap::new(), Vec::new());
        let (mut tables, mut wins) = (BTreeSet::new(), Vec::new());
        for Observation { block, lineup, shares } in observations {
            let set = *known.entry(lineup).or_insert_with(|| {
                lineups.push(lineup.clone());
                choices.add_set(&utilities(lineup, seats[&lineup.len()]))
            });
            let mut table = lineup.clone();
            table.sort_unstable();
            tables.insert((*block, table));
            for (seat, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                choices.record(*block, set, seat, *share);
                wins.extend(lineup.iter().map(|other| (lineup[seat], *other)));
            }
        }
        let mut fit = choices.fit(penalty);
        for group in std::iter::once((&entrants, &0)).chain(&seats) {
            centre(&mut fit.parameters[*group.1..group.1 + group.0]);
        }
        let dominance = Dominance::new(entrants, wins);
        Ok(WinModel { entrants, seats, lineups, choices, fit, penalty, tables: tables.len(), dominance })
    }

    /// Returns the ratings, in nats; they sum to 0.
    pub fn ratings(&self) -> &[f64] {
        &self.fit.parameters[..self.entrants]
    }

    /// Returns the ratings, in Elo points; they sum to 0.
    pub fn elo(&self) -> Vec<f64> {
        self.ratings().iter().map(|rating| rating * ELO_PER_NAT).collect()
    }

    /// Returns the effect of each seat at tables with `size` seats, in nats; they sum to 0. `None` if there were no
    /// such tables.
    pub fn seat_effects(&self, size: usize) -> Option<&[f64]> {
        self.seats.get(&size).map(|first| &self.fit.parameters[*first..first + size])
    }

    /// Returns all parameters: ratings, then seat effects by table size.
    pub fn parameters(&self) -> &[f64] {
        &self.fit.parameters
    }

    /// Returns true if the fit converged.
    pub fn converged(&self) -> bool {
        self.fit.converged
    }

    /// Returns the expected win share of each seat of a line-up. If there was no table of this size, seats have no
    /// effect.
    ///
    /// # Panics
    ///
    /// If an entrant is out of range.
    pub fn predict(&self, lineup: &[usize]) -> Vec<f64> {
        self.predict_with(&self.fit.parameters, lineup)
    }

    /// Returns the expected win shares with other parameters, such as a bootstrap draw.
    ///
    /// # Panics
    ///
    /// If an entrant is out of range.
    pub fn predict_with(&self, parameters: &[f64], lineup: &[usize]) -> Vec<f64> {
        let first = self.seats.get(&lineup.len());
        let mut shares: Vec<f64> = lineup.iter().map(|entrant| parameters[*entrant]).collect();
        for (seat, share) in shares.iter_mut().enumerate() {
            *share += first.map_or(0.0, |first| parameters[first + seat]);
        }
        let top = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        shares.iter_mut().for_each(|share| *share = libm::exp(*share - top));
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        shares
    }

    /// Returns predicted and observed shares, line-up by line-up in the order of their first match.
    pub fn fit_table(&self) -> FitTable {
        let (mut rows, mut chi_square, mut cells) = (Vec::new(), 0.0, 0);
        for (set, lineup) in self.lineups.iter().enumerate() {
            let wins = self.choices.observed_weights(set);
            let matches: f64 = wins.iter().sum();
            if matches <= 0.0 {
                continue;
            }
            cells += lineup.len() - 1;
            for (seat, predicted) in self.predict(lineup).into_iter().enumerate() {
                let observed = wins[seat] / matches;
                if predicted > 0.0 {
                    chi_square += matches * (observed - predicted) * (observed - predicted) / predicted;
                }
                rows.push(FitRow { lineup: lineup.clone(), seat, matches, predicted, observed });
            }
        }
        let free = self.entrants.saturating_sub(1) + self.seats.keys().map(|size| size - 1).sum::<usize>();
        FitTable { rows, chi_square, freedom: cells.saturating_sub(free) }
    }

    /// Returns the ratings with inference about their differences. The reference group with mean 0 is the largest group
    /// whose members all won against each other, directly or indirectly; ties are resolved by `order`. `deals` is the
    /// number of deals per block.
    pub fn leads(&self, deals: u64, order: impl Fn(usize) -> usize) -> Leads {
        let sandwich = Sandwich::new(&self.choices, &self.fit.parameters, self.tables as u64 * deals);
        let zero = self.dominance.largest(order);
        let profile = Profile::new(&self.choices, &self.fit.parameters, self.penalty);
        Leads::new(self.ratings(), zero, sandwich, self.dominance.clone(), profile)
    }
}

fn centre(parameters: &mut [f64]) {
    let mean = parameters.iter().sum::<f64>() / parameters.len().max(1) as f64;
    parameters.iter_mut().for_each(|parameter| *parameter -= mean);
}

fn check(entrants: usize, observation: &Observation) -> Result<(), BadObservation> {
    let Observation { lineup, shares, .. } = observation;
    if lineup.len() != shares.len() || lineup.is_empty() {
        return Err(BadObservation::Lengths(lineup.len(), shares.len()));
    }
    if let Some(entrant) = lineup.iter().find(|entrant| **entrant >= entrants) {
        return Err(BadObservation::Entrant(*entrant, entrants));
    }
    match shares.iter().find(|share| !(share.is_finite() && **share >= 0.0)) {
        Some(share) => Err(BadObservation::Share(*share)),
        None => Ok(()),
    }
}

fn utilities(lineup: &[usize], first_seat: usize) -> Vec<Utility> {
    lineup.iter().enumerate().map(|(seat, entrant)| vec![(*entrant, 1.0), (first_seat + seat, 1.0)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::dominance::Bound;
    use super::*;

    fn matches(rows: &[(&[usize], &[f64], usize)]) -> Vec<Observation> {
        let of = |(lineup, shares, times): &(&[usize], &[f64], usize)| {
            vec![Observation { block: 0, lineup: lineup.to_vec(), shares: shares.to_vec() }; *times]
        };
        let mut all: Vec<Observation> = rows.iter().flat_map(of).collect();
        all.iter_mut().enumerate().for_each(|(block, observation)| observation.block = block);
        all
    }

    #[test]
    fn fit_of_two_entrants_matches_hand_calculation() {
        // 0 wins 6 of 8 in the first seat, 4 of 8 in the second: log-odds ln 3 = d + g and 0 = d − g, so d = g = ln 3 /
        // 2.
        let rows: [(&[usize], &[f64], usize); 4] =
            [(&[0, 1], &[1., 0.], 6), (&[0, 1], &[0., 1.], 2), (&[1, 0], &[0., 1.], 4), (&[1, 0], &[1., 0.], 4)];
        let model = WinModel::fit(2, &matches(&rows), Penalty::None).unwrap();
        let half = 3.0_f64.ln() / 2.0;
        assert!((model.ratings()[0] - model.ratings()[1] - half).abs() < 1e-6);
        assert!((model.ratings()[0] + model.ratings()[1]).abs() < 1e-6);
        let seats = model.seat_effects(2).unwrap();
        assert!((seats[0] - seats[1] - half).abs() < 1e-6);
        let table = model.fit_table();
        assert!(table.chi_square < 1e-9 && table.freedom == 0 && table.ratio().is_none());
        assert!((table.rows[0].predicted - 0.75).abs() < 1e-6 && table.rows[0].observed == 0.75);
    }

    #[test]
    fn fit_of_one_against_three_matches_elo_formula() {
        // 30 % against three equal opponents is 43.7 Elo.
        let mut rows: Vec<(&[usize], Vec<f64>, usize)> = Vec::new();
        let lineups = [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]];
        for (focal, lineup) in lineups.iter().enumerate() {
            for seat in 0..4 {
                let mut shares = vec![0.0; 4];
                shares[seat] = 1.0;
                rows.push((lineup, shares, if seat == focal { 90 } else { 70 }));
            }
        }
        let rows: Vec<_> = rows.iter().map(|(lineup, shares, times)| (*lineup, &shares[..], *times)).collect();
        let elo = WinModel::fit(2, &matches(&rows), Penalty::None).unwrap().elo();
        assert!((elo[0] - elo[1] - 43.7).abs() < 0.05, "{elo:?}");
    }

    #[test]
    fn fit_of_degenerate_tables_is_finite() {
        let none = WinModel::fit(3, &[], Penalty::Jeffreys).unwrap();
        assert_eq!(none.ratings(), [0.0; 3]);
        assert_eq!(none.predict(&[0, 1, 2]), [1.0 / 3.0; 3]);
        assert_eq!(none.fit_table().chi_square, 0.0);
        let all: [(&[usize], &[f64], usize); 2] = [(&[0, 1], &[1., 0.], 50), (&[1, 0], &[0., 1.], 50)];
        let model = WinModel::fit(2, &matches(&all), Penalty::Jeffreys).unwrap();
        assert!(model.converged() && model.elo()[0] > 200.0 && model.elo()[0] < 2000.0);
        let leads = model.leads(1, |one| one);
        // No loss in 100 blocks: the lower end is near the exact bound, the upper one is open.
        let interval = leads.lead(0, 1).unwrap();
        let share = 1.0 - 0.025_f64.powf(0.01);
        let exact = ((1.0 - share) / share).ln();
        assert!((interval.low - exact).abs() < 0.3 && interval.high == f64::INFINITY, "{interval:?}");
        assert_eq!(leads.better(0, 1).map(|better| better.bound), Some(Bound::Least));
        assert_eq!((leads.reference_group(), leads.ratings()[0]), (&[0][..], 0.0));
        let draw: [(&[usize], &[f64], usize); 1] = [(&[0, 1], &[0.5, 0.5], 9)];
        let model = WinModel::fit(2, &matches(&draw), Penalty::Jeffreys).unwrap();
        assert!(model.ratings().iter().all(|rating| rating.abs() < 1e-9));
        assert!(model.fit_table().chi_square < 1e-9);
    }

    #[test]
    fn fit_rejects_malformed_observations() {
        let bad = |lineup: &[usize], shares: &[f64]| {
            WinModel::fit(2, &matches(&[(lineup, shares, 1)]), Penalty::Jeffreys).err()
        };
        assert_eq!(bad(&[0, 1], &[1.0]), Some(BadObservation::Lengths(2, 1)));
        assert_eq!(bad(&[0, 2], &[1.0, 0.0]), Some(BadObservation::Entrant(2, 2)));
        assert_eq!(bad(&[0, 1], &[1.5, 0.0]), Some(BadObservation::Share(1.5)));
        assert!(bad(&[0, 1], &[f64::NAN, 0.0]).is_some());
    }
}
