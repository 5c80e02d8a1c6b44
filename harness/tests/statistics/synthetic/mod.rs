//! Synthetic tournaments with known truth, and how often intervals and tests are right about it. Used by
//! `tests/statistics/coverage.rs` in small and by `examples/coverage` in full.

pub mod ladder;
pub mod listed;
pub mod strength;

use ergo_engine::rng::{Rng, Seed, unit};
use ergo_lab::stats::choice::Penalty;
use ergo_lab::stats::confidence_sequence::ConfidenceSequence;
use ergo_lab::stats::empirical::Empirical;
use ergo_lab::stats::luce::{Observation, WinModel};
use ergo_lab::stats::plackett_luce::{RankModel, Ranking};
use ergo_lab::stats::sequential::{Hypotheses, NORMALISED_ELO_PER_T, Plan, SequentialTest, Verdict};
use ergo_lab::stats::{Interval, Moments, share_interval};
use rayon::prelude::*;

/// A kind of tournament: all tables of the pool, all seatings of every deal.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its name.
    pub name: &'static str,
    /// True ratings in nats; they sum to 0.
    pub strengths: Vec<f64>,
    /// True effects of seats; they sum to 0.
    pub seats: Vec<f64>,
    /// Deals of every table.
    pub deals: usize,
    /// The probability that a match is decided by the luck of its deal and not by luck of its own.
    pub luck: f64,
    /// The probability that a win is shared.
    pub ties: f64,
}

/// The kinds that are tried.
pub fn tournaments() -> Vec<Tournament> {
    vec![
        Tournament {
            name: "2 seats, 4 entrants, 6 tables x 20 deals x 2 seatings",
            strengths: vec![0.6, 0.1, -0.2, -0.5],
            seats: vec![0.15, -0.15],
            deals: 20,
            luck: 0.5,
            ties: 0.2,
        },
        Tournament {
            name: "3 seats, 4 entrants, 4 tables x 25 deals x 6 seatings",
            strengths: vec![0.5, 0.2, -0.2, -0.5],
            seats: vec![0.2, 0.0, -0.2],
            deals: 25,
            luck: 0.5,
            ties: 0.2,
        },
        Tournament {
            name: "4 seats, 5 entrants, 5 tables x 20 deals x 24 seatings",
            strengths: vec![0.8, 0.3, 0.0, -0.3, -0.8],
            seats: vec![0.1, 0.4, -0.2, -0.3],
            deals: 20,
            luck: 0.5,
            ties: 0.1,
        },
    ]
}

/// The data of one tournament: matches for the win model, rankings (without ties) for the rank model, and the block means of
/// entrant 0 at the first table.
pub struct Played {
    pub matches: Vec<Observation>,
    pub rankings: Vec<Ranking>,
    pub shares: Moments,
}

fn subsets(of: usize, size: usize) -> Vec<Vec<usize>> {
    let of_size = |mask: &u32| mask.count_ones() as usize == size;
    let list = |mask: u32| (0..of).filter(|i| mask >> i & 1 == 1).collect();
    let mut all: Vec<Vec<usize>> = (0..1_u32 << of).filter(of_size).map(list).collect();
    all.sort();
    all
}

fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in items {
        let rest: Vec<usize> = items.iter().copied().filter(|item| item != first).collect();
        all.extend(orders(&rest).into_iter().map(|rest| [&[*first], &rest[..]].concat()));
    }
    all
}

impl Tournament {
    fn tables(&self) -> Vec<Vec<usize>> {
        subsets(self.strengths.len(), self.seats.len())
    }

    /// Blocks of the whole tournament.
    pub fn blocks(&self) -> usize {
        self.tables().len() * self.deals
    }

