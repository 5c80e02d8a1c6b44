//! Ladders: those who stand near each other in a list, so that each meets several above and below.

/// Every `size` of `entrants` in order who stand `stride` places apart, for strides of 1 up to `reach`: tables `i, i + stride,
/// i + 2 · stride …`, the nearest first.
pub fn ladder_tables(entrants: usize, size: usize, reach: usize) -> Vec<Vec<usize>> {
    let row = |from: usize, stride: usize| (0..size).map(|place| from + place * stride).collect();
    let last = |stride: usize| entrants.saturating_sub((size - 1) * stride);
    (1..=reach.min(entrants)).flat_map(|stride| (0..last(stride)).map(move |from| row(from, stride))).collect()
}
