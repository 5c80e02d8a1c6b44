//! Luck or skill: what decides who wins, at every table and over all of a size, by the rows of `matches.csv`.

use std::path::Path;

use ergo_stats::Interval;
use ergo_stats::components::{Components, Seated, components, intervals};

use crate::report::ratings::Ratings;
use crate::report::words;
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

/// One claim over all tables of the first arm; nothing where there is none.
pub(super) fn answer(skill: &[Found], ratings: &[Ratings]) -> Option<String> {
    let first = skill.first()?;
    let sizes: Vec<&Found> = skill.iter().filter(|one| one.arm == first.arm).collect();
    let each = |of: fn(&Components) -> f64| {
        let percents = sizes.iter().map(|one| format!("{:.0}", 100.0 * of(&one.all.parts)));
        percents.collect::<Vec<_>>().join(", ")
    };
    let seats = sizes.iter().map(|one| one.seats.to_string()).collect::<Vec<_>>().join(", ");
    let deep = sizes.iter().filter_map(|one| {
        let ratings = ratings.iter().find(|ratings| ratings.arm == one.arm && ratings.seats == one.seats)?;
        Some(format!("{:.0}", rungs(ratings)?.0))
    });
    let deep: Vec<String> = deep.collect();
    let deep = if deep.len() == sizes.len() { format!("; {} rungs deep", deep.join(", ")) } else { String::new() };
    let claim = format!(
        "At {seats} seats skill is {} % of who wins, the deal {} %{deep}.",
        each(|parts| parts.skill),
        each(|parts| parts.deal)
    );
    debug_assert!(words::words_of(&claim) <= 25 || sizes.len() > 3, "{claim}");
    Some(claim)
}
