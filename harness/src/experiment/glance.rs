//! What can be told of an experiment file without knowing its game.

use super::document::Document;
use super::outline::Outline;
use super::problem::Problem;

impl Document {
    /// The name of the game, once all that does not depend on it is found in order.
    pub fn game(&self) -> Result<String, Problem> {
        Ok(Outline::read(self)?.game)
    }

    /// The question.
    pub fn question(&self) -> Result<String, Problem> {
        Ok(Outline::read(self)?.question)
    }
}
