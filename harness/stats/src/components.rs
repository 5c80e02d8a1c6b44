//! Variance components of the win share: entrants, seats, the deal, its interaction with the players, and the players'
//! own chance. Requires matches in which every deal is played in the same seatings, and every match twice (after
//! Goodman et al. 2025, who repeat one seed many times; the components are those of a classification by deal and seat
//! with replicates, Searle, Casella and McCulloch 1992).
//!
//! A share is the sum of a mean, the effect of the entrant (*skill*), of the seat, and of the deal at that seat for all
//! players, the interaction with these players in these seats (*players*: skill that shows only in some deals or
//! seats), and the players' own chance. Every entrant plays every seat equally often in each deal, so the first three
//! are separable. The last is the difference between two plays of one match in which only the players' own chance
//! differs.

use super::interval::{Interval, t_half_width};
use super::moments::Moments;

/// Number of groups of deals that are left out in turn for an interval (delete-a-group jackknife, Kott 2001).
const GROUPS: usize = 20;

/// Number of variance components.
pub const PARTS: usize = 5;

/// The win share of one seat in one match, which was played twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatResult {
    /// The 0-based seat.
    pub seat: usize,
    /// The 0-based number of the entrant.
    pub entrant: usize,
    /// The win share, and the win share with new chance of the players.
    pub shares: [f64; 2],
}

/// The components of a variance, or their fractions of the total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Components {
    /// Differences between entrants.
    pub skill: f64,
    /// Differences between seats.
    pub seat: f64,
    /// The deal at a seat.
    pub deal: f64,
    /// The interaction of deal, seat and players.
    pub players: f64,
    /// The players' own chance.
    pub chance: f64,
}

impl Components {
    /// Returns the components in the order of the fields.
    pub fn list(self) -> [f64; PARTS] {
        [self.skill, self.seat, self.deal, self.players, self.chance]
    }

    fn of([skill, seat, deal, players, chance]: [f64; PARTS]) -> Self {
        Components { skill, seat, deal, players, chance }
    }

    /// Returns the sum of the components.
    pub fn total(self) -> f64 {
        self.list().iter().sum()
    }

    /// Returns the components as fractions of their total, from 0 to 1. Negative estimates count as 0. All are 0 if
    /// nothing varies.
    pub fn parts(self) -> Self {
        let found = Components::of(self.list().map(|part| part.max(0.0)));
        let whole = found.total();
        Components::of(found.list().map(|part| if whole > 0.0 { part / whole } else { 0.0 }))
    }
}

/// Returns the mean components of several tables, given as `[table][deal][seat result]` with all seats of all matches
/// of a deal. `None` without a table of at least two deals, each played at least twice.
pub fn components(tables: &[Vec<Vec<SeatResult>>]) -> Option<Components> {
    let found: Vec<Components> =
        tables.iter().filter_map(|deals| of_table(&deals.iter().collect::<Vec<_>>())).collect();
    let mean = |place: usize| found.iter().map(|found| found.list()[place]).sum::<f64>() / found.len() as f64;
    (!found.is_empty()).then(|| Components::of(std::array::from_fn(mean)))
}

/// Returns the 95 % intervals of the fractions, in the order of [`Components`]. They are computed over deals, which all
/// tables have in common, on the scale of square roots, because a fraction is the square of an effect. `None` for fewer
/// than 20 deals.
pub fn intervals(tables: &[Vec<Vec<SeatResult>>]) -> Option<[Interval; PARTS]> {
    let roots = |found: Components| found.parts().list().map(f64::sqrt);
    let all = roots(components(tables)?);
    if tables.iter().map(Vec::len).min()? < GROUPS {
        return None;
    }
    // The raw fractions, possibly negative, of the same total.
    let whole = |found: Components| found.list().map(|part| part.max(0.0)).iter().sum::<f64>();
    let raw = |found: Components| found.list().map(|part| part / whole(found).max(f64::MIN_POSITIVE));
    let at_all = raw(components(tables)?);
    let (mut spread, mut raws) = ([Moments::default(); PARTS], [Moments::default(); PARTS]);
    for group in 0..GROUPS {
        let kept = |deals: &Vec<Vec<SeatResult>>| {
            let kept = deals.iter().enumerate().filter(|(deal, _)| deal % GROUPS != group);
            kept.map(|(_, seated)| seated.clone()).collect::<Vec<_>>()
        };
        let found = components(&tables.iter().map(kept).collect::<Vec<_>>())?;
        spread.iter_mut().zip(roots(found)).for_each(|(spread, value)| spread.push(value));
        raws.iter_mut().zip(raw(found)).for_each(|(raws, value)| raws.push(value));
    }
    let groups = GROUPS as f64;
    // The variance of the estimate is (G − 1)² / G times that of the leave-out values.
    let half = |spread: &Moments| {
        let error = spread.variance().unwrap_or(0.0).sqrt() * (groups - 1.0) / groups.sqrt();
        t_half_width(error, GROUPS as u64 - 1)
    };
    // If all deals agree: the largest share of different deals of which none is observed in 2.5 % of samples.
    let deals = tables.iter().map(Vec::len).min()?;
    let unseen = 1.0 - libm::pow(0.025, 1.0 / deals as f64);
    let interval = |place: usize| {
        let half_root = half(&spread[place]);
        if half_root <= 0.0 {
            // All groups give 0, or all give 1: the root has no spread there.
            let (value, half) = (at_all[place], half(&raws[place]));
            let off = if half > 0.0 { half } else { unseen };
            return if all[place] < 0.5 {
                Interval { low: 0.0, high: (value + off).clamp(0.0, 1.0) }
            } else {
                Interval { low: (1.0 - off).clamp(0.0, 1.0), high: 1.0 }
            };
        }
        let end = |root: f64| root.clamp(0.0, 1.0) * root.clamp(0.0, 1.0);
        // Near 0 a root is far from normal, so the lower bound is decided on the scale of the fraction itself.
        let is_nothing = at_all[place] <= half(&raws[place]);
        let low = if is_nothing { 0.0 } else { end(all[place] - half_root) };
        Interval { low, high: end(all[place] + half_root) }
    };
    Some(std::array::from_fn(interval))
}

