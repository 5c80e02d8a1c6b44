//! The results of a round that a net of results distinguishes: the paid seats and the approximate points. Seats are
//! counted from the own seat.

use ergo_engine::seat::SeatCount;

/// Number of size classes of proofs that pay one seat: steps of three cards, up to 6 and from 25.
const SIZES_OF_ONE: usize = 8;
/// Number of size classes of proofs that pay several seats: steps of five cards, up to 9 and from 20.
const SIZES_OF_SEVERAL: usize = 4;

/// Returns the number of results for this many `seats`: 21, 41 and 77 with two, three and four seats.
pub const fn result_count(seats: usize) -> usize {
    1 + SIZES_OF_ONE * seats + SIZES_OF_SEVERAL * ((1 << seats) - seats - 1)
}

/// Returns the index of the result that pays each seat `points`, counted from the own seat. All paid seats get the
/// number of cards in the proof.
pub fn result_index(points: &[i32]) -> usize {
    let paid = (0..points.len()).fold(0, |paid, seat| paid | usize::from(points[seat] > 0) << seat);
    let cards = points.iter().copied().max().unwrap_or(0) as usize;
    match paid.count_ones() {
        0 => 0,
        1 => 1 + SIZES_OF_ONE * paid.trailing_zeros() as usize + (cards.saturating_sub(4) / 3).min(SIZES_OF_ONE - 1),
        _ => {
            let before = (0..paid).filter(|set: &usize| set.count_ones() > 1).count();
            let size = (cards.saturating_sub(5) / 5).min(SIZES_OF_SEVERAL - 1);
            1 + SIZES_OF_ONE * points.len() + SIZES_OF_SEVERAL * before + size
        }
    }
}

/// Returns every result for this many `seats`, in order of the index: the paid seats, as bits, and the range of
/// cards in the proof.
pub(super) fn each_result(seats: SeatCount) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    let seats = seats.get();
    let one = (0..seats).flat_map(|seat| (0..SIZES_OF_ONE).map(move |size| (1 << seat, 3 * size + 4..3 * size + 7)));
    let sets = (0..1_usize << seats).filter(|set| set.count_ones() > 1);
    let several = sets.flat_map(|set| (0..SIZES_OF_SEVERAL).map(move |size| (set, 5 * size + 5..5 * size + 10)));
    std::iter::once((0, 0..1)).chain(one).chain(several)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every result has the expected index for all its numbers of cards.
    #[test]
    fn result_index_follows_listing_order() {
        for seats in 2..=4 {
            let mut numbers = 0;
            for (expected, (paid, cards)) in each_result(SeatCount::new(seats)).enumerate() {
                for cards in cards {
                    let points: Vec<i32> = (0..seats).map(|seat| cards as i32 * (paid >> seat & 1) as i32).collect();
                    assert_eq!(result_index(&points), expected, "{points:?}");
                }
                numbers += 1;
            }
            assert_eq!(numbers, result_count(seats));
        }
        assert_eq!([2, 3, 4].map(result_count), [21, 41, 77]);
        assert_eq!(
            [result_index(&[0, 1]), result_index(&[0, 120]), result_index(&[2, 2]), result_index(&[90, 90])],
            [9, 16, 17, 20]
        );
    }
}
