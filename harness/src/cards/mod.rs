//! What cards are worth, by cause: a moment of a match is played on by the same bots with one thing changed, and the same
//! moment without the change is what it is held against. All worths are points of lead in the round: what a seat won of it less
//! the mean of what the others won.
//!
//! - *Draw*: of all cards drawn in a match from the second turn of a round on, some are picked at random. Each is exchanged for
//!   a card of every kind that lies face down, and the round is played on. The worth of a kind is the lead with it, less the mean
//!   lead over all cards that could have been drawn. No deck is changed, so nothing else is.
//! - *Access*: a round is played from its beginning, and again where one seat may not play the cards of a group, but only discard
//!   them. The worth is what it lost by that.
//! - *Shapley*: how much each group adds when a seat that may play none is given one after another, in a random order and in its
//!   reverse. The values of a round add up to what all groups are worth.
//! - *Drawn* and *undrawn*: the lead of all seats in rounds in which a kind came to them, and in which none did. That is what one
//!   reads off played games, and it is no worth: long rounds draw more of everything, and who loses them is another matter.

mod replay;
#[cfg(test)]
mod tests;

pub(crate) use replay::findings;

/// What is asked of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asked {
    /// What it adds to be drawn.
    Draw,
    /// What it adds that a group may be played.
    Access,
    /// What of that is the group's own, when all come in random order.
    Shapley,
    /// The lead where it came.
    Drawn,
    /// The lead where it did not.
    Undrawn,
}

impl Asked {
    /// All of them.
    pub(crate) const ALL: [Asked; 5] = [Asked::Draw, Asked::Access, Asked::Shapley, Asked::Drawn, Asked::Undrawn];

    /// The word for it in `cards.csv`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Asked::Draw => "draw",
            Asked::Access => "access",
            Asked::Shapley => "shapley",
            Asked::Drawn => "drawn",
            Asked::Undrawn => "undrawn",
        }
    }
}

/// The card of the row that says what all groups are worth together.
pub(crate) const ALL_GROUPS: &str = "all";

/// A sum of values, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Finding {
    /// The index of the seat it is of.
    pub seat: usize,
    /// What was asked.
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
