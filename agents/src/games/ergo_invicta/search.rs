//! Alpha-beta search for Ergo 1977 (Knuth and Moore 1975; zero-width windows as in Marsland and Campbell 1982).
//!
//! A position is evaluated by its windows of five squares, or by a net, from the side to move. A side that can make
//! five has won. If the opponent could make five, the side must answer; such answers, and sequences of own threats,
//! are searched beyond the depth limit. Pruning does not change the value: without a budget it is that of plain
//! minimax with the same leaf evaluation, unless late move reductions are enabled.

use ergo_engine::ergo_invicta::action::Action;

use super::mate::MateSolver;
use super::order::{GAIN, Gains, MIDDLE, PLACES, RankedActions, SPECIAL, place_of};
use super::position_evaluator::PositionEvaluator;
use super::search_position::{ActionResult, SearchPosition};
use crate::net::mlp::Mlp;
use crate::search::budget::{Budget, SearchCost};

/// The value of a win; each action on the way to it subtracts 1.
pub const WIN: i32 = 1_000_000;
/// Values above this are forced wins.
pub const FORCED: i32 = WIN - 10_000;

/// Maximum number of consecutive answers to threats beyond the depth limit.
const MOST_ANSWERS: u32 = 12;

/// The settings of the search.
#[derive(Clone, Default)]
pub struct AlphaBetaSettings {
    /// When to stop. An iteration is a position.
    pub budget: Budget,
    /// Maximum depth in actions.
    pub depth: u32,
    /// The transposition table has 2 to the power of this many slots.
    pub table_bits: u32,
    /// Maximum number of consecutive own threats searched beyond the depth limit; 0 disables the threat search.
    pub threats: u32,
    /// The cost of a draw by repetition to the side that searches.
    pub contempt: i32,
    /// True to search actions late in the order at reduced depth first. The value is then no longer exact.
    pub reductions: bool,
    /// The net that evaluates positions; `None` to evaluate by windows.
    pub net: Option<&'static Mlp>,
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// An entry of the transposition table, for one position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    decision: u32,
    depth: u32,
    /// Forced wins are counted from this position.
    value: i32,
    bound: Bound,
    best: Action,
}

/// Actions at this index or later in the order are reduced by one action; from the second index on, by two.
const LATE: (usize, usize) = (10, 36);

/// Maximum history score of an action.
const MOST_HISTORY: u16 = 1 << 12;

struct Node {
    depth: u32,
    /// Only values between `alpha` and `beta` matter.
    alpha: i32,
    beta: i32,
    ply: u32,
    /// The squares where the opponent would make five.
    holes: u128,
    /// True if only filling those squares, or a draw, prevents that.
    must_fill: bool,
}

/// Alpha-beta search with iterative deepening, with its tables and buffers.
pub struct AlphaBetaSearch {
    settings: AlphaBetaSettings,
    table: Vec<Option<Entry>>,
    decision: u32,
    evaluator: PositionEvaluator<'static>,
    mates: MateSolver,
    buffers: Vec<RankedActions>,
    killers: Vec<[Option<Action>; 2]>,
    history: Vec<u16>,
    nodes: u64,
    evaluations: u64,
    root: usize,
    /// True once the budget applies; at least one root is always searched.
    bounded: bool,
    out_of_budget: bool,
}

impl AlphaBetaSearch {
    /// Creates a search with these settings.
    pub fn new(settings: AlphaBetaSettings) -> Self {
        AlphaBetaSearch {
            table: vec![None; 1 << settings.table_bits],
            evaluator: PositionEvaluator::new(settings.net),
            settings,
            decision: 0,
            mates: MateSolver::default(),
            buffers: Vec::new(),
            killers: Vec::new(),
            history: vec![0; 2 * PLACES],
            nodes: 0,
            evaluations: 0,
            root: 0,
            bounded: false,
            out_of_budget: false,
        }
    }

    /// Returns the number of positions searched and of positions evaluated in the last decision.
    pub fn cost(&self) -> SearchCost {
        SearchCost { iterations: self.nodes + self.mates.nodes(), evaluations: self.evaluations }
    }

    fn begin(&mut self, walk: &SearchPosition<'_>) {
        self.decision += 1;
        self.mates = MateSolver::default();
        self.killers.fill([None; 2]);
        self.history.fill(0);
        (self.nodes, self.evaluations) = (0, 0);
        self.root = walk.position().to_move.index();
        (self.bounded, self.out_of_budget) = (false, false);
    }

