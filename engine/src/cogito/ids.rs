//! Action ids of Cogito. There are 48: `pass`, `cogito` for each Self of either diagram, `play` and `give` for each
//! kind of card.

use ergo_core::numbering::Numbering;

use super::action::Action;
use super::card::{Card, KINDS};

/// The first Self. All later cards except the last one, Dream, are Selves too.
const FIRST_SELF: usize = Card::Casablanca as usize;
const SELVES: usize = Card::Dream as usize - FIRST_SELF;
const PLAY: usize = 1 + SELVES;
const GIVE: usize = PLAY + KINDS;

/// The short name of [`CogitoActionIds`] within `cogito`.
pub use self::CogitoActionIds as Ids;

/// The numbering of actions, which is the same under all rules.
#[derive(Clone, Copy, Debug)]
pub struct CogitoActionIds;

impl Numbering<Action> for Ids {
    fn families(&self) -> Vec<(&'static str, usize)> {
        vec![("pass", 1), ("cogito", SELVES), ("play", KINDS), ("give", KINDS)]
    }

    fn id(&self, action: Action) -> usize {
        match action {
            Action::Pass => 0,
            Action::Cogito(card) => 1 + card.index() - FIRST_SELF,
            Action::Play(card) => PLAY + card.index(),
            Action::Give(card) => GIVE + card.index(),
        }
    }

    fn action(&self, id: usize) -> Option<Action> {
        let card = |place: usize| Card::ALL.get(place).copied();
        match id {
            0 => Some(Action::Pass),
            1..PLAY => card(id - 1 + FIRST_SELF).map(Action::Cogito),
            PLAY..GIVE => card(id - PLAY).map(Action::Play),
            _ => card(id - GIVE).map(Action::Give),
        }
    }
}
