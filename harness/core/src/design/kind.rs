//! Kinds of questions. Each kind has its own answer, first chart and first table. If an experiment does not name its
//! kind, one is inferred and reported.

use std::fmt::{self, Display};

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Which entrant is best.
    Best,
    /// How much one setting changes a measure.
    Change,
    /// Which setting meets the targets best.
    Setting,
    /// Which seat has an advantage.
    Favoured,
    /// The value of a measure.
    Value,
    /// Which of several settings changes a measure most.
    Matters,
    /// How much of the result is luck, and how much skill.
    Luck,
}

impl QuestionKind {
    /// All kinds with their word in an experiment and their question.
    pub const ALL: [(QuestionKind, &str, &str); 7] = [
        (QuestionKind::Best, "best", "which entrant is best"),
        (QuestionKind::Change, "change", "what changes, and by how much"),
        (QuestionKind::Setting, "setting", "which setting is best"),
        (QuestionKind::Favoured, "favoured", "which seat is favoured"),
        (QuestionKind::Value, "value", "how much there is"),
        (QuestionKind::Matters, "matters", "what matters most"),
        (QuestionKind::Luck, "luck", "how much is luck and how much is skill"),
    ];

    /// The words of all kinds.
    pub(crate) const WORDS: [&str; 7] = ["best", "change", "setting", "favoured", "value", "matters", "luck"];

    /// Returns the kind with this word in an experiment.
    pub(crate) fn from_word(word: &str) -> Option<QuestionKind> {
        QuestionKind::ALL.into_iter().find(|(_, known, _)| *known == word).map(|(kind, ..)| kind)
    }

    fn known(self) -> (QuestionKind, &'static str, &'static str) {
        QuestionKind::ALL.into_iter().find(|(kind, ..)| *kind == self).expect("all are known")
    }

    /// Returns the question of this kind in words.
    pub fn question(self) -> &'static str {
        self.known().2
    }
}

/// Writes the word of the kind in an experiment.
impl Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.known().1)
    }
}

/// How a question is to be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerSpec {
    /// The kinds of the question, one claim each; empty if the experiment does not say.
    pub kinds: Vec<QuestionKind>,
    /// The smallest relevant change of the measure.
    pub margin: Option<f64>,
    /// The entrants whose results come first in the answer.
    pub strongest: Vec<String>,
    /// The common name of those entrants: the entrant or its tier.
    pub called: String,
}