    /// Returns the value of the position to the side to move, searched to `depth` actions and without a budget.
    pub fn value(&mut self, walk: &mut SearchPosition<'_>, depth: u32) -> i32 {
        self.begin(walk);
        self.look(walk, depth, -WIN, WIN, 0)
    }

    /// Returns the same value by plain minimax without pruning. Tests compare the two.
    ///
    /// # Panics
    ///
    /// Panics if the side to move has no legal action.
    pub fn minimax(&mut self, walk: &mut SearchPosition<'_>, depth: u32) -> i32 {
        self.begin(walk);
        self.try_all(walk, depth, 0)
    }

    fn try_all(&mut self, walk: &mut SearchPosition<'_>, depth: u32, ply: u32) -> i32 {
        if depth == 0 {
            return self.end(walk, ply, MOST_ANSWERS, WIN);
        }
        let mut all = Vec::new();
        walk.mover().list(&mut all);
        let side = walk.position().to_move.index();
        let value = |action: Action| {
            let after = walk.play(action);
            let value = match self.settled(after, side, ply) {
                Some(value) => value,
                None => -self.try_all(walk, depth - 1, ply + 1),
            };
            walk.take_back();
            value
        };
        all.into_iter().map(value).max().expect("the side to move has an action")
    }

    /// Returns the value of the result to `side`, whose action at `ply` led to it; `None` if the game goes on.
    fn settled(&self, after: ActionResult, side: usize, ply: u32) -> Option<i32> {
        match after {
            ActionResult::GoesOn => None,
            ActionResult::Five | ActionResult::Stuck => Some(won_in(ply + 1)),
            ActionResult::Drawn => Some(0),
            ActionResult::Repeated if side == self.root => Some(-self.settings.contempt),
            ActionResult::Repeated => Some(self.settings.contempt),
        }
    }

    /// Searches deeper and deeper. Returns the value of each of `roots`: exact for the best, else an upper bound.
    pub fn search(&mut self, walk: &mut SearchPosition<'_>, roots: &[Action]) -> Vec<i32> {
        self.begin(walk);
        self.settings.budget.start();
        let mut order = Self::glance(walk, roots);
        let mut values = vec![-WIN; roots.len()];
        for depth in 1..=self.settings.depth {
            let is_whole = self.deepen(walk, depth, &order, roots, &mut values);
            self.bounded = true;
            order.sort_by_key(|&place| std::cmp::Reverse(values[place]));
            if !is_whole || values[order[0]].abs() >= FORCED {
                break;
            }
        }
        values
    }

    /// Returns the indices of `roots`, highest window gain first.
    fn glance(walk: &SearchPosition<'_>, roots: &[Action]) -> Vec<usize> {
        let gains = Gains::new(walk);
        let mut order: Vec<usize> = (0..roots.len()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(gains.action_gain(roots[place])));
        order
    }

    /// Searches the roots to `depth`, best so far first, updates `values` and returns true if all were searched. If
    /// the budget runs out, roots searched to this depth rank before the others, unless they are lost.
    fn deepen(
        &mut self,
        walk: &mut SearchPosition<'_>,
        depth: u32,
        order: &[usize],
        roots: &[Action],
        values: &mut [i32],
    ) -> bool {
        let mut best = -WIN;
        for (done, &place) in order.iter().enumerate() {
            let after = walk.play(roots[place]);
            let value = match self.settled(after, self.root, 0) {
                Some(value) => value,
                // One below the best value, so that an equal value is found to be equal.
                None => -self.look(walk, depth - 1, -WIN, 1 - best, 1),
            };
            walk.take_back();
            if self.out_of_budget {
                // If every searched root is lost, unknown ones may be better.
                if done > 0 && best > -FORCED {
                    order[done..].iter().for_each(|&place| values[place] = values[place].min(best - 1));
                }
                return false;
            }
            values[place] = value;
            best = best.max(value);
            // One root is searched, so depth 1 may end early from here on.
            self.bounded = true;
        }
        true
    }