    /// The true win share of entrant 0 at the first table over all seatings.
    pub fn true_share(&self) -> f64 {
        let seatings = orders(&self.tables()[0]);
        let share = |lineup: &Vec<usize>| {
            let weights: Vec<f64> =
                lineup.iter().zip(&self.seats).map(|(e, seat)| (self.strengths[*e] + seat).exp()).collect();
            let focal = lineup.iter().position(|entrant| *entrant == 0).unwrap();
            weights[focal] / weights.iter().sum::<f64>()
        };
        seatings.iter().map(share).sum::<f64>() / seatings.len() as f64
    }

    /// Plays it. Every seat has luck of Gumbel's distribution: with it the best utility wins with the probabilities of Luce,
    /// and the order is that of Plackett and Luce, exactly, however much luck matches of one deal share. A shared win has
    /// two winners drawn alike, which leaves expected shares as they are.
    pub fn play(&self, rng: &mut Rng) -> Played {
        let n = self.seats.len();
        let (mut matches, mut rankings, mut shares) = (Vec::new(), Vec::new(), Moments::default());
        let luck =
            |rng: &mut Rng| -> Vec<f64> { (0..n).map(|_| -(-(unit(rng) + 1e-300).ln()).max(1e-300).ln()).collect() };
        let mut block = 0;
        for (table, entrants) in self.tables().iter().enumerate() {
            let seatings = orders(entrants);
            for _ in 0..self.deals {
                let deal = [luck(rng), luck(rng)];
                let mut sum = 0.0;
                for lineup in &seatings {
                    let own = unit(rng) >= self.luck;
                    let utilities = |luck: &[f64]| -> Vec<f64> {
                        (0..n).map(|seat| self.strengths[lineup[seat]] + self.seats[seat] + luck[seat]).collect()
                    };
                    let first = utilities(&if own { luck(rng) } else { deal[0].clone() });
                    let mut won = vec![0.0; n];
                    if unit(rng) < self.ties {
                        let second = utilities(&if own { luck(rng) } else { deal[1].clone() });
                        won[best(&first)] += 0.5;
                        won[best(&second)] += 0.5;
                    } else {
                        won[best(&first)] = 1.0;
                    }
                    sum += won[lineup.iter().position(|entrant| *entrant == 0).unwrap_or(0)];
                    rankings.push(Ranking { block, items: lineup.clone(), scores: first });
                    matches.push(Observation { block, lineup: lineup.clone(), shares: won });
                }
                if table == 0 {
                    shares.push(sum / seatings.len() as f64);
                }
                block += 1;
            }
        }
        Played { matches, rankings, shares }
    }
}

fn best(utilities: &[f64]) -> usize {
    (1..utilities.len()).fold(0, |best, seat| if utilities[seat] > utilities[best] { seat } else { best })
}

/// How often intervals held the truth, in per cent.
#[derive(Debug, Default)]
pub struct Coverage {
    pub strength: f64,
    pub difference: f64,
    pub win_share: f64,
    /// All pairwise differences at once.
    pub all_pairs: f64,
    /// All ranks at once.
    pub ranks: f64,
    /// A difference by the rank model; seats must be equal for its truth to be known.
    pub ranking: f64,
    /// The mean error of the difference, in standard deviations of the estimate.
    pub bias: f64,
}

