//! Simulated rating lists with known truth for the shipped designs, and the coverage of their intervals.

use ergo_engine::rng::{Rng, Seed, unit};
use ergo_lab::stats::Interval;
use ergo_lab::stats::choice::Penalty;
use ergo_lab::stats::leads::Leads;
use ergo_lab::stats::luce::{Observation, WinModel};
use rayon::prelude::*;

use super::{best, orders};

/// A design of a rating list.
#[derive(Clone, Debug)]
pub struct Kind {
    pub name: String,
    /// True ratings in nats.
    pub strengths: Vec<f64>,
    /// Tables, all of one size.
    pub tables: Vec<Vec<usize>>,
    /// True effects of seats.
    pub seats: Vec<f64>,
    pub deals: usize,
    /// True if each deal is played in all n! orders; otherwise in the cyclic shifts of a random one.
    pub all: bool,
    /// The probability that the luck of the deal decides a match, instead of the luck of the match.
    pub luck: f64,
}

/// All tables of n neighbours at a distance of up to `reach`, as in the form "ladder".
pub fn ladder(entrants: usize, seats: usize, reach: usize) -> Vec<Vec<usize>> {
    let row = |stride: usize, from: usize| (0..seats).map(|k| from + k * stride).collect::<Vec<_>>();
    let rows = |stride: usize| (0..entrants.saturating_sub((seats - 1) * stride)).map(move |from| row(stride, from));
    (1..=reach).flat_map(rows).collect()
}

/// All line-ups of `seats` of `entrants`.
fn subsets(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let chosen = (0..1_usize << entrants).filter(|set| set.count_ones() as usize == seats);
    chosen.map(|set| (0..entrants).filter(|entrant| set >> entrant & 1 == 1).collect()).collect()
}

/// Seventeen strengths over 13 nats, with most of the range between a few of them.
pub fn rungs() -> Vec<f64> {
    [0.0, 0.1, 0.3, 1.6, 2.5, 3.9, 5.6, 7.0, 7.6, 7.9, 8.5, 9.7, 10.2, 11.6, 12.4, 12.7, 13.0].to_vec()
}

/// The reach and the number of deals of the retired experiment `ladder`.
const SHIPPED: (usize, usize) = (2, 30);

pub const SEATS: [&[f64]; 3] = [&[0.15, -0.15], &[0.2, 0.0, -0.2], &[0.1, 0.4, -0.2, -0.3]];

/// The shipped designs and the ladder. `deals` replaces their number of deals if it is given.
pub fn kinds(luck: f64, all: bool) -> Vec<Kind> {
    let name = |what: &str, seats: usize| format!("{what}, {seats} seats");
    let mut kinds = Vec::new();
    let mut add = |what: &str, strengths: &[f64], tables: Vec<Vec<usize>>, deals: usize| {
        let seats = tables[0].len();
        let (strengths, seats_of) = (strengths.to_vec(), SEATS[seats - 2].to_vec());
        kinds.push(Kind { name: name(what, seats), strengths, tables, seats: seats_of, deals, all, luck });
    };
    for seats in 2..=4 {
        add("ladder of 17, 13 nats", &rungs(), ladder(17, seats, 3), 40);
    }
    for seats in 2..=4 {
        add("ladder of 17 as shipped", &rungs(), ladder(17, seats, SHIPPED.0), SHIPPED.1);
    }
    // Random, greedy, a search, a net, a cheater; round robin.
    let first = [0.0, 5.5, 6.5, 9.0, 6.8];
    for seats in 2..=4 {
        add("first-tournament", &first, subsets(first.len(), seats), 12);
    }
    // Three nets and greedy.
    let learned = [6.0, 5.9, 5.6, 0.0];
    for copies in 1..=3 {
        let table = |net: usize| [&[net][..], &vec![3; copies]].concat();
        add("learned", &learned, (0..3).map(table).collect(), 300);
    }
    let gain = [0.24, 0.25, 0.2, 0.2, 0.2, -1.0];
    let field = |copies: usize| {
        let table = |(one, other): &(usize, usize)| [&[*one][..], &vec![*other; copies]].concat();
        [(0, 2), (1, 2), (2, 5), (3, 5), (4, 5)].iter().map(table).collect::<Vec<_>>()
    };
    for seats in 2..=4 {
        add("search-gain", &gain, field(seats - 1), 400);
    }
    kinds
}

