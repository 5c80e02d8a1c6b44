//! Luck or skill: what decides who wins, at every table and over all of a size, by the rows of `matches.csv`.

use std::path::Path;

use ergo_stats::Interval;
use ergo_stats::components::{Components, Seated, components, intervals};

use crate::report::ratings::Ratings;
use crate::rows::read::{MatchRows, Matches, RowsError};

/// The Elo points between two of whom one wins three of four matches: a rung.
pub(super) const RUNG: f64 = 190.848_501_887_865; // 400 log10 3

/// What decides who wins.
pub(super) struct Decides {
    /// The table; nothing for all of a size.
    pub table: String,
    /// Parts of the variance of a share of a win.
    pub parts: Components,
    /// Their intervals, in the order of [`Components`].
    pub intervals: Option<[Interval; 4]>,
}

impl Decides {
    /// Its parts: skill, seat, deal, the rest.
    pub(super) fn list(&self) -> [f64; 4] {
        let Components { skill, seat, deal, rest } = self.parts;
        [skill, seat, deal, rest]
    }
}

/// The tables of one size in one arm.
pub(super) struct Found {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// All tables together.
    pub all: Decides,
    /// Each of them.
    pub tables: Vec<Decides>,
}

/// Matches of a table, deal by deal.
struct Played {
    arm: String,
    table: Vec<String>,
    deal: u64,
    deals: Vec<Vec<Seated>>,
}

/// Reads `matches.csv` at `path`. Tables at which nobody meets anybody else, or deals are played once, say nothing.
pub(super) fn read(path: &Path) -> Result<Vec<Found>, RowsError> {
    let (mut matches, mut found) = (Matches::open(path)?, MatchRows::default());
    let mut played: Vec<Played> = Vec::new();
    while matches.next(&mut found)? {
        let mut table: Vec<String> = found.seats.iter().map(|seat| seat.entrant.clone()).collect();
        table.sort();
        let at = played.iter().rposition(|known| known.arm == found.arm && known.table == table).unwrap_or_else(|| {
            played.push(Played { arm: found.arm.clone(), table, deal: 0, deals: Vec::new() });
            played.len() - 1
        });
        let Played { table, deal, deals, .. } = &mut played[at];
        if *deal != found.deal {
            deals.push(Vec::new());
            *deal = found.deal;
        }
        let seated = found.seats.iter().enumerate().filter_map(|(seat, row)| {
            let entrant = table.iter().position(|name| *name == row.entrant)?;
            Some(Seated { seat, entrant, share: row.share })
        });
        deals.last_mut().expect("made above").extend(seated);
    }
    played.retain(|played| {
        played.table.windows(2).any(|pair| pair[0] != pair[1])
            && components(std::slice::from_ref(&played.deals)).is_some()
    });
    let mut sizes: Vec<(String, usize, Vec<Played>)> = Vec::new();
    for one in played {
        let (arm, seats) = (one.arm.clone(), one.table.len());
        match sizes.iter_mut().find(|(known, size, _)| *known == arm && *size == seats) {
            Some((.., tables)) => tables.push(one),
            None => sizes.push((arm, seats, vec![one])),
        }
    }
    let skill = sizes.into_iter().filter_map(|(arm, seats, played)| {
        let each = played.iter().filter_map(|one| decides(one.table.join(" v "), std::slice::from_ref(&one.deals)));
        let tables = each.collect();
        let all: Vec<Vec<Vec<Seated>>> = played.into_iter().map(|one| one.deals).collect();
        Some(Found { arm, seats, all: decides(String::new(), &all)?, tables })
    });
    Ok(skill.collect())
}

fn decides(table: String, played: &[Vec<Vec<Seated>>]) -> Option<Decides> {
    Some(Decides { table, parts: components(played)?.parts(), intervals: intervals(played) })
}

/// How many rungs, of which each wins three of four matches against the one below, lie between the best and the worst of a
/// list, and the interval (Lantz et al. 2017).
pub(super) fn rungs(ratings: &Ratings) -> Option<(f64, Option<Interval>)> {
    let last = ratings.rows.len().checked_sub(1).filter(|last| *last > 0)?;
    let lead = ratings.single_lead(0, last);
    let of = |elo: f64| elo / RUNG;
    let interval = lead.interval.map(|interval| Interval { low: of(interval.low), high: of(interval.high) });
    Some((of(lead.elo), interval))
}

/// One claim over all tables of the first arm, all parts of it and of these bots only; nothing where there is none.
pub(super) fn answer(skill: &[Found]) -> Option<String> {
    let first = skill.first()?;
    let sizes: Vec<&Found> = skill.iter().filter(|one| one.arm == first.arm).collect();
    let percents: Vec<[u32; 4]> = sizes.iter().map(|one| whole_percents(one.all.list())).collect();
    let part = |at: usize| percents.iter().map(|parts| parts[at].to_string()).collect::<Vec<_>>().join("/");
    let seats = sizes.iter().map(|one| one.seats.to_string()).collect::<Vec<_>>().join(", ");
    let off = |(part, interval): (f64, Interval)| (interval.high - part).max(part - interval.low);
    let halves = sizes.iter().filter_map(|one| Some(one.all.list().into_iter().zip(one.all.intervals?)));
    let widest = halves.flatten().map(off).fold(0.0, f64::max);
    let [skill, seat, deal, rest] = [0, 1, 2, 3].map(part);
    Some(format!(
        "Of who wins among these bots at {seats} seats: skill {skill} %, seat {seat}, deal {deal}, the rest {rest}; each ±{:.0}.",
        (100.0 * widest).ceil()
    ))
}

/// Parts of a whole in whole percents that add up to 100: the largest remainders are rounded up.
fn whole_percents(parts: [f64; 4]) -> [u32; 4] {
    let mut whole = parts.map(|part| (100.0 * part) as u32);
    let mut order = [0, 1, 2, 3];
    order.sort_by(|one, other| (100.0 * parts[*other]).fract().total_cmp(&(100.0 * parts[*one]).fract()));
    let missing = 100_u32.saturating_sub(whole.iter().sum());
    order.iter().take(missing as usize).for_each(|at| whole[*at] += 1);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_add_up() {
        assert_eq!(whole_percents([0.676, 0.168, 0.023, 0.133]), [68, 17, 2, 13]);
        assert_eq!(whole_percents([0.245, 0.255, 0.245, 0.255]), [25, 26, 24, 25]);
        assert_eq!(whole_percents([1.0, 0.0, 0.0, 0.0]), [100, 0, 0, 0]);
    }
}
