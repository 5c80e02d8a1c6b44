//! The observation of a seat of Cogito as numbers for learners. All values are between 0 and 1 and nothing hidden
//! is included.
//!
//! The seat's own part comes first, then its rivals in turn order, then the table. Inputs of absent rivals are 0.

use ergo_engine::cogito::card::{Card, KINDS, Placed};
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::phase::{Lost, Phase, Window};
use ergo_engine::cogito::rules::SEATS;
use ergo_engine::seat::Seat;

/// The index of the first Self in the order of cards; the cards before it are categories.
const FIRST_SELF: usize = Card::Casablanca as usize;
const SELVES: usize = Card::Dream as usize - FIRST_SELF;
/// Number of public inputs of a seat: field, lost or not, score, hand size, answered, on turn, starter.
const OPEN: usize = 2 * KINDS + 7;
const OWN: usize = SELVES + KINDS + OPEN;
const RIVAL: usize = 1 + SELVES + OPEN;
/// Number of inputs of the table: the pending choice, pile, lap and game.
const TABLE: usize = 7 + 3;
/// Number of features.
pub const INPUTS: usize = OWN + (SEATS - 1) * RIVAL + TABLE;

/// Writes the features of `seen` to `out`, which must hold [`INPUTS`] zeros.
///
/// # Panics
///
/// Panics if `out` is shorter than [`INPUTS`].
pub fn describe(seen: &Observation, out: &mut [f32]) {
    let (own, rest) = out.split_at_mut(OWN);
    let (rivals, table) = rest.split_at_mut((SEATS - 1) * RIVAL);
    for card in Card::ALL.into_iter().filter(|card| seen.candidates.contains(*card)) {
        own[card.index() - FIRST_SELF] = 1.0;
    }
    seen.hand.cards().iter().for_each(|card| own[SELVES + card.index()] += 0.5);
    open(seen, seen.seat, &mut own[SELVES + KINDS..]);
    let seats = seen.selves.iter().count();
    for (step, rival) in (1..seats).zip(rivals.chunks_mut(RIVAL)) {
        let seat = Seat::new((seen.seat.index() + step) % seats);
        rival[0] = 1.0;
        if let Some(card) = seen.selves[seat] {
            rival[1 + card.index() - FIRST_SELF] = 1.0;
        }
        open(seen, seat, &mut rival[1 + SELVES..]);
    }
    let phase = match seen.phase {
        Phase::Play => Some(0),
        Phase::Trade => Some(1),
        Phase::Window(window) => Window::ALL.iter().position(|one| *one == window).map(|place| 2 + place),
        Phase::Over => None,
    };
    phase.into_iter().for_each(|place| table[place] = 1.0);
    table[7] = f32::from(seen.pile) / 64.0;
    table[8] = share(seen.lap.into(), 16.0);
    table[9] = share(seen.game.into(), 16.0);
}

/// Writes the public features of `seat`.
fn open(seen: &Observation, seat: Seat, out: &mut [f32]) {
    for Placed { card, red } in &seen.fields[seat] {
        let place = &mut out[card.index() + if *red { KINDS } else { 0 }];
        *place = (*place + 0.25).min(1.0);
    }
    let lost = seen.lost[seat].map(|(lost, _)| lost);
    let answered = seen.answered & 1 << seat.index() != 0;
    let flags =
        [lost == Some(Lost::Disruption), lost == Some(Lost::Cogito), answered, seen.turn == seat, seen.starter == seat];
    let rest = &mut out[2 * KINDS..];
    flags.iter().zip(&mut *rest).for_each(|(flag, place)| *place = f32::from(*flag));
    rest[5] = f32::from(seen.hand_sizes[seat]) / 2.0;
    rest[6] = share(seen.scores[seat] as f32, 16.0);
}

/// Returns `value` as a share of `most`, limited to 0 to 1.
fn share(value: f32, most: f32) -> f32 {
    (value / most).clamp(0.0, 1.0)
}
