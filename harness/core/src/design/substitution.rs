//! Substitution designs: pairs of tables that differ only in the first entrant.

/// Returns true if two tables differ only in their first entrant and neither of the two first entrants is among the
/// others.
pub fn is_substitution_pair<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let (Some((first, others)), Some((second, same))) = (one.split_first(), other.split_first()) else { return false };
    first != second && others == same && !others.is_empty() && !others.contains(first) && !others.contains(second)
}

/// Returns the two first entrants of each pair of tables if the list consists of substitution pairs, else an empty
/// list.
pub fn substitution_pairs(tables: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let (twos, rest) = tables.as_chunks::<2>();
    if !rest.is_empty() || !twos.iter().all(|[one, other]| is_substitution_pair(one, other)) {
        return Vec::new();
    }
    twos.iter().map(|[one, other]| (one[0], other[0])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitution_pairs_incomplete_list_gives_none() {
        let pair = [vec![0, 2, 2], vec![1, 2, 2]];
        assert_eq!(substitution_pairs(&pair), [(0, 1)]);
        assert_eq!(substitution_pairs(&[pair[0].clone(), pair[1].clone(), vec![0, 1]]), []);
        assert_eq!(substitution_pairs(&[vec![0, 1], vec![1, 0]]), []);
        assert_eq!(substitution_pairs(&[vec![0, 1, 1], vec![1, 0, 0]]), []);
        assert_eq!(substitution_pairs(&[vec![0, 2], vec![0, 2]]), []);
        assert_eq!(substitution_pairs(&[vec![0], vec![1]]), []);
    }
}
