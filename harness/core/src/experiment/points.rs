//! From a `[design]` to arms: its points, each an arm, after the base, which changes nothing.

use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_stats::design::filling::{latin_hypercube, levels_of, sobol};
use ergo_stats::design::grid::{factorial, fractional, one_at_a_time};

use super::design::{self, Design};
use super::file::Arm;
use super::outline::{MOST_ARMS, Outline};
use super::problem::Problem;
use super::space::{DesignKind, Factor, Space};
use super::values::Change;
use crate::arena::DynGame;

/// The name of the arm that changes nothing.
const BASE: &str = "base";
/// Of impossible points so many are passed over for each that is kept.
const MOST_PASSED_OVER: usize = 8;

/// Makes the arms of the design of `outline`, if it has one, and says what the design is.
pub(super) fn expand(outline: &mut Outline, game: &dyn DynGame) -> Result<Option<Design>, Problem> {
    let Some(space) = outline.space.clone() else { return Ok(None) };
    let base = base(outline, &space, game)?;
    let level = |factor: &Factor| {
        let same = |value: &Value| factor.options.iter().all(|option| base.0.get(option) == Some(value));
        factor.values.iter().position(same)
    };
    let at: Vec<Option<usize>> = space.factors.iter().map(level).collect();
    let size = space.hold.as_ref().map_or(0, |hold| design::size(&space.factors, hold, &base));
    let Space { kind, factors, hold } = space;
    let mut design = Design { kind, factors, hold, size, points: Vec::new() };
    check_levels(&design)?;
    let points = points(&design, &at, &base, outline.file.seed.0 as u64)?;
    if points.len() + 1 > MOST_ARMS {
        let what = format!("{} points, expected at most {} and the base", points.len(), MOST_ARMS - 1);
        return Err(Problem::new("design", what));
    }
    let mut arms = vec![Arm { name: BASE.to_owned(), set: Vec::new() }];
    for (i, point) in points.iter().enumerate() {
        arms.push(Arm { name: name(&design, &at, i, point), set: changes(&design, point)? });
    }
    outline.file.arm = arms;
    design.points = std::iter::once(at.iter().copied().collect()).chain(points.into_iter().map(Some)).collect();
    Ok(Some(design))
}

/// Refuses a level that no point can have: it leaves less than 0 of what is held even where all other factors take the least.
fn check_levels(design: &Design) -> Result<(), Problem> {
    let Some(hold) = &design.hold else { return Ok(()) };
    let takes: Vec<Vec<i64>> = design.factors.iter().map(|factor| factor.takes(hold)).collect();
    let least = |takes: &Vec<i64>| takes.iter().min().copied().unwrap_or_default();
    let free = design.size - takes.iter().map(least).sum::<i64>();
    for (factor, takes) in design.factors.iter().zip(&takes) {
        let left = |level: usize| free - (takes[level] - least(takes));
        let Some(level) = (0..takes.len()).find(|level| left(*level) < 0) else { continue };
        let possible = (0..takes.len()).filter(|level| left(*level) >= 0);
        let possible: Vec<String> = possible.map(|level| factor.values[level].to_string()).collect();
        let expected = match &possible[..] {
            [] => "less of the other factors, more of it in the base or another hold".to_owned(),
            [only] => format!("more of it in the base or another hold: only {only} can be played"),
            [first, .., last] => format!("only values that can be played: {first} to {last}"),
        };
        let what = format!(
            "{} = {} leaves {} of game.rules.{hold}, whatever the other factors are, expected {expected}",
            factor.name,
            factor.values[level],
            left(level)
        );
        return Err(Problem::new("design.hold", what));
    }
    Ok(())
}

