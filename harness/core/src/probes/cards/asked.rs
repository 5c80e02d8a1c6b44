//! Questions about cards, and their answers.

/// A question about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    /// The worth of drawing it.
    Draw,
    /// The worth of being allowed to play a group.
    Access,
    /// The lead where it came.
    Drawn,
    /// The lead where it did not.
    Undrawn,
}

impl Asked {
    /// All of them.
    pub(super) const ALL: [Asked; 4] = [Asked::Draw, Asked::Access, Asked::Drawn, Asked::Undrawn];

    /// The word for it in `cards.csv`.
    pub(super) fn word(self) -> &'static str {
        match self {
            Asked::Draw => "draw",
            Asked::Access => "access",
            Asked::Drawn => "drawn",
            Asked::Undrawn => "undrawn",
        }
    }
}

/// A sum of values, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finding {
    /// The index of the seat it is of.
    pub seat: usize,
    /// The question asked.
    pub asked: Asked,
    /// Of what: a kind of card, or a group.
    pub card: &'static str,
    /// How many turns the seat had had in the round, itself included; 0 where that is not asked.
    pub lap: u32,
    /// The sum, in points of lead.
    pub value: f64,
    /// How many values it is of.
    pub weight: f64,
}
