//! Events that all see. RULES.md E24.

use ergo_core::seat::Seat;

use super::action::Action;
use super::card::Card;

/// One thing that happened in the open. What was drawn is in the open only if the card was known to lie there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Event {
    Drew(Seat, Option<Card>),
    /// The discard pile was shuffled into a new draw pile. E7.
    Reshuffled,
    /// A Fallacy ran out and went under the draw pile. E21.
    Expired(Seat),
    Played(Seat, Action),
}
