//! Effects of the factors of a design: a model for every requested measure and every target, at every table.

pub mod predictions;
pub(crate) mod strongest;

use ergo_engine::options::Value;
use ergo_engine::rng::Seed;
use ergo_stats::Interval;
use ergo_stats::model::basis::Factor;
use ergo_stats::model::indices::{Indices, indices};
use ergo_stats::model::process::{Prediction, Process};
use ergo_stats::model::regression::{Estimate, ModelPart, Regression, Sample};
use ergo_stats::multiplicity::holm;
use rayon::prelude::*;

use crate::design::{self, Design};
use crate::measure::MeasureKey;
use crate::report::block_store::BlockStore;
use crate::report::report_spec::ReportSpec;
use crate::report::responses::{Response, responses};
use crate::report::table_stats::TableStats;
use crate::rows::read::RowsError;

/// The smallest cross-validated R² at which shares and curves are shown.
pub(crate) const LEAST_FIT: f64 = 0.5;
/// The significance level for adjusted p-values of effects.
pub(crate) const CLEAR: f64 = 0.05;

/// A design with its fitted models.
pub(crate) struct DesignModels {
    /// The design.
    pub design: Design,
    /// Measures at tables: the requested ones in their order, then those of targets.
    pub studies: Vec<MeasureModel>,
    /// Number of requested measures.
    pub asked: usize,
}

/// A measure at a table.
pub(crate) struct MeasureModel {
    /// The measure and its subject.
    pub key: MeasureKey,
    /// The index among requested measures and targets.
    pub number: usize,
    /// The index of the table in the first arm, the base.
    pub base: usize,
    /// The model, if there are enough points.
    pub found: ModelOutcome,
}

/// The outcome of fitting a model to the points of a design.
pub(crate) enum ModelOutcome {
    /// A model of the measure.
    Modelled(Box<FittedModel>),
    /// There are too few points or deals.
    Nothing,
}

/// A fitted model with derived values.
pub(crate) struct FittedModel {
    /// The regression.
    pub regression: Regression,
    /// Its sensitivity indices.
    pub indices: Indices,
    /// The p-values of its parts, adjusted by [`adjust`].
    pub tests: Vec<(ModelPart, f64)>,
    /// If the regression does not fit: a Gaussian process and its cross-validated R².
    pub process: Option<(Process, f64)>,
}

impl DesignModels {
    /// Fits the models of a design; `None` if arms are not points of a design.
    pub(crate) fn new(
        asked: &ReportSpec,
        lineups: &[TableStats],
        kept: &mut BlockStore,
    ) -> Result<Option<Self>, RowsError> {
        let Some(design) = &asked.design else { return Ok(None) };
        let mut keys: Vec<MeasureKey> = Vec::new();
        for key in asked.keys.iter().chain(asked.targets.iter().map(|(key, _)| key)) {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        let seed = Seed::master(asked.seed).derive("models", &[]);
        let all = responses(kept, lineups, design.points.len(), &keys)?;
        let study = |response: &Response| {
            let at = |key: &MeasureKey| key.for_table(&lineups[response.base].table) == response.key;
            let number = keys.iter().position(at).unwrap_or(keys.len());
            MeasureModel {
                key: response.key.clone(),
                number,
                base: response.base,
                found: found(design, response, &seed),
            }
        };
        let mut studies: Vec<MeasureModel> = all.par_iter().map(study).collect();
        studies.sort_by_key(|study| (study.number, study.base));
        adjust(&mut studies);
        Ok(Some(DesignModels { design: design.clone(), studies, asked: asked.keys.len() }))
    }

    /// Returns the sensitivity indices of a model, or `None` if it does not fit.
    pub(crate) fn indices<'m>(&self, model: &'m FittedModel) -> Option<&'m Indices> {
        fits(model.regression.q_squared).then_some(&model.indices)
    }

    /// Returns the tables of the measure with this index.
    pub(crate) fn of_measure(&self, number: usize) -> impl Iterator<Item = &MeasureModel> {
        self.studies.iter().filter(move |study| study.number == number)
    }

    /// Returns the name of a factor.
    pub(crate) fn name(&self, factor: usize) -> &str {
        &self.design.factors[factor].name
    }

    /// Formats a level of a factor, as in labels.
    pub(crate) fn level(&self, factor: usize, level: usize) -> String {
        match &self.design.factors[factor].values[level] {
            Value::Text(word) => word.clone(),
            other => other.to_string(),
        }
    }
}

