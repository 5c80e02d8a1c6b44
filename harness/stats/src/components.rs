//! What decides who wins: who plays, where they sit, the deal, or the rest. Components of the variance of the share of a win
//! over matches in which every deal is played in the same seatings (after Goodman et al. 2025, who play one seed many times;
//! the components are those of a classification by deal and seat, Searle, Casella and McCulloch 1992).
//!
//! A share is a mean, what the entrant adds (*skill*), what the seat adds, what the deal adds to that seat whoever sits there,
//! and the rest: what the players and their own chance make of it, and skill that shows in some deals only. Every entrant
//! sits in every seat equally often in each deal, so the first three are told apart.

use super::interval::{Interval, t_half};
use super::moments::Moments;

/// Groups of deals that are left out in turn for an interval (the delete-a-group jackknife, Kott 2001).
const GROUPS: usize = 20;

/// The share of a win of one seat in one match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seated {
    /// The seat, from 0.
    pub seat: usize,
    /// The number of the entrant, from 0.
    pub entrant: usize,
    /// Its share.
    pub share: f64,
}

/// Components of a variance, or their parts of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Components {
    /// Who plays.
    pub skill: f64,
    /// Where they sit.
    pub seat: f64,
    /// The deal at a seat.
    pub deal: f64,
    /// Anything else.
    pub rest: f64,
}

impl Components {
    /// Their sum.
    pub fn whole(self) -> f64 {
        self.skill + self.seat + self.deal + self.rest
    }

    /// Their parts of the whole, from 0 to 1: one below 0, which is an estimate of nothing, counts as 0. All 0 where nothing
    /// varies.
    pub fn parts(self) -> Self {
        let [skill, seat, deal, rest] = [self.skill, self.seat, self.deal, self.rest].map(|part| part.max(0.0));
        let whole = skill + seat + deal + rest;
        let part = |of: f64| if whole > 0.0 { of / whole } else { 0.0 };
        Components { skill: part(skill), seat: part(seat), deal: part(deal), rest: part(rest) }
    }
}

/// The components of several tables together, their mean table by table; each table is its deals, each deal all its seats of
/// all its matches. Nothing without a table of two deals, each played at least twice.
pub fn components(tables: &[Vec<Vec<Seated>>]) -> Option<Components> {
    let found: Vec<Components> =
        tables.iter().filter_map(|deals| of_table(&deals.iter().collect::<Vec<_>>())).collect();
    let mean = |of: fn(&Components) -> f64| found.iter().map(of).sum::<f64>() / found.len() as f64;
    (!found.is_empty()).then(|| Components {
        skill: mean(|found| found.skill),
        seat: mean(|found| found.seat),
        deal: mean(|found| found.deal),
        rest: mean(|found| found.rest),
    })
}

/// The 95 % intervals of their parts, in the order of [`Components`]: over deals, which all tables have in common, on the scale of
/// roots, as a part is the square of an effect. Nothing for fewer deals than there are groups.
pub fn intervals(tables: &[Vec<Vec<Seated>>]) -> Option<[Interval; 4]> {
    let roots = |found: Components| as_list(found.parts()).map(f64::sqrt);
    let all = roots(components(tables)?);
    if tables.iter().map(Vec::len).min()? < GROUPS {
        return None;
    }
    // The parts as they are estimated, below 0 or not, of the same whole.
    let whole = |found: Components| as_list(found).map(|part| part.max(0.0)).iter().sum::<f64>();
    let raw = |found: Components| as_list(found).map(|part| part / whole(found).max(f64::MIN_POSITIVE));
    let at_all = raw(components(tables)?);
    let (mut spread, mut raws) = ([Moments::default(); 4], [Moments::default(); 4]);
    for group in 0..GROUPS {
        let kept = |deals: &Vec<Vec<Seated>>| {
            let kept = deals.iter().enumerate().filter(|(deal, _)| deal % GROUPS != group);
            kept.map(|(_, seated)| seated.clone()).collect::<Vec<_>>()
        };
        let found = components(&tables.iter().map(kept).collect::<Vec<_>>())?;
        spread.iter_mut().zip(roots(found)).for_each(|(spread, value)| spread.push(value));
        raws.iter_mut().zip(raw(found)).for_each(|(raws, value)| raws.push(value));
    }
    let groups = GROUPS as f64;
    // The variance of what is left out is (G − 1)² / G times that of the values left.
    let half = |spread: &Moments| {
        let error = spread.variance().unwrap_or(0.0).sqrt() * (groups - 1.0) / groups.sqrt();
        t_half(error, GROUPS as u64 - 1)
    };
    // Where all deals are alike: the largest share of deals that are not of which none is seen in 2.5 % of samples.
    let deals = tables.iter().map(Vec::len).min()?;
    let unseen = 1.0 - libm::pow(0.025, 1.0 / deals as f64);
    let interval = |place: usize| {
        let half_root = half(&spread[place]);
        if half_root <= 0.0 {
            // Every group says 0, or every group says all: a root has no spread there.
            let (value, half) = (at_all[place], half(&raws[place]));
            let off = if half > 0.0 { half } else { unseen };
            return if all[place] < 0.5 {
                Interval { low: 0.0, high: (value + off).clamp(0.0, 1.0) }
            } else {
                Interval { low: (1.0 - off).clamp(0.0, 1.0), high: 1.0 }
            };
        }
        let half = half_root;
        let end = |root: f64| root.clamp(0.0, 1.0) * root.clamp(0.0, 1.0);
        Interval { low: end(all[place] - half), high: end(all[place] + half) }
    };
    Some([0, 1, 2, 3].map(interval))
}