/// Returns the means by a number, each minus that of its deal, and the variance between them minus that of their noise.
fn between(deals: &[&Vec<SeatResult>], play: usize, number: fn(&SeatResult) -> usize) -> (Vec<f64>, f64) {
    let count = deals.iter().flat_map(|deal| deal.iter()).map(number).max().map_or(0, |most| most + 1);
    // For each number, a mean per deal.
    let mut over = vec![Moments::default(); count];
    for deal in deals {
        let mean = deal.iter().map(|seated| seated.shares[play]).sum::<f64>() / deal.len() as f64;
        let mut sums = vec![(0.0, 0.0); count];
        for seated in deal.iter() {
            let (sum, weight) = &mut sums[number(seated)];
            (*sum, *weight) = (*sum + seated.shares[play] - mean, *weight + 1.0);
        }
        let found = over.iter_mut().zip(sums).filter(|(_, (_, weight))| *weight > 0.0);
        found.for_each(|(over, (sum, weight))| over.push(sum / weight));
    }
    let noise = |over: &Moments| over.standard_error().map_or(0.0, |error| error * error);
    let variance = over.iter().map(|over| over.mean() * over.mean() - noise(over)).sum::<f64>() / count as f64;
    (over.iter().map(Moments::mean).collect(), variance)
}

fn of_table(deals: &[&Vec<SeatResult>]) -> Option<Components> {
    let seats = deals.iter().flat_map(|deal| deal.iter()).map(|seated| seated.seat).max()? + 1;
    let matches = deals.first()?.len() / seats;
    if deals.len() < 2 || matches < 2 {
        return None;
    }
    // Each play alone gives these four; the difference between both gives the chance.
    let found = [0, 1].map(|play| of_play(deals, play, seats, matches));
    let [skill, seat, deal, rest] = std::array::from_fn(|place| (found[0][place] + found[1][place]) / 2.0);
    let halves = deals.iter().flat_map(|deal| deal.iter()).map(|SeatResult { shares: [one, other], .. }| {
        let apart = one - other;
        apart * apart / 2.0
    });
    let chance = halves.sum::<f64>() / (deals.len() * matches * seats) as f64;
    Some(Components { skill, seat, deal, players: rest - chance, chance })
}

