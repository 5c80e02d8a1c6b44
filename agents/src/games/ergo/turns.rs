//! How a search walks ERGO: a move is a whole turn, known by what it leaves behind, whatever the order of its plays.
//!
//! Along one path of turns the proof is the same in every world, so a turn found in one world can be played in another just
//! where the mover holds its cards: no list is needed at the nodes of a tree.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::determinize::Determinizer;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::{MOST_PLAYS, Outcome, Way, each_way, follow, sample_way};
use ergo_engine::game::Game;
use ergo_engine::rng::Rng;
use ergo_engine::seat::SeatMap;

use crate::hash::mix;
use crate::search::moves::Moves;

/// A move is a whole turn: up to three plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turns;

/// One way to play a turn. Ways that leave the same behind are equal.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    key: u64,
    used: Hand,
    /// The outcome it leaves behind in the open: without the hand, which differs from world to world.
    left: Outcome,
    actions: [Action; MOST_PLAYS],
    plays: u8,
}

impl Turn {
    /// The turn of `actions`, played from `hand`, that leaves `outcome`.
    fn new(hand: Hand, actions: &[Action], outcome: &Outcome) -> Self {
        let used = hand.without(outcome.hand);
        let left = Outcome { hand: Hand::EMPTY, ..*outcome };
        let mut all = [actions[0]; MOST_PLAYS];
        all[..actions.len()].copy_from_slice(actions);
        Turn { key: mix(&(used, left)), used, left, actions: all, plays: actions.len() as u8 }
    }

    /// Its actions in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.plays.into()]
    }

    /// The cards it takes from the hand.
    pub fn used(&self) -> Hand {
        self.used
    }

    /// The proof it leaves.
    pub fn proof(&self) -> &Proof {
        &self.left.proof
    }

    /// The outcome it leaves behind, played from `hand`.
    pub fn outcome(&self, hand: Hand) -> Outcome {
        Outcome { hand: hand.without(self.used), ..self.left }
    }
}

/// The first of the best ways to play a turn from `hand`, and how many ways there are: `each` shows them with their worth.
pub(super) fn best_way(hand: Hand, each: impl FnOnce(&mut dyn FnMut(&Way<'_>, f64))) -> Option<(Turn, u64)> {
    let (mut best, mut ways) = (None, 0);
    each(&mut |way, value| {
        ways += 1;
        if best.as_ref().is_none_or(|(highest, _)| value > *highest) {
            let actions: ArrayVec<Action, MOST_PLAYS> = way.actions().collect();
            best = Some((value, Turn::new(hand, &actions, &way.outcome())));
        }
    });
    best.map(|(_, turn)| (turn, ways))
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.used == other.used && self.left == other.left
    }
}

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.left, self.used).cmp(&(other.left, other.used))
    }
}

/// Turns of equal meaning: what the proof says then, how long it is, and what the special cards did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meaning {
    table: u16,
    cards: u8,
    targets: u8,
    justified: bool,
    ergo: bool,
}

/// Turns alike from state to state: the cards used, and what the proof says for the mover then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sign {
    used: Hand,
    effect: Effect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Paradox,
    ProvesNobody,
    ProvesRivals,
    ProvesMover,
    ProvesMoverAndRivals,
}

/// Room for lists of turns, kept from one to the next.
#[derive(Default)]
pub struct Room {
    /// Places in the list, plus one, by key: an open table, a power of two in size and at least twice as large as the list.
    table: Vec<u32>,
}

impl Room {
    /// Adds `turn` to `out` if none is equal.
    fn add(&mut self, out: &mut Vec<Turn>, turn: Turn) {
        if self.table.len() < 2 * (out.len() + 1) {
            let size = (4 * (out.len() + 1)).next_power_of_two().max(256);
            self.table.clear();
            self.table.resize(size, 0);
            for (i, old) in out.iter().enumerate() {
                let slot = self.slot(out, old);
                self.table[slot] = i as u32 + 1;
            }
        }
        let slot = self.slot(out, &turn);
        if self.table[slot] == 0 {
            out.push(turn);
            self.table[slot] = out.len() as u32;
        }
    }

