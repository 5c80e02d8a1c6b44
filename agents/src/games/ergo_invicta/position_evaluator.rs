//! Evaluates positions where nobody looks further: by their windows, or by a net that learned it from play.

use super::features::describe;
use super::search_position::SearchPosition;
use crate::net::mlp::{HiddenUnits, Inputs, Mlp};

/// The score, in the terms of searches, of a net's answer of 1: a certain win.
pub const SCALE: f32 = 1000.0;
/// A net never says more than this many certain wins.
const MOST: f32 = 5.0;

/// Judges positions. It remembers nothing that changes an answer.
pub struct PositionEvaluator<'n> {
    net: Option<&'n Mlp>,
    inputs: Inputs,
    units: HiddenUnits,
}

impl<'n> PositionEvaluator<'n> {
    /// By `net`, or by the weights of windows if there is none.
    pub fn new(net: Option<&'n Mlp>) -> Self {
        PositionEvaluator { net, inputs: Inputs::default(), units: HiddenUnits::default() }
    }

    /// The value of the position to the side to move.
    #[inline]
    pub fn score(&mut self, walk: &SearchPosition<'_>) -> i32 {
        match self.net {
            None => walk.score(),
            Some(net) => {
                describe(walk.position(), walk.windows(), &mut self.inputs);
                let answer = net.forward(&self.inputs, &mut self.units);
                (SCALE * answer.clamp(-MOST, MOST)) as i32
            }
        }
    }
}
