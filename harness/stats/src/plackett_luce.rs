//! Ratings from whole rankings with ties: Plackett (1975) and Luce (1959), with ties after Davidson and Luce, as in R's
//! package PlackettLuce (Turner, van Etten, Firth and Kosmidis 2020).
//!
//! A ranking is a sequence of choices: the best of all, the best of the rest, and so on. A tied group `S` has the
//! weight `δ_|S| · (Π strength)^(1/|S|)`. Firth's penalty keeps all strengths finite. The package instead adds a ghost
//! item that wins and loses half a time against every item, which pulls strengths together the more, the further apart
//! they are.

use std::collections::{BTreeMap, BTreeSet};

use super::choice::{Choices, Fit, Penalty, Profile, Utility};
use super::dominance::Dominance;
use super::leads::Leads;
use super::luce::{BadObservation, ELO_PER_NAT};
use super::sandwich::Sandwich;

/// One match: the participants and their scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The number of the block.
    pub block: usize,
    /// The items (entrants), each once, in any order; at most 16.
    pub items: Vec<usize>,
    /// Their scores; higher is better, and equal scores are ties.
    pub scores: Vec<f64>,
}

/// The fitted model of rankings.
pub struct RankModel {
    items: usize,
    orders: Vec<usize>,
    choices: Choices,
    fit: Fit,
    penalty: Penalty,
    /// Number of tables in all blocks.
    tables: usize,
    dominance: Dominance,
}

impl RankModel {
    /// Fits ratings of `items` to rankings.
    ///
    /// # Errors
    ///
    /// If a ranking is malformed.
    pub fn fit(items: usize, rankings: &[Ranking], penalty: Penalty) -> Result<Self, BadObservation> {
        Self::fit_counts(items, rankings.iter().map(|ranking| (ranking, 1.0)), penalty)
    }

    /// Fits ratings to rankings with the number of times each was observed.
    ///
    /// # Errors
    ///
    /// If a ranking is malformed.
    pub fn fit_counts<'r>(
        items: usize,
        rankings: impl IntoIterator<Item = (&'r Ranking, f64)>,
        penalty: Penalty,
    ) -> Result<Self, BadObservation> {
        let mut stages = Vec::new();
        let (mut tables, mut wins) = (BTreeSet::new(), Vec::new());
        for (ranking, count) in rankings {
            check(items, ranking)?;
            let mut table = ranking.items.clone();
            table.sort_unstable();
            tables.insert((ranking.block, table));
            let rows = || ranking.items.iter().zip(&ranking.scores);
            for (one, score) in rows() {
                let others = rows().filter(|(_, other)| score >= other);
                wins.extend(others.map(|(other, _)| (*one, *other)));
            }
            add_stages(ranking, count, &mut stages);
        }
        let mut orders: Vec<usize> = stages.iter().map(|stage| stage.best.len()).filter(|order| *order > 1).collect();
        orders.sort_unstable();
        orders.dedup();
        let mut choices = Choices::new(items + orders.len());
        let mut sets: BTreeMap<Vec<usize>, (usize, Vec<Vec<usize>>)> = BTreeMap::new();
        for stage in &stages {
            let (set, groups) = sets.entry(stage.present.clone()).or_insert_with(|| {
                let groups = groups(&stage.present, &orders);
                let utilities: Vec<Utility> = groups.iter().map(|group| utility(group, items, &orders)).collect();
                (choices.add_set(&utilities), groups)
            });
            if let Some(chosen) = groups.iter().position(|group| *group == stage.best) {
                choices.record(stage.block, *set, chosen, stage.count);
            }
        }
        let fit = choices.fit(penalty);
        let dominance = Dominance::new(items, wins);
        Ok(RankModel { items, orders, choices, fit, penalty, tables: tables.len(), dominance })
    }

    /// Returns the log-strengths, which sum to 0.
    pub fn ratings(&self) -> Vec<f64> {
        let strengths = &self.fit.parameters[..self.items];
        let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
        strengths.iter().map(|strength| strength - mean).collect()
    }

    /// Returns the ratings in Elo points.
    pub fn elo(&self) -> Vec<f64> {
        self.ratings().iter().map(|rating| rating * ELO_PER_NAT).collect()
    }

    /// Returns for each size of tied groups that occurred, in ascending order, the size and the logarithm of δ.
    pub fn ties(&self) -> Vec<(usize, f64)> {
        self.orders.iter().copied().zip(self.fit.parameters[self.items..].iter().copied()).collect()
    }

    /// Returns true if the fit converged.
    pub fn converged(&self) -> bool {
        self.fit.converged
    }

    /// Returns the ratings with inference about their differences. For the arguments see
    /// [`WinModel::leads`](super::luce::WinModel::leads).
    pub fn leads(&self, deals: u64, order: impl Fn(usize) -> usize) -> Leads {
        let sandwich = Sandwich::new(&self.choices, &self.fit.parameters, self.tables as u64 * deals);
        let zero = self.dominance.largest(order);
        let profile = Profile::new(&self.choices, &self.fit.parameters, self.penalty);
        Leads::new(&self.fit.parameters[..self.items], zero, sandwich, self.dominance.clone(), profile)
    }
}

