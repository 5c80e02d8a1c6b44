//! Effects where some points are impossible: a factor moves from each level to the next among the points that can have both, and
//! the steps add up (accumulated local effects, Apley and Zhu 2020). So nothing is said of points that cannot be played.

use crate::experiment::design::Design;

/// Points of the levels with their weights.
type Weighted = Vec<(Vec<usize>, f64)>;

/// The mean change of a measure from a level of `factor` to a higher one.
pub(super) fn effect(design: &Design, factor: usize, from: usize, to: usize) -> Weighted {
    let played = design.played(factor);
    let inside = played.windows(2).filter(|step| from <= step[0] && step[1] <= to);
    inside.flat_map(|step| self::step(design, factor, [step[0], step[1]], 1.0)).collect()
}

/// The measure with `factor` at a level: its mean over the points as they are, moved along the steps.
pub(super) fn response(design: &Design, factor: usize, level: usize) -> Weighted {
    let points: Vec<&Vec<usize>> = design.points.iter().flatten().collect();
    let share = |many: usize| many as f64 / points.len() as f64;
    let mut all: Weighted = points.iter().map(|point| ((*point).clone(), share(1))).collect();
    for step in design.played(factor).windows(2) {
        let above = share(points.iter().filter(|point| point[factor] >= step[1]).count());
        let weight = if step[1] <= level { 1.0 - above } else { -above };
        all.extend(self::step(design, factor, [step[0], step[1]], weight));
    }
    all
}

/// The mean change from one level to the next over all points of the design that can have both.
fn step(design: &Design, factor: usize, ends: [usize; 2], weight: f64) -> Weighted {
    let at = |point: &Vec<usize>| {
        let ends = ends.map(|level| {
            let mut moved = point.clone();
            moved[factor] = level;
            moved
        });
        ends.iter().all(|end| design.held(end).is_none_or(|left| left >= 0)).then_some(ends)
    };
    let possible: Vec<[Vec<usize>; 2]> = design.points.iter().flatten().filter_map(at).collect();
    let weight = weight / possible.len() as f64;
    possible.into_iter().flat_map(|[from, to]| [(to, weight), (from, -weight)]).collect()
}

#[cfg(test)]
mod tests {
    use ergo_engine::options::Value;

    use super::*;
    use crate::experiment::{DesignKind, Factor};

    /// Two counts from 0 to 4 that leave 0 or more of 5: fifteen and four of the twenty-five points.
    fn triangle() -> Design {
        let values: Vec<Value> = (0..5).map(Value::Int).collect();
        let factor = |name: &str| Factor {
            name: name.to_owned(),
            options: vec![format!("cards.{name}")],
            values: values.clone(),
        };
        let all = (0..25).map(|i| vec![i / 5, i % 5]).filter(|point| point[0] + point[1] <= 5);
        Design {
            kind: DesignKind::Factorial,
            factors: vec![factor("x"), factor("y")],
            hold: Some("cards.w".to_owned()),
            size: 5,
            points: all.map(Some).collect(),
        }
    }

    fn sum(of: &Weighted, truth: impl Fn(f64, f64) -> f64) -> f64 {
        of.iter().map(|(point, weight)| weight * truth(point[0] as f64, point[1] as f64)).sum()
    }

    #[test]
    fn steps_use_possible_points_only_and_add_up() {
        let design = triangle();
        assert!(design.has_impossible_points() && design.points.len() == 19);
        let line = |x: f64, y: f64| 2.0 * x + 3.0 * y;
        assert!((sum(&effect(&design, 0, 0, 4), line) - 8.0).abs() < 1e-12);
        let bent = |x: f64, y: f64| x * x + y;
        assert!((sum(&effect(&design, 0, 1, 3), bent) - 8.0).abs() < 1e-12);
        let all: Vec<Weighted> = (0..5).map(|level| response(&design, 0, level)).collect();
        for (level, weighted) in all.iter().enumerate() {
            assert!(weighted.iter().all(|(point, _)| design.held(point) >= Some(0)), "{weighted:?}");
            assert!((weighted.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
            let step = sum(weighted, line) - sum(&all[0], line);
            assert!((step - 2.0 * level as f64).abs() < 1e-12, "{level}: {step}");
        }
        // At the levels as they are, the mean of the curve is that of the points.
        let points: Vec<&Vec<usize>> = design.points.iter().flatten().collect();
        let mean = |of: &dyn Fn(&Vec<usize>) -> f64| points.iter().map(|point| of(point)).sum::<f64>() / 19.0;
        let curve = mean(&|point| sum(&all[point[0]], bent));
        let seen = mean(&|point| bent(point[0] as f64, point[1] as f64));
        assert!((curve - seen).abs() < 1e-12, "{curve} {seen}");
    }
}
