//! Places in the order of their values. Compiled once, not once a search and game: these sorts were a fifth of the crate's machine
//! code.

/// Sorts `places` by their `values`, the highest first. Stable: of equals the one before stays in front.
pub(crate) fn highest_first(places: &mut [usize], values: &[f64]) {
    places.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
}
