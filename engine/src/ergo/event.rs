//! Public events. RULES.md E24.

use ergo_core::seat::Seat;

use super::action::Action;
use super::card::Card;

/// The short name of [`ErgoEvent`] within `ergo`.
pub use self::ErgoEvent as Event;

/// One public event. A drawn card is public only if its place in the pile was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ErgoEvent {
    Drew(Seat, Option<Card>),
    /// The discard pile was shuffled into a new draw pile. E7.
    Reshuffled,
    /// A Fallacy expired and went under the draw pile. E21.
    Expired(Seat),
    Played(Seat, Action),
}