    /// Returns the value of the position if it lies between `alpha` and `beta`, else a bound outside. The result is
    /// meaningless once the budget is spent.
    fn look(&mut self, walk: &mut SearchPosition<'_>, depth: u32, alpha: i32, beta: i32, ply: u32) -> i32 {
        if depth == 0 {
            return self.end(walk, ply, MOST_ANSWERS, beta);
        }
        if self.is_spent() {
            return 0;
        }
        self.nodes += 1;
        let side = walk.position().to_move.index();
        if walk.can_win(side) {
            return won_in(ply + 1);
        }
        let key = walk.key(depth);
        let slot = key as usize & (self.table.len() - 1);
        let known = self.table[slot].filter(|known| known.key == key && known.decision == self.decision);
        if let Some(entry) = known.filter(|entry| entry.depth == depth) {
            let value = at_ply(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= beta => return value,
                Bound::AtMost if value <= alpha => return value,
                _ => {}
            }
        }
        let holes = if walk.can_win(1 - side) { walk.winning_squares(1 - side, false) } else { 0 };
        let must_fill = holes != 0 && walk.position().reserve[1 - side] > 0;
        if must_fill && holes.count_ones() > 1 && !walk.any_action_could_draw() {
            return -won_in(ply + 2);
        }
        let node = Node { depth, alpha, beta, ply, holes, must_fill };
        let (value, best) = self.best_action(walk, known.map(|known| known.best), node);
        if self.out_of_budget {
            return 0;
        }
        let bound = match value {
            value if value >= beta => Bound::AtLeast,
            value if value <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table[slot] =
            Some(Entry { key, decision: self.decision, depth, value: from_ply(value, ply), bound, best });
        value
    }

    /// Returns the best action of an undecided position and its value; `first` is tried first.
    fn best_action(&mut self, walk: &mut SearchPosition<'_>, first: Option<Action>, mut node: Node) -> (i32, Action) {
        let side = walk.position().to_move.index();
        // At depth 1 nothing below changes the order, so the first action can be tried before listing the others.
        let early = if node.depth == 1 { self.surely_first(walk, first, &node) } else { None };
        let early = early.map(|action| (self.worth(walk, action, &node, (false, 0)), action));
        if let Some((value, action)) = early.filter(|early| early.0 >= node.beta) {
            self.note_cut(side, action, node.ply, node.depth);
            return (value, action);
        }
        let mut legal = self.ordered(walk, first, node.holes, node.ply);
        let mut best = (-WIN, legal.actions[0]);
        for place in 0..legal.actions.len() {
            legal.next_best(place);
            let (rank, action) = (legal.ranks[place], legal.actions[place]);
            let may_reduce = self.settings.reductions && node.holes == 0 && rank < SPECIAL;
            let less = match place {
                place if may_reduce && place >= LATE.1 && node.depth > 3 => 2,
                place if may_reduce && place >= LATE.0 && node.depth > 2 => 1,
                _ => 0,
            };
            let value = match early {
                Some((value, _)) if place == 0 => value,
                _ => self.worth(walk, action, &node, (place > 0, less)),
            };
            if self.out_of_budget {
                break;
            }
            if value > best.0 || place == 0 {
                best = (value, action);
            }
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                self.note_cut(side, action, node.ply, node.depth);
                break;
            }
        }
        self.buffers[node.ply as usize] = legal;
        best
    }

    /// Returns the action that [`AlphaBetaSearch::ordered`] would put first, if that is known without a list.
    fn surely_first(&self, walk: &SearchPosition<'_>, first: Option<Action>, node: &Node) -> Option<Action> {
        let killers = self.killers.get(node.ply as usize).copied().unwrap_or_default();
        let killers = if node.holes == 0 { killers } else { [None; 2] };
        let mover = walk.mover();
        let mut known = [first, killers[0], killers[1]].into_iter().flatten();
        known.find(|&action| action != Action::Pass && mover.allows(action))
    }

