//! What can be told of an experiment file without knowing its game.

use super::arms::timed;
use super::checked::Scheme;
use super::document::Document;
use super::outline::Outline;
use super::problem::Problem;
use crate::measure::Key;

impl Document {
    /// The name of the game, once all that does not depend on it is found in order.
    pub fn game(&self) -> Result<String, Problem> {
        Ok(Outline::read(self)?.game)
    }

    /// The question and the measure its answer is to speak of.
    pub fn asked(&self) -> Result<(String, Option<Key>), Problem> {
        let outline = Outline::read(self)?;
        Ok((outline.question, outline.measure))
    }

    /// How the matches come about.
    pub fn scheme(&self) -> Result<Scheme, Problem> {
        let outline = Outline::read(self)?;
        let timed = timed(&outline)?;
        let Outline { form, entrants, deals, faults, .. } = outline;
        let entrants = entrants.into_iter().map(|entrant| entrant.name).collect();
        Ok(Scheme { form, entrants, deals, faults, timed })
    }
}
