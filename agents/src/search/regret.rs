//! Regret matching for games in which all players choose once, simultaneously.
//!
//! Each player chooses with probabilities in proportion to the positive regret of each choice (Hart and Mas-Colell
//! 2000). The result is the average strategy; for two-player constant-sum games it converges to an equilibrium.

use ergo_engine::rng::{Rng, unit};

struct Learner {
    regrets: Vec<f64>,
    now: Vec<f64>,
    sum: Vec<f64>,
}

impl Learner {
    fn new(choices: usize) -> Self {
        Learner { regrets: vec![0.0; choices], now: vec![1.0 / choices as f64; choices], sum: vec![0.0; choices] }
    }

    fn draw(&self, rng: &mut Rng) -> usize {
        let mut point = unit(rng);
        for (choice, chance) in self.now.iter().enumerate() {
            point -= chance;
            if point < 0.0 {
                return choice;
            }
        }
        self.now.len() - 1
    }

    /// Updates regrets with the payoff of each choice, given that `chosen` was taken. Regrets are floored at 0
    /// (Tammelin 2014), and strategies are weighted by the number of the round.
    fn learn(&mut self, worth: &[f64], chosen: usize, round: u32) {
        for (sum, chance) in self.sum.iter_mut().zip(&self.now) {
            *sum += f64::from(round) * chance;
        }
        for (regret, value) in self.regrets.iter_mut().zip(worth) {
            *regret = (*regret + value - worth[chosen]).max(0.0);
        }
        let all: f64 = self.regrets.iter().sum();
        let even = 1.0 / self.now.len() as f64;
        for (now, regret) in self.now.iter_mut().zip(&self.regrets) {
            *now = if all > 0.0 { regret / all } else { even };
        }
    }
}

/// Returns the average strategy of every player after `rounds` iterations (1 or more): `[player][choice]`.
/// `choices` is the number of choices of each player (1 or more); `payoff(joint, player)` is the payoff of `player`
/// for the joint choice, one index per player.
pub fn regret_matching(
    choices: &[usize],
    rounds: u32,
    mut payoff: impl FnMut(&[usize], usize) -> f64,
    rng: &mut Rng,
) -> Vec<Vec<f64>> {
    let mut players: Vec<Learner> = choices.iter().map(|&count| Learner::new(count)).collect();
    let mut joint = vec![0; choices.len()];
    let mut worth = Vec::new();
    for round in 1..=rounds {
        for (choice, player) in joint.iter_mut().zip(&players) {
            *choice = player.draw(rng);
        }
        for (place, player) in players.iter_mut().enumerate() {
            let chosen = joint[place];
            worth.clear();
            for choice in 0..choices[place] {
                joint[place] = choice;
                worth.push(payoff(&joint, place));
            }
            joint[place] = chosen;
            player.learn(&worth, chosen, round);
        }
    }
    let mean = |player: Learner| {
        let all: f64 = player.sum.iter().sum();
        player.sum.iter().map(|sum| sum / all).collect()
    };
    players.into_iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_engine::rng::Seed;

    #[track_caller]
    fn close(strategy: &[f64], expected: &[f64]) {
        let off = strategy.iter().zip(expected).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        assert!(off < 0.03, "{strategy:?}, expected {expected:?}");
    }

    fn solved(payoffs: &[&[f64]]) -> Vec<Vec<f64>> {
        let payoff = |joint: &[usize], player: usize| {
            let value = payoffs[joint[0]][joint[1]];
            if player == 0 { value } else { -value }
        };
        regret_matching(&[payoffs.len(), payoffs[0].len()], 20_000, payoff, &mut Seed::master(1).rng())
    }

    #[test]
    fn regret_matching_solves_matching_pennies() {
        for strategy in solved(&[&[1.0, -1.0], &[-1.0, 1.0]]) {
            close(&strategy, &[0.5, 0.5]);
        }
        // The first player is indifferent where 3q - (1 - q) = -q + (1 - q).
        let uneven = solved(&[&[3.0, -1.0], &[-1.0, 1.0]]);
        close(&uneven[0], &[1.0 / 3.0, 2.0 / 3.0]);
        close(&uneven[1], &[1.0 / 3.0, 2.0 / 3.0]);
    }

    #[test]
    fn regret_matching_solves_biased_rock_paper_scissors() {
        let strategies = solved(&[&[0.0, -1.0, 2.0], &[1.0, 0.0, -1.0], &[-2.0, 1.0, 0.0]]);
        for strategy in strategies {
            close(&strategy, &[0.25, 0.5, 0.25]);
        }
    }

    /// Two players bid up to 5 for an item that is worth 3 to the first and 9 to the second. The highest bid wins
    /// and is paid; the second player wins ties. The second player should win at a price no higher than the first
    /// would pay.
    #[test]
    fn regret_matching_item_goes_to_higher_value() {
        let worth = [3.0, 9.0];
        let payoff = |joint: &[usize], player: usize| {
            let winner = usize::from(joint[1] >= joint[0]);
            if player == winner { worth[player] - joint[player] as f64 } else { 0.0 }
        };
        let strategies = regret_matching(&[6, 6], 20_000, payoff, &mut Seed::master(2).rng());
        let more: f64 = strategies[1][4..].iter().sum();
        let wins: f64 = (0..6)
            .flat_map(|one| (one..6).map(move |two| (one, two)))
            .map(|(one, two)| strategies[0][one] * strategies[1][two])
            .sum();
        assert!(more < 0.05 && wins > 0.9, "{strategies:?}");
    }
}
