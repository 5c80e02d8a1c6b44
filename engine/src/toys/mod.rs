//! Five small games whose answers are known, kept to test everything that plays or checks a game.
//!
//! | game | what it is there for |
//! | --- | --- |
//! | [`tic_tac_toe`] | nothing hidden, no chance |
//! | [`kuhn`] | a hidden card |
//! | [`leduc`] | a card turned up on the way; figures that other programs publish |
//! | [`goofspiel`] | face-down actions, two to six seats |
//! | [`pig`] | one seat, chance, and an end that nobody wins |

/// Numbers the choices of a game in their order.
macro_rules! number_choices {
    ($game:ty, $choice:ty) => {
        impl ergo_core::numbering::Numbering<$choice> for $game {
            fn families(&self) -> Vec<(&'static str, usize)> {
                vec![("choice", <$choice>::ALL.len())]
            }

            fn id(&self, choice: $choice) -> usize {
                choice as usize
            }

            fn action(&self, id: usize) -> Option<$choice> {
                <$choice>::ALL.get(id).copied()
            }
        }
    };
}

mod ending;
pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod pig;
mod poker;
pub mod tic_tac_toe;
