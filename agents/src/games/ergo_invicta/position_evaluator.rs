//! The static evaluation of a position: by its windows, or by a net that learned from play.

use super::features::describe;
use super::search_position::SearchPosition;
use crate::net::mlp::{HiddenUnits, Inputs, Mlp};

/// The score of a net output of 1, which stands for a certain win.
pub const SCALE: f32 = 1000.0;
/// Net outputs are limited to this many certain wins.
const MOST: f32 = 5.0;

/// A static evaluator with its scratch buffers.
pub struct PositionEvaluator<'n> {
    net: Option<&'n Mlp>,
    inputs: Inputs,
    units: HiddenUnits,
}

impl<'n> PositionEvaluator<'n> {
    /// Creates an evaluator with `net`, or with the weights of windows if `net` is `None`.
    pub fn new(net: Option<&'n Mlp>) -> Self {
        PositionEvaluator { net, inputs: Inputs::default(), units: HiddenUnits::default() }
    }

    /// Returns the value of the position to the side to move. Window weights define the scale; with a net,
    /// [`SCALE`] is a certain win.
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
