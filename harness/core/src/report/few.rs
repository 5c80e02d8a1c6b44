//! Where deals are too few for how skewed they are.

use super::lineup::LineUp;
use super::page::Piece;
use super::words;

/// The most measures that are named.
const MOST: usize = 4;

/// Which means of these tables want more deals, by Cochran's rule, and how many; nothing if none does.
pub(crate) fn deals(lineups: &[&LineUp]) -> Option<Piece> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::measure::{Key, Measure, Of, Per, Unit, Value};
    use ergo_engine::seat::MAX_SEATS;

    /// 40 deals, in each of which measure number `i` has the value of `of[i](deal)`.
    fn lineup(of: &[fn(u32) -> f64]) -> LineUp {
        let mut lineup = LineUp::new("", vec!["a".to_owned(), "b".to_owned()], false);
        for i in 0..of.len() {
            let name = format!("m{i}");
            let measure =
                Measure::new(&name, &name, Unit::Amount("points".to_owned()), Per::Rounds, Of::All, Value::Wins);
            lineup.place(|| Key::new("all", &Arc::new(measure)), |_| false);
        }
        for deal in 0..40 {
            let mut sums: Vec<(f64, f64)> = of.iter().map(|of| (of(deal), 1.0)).collect();
            sums.push((0.0, 1.0));
            lineup.add_block(&sums, [0.5; MAX_SEATS]);
        }
        lineup
    }

    #[test]
    fn names_what_is_skewed_and_nothing_else() {
        let even: fn(u32) -> f64 = f64::from;
        let skewed: fn(u32) -> f64 = |deal| f64::from(deal).powi(9);
        let Some(Piece::Text(text)) = deals(&[&lineup(&[even, skewed])]) else { panic!("says nothing") };
        assert!(text.contains("wanted): m1 (") && !text.contains("m0"), "{text}");
        assert!(deals(&[&lineup(&[even])]).is_none());
        // The worst first, the others counted.
        let Some(Piece::Text(text)) = deals(&[&lineup(&[skewed; 6])]) else { panic!("says nothing") };
        assert!(text.contains(" and 2 more."), "{text}");
    }
}
