//! Luck or skill: splits the variance of results. Every match is repeated with the same deal and seats but new random
//! streams for the bots. The difference between the two matches is due to the bots' own randomness. What remains after
//! skill, seat and deal is the interaction of the deal with these players ([`ergo_stats::components`]).

use std::path::Path;

use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_stats::Interval;
use ergo_stats::components::{Components, PARTS, SeatResult, components, intervals};

use super::{Counterfactual, Estimated, each_row, write_row};
use crate::probes::probe::{RowWriter, WatchedMatch};
use crate::registry::arena::{Ending, NoWatcher};
use crate::report::analysis::{PlotFile, decimal, ends};
use crate::report::pages::Detail;
use crate::rows::read::RowsError;

pub(in crate::probes) const PROBE: Counterfactual = Counterfactual {
    name: "skill",
    most: 1,
    file: "skill.csv",
    columns: "arm,match,deal,rotation,seat,entrant,share,again",
    fits: |_| Ok(()),
    play_on,
    read: |path| Ok(Estimated { all: estimates(path)?, file, detail }.boxed()),
};

/// The file with the numbers of the chart.
const FILE: &str = "plots/skill.csv";
/// The parts, in the order of `Components`.
const NAMES: [&str; PARTS] = ["skill", "seat", "deal", "deal × players", "own chance"];

const NOTE: &str = "Parts of the variance of a share of a win. \"skill\": who plays. \"seat\": where. \"deal\": what the cards of a deal give to \
    a seat, for any player. \"deal × players\": a deal suits some of these bots or seats more than others. \"own chance\": what \
    changes when the same match is played again and only the bots' own random choices are drawn anew. All shares depend on the pool: \
    with bots that are less alike skill is more.";

/// Repeats the match and writes the win shares of both.
fn play_on(
    played: &WatchedMatch<'_>,
    transcript: &Transcript,
    ending: &Ending,
    _: u32,
    out: &mut RowWriter<'_>,
) -> Result<(), String> {
    let seed = transcript.seed.derive("skill", &[played.slot.number]);
    let again = played.rules.play(transcript.seed, &played.table.with_seed(&seed), None, &mut NoWatcher);
    let [one, other] =
        [ending, &again].map(|ending| crate::rows::match_rows(played.arm, played.slot, played.entrants, ending).seats);
    for (seat, (one, other)) in one.iter().zip(&other).enumerate() {
        let cells = [Seat::new(seat).into(), one.entrant.as_str().into(), (&one.share).into(), (&other.share).into()];
        write_row(played, out, &cells);
    }
    Ok(())
}

/// The variance components of the win share, at one table or over all tables of a size.
struct VarianceShares {
    /// The entrants of the table; empty for all tables of a size.
    table: Vec<String>,
    parts: Components,
    /// In the order of [`Components::list`].
    intervals: Option<[Interval; PARTS]>,
}

/// The tables of one size in one arm.
struct Size {
    arm: String,
    seats: usize,
    /// All tables together.
    all: VarianceShares,
    tables: Vec<VarianceShares>,
}

/// The matches of a table, by deal.
struct TableDeals {
    arm: String,
    table: Vec<String>,
    deal: u64,
    deals: Vec<Vec<SeatResult>>,
}

/// A match with its entrants and their win shares in both runs.
#[derive(Default)]
struct ReplayedMatch {
    arm: String,
    number: u64,
    deal: u64,
    seats: Vec<(String, [f64; 2])>,
}

