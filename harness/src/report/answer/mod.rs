//! The answer: a claim of at most 25 words for each part of the question. It speaks of what was asked for, or of what stands out
//! after a correction for all that was looked at; never of the largest of many as if it had been chosen beforehand.
//!
//! What matters stands first, and each value has its half width, which is that of 95 %; a list of results shows the first claim whole
//! ([`brief`]). Differences of shares are in percentage points, `pp`.

mod alone;
mod brief;
mod change;
mod cut;
mod pooled;
mod said;
mod turn;

use super::asked::Asked;
use super::kept::Kept;
use super::lineup::LineUp;
use super::list;
use super::ratings::Ratings;
use super::responses::{Response, responses};
use super::scale::Scale;
use super::words;
use crate::measure::Key;
use crate::rows::read::RowsError;
use ergo_stats::multiplicity::holm;

use alone::{by_arm, wins_by_arm};
use change::{between_arms, from_first_to_last, which_arms};
pub(crate) use cut::short;
pub(super) use said::{Said, figure};
use said::{apart, asked, nothing};

pub use brief::brief;

/// What is clear at this error rate, all tests of the answer together, stands out.
const CLEAR: f64 = 0.05;

/// The most blocks that are held in memory. Of more, each table has power enough by itself.
const MOST_BLOCKS: u64 = 500_000;

/// The measures asked for, deal by deal, where there are arms.
pub(super) fn courses(lineups: &[LineUp], kept: &mut Kept, asked: &Asked) -> Result<Vec<Response>, RowsError> {
    let arms = arms(lineups);
    let blocks: u64 = lineups.iter().map(|lineup| lineup.blocks).sum();
    if arms.len() < 2 || asked.keys.is_empty() || blocks > MOST_BLOCKS {
        return Ok(Vec::new());
    }
    responses(kept, lineups, arms.len(), &asked.keys)
}

fn is_ascending(arms: &[&str], words: &[String]) -> bool {
    Scale::of(arms, words).is_some_and(|scale| scale.is_ascending())
}

/// What the rows say: of each of `keys` if any is asked for, else the rating lists of a tournament, or how often the first of each
/// table won; with several arms, what stands out among their differences. `winner` is the sentence that a tournament in stages
/// begins with.
pub(super) fn answer(said: &Said<'_>, ratings: &[Ratings], keys: &[Key], winner: Option<&str>) -> String {
    let lineups = said.lineups;
    if lineups.is_empty() {
        return "Nothing was played.".to_owned();
    }
    if keys.is_empty() {
        return of_all(lineups, ratings, winner);
    }
    let claims = keys.iter().map(|key| of_one(said, key)).collect::<Vec<_>>().join(" ");
    // Of several, each half width stands at its value.
    if keys.len() > 1 { claims.replace(" ± ", "±") } else { claims }
}

/// The claim about one measure.
fn of_one(said: &Said<'_>, key: &Key) -> String {
    let lineups = said.lineups;
    let arms = arms(lineups);
    match arms.len() {
        1 => value_everywhere(lineups, key),
        _ if is_ascending(&arms, said.words) => from_first_to_last(said, &arms, key),
        some => by_arm(lineups, &arms, key).unwrap_or_else(|| match some {
            2 => from_first_to_last(said, &arms, key),
            _ => which_arms(said, &arms, key),
        }),
    }
}

/// The claim where no measure was asked for.
fn of_all(lineups: &[LineUp], ratings: &[Ratings], winner: Option<&str>) -> String {
    let first = &lineups[0];
    let arms = arms(lineups);
    if arms.len() > 1 {
        return wins_by_arm(lineups, &arms).unwrap_or_else(|| between_arms(lineups));
    }
    let winner = winner.map_or_else(String::new, |winner| format!("{winner}; "));
    if let Some((head, parts)) = list::parts(ratings, lineups.len()) {
        return short(&format!("{winner}{head}"), parts);
    }
    if lineups.iter().all(LineUp::is_of_copies) {
        return by_seat(lineups);
    }
    let who = |(i, lineup): (usize, &LineUp)| match i {
        0 => who_won(lineup, true),
        _ if lineup.table[0] == first.table[0] => who_won(lineup, false),
        _ => format!("{} {}", lineup.table[0], who_won(lineup, false)),
    };
    short(&winner, lineups.iter().enumerate().map(who).collect())
}

/// The arms in their order.
pub(super) fn arms(lineups: &[LineUp]) -> Vec<&str> {
    let mut arms: Vec<&str> = Vec::new();
    for lineup in lineups {
        if arms.last() != Some(&lineup.arm.as_str()) {
            arms.push(&lineup.arm);
        }
    }
    arms
}

