//! Goals: a target of a measure at a table, with the models that predict it.
//!
//! `seat_deviation` is not a sum over deals and has no model of its own. It is predicted from the models of the win
//! shares of all seats, as the largest deviation from an equal share, with the standard error of that share.

use crate::measure::MeasureKey;
use crate::report::ReportSpec;
use crate::report::analysis::models::predictions::Model;

/// The range of a measure that is only needed for another target.
const ANY: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// A target at a table.
pub struct Goal<'m> {
    /// The measure in words.
    pub what: String,
    /// The short name of the table.
    pub table: &'m str,
    /// The target range `[low, high]`.
    pub band: [f64; 2],
    /// The value measured at the base.
    pub base: f64,
    /// True if its models explain at least half of the variance between points in cross-validation.
    pub fits: bool,
    by: Vec<&'m Model>,
    is_deviation: bool,
}

impl Goal<'_> {
    /// Returns the predicted value at a point, given as the level of each factor, and its standard error.
    pub fn predict(&self, point: &[usize]) -> (f64, f64) {
        let each = self.by.iter().map(|model| model.predict(point));
        if self.is_deviation { furthest(each) } else { each.fold((0.0, 0.0), |_, foretold| foretold) }
    }
}

/// Returns the largest deviation of a share from an equal one, and the standard error of that share.
fn furthest(shares: impl ExactSizeIterator<Item = (f64, f64)>) -> (f64, f64) {
    let equal = 1.0 / shares.len().max(1) as f64;
    let off = shares.map(|(share, error)| ((share - equal).abs(), error));
    off.fold((0.0, 0.0), |most, one| if one.0 >= most.0 { one } else { most })
}

fn is_seat_share(key: &MeasureKey) -> bool {
    key.measure.name == "win_share" && key.subject.starts_with("seat ")
}

/// Adds the targets whose models are needed: for `seat_deviation`, the win shares of up to `seats` seats.
pub fn with_required_measures(mut asked: ReportSpec, seats: usize) -> ReportSpec {
    if asked.targets.iter().any(|(key, _)| key.is_seat_deviation()) {
        let shares = (1..=seats).filter_map(|seat| asked.measures.parse(&format!("seat {seat} win_share")));
        let new = shares.filter(|share| asked.targets.iter().all(|(key, _)| key != share));
        let new: Vec<(MeasureKey, [f64; 2])> = new.map(|key| (key, ANY)).collect();
        asked.targets.extend(new);
    }
    asked
}

/// Returns the goals of `targets` in their order, and the targets that no model predicts at any table.
pub fn goals<'m>(targets: &[(MeasureKey, [f64; 2])], models: &'m [Model]) -> (Vec<Goal<'m>>, Vec<String>) {
    let (mut goals, mut left) = (Vec::new(), Vec::new());
    for (key, band) in targets {
        let before = goals.len();
        if key.is_seat_deviation() {
            goals.extend(deviations(key, *band, models));
        } else {
            // The entrant behind `focal` differs between tables.
            let of = |model: &&Model| {
                let same = &*key.subject == "focal" && key.measure.name == model.key.measure.name;
                model.band == *band && (same || model.key == *key)
            };
            goals.extend(models.iter().filter(of).map(|model| Goal {
                what: model.what.clone(),
                table: &model.table,
                band: *band,
                base: model.base,
                fits: model.fits,
                by: vec![model],
                is_deviation: false,
            }));
        }
        if goals.len() == before {
            left.push(key.to_string());
        }
    }
    (goals, left)
}

/// Returns the goals of `seat_deviation` at every table with models of all its seats.
fn deviations<'m>(key: &MeasureKey, band: [f64; 2], models: &'m [Model]) -> Vec<Goal<'m>> {
    let shares = || models.iter().filter(|model| is_seat_share(&model.key));
    let mut tables: Vec<&str> = Vec::new();
    shares().for_each(|model| {
        if !tables.contains(&model.table.as_str()) {
            tables.push(&model.table);
        }
    });
    let goal = |table: &'m str| {
        let by: Vec<&Model> = shares().filter(|model| model.table == table).collect();
        let (base, _) = furthest(by.iter().map(|model| (model.base, 0.0)));
        let fits = by.iter().all(|model| model.fits);
        Goal { what: key.measure.said.clone(), table, band, base, fits, by, is_deviation: true }
    };
    tables.into_iter().map(goal).collect()
}

#[cfg(test)]
mod tests {
    use super::furthest;

    #[test]
    fn seat_deviation_uses_most_distant_seat() {
        let shares = [(0.30, 0.01), (0.50, 0.02), (0.20, 0.03)];
        let (off, error) = furthest(shares.into_iter());
        assert!((off - (0.5 - 1.0 / 3.0)).abs() < 1e-12 && error == 0.02, "{off} {error}");
        assert_eq!(furthest([(0.5, 0.1), (0.5, 0.1)].into_iter()), (0.0, 0.1));
    }
}
