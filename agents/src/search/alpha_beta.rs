//! Alpha-beta search with iterative deepening, for two seats and perfect information (Knuth and Moore 1975).
//!
//! A transposition table keeps the best action of positions met before. Actions are ordered to make cutoffs likely:
//! the action from the table, two killer actions per ply (Akl and Newborn 1977), then the history heuristic
//! (Schaeffer 1989). The order does not change the value: without a budget it is that of plain minimax.
//!
//! The value of a position is its utility to the seat that moves at the root, less its utility to the other seat.

use std::collections::BTreeMap;

use ergo_engine::game::{Game, PerfectInformation, Status};
use ergo_engine::rng::below;
use ergo_engine::seat::Seat;

use super::agent::{MoveEstimate, Search, SearchTask};
use super::budget::{Budget, SearchCost};
use super::evaluator::Evaluator;
use super::moves::{Moves, SingleActions};
use super::order::highest_first;
use crate::hash::stable_hash;
use crate::utility::{SearchStart, Utilities, Utility};

/// The limits of an alpha-beta search.
#[derive(Clone, Default)]
pub struct AlphaBetaLimits {
    /// When to stop. An iteration is a position. The first action at depth 1 is always searched.
    pub budget: Budget,
    /// Maximum number of actions ahead; `None` searches to the horizon.
    pub depth: Option<u32>,
    /// The transposition table has 2 to the power of this many slots.
    pub table_bits: u32,
}

/// Alpha-beta search with iterative deepening.
pub struct AlphaBeta<G: Game, J> {
    evaluator: J,
    utility: Utility,
    limits: AlphaBetaLimits,
    table: Vec<Option<Entry<G>>>,
    /// Number of the current decision; table entries of other decisions are ignored.
    decision: u64,
    legal: Vec<Vec<G::Action>>,
    killers: Vec<[Option<G::Action>; 2]>,
    history: BTreeMap<(Seat, G::Action), u64>,
    spent: SearchCost,
    me: Seat,
    start: SearchStart,
    /// The current depth in actions.
    depth: u32,
    /// True if the depth limit stopped the search anywhere.
    cut_short: bool,
    out_of_budget: bool,
}

/// An entry of the transposition table, for one position.
struct Entry<G: Game> {
    position: G::Observation,
    decision: u64,
    /// Number of actions searched below the position.
    depth: u32,
    value: f64,
    bound: Bound,
    best: Option<G::Action>,
}

/// The bounds between which a value matters.
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

