//! Alpha-beta with a table of positions met before, for two seats and nothing hidden. (Knuth and Moore 1975.)
//!
//! A value is what a position is worth to the seat that moves at the root, less what it is worth to the other.

use ergo_engine::game::{Game, PerfectInformation, Status};
use ergo_engine::rng::below;
use ergo_engine::seat::Seat;

use super::agent::{Found, Search, Task};
use super::budget::Spent;
use super::moves::{Moves, SingleActions};
use crate::hash::mix;
use crate::utility::{Start, Utility, Worth};

/// The search.
pub struct AlphaBeta<G: Game> {
    utility: Utility,
    depth: u32,
    table: Vec<Option<Entry<G::Observation>>>,
    legal: Vec<Vec<G::Action>>,
    spent: Spent,
    me: Seat,
    start: Start,
}

/// What is known of a position.
struct Entry<O> {
    position: O,
    /// Actions that were looked ahead.
    depth: u32,
    value: f64,
    bound: Bound,
}

/// What a value must lie between to matter.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl Window {
    const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl<G: PerfectInformation> AlphaBeta<G> {
    /// A search that looks `depth` actions ahead, to the end of the round if `None`, with room for `2^table_bits` positions.
    /// A position that is not searched further is worth nothing to either.
    pub fn new(utility: Utility, depth: Option<u32>, table_bits: u32) -> Self {
        let table = (0..1_usize << table_bits).map(|_| None).collect();
        let depth = depth.unwrap_or(u32::MAX);
        AlphaBeta {
            utility,
            depth,
            table,
            legal: Vec::new(),
            spent: Spent::default(),
            me: Seat::new(0),
            start: Start::default(),
        }
    }

    /// What `state` is worth to `me`, who need not be to move, less what it is worth to the other.
    pub fn value(&mut self, game: &G, state: &G::State, me: Seat) -> f64 {
        self.begin(me, &Start::of(game, state));
        self.look(game, state, Window::FULL, 0)
    }

    fn begin(&mut self, me: Seat, start: &Start) {
        self.start = start.clone();
        self.table.iter_mut().for_each(|entry| *entry = None);
        self.spent = Spent::default();
        self.me = me;
    }

    fn difference(&self, worth: &Worth) -> f64 {
        worth.entries().map(|(seat, worth)| if seat == self.me { *worth } else { -worth }).sum()
    }

    /// Plays `action` and looks on.
    fn after(&mut self, game: &G, state: &G::State, action: G::Action, window: Window, ply: u32) -> f64 {
        let mut next = state.clone();
        game.apply(&mut next, action);
        match self.utility.settled(game, &self.start, &next) {
            Some(worth) => {
                self.spent.iterations += 1;
                self.difference(&worth)
            }
            None => self.look(game, &next, window, ply + 1),
        }
    }

    /// The value of `state`, `ply` actions after the root, if it lies in `window`; else a bound beyond it.
    fn look(&mut self, game: &G, state: &G::State, window: Window, ply: u32) -> f64 {
        let Window { mut alpha, mut beta } = window;
        let depth = self.depth.saturating_sub(ply);
        let Status::ToMove(seat) = game.status(state) else { return 0.0 };
        self.spent.iterations += 1;
        if depth == 0 {
            return 0.0;
        }
        let position = game.observe(state, seat);
        let slot = mix(&position) as usize & (self.table.len() - 1);
        if let Some(entry) = &self.table[slot]
            && entry.position == position
            && entry.depth == depth
        {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::AtLeast if entry.value >= beta => return entry.value,
                Bound::AtMost if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let room = ply as usize;
        if self.legal.len() <= room {
            self.legal.resize_with(room + 1, Vec::new);
        }
        let mut legal = std::mem::take(&mut self.legal[room]);
        game.legal_actions(state, &mut legal);
        let mine = seat == self.me;
        let mut best = if mine { f64::NEG_INFINITY } else { f64::INFINITY };
        for &action in &legal {
            let value = self.after(game, state, action, Window { alpha, beta }, ply);
            if mine {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        self.legal[room] = legal;
        let bound = match best {
            best if best >= window.beta => Bound::AtLeast,
            best if best <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table[slot] = Some(Entry { position, depth, value: best, bound });
        best
    }
}

impl<G: PerfectInformation> Search<G, SingleActions> for AlphaBeta<G>
where
    SingleActions: Moves<G, Move = G::Action, Worlds = G::Observation>,
{
    fn search(&mut self, task: &Task<'_, G, SingleActions>, found: &mut Vec<Found>) -> (usize, Spent) {
        self.begin(task.seat, task.start);
        let state = task.game.state_of(task.worlds);
        found.clear();
        for &action in task.roots {
            // In full for each, so that equals are known to be equal.
            let value = self.after(task.game, &state, action, Window::FULL, 0);
            found.push(Found { value: (1.0 + value) / 2.0, visits: 1 });
        }
        let highest = found.iter().map(|found| found.value).fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..found.len()).filter(|&place| found[place].value == highest).collect();
        (best[below(&mut task.seed.rng(), best.len() as u32) as usize], self.spent)
    }
}
