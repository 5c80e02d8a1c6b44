//! Inputs for the remaining turns of a round, the seat that has the last turn, and the public state of each seat.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::{Discards, Rules};
use ergo_engine::ergo::state::{FallacyStatus, SEATS};
use ergo_engine::ergo::turn::{Outcome, Way};
use ergo_engine::seat::Seat;

use super::logic::LOGIC;
use super::perspective::Perspective;
use super::round_enders::RoundEnders;

const CLOCK_AT: usize = LOGIC;
use crate::net::mlp::Inputs;

/// Turns until the seat plays: 0 if it is about to.
const UNTIL: usize = CLOCK_AT;
/// Number of turns after the next one, one-hot; and in twenties.
const LEFT: usize = UNTIL + SEATS;
const LEFTS: usize = 25;
/// Number of own turns to come, one-hot.
const OWN: usize = LEFT + LEFTS + 1;
const OWNS: usize = 10;
/// The seat of the last turn as things stand, one-hot.
const LAST: usize = OWN + OWNS;
/// The seat of the last turn if Fallacies that expire in time return under the pile, one-hot.
const LAST_THEN: usize = LAST + SEATS;
/// Number of cards of the pile beyond whole draws, one-hot.
const BEYOND: usize = LAST_THEN + SEATS;
/// For each seat: a Fallacy that lasts 0, 1, 2, 3 or more turns; immune; cards in hand, in sevens; the probability
/// of holding an Ergo at its next turn, or for the own seat of drawing one.
const SEAT: usize = BEYOND + 3;
const OF_SEAT: usize = 7;
/// Number of inputs of this group.
pub const CLOCK: usize = SEAT + OF_SEAT * SEATS - CLOCK_AT;

/// The public information at a moment at which a seat, with its cards drawn, is about to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundClock {
    to_move: usize,
    turn: u16,
    last_turn: bool,
    before: [FallacyStatus; SEATS],
    hands: [u8; SEATS],
    pile: usize,
    discards: usize,
    reshuffled: bool,
}

/// The public changes made by a turn, apart from the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnChange {
    /// Number of cards put under the pile.
    under: usize,
    discarded: usize,
    /// Seats hit by a Fallacy, as bits.
    targets: u8,
    /// True if the mover is rid of a Fallacy.
    justified: bool,
    /// Number of cards left in the mover's hand.
    hand: u8,
}

impl TurnChange {
    /// Returns the changes made by `outcome`, in a turn that also laid and took back `taken_back` cards.
    pub fn new(rules: &Rules, outcome: &Outcome, taken_back: usize) -> Self {
        let discarded = outcome.discarded.len();
        let taken = outcome.taken.iter().flatten().count() + taken_back;
        let (under, discarded) = match rules.discards {
            Discards::Bottom => (taken + discarded, 0),
            Discards::Out | Discards::ReshuffleOnce => (taken, discarded),
        };
        let hand = outcome.hand.len() as u8;
        TurnChange { under, discarded, targets: outcome.targets, justified: outcome.justified, hand }
    }

    /// Returns the changes made by `way`.
    pub fn from_way(rules: &Rules, way: &Way<'_>) -> Self {
        let (last, so_far) = (way.last, way.so_far);
        let taken_back = way.before.iter().filter(|action| action.returned_card().is_some()).count();
        let mut change = TurnChange::new(rules, so_far, taken_back);
        change.hand -= last.plays();
        match last {
            Action::Fallacy { target } => change.targets |= 1 << target.index(),
            Action::Justification { .. } => change.justified = true,
            Action::Discard { .. } if rules.discards == Discards::Bottom => change.under += 1,
            Action::Discard { .. } => change.discarded += 1,
            Action::Remove { .. } | Action::Replace { .. } | Action::TakeBack { .. } => change.under += 1,
            Action::RemoveTwo { .. } => change.under += 2,
            _ => {}
        }
        change
    }
}

impl RoundClock {
    /// Returns the moment of the observation.
    pub fn from_observation(seen: &Observation) -> Self {
        let at = |index: usize| Seat::new(index);
        RoundClock {
            to_move: seen.to_move.index(),
            turn: seen.turn,
            last_turn: seen.last_turn,
            before: std::array::from_fn(|i| seen.before.get(at(i)).copied().unwrap_or_default()),
            hands: std::array::from_fn(|i| seen.hand_sizes.get(at(i)).copied().unwrap_or_default()),
            pile: seen.pile.into(),
            discards: seen.discards.len(),
            reshuffled: seen.reshuffle.is_some(),
        }
    }

