//! Maps from pairs.

use std::collections::BTreeMap;

/// A map of `pairs`; of equal keys the last pair counts. `collect` does the same, but compiles a sort of its own for every kind of
/// iterator: these were a tenth of the machine code of the games.
///
/// ```
/// let squares = ergo_core::maps::map_of((1..=3).map(|side| (side, side * side)));
/// assert_eq!(squares[&3], 9);
/// ```
pub fn map_of<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}
