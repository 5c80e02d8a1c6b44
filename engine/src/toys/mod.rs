//! Five small games whose answers are known, kept to test everything that plays or checks a game.
//!
//! | game | what it is there for |
//! | --- | --- |
//! | [`tic_tac_toe`] | nothing hidden, no chance |
//! | [`kuhn`] | a hidden card |
//! | [`leduc`] | a card turned up on the way; figures that other programs publish |
//! | [`goofspiel`] | face-down actions, two to six seats |
//! | [`pig`] | one seat, chance, and an end that nobody wins |

mod ending;
pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod pig;
mod poker;
pub mod tic_tac_toe;
