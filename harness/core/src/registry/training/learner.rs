//! The state of a net during training, and its checkpoint format.

use std::ops::ControlFlow;

use ergo_agents::agent::AgentFault;
use ergo_agents::net::adam::Adam;
use ergo_agents::net::mlp::Mlp;
use ergo_engine::rng::Seed;
use rayon::ThreadPool;

use super::settings::Training;
use super::trainable::{EpisodeOptions, Trainable, TrainingSignal};
use super::trial::Trial;
use crate::job::{BatchBuffer, Job, TaskRunner, run_in_order};
use crate::registry::arena::BotFactory;
use crate::storage::digest::of_bytes;

/// Length of a digest in hexadecimal.
const DIGEST: usize = 64;

/// The rounds of a batch, which are all played with the same weights.
struct Batch<'l, C: Trainable> {
    game: &'l C,
    net: &'l Mlp,
    lesson: EpisodeOptions<'l, C::Game>,
    seed: Seed,
}

/// The training signals of consecutive rounds, in a reusable buffer.
#[derive(Default)]
struct TrainingBatch {
    taught: Vec<TrainingSignal>,
    used: usize,
    /// The fault of the first guest that failed to answer; its round was not used.
    fault: Option<AgentFault>,
}

impl<C: Trainable> Job for Batch<'_, C> {
    type Buffer = TrainingBatch;

    fn task_runner(&self) -> TaskRunner<'_, TrainingBatch> {
        let mut episode = C::Episode::default();
        Box::new(move |number, out| {
            if out.used == out.taught.len() {
                out.taught.push(TrainingSignal::default());
            }
            let seed = self.seed.derive("round", &[number]);
            match self.game.teach(self.net, &self.lesson, &seed, &mut episode) {
                Ok(taught) => std::mem::swap(taught, &mut out.taught[out.used]),
                Err(fault) => out.fault = out.fault.or(Some(fault)),
            }
            out.used += 1;
            ControlFlow::Continue(())
        })
    }
}

impl BatchBuffer for TrainingBatch {
    fn bytes(&self) -> usize {
        self.taught[..self.used].iter().map(|taught| size_of_val(&taught.gradient[..])).sum()
    }

    fn clear(&mut self) {
        (self.used, self.fault) = (0, None);
    }
}

/// The state of a net during training.
pub struct Learner {
    /// Number of finished batches.
    pub batches: u64,
    /// The current net, which plays.
    pub net: Mlp,
    /// The mean of the averaged weights; empty before averaging starts.
    mean: Vec<f32>,
    /// Number of averaged weight vectors.
    averaged: u64,
    adam: Adam,
    /// The value of a net output of 1.
    scale: f32,
    /// Sum of losses and number of positions since the last query.
    loss: (f64, u64),
    /// The learning curve so far, as CSV.
    curve: String,
    gradient: Vec<f32>,
}

impl Learner {
    /// Creates the state before the first round: random weights, or those of a warm start.
    ///
    /// # Panics
    ///
    /// Panics if the warm start has another number of weights.
    pub fn new(training: &Training) -> Self {
        let mut rng = Seed::master(training.seed).derive("weights", &[]).rng();
        let mut net = Mlp::random(&training.shape(), training.subject.lively, &mut rng);
        if let Some(from) = &training.from {
            net.weights_mut().copy_from_slice(&from.weights);
        }
        let weights = net.weights().len();
        Learner {
            batches: 0,
            net,
            mean: vec![0.0; weights],
            averaged: 0,
            adam: Adam::new(weights),
            scale: training.subject.scale,
            loss: (0.0, 0),
            curve: format!("rounds,loss,{},low,high,deals\n", training.subject.tried.0),
            gradient: vec![0.0; weights],
        }
    }

