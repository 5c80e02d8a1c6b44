//! The factors of a design with the largest significant effects on a measure, over all its tables.

use super::{DesignModels, Effect};

/// Returns the factors with a significant effect on a measure at any table, the largest mean effect first. A factor
/// without order is ranked by its level with the largest effect.
pub(crate) fn strongest(lab: &DesignModels, number: usize) -> Vec<usize> {
    let effects: Vec<Effect> = lab.of_measure(number).flat_map(|study| study.effects(&lab.design)).collect();
    let size = |factor: usize| {
        let of: Vec<&Effect> = effects.iter().filter(|effect| effect.factor == factor).collect();
        let of_level = |to: usize| {
            let at: Vec<f64> = of.iter().filter(|effect| effect.to == to).map(|effect| effect.value.abs()).collect();
            (!at.is_empty()).then(|| at.iter().sum::<f64>() / at.len() as f64)
        };
        let levels = (0..lab.design.factors[factor].values.len()).rev().filter_map(of_level);
        levels.max_by(f64::total_cmp).filter(|_| of.iter().any(|effect| effect.is_clear()))
    };
    let mut all: Vec<(usize, f64)> =
        (0..lab.design.factors.len()).filter_map(|factor| Some((factor, size(factor)?))).collect();
    all.sort_by(|(one, size), (other, larger)| larger.total_cmp(size).then(one.cmp(other)));
    all.into_iter().map(|(factor, _)| factor).collect()
}
