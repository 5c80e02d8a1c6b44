//! Two games whose answers are known, kept to test everything that plays or checks a game.

mod ending;
pub mod kuhn;
pub mod tic_tac_toe;
