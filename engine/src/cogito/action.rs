//! The actions of a player and their notation. RULES.md C4, C10, C11.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::card::Card;

/// The short name of [`CogitoAction`] within `cogito`.
pub use self::CogitoAction as Action;

/// One choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CogitoAction {
    /// Makes no declaration in a window.
    Pass,
    /// Declares "COGITO! I am X." C11.
    Cogito(Card),
    /// Plays a card: "I am not X." C4.
    Play(Card),
    /// Gives a card to the left neighbour. C10.
    Give(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Cogito(card) => write!(f, "cogito:{card}"),
            Action::Play(card) => write!(f, "play:{card}"),
            Action::Give(card) => write!(f, "give:{card}"),
        }
    }
}

/// The short name of [`CogitoActionError`] within `cogito`.
pub use self::CogitoActionError as BadAction;

/// The error for a text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an action, expected pass, or cogito:, play: or give: and the name of a card")]
pub struct CogitoActionError(String);

impl FromStr for Action {
    type Err = BadAction;
    fn from_str(text: &str) -> Result<Self, BadAction> {
        if text == "pass" {
            return Ok(Action::Pass);
        }
        let known = text.split_once(':').and_then(|(what, card)| {
            let card: Card = card.parse().ok()?;
            match what {
                "cogito" if card.is_self() => Some(Action::Cogito(card)),
                "play" => Some(Action::Play(card)),
                "give" => Some(Action::Give(card)),
                _ => None,
            }
        });
        known.ok_or_else(|| BadAction(text.to_owned()))
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