/// Adjusts p-values by Holm's method over all tests of a measure: all parts of its models, at all tables. The
/// probability of any false effect of a measure is then at most [`CLEAR`].
fn adjust(studies: &mut [MeasureModel]) {
    for studies in studies.chunk_by_mut(|one, other| one.number == other.number) {
        let all: Vec<&mut f64> = studies.iter_mut().flat_map(MeasureModel::tests).collect();
        let adjusted = holm(&all.iter().map(|p| **p).collect::<Vec<_>>());
        all.into_iter().zip(adjusted).for_each(|(p, adjusted)| *p = adjusted);
    }
}

/// Fits a model to the points, without the base if it is not a point.
fn found(design: &Design, response: &Response, seed: &Seed) -> ModelOutcome {
    let factors: Vec<Factor> = design.factors.iter().map(factor).collect();
    // Arms of one point play the same matches, which count once.
    let is_first = |arm: &usize| design.points[*arm].is_some() && !design.points[..*arm].contains(&design.points[*arm]);
    let used: Vec<usize> = (0..design.points.len()).filter(is_first).collect();
    let points: Vec<Vec<usize>> = used.iter().filter_map(|arm| design.points[*arm].clone()).collect();
    let values: Vec<Vec<f64>> = used.iter().map(|arm| response.values[*arm].clone()).collect();
    let classes: Vec<usize> = used.iter().map(|arm| response.classes[*arm]).collect();
    let sample = Sample { points: &points, classes: &classes, values: &values };
    let Some(regression) = Regression::fit(&factors, &sample, seed) else { return ModelOutcome::Nothing };
    let process = match fits(regression.q_squared) || foretellable(&regression) < LEAST_FIT {
        true => None,
        false => process(&factors, &points, &values, seed),
    };
    let (indices, tests) = (indices(&regression), regression.tests());
    ModelOutcome::Modelled(Box::new(FittedModel { regression, indices, tests, process }))
}

/// Converts a factor of a design to a factor of a model.
pub(crate) fn factor(factor: &design::Factor) -> Factor {
    match factor.numbers() {
        Some(levels) => Factor { levels, ordered: true },
        None => Factor { levels: (0..factor.values.len()).map(|level| level as f64).collect(), ordered: false },
    }
}

/// Returns the coordinate of a level for a Gaussian process.
pub(crate) fn place(factor: &Factor, level: usize) -> f64 {
    let (low, high) =
        factor.levels.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    if factor.ordered && high > low { (factor.levels[level] - low) / (high - low) } else { level as f64 }
}

fn process(factors: &[Factor], points: &[Vec<usize>], values: &[Vec<f64>], seed: &Seed) -> Option<(Process, f64)> {
    let at = |point: &Vec<usize>| factors.iter().zip(point).map(|(factor, level)| place(factor, *level)).collect();
    let (at, ordered): (Vec<Vec<f64>>, Vec<bool>) =
        (points.iter().map(at).collect(), factors.iter().map(|factor| factor.ordered).collect());
    let q = Process::q_squared(&ordered, &at, values, seed)?;
    Some((Process::fit(&ordered, &at, values)?, q))
}

/// Returns true if the cross-validated R² is large enough to show shares and curves.
pub(crate) fn fits(q_squared: Option<f64>) -> bool {
    q_squared.is_some_and(|q| q >= LEAST_FIT)
}

/// Returns the largest R² between points that any model could reach, given the noise.
pub(crate) fn foretellable(regression: &Regression) -> f64 {
    if regression.variance > 0.0 { 1.0 - regression.noise_variance / regression.variance } else { 0.0 }
}

