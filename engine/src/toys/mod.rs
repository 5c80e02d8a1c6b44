//! Five small games with known solutions, for tests of programs that play or check games.
//!
//! | game | features |
//! | --- | --- |
//! | [`tic_tac_toe`] | perfect information, no chance |
//! | [`kuhn`] | a hidden card |
//! | [`leduc`] | a public card in the middle of the game; published solutions |
//! | [`goofspiel`] | face-down actions, two to six seats |
//! | [`pig`] | one seat, chance, and matches without a winner |

/// Implements the numbering of actions in their order of declaration.
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
