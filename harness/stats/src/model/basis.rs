//! Polynomials of factors that are orthonormal over their levels (Xiu and Karniadakis 2002, on discrete measures), and
//! their products. If levels are drawn independently and uniformly, the square of a coefficient is the variance of its
//! term.

/// A factor of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// The numeric value of each level; arbitrary for unordered factors.
    pub levels: Vec<f64>,
    /// True if levels are numbers, false if they are categories.
    pub ordered: bool,
}

/// The complexity of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Linear terms, and all categories of unordered factors.
    Straight,
    /// Also squares.
    Curved,
    /// Also products of two linear terms.
    Paired,
}

/// A product of one or two columns, as pairs of factor and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term(pub Vec<(usize, usize)>);

impl Term {
    /// Returns true if the term depends on this factor.
    pub fn has(&self, factor: usize) -> bool {
        self.0.iter().any(|part| part.0 == factor)
    }

    /// Returns true if the term depends on one factor only.
    pub fn is_main(&self) -> bool {
        self.0.len() == 1
    }
}

/// The terms of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    /// The factors.
    pub factors: Vec<Factor>,
    /// `[factor][column][level]`: the values of the columns.
    columns: Vec<Vec<Vec<f64>>>,
    /// The terms other than the constant.
    pub terms: Vec<Term>,
}

impl Basis {
    /// Returns all terms of `factors` of this depth, orthonormal over all levels. A factor with one level has no terms.
    pub fn new(factors: &[Factor], depth: Depth) -> Self {
        let all: Vec<Vec<f64>> = factors.iter().map(|factor| vec![1.0; factor.levels.len()]).collect();
        Self::of_levels(factors, depth, &all)
    }

    /// Returns all terms, orthonormal over the levels that occur in `points`; other levels are unidentified.
    ///
    /// # Panics
    ///
    /// If a level is out of range.
    pub fn over_points(factors: &[Factor], depth: Depth, points: &[Vec<usize>]) -> Self {
        let mut seen: Vec<Vec<f64>> = factors.iter().map(|factor| vec![0.0; factor.levels.len()]).collect();
        points.iter().for_each(|point| seen.iter_mut().zip(point).for_each(|(seen, level)| seen[*level] = 1.0));
        Self::of_levels(factors, depth, &seen)
    }

    /// Returns all terms over the levels with 1 in `seen`.
    fn of_levels(factors: &[Factor], depth: Depth, seen: &[Vec<f64>]) -> Self {
        let columns: Vec<Vec<Vec<f64>>> =
            factors.iter().zip(seen).map(|(factor, seen)| columns(factor, depth, seen)).collect();
        let mains = |factor: usize| (0..columns[factor].len()).map(move |column| Term(vec![(factor, column)]));
        let mut terms: Vec<Term> = (0..factors.len()).flat_map(mains).collect();
        if depth == Depth::Paired {
            let straight = |factor: usize| match factors[factor].ordered {
                true => columns[factor].len().min(1),
                false => columns[factor].len(),
            };
            for one in 0..factors.len() {
                for other in one + 1..factors.len() {
                    for (a, b) in (0..straight(one)).flat_map(|a| (0..straight(other)).map(move |b| (a, b))) {
                        terms.push(Term(vec![(one, a), (other, b)]));
                    }
                }
            }
        }
        Basis { factors: factors.to_vec(), columns, terms }
    }

    /// Returns the value of a column of a factor at a level.
    pub fn column(&self, factor: usize, column: usize, level: usize) -> f64 {
        self.columns[factor][column][level]
    }

    /// Returns 1 and the value of every term at `point`.
    pub fn row(&self, point: &[usize]) -> Vec<f64> {
        let value =
            |term: &Term| term.0.iter().map(|&(factor, column)| self.columns[factor][column][point[factor]]).product();
        std::iter::once(1.0).chain(self.terms.iter().map(value)).collect()
    }
}

