//! Maps from pairs.

use std::collections::BTreeMap;

/// Collects `pairs` into a map; the last pair of equal keys wins. Unlike `collect`, it compiles no sort per iterator
/// type, which had been a tenth of the machine code of the games.
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