impl Kind {
    /// Simulates its matches. Tables of a deal share its luck, seat by seat.
    pub fn play(&self, rng: &mut Rng) -> Vec<Observation> {
        let n = self.seats.len();
        let luck =
            |rng: &mut Rng| -> Vec<f64> { (0..n).map(|_| -(-(unit(rng) + 1e-300).ln()).max(1e-300).ln()).collect() };
        let all: Vec<Vec<Vec<usize>>> = self
            .tables
            .iter()
            .map(|table| {
                let places: Vec<usize> = (0..n).collect();
                let seated = |order: Vec<usize>| order.iter().map(|place| table[*place]).collect::<Vec<_>>();
                let mut all: Vec<Vec<usize>> = orders(&places).into_iter().map(seated).collect();
                all.sort();
                all.dedup();
                all
            })
            .collect();
        let mut matches = Vec::new();
        for block in 0..self.deals {
            let deal = luck(rng);
            for (table, all) in self.tables.iter().zip(&all) {
                let lineups: Vec<Vec<usize>> = if self.all {
                    all.clone()
                } else {
                    let mut order = table.clone();
                    ergo_engine::rng::shuffle(rng, &mut order);
                    (0..n).map(|by| (0..n).map(|seat| order[(seat + by) % n]).collect()).collect()
                };
                for lineup in lineups {
                    let own = if unit(rng) >= self.luck { Some(luck(rng)) } else { None };
                    let luck = own.as_ref().unwrap_or(&deal);
                    let utilities: Vec<f64> =
                        (0..n).map(|seat| self.strengths[lineup[seat]] + self.seats[seat] + luck[seat]).collect();
                    let mut shares = vec![0.0; n];
                    shares[best(&utilities)] = 1.0;
                    matches.push(Observation { block, lineup, shares });
                }
            }
        }
        matches
    }

    pub fn leads(&self, matches: &[Observation]) -> Leads {
        WinModel::fit(self.strengths.len(), matches, Penalty::Jeffreys).unwrap().leads(1, |one| one)
    }
}

/// Coverage of the intervals, in per cent of runs.
#[derive(Debug)]
pub struct LadderCoverage {
    /// Mean over ratings (in lists with mean 0).
    pub ratings: f64,
    /// Lowest coverage of a rating.
    pub least_rating: f64,
    /// Mean over leads; in long lists over those of neighbours and of the ends.
    pub leads: f64,
    /// Lowest coverage of a lead, and its entrants.
    pub least_lead: (f64, usize, usize),
    /// Highest coverage of a lead.
    pub most_lead: f64,
    /// Lead of the first over the last.
    pub ends: f64,
    /// All tested leads at once.
    pub together: f64,
    /// All ranks.
    pub ranks: f64,
    /// Number of leads with an infinite end.
    pub open: f64,
    /// Mean error of the lead of the ends in nats, and its root mean square.
    pub error: (f64, f64),
}