/// The effect of a factor between two played levels.
pub(crate) struct Effect {
    /// The index of the factor.
    pub factor: usize,
    /// The first level.
    pub from: usize,
    /// The last level.
    pub to: usize,
    /// The difference of the measure, last minus first level. For a factor without order, the difference of one level
    /// to the first.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Option<Interval>,
    /// The p-value of the factor's main effect, adjusted over all tests of its measure; `None` without a test.
    pub p: Option<f64>,
}

impl Effect {
    /// Returns true if the effect is significant.
    pub(crate) fn is_clear(&self) -> bool {
        self.p.is_some_and(|p| p < CLEAR)
    }
}

impl MeasureModel {
    /// Returns the p-values of all tests.
    fn tests(&mut self) -> Vec<&mut f64> {
        match &mut self.found {
            ModelOutcome::Modelled(model) => model.tests.iter_mut().map(|(_, p)| p).collect(),
            ModelOutcome::Nothing => Vec::new(),
        }
    }

    /// Returns the effects of all factors in their order. A factor without order has one effect per level except the
    /// first.
    pub(crate) fn effects(&self, design: &Design) -> Vec<Effect> {
        let mut all = Vec::new();
        for (factor, of) in design.factors.iter().enumerate() {
            match &self.found {
                ModelOutcome::Modelled(model) => {
                    let played = design.played_levels(factor);
                    let Some((&from, levels)) = played.split_first() else { continue };
                    let passed_over = if of.numbers().is_some() { levels.len().saturating_sub(1) } else { 0 };
                    all.extend(levels[passed_over..].iter().map(|&to| {
                        let Estimate { value, interval, .. } = model.regression.effect(factor, from, to);
                        let p = model.tests.iter().find(|(part, _)| *part == ModelPart::Main(factor)).map(|(_, p)| *p);
                        Effect { factor, from, to, value, interval: Some(interval), p }
                    }))
                }
                ModelOutcome::Nothing => {}
            }
        }
        all
    }

    /// Returns the predicted measure with two factors at these levels, averaged over the others; `None` if the
    /// regression does not fit.
    pub(crate) fn response_of_two(&self, factors: [usize; 2], levels: [usize; 2]) -> Option<Prediction> {
        let ModelOutcome::Modelled(model) = &self.found else { return None };
        fits(model.regression.q_squared).then(|| {
            let Estimate { value, interval, .. } = model.regression.response_of_two(factors, levels);
            Prediction { value, interval }
        })
    }