/// Reads the file at `path`. Tables of equal entrants, and tables whose deals are played once, have no components.
fn estimates(path: &Path) -> Result<Vec<Size>, RowsError> {
    let mut played: Vec<TableDeals> = Vec::new();
    let mut now = ReplayedMatch::default();
    each_row(path, ["arm", "match", "deal", "entrant", "share", "again"], |source, columns| {
        let [arm, number, deal, entrant, share, again] = columns;
        let number = source.number(number)?;
        if number != now.number {
            let next = ReplayedMatch {
                arm: source.text(arm)?.to_owned(),
                number,
                deal: source.number(deal)?,
                seats: Vec::new(),
            };
            add(&mut played, std::mem::replace(&mut now, next));
        }
        now.seats.push((source.text(entrant)?.to_owned(), [source.share(share)?, source.share(again)?]));
        Ok(())
    })?;
    add(&mut played, now);
    played.retain(|one| {
        one.table.windows(2).any(|pair| pair[0] != pair[1]) && components(std::slice::from_ref(&one.deals)).is_some()
    });
    let mut sizes: Vec<(String, usize, Vec<TableDeals>)> = Vec::new();
    for one in played {
        match sizes.iter_mut().find(|(arm, seats, _)| *arm == one.arm && *seats == one.table.len()) {
            Some((.., tables)) => tables.push(one),
            None => sizes.push((one.arm.clone(), one.table.len(), vec![one])),
        }
    }
    let size = |(arm, seats, played): (String, usize, Vec<TableDeals>)| {
        let each = played.iter().filter_map(|one| decides(one.table.clone(), std::slice::from_ref(&one.deals)));
        let tables = each.collect();
        let all: Vec<Vec<Vec<SeatResult>>> = played.into_iter().map(|one| one.deals).collect();
        Some(Size { arm, seats, all: decides(Vec::new(), &all)?, tables })
    };
    Ok(sizes.into_iter().filter_map(size).collect())
}

/// Adds a match to its table.
fn add(played: &mut Vec<TableDeals>, ReplayedMatch { arm, deal: number, seats, .. }: ReplayedMatch) {
    if seats.is_empty() {
        return;
    }
    let mut table: Vec<String> = seats.iter().map(|(entrant, _)| entrant.clone()).collect();
    table.sort();
    let at = played.iter().rposition(|known| known.arm == arm && known.table == table).unwrap_or_else(|| {
        played.push(TableDeals { arm, table, deal: 0, deals: Vec::new() });
        played.len() - 1
    });
    let TableDeals { table, deal, deals, .. } = &mut played[at];
    if *deal != number || deals.is_empty() {
        deals.push(Vec::new());
        *deal = number;
    }
    let seated = seats.into_iter().enumerate().filter_map(|(seat, (name, shares))| {
        Some(SeatResult { seat, entrant: table.iter().position(|known| *known == name)?, shares })
    });
    if let Some(last) = deals.last_mut() {
        last.extend(seated);
    }
}

fn decides(table: Vec<String>, played: &[Vec<Vec<SeatResult>>]) -> Option<VarianceShares> {
    Some(VarianceShares { table, parts: components(played)?.parts(), intervals: intervals(played) })
}

fn file(all: &[Size]) -> PlotFile {
    let rows: Vec<Vec<String>> = all
        .iter()
        .flat_map(|size| lines(size, &size.all).into_iter().chain(size.tables.iter().flat_map(|one| lines(size, one))))
        .collect();
    PlotFile::new(FILE, &["arm", "seats", "table", "part", "share", "low", "high"], &rows)
}

fn detail(_: &[Size]) -> Detail {
    Detail { title: "What decides who wins: method".to_owned(), note: NOTE.to_owned(), ..Detail::default() }
}

/// Returns every part with its interval.
fn each(decides: &VarianceShares) -> impl Iterator<Item = (f64, Option<Interval>)> {
    let interval = |place: usize| decides.intervals.map(|intervals| intervals[place]);
    decides.parts.list().into_iter().enumerate().map(move |(place, part)| (part, interval(place)))
}

fn lines(size: &Size, decides: &VarianceShares) -> Vec<Vec<String>> {
    let line = |((part, interval), name): ((f64, Option<Interval>), &&str)| {
        let ([low, high], table) = (ends(interval), decides.table.join(" v "));
        vec![size.arm.clone(), size.seats.to_string(), table, (*name).to_owned(), decimal(part), low, high]
    };
    each(decides).zip(&NAMES).map(line).collect()
}