fn as_list(parts: Components) -> [f64; 4] {
    [parts.skill, parts.seat, parts.deal, parts.rest]
}

/// Means by some number, each less that of its deal, and the variance between them without that of their noise.
fn between(deals: &[&Vec<Seated>], number: fn(&Seated) -> usize) -> (Vec<f64>, f64) {
    let count = deals.iter().flat_map(|deal| deal.iter()).map(number).max().map_or(0, |most| most + 1);
    // By number: a mean for every deal.
    let mut over = vec![Moments::default(); count];
    for deal in deals {
        let mean = deal.iter().map(|seated| seated.share).sum::<f64>() / deal.len() as f64;
        let mut sums = vec![(0.0, 0.0); count];
        for seated in deal.iter() {
            let (sum, weight) = &mut sums[number(seated)];
            (*sum, *weight) = (*sum + seated.share - mean, *weight + 1.0);
        }
        let found = over.iter_mut().zip(sums).filter(|(_, (_, weight))| *weight > 0.0);
        found.for_each(|(over, (sum, weight))| over.push(sum / weight));
    }
    let noise = |over: &Moments| over.standard_error().map_or(0.0, |error| error * error);
    let variance = over.iter().map(|over| over.mean() * over.mean() - noise(over)).sum::<f64>() / count as f64;
    (over.iter().map(Moments::mean).collect(), variance)
}