    /// Returns the predicted measure with a factor at a level, averaged over the others; `None` if no model fits.
    pub(crate) fn response(&self, design: &Design, factor: usize, level: usize) -> Option<Prediction> {
        let ModelOutcome::Modelled(model) = &self.found else { return None };
        if fits(model.regression.q_squared) {
            let Estimate { value, interval, .. } = model.regression.response(factor, level);
            return Some(Prediction { value, interval });
        }
        let (process, _) = model.process.as_ref().filter(|(_, q)| fits(Some(*q)))?;
        Some(process.response(factor, place(&self::factor(&design.factors[factor]), level)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ergo_engine::rng::unit;
    use ergo_stats::design::{levels_of, sobol};

    use super::*;
    use crate::measure::{Denominator, Measure, SubjectKind, Unit, Value as MeasureEstimate};

    fn key() -> MeasureKey {
        let points = Unit::Amount("points".to_owned());
        MeasureKey::new(
            "all",
            &Arc::new(Measure::new("m", "m", points, Denominator::Rounds, SubjectKind::All, MeasureEstimate::Wins)),
        )
    }

    fn design() -> Design {
        let values: Vec<Value> = (0..4).map(Value::Int).collect();
        let factor = |i: usize| design::Factor { name: format!("f{i}"), options: Vec::new(), values: values.clone() };
        let points = levels_of(&sobol(32, 4, &Seed::master(11)), &[4; 4]).into_iter().map(Some);
        Design { factors: (0..4).map(factor).collect(), points: std::iter::once(None).chain(points).collect() }
    }

    /// A table at which no factor has an effect.
    fn noise(design: &Design, base: usize, seed: &Seed) -> MeasureModel {
        let mut rng = seed.rng();
        let values: Vec<Vec<f64>> = design.points.iter().map(|_| (0..20).map(|_| unit(&mut rng)).collect()).collect();
        let classes = vec![0; design.points.len()];
        let response = Response { key: key(), base, values, classes };
        MeasureModel { key: key(), number: 0, base, found: found(design, &response, seed) }
    }

    #[test]
    fn adjust_covers_all_tables_of_a_measure() {
        let study = |number: usize, base: usize, p: [f64; 2]| {
            let mut study = MeasureModel { number, ..noise(&design(), base, &Seed::master(1)) };
            let ModelOutcome::Modelled(model) = &mut study.found else { panic!("no model") };
            model.tests = p.map(|p| (ModelPart::Main(0), p)).to_vec();
            study
        };
        let mut studies = [study(0, 0, [0.02, 0.5]), study(0, 1, [0.001, 0.5]), study(1, 0, [0.02, 0.5])];
        adjust(&mut studies);
        let tests = studies.each_mut().map(|study| study.tests().iter().map(|p| **p).collect::<Vec<f64>>());
        // Holm's factors: the smallest p-value times four, the next times three; two for the other measure.
        let expected = [[0.06, 1.0], [0.004, 1.0], [0.04, 0.5]];
        for (found, expected) in tests.iter().zip(expected) {
            assert!(found.iter().zip(expected).all(|(p, by_hand)| (p - by_hand).abs() < 1e-12), "{tests:?}");
        }
    }

    /// A model of one factor with these levels: the measure is three times the level, with the noise of ten deals.
    fn of_levels(levels: i64, points: &[usize]) -> (Design, MeasureModel) {
        let values = (0..levels).map(Value::Int).collect();
        let factor = design::Factor { name: "x".to_owned(), options: Vec::new(), values };
        let points: Vec<Option<Vec<usize>>> = points.iter().map(|level| Some(vec![*level])).collect();
        let design = Design { factors: vec![factor], points };
        let noise = |level: usize, deal: u64| unit(&mut Seed::master(5).derive("deal", &[level as u64, deal]).rng());
        let value = |level: usize| (0..10).map(|deal| 3.0 * level as f64 + noise(level, deal)).collect();
        let values: Vec<Vec<f64>> = design.points.iter().flatten().map(|point| value(point[0])).collect();
        let classes = vec![0; values.len()];
        let response = Response { key: key(), base: 0, values, classes };
        let found = found(&design, &response, &Seed::master(1));
        (design, MeasureModel { key: key(), number: 0, base: 0, found })
    }

    #[test]
    fn effects_span_played_levels() {
        let (design, study) = of_levels(9, &[2, 3, 4, 5, 6, 7]);
        let [effect] = &study.effects(&design)[..] else { panic!("one factor") };
        assert_eq!((effect.from, effect.to), (2, 7));
        assert!((effect.value - 15.0).abs() < 0.5, "{}", effect.value);
    }

    #[test]
    fn arms_of_one_point_count_once() {
        let interval = |points: &[usize]| {
            let (design, study) = of_levels(6, points);
            study.effects(&design)[0].interval
        };
        assert_eq!(interval(&[0, 1, 2, 3, 4, 5]), interval(&[0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0]));
    }

    #[test]
    fn effects_null_model_keeps_error_rate() {
        let (master, design) = (Seed::master(11), design());
        let named = |repetition: &u64| {
            let seed = |base: usize| master.derive("table", &[*repetition, base as u64]);
            let mut studies: Vec<MeasureModel> = (0..9).map(|base| noise(&design, base, &seed(base))).collect();
            adjust(&mut studies);
            studies.iter().any(|study| study.effects(&design).iter().any(Effect::is_clear))
        };
        // The expected number is 5 of 100; 12 or more occur with a probability of 0.5 %. Without the adjustment over
        // tables it would be about 35.
        let times = (0..100_u64).into_par_iter().filter(named).count();
        assert!(times < 12, "{times} of 100");
    }
}
