//! Rating lists in one sentence.

use super::ratings::Ratings;
use super::words;

/// The most tables that are told one by one instead.
const FEW_TABLES: usize = 2;
/// So many stand at the head of a list; after them comes the last.
const HEAD: usize = 3;

/// The rating list of every number of seats, if there is one worth the name: three or more entrants at three or more tables,
/// all connected. `tables` is their number.
pub fn sentence(ratings: &[Ratings], tables: usize) -> Option<String> {
    let is_list = tables > FEW_TABLES && ratings.iter().any(|list| list.rows.len() > 2);
    if !is_list || ratings.iter().any(|list| !list.connected) {
        return None;
    }
    let lists: Vec<String> = ratings.iter().map(one).collect();
    let what = match ratings[0].anchor {
        Some(anchor) => format!(
            "Elo above {}, best first, in brackets the interval (all together 95 %) and the ranks left open",
            ratings[0].rows[anchor].name
        ),
        None => "Elo, best first, in brackets the lead over the next (all leads together 95 %) and the ranks left open"
            .to_owned(),
    };
    let rest = if ratings.iter().any(|list| list.rows.len() > HEAD + 1) { "; the rest is in the report" } else { "" };
    Some(format!("{what}: {}{rest}.", lists.join("; ")))
}

/// `two seats: a +90 (+50, 20 to 80; rank 1), b +40 (+130, 101 to 160; rank 2) … z -90 (rank 9)`.
fn one(list: &Ratings) -> String {
    let last = list.rows.len() - 1;
    let whole = list.rows.len() <= HEAD + 1;
    let head = if whole { last } else { HEAD };
    let first: Vec<String> = (0..head).map(|row| entry(list, row)).collect();
    let between = if whole { ", " } else { " … " };
    let misfit = match list.misfit() {
        Some(ratio) => format!(" (a poor fit, χ²/df {ratio:.1}: read the matrix too)"),
        None => String::new(),
    };
    format!("{} seats{misfit}: {}{between}{}", words::small(list.seats), first.join(", "), entry(list, last))
}

fn entry(list: &Ratings, row: usize) -> String {
    let rated = &list.rows[row];
    let ranks =
        format!("{} {}", if rated.ranks.0 == rated.ranks.1 { "rank" } else { "ranks" }, words::ranks(rated.ranks));
    let (elo, lead) = match list.anchor {
        Some(anchor) if anchor == row => ("0".to_owned(), None),
        Some(anchor) => {
            let lead = list.lead(row, anchor);
            (words::elo(lead.elo), lead.interval.map(words::elo_range))
        }
        None if row + 1 < list.rows.len() => (words::elo(rated.elo), Some(words::lead(&list.lead(row, row + 1)))),
        None => (words::elo(rated.elo), None),
    };
    let lead = lead.map_or_else(String::new, |lead| format!("{lead}; "));
    format!("{} {elo} ({lead}{ranks})", rated.name)
}
