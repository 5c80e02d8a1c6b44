//! The value of a card to play, to keep and to give, from the information it reveals and the risk it carries.

use ergo_engine::cogito::card::{Card, Cards, Placed};
use ergo_engine::cogito::diagram::Diagram;

/// The cost of losing, in bits.
const LOSS: f64 = 6.0;
/// The value of a Dream to a player with a red card, in bits.
const ESCAPE: f64 = 0.5;
/// The cost of a first red card, in bits; a second one loses.
const FIRST_RED: f64 = 0.3;

/// Returns the number of red cards in `field` and the set of Selves that fit its judgements.
pub fn read_field(diagram: &Diagram, field: &[Placed]) -> (usize, Cards) {
    let mut left = diagram.selves;
    let mut reds = 0;
    for placed in field {
        reds += usize::from(placed.red);
        if placed.card.is_category() {
            let members = diagram.members(placed.card);
            left = if placed.red { left.and(members) } else { left.minus(members) };
        } else {
            left = left.without(placed.card);
        }
    }
    (reds, left)
}

/// Returns the expected information, in bits, of a yes-no question that a share `p` of the candidates answers with
/// yes.
fn bits(p: f64) -> f64 {
    let part = |p: f64| if p > 0.0 { -p * libm::log2(p) } else { 0.0 };
    part(p) + part(1.0 - p)
}

/// Returns the value in bits of playing `card` for a player with these `candidates` and this many red cards.
pub fn value_to_play(diagram: &Diagram, candidates: Cards, reds: usize, card: Card) -> f64 {
    let red = match card {
        Card::Dream => return if reds > 0 { ESCAPE } else { 0.0 },
        Card::Ego => 1.0,
        card if card.is_category() => {
            candidates.and(diagram.members(card)).len() as f64 / candidates.len().max(1) as f64
        }
        _ => 0.0,
    };
    bits(red) - red * if reds > 0 { LOSS } else { FIRST_RED }
}

/// Returns the value in bits of giving `card` to an opponent whose Self is `own`, who has `reds` red cards and from
/// whose field only `candidates` are possible: the information the opponent gains, less the cost of a red card. It
/// is -1 if the card makes the opponent lose.
pub fn value_as_gift(diagram: &Diagram, own: Card, candidates: Cards, reds: usize, card: Card) -> f64 {
    let red = diagram.is_red(own, card);
    if red && reds > 0 {
        return -1.0;
    }
    let members = diagram.members(card);
    let left = match card {
        Card::Dream => return if reds > 0 { ESCAPE } else { 0.0 },
        card if card.is_category() && red => candidates.and(members),
        card if card.is_category() => candidates.minus(members),
        card => candidates.without(card),
    };
    let cost = if red { FIRST_RED } else { 0.0 };
    libm::log2(candidates.len().max(1) as f64 / left.len().max(1) as f64) - cost
}