    /// Plays the next batch of rounds with `guests` on the threads of `pool` and updates the weights.
    ///
    /// # Errors
    ///
    /// Returns the fault of a guest that failed to answer.
    pub fn learn<C: Trainable>(
        &mut self,
        training: &Training,
        game: &C,
        guests: &[BotFactory<C::Game>],
        pool: &ThreadPool,
    ) -> Result<(), AgentFault> {
        let first = self.batches * training.batch;
        let rounds = first..training.rounds.min(first + training.batch);
        let (lesson, seed) = (training.lesson_after(self.batches, guests), Seed::master(training.seed));
        let Learner { net, gradient, loss, .. } = self;
        let mut positions = 0;
        gradient.fill(0.0);
        run_in_order(&Batch { game, net, lesson, seed }, rounds, Some(pool), &mut |lot| {
            if let Some(fault) = lot.out.fault {
                return Err(fault);
            }
            for taught in &lot.out.taught[..lot.tasks as usize] {
                loss.0 += taught.loss;
                positions += taught.positions;
                gradient.iter_mut().zip(&taught.gradient).for_each(|(sum, slope)| *sum += slope);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.loss.1 += positions;
        let share = 1.0 / positions.max(1) as f32;
        self.gradient.iter_mut().for_each(|slope| *slope *= share);
        let rate = training.rate_after(self.batches);
        self.adam.step(self.net.weights_mut(), &self.gradient, rate);
        self.batches += 1;
        if training.averages_after(self.batches) {
            self.averaged += 1;
            let share = 1.0 / self.averaged as f32;
            self.mean.iter_mut().zip(self.net.weights()).for_each(|(mean, weight)| *mean += share * (weight - *mean));
        }
        Ok(())
    }

    /// Returns the final net: the mean of the weights over the last part of the run, or the current net before
    /// averaging starts.
    pub fn averaged_net(&self) -> Mlp {
        let mut net = self.net.clone();
        if self.averaged > 0 {
            net.weights_mut().copy_from_slice(&self.mean);
        }
        net
    }

    /// Returns the mean loss since the last call: squared errors in squared points of margin, or the log loss of
    /// probabilities.
    pub fn take_loss(&mut self) -> f64 {
        let (sum, positions) = std::mem::take(&mut self.loss);
        f64::from(self.scale * self.scale) * sum / positions.max(1) as f64
    }

    /// Adds a point to the learning curve: the mean loss since the last point, and the result of a trial.
    pub fn add_point(&mut self, rounds: u64, found: &Trial) {
        let loss = self.take_loss();
        let Trial { margin, interval, deals } = found;
        let row = format!("{rounds},{loss:.3},{margin:.3},{:.3},{:.3},{deals}\n", interval.low, interval.high);
        self.curve.push_str(&row);
    }

    /// Returns the learning curve so far, as CSV.
    pub fn curve(&self) -> &str {
        &self.curve
    }

    /// Serialises the state for a run with these settings. [`Learner::read`] is the inverse.
    pub fn bytes(&self, training: &Training) -> Vec<u8> {
        let mut bytes = of_bytes(training.text().as_bytes()).into_bytes();
        let mut whole = |number: u64| bytes.extend_from_slice(&number.to_le_bytes());
        whole(self.batches);
        whole(self.averaged);
        whole(self.loss.0.to_bits());
        whole(self.loss.1);
        whole(self.curve.len() as u64);
        bytes.extend_from_slice(self.curve.as_bytes());
        let lists = [self.net.weights(), &self.mean, &self.adam.means, &self.adam.squares, &self.adam.powers];
        lists.into_iter().flatten().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
        bytes.extend_from_slice(of_bytes(&bytes).as_bytes());
        bytes
    }

    /// Restores the state from `bytes`; `None` if they are damaged or belong to a run with other settings.
    pub fn read(bytes: &[u8], training: &Training) -> Option<Self> {
        let (bytes, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
        let bytes = (of_bytes(bytes).as_bytes() == digest).then_some(bytes)?;
        let bytes = bytes.strip_prefix(of_bytes(training.text().as_bytes()).as_bytes())?;
        let (whole, rest) = bytes.split_at_checked(5 * 8)?;
        let number = |place: usize| u64::from_le_bytes(std::array::from_fn(|i| whole[8 * place + i]));
        let mut learner = Learner::new(training);
        (learner.batches, learner.averaged) = (number(0), number(1));
        learner.loss = (f64::from_bits(number(2)), number(3));
        let (curve, rest) = rest.split_at_checked(number(4) as usize)?;
        learner.curve = String::from_utf8(curve.to_vec()).ok()?;
        let mut numbers = rest.as_chunks::<4>().0.iter().map(|&four| f32::from_le_bytes(four));
        let adam = &mut learner.adam;
        let lists =
            [learner.net.weights_mut(), &mut learner.mean, &mut adam.means, &mut adam.squares, &mut adam.powers];
        for place in lists.into_iter().flatten() {
            *place = numbers.next()?;
        }
        numbers.next().is_none().then_some(learner)
    }
}
