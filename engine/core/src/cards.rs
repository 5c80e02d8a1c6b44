//! Games of cards that experiments can exchange and bar, to find what they are worth.

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::Seat;

/// A game in which cards are drawn that nobody knows before.
pub trait CardGame: Game {
    /// Kinds of cards, 1 to 32.
    const CARD_KINDS: &'static [&'static str];
    /// Kinds that are barred together, with a bit for each of them ([`CardGame::barring`]).
    const CARD_GROUPS: &'static [(&'static str, u32)];

    /// Adds to `counts` what came to every seat in `round` by chance: one count per name of [`CardGame::CARD_KINDS`], those of
    /// the first seat first.
    fn came(&self, round: &Self::Round, counts: &mut [u32]);

    /// Who draws next, if the turn ends with the next action and the card is one that nobody knows. Puts into `counts`, one for
    /// each of [`CardGame::CARD_KINDS`] as that seat sees them, how many such cards there are: each is as likely to be drawn.
    fn next_draw(&self, state: &Self::State, counts: &mut [u32]) -> Option<Seat>;

    /// Exchanges the card that is drawn next with one of this `kind` that nobody knows, each equally likely, itself among them:
    /// what lies face down then is as if shuffled, but for the next card. There is one, as [`CardGame::next_draw`] counts.
    fn exchange_next(&self, state: &mut Self::State, kind: usize, rng: &mut Rng);

    /// The same game, but `seat` may only discard, not play, cards of these `kinds`: a bit for each of
    /// [`CardGame::CARD_KINDS`].
    fn barring(&self, seat: Seat, kinds: u32) -> Self;
}
