//! How many turns are left and whose is the last; what lies before each player; who may end the round.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::{Discards, Rules};
use ergo_engine::ergo::state::{FallacyStatus, SEATS};
use ergo_engine::ergo::turn::{Outcome, Way};
use ergo_engine::seat::Seat;

use super::angle::Angle;
use super::enders::Enders;
use super::logic::LOGIC;

const CLOCK_AT: usize = LOGIC;
use crate::net::mlp::Inputs;

/// Turns until the seat plays: 0 if it is about to.
const UNTIL: usize = CLOCK_AT;
/// Turns after the one that is about to be played, one by one; and in twenties.
const LEFT: usize = UNTIL + SEATS;
const LEFTS: usize = 25;
/// Own turns to come.
const OWN: usize = LEFT + LEFTS + 1;
const OWNS: usize = 10;
/// Whose turn is the last, as things are.
const LAST: usize = OWN + OWNS;
/// The same if Fallacies that run out in time come back under the pile.
const LAST_THEN: usize = LAST + SEATS;
/// Cards of the pile beyond whole draws.
const BEYOND: usize = LAST_THEN + SEATS;
/// For each seat: a Fallacy that lasts 0, 1, 2, 3 or more turns; immune; cards in hand, in sevens; the chance to hold an Ergo when
/// its turn comes, or for the own seat to draw one.
const SEAT: usize = BEYOND + 3;
const OF_SEAT: usize = 7;
/// How many inputs this group has.
pub const CLOCK: usize = SEAT + OF_SEAT * SEATS - CLOCK_AT;

/// The public information at a moment at which a seat is about to play, its cards drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    to_move: usize,
    turn: u16,
    last_turn: bool,
    before: [FallacyStatus; SEATS],
    hands: [u8; SEATS],
    pile: usize,
    discards: usize,
    reshuffled: bool,
}

/// The public changes by a turn, besides the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Cards put under the pile.
    under: usize,
    discarded: usize,
    /// Seats hit by a Fallacy, one bit each.
    targets: u8,
    /// Whether the mover is rid of a Fallacy.
    justified: bool,
    /// Cards left in the mover's hand.
    hand: u8,
}

impl Change {
    /// The changes by `outcome`, with `taken_back` cards laid and taken back at once.
    pub fn new(rules: &Rules, outcome: &Outcome, taken_back: usize) -> Self {
        let discarded = outcome.discarded.len();
        let taken = outcome.taken.iter().flatten().count() + taken_back;
        let (under, discarded) = match rules.discards {
            Discards::Bottom => (taken + discarded, 0),
            Discards::Out | Discards::ReshuffleOnce => (taken, discarded),
        };
        let hand = outcome.hand.len() as u8;
        Change { under, discarded, targets: outcome.targets, justified: outcome.justified, hand }
    }

    /// The changes by `way`.
    pub fn after(rules: &Rules, way: &Way<'_>) -> Self {
        let (last, so_far) = (way.last, way.so_far);
        let taken_back = way.before.iter().filter(|action| action.returned_card().is_some()).count();
        let mut change = Change::new(rules, so_far, taken_back);
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

impl Clock {
    /// The moment of `seen`.
    pub fn of(seen: &Observation) -> Self {
        let at = |index: usize| Seat::new(index);
        Clock {
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

    /// Whether the round ends with the turn that is about to be played.
    pub fn ends(&self, rules: &Rules) -> bool {
        self.last_turn || self.turn >= rules.max_turns
    }

    /// The next moment, when the seat to move has played a turn that makes `change` and does not end the round: the next
    /// seat's Fallacy has gone if it was spent, and its cards are drawn. RULES.md E6, E7, E8, E21.
    pub fn after(&self, rules: &Rules, change: &Change) -> Self {
        let (seats, mover) = (rules.seats.get(), self.to_move);
        let next = (mover + 1) % seats;
        let mut then = Clock { to_move: next, turn: self.turn + 1, ..*self };
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

    /// Turns that a pile of so many cards lasts, after the one about to be played.
    fn turns(&self, rules: &Rules, pile: usize) -> usize {
        if self.ends(rules) {
            return 0;
        }
        let to_come = if rules.discards == Discards::ReshuffleOnce && !self.reshuffled { self.discards } else { 0 };
        (pile + to_come).div_ceil(rules.draw.into()).min(usize::from(rules.max_turns - self.turn))
    }

    /// Fallacies that will have gone under the pile when `left` turns more are played.
    fn returning(&self, seats: usize, left: usize) -> usize {
        let back = |seat: usize| {
            let until = (seat + seats - self.to_move) % seats;
            self.before[seat].fallacy.is_some_and(|turns| until + usize::from(turns) * seats <= left)
        };
        (0..seats).filter(|&seat| back(seat)).count()
    }
}

/// Puts down the moment of `clock` from `angle`.
pub fn describe(rules: &Rules, angle: &Angle, clock: &Clock, enders: &Enders, inputs: &mut Inputs) {
    let seats = angle.seats;
    let until = (seats - angle.of_seat(clock.to_move)) % seats;
    let left = clock.turns(rules, clock.pile);
    inputs.on(UNTIL + until);
    inputs.on(LEFT + left.min(LEFTS - 1));
    inputs.put(LEFT + LEFTS, left as f32 / 20.0);
    let own = if until > left { 0 } else { 1 + (left - until) / seats };
    inputs.on(OWN + own.min(OWNS - 1));
    inputs.on(LAST + angle.of_seat((clock.to_move + left) % seats));
    let then = if left == 0 { 0 } else { clock.turns(rules, clock.pile + clock.returning(seats, left)) };
    inputs.on(LAST_THEN + angle.of_seat((clock.to_move + then) % seats));
    inputs.on(BEYOND + (clock.pile % usize::from(rules.draw)).min(2));
    for seat in 0..seats {
        let at = SEAT + OF_SEAT * angle.of_seat(seat);
        if let Some(turns) = clock.before[seat].fallacy {
            inputs.on(at + usize::from(turns).min(3));
        }
        inputs.flag(at + 4, clock.before[seat].immune);
        inputs.put(at + 5, f32::from(clock.hands[seat]) / 7.0);
        let draws = if seat == clock.to_move { 0 } else { usize::from(rules.draw).min(clock.pile) };
        inputs.put(at + 6, enders.chance(rules, seat, clock.hands[seat].into(), draws, clock.before[seat]));
    }
}
