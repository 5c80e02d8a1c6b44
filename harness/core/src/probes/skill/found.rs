//! Luck or skill: what decides who wins, at every table and over all of a size, by the rows of `skill.csv`.

use std::path::Path;

use ergo_stats::Interval;
use ergo_stats::components::{Components, PARTS, Seated, components, intervals};

use super::rows::each_match;
use crate::ratings::{self, Ratings};
use crate::report::facts::Facts;
use crate::report::{widest, words};
use crate::rows::read::RowsError;

/// The variance components of who wins, at a table or over all of a size.
pub(super) struct Decides {
    /// The entrants of the table; nobody for all of a size.
    pub table: Vec<String>,
    /// Parts of the variance of a share of a win.
    pub parts: Components,
    /// Their intervals, in the order of [`Components::list`].
    pub intervals: Option<[Interval; PARTS]>,
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

/// Reads `skill.csv` at `path`. Tables at which nobody meets anybody else, or deals are played once, say nothing.
pub(super) fn read(path: &Path) -> Result<Vec<Found>, RowsError> {
    let mut played: Vec<Played> = Vec::new();
    each_match(path, |rows| {
        let (arm, number) = (&rows[0].arm, rows[0].deal);
        let mut table: Vec<String> = rows.iter().map(|row| row.entrant.clone()).collect();
        table.sort();
        let at = played.iter().rposition(|known| known.arm == *arm && known.table == table).unwrap_or_else(|| {
            played.push(Played { arm: arm.clone(), table, deal: 0, deals: Vec::new() });
            played.len() - 1
        });
        let Played { table, deal, deals, .. } = &mut played[at];
        if *deal != number || deals.is_empty() {
            deals.push(Vec::new());
            *deal = number;
        }
        let seated = rows.iter().enumerate().filter_map(|(seat, row)| {
            let entrant = table.iter().position(|name| *name == row.entrant)?;
            Some(Seated { seat, entrant, shares: row.shares })
        });
        if let Some(last) = deals.last_mut() {
            last.extend(seated);
        }
    })?;
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
        let each = played.iter().filter_map(|one| decides(one.table.clone(), std::slice::from_ref(&one.deals)));
        let tables = each.collect();
        let all: Vec<Vec<Vec<Seated>>> = played.into_iter().map(|one| one.deals).collect();
        Some(Found { arm, seats, all: decides(Vec::new(), &all)?, tables })
    });
    Ok(skill.collect())
}

fn decides(table: Vec<String>, played: &[Vec<Vec<Seated>>]) -> Option<Decides> {
    Some(Decides { table, parts: components(played)?.parts(), intervals: intervals(played) })
}

/// How many rungs lie between the best and the worst of a list, and the interval (Lantz et al. 2017): leads with which one wins
/// three of four matches against the one below, seat for seat.
pub(super) fn rungs(ratings: &Ratings) -> Option<(f64, Option<Interval>)> {
    let last = ratings.rows.len().checked_sub(1).filter(|last| *last > 0)?;
    let (lead, rung) = (ratings.single_lead(0, last), ratings.rung());
    let of = |elo: f64| elo / rung;
    let interval = lead.interval.map(|interval| Interval { low: of(interval.low), high: of(interval.high) });
    Some((of(lead.elo), interval))
}

/// What the two parts are that have no everyday name.
const MEANING: &str = "Deal × players: a deal suits some of these bots or seats more than others. Own chance: the same match played again, \
                       only the bots' own chance drawn anew.";