/// The rules without any change.
fn base(outline: &Outline, space: &Space, game: &dyn DynGame) -> Result<Settings, Problem> {
    let options = game.options();
    let known = |option: &String| options.iter().any(|spec| spec.key == option);
    for (i, factor) in space.factors.iter().enumerate() {
        if let Some(unknown) = factor.options.iter().find(|option| !known(option)) {
            let near = ergo_engine::options::nearest(unknown, options.iter().map(|spec| spec.key)).unwrap_or_default();
            let what = format!("no option \"{unknown}\" of {}, expected \"{near}\" or another", game.name());
            return Err(Problem::new(format!("design, factor {}, key", i + 1), what));
        }
    }
    let (fewest, most) = game.seats();
    let size = outline.sizes().into_iter().min().unwrap_or(fewest);
    let size = SeatCount::new(size.clamp(fewest, most));
    let rules = game.configure(size, &outline.file.game.rules).map_err(|error| Problem::new("game.rules", error))?;
    // Those that a game says nothing of are at their defaults.
    let base = rules.settings().checked(&options).map_err(|error| Problem::new("game.rules", error))?;
    if let Some(hold) = &space.hold
        && !matches!(base.0.get(hold), Some(Value::Int(_)))
    {
        let what = format!("\"game.rules.{hold}\" is no count of {}, expected a whole number", game.name());
        return Err(Problem::new("design.hold", what));
    }
    Ok(base)
}

/// The points of the design: the first is not the base.
fn points(space: &Design, base: &[Option<usize>], rules: &Settings, seed: u64) -> Result<Vec<Vec<usize>>, Problem> {
    let levels: Vec<usize> = space.factors.iter().map(|factor| factor.values.len()).collect();
    let seed = Seed::master(seed).derive("design", &[]);
    Ok(match space.kind {
        DesignKind::OneAtATime => {
            let missing = base.iter().position(Option::is_none);
            if let Some(missing) = missing {
                let factor = &space.factors[missing];
                let option = &factor.options[0];
                let found = rules.0.get(option).map_or_else(String::new, ToString::to_string);
                let what = format!("the base has {option} = {found}, expected that among its levels");
                return Err(Problem::new(format!("design, factor {}", missing + 1), what));
            }
            let base: Vec<usize> = base.iter().flatten().copied().collect();
            one_at_a_time(&levels, &base).split_off(1)
        }
        DesignKind::Factorial => factorial(&levels).ok_or_else(|| {
            Problem::new("design", format!("more than {} points, expected fewer levels or another kind", MOST_ARMS - 1))
        })?,
        DesignKind::Fractional(centres) => fractional(&levels, centres),
        DesignKind::LatinHypercube(points) => levels_of(&latin_hypercube(points, levels.len(), &seed), &levels),
        DesignKind::Sobol(points) => {
            let all = levels_of(&sobol(points * MOST_PASSED_OVER, levels.len(), &seed), &levels);
            let possible = |point: &Vec<usize>| space.held(point).is_none_or(|left| left >= 0);
            let kept: Vec<Vec<usize>> = all.into_iter().filter(possible).take(points).collect();
            if kept.len() < points {
                let hold = space.hold.as_deref().unwrap_or_default();
                let what = format!(
                    "most points leave less than none of game.rules.{hold}, expected narrower factors, more of it or another hold"
                );
                return Err(Problem::new("design.hold", what));
            }
            kept
        }
    })
}

fn changes(space: &Design, point: &[usize]) -> Result<Vec<Change>, Problem> {
    let mut changes = Vec::new();
    for (factor, level) in space.factors.iter().zip(point) {
        let set = |option: &String| (format!("game.rules.{option}"), factor.values[*level].clone());
        changes.extend(factor.options.iter().map(set));
    }
    if let (Some(hold), Some(left)) = (&space.hold, space.held(point)) {
        if left < 0 {
            let what = format!(
                "a point leaves {left} of game.rules.{hold}, expected narrower factors, more of it or another hold"
            );
            return Err(Problem::new("design.hold", what));
        }
        changes.push((format!("game.rules.{hold}"), Value::Int(left)));
    }
    Ok(changes)
}

/// `cards.not=4` where one factor is varied at a time, `point 12` elsewhere.
fn name(space: &Design, base: &[Option<usize>], number: usize, point: &[usize]) -> String {
    if space.kind == DesignKind::OneAtATime {
        let moved = (0..point.len()).find(|factor| base[*factor] != Some(point[*factor]));
        if let Some(factor) = moved {
            let value = match &space.factors[factor].values[point[factor]] {
                Value::Text(word) => word.clone(),
                other => other.to_string(),
            };
            return format!("{}={value}", space.factors[factor].name);
        }
    }
    format!("point {}", number + 1)
}
