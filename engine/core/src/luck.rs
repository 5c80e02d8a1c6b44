//! Games that keep an account of their luck.

use crate::game::Game;

/// A game that can say afterwards how lucky every seat was in a round.
pub trait Luck: Game {
    /// Kinds of luck; the columns of `luck.csv`.
    const LUCK_COLUMNS: &'static [&'static str];

    /// Adds to `sums` how lucky every seat was in `round`: one value per name of [`Luck::LUCK_COLUMNS`], the values of the first
    /// seat first. Each is a sum over what chance gave the seat, every item less what it was expected to be by all that had
    /// happened before; so each has mean 0 however anybody plays, as long as nobody looks into the future.
    fn luck(&self, round: &Self::Round, sums: &mut [f64]);
}
