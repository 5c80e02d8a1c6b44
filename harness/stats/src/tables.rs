//! All tables that a pool can fill, where seats do not matter: multisets of entrants, as sorted lists.

/// All tables of `seats` seats from `entrants` entrants, in order.
pub(super) fn tables(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |table: &Vec<usize>| {
            let table = table.clone();
            let from = table.last().copied().unwrap_or(0);
            (from..entrants).map(move |entrant| [&table[..], &[entrant]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The table without the entrant in seat `seat`.
pub(super) fn others(table: &[usize], seat: usize) -> Vec<usize> {
    [&table[..seat], &table[seat + 1..]].concat()
}

/// The table of `others` and one more, sorted.
pub(super) fn joined(others: &[usize], entrant: usize) -> Vec<usize> {
    let place = others.partition_point(|other| *other < entrant);
    [&others[..place], &[entrant], &others[place..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_three_and_a_change_of_seats() {
        assert_eq!(tables(2, 3), [vec![0, 0, 0], vec![0, 0, 1], vec![0, 1, 1], vec![1, 1, 1]]);
        assert_eq!(tables(8, 4).len(), 330);
        assert_eq!(joined(&others(&[0, 2, 3], 1), 1), [0, 1, 3]);
    }
}
