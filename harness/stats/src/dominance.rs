//! Who won at least once against whom, at first hand or by way of others (Ford 1957): where nobody of one group ever won
//! against one of another, how far these lie apart has no upper end, whatever the model.

/// How two entrants stand by who won against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Each won against the other, if by way of others.
    Both,
    /// The other never won against the one: the lead is at least so large.
    Least,
    /// The one never won against the other: the lead is at most so large.
    Most,
    /// Neither: nothing says how far they lie apart.
    Neither,
}

/// Who won against whom, in how many blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Dominance {
    entrants: usize,
    blocks: Vec<u32>,
    reached: Vec<bool>,
}

impl Dominance {
    /// Of `entrants`, from wins of one over another in a block; the same may be said several times.
    pub fn new(entrants: usize, wins: impl IntoIterator<Item = (usize, usize, usize)>) -> Self {
        let mut all: Vec<(usize, usize, usize)> = wins.into_iter().filter(|(_, one, other)| one != other).collect();
        all.sort_unstable();
        all.dedup();
        let mut blocks = vec![0; entrants * entrants];
        all.iter().for_each(|(_, one, other)| blocks[one * entrants + other] += 1);
        let mut reached: Vec<bool> = blocks.iter().map(|blocks| *blocks > 0).collect();
        for by in 0..entrants {
            for from in (0..entrants).filter(|from| *from != by) {
                if reached[from * entrants + by] {
                    (0..entrants).for_each(|to| reached[from * entrants + to] |= reached[by * entrants + to]);
                }
            }
        }
        Dominance { entrants, blocks, reached }
    }

    /// How two stand.
    pub fn bound(&self, one: usize, other: usize) -> Bound {
        let reaches = |from: usize, to: usize| from == to || self.reached[from * self.entrants + to];
        match (reaches(one, other), reaches(other, one)) {
            (true, true) => Bound::Both,
            (true, false) => Bound::Least,
            (false, true) => Bound::Most,
            (false, false) => Bound::Neither,
        }
    }

    /// The blocks in which one won against the other.
    pub fn blocks(&self, one: usize, other: usize) -> u32 {
        self.blocks[one * self.entrants + other]
    }

    /// The largest group of whom each won against each, if by way of others; of equally large ones that with the smallest
    /// number, by `order`.
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
    fn groups_and_bounds() {
        // 0 and 1 beat each other, 2 and 3 too, 1 beats 2 in two blocks; 4 beats 2; 5 never meets anybody.
        let wins = [(0, 0, 1), (1, 1, 0), (0, 2, 3), (3, 3, 2), (2, 1, 2), (4, 1, 2), (4, 1, 2), (1, 4, 2), (0, 3, 3)];
        let found = Dominance::new(6, wins);
        assert_eq!(found.bound(0, 1), Bound::Both);
        assert_eq!((found.bound(0, 3), found.bound(3, 0)), (Bound::Least, Bound::Most));
        assert_eq!(
            (found.bound(0, 4), found.bound(0, 5), found.bound(5, 5)),
            (Bound::Neither, Bound::Neither, Bound::Both)
        );
        assert_eq!((found.blocks(1, 2), found.blocks(2, 1)), (2, 0));
        assert_eq!(found.largest(|one| one), [0, 1]);
        assert_eq!(found.largest(|one| 9 - one), [2, 3]);
    }
}
