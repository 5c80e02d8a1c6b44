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

mod asked;
mod replay;
#[cfg(test)]
mod tests;

pub(crate) use asked::{ALL_GROUPS, Asked, Finding};
pub(crate) use replay::{TakeUp, findings};
