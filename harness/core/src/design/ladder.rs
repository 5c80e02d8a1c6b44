//! Ladders: tables of entrants that are close in a ranking, so that each meets several neighbours above and below.

/// Returns all tables of `size` entrants that are `stride` positions apart, for strides from 1 to `reach`: tables `i, i
/// + stride, i + 2 · stride …`, the smallest stride first.
///
/// # Panics
///
/// Panics if `size` is 0.
pub fn ladder_tables(entrants: usize, size: usize, reach: usize) -> Vec<Vec<usize>> {
    let row = |from: usize, stride: usize| (0..size).map(|place| from + place * stride).collect();
    let last = |stride: usize| entrants.saturating_sub((size - 1) * stride);
    (1..=reach.min(entrants)).flat_map(|stride| (0..last(stride)).map(move |from| row(from, stride))).collect()
}
