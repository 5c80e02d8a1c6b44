//! Settings of an agent tuned against a fixed panel.
//!
//! Every candidate of a generation plays the same deals from every seat against the same opponents with the same seeds, so
//! that candidates differ in nothing but their settings; every generation has deals of its own. An [`evolution`] makes the
//! next generation of the order of the values. The answer is the mean of the centres of the last third of the generations.
//! It is then played against the settings it began with on deals that the search never saw.
//!
//! A search follows from its question and the values of its candidates. Those are written down as they come, and a search
//! that was cut off is led through them again and goes on.

pub mod evolution;
mod knob;
mod plan;
mod record;
mod trial;

use ergo_agents::roster::Roster;
use ergo_agents::spec::AgentSpec;
use ergo_engine::options::Configurable;
use rayon::ThreadPool;
use rayon::prelude::*;

pub use knob::{BadKnob, Knob, with_numbers};
pub use plan::{HeldOut, Plan, TuneError, Valued};
pub use record::{Record, Summary};
pub use trial::{Aim, Trial};

use crate::stats::Moments;
use evolution::Evolution;

/// The number of the first deal that no search sees.
const FIRST_HELD_OUT: u64 = 1 << 40;
/// Deals played at once while the answer is checked.
const LOT: u64 = 1_000;

/// What the answer and the start are worth on deals that the search did not see: a block is a deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Check {
    /// The answer against the panel.
    pub tuned: Moments,
    /// The start against the panel.
    pub start: Moments,
    /// The one less the other, in the same seats of the same deals.
    pub gain: Moments,
}

/// Searches as `plan` says. `valued` are the generations that were valued before; each new one is shown to `watch`. Gives the
/// answer, a number for each knob.
pub fn search<G: Configurable + Roster>(
    trial: &Trial<'_, G>,
    plan: &Plan,
    valued: &[Valued],
    pool: &ThreadPool,
    mut watch: impl FnMut(u64, &Valued) -> Result<(), TuneError>,
) -> Result<Vec<f64>, TuneError> {
    let mut evolution = Evolution::new(plan.knobs.len(), plan.population, plan.seed.derive("tune", &[]));
    let mut centres = Vec::new();
    for number in 0..plan.generations {
        let generation = evolution.ask();
        let mut numbers: Vec<Vec<f64>> = generation.points.iter().map(|point| at(&plan.knobs, point)).collect();
        numbers.push(at(&plan.knobs, evolution.centre()));
        numbers.push(plan.knobs.iter().map(|knob| knob.start).collect());
        let new = match valued.get(number as usize) {
            Some(known) if known.numbers == numbers => known.clone(),
            Some(_) => return Err(TuneError::Row(record::CANDIDATES.to_owned(), number as usize * numbers.len() + 1)),
            None => {
                let values = values(trial, plan, &numbers, 1 + number * plan.deals, pool)?;
                let new = Valued { numbers, values, step: evolution.step() };
                watch(number, &new)?;
                new
            }
        };
        evolution.tell(&generation, &new.values[..plan.population]);
        centres.push(at(&plan.knobs, evolution.centre()));
    }
    let last = &centres[centres.len() - centres.len().div_ceil(3)..];
    let mean = |i: usize| last.iter().map(|centre| centre[i]).sum::<f64>() / last.len() as f64;
    Ok(plan.knobs.iter().enumerate().map(|(i, knob)| knob.rounded(mean(i))).collect())
}

fn at(knobs: &[Knob], point: &[f64]) -> Vec<f64> {
    knobs.iter().zip(point).map(|(knob, point)| knob.number(*point)).collect()
}

/// What each candidate is worth on the deals from `first` on.
fn values<G: Configurable + Roster>(
    trial: &Trial<'_, G>,
    plan: &Plan,
    numbers: &[Vec<f64>],
    first: u64,
    pool: &ThreadPool,
) -> Result<Vec<f64>, TuneError> {
    let candidates: Vec<AgentSpec> =
        numbers.iter().map(|numbers| with_numbers(&plan.agent, &plan.knobs, numbers)).collect();
    let one = |index: u64| trial.value(&candidates[(index / plan.deals) as usize], first + index % plan.deals);
    let all = 0..plan.deals * candidates.len() as u64;
    let played: Vec<Result<f64, TuneError>> = pool.install(|| all.into_par_iter().map(one).collect());
    let mut moments = vec![Moments::default(); candidates.len()];
    for (index, value) in played.into_iter().enumerate() {
        moments[index / plan.deals as usize].push(value?);
    }
    Ok(moments.iter().map(Moments::mean).collect())
}

/// Plays `answer` and the start on deals that the search did not see; shows `watch` every lot of them.
pub fn check<G: Configurable + Roster>(
    trial: &Trial<'_, G>,
    plan: &Plan,
    answer: &[f64],
    pool: &ThreadPool,
    mut watch: impl FnMut(&[HeldOut]) -> Result<(), TuneError>,
) -> Result<Check, TuneError> {
    let tuned = with_numbers(&plan.agent, &plan.knobs, answer);
    let one = |deal: u64| {
        let (tuned, start) = (trial.value(&tuned, deal)?, trial.value(&plan.agent, deal)?);
        Ok(HeldOut { deal, tuned, start })
    };
    let mut check = Check::default();
    for first in (0..plan.held_out).step_by(LOT as usize) {
        let deals = FIRST_HELD_OUT + first..FIRST_HELD_OUT + plan.held_out.min(first + LOT);
        let played: Vec<Result<HeldOut, TuneError>> = pool.install(|| deals.into_par_iter().map(one).collect());
        let played = played.into_iter().collect::<Result<Vec<_>, _>>()?;
        for block in &played {
            check.tuned.push(block.tuned);
            check.start.push(block.start);
            check.gain.push(block.tuned - block.start);
        }
        watch(&played)?;
    }
    Ok(check)
}
