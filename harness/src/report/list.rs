//! Rating lists in few words: who may be best.

use super::ratings::Ratings;
use super::words;

/// The most tables that are told one by one instead.
const FEW_TABLES: usize = 2;
/// The most who are named where several may be best.
const MOST_NAMED: usize = 3;

/// What the rating lists come to, if they are worth the name: three or more entrants at three or more tables, all connected.
/// `tables` is their number. First whether the model fits, then of every list who may be best by the simultaneous intervals.
pub fn parts(ratings: &[Ratings], tables: usize) -> Option<(String, Vec<String>)> {
    let is_list = tables > FEW_TABLES && ratings.iter().any(|list| list.rows.len() > 2);
    if !is_list || ratings.iter().any(|list| !list.connected) {
        return None;
    }
    let worst = ratings.iter().filter_map(Ratings::misfit).reduce(f64::max);
    let head = worst.map_or_else(String::new, |ratio| format!("Ratings fit poorly (χ²/df {ratio:.1}): "));
    Some((head, ratings.iter().map(one).collect()))
}

/// `a leads b by +50, 20 to 80 (two seats)`, or `a, b and c may be best (two seats)`.
fn one(list: &Ratings) -> String {
    let names = |of: &dyn Fn(usize) -> bool| -> Vec<String> {
        (0..list.rows.len()).filter(|row| of(*row)).map(|row| list.rows[row].name.clone()).collect()
    };
    let may = names(&|row| list.rows[row].ranks.0 == 1);
    let seats = words::small(list.seats);
    match may.len() {
        1 if list.rows.len() > 1 => {
            let (best, next) = (&list.rows[0].name, &list.rows[1].name);
            format!("{best} leads {next} by {} Elo ({seats} seats)", words::lead(&list.lead(0, 1)))
        }
        few @ 2..=MOST_NAMED if few < list.rows.len() => format!("{} may be best ({seats} seats)", words::list(&may)),
        many => format!("any of {many} may be best ({seats} seats)"),
    }
}
