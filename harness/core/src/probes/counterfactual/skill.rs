//! Luck or skill: what decides who wins. Every match is played a second time with the same deal and the same seats, and new streams for
//! the bots. What the two matches differ by is the bots' own chance. What is left when skill, seat and deal are taken out as well is
//! the interaction of the deal with these players ([`ergo_stats::components`]).

use std::path::Path;

use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_stats::Interval;
use ergo_stats::components::{Components, PARTS, Seated, components, intervals};

use super::{Analysis, Counterfactual, each_row, write_row};
use crate::arena::{Ending, Unwatched};
use crate::probe::{Kind, Match, Out};
use crate::ratings::{self, Ratings};
use crate::report::drawing::Drawing;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::widest;
use crate::report::words::{self, decimal, ends};
use crate::rows::read::RowsError;

pub(in crate::probes) const PROBE: Counterfactual = Counterfactual {
    name: "skill",
    most: 1,
    file: "skill.csv",
    columns: "arm,match,deal,rotation,seat,entrant,share,again",
    fits: |_| Ok(()),
    play_on,
    read: |path| Ok(Analysis { kind: Kind::Luck, found: estimates(path)?, claim, section }.boxed()),
};

/// The file of the picture's numbers.
const FILE: &str = "plots/skill.csv";
/// The parts, in the order of `Components`.
const NAMES: [&str; PARTS] = ["skill", "seat", "deal", "deal × players", "own chance"];

const ABOUT: &str = "Parts of the variance of a share of a win. Skill is who plays, the seat is where, the deal is what the cards of a deal \
    give to a seat whoever sits there. Deal × players is what comes of a deal with these players in these seats: skill that shows \
    in some deals or seats only. Own chance is what changes when the same match is played again and only the bots' own chance is \
    drawn anew. All are among these bots: with others that are less alike skill is more. A rung is a lead with which one wins \
    three of four matches, seat for seat, by the model of the ratings; the depth is how many lie between the worst and the best \
    of the list. Intervals are 95 %, over deals.";

/// Explains the two parts that have no everyday name.
const MEANING: &str = "Deal × players: a deal suits some of these bots or seats more than others. Own chance: the same match played again, \
                       only the bots' own chance drawn anew.";

/// Plays the match again and writes the shares of the win in both.
fn play_on(
    played: &Match<'_>,
    transcript: &Transcript,
    ending: &Ending,
    _: u32,
    out: &mut Out<'_>,
) -> Result<(), String> {
    let seed = transcript.seed.derive("skill", &[played.slot.number]);
    let again = played.rules.play(transcript.seed, &played.table.anew(&seed), None, &mut Unwatched);
    let [one, other] =
        [ending, &again].map(|ending| crate::rows::found(played.arm, played.slot, played.entrants, ending).seats);
    for (seat, (one, other)) in one.iter().zip(&other).enumerate() {
        let cells = [Seat::new(seat).into(), one.entrant.as_str().into(), (&one.share).into(), (&other.share).into()];
        write_row(played, out, &cells);
    }
    Ok(())
}

/// The variance components of a share of the win, at a table or over all of a size.
struct Decides {
    /// The entrants of the table; empty for all of a size.
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
    all: Decides,
    tables: Vec<Decides>,
}

/// Matches of a table, deal by deal.
struct Played {
    arm: String,
    table: Vec<String>,
    deal: u64,
    deals: Vec<Vec<Seated>>,
}

/// A row of the file for each seat of a match: the entrant and its shares.
#[derive(Default)]
struct Twice {
    arm: String,
    number: u64,
    deal: u64,
    seats: Vec<(String, [f64; 2])>,
}