fn columns(factor: &Factor, depth: Depth, seen: &[f64]) -> Vec<Vec<f64>> {
    let count = factor.levels.len();
    let raw: Vec<Vec<f64>> = if factor.ordered {
        let (low, high) = factor
            .levels
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), level| (low.min(*level), high.max(*level)));
        // Scaled to −1 to 1, so that powers stay small.
        let unit = |level: &f64| if high > low { (2.0 * level - low - high) / (high - low) } else { 0.0 };
        let degree = if depth == Depth::Straight { 1 } else { 2 };
        (1..=degree.min(count - 1))
            .map(|power| factor.levels.iter().map(|level| unit(level).powi(power as i32)).collect())
            .collect()
    } else {
        (1..count).map(|level| (0..count).map(|other| f64::from(u8::from(other == level))).collect()).collect()
    };
    let count: f64 = seen.iter().sum();
    orthonormal(&raw, &seen.iter().map(|seen| seen / count.max(1.0)).collect::<Vec<f64>>())
}

/// Orthonormalises `columns`, also against a constant, under row weights that sum to 1 (Gram and Schmidt, twice).
/// Columns that are linearly dependent are dropped.
pub fn orthonormal(columns: &[Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
    let product =
        |one: &[f64], other: &[f64]| one.iter().zip(other).zip(weights).map(|((a, b), w)| a * b * w).sum::<f64>();
    let constant = vec![1.0; weights.len()];
    let mut found: Vec<Vec<f64>> = Vec::new();
    for column in columns {
        let mut rest = column.clone();
        for _ in 0..2 {
            for known in std::iter::once(&constant).chain(&found) {
                let share = product(&rest, known);
                rest.iter_mut().zip(known).for_each(|(value, known)| *value -= share * known);
            }
        }
        let square = product(&rest, &rest);
        if square > 1e-12 * product(column, column).max(1e-300) {
            let root = square.sqrt();
            found.push(rest.iter().map(|value| value / root).collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(levels: &[i32]) -> Factor {
        Factor { levels: levels.iter().map(|level| f64::from(*level)).collect(), ordered: true }
    }

    #[test]
    fn basis_is_orthonormal_over_factorial() {
        let factors = [numbers(&[4, 5, 6, 7]), numbers(&[0, 2]), Factor { levels: vec![0.0; 3], ordered: false }];
        let basis = Basis::new(&factors, Depth::Paired);
        // Line and square, line, two contrasts; line × line, 2 × line × contrast.
        assert_eq!(basis.terms.len(), 2 + 1 + 2 + 1 + 2 + 2);
        let points = crate::design::factorial(&[4, 2, 3], 24).unwrap();
        let rows: Vec<Vec<f64>> = points.iter().map(|point| basis.row(point)).collect();
        for i in 0..rows[0].len() {
            for j in 0..=i {
                let mean = rows.iter().map(|row| row[i] * row[j]).sum::<f64>() / rows.len() as f64;
                assert!((mean - f64::from(u8::from(i == j))).abs() < 1e-12, "{i} {j} {mean}");
            }
        }
        assert_eq!(Basis::new(&factors, Depth::Straight).terms.len(), 1 + 1 + 2);
        assert_eq!(Basis::new(&factors, Depth::Curved).terms.len(), 2 + 1 + 2);
    }

    #[test]
    fn basis_over_points_is_orthonormal_over_their_levels() {
        let factors = [numbers(&[4, 5, 6, 7, 8]), Factor { levels: vec![0.0; 3], ordered: false }];
        let points = crate::design::factorial(&[3, 2], 6).unwrap();
        let points: Vec<Vec<usize>> = points.iter().map(|point| vec![1 + point[0], 1 + point[1]]).collect();
        let basis = Basis::over_points(&factors, Depth::Paired, &points);
        // Line and square, one contrast; line × contrast.
        assert_eq!(basis.terms.len(), 2 + 1 + 1);
        let rows: Vec<Vec<f64>> = points.iter().map(|point| basis.row(point)).collect();
        for i in 0..rows[0].len() {
            for j in 0..=i {
                let mean = rows.iter().map(|row| row[i] * row[j]).sum::<f64>() / rows.len() as f64;
                assert!((mean - f64::from(u8::from(i == j))).abs() < 1e-12, "{i} {j} {mean}");
            }
        }
    }

    #[test]
    fn basis_of_single_level_has_no_terms() {
        assert!(Basis::new(&[numbers(&[3])], Depth::Paired).terms.is_empty());
    }
}