/// A measure at every table: `Rounds that are a paradox: 17.4 % ± 1.0, … at 2, 3 seats.`; of somebody who sits alone at some
/// tables and among others like him at others, first those, then these.
fn value_everywhere(lineups: &[LineUp], key: &Key) -> String {
    let found: Vec<&LineUp> = lineups.iter().filter(|lineup| lineup.asked(key).is_some()).collect();
    if found.is_empty() {
        return nothing(key);
    }
    let value = |lineup: &LineUp| lineup.asked(key).map(|found| words::with_interval(&found)).unwrap_or_default();
    let at = |lineups: &[&LineUp]| {
        let values: Vec<String> = lineups.iter().map(|lineup| value(lineup)).collect();
        let sizes: Vec<String> = lineups.iter().map(|lineup| lineup.table.len().to_string()).collect();
        (values.join(", "), sizes.join(", "))
    };
    let head = format!("{}: ", asked(key));
    if apart(found.iter().copied()) {
        let (values, sizes) = at(&found);
        return short(&head, vec![format!("{values} at {sizes} seats")]);
    }
    let is_alone = |lineup: &LineUp| {
        let subject = key.at(&lineup.table).subject;
        lineup.table.iter().filter(|name| **name == subject).count() == 1
    };
    let (alone, together): (Vec<&LineUp>, Vec<&LineUp>) = found.iter().copied().partition(|lineup| is_alone(lineup));
    if !alone.is_empty() && apart(alone.iter().copied()) && apart(together.iter().copied()) {
        return short(&head, vec![alone_and_together(&alone, &together, key)]);
    }
    let part = |lineup: &LineUp| format!("{} ({})", value(lineup), lineup.short());
    short(&head, found.into_iter().map(part).collect())
}

/// `87.2, 74.1 % alone at 2, 3 seats; 41.0, 25.2 % each of several at 3, 4; all ±1.5`: the widest half width is that of all.
fn alone_and_together(alone: &[&LineUp], together: &[&LineUp], key: &Key) -> String {
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, " %") } else { (1.0, 2, "") };
    let values = |lineups: &[&LineUp]| {
        let found = lineups.iter().filter_map(|lineup| lineup.asked(key));
        found.map(|found| format!("{:.digits$}", found.value * scale)).collect::<Vec<_>>().join(", ")
    };
    let sizes = |lineups: &[&LineUp]| {
        lineups.iter().map(|lineup| lineup.table.len().to_string()).collect::<Vec<_>>().join(", ")
    };
    let reach = |lineup: &&LineUp| {
        let found = lineup.asked(key)?;
        found.interval.map(|interval| (interval.high - found.value).max(found.value - interval.low) * scale)
    };
    let widest = alone.iter().chain(together).filter_map(reach).fold(0.0, f64::max);
    format!(
        "{}{unit} alone at {} seats; {}{unit} each of several at {}; all ±{widest:.digits$}",
        values(alone),
        sizes(alone),
        values(together),
        sizes(together)
    )
}

/// Copies of one bot: whether their seats are alike, tested at all tables together.
fn by_seat(lineups: &[LineUp]) -> String {
    let tested: Vec<f64> = lineups.iter().filter_map(LineUp::seats_alike).collect();
    let clear = holm(&tested).iter().filter(|p| **p < CLEAR).count();
    let verdict = match clear {
        0 => "alike as far as can be told",
        all if all == lineups.len() => "not alike",
        _ => "not alike everywhere",
    };
    let shares = |lineup: &LineUp| {
        let share = |seat: usize| lineup.measure(&format!("seat {seat}"), "win_share");
        let shares = (1..=lineup.table.len()).filter_map(share).map(|share| format!("{:.0}", share.value * 100.0));
        shares.collect::<Vec<_>>().join(", ")
    };
    let shares = lineups.iter().map(shares).collect::<Vec<_>>().join("; ");
    // What is exact is not tested.
    if lineups.iter().all(|lineup| lineup.repeated().is_some()) {
        return short("Wins by seat, in %: ", vec![shares]);
    }
    let measures = lineups.iter().flat_map(LineUp::measures);
    let seats =
        measures.filter(|found| found.key.subject.starts_with("seat ") && found.key.measure.name == "win_share");
    let halves =
        seats.filter_map(|found| found.interval.map(|one| (one.high - found.value).max(found.value - one.low)));
    let widest = halves.fold(0.0, f64::max) * 100.0;
    let who = names(lineups);
    short(&format!("Seats of {who} are {verdict} "), vec![format!("(% of wins by seat, each ±{widest:.1}: {shares})")])
}

/// Who plays at these tables: `td`, `td and greedy`.
fn names(lineups: &[LineUp]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in lineups.iter().flat_map(|lineup| &lineup.distinct) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    words::list(&names)
}

/// How often the first of a table won: `greedy won 97.2 % ± 0.8 of 1,000 two-seat matches against random`; after the first
/// table in fewer words.
fn who_won(lineup: &LineUp, in_full: bool) -> String {
    let subject = if lineup.is_of_copies() { "seat 1".to_owned() } else { lineup.table[0].clone() };
    let Some(share) = lineup.measure(&subject, "win_share") else { return "nobody won".to_owned() };
    if let [name] = lineup.table.as_slice() {
        let value = words::with_interval(&share);
        let matches = words::counted(lineup.matches, "match");
        return if in_full { format!("{name} won {value} of {matches} alone") } else { value };
    }
    let mut others = lineup.table.clone();
    others.remove(0);
    let each = if others.contains(&subject) { "each " } else { "" };
    let against = match lineup.distinct.len() {
        1 => format!("among {} alone", lineup.table[0]),
        _ => format!("against {}", words::list(&grouped(&others))),
    };
    let value = words::with_interval(&share);
    let matches = words::counted(lineup.matches, &format!("{}-seat match", words::small(lineup.table.len())));
    if in_full { format!("{each}{subject} won {value} of {matches} {against}") } else { format!("{value} {against}") }
}

/// Equal names counted: `three random`.
fn grouped(names: &[String]) -> Vec<String> {
    let mut groups: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => groups.push((name, 1)),
        }
    }
    let say = |(name, count): &(&String, usize)| match count {
        1 => (*name).clone(),
        count => format!("{} {name}", words::small(*count)),
    };
    groups.iter().map(say).collect()
}