    /// Returns true if the next turn is the last one of the round.
    pub fn is_last_turn(&self, rules: &Rules) -> bool {
        self.last_turn || self.turn >= rules.max_turns
    }

    /// Returns the next moment, after the seat to move has played a turn that makes `change` and does not end the
    /// round: expired Fallacies are removed and the next seat has drawn its cards. RULES.md E6, E7, E8, E21.
    pub fn after(&self, rules: &Rules, change: &TurnChange) -> Self {
        let (seats, mover) = (rules.seats.get(), self.to_move);
        let next = (mover + 1) % seats;
        let mut then = RoundClock { to_move: next, turn: self.turn + 1, ..*self };
        for (seat, before) in then.before.iter_mut().enumerate().take(seats) {
            if change.targets >> seat & 1 == 1 {
                before.fallacy = Some(rules.fallacy_turns);
            }
        }
        if change.justified {
            then.before[mover] = FallacyStatus { fallacy: None, immune: true };
        }
        if let Some(turns) = &mut then.before[mover].fallacy {
            *turns = turns.saturating_sub(1);
        }
        then.hands[mover] = change.hand;
        then.pile += change.under;
        then.discards += change.discarded;
        if then.before[next].fallacy == Some(0) {
            then.before[next].fallacy = None;
            then.pile += 1;
        }
        for _ in 0..rules.draw {
            if then.pile == 0 {
                break;
            }
            then.pile -= 1;
            then.hands[next] += 1;
            if then.pile == 0 {
                if rules.discards == Discards::ReshuffleOnce && !then.reshuffled && then.discards > 0 {
                    (then.pile, then.discards, then.reshuffled) = (then.discards, 0, true);
                } else {
                    then.last_turn = true;
                }
            }
        }
        then
    }

    /// Returns the number of turns after the next one, for a pile of this many cards.
    fn turns(&self, rules: &Rules, pile: usize) -> usize {
        if self.is_last_turn(rules) {
            return 0;
        }
        let to_come = if rules.discards == Discards::ReshuffleOnce && !self.reshuffled { self.discards } else { 0 };
        (pile + to_come).div_ceil(rules.draw.into()).min(usize::from(rules.max_turns - self.turn))
    }

    /// Returns the number of Fallacies that will have returned under the pile after `left` more turns.
    fn returning(&self, seats: usize, left: usize) -> usize {
        let back = |seat: usize| {
            let until = (seat + seats - self.to_move) % seats;
            self.before[seat].fallacy.is_some_and(|turns| until + usize::from(turns) * seats <= left)
        };
        (0..seats).filter(|&seat| back(seat)).count()
    }
}

/// Adds the inputs for the moment `clock` from `perspective`.
pub fn describe(
    rules: &Rules,
    perspective: &Perspective,
    clock: &RoundClock,
    enders: &RoundEnders,
    inputs: &mut Inputs,
) {
    let seats = perspective.seats;
    let until = (seats - perspective.of_seat(clock.to_move)) % seats;
    let left = clock.turns(rules, clock.pile);
    inputs.on(UNTIL + until);
    inputs.on(LEFT + left.min(LEFTS - 1));
    inputs.put(LEFT + LEFTS, left as f32 / 20.0);
    let own = if until > left { 0 } else { 1 + (left - until) / seats };
    inputs.on(OWN + own.min(OWNS - 1));
    inputs.on(LAST + perspective.of_seat((clock.to_move + left) % seats));
    let then = if left == 0 { 0 } else { clock.turns(rules, clock.pile + clock.returning(seats, left)) };
    inputs.on(LAST_THEN + perspective.of_seat((clock.to_move + then) % seats));
    inputs.on(BEYOND + (clock.pile % usize::from(rules.draw)).min(2));
    for seat in 0..seats {
        let at = SEAT + OF_SEAT * perspective.of_seat(seat);
        if let Some(turns) = clock.before[seat].fallacy {
            inputs.on(at + usize::from(turns).min(3));
        }
        inputs.flag(at + 4, clock.before[seat].immune);
        inputs.put(at + 5, f32::from(clock.hands[seat]) / 7.0);
        let draws = if seat == clock.to_move { 0 } else { usize::from(rules.draw).min(clock.pile) };
        inputs.put(at + 6, enders.chance(rules, seat, clock.hands[seat].into(), draws, clock.before[seat]));
    }
}
