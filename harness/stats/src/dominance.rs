//! The transitive closure of "won at least once against" (Ford 1957). If no entrant of one group ever won against an
//! entrant of another, the distance between the groups has no upper bound in any model.

/// The bounds that the wins of a pool give for the lead of one entrant over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Each won against the other, directly or through other entrants: the lead has both bounds.
    Both,
    /// The second never won against the first: the lead has only a lower bound.
    Least,
    /// The first never won against the second: the lead has only an upper bound.
    Most,
    /// Neither won against the other: the lead has no bound.
    Neither,
}

/// The relation of wins, direct or through other entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct Dominance {
    entrants: usize,
    reached: Vec<bool>,
}

impl Dominance {
    /// Builds the relation from pairs of winner and loser. Repeated pairs and wins over oneself are ignored.
    pub fn new(entrants: usize, wins: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut reached = vec![false; entrants * entrants];
        for (one, other) in wins.into_iter().filter(|(one, other)| one != other) {
            reached[one * entrants + other] = true;
        }
        for by in 0..entrants {
            for from in (0..entrants).filter(|from| *from != by) {
                if reached[from * entrants + by] {
                    (0..entrants).for_each(|to| reached[from * entrants + to] |= reached[by * entrants + to]);
                }
            }
        }
        Dominance { entrants, reached }
    }

    /// Returns the bounds of the lead of `one` over `other`.
    pub fn bound(&self, one: usize, other: usize) -> Bound {
        let reaches = |from: usize, to: usize| from == to || self.reached[from * self.entrants + to];
        match (reaches(one, other), reaches(other, one)) {
            (true, true) => Bound::Both,
            (true, false) => Bound::Least,
            (false, true) => Bound::Most,
            (false, false) => Bound::Neither,
        }
    }

    /// Returns the largest group whose members all won against each other, directly or through other entrants. Ties go
    /// to the group with the entrant that `order` puts first.
    pub fn largest(&self, order: impl Fn(usize) -> usize) -> Vec<usize> {
        let group = |one: usize| -> Vec<usize> {
            (0..self.entrants).filter(|other| self.bound(one, *other) == Bound::Both).collect()
        };
        let groups = (0..self.entrants).map(group);
        let standing = |group: &Vec<usize>| {
            let first = group.iter().map(|one| order(*one)).min().unwrap_or(usize::MAX);
            (group.len(), std::cmp::Reverse(first))
        };
        groups.max_by_key(standing).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bound_and_largest_follow_wins() {
        // 0 and 1 beat each other, 2 and 3 too, 1 beats 2 twice, 4 beats 2, 5 meets no other entrant.
        let wins = [(0, 1), (1, 0), (2, 3), (3, 2), (1, 2), (1, 2), (4, 2), (3, 3)];
        let found = Dominance::new(6, wins);
        assert_eq!(found.bound(0, 1), Bound::Both);
        assert_eq!((found.bound(0, 3), found.bound(3, 0)), (Bound::Least, Bound::Most));
        assert_eq!(
            (found.bound(0, 4), found.bound(0, 5), found.bound(5, 5)),
            (Bound::Neither, Bound::Neither, Bound::Both)
        );
        assert_eq!(found.largest(|one| one), [0, 1]);
        assert_eq!(found.largest(|one| 9 - one), [2, 3]);
    }
}