/// Reads the file at `path`. Tables of equals, and tables whose deals are played once, have no components.
fn estimates(path: &Path) -> Result<Vec<Size>, RowsError> {
    let mut played: Vec<Played> = Vec::new();
    let mut now = Twice::default();
    each_row(path, ["arm", "match", "deal", "entrant", "share", "again"], |source, columns| {
        let [arm, number, deal, entrant, share, again] = columns;
        let number = source.number(number)?;
        if number != now.number {
            let next =
                Twice { arm: source.text(arm)?.to_owned(), number, deal: source.number(deal)?, seats: Vec::new() };
            add(&mut played, std::mem::replace(&mut now, next));
        }
        now.seats.push((source.text(entrant)?.to_owned(), [source.share(share)?, source.share(again)?]));
        Ok(())
    })?;
    add(&mut played, now);
    played.retain(|one| {
        one.table.windows(2).any(|pair| pair[0] != pair[1]) && components(std::slice::from_ref(&one.deals)).is_some()
    });
    let mut sizes: Vec<(String, usize, Vec<Played>)> = Vec::new();
    for one in played {
        match sizes.iter_mut().find(|(arm, seats, _)| *arm == one.arm && *seats == one.table.len()) {
            Some((.., tables)) => tables.push(one),
            None => sizes.push((one.arm.clone(), one.table.len(), vec![one])),
        }
    }
    let size = |(arm, seats, played): (String, usize, Vec<Played>)| {
        let each = played.iter().filter_map(|one| decides(one.table.clone(), std::slice::from_ref(&one.deals)));
        let tables = each.collect();
        let all: Vec<Vec<Vec<Seated>>> = played.into_iter().map(|one| one.deals).collect();
        Some(Size { arm, seats, all: decides(Vec::new(), &all)?, tables })
    };
    Ok(sizes.into_iter().filter_map(size).collect())
}

/// Adds a match to those of its table.
fn add(played: &mut Vec<Played>, Twice { arm, deal: number, seats, .. }: Twice) {
    if seats.is_empty() {
        return;
    }
    let mut table: Vec<String> = seats.iter().map(|(entrant, _)| entrant.clone()).collect();
    table.sort();
    let at = played.iter().rposition(|known| known.arm == arm && known.table == table).unwrap_or_else(|| {
        played.push(Played { arm, table, deal: 0, deals: Vec::new() });
        played.len() - 1
    });
    let Played { table, deal, deals, .. } = &mut played[at];
    if *deal != number || deals.is_empty() {
        deals.push(Vec::new());
        *deal = number;
    }
    let seated = seats.into_iter().enumerate().filter_map(|(seat, (name, shares))| {
        Some(Seated { seat, entrant: table.iter().position(|known| *known == name)?, shares })
    });
    if let Some(last) = deals.last_mut() {
        last.extend(seated);
    }
}

fn decides(table: Vec<String>, played: &[Vec<Vec<Seated>>]) -> Option<Decides> {
    Some(Decides { table, parts: components(played)?.parts(), intervals: intervals(played) })
}

/// The number of rungs between the best and the worst of a list, and its interval (Lantz et al. 2017). A rung is a lead with which
/// one wins three of four matches, seat for seat.
fn rungs(ratings: &Ratings) -> Option<(f64, Option<Interval>)> {
    let last = ratings.rows.len().checked_sub(1).filter(|last| *last > 0)?;
    let (lead, rung) = (ratings.single_lead(0, last), ratings.rung());
    let interval = lead.interval.map(|Interval { low, high }| Interval { low: low / rung, high: high / rung });
    Some((lead.elo / rung, interval))
}