/// Simulates a list `count` times and measures the coverage.
pub fn measure_coverage(kind: &Kind, count: u64, seed: &Seed) -> LadderCoverage {
    let n = kind.strengths.len();
    // In long lists, test only neighbours and the ends, because each interval takes many fits.
    let is_tried = |(a, b): &(usize, usize)| n <= 6 || b - a == 1 || b - a == n - 1;
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(is_tried).collect();
    let truth = |a: usize, b: usize| kind.strengths[a] - kind.strengths[b];
    let ranks_of = |one: usize| {
        let better = kind.strengths.iter().filter(|other| **other > kind.strengths[one]).count();
        let equal = kind.strengths.iter().filter(|other| **other == kind.strengths[one]).count();
        (better + 1, better + equal)
    };
    let one = |number: u64| {
        let seed = seed.derive(&kind.name, &[number]);
        let matches = kind.play(&mut seed.rng());
        let leads = kind.leads(&matches);
        let tail = leads.simultaneous_tail(&seed);
        let lead: Vec<(bool, bool, f64)> = pairs
            .iter()
            .map(|(a, b)| {
                let interval = leads.lead(*a, *b).unwrap();
                let open = !(interval.low.is_finite() && interval.high.is_finite());
                (holds(interval, truth(*a, *b)), open, leads.ratings()[*a] - leads.ratings()[*b])
            })
            .collect();
        let together = pairs.iter().all(|(a, b)| holds(leads.lead_with_tail(*a, *b, tail).unwrap(), truth(*a, *b)));
        let sets = leads.rank_sets(tail);
        let ranks = sets.iter().enumerate().all(|(one, set)| {
            let (best, worst) = ranks_of(one);
            set.best <= worst && set.worst >= best
        });
        let zero = leads.reference_group().iter().map(|one| kind.strengths[*one]).sum::<f64>()
            / leads.reference_group().len() as f64;
        let ratings: Vec<bool> = (0..n)
            .map(|one| leads.rating(one).is_none_or(|interval| holds(interval, kind.strengths[one] - zero)))
            .collect();
        (lead, together, ranks, ratings)
    };
    let all: Vec<_> = (0..count).into_par_iter().map(one).collect();
    let percent = |hits: usize| 100.0 * hits as f64 / count as f64;
    let lead = |i: usize| percent(all.iter().filter(|one| one.0[i].0).count());
    let rating = |i: usize| percent(all.iter().filter(|one| one.3[i]).count());
    let shares: Vec<f64> = (0..pairs.len()).map(lead).collect();
    let least = (0..pairs.len()).min_by(|a, b| shares[*a].total_cmp(&shares[*b])).unwrap();
    let ratings: Vec<f64> = (0..n).map(rating).collect();
    let ends = pairs.iter().position(|pair| *pair == (0, n - 1)).unwrap();
    let errors: Vec<f64> = all.iter().map(|one| one.0[ends].2 - truth(0, n - 1)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let squares: Vec<f64> = errors.iter().map(|error| error * error).collect();
    LadderCoverage {
        ratings: mean(&ratings),
        least_rating: ratings.iter().copied().fold(100.0, f64::min),
        leads: mean(&shares),
        least_lead: (shares[least], pairs[least].0, pairs[least].1),
        most_lead: shares.iter().copied().fold(0.0, f64::max),
        ends: shares[ends],
        together: percent(all.iter().filter(|one| one.1).count()),
        ranks: percent(all.iter().filter(|one| one.2).count()),
        open: 100.0 * all.iter().map(|one| one.0.iter().filter(|lead| lead.1).count()).sum::<usize>() as f64
            / (count as usize * pairs.len()) as f64,
        error: (mean(&errors), mean(&squares).sqrt()),
    }
}

/// Two entrants, one of them in all other seats. The win share is `share` if seats are equal.
pub fn two(share: f64, seats: usize, deals: usize, luck: f64) -> Kind {
    Kind {
        name: format!("{share} at {seats} seats"),
        strengths: vec![(share / (1.0 - share) * (seats - 1) as f64).ln(), 0.0],
        tables: vec![(0..seats).map(|seat| usize::from(seat > 0)).collect()],
        seats: SEATS[seats - 2].to_vec(),
        deals,
        all: false,
        luck,
    }
}

fn holds(Interval { low, high }: Interval, truth: f64) -> bool {
    low <= truth && truth <= high
}
