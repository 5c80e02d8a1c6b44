//! Rating lists in few words: who may be best.

use super::ratings::Ratings;
use super::words;

/// The most tables that are told one by one instead.
const FEW_TABLES: usize = 2;
/// The most who are named where several may be best.
const MOST_NAMED: usize = 3;

/// What the rating lists come to, if they are worth the name: three or more entrants at three or more tables, all connected.
/// `tables` is their number. First whether the model fits, then of every list who may be best by the simultaneous intervals.
pub(super) fn parts(ratings: &[Ratings], tables: usize) -> Option<(String, Vec<String>)> {
    let is_list = tables > FEW_TABLES && ratings.iter().any(|list| list.rows.len() > 2);
    if !is_list || ratings.iter().any(|list| !list.connected) {
        return None;
    }
    let worst = ratings.iter().filter_map(Ratings::misfit).reduce(f64::max);
    let fit = worst.map_or("Best by rating".to_owned(), |ratio| format!("Ratings fit poorly (χ²/df {ratio:.1}); best"));
    let sizes: Vec<String> = ratings.iter().map(|list| list.seats.to_string()).collect();
    Some((format!("{fit} at {} seats: ", sizes.join(", ")), ratings.iter().map(one).collect()))
}

/// `a (+50 over b)`, or `a, b or c`.
fn one(list: &Ratings) -> String {
    let may: Vec<&str> = list.rows.iter().filter(|row| row.ranks.0 == 1).map(|row| row.name.as_str()).collect();
    match may.as_slice() {
        [_] if list.rows.len() > 1 => {
            let lead = list.lead(0, 1);
            let is_open = lead.interval.is_some_and(|interval| !interval.high.is_finite());
            let by = if is_open { words::lead(&lead) } else { words::elo(lead.elo) };
            format!("{} ({by} over {})", list.rows[0].name, list.rows[1].name)
        }
        [others @ .., last] if (1..MOST_NAMED).contains(&others.len()) && may.len() < list.rows.len() => {
            format!("{} or {last}", others.join(", "))
        }
        _ => format!("any of {}", may.len()),
    }
}
