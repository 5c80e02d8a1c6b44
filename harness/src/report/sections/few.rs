//! Where deals are too few for how skewed they are.

use crate::report::lineup::LineUp;
use crate::report::page::Piece;
use crate::report::words;

/// The most measures that are named.
const MOST: usize = 4;

/// Which means of these tables want more deals, by Cochran's rule, and how many; nothing if none does.
pub(super) fn deals(lineups: &[&LineUp]) -> Option<Piece> {
    let mut wanting: Vec<(String, u64)> = Vec::new();
    for (key, deals) in lineups.iter().flat_map(|lineup| lineup.skewed()) {
        let name = words::subject_and_measure(&key);
        match wanting.iter_mut().find(|(known, _)| *known == name) {
            Some((_, most)) => *most = deals.max(*most),
            None => wanting.push((name, deals)),
        }
    }
    wanting.sort_by(|(_, one), (_, other)| other.cmp(one));
    let named = wanting.iter().take(MOST).map(|(name, deals)| format!("{name} ({})", words::count(*deals)));
    let more = wanting.len().checked_sub(MOST).filter(|more| *more > 0).map(|more| format!("{more} more"));
    let names: Vec<String> = named.chain(more).collect();
    (!names.is_empty()).then(|| {
        Piece::Text(format!(
            "Too skewed for so few deals, by Cochran's rule (deals wanted): {}. Such an interval holds less often than 95 %.",
            words::list(&names)
        ))
    })
}