/// Plays `count` tournaments and counts.
pub fn coverage(kind: &Tournament, count: u64, seed: &Seed) -> Coverage {
    let entrants = kind.strengths.len();
    let even = Tournament { seats: vec![0.0; kind.seats.len()], ..kind.clone() };
    let difference = kind.strengths[0] - kind.strengths[1];
    let one = |number: u64| {
        let seed = seed.derive(kind.name, &[number]);
        let mut rng = seed.rng();
        let played = kind.play(&mut rng);
        let model = WinModel::fit(entrants, &played.matches, Penalty::Jeffreys).unwrap();
        let leads = model.leads(1, |one| one);
        let tail = leads.tail_together(&seed);
        let pair = |one: usize| (one + 1..entrants).map(move |other| (one, other));
        let all_pairs = (0..entrants)
            .flat_map(pair)
            .all(|(one, other)| holds(leads.lead_with(one, other, tail), kind.strengths[one] - kind.strengths[other]));
        // Strengths are listed from best to worst.
        let sets = leads.rank_sets(tail);
        let ranks = sets.iter().zip(1..).all(|(set, rank)| set.best <= rank && rank <= set.worst);
        let rankings = even.play(&mut rng).rankings;
        let by_places = RankModel::fit(entrants, &rankings, Penalty::Jeffreys).unwrap().leads(1, |one| one);
        let hits = [
            holds(leads.rating(0), kind.strengths[0]),
            holds(leads.lead(0, 1), difference),
            holds(share_interval(&played.shares), kind.true_share()),
            all_pairs,
            ranks,
            holds(by_places.lead(0, 1), difference),
        ];
        (hits, model.ratings()[0] - model.ratings()[1] - difference)
    };
    let all: Vec<([bool; 6], f64)> = (0..count).into_par_iter().map(one).collect();
    let share = |i: usize| 100.0 * all.iter().filter(|(hits, _)| hits[i]).count() as f64 / count as f64;
    let mut errors = Moments::default();
    all.iter().for_each(|(_, error)| errors.push(*error));
    let deviation = errors.standard_error().unwrap() * (count as f64).sqrt();
    Coverage {
        strength: share(0),
        difference: share(1),
        win_share: share(2),
        all_pairs: share(3),
        ranks: share(4),
        ranking: share(5),
        bias: errors.mean() / deviation,
    }
}

fn holds(interval: Option<Interval>, truth: f64) -> bool {
    interval.is_some_and(|interval| interval.low <= truth && truth <= interval.high)
}

/// A distribution of block means.
pub struct Blocks {
    pub name: &'static str,
    pub even: f64,
    pub matches: u32,
    pub values: Vec<f64>,
    /// How often each comes in a thousand, before the mean is set.
    pub counts: Vec<u32>,
}

/// The distributions that are tried.
pub fn block_kinds() -> Vec<Blocks> {
    let blocks = |name, even, matches, values: &[f64], counts: &[u32]| Blocks {
        name,
        even,
        matches,
        values: values.to_vec(),
        counts: counts.to_vec(),
    };
    let sixth = |i: u32| f64::from(i) / 6.0;
    vec![
        blocks("one match, {0, 1/2, 1}", 0.5, 1, &[0.0, 0.5, 1.0], &[400, 200, 400]),
        blocks("pair of matches with ties", 0.5, 2, &[0.0, 0.25, 0.5, 0.75, 1.0], &[100, 200, 400, 200, 100]),
        blocks(
            "3 seats, 6 matches",
            1.0 / 3.0,
            6,
            &[0.0, sixth(1), sixth(2), sixth(3), sixth(4), sixth(5), 1.0],
            &[200, 200, 220, 180, 100, 60, 40],
        ),
        blocks("4 seats, skewed", 0.25, 4, &[0.0, 0.125, 0.25, 0.5, 0.75, 1.0], &[380, 60, 250, 180, 90, 40]),
    ]
}

impl Blocks {
    /// Values and the shares up to them, of the likeliest distribution near this one whose t-value is `t`.
    fn with_t(&self, t: f64) -> Vec<(f64, f64)> {
        let mut seen = Empirical::new(&self.values);
        for (value, count) in self.values.iter().zip(&self.counts) {
            (0..*count).for_each(|_| seen.push(*value));
        }
        let t_of = |table: &[(f64, f64)]| {
            let mean: f64 = table.iter().map(|(value, share)| value * share).sum();
            let square: f64 = table.iter().map(|(value, share)| (value - mean) * (value - mean) * share).sum();
            (mean - self.even) / square.sqrt()
        };
        let (mut low, mut high) = (self.even / 2.0, (1.0 + self.even) / 2.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if t_of(&seen.with_mean(middle)) < t { low = middle } else { high = middle }
        }
        let mut sum = 0.0;
        let up_to = |(value, share): (f64, f64)| {
            sum += share;
            (value, sum)
        };
        seen.with_mean(high).into_iter().map(up_to).collect()
    }
}

