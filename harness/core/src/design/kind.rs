//! Kinds of questions. Each has its own answer, first picture and first table; an experiment that does not say its kind is told
//! which one was taken.

use std::fmt::{self, Display};

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Who is best.
    Best,
    /// Whether one thing changes another, and how much.
    Change,
    /// Which setting is best by its targets.
    Setting,
    /// Which seat is favoured.
    Favoured,
    /// How much of something there is.
    Value,
    /// Which of several things change a measure most.
    Matters,
    /// Luck or skill: what decides who wins.
    Luck,
}

impl QuestionKind {
    /// All of them, with their words in an experiment and what they ask.
    pub const ALL: [(QuestionKind, &str, &str); 7] = [
        (QuestionKind::Best, "best", "who is best"),
        (QuestionKind::Change, "change", "what changes, and by how much"),
        (QuestionKind::Setting, "setting", "which setting is best"),
        (QuestionKind::Favoured, "favoured", "which seat is favoured"),
        (QuestionKind::Value, "value", "how much there is"),
        (QuestionKind::Matters, "matters", "what matters most"),
        (QuestionKind::Luck, "luck", "what decides who wins"),
    ];

    /// Their words.
    pub(crate) const WORDS: [&str; 7] = ["best", "change", "setting", "favoured", "value", "matters", "luck"];

    /// The kind that this word of an experiment means.
    pub(crate) fn from_word(word: &str) -> Option<QuestionKind> {
        QuestionKind::ALL.into_iter().find(|(_, known, _)| *known == word).map(|(kind, ..)| kind)
    }

    fn known(self) -> (QuestionKind, &'static str, &'static str) {
        QuestionKind::ALL.into_iter().find(|(kind, ..)| *kind == self).expect("all are known")
    }

    /// The kind in words.
    pub fn question(self) -> &'static str {
        self.known().2
    }
}

/// Its word in an experiment.
impl Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.known().1)
    }
}

/// How a question is to be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerSpec {
    /// Its kinds, a claim for each; nothing where the experiment does not say.
    pub kinds: Vec<QuestionKind>,
    /// The smallest change of the measure that would matter.
    pub margin: Option<f64>,
    /// The entrants whose answer stands first.
    pub strongest: Vec<String>,
    /// Their name together: the entrant, or the tier.
    pub called: String,
}