/// Returns skill, seat, deal and the rest, from one play of each match.
fn of_play(deals: &[&Vec<SeatResult>], play: usize, seats: usize, matches: usize) -> [f64; 4] {
    let all = deals.iter().map(|deal| deal.len()).sum::<usize>() as f64;
    let mean = deals.iter().flat_map(|deal| deal.iter()).map(|seated| seated.shares[play]).sum::<f64>() / all;
    let (of_entrants, skill) = between(deals, play, |seated| seated.entrant);
    let (of_seats, seat) = between(deals, play, |seated| seated.seat);
    // For each seat, the effects of deals, and the differences between matches of a deal.
    let (mut added, mut within) = (vec![Moments::default(); seats], 0.0);
    for deal in deals {
        let mut own = vec![Moments::default(); seats];
        for SeatResult { seat, entrant, shares } in deal.iter() {
            own[*seat].push(shares[play] - mean - of_entrants[*entrant] - of_seats[*seat]);
        }
        within += own.iter().filter_map(Moments::variance).sum::<f64>();
        added.iter_mut().zip(&own).for_each(|(added, own)| added.push(own.mean()));
    }
    let rest = within / (deals.len() * seats) as f64;
    let spread = added.iter().filter_map(Moments::variance).sum::<f64>() / seats as f64;
    [skill, seat, spread - rest / matches as f64, rest]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_core::rng::{Rng, Seed, unit};

    /// Approximately normal: twelve uniform numbers minus six.
    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0
    }

    /// Every deal in all cyclic seatings of these entrants, each match twice. `sd` has the standard deviations of deal,
    /// players and chance.
    fn table(skill: &[f64], seat: &[f64], sd: [f64; 3], deals: usize, rng: &mut Rng) -> Vec<Vec<SeatResult>> {
        let (seats, [deal, players, chance]) = (seat.len(), sd);
        let one = |rng: &mut Rng| {
            let dealt: Vec<f64> = (0..seats).map(|_| deal * normal(rng)).collect();
            let matches = (0..seats).flat_map(|turn| (0..seats).map(move |at| (at, (at + turn) % seats)));
            let seated = matches.map(|(at, entrant)| {
                let met = 0.5 + skill[entrant] + seat[at] + dealt[at] + players * normal(rng);
                SeatResult { seat: at, entrant, shares: [0; 2].map(|_| met + chance * normal(rng)) }
            });
            seated.collect()
        };
        (0..deals).map(|_| one(rng)).collect()
    }

    #[test]
    fn components_recover_planted_values() {
        let kinds: [(&[f64], &[f64], [f64; 3]); 3] = [
            (&[0.2, -0.2], &[0.1, -0.1], [0.3, 0.3, 0.3]),
            (&[0.3, 0.0, -0.3], &[0.05, -0.1, 0.05], [0.2, 0.1, 0.3]),
            (&[0.1, 0.1, -0.2], &[0.0, 0.0, 0.0], [0.4, 0.2, 0.05]),
        ];
        let square = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64;
        let mut all = [0; PARTS];
        for (kind, (skill, seat, sd)) in kinds.into_iter().enumerate() {
            let [deal, players, chance] = sd.map(|sd| sd * sd);
            let truth = Components { skill: square(skill), seat: square(seat), deal, players, chance }.parts().list();
            let (mut held, mut off) = ([0; PARTS], [Moments::default(); PARTS]);
            let runs = 200;
            for run in 0..runs {
                let mut rng = Seed::master(run).derive("components", &[kind as u64]).rng();
                let table = [table(skill, seat, sd, 100, &mut rng)];
                let found = components(&table).unwrap().parts().list();
                let intervals = intervals(&table).unwrap();
                for place in 0..PARTS {
                    off[place].push(found[place] - truth[place]);
                    let Interval { low, high } = intervals[place];
                    held[place] += u32::from((low..=high).contains(&truth[place]));
                }
            }
            for place in 0..PARTS {
                // Fractions of an estimated total are biased by about one over the number of deals.
                assert!(off[place].mean().abs() < 0.01, "{kind} {place}: {:?}", off[place]);
                all[place] += held[place];
                assert!(held[place] * 100 >= 90 * runs as u32, "{kind} {place}: {} of {runs}", held[place]);
            }
        }
        assert!(all.iter().all(|held| held * 100 >= 93 * 3 * 200), "{all:?}");
    }

    #[test]
    fn interval_of_zero_component_starts_at_zero() {
        // Entrants, seats, deals and interactions have no effect: their fractions are estimates of 0 with bounds above
        // it.
        let (mut bounds, mut wide) = (0, Moments::default());
        for run in 0..100 {
            let mut rng = Seed::master(run).derive("nothing", &[]).rng();
            let table = [table(&[0.0, 0.0], &[0.0, 0.0], [0.0, 0.0, 0.4], 40, &mut rng)];
            let found = intervals(&table).unwrap();
            let at_zero = found[..4].iter().filter(|interval| interval.low == 0.0).count();
            bounds += at_zero;
            found[..4].iter().for_each(|interval| wide.push(interval.high));
        }
        assert!(bounds >= 380, "{bounds} of 400 reach down to nothing");
        assert!(wide.mean() > 0.0 && wide.mean() < 0.3, "{}", wide.mean());
        // One entrant always wins. None of 60 deals differs, so at most about 6 % of deals do.
        let one =
            |seat: usize, entrant: usize| SeatResult { seat, entrant, shares: [f64::from(u8::from(entrant == 0)); 2] };
        let deal = vec![one(0, 0), one(1, 1), one(0, 1), one(1, 0)];
        let found = intervals(&[vec![deal; 60]]).unwrap();
        assert!(found[0].low > 0.93 && found[0].low < 0.95 && found[0].high == 1.0, "{:?}", found[0]);
        for part in &found[1..] {
            assert!(part.low == 0.0 && part.high > 0.05 && part.high < 0.07, "{part:?}");
        }
    }

    #[test]
    fn components_without_player_chance_have_no_chance() {
        let mut rng = Seed::master(1).derive("settled", &[]).rng();
        let found = components(&[table(&[0.1, -0.1], &[0.0, 0.0], [0.1, 0.3, 0.0], 200, &mut rng)]).unwrap();
        assert_eq!(found.chance, 0.0);
        assert!((found.players - 0.09).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn components_of_too_little_data_are_none() {
        let one = |share| SeatResult { seat: 0, entrant: 0, shares: [share; 2] };
        assert_eq!(components(&[]), None);
        assert_eq!(components(&[vec![vec![one(1.0), one(0.0)]]]), None);
        assert_eq!(components(&[vec![vec![one(1.0)], vec![one(0.0)]]]), None);
        let alike = components(&[vec![vec![one(1.0), one(1.0)], vec![one(1.0), one(1.0)]]]).unwrap();
        assert_eq!((alike.total(), alike.parts().total()), (0.0, 0.0));
    }
}
