//! Moves of ERGO for searches: a move is a whole turn, identified by its outcome whatever the order of its actions.
//!
//! Along a path of turns the proof is the same in every world. So a turn found in one world can be played in
//! another if the mover holds its cards, and the nodes of a tree need no lists of moves.

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

use crate::hash::stable_hash;
use crate::search::moves::Moves;

/// Moves that are whole turns of up to three actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnMoves;

/// One way to play a turn. Ways with the same outcome are equal.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    key: u64,
    used: Hand,
    /// The public outcome, without the hand, which differs between worlds.
    left: Outcome,
    actions: [Action; MOST_PLAYS],
    plays: u8,
}

impl Turn {
    /// Creates the turn of `actions`, played from `hand`, with this `outcome`.
    fn new(hand: Hand, actions: &[Action], outcome: &Outcome) -> Self {
        let used = hand.without(outcome.hand);
        let left = Outcome { hand: Hand::EMPTY, ..*outcome };
        let mut all = [actions[0]; MOST_PLAYS];
        all[..actions.len()].copy_from_slice(actions);
        Turn { key: stable_hash(&(used, left)), used, left, actions: all, plays: actions.len() as u8 }
    }

    /// Returns the actions in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.plays.into()]
    }

    /// Returns the cards taken from the hand.
    pub fn cards_used(&self) -> Hand {
        self.used
    }

    /// Returns the proof after the turn.
    pub fn proof(&self) -> &Proof {
        &self.left.proof
    }

    /// Returns the outcome of the turn played from `hand`.
    pub fn outcome(&self, hand: Hand) -> Outcome {
        Outcome { hand: hand.without(self.used), ..self.left }
    }
}

/// Returns the first of the best ways to play a turn from `hand`, and the number of ways; `None` if there is no
/// way. `each` visits the ways with their values.
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

/// A class of turns with equal effect: the truth table and size of the proof, and the effects of special cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnClass {
    table: u16,
    cards: u8,
    targets: u8,
    justified: bool,
    ergo: bool,
}

/// A key of turns that are similar in different states: the cards used, and which seats the proof favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnMastKey {
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

/// Scratch buffers for listing turns.
#[derive(Default)]
pub struct TurnScratch {
    /// An open-addressing table of list indices plus one, by key. Its size is a power of two and at least twice
    /// that of the list.
    table: Vec<u32>,
}

impl TurnScratch {
    /// Adds `turn` to `out` unless an equal one is there.
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

    /// Returns the slot of `turn`, or the free slot for it.
    fn slot(&self, out: &[Turn], turn: &Turn) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = turn.key as usize & mask;
        while self.table[slot] != 0 && out[self.table[slot] as usize - 1] != *turn {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

impl Moves<Ergo> for TurnMoves {
    type Move = Turn;
    type Class = TurnClass;
    type MastKey = TurnMastKey;
    type Worlds = Determinizer;
    type Scratch = TurnScratch;

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

    fn list(&self, game: &Ergo, state: &State, scratch: &mut TurnScratch, out: &mut Vec<Turn>) {
        out.clear();
        scratch.table.fill(0);
        let mover = state.move_generator(&game.0);
        each_way(&mover, &mut |actions, outcome| scratch.add(out, Turn::new(mover.hand, actions, outcome)));
    }

    #[inline]
    fn sample(&self, game: &Ergo, state: &State, rng: &mut Rng, _: &mut TurnScratch) -> Turn {
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

    fn has_same_actions(&self, one: &Turn, other: &Turn) -> bool {
        one.actions() == other.actions()
    }

    #[inline]
    fn play(&self, game: &Ergo, state: &mut State, turn: &Turn) {
        turn.actions().iter().for_each(|&action| game.apply(state, action));
    }

    /// Everything laid or discarded is public. RULES.md E24.
    fn update_seen(&self, _: &Ergo, _: &State, turn: &Turn, seen: &mut SeatMap<u64>) {
        seen.iter_mut().for_each(|seen| *seen = stable_hash(&(*seen, turn.actions())));
    }

    #[inline]
    fn play_random(&self, game: &Ergo, state: &mut State, rng: &mut Rng, _: &mut TurnScratch) {
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

    fn class(&self, game: &Ergo, _: &State, turn: &Turn) -> TurnClass {
        TurnClass {
            table: judge(&turn.left.proof, game.0.reading).0.0,
            cards: turn.left.proof.len() as u8,
            targets: turn.left.targets,
            justified: turn.left.justified,
            ergo: turn.left.ergo,
        }
    }

    fn mast_key(&self, game: &Ergo, state: &State, turn: &Turn) -> TurnMastKey {
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
        TurnMastKey { used: turn.used, effect }
    }
}