impl<G: PerfectInformation, J: Evaluator<G, SingleActions>> AlphaBeta<G, J>
where
    SingleActions: Moves<G, Move = G::Action>,
{
    /// Creates a search within `limits`. At the depth limit, a position is worth what `evaluator` says, or 0 if the
    /// evaluator knows nothing.
    pub fn new(evaluator: J, utility: Utility, limits: AlphaBetaLimits) -> Self {
        let table = (0..1_usize << limits.table_bits).map(|_| None).collect();
        AlphaBeta {
            evaluator,
            utility,
            limits,
            table,
            decision: 0,
            legal: Vec::new(),
            killers: Vec::new(),
            history: BTreeMap::new(),
            spent: SearchCost::default(),
            me: Seat::new(0),
            start: SearchStart::default(),
            depth: 0,
            cut_short: false,
            out_of_budget: false,
        }
    }

    /// Returns the value of `state` to `me`, less its value to the other seat, searched to the full depth and
    /// without a budget. `me` need not be the seat to move.
    pub fn value(&mut self, game: &G, state: &G::State, me: Seat) -> f64 {
        let budget = std::mem::take(&mut self.limits.budget);
        self.begin(me, &SearchStart::new(game, state));
        self.depth = self.limits.depth.unwrap_or(u32::MAX);
        let value = self.look(game, state, Window::FULL, 0);
        self.limits.budget = budget;
        value
    }

    fn begin(&mut self, me: Seat, start: &SearchStart) {
        self.decision += 1;
        self.killers.clear();
        self.history.clear();
        self.spent = SearchCost::default();
        self.me = me;
        self.start = start.clone();
        self.out_of_budget = false;
    }

    fn difference(&self, utilities: &Utilities) -> f64 {
        utilities.entries().map(|(seat, utilities)| if seat == self.me { *utilities } else { -utilities }).sum()
    }

    /// Plays `action` and searches the position after it.
    fn after(&mut self, game: &G, state: &G::State, action: G::Action, window: Window, ply: u32) -> f64 {
        let mut next = state.clone();
        game.apply(&mut next, action);
        match self.utility.end_utilities(game, &self.start, &next) {
            Some(utilities) => {
                self.spent.iterations += 1;
                self.difference(&utilities)
            }
            None => self.look(game, &next, window, ply + 1),
        }
    }

    /// Searches `state`, `ply` actions after the root. Returns its value if that lies in `window`, else a bound
    /// outside the window. The result is meaningless once the budget is spent.
    fn look(&mut self, game: &G, state: &G::State, window: Window, ply: u32) -> f64 {
        let Window { mut alpha, mut beta } = window;
        let Status::ToMove(seat) = game.status(state) else { return 0.0 };
        if self.out_of_budget || !self.limits.budget.allows(self.spent) {
            self.out_of_budget = true;
            return 0.0;
        }
        self.spent.iterations += 1;
        let depth = self.depth.saturating_sub(ply);
        if depth == 0 {
            return self.end(game, state);
        }
        let position = game.observe(state, seat);
        let slot = stable_hash(&position) as usize & (self.table.len() - 1);
        let known = self.table[slot].as_ref().filter(|known| known.decision == self.decision);
        let known = known.filter(|known| known.position == position);
        if let Some(entry) = known
            && entry.depth == depth
        {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::AtLeast if entry.value >= beta => return entry.value,
                Bound::AtMost if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let first = known.and_then(|known| known.best);
        let legal = self.ordered(game, state, seat, first, ply);
        let mine = seat == self.me;
        let mut best = (if mine { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for &action in &legal {
            let value = self.after(game, state, action, Window { alpha, beta }, ply);
            if self.out_of_budget {
                break;
            }
            if best.1.is_none() || if mine { value > best.0 } else { value < best.0 } {
                best = (value, Some(action));
            }
            if mine {
                alpha = alpha.max(best.0)
            } else {
                beta = beta.min(best.0)
            }
            if alpha >= beta {
                self.note_cut(seat, action, ply, depth);
                break;
            }
        }
        self.legal[ply as usize] = legal;
        if self.out_of_budget {
            return 0.0;
        }
        let bound = match best.0 {
            best if best >= window.beta => Bound::AtLeast,
            best if best <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let (value, best) = best;
        self.table[slot] = Some(Entry { position, decision: self.decision, depth, value, bound, best });
        value
    }

    fn end(&mut self, game: &G, state: &G::State) -> f64 {
        self.cut_short = true;
        if !J::KNOWS {
            return 0.0;
        }
        self.spent.evaluations += 1;
        let utilities = self.evaluator.state(game, state);
        self.difference(&utilities)
    }

    /// Lists the legal actions, those likely to cut first. The caller returns the list to `self.legal[ply]`.
    fn ordered(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        first: Option<G::Action>,
        ply: u32,
    ) -> Vec<G::Action> {
        let depth_index = ply as usize;
        if self.legal.len() <= depth_index {
            self.legal.resize_with(depth_index + 1, Vec::new);
        }
        if self.killers.len() <= depth_index {
            self.killers.resize(depth_index + 1, [None; 2]);
        }
        let mut legal = std::mem::take(&mut self.legal[depth_index]);
        game.legal_actions(state, &mut legal);
        let (killers, history) = (self.killers[depth_index], &self.history);
        let rank = |action: &G::Action| {
            let special = if first == Some(*action) {
                3
            } else {
                killers.iter().position(|killer| killer == &Some(*action)).map_or(0, |place| 2 - place)
            };
            (special, history.get(&(seat, *action)).copied().unwrap_or(0))
        };
        // The sort is stable: equal actions keep the order of the rules.
        legal.sort_by_cached_key(|action| std::cmp::Reverse(rank(action)));
        legal
    }

    fn note_cut(&mut self, seat: Seat, action: G::Action, ply: u32, depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        *self.history.entry((seat, action)).or_insert(0) += u64::from(depth.min(1 << 16)).pow(2);
    }

    /// Searches every root to the current depth, the best so far first. Returns their values: exact for the best
    /// roots, upper bounds for the others. Returns `None` if the budget ran out.
    fn deepen(&mut self, game: &G, state: &G::State, order: &[usize], roots: &[G::Action]) -> Option<Vec<f64>> {
        let mut values = vec![f64::NEG_INFINITY; roots.len()];
        let mut best = f64::NEG_INFINITY;
        for &place in order {
            // Just below the best value, so that an equal value is found to be equal.
            let alpha = if best.is_finite() { best.next_down() } else { best };
            let window = Window { alpha, beta: f64::INFINITY };
            let value = self.after(game, state, roots[place], window, 0);
            if self.out_of_budget {
                return None;
            }
            values[place] = value;
            best = best.max(value);
        }
        Some(values)
    }
}

impl<G: PerfectInformation, J: Evaluator<G, SingleActions>> Search<G, SingleActions> for AlphaBeta<G, J>
where
    SingleActions: Moves<G, Move = G::Action, Worlds = G::Observation>,
{
    fn search(
        &mut self,
        task: &SearchTask<'_, G, SingleActions>,
        found: &mut Vec<MoveEstimate>,
    ) -> (usize, SearchCost) {
        self.begin(task.seat, task.start);
        self.limits.budget.start();
        let state = task.game.state_of(task.worlds);
        let mut order: Vec<usize> = (0..task.roots.len()).collect();
        let mut values = vec![0.0; task.roots.len()];
        let deepest = self.limits.depth.unwrap_or(u32::MAX);
        for depth in 1..=deepest {
            (self.depth, self.cut_short) = (depth, false);
            let Some(new) = self.deepen(task.game, &state, &order, task.roots) else { break };
            values = new;
            highest_first(&mut order, &values);
            if !self.cut_short {
                break;
            }
        }
        found.clear();
        found.extend(values.iter().map(|value| MoveEstimate { value: (1.0 + value) / 2.0, visits: 1 }));
        let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..values.len()).filter(|&place| values[place] == highest).collect();
        (best[below(&mut task.seed.rng(), best.len() as u32) as usize], self.spent)
    }
}
