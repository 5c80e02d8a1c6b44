//! Every key is set once, and every change of a file has an effect.

use super::document::{Override, Target, target};
use super::file::{Arm, File};
use super::problem::Problem;

/// Refuses a key that is varied twice, and an override, a sweep or an arm without effect.
pub(super) fn check(file: &File, tables: &[Vec<usize>], overrides: &[Override]) -> Result<(), Problem> {
    let (arms, sweeps) = (&file.arm, &file.sweep);
    let absent = |key: &str| absent(file, tables, key);
    for (i, sweep) in sweeps.iter().enumerate() {
        let key = &sweep.key;
        let problem = |what: String| Err(Problem::new(format!("sweep {} ({key})", i + 1), what));
        if let Some(twin) = sweeps[..i].iter().position(|other| other.key == *key) {
            return problem(format!("sweep {} sets this key too, expected one [[sweep]] with all values", twin + 1));
        }
        if let Some(arm) = arms.iter().find(|arm| sets(arm, key)) {
            return problem(format!(
                "arm \"{}\" sets this key too, expected either a sweep or arms to set it",
                arm.name
            ));
        }
        if let Some(name) = absent(key) {
            return problem(format!("\"{name}\" sits at no table, expected an entrant that plays"));
        }
    }
    for arm in arms {
        let mut names = arm.set.iter().map(|(key, _)| absent(key));
        if let Some(Some(name)) = names.next()
            && names.all(|name| name.is_some())
        {
            let what = format!("has no effect, \"{name}\" sits at no table, expected an entrant that plays");
            return Err(Problem::new(format!("arm \"{}\"", arm.name), what));
        }
    }
    for Override { at, key } in overrides {
        let what = if let Some(i) = sweeps.iter().position(|sweep| sweep.key == *key) {
            format!("sweep {} sets this key in every arm, expected other values of the sweep", i + 1)
        } else if !arms.is_empty() && arms.iter().all(|arm| sets(arm, key)) {
            "every [[arm]] sets this key, expected other arms".to_owned()
        } else if let Some(name) = absent(key) {
            format!("\"{name}\" sits at no table, expected an entrant that plays")
        } else {
            continue;
        };
        return Err(Problem::new(at, format!("has no effect, {what}")));
    }
    Ok(())
}

fn sets(arm: &Arm, key: &str) -> bool {
    arm.set.iter().any(|(other, _)| other == key)
}

/// The entrant whose agent `key` changes, if it sits at no table.
fn absent<'f>(file: &'f File, tables: &[Vec<usize>], key: &str) -> Option<&'f str> {
    let names: Vec<&str> = file.entrant.iter().map(|entrant| entrant.name.0.as_str()).collect();
    let Target::Agent(entrant, _) = target(key, &names) else { return None };
    let plays = tables.iter().any(|table| table.contains(&entrant));
    (!plays).then_some(names[entrant])
}