    /// Returns the value of `action`. Later actions are first tested with a zero-width window at reduced depth.
    fn worth(
        &mut self,
        walk: &mut SearchPosition<'_>,
        action: Action,
        node: &Node,
        (is_late, less): (bool, u32),
    ) -> i32 {
        let &Node { depth, alpha, beta, ply, holes, must_fill } = node;
        let fills = action.target().is_some_and(|to| holes & to.bit() != 0);
        if must_fill && !fills && !walk.could_draw(action) {
            return -won_in(ply + 2);
        }
        let side = walk.position().to_move.index();
        let after = walk.play(action);
        let value = match self.settled(after, side, ply) {
            Some(value) => value,
            None => {
                let mut value = alpha + 1;
                if less > 0 {
                    value = -self.look(walk, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
                }
                if is_late && value > alpha {
                    value = -self.look(walk, depth - 1, -alpha - 1, -alpha, ply + 1);
                }
                if !is_late || value > alpha && value < beta {
                    value = -self.look(walk, depth - 1, -beta, -alpha, ply + 1);
                }
                value
            }
        };
        walk.take_back();
        value
    }

    /// Returns the value at the depth limit: a forced win by threats (not searched if the static evaluation reaches
    /// `beta`), the best answer to a threat, or the static evaluation.
    fn end(&mut self, walk: &mut SearchPosition<'_>, ply: u32, answers: u32, beta: i32) -> i32 {
        self.nodes += 1;
        let side = walk.position().to_move.index();
        if walk.can_win(side) {
            return won_in(ply + 1);
        }
        let must_answer = answers > 0 && walk.can_win(1 - side);
        let quiet = if must_answer { None } else { Some(self.judged(walk)) };
        if let Some(quiet) = quiet.filter(|quiet| *quiet >= beta) {
            return quiet;
        }
        let buffer = (ply + 1) as usize;
        if self.settings.threats > 0
            && let Some(plies) = self.mates.win_by_threats(walk, self.settings.threats, buffer)
        {
            return won_in(ply + plies);
        }
        if let Some(quiet) = quiet {
            return quiet;
        }
        let holes = walk.winning_squares(1 - side, false);
        let must_fill = walk.position().reserve[1 - side] > 0;
        let mut best = -won_in(ply + 2);
        if must_fill && holes.count_ones() > 1 && !walk.any_action_could_draw() {
            return best;
        }
        let mut legal = self.buffer(ply as usize);
        walk.mover().list(&mut legal.actions);
        for &action in &legal.actions {
            let fills = action.target().is_some_and(|to| holes & to.bit() != 0);
            if must_fill && !fills && !walk.could_draw(action) {
                continue;
            }
            let after = walk.play(action);
            let value = match self.settled(after, side, ply) {
                Some(value) => value,
                None => -self.end(walk, ply + 1, answers - 1, -best),
            };
            walk.take_back();
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        self.buffers[ply as usize] = legal;
        best
    }

    fn judged(&mut self, walk: &SearchPosition<'_>) -> i32 {
        self.evaluations += 1;
        self.evaluator.score(walk)
    }

    #[inline]
    fn is_spent(&mut self) -> bool {
        if self.bounded && !self.out_of_budget {
            self.out_of_budget = !self.settings.budget.allows(self.cost());
        }
        self.out_of_budget
    }

    fn buffer(&mut self, ply: usize) -> RankedActions {
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, RankedActions::default);
            self.killers.resize(ply + 1, [None; 2]);
        }
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        buffer.ranks.clear();
        buffer.actions.clear();
        buffer
    }

    /// Ranks the legal actions: table action, filling `holes`, killers, then gain plus history. The caller returns the list.
    fn ordered(&mut self, walk: &SearchPosition<'_>, first: Option<Action>, holes: u128, ply: u32) -> RankedActions {
        let mut legal = self.buffer(ply as usize);
        let gains = Gains::new(walk);
        let history = self.history_of(walk.position().to_move.index());
        // No action has the index `PLACES`.
        let place_of_one = |action: Option<Action>| action.map_or(PLACES, place_of);
        let (first, killers) = (place_of_one(first), self.killers[ply as usize].map(place_of_one));
        walk.mover().each(|action| {
            let place = place_of(action);
            let rank = if place == first {
                u32::MAX
            } else if holes != 0 && action.target().is_some_and(|to| holes & to.bit() != 0) {
                u32::MAX - 1
            } else if place == killers[0] {
                u32::MAX - 2
            } else if place == killers[1] {
                u32::MAX - 3
            } else {
                u32::from(history[place]) + (MIDDLE + gains.action_gain(action) * GAIN).max(0) as u32
            };
            legal.add(rank, action);
        });
        legal
    }

    /// Returns the history scores of the actions of `side`.
    #[inline]
    fn history_of(&self, side: usize) -> &[u16; PLACES] {
        self.history[side * PLACES..][..PLACES].try_into().expect("the history has PLACES entries per side")
    }

    fn note_cut(&mut self, side: usize, action: Action, ply: u32, depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let history = &mut self.history[side * PLACES + place_of(action)];
        *history = (u32::from(*history) + depth * depth).min(u32::from(MOST_HISTORY)) as u16;
    }
}

/// Returns the value of making five at action `plies` of the search.
const fn won_in(plies: u32) -> i32 {
    WIN - plies as i32
}

/// Converts a value counted from the root to one counted from a position `ply` actions later.
fn from_ply(value: i32, ply: u32) -> i32 {
    if value.abs() >= FORCED { value + value.signum() * ply as i32 } else { value }
}

fn at_ply(value: i32, ply: u32) -> i32 {
    if value.abs() >= FORCED { value - value.signum() * ply as i32 } else { value }
}