/// One choice of a ranking: `best` were the best of `present`. Both are sorted.
struct Stage {
    block: usize,
    count: f64,
    present: Vec<usize>,
    best: Vec<usize>,
}

/// Splits a ranking into choices. The last remaining item is not a choice.
fn add_stages(ranking: &Ranking, count: f64, stages: &mut Vec<Stage>) {
    let mut rest: Vec<(usize, f64)> = ranking.items.iter().copied().zip(ranking.scores.iter().copied()).collect();
    rest.sort_by_key(|(item, _)| *item);
    while rest.len() > 1 {
        let top = rest.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
        let items = |rows: &[(usize, f64)]| rows.iter().map(|(item, _)| *item).collect::<Vec<_>>();
        let (best, others): (Vec<_>, Vec<_>) = rest.iter().partition(|(_, score)| *score == top);
        stages.push(Stage { block: ranking.block, count, present: items(&rest), best: items(&best) });
        rest = others;
    }
}

/// Returns every single item of `present`, and every group of a size that occurred among ties.
fn groups(present: &[usize], orders: &[usize]) -> Vec<Vec<usize>> {
    let pick = |mask: u32| {
        present.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, item)| *item).collect::<Vec<_>>()
    };
    let fits = |mask: &u32| mask.count_ones() == 1 || orders.contains(&(mask.count_ones() as usize));
    (1..1_u32 << present.len()).filter(fits).map(pick).collect()
}

fn utility(group: &[usize], items: usize, orders: &[usize]) -> Utility {
    let mut utility: Utility = group.iter().map(|item| (*item, 1.0 / group.len() as f64)).collect();
    if let Some(order) = orders.iter().position(|order| *order == group.len()) {
        utility.push((items + order, 1.0));
    }
    utility
}

fn check(items: usize, ranking: &Ranking) -> Result<(), BadObservation> {
    let mut seen = ranking.items.clone();
    seen.sort_unstable();
    seen.dedup();
    if ranking.items.len() != ranking.scores.len() || seen.len() != ranking.items.len() || seen.len() > 16 {
        return Err(BadObservation::Lengths(seen.len(), ranking.scores.len()));
    }
    if let Some(item) = seen.last().filter(|item| **item >= items) {
        return Err(BadObservation::Entrant(*item, items));
    }
    if ranking.scores.iter().any(|score| score.is_nan()) { Err(BadObservation::Score) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(block: usize, items: &[usize], scores: &[f64]) -> Ranking {
        Ranking { block, items: items.to_vec(), scores: scores.to_vec() }
    }

    #[test]
    fn fit_of_ties_matches_hand_calculation() {
        // 4 wins, 1 loss, 5 ties: strengths 2 and 1/2 (ratio 4), δ = ties / sqrt(wins · losses) = 2.5.
        let scores = [[1.0, 0.0]; 4].into_iter().chain([[0.0, 1.0]]).chain([[3.0, 3.0]; 5]);
        let rankings: Vec<Ranking> =
            scores.enumerate().map(|(block, scores)| ranking(block, &[0, 1], &scores)).collect();
        let model = RankModel::fit(2, &rankings, Penalty::None).unwrap();
        let ratings = model.ratings();
        assert!((ratings[0] - ratings[1] - 4.0_f64.ln()).abs() < 1e-6, "{ratings:?}");
        assert!((model.ties()[0].1 - 2.5_f64.ln()).abs() < 1e-6 && model.ties()[0].0 == 2);
    }

    #[test]
    fn fit_of_degenerate_rankings_is_finite() {
        assert_eq!(RankModel::fit(2, &[], Penalty::Jeffreys).unwrap().ratings(), [0.0, 0.0]);
        assert!(RankModel::fit(0, &[], Penalty::Jeffreys).unwrap().ratings().is_empty());
        for scores in [[2.0, 2.0, 2.0], [3.0, 2.0, 1.0]] {
            let rankings: Vec<Ranking> = (0..40).map(|block| ranking(block, &[0, 1, 2], &scores)).collect();
            let model = RankModel::fit(3, &rankings, Penalty::Jeffreys).unwrap();
            assert!(model.converged() && model.ratings().iter().all(|rating| rating.is_finite()), "{scores:?}");
            assert!(model.ties().iter().all(|(_, tie)| tie.is_finite()));
            let lead = model.leads(1, |item| item).lead(0, 1).unwrap();
            assert!(lead.low.is_finite() && lead.high.is_finite() == (scores[0] == scores[1]), "{lead:?}");
        }
    }

    #[test]
    fn fit_rejects_malformed_rankings() {
        let bad =
            |items: &[usize], scores: &[f64]| RankModel::fit(2, &[ranking(0, items, scores)], Penalty::Jeffreys).err();
        assert_eq!(bad(&[0, 1], &[1.0]), Some(BadObservation::Lengths(2, 1)));
        assert_eq!(bad(&[0, 0], &[1.0, 2.0]), Some(BadObservation::Lengths(1, 2)));
        assert_eq!(bad(&[0, 7], &[1.0, 2.0]), Some(BadObservation::Entrant(7, 2)));
        assert_eq!(bad(&[0, 1], &[1.0, f64::NAN]), Some(BadObservation::Score));
    }
}