fn of_table(deals: &[&Vec<Seated>]) -> Option<Components> {
    let seats = deals.iter().flat_map(|deal| deal.iter()).map(|seated| seated.seat).max()? + 1;
    let matches = deals.first()?.len() / seats;
    if deals.len() < 2 || matches < 2 {
        return None;
    }
    let all = deals.iter().map(|deal| deal.len()).sum::<usize>() as f64;
    let mean = deals.iter().flat_map(|deal| deal.iter()).map(|seated| seated.share).sum::<f64>() / all;
    let (of_entrants, skill) = between(deals, |seated| seated.entrant);
    let (of_seats, seat) = between(deals, |seated| seated.seat);
    // By seat: what deals add, and what matches of a deal differ by.
    let (mut added, mut within) = (vec![Moments::default(); seats], 0.0);
    for deal in deals {
        let mut own = vec![Moments::default(); seats];
        for Seated { seat, entrant, share } in deal.iter() {
            own[*seat].push(share - mean - of_entrants[*entrant] - of_seats[*seat]);
        }
        within += own.iter().filter_map(Moments::variance).sum::<f64>();
        added.iter_mut().zip(&own).for_each(|(added, own)| added.push(own.mean()));
    }
    let rest = within / (deals.len() * seats) as f64;
    let spread = added.iter().filter_map(Moments::variance).sum::<f64>() / seats as f64;
    Some(Components { skill, seat, deal: spread - rest / matches as f64, rest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_core::rng::{Rng, Seed, unit};

    /// About normal: twelve uniform numbers less six.
    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0
    }

    /// Every deal in all cyclic seatings of these entrants.
    fn table(skill: &[f64], seat: &[f64], deal: f64, rest: f64, deals: usize, rng: &mut Rng) -> Vec<Vec<Seated>> {
        let seats = seat.len();
        let one = |rng: &mut Rng| {
            let dealt: Vec<f64> = (0..seats).map(|_| deal * normal(rng)).collect();
            let matches = (0..seats).flat_map(|turn| (0..seats).map(move |at| (at, (at + turn) % seats)));
            let seated = matches.map(|(at, entrant)| {
                let share = 0.5 + skill[entrant] + seat[at] + dealt[at] + rest * normal(rng);
                Seated { seat: at, entrant, share }
            });
            seated.collect()
        };
        (0..deals).map(|_| one(rng)).collect()
    }

    #[test]
    fn planted_components_are_found_and_covered() {
        let kinds: [(&[f64], &[f64], f64, f64); 3] = [
            (&[0.2, -0.2], &[0.1, -0.1], 0.3, 0.4),
            (&[0.3, 0.0, -0.3], &[0.05, -0.1, 0.05], 0.2, 0.3),
            (&[0.1, 0.1, -0.2], &[0.0, 0.0, 0.0], 0.4, 0.2),
        ];
        let square = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64;
        let mut all = [0; 4];
        for (kind, (skill, seat, deal, rest)) in kinds.into_iter().enumerate() {
            let truth = Components { skill: square(skill), seat: square(seat), deal: deal * deal, rest: rest * rest };
            let truth = as_list(truth.parts());
            let (mut held, mut off) = ([0; 4], [Moments::default(); 4]);
            let runs = 200;
            for run in 0..runs {
                let mut rng = Seed::master(run).derive("components", &[kind as u64]).rng();
                let table = [table(skill, seat, deal, rest, 100, &mut rng)];
                let found = as_list(components(&table).unwrap().parts());
                let intervals = intervals(&table).unwrap();
                for place in 0..4 {
                    off[place].push(found[place] - truth[place]);
                    let Interval { low, high } = intervals[place];
                    held[place] += u32::from((low..=high).contains(&truth[place]));
                }
            }
            for place in 0..4 {
                // Shares of a whole that is estimated are off by about one over the deals.
                assert!(off[place].mean().abs() < 0.01, "{kind} {place}: {:?}", off[place]);
                all[place] += held[place];
                assert!(held[place] * 100 >= 90 * runs as u32, "{kind} {place}: {} of {runs}", held[place]);
            }
        }
        assert!(all.iter().all(|held| held * 100 >= 93 * 3 * 200), "{all:?}");
    }

    #[test]
    fn a_part_of_nothing_has_a_bound_that_holds() {
        // Nobody is better, no seat is, no deal is: their parts are estimates of 0 and their bounds lie above it.
        let (mut bounds, mut wide) = (0, Moments::default());
        for run in 0..100 {
            let mut rng = Seed::master(run).derive("nothing", &[]).rng();
            let table = [table(&[0.0, 0.0], &[0.0, 0.0], 0.0, 0.4, 40, &mut rng)];
            let found = intervals(&table).unwrap();
            let at_zero = found[..3].iter().filter(|interval| interval.low == 0.0).count();
            bounds += at_zero;
            found[..3].iter().for_each(|interval| wide.push(interval.high));
        }
        assert!(bounds >= 285, "{bounds} of 300 reach down to nothing");
        assert!(wide.mean() > 0.0 && wide.mean() < 0.3, "{}", wide.mean());
        // One always wins: not a deal of 60 says otherwise, and so it is not more than 6 % of them.
        let one = |seat: usize, entrant: usize| Seated { seat, entrant, share: if entrant == 0 { 1.0 } else { 0.0 } };
        let deal = vec![one(0, 0), one(1, 1), one(0, 1), one(1, 0)];
        let found = intervals(&[vec![deal; 60]]).unwrap();
        assert!(found[0].low > 0.93 && found[0].low < 0.95 && found[0].high == 1.0, "{:?}", found[0]);
        for part in &found[1..] {
            assert!(part.low == 0.0 && part.high > 0.05 && part.high < 0.07, "{part:?}");
        }
    }

    #[test]
    fn too_little_says_nothing() {
        let one = |share| Seated { seat: 0, entrant: 0, share };
        assert_eq!(components(&[]), None);
        assert_eq!(components(&[vec![vec![one(1.0), one(0.0)]]]), None);
        assert_eq!(components(&[vec![vec![one(1.0)], vec![one(0.0)]]]), None);
        let alike = components(&[vec![vec![one(1.0), one(1.0)], vec![one(1.0), one(1.0)]]]).unwrap();
        assert_eq!((alike.whole(), alike.parts().whole()), (0.0, 0.0));
    }
}
