//! Cross-validation of predictions (Stone 1974).

use ergo_core::rng::{Seed, shuffle};

use std::collections::BTreeMap;

/// Number of folds.
const FOLDS: usize = 10;

/// Returns for each point the number of its location, in order of first occurrence. Points at one location are
/// replicates and predict each other trivially.
pub(super) fn places<P: PartialEq>(points: &[P]) -> Vec<usize> {
    let first = |point: &P| points.iter().position(|other| other == point).unwrap_or(0);
    let mut numbers = BTreeMap::new();
    let number = |point: &P| {
        let next = numbers.len();
        *numbers.entry(first(point)).or_insert(next)
    };
    points.iter().map(number).collect()
}

/// Returns Q²: one minus the squared errors for held-out points, divided by their squared distances from the mean of
/// the training points. It is 1 if every point is predicted exactly, and 0 or less if the mean predicts as well.
/// `foretell` gets the indices of training and held-out points and returns predictions for the latter. There are ten
/// folds, drawn from `seed`; points with the same number in `places` are held out together. `None` if `foretell` fails,
/// for fewer than ten locations, or if all values are equal.
pub fn q_squared(
    values: &[f64],
    places: &[usize],
    seed: &Seed,
    foretell: impl Fn(&[usize], &[usize]) -> Option<Vec<f64>>,
) -> Option<f64> {
    let count = places.iter().max().map_or(0, |last| last + 1);
    if count < FOLDS {
        return None;
    }
    let mut order: Vec<usize> = (0..count).collect();
    shuffle(&mut seed.derive("folds", &[]).rng(), &mut order);
    let (mut errors, mut distances) = (0.0, 0.0);
    for fold in 0..FOLDS {
        let of = |left: bool| {
            let chosen = order.iter().enumerate().filter(|(place, _)| (place % FOLDS == fold) == left);
            let at = |place: usize| (0..values.len()).filter(move |point| places[*point] == place);
            chosen.flat_map(|(_, place)| at(*place)).collect::<Vec<_>>()
        };
        let (shown, left) = (of(false), of(true));
        let mean = shown.iter().map(|point| values[*point]).sum::<f64>() / shown.len() as f64;
        let foretold = foretell(&shown, &left)?;
        for (point, foretold) in left.iter().zip(foretold) {
            errors += (values[*point] - foretold).powi(2);
            distances += (values[*point] - mean).powi(2);
        }
    }
    (distances > 0.0).then(|| 1.0 - errors / distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Foretell<'f> = &'f dyn Fn(&[usize], &[usize]) -> Option<Vec<f64>>;

    #[test]
    fn q_squared_of_exact_mean_and_bad_predictions() {
        let values: Vec<f64> = (0..40).map(f64::from).collect();
        let q = |foretell: Foretell<'_>| q_squared(&values, &places(&values), &Seed::master(1), foretell);
        assert_eq!(q(&|_, left| Some(left.iter().map(|point| values[*point]).collect())), Some(1.0));
        let mean = |shown: &[usize], left: &[usize]| {
            let mean = shown.iter().map(|point| values[*point]).sum::<f64>() / shown.len() as f64;
            Some(vec![mean; left.len()])
        };
        assert_eq!(q(&mean), Some(0.0));
        assert!(q(&|_, left| Some(left.iter().map(|point| -values[*point]).collect())).unwrap() < -1.0);
        assert_eq!(q(&|_, _| None), None);
        let each: Vec<usize> = (0..40).collect();
        assert_eq!(q_squared(&[1.0; 40], &each, &Seed::master(1), mean), None);
        assert_eq!(q_squared(&values[..9], &each[..9], &Seed::master(1), |_, left| Some(vec![0.0; left.len()])), None);
    }

    #[test]
    fn q_squared_holds_out_replicates_together() {
        // Twelve locations, three points each, with values that only a replicate can predict.
        let points: Vec<usize> = (0..36).map(|i| i % 12).collect();
        let values: Vec<f64> = points.iter().map(|point| [3.0, 1.0, 4.0, 1.5, 9.0, 2.0][point % 6]).collect();
        let places = places(&points);
        let known = |shown: &[usize], left: &[usize]| {
            let twin = |point: &usize| shown.iter().find(|other| points[**other] == points[*point]);
            Some(left.iter().map(|point| twin(point).map_or(0.0, |twin| values[*twin])).collect::<Vec<f64>>())
        };
        assert!(q_squared(&values, &places, &Seed::master(3), known).unwrap() < 0.0);
        let each: Vec<usize> = (0..36).collect();
        assert!(q_squared(&values, &each, &Seed::master(3), known).unwrap() > 0.9);
        // Three locations are too few, however many points there are.
        let few: Vec<usize> = (0..36).map(|i| i % 3).collect();
        assert_eq!(q_squared(&values, &few, &Seed::master(3), known), None);
    }

    #[test]
    fn q_squared_never_trains_on_held_out_points() {
        let values: Vec<f64> = (0..25).map(f64::from).collect();
        let seen = std::cell::RefCell::new(vec![0; 25]);
        q_squared(&values, &places(&values), &Seed::master(2), |shown, left| {
            assert!(left.iter().all(|point| !shown.contains(point)) && shown.len() + left.len() == 25);
            left.iter().for_each(|point| seen.borrow_mut()[*point] += 1);
            Some(vec![0.0; left.len()])
        });
        assert!(seen.borrow().iter().all(|count| *count == 1));
    }
}