    /// Where `turn` is, or where it would go.
    fn slot(&self, out: &[Turn], turn: &Turn) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = turn.key as usize & mask;
        while self.table[slot] != 0 && out[self.table[slot] as usize - 1] != *turn {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

impl Moves<Ergo> for Turns {
    type Move = Turn;
    type Class = Meaning;
    type Sign = Sign;
    type Worlds = Determinizer;
    type Room = Room;

    const LISTED: bool = false;

    fn worlds(&self, game: &Ergo, seen: &Observation) -> Determinizer {
        Determinizer::new(&game.0, seen)
    }

    fn determinize(&self, _: &Ergo, worlds: &Determinizer, rng: &mut Rng, world: &mut Option<State>) {
        match world {
            Some(world) => worlds.draw_into(world, rng),
            None => *world = Some(worlds.draw(rng)),
        }
    }

    fn list(&self, game: &Ergo, state: &State, room: &mut Room, out: &mut Vec<Turn>) {
        out.clear();
        room.table.fill(0);
        let mover = state.move_generator(&game.0);
        each_way(&mover, &mut |actions, outcome| room.add(out, Turn::new(mover.hand, actions, outcome)));
    }

    #[inline]
    fn sample(&self, game: &Ergo, state: &State, rng: &mut Rng, _: &mut Room) -> Turn {
        let mover = state.move_generator(&game.0);
        let (actions, outcome) = sample_way(&mover, rng);
        Turn::new(mover.hand, &actions, &outcome)
    }

    #[inline]
    fn is_possible(&self, _: &Ergo, state: &State, turn: &Turn) -> bool {
        state.hand(state.to_move()).includes(turn.used)
    }

    fn is_legal(&self, game: &Ergo, state: &State, turn: &Turn) -> bool {
        self.is_possible(game, state, turn) && follow(&state.move_generator(&game.0), turn.actions()).is_some()
    }

    fn is_same_way(&self, one: &Turn, other: &Turn) -> bool {
        one.actions() == other.actions()
    }

    #[inline]
    fn play(&self, game: &Ergo, state: &mut State, turn: &Turn) {
        turn.actions().iter().for_each(|&action| game.apply(state, action));
    }

    /// Whatever is laid or discarded, all see. RULES.md E24.
    fn show(&self, _: &Ergo, _: &State, turn: &Turn, seen: &mut SeatMap<u64>) {
        seen.iter_mut().for_each(|seen| *seen = mix(&(*seen, turn.actions())));
    }

    #[inline]
    fn play_random(&self, game: &Ergo, state: &mut State, rng: &mut Rng, _: &mut Room) {
        let (round, turn) = (game.stages_completed(state), state.turn());
        loop {
            let action = state.move_generator(&game.0).sample(rng);
            game.apply(state, action);
            if state.turn() != turn || game.stages_completed(state) != round || state.is_over() {
                return;
            }
        }
    }

    fn actions(&self, turn: &Turn) -> impl DoubleEndedIterator<Item = Action> {
        turn.actions().iter().copied().collect::<ArrayVec<Action, MOST_PLAYS>>().into_iter()
    }

    fn class(&self, game: &Ergo, _: &State, turn: &Turn) -> Meaning {
        Meaning {
            table: judge(&turn.left.proof, game.0.reading).0.0,
            cards: turn.left.proof.len() as u8,
            targets: turn.left.targets,
            justified: turn.left.justified,
            ergo: turn.left.ergo,
        }
    }

    fn sign(&self, game: &Ergo, state: &State, turn: &Turn) -> Sign {
        let verdict = judge(&turn.left.proof, game.0.reading);
        let mover = verdict.proves(state.to_move().index());
        let rivals = game.0.seats.iter().any(|seat| seat != state.to_move() && verdict.proves(seat.index()));
        let effect = match (mover, rivals) {
            _ if verdict.is_paradox() => Effect::Paradox,
            (false, false) => Effect::ProvesNobody,
            (false, true) => Effect::ProvesRivals,
            (true, false) => Effect::ProvesMover,
            (true, true) => Effect::ProvesMoverAndRivals,
        };
        Sign { used: turn.used, effect }
    }
}