/// A claim over all tables of the first arm, and one of the table of each size that is strongest by its ratings, where there are
/// several.
fn claim(all: &[Size], facts: &Facts<'_>) -> Option<String> {
    let sizes: Vec<&Size> = all.iter().filter(|one| one.arm == all[0].arm).collect();
    let among = parts("Among these bots", &sizes.iter().map(|one| (one.seats, &one.all)).collect::<Vec<_>>())?;
    let strongest = sizes.iter().filter(|one| one.tables.len() > 1).filter_map(|one| {
        let list = ratings::of(facts, &one.arm, one.seats)?;
        let elo = |name: &String| list.rows.iter().find(|row| row.name == *name).map_or(0.0, |row| row.elo);
        let strength = |table: &&Decides| table.table.iter().map(elo).sum::<f64>();
        let strongest = one.tables.iter().max_by(|one, other| strength(one).total_cmp(&strength(other)))?;
        Some((one.seats, strongest))
    });
    let strongest: Vec<(usize, &Decides)> = strongest.collect();
    let names = strongest.iter().map(|(_, table)| table.table.join(" v ")).collect::<Vec<_>>().join(", ");
    let closer = parts(&format!("Among the strongest ({names})"), &strongest);
    let claims = [Some(among), depths(&sizes, facts), closer, by_table(&sizes), Some(MEANING.to_owned())];
    Some(claims.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// `Depth of this pool: 9.1, 7.8 rungs at 2, 3 seats, by ratings that misfit.`: from the best to the worst by ratings.
fn depths(sizes: &[&Size], facts: &Facts<'_>) -> Option<String> {
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

/// The range of two parts over single tables: `At single tables of 2, 3 seats skill is 0 to 98, 0 to 71 %, the seat 0 to 85, 1 to 9.`
/// Nothing where no size has several tables.
fn by_table(sizes: &[&Size]) -> Option<String> {
    let several: Vec<&&Size> = sizes.iter().filter(|one| one.tables.len() > 1).collect();
    let range = |part: usize| {
        let ends = |one: &&&Size| {
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
fn parts(among: &str, sizes: &[(usize, &Decides)]) -> Option<String> {
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

fn section(all: &[Size], facts: &Facts<'_>) -> Part {
    let (mut rows, mut bars) = (Vec::new(), Vec::new());
    let heads = ["tables"].into_iter().chain(NAMES);
    let mut sizes = Table::new(1, heads.clone().chain(["rungs"]));
    let mut tables = Table::new(1, heads);
    for size in all {
        let name = facts.group(&size.arm, size.seats);
        bars.push((name.clone(), size.all.parts.list().map(|part| 100.0 * part).to_vec()));
        sizes.row::<Cell>([name.into()].into_iter().chain(cells(&size.all)).chain([depth(facts, size).into()]));
        rows.extend(lines(size, &size.all));
        for one in &size.tables {
            let arm = if facts.has_arms() { format!(", {}", size.arm) } else { String::new() };
            tables.row::<Cell>([format!("{}{arm}", one.table.join(" v ")).into()].into_iter().chain(cells(one)));
            rows.extend(lines(size, one));
        }
    }
    let picture = Piece::Picture(Picture {
        drawing: Drawing::Stacked { rows: bars, axis: "what decides who wins, %".to_owned() },
        shows: "What decides who wins, over all tables of a size.".to_owned(),
        colours: NAMES.iter().enumerate().map(|(i, part)| (i, (*part).to_owned())).collect(),
        file: FILE,
        svg: None,
    });
    let every = Piece::Fold("Every table".to_owned(), vec![Piece::Table(tables)]);
    let pieces = vec![Piece::Text(ABOUT.to_owned()), picture, Piece::Table(sizes), every];
    let section = Section { title: "Luck or skill".to_owned(), pieces };
    let heads = ["arm", "seats", "table", "part", "share", "low", "high"];
    Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) }
}

/// Every part with its interval.
fn each(decides: &Decides) -> impl Iterator<Item = (f64, Option<Interval>)> {
    let interval = |place: usize| decides.intervals.map(|intervals| intervals[place]);
    decides.parts.list().into_iter().enumerate().map(move |(place, part)| (part, interval(place)))
}

fn cells(decides: &Decides) -> impl Iterator<Item = Cell> {
    each(decides).map(|(part, interval)| said(part, interval).into())
}

/// A part; at either edge only a bound.
fn said(part: f64, interval: Option<Interval>) -> String {
    match (words::percent(part).as_str(), interval) {
        ("0.0 %", Some(interval)) => format!("at most {}", words::percent(interval.high)),
        ("100.0 %", Some(interval)) => format!("at least {}", words::percent(interval.low)),
        _ => words::number(part, interval, true, false),
    }
}

/// `6.2, 5.8 to 6.7`.
fn depth(facts: &Facts<'_>, size: &Size) -> String {
    let list = ratings::of(facts, &size.arm, size.seats);
    let fit = list.and_then(Ratings::misfit).map_or(String::new(), |ratio| format!(" (misfit, χ² / df {ratio:.1})"));
    let depth = match list.and_then(rungs) {
        None => "–".to_owned(),
        Some((rungs, Some(Interval { low, high }))) if low.is_finite() && high.is_finite() => {
            format!("{rungs:.1}, {low:.1} to {high:.1}")
        }
        Some((rungs, Some(Interval { low, .. }))) if low.is_finite() => format!("{rungs:.1}, at least {low:.1}"),
        Some((rungs, _)) => format!("{rungs:.1}"),
    };
    depth + &fit
}

fn lines(size: &Size, decides: &Decides) -> Vec<Vec<String>> {
    let line = |((part, interval), name): ((f64, Option<Interval>), &&str)| {
        let ([low, high], table) = (ends(interval), decides.table.join(" v "));
        vec![size.arm.clone(), size.seats.to_string(), table, (*name).to_owned(), decimal(part), low, high]
    };
    each(decides).zip(&NAMES).map(line).collect()
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
    fn parts_at_the_edge_are_bounds() {
        let of = |part, low, high| said(part, Some(Interval { low, high }));
        assert_eq!(of(0.000_2, 0.0, 0.031), "at most 3.1 %");
        assert_eq!(of(1.0, 0.905, 1.0), "at least 90.5 %");
        assert_eq!(said(0.0, None), "0.0 % ± –");
    }
}