/// A claim over all tables of the first arm, all parts of it and of these bots only; and one of the table of each size that is
/// strongest by its ratings, where there are several. Nothing where there is none.
pub(super) fn answer(skill: &[Found], facts: &Facts<'_>) -> Option<String> {
    let first = skill.first()?;
    let sizes: Vec<&Found> = skill.iter().filter(|one| one.arm == first.arm).collect();
    let all = claim("Among these bots", &sizes.iter().map(|one| (one.seats, &one.all)).collect::<Vec<_>>())?;
    let strongest = sizes.iter().filter(|one| one.tables.len() > 1).filter_map(|one| {
        let list = ratings::of(facts, &one.arm, one.seats)?;
        let elo = |name: &String| list.rows.iter().find(|row| row.name == *name).map_or(0.0, |row| row.elo);
        let strength = |table: &&Decides| table.table.iter().map(elo).sum::<f64>();
        let strongest = one.tables.iter().max_by(|one, other| strength(one).total_cmp(&strength(other)))?;
        Some((one.seats, strongest))
    });
    let strongest: Vec<(usize, &Decides)> = strongest.collect();
    let names = strongest.iter().map(|(_, table)| table.table.join(" v ")).collect::<Vec<_>>().join(", ");
    let closer = claim(&format!("Among the strongest ({names})"), &strongest);
    let claims = [Some(all), depth(&sizes, facts), closer, by_table(&sizes), Some(MEANING.to_owned())];
    Some(claims.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// `Depth of this pool: 9.1, 7.8 rungs at 2, 3 seats, by ratings that misfit.`: from the best to the worst by ratings.
fn depth(sizes: &[&Found], facts: &Facts<'_>) -> Option<String> {
    let lists: Vec<&Ratings> =
        sizes.iter().map(|one| ratings::of(facts, &one.arm, one.seats)).collect::<Option<_>>()?;
    let of = |list: &&Ratings| {
        let (rungs, interval) = rungs(list)?;
        let sure = match interval {
            Some(Interval { low, high }) if high.is_finite() => format!("±{:.1}", (high - rungs).max(rungs - low)),
            Some(Interval { low, .. }) => format!(" (at least {low:.1})"),
            None => String::new(),
        };
        Some(format!("{rungs:.1}{sure}"))
    };
    let depths = lists.iter().map(of).collect::<Option<Vec<_>>>()?.join(", ");
    let seats = words::numbers(sizes.iter().map(|one| one.seats));
    let fit = match lists.iter().filter(|list| list.misfit().is_some()).count() {
        0 => "",
        all if all == lists.len() => ", by ratings that misfit",
        _ => ", by ratings that misfit at some",
    };
    Some(format!("Depth of this pool: {depths} rungs at {seats} seats{fit}."))
}

/// Between what a part lies at single tables, of which all together are the mean: `At single tables of 2, 3 seats skill is 0 to 98, 0 to 71 %,
/// the seat 0 to 85, 1 to 9.` Nothing where no size has several tables.
fn by_table(sizes: &[&Found]) -> Option<String> {
    let several: Vec<&&Found> = sizes.iter().filter(|one| one.tables.len() > 1).collect();
    let range = |part: usize| {
        let ends = |one: &&&Found| {
            let all = || one.tables.iter().map(|table| whole_percents(table.parts.list())[part]);
            format!("{} to {}", all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        several.iter().map(ends).collect::<Vec<_>>().join(", ")
    };
    several.first()?;
    let seats = words::numbers(several.iter().map(|one| one.seats));
    let (skill, seat) = (range(0), range(1));
    Some(format!("At single tables of {seats} seats skill is {skill} %, the seat {seat}."))
}

/// `Among these bots at 2, 3 seats: skill 69/51 %, seat 17/1, deal 1/1, deal × players 7/22, own chance 6/25; each ±4.`
fn claim(among: &str, sizes: &[(usize, &Decides)]) -> Option<String> {
    sizes.first()?;
    let percents: Vec<[u32; PARTS]> = sizes.iter().map(|(_, one)| whole_percents(one.parts.list())).collect();
    let part = |at: usize| percents.iter().map(|parts| parts[at].to_string()).collect::<Vec<_>>().join("/");
    let seats = words::numbers(sizes.iter().map(|(seats, _)| *seats));
    let off = |(part, interval): (f64, Interval)| (interval.high - part).max(part - interval.low);
    let half = |one: &Decides| Some(one.parts.list().into_iter().zip(one.intervals?).map(off).fold(0.0, f64::max));
    let sure = widest(sizes.iter().map(|(_, one)| half(one)), |half| format!("each ±{:.0}", (100.0 * half).ceil()));
    let [skill, seat, deal, players, chance] = std::array::from_fn(part);
    Some(format!(
        "{among} at {seats} seats: skill {skill} %, seat {seat}, deal {deal}, deal × players {players}, own chance {chance}; {sure}."
    ))
}

/// Parts of a whole in whole percents that add up to 100: the largest remainders are rounded up.
fn whole_percents(parts: [f64; PARTS]) -> [u32; PARTS] {
    let mut whole = parts.map(|part| (100.0 * part) as u32);
    let mut order: [usize; PARTS] = std::array::from_fn(|at| at);
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
        assert_eq!(whole_percents([0.676, 0.168, 0.023, 0.1, 0.033]), [68, 17, 2, 10, 3]);
        assert_eq!(whole_percents([0.245, 0.255, 0.245, 0.255, 0.0]), [25, 26, 24, 25, 0]);
        assert_eq!(whole_percents([1.0, 0.0, 0.0, 0.0, 0.0]), [100, 0, 0, 0, 0]);
    }

    #[test]
    fn all_parts_are_named_within_25_words() {
        let parts = Components { skill: 0.69, seat: 0.17, deal: 0.01, players: 0.07, chance: 0.06 };
        let near = |part: f64| Interval { low: part - 0.03, high: part + 0.031 };
        let one = Decides { table: Vec::new(), parts, intervals: Some(parts.list().map(near)) };
        let said = claim("Among these bots", &[(2, &one), (3, &one), (4, &one)]).unwrap();
        assert_eq!(
            said,
            "Among these bots at 2, 3, 4 seats: skill 69/69/69 %, seat 17/17/17, deal 1/1/1, deal × players 7/7/7, \
             own chance 6/6/6; each ±4."
        );
        assert!(crate::report::words::words_of(&said) <= 25, "{}", crate::report::words::words_of(&said));
    }
}