fn draw(table: &[(f64, f64)], rng: &mut Rng) -> f64 {
    let at = unit(rng);
    table[table.partition_point(|(_, up_to)| *up_to <= at).min(table.len() - 1)].0
}

/// The outcomes of a sequential test, in per cent of runs, and its mean length in blocks.
#[derive(Debug)]
pub struct Errors {
    /// Accepted, the truth being H0.
    pub false_alarms: f64,
    /// Rejected, the truth being H1.
    pub misses: f64,
    /// Met the cap, either way.
    pub undecided: f64,
    pub blocks_zero: f64,
    pub blocks_one: f64,
}

/// Runs `count` tests of each hypothesis, in normalised Elo, with the default plan but for how often it looks.
pub fn sequential_errors(kind: &Blocks, elo: [f64; 2], look_every: u64, count: u64, seed: &Seed) -> Errors {
    let [zero, one] = elo;
    let hypotheses = Hypotheses::Normalised { zero, one, even: kind.even, matches: kind.matches };
    let plan = Plan { look_every, cells: kind.values.clone(), ..Plan::new(hypotheses, 50_000) };
    let runs = |elo: f64| -> Vec<(Verdict, u64)> {
        let table = kind.with_t(elo * f64::from(kind.matches).sqrt() / NORMALISED_ELO_PER_T);
        let run = |number: u64| {
            let mut rng = seed.derive(kind.name, &[number, elo.to_bits()]).rng();
            let mut test = SequentialTest::new(plan.clone()).unwrap();
            loop {
                if let Some(verdict) = test.push(draw(&table, &mut rng)).unwrap() {
                    return (verdict, test.standing().blocks);
                }
            }
        };
        (0..count).into_par_iter().map(run).collect()
    };
    let (under_zero, under_one) = (runs(zero), runs(one));
    let share = |runs: &[(Verdict, u64)], verdict: Verdict| {
        100.0 * runs.iter().filter(|(found, _)| *found == verdict).count() as f64 / runs.len() as f64
    };
    let length = |runs: &[(Verdict, u64)]| runs.iter().map(|(_, n)| *n as f64).sum::<f64>() / runs.len() as f64;
    Errors {
        false_alarms: share(&under_zero, Verdict::Accepted),
        misses: share(&under_one, Verdict::Rejected),
        undecided: (share(&under_zero, Verdict::Inconclusive) + share(&under_one, Verdict::Inconclusive)) / 2.0,
        blocks_zero: length(&under_zero),
        blocks_one: length(&under_one),
    }
}

/// The share of confidence sequences, in per cent, that left out the truth at any of `blocks` moments, and the mean width at
/// the end.
pub fn sequence_exclusions(kind: &Blocks, blocks: u64, count: u64, seed: &Seed) -> (f64, f64) {
    let table = kind.with_t(0.1);
    let mut below_it = 0.0;
    let mut mean = 0.0;
    for (value, up_to) in &table {
        mean += value * (up_to - below_it);
        below_it = *up_to;
    }
    let run = |number: u64| {
        let mut rng = seed.derive(kind.name, &[number]).rng();
        let mut sequence = ConfidenceSequence::new(0.05).unwrap();
        // The interval never widens: what is left out once is left out at the end.
        (0..blocks).for_each(|_| assert!(sequence.push(draw(&table, &mut rng)).is_ok()));
        let Interval { low, high } = sequence.interval();
        (mean < low || mean > high, high - low)
    };
    let all: Vec<(bool, f64)> = (0..count).into_par_iter().map(run).collect();
    let out = all.iter().filter(|(out, _)| *out).count() as f64;
    (100.0 * out / count as f64, all.iter().map(|(_, width)| width).sum::<f64>() / count as f64)
}
