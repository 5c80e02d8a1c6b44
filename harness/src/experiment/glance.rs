//! What can be told of an experiment file without knowing its game.

use super::document::Document;
use super::problem::Problem;
use super::section::Section;

impl Document {
    /// The question.
    pub fn question(&self) -> Result<String, Problem> {
        Ok(Section::root(&self.0).text("question", "the question to be answered, a text")?.to_owned())
    }
}
