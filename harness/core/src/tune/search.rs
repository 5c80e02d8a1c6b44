//! The search for settings, and the check of the answer.

use std::ops::ControlFlow;

use ergo_agents::spec::AgentSpec;
use rayon::ThreadPool;

use super::evolution::Evolution;
use super::parameter::{Parameter, with_numbers};
use super::plan::{EvaluatedGeneration, HeldOutCheck, HeldOutDeal, TuneError, TunePlan};
use super::record;
use super::trial::CandidateTrial;
use crate::job::for_each_task;
use ergo_stats::Moments;

/// The number of the first held-out deal, which no search uses.
const FIRST_HELD_OUT: u64 = 1 << 40;

/// Runs the search of `plan`. `valued` are the generations evaluated before; `watch` receives each new one. Returns the
/// answer, one number per parameter.
///
/// # Errors
///
/// Returns the error of `watch`, or a fault of an agent.
pub fn search(
    trial: &CandidateTrial<'_>,
    plan: &TunePlan,
    valued: &[EvaluatedGeneration],
    pool: &ThreadPool,
    mut watch: impl FnMut(u64, &EvaluatedGeneration) -> Result<(), TuneError>,
) -> Result<Vec<f64>, TuneError> {
    let mut evolution = Evolution::new(plan.parameters.len(), plan.population, plan.seed.derive("tune", &[]));
    let mut centres = Vec::new();
    for number in 0..plan.generations {
        let generation = evolution.ask();
        let mut numbers: Vec<Vec<f64>> = generation.points.iter().map(|point| at(&plan.parameters, point)).collect();
        numbers.push(at(&plan.parameters, evolution.centre()));
        numbers.push(plan.parameters.iter().map(|parameter| parameter.start).collect());
        let new = match valued.get(number as usize) {
            Some(known) if known.numbers == numbers => known.clone(),
            Some(_) => return Err(TuneError::Row(record::CANDIDATES.to_owned(), number as usize * numbers.len() + 1)),
            None => {
                let values = values(trial, plan, &numbers, 1 + number * plan.deals, pool)?;
                let new = EvaluatedGeneration { numbers, values, step: evolution.step() };
                watch(number, &new)?;
                new
            }
        };
        evolution.tell(&generation, &new.values[..plan.population]);
        centres.push(at(&plan.parameters, evolution.centre()));
    }
    let last = &centres[centres.len() - centres.len().div_ceil(3)..];
    let mean = |i: usize| last.iter().map(|centre| centre[i]).sum::<f64>() / last.len() as f64;
    Ok(plan.parameters.iter().enumerate().map(|(i, parameter)| parameter.rounded(mean(i))).collect())
}

fn at(parameters: &[Parameter], point: &[f64]) -> Vec<f64> {
    parameters.iter().zip(point).map(|(parameter, point)| parameter.number(*point)).collect()
}

/// Returns the mean value of each candidate on the deals from `first` on.
fn values(
    trial: &CandidateTrial<'_>,
    plan: &TunePlan,
    numbers: &[Vec<f64>],
    first: u64,
    pool: &ThreadPool,
) -> Result<Vec<f64>, TuneError> {
    let candidates: Vec<AgentSpec> =
        numbers.iter().map(|numbers| with_numbers(&plan.agent, &plan.parameters, numbers)).collect();
    let one = |index: u64| trial.value(&candidates[(index / plan.deals) as usize], first + index % plan.deals);
    let all = 0..plan.deals * candidates.len() as u64;
    let mut moments = vec![Moments::default(); candidates.len()];
    let mut index = 0;
    for_each_task(one, all, Some(pool), |values| {
        for value in values.drain(..) {
            moments[index / plan.deals as usize].push(value?);
            index += 1;
        }
        Ok::<_, TuneError>(ControlFlow::Continue(()))
    })?;
    Ok(moments.iter().map(Moments::mean).collect())
}

/// Plays `answer` and the start on held-out deals. `seen` are the deals played before; `watch` receives new ones in
/// small batches.
///
/// # Errors
///
/// Returns the error of `watch`, or a fault of an agent.
pub fn check(
    trial: &CandidateTrial<'_>,
    plan: &TunePlan,
    answer: &[f64],
    seen: &[HeldOutDeal],
    pool: &ThreadPool,
    mut watch: impl FnMut(&[HeldOutDeal]) -> Result<(), TuneError> + Send,
) -> Result<HeldOutCheck, TuneError> {
    let tuned = with_numbers(&plan.agent, &plan.parameters, answer);
    let one = |number: u64| {
        let deal = FIRST_HELD_OUT + number;
        let (tuned, start) = (trial.value(&tuned, deal)?, trial.value(&plan.agent, deal)?);
        Ok(HeldOutDeal { deal, tuned, start })
    };
    let mut check = HeldOutCheck::default();
    seen.iter().for_each(|block| check.push(block));
    for_each_task(one, seen.len() as u64..plan.held_out, Some(pool), |played| {
        let played = played.drain(..).collect::<Result<Vec<HeldOutDeal>, TuneError>>()?;
        played.iter().for_each(|block| check.push(block));
        watch(&played)?;
        Ok::<_, TuneError>(ControlFlow::Continue(()))
    })?;
    Ok(check)
}
