//! Card games in which experiments can exchange the next card or bar kinds of cards, to measure what cards are worth.

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::Seat;

/// A game in which players draw cards from a hidden, shuffled pile.
pub trait CardGame: Game {
    /// Names of the kinds of cards: 1 to 32 of them.
    const CARD_KINDS: &'static [&'static str];
    /// Groups of kinds that are barred together: the name and a bit per kind ([`CardGame::with_barred_cards`]).
    const CARD_GROUPS: &'static [(&'static str, u32)];

    /// Adds to `counts` the cards that each seat drew or was dealt by chance in `round`. `counts` is `[seat][kind]`,
    /// flattened, with the kinds of [`CardGame::CARD_KINDS`].
    fn count_drawn(&self, round: &Self::Round, counts: &mut [u32]);

    /// Returns the seat that draws next if the next action ends the turn and the next card of the pile is unknown to
    /// all. Fills `counts`, one entry per kind of [`CardGame::CARD_KINDS`], with the unknown cards as that seat sees
    /// them. Each of these cards is equally likely to be drawn.
    fn next_draw(&self, state: &Self::State, counts: &mut [u32]) -> Option<Seat>;

    /// Swaps the next card of the pile with a random unknown card of this `kind`, which may be the next card itself.
    /// The other unknown cards are then in random order. [`CardGame::next_draw`] must have counted at least one such
    /// card.
    fn exchange_next(&self, state: &mut Self::State, kind: usize, rng: &mut Rng);

    /// Returns the same game, in which `seat` may discard but not play cards of these `kinds`: one bit per kind of
    /// [`CardGame::CARD_KINDS`].
    fn with_barred_cards(&self, seat: Seat, kinds: u32) -> Self;
}
