//! Forced wins: an exact solver for "win in n own actions", and a fast search for wins by a sequence of threats.
//!
//! A *threat* is a position in which the side not to move could make five at once. In the threat search the
//! attacker makes only threats, so the defender has few answers (Allis, van den Herik and Huntjens 1996, for
//! Go-Moku). The exact solver tries all actions, threats first, so its negative results are proofs.

use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::Squares;

use super::search_position::{ActionResult, SearchPosition};
use super::windows::WindowSet;

/// A solver for forced wins, with its scratch buffers.
#[derive(Default)]
pub struct MateSolver {
    buffers: Vec<Vec<Action>>,
    /// For each ply, the reply that last refuted an attack.
    refutations: Vec<Option<Action>>,
    nodes: u64,
}

impl MateSolver {
    /// Returns the number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the smallest number of own actions, up to `max_actions`, with which the side to move can force a five
    /// against any defence. Returns `None` if there is no such win.
    pub fn shortest_win(&mut self, walk: &mut SearchPosition<'_>, max_actions: u32) -> Option<u32> {
        (1..=max_actions).find(|&own| self.attacks(walk, own, 0))
    }

    /// Returns every first action after which a total of `own` actions forces a five.
    pub fn winning_first_actions(&mut self, walk: &mut SearchPosition<'_>, own: u32) -> Vec<Action> {
        let mut all = Vec::new();
        walk.mover().list(&mut all);
        all.retain(|&action| own > 0 && self.wins_by(walk, action, own, 0));
        all
    }

    /// Returns true if the side to move forces a five with `own` actions that start with `action`.
    fn wins_by(&mut self, walk: &mut SearchPosition<'_>, action: Action, own: u32, ply: usize) -> bool {
        self.nodes += 1;
        let wins = match walk.play(action) {
            ActionResult::Five => true,
            ActionResult::GoesOn if own > 1 => self.has_no_defence(walk, own - 1, ply + 1),
            _ => false,
        };
        walk.take_back();
        wins
    }

    /// Returns true if the side to move forces a five with `own` actions (1 or more).
    fn attacks(&mut self, walk: &mut SearchPosition<'_>, own: u32, ply: usize) -> bool {
        let side = walk.position().to_move.index();
        if walk.can_win(side) {
            return true;
        }
        if own <= 1 {
            return false;
        }
        let fours = walk.four_squares(side);
        let all = self.ordered(walk, ply, |action| is_on(action, fours));
        let found = all.iter().any(|&action| self.wins_by(walk, action, own, ply));
        self.buffers[ply] = all;
        found
    }

    /// Returns true if the side to move cannot prevent a five of the other side in `own` actions.
    fn has_no_defence(&mut self, walk: &mut SearchPosition<'_>, own: u32, ply: usize) -> bool {
        let side = walk.position().to_move.index();
        if walk.can_win(side) {
            return false;
        }
        let holes = walk.winning_squares(1 - side, false);
        let known = self.refutations.get(ply).copied().flatten();
        let all = self.ordered(walk, ply, |action| known == Some(action) || is_on(action, holes));
        let refutation = all.iter().copied().find(|&reply| {
            self.nodes += 1;
            let holds = walk.play(reply) != ActionResult::GoesOn || !self.attacks(walk, own, ply + 1);
            walk.take_back();
            holds
        });
        self.buffers[ply] = all;
        if refutation.is_some() {
            self.refutations[ply] = refutation;
        }
        refutation.is_none()
    }

    /// Lists the legal actions, with the `likely` ones first. The caller returns the list to `self.buffers[ply]`.
    fn ordered(&mut self, walk: &SearchPosition<'_>, ply: usize, likely: impl Fn(Action) -> bool) -> Vec<Action> {
        let mut all = self.buffer(ply);
        walk.mover().list(&mut all);
        let mut first = 0;
        for place in 0..all.len() {
            if likely(all[place]) {
                all.swap(first, place);
                first += 1;
            }
        }
        all
    }

    fn buffer(&mut self, ply: usize) -> Vec<Action> {
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, Vec::new);
            self.refutations.resize(ply + 1, None);
        }
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        buffer.clear();
        buffer
    }

    /// Searches for a win by at most `threats` consecutive threats of the side to move, which cannot make five at
    /// once. Returns the number of plies including the five. `None` does not prove that there is no win.
    pub fn win_by_threats(&mut self, walk: &mut SearchPosition<'_>, threats: u32, ply: usize) -> Option<u32> {
        let side = walk.position().to_move.index();
        if threats == 0 || *walk.windows().threes(side) == WindowSet::default() {
            return None;
        }
        let mut fours = walk.four_squares(side);
        if walk.can_win(1 - side) && walk.position().reserve[1 - side] > 0 {
            // A threat of the opponent must be blocked by the same action, and two threats cannot be.
            let must = walk.winning_squares(1 - side, false);
            fours &= if must.count_ones() > 1 { 0 } else { must };
        }
        let mut all = self.buffer(ply);
        walk.list_onto(fours, &mut all);
        let mut found = None;
        for &action in &all {
            self.nodes += 1;
            let goes_on = walk.play(action) == ActionResult::GoesOn;
            if goes_on && walk.can_win(side) && !walk.can_win(1 - side) {
                found = self.answers_fail(walk, side, threats, ply + 1).map(|plies| plies + 1);
            }
            walk.take_back();
            if found.is_some() {
                break;
            }
        }
        self.buffers[ply] = all;
        found
    }

    /// Returns the number of plies to the five if no answer to the threat of `side` helps, for the longest defence.
    fn answers_fail(&mut self, walk: &mut SearchPosition<'_>, side: usize, threats: u32, ply: usize) -> Option<u32> {
        let holes = walk.winning_squares(side, false);
        // If a piece can be placed in the hole, only filling the hole helps, unless the game can end in a draw.
        let must_fill = walk.position().reserve[side] > 0 && !walk.any_action_could_draw();
        if must_fill && holes.count_ones() > 1 {
            return Some(2);
        }
        let mut all = self.buffer(ply);
        if must_fill {
            walk.list_onto(holes, &mut all);
        } else {
            walk.mover().list(&mut all);
        }
        let mut longest = Some(2);
        for &answer in &all {
            self.nodes += 1;
            let plies = match walk.play(answer) {
                ActionResult::GoesOn if walk.can_win(side) => Some(2),
                ActionResult::GoesOn => self.win_by_threats(walk, threats - 1, ply + 1).map(|plies| plies + 1),
                _ => None,
            };
            walk.take_back();
            longest = longest.zip(plies).map(|(one, other)| one.max(other));
            if longest.is_none() {
                break;
            }
        }
        self.buffers[ply] = all;
        longest
    }
}

/// Returns true if the action puts a piece on one of `squares`.
fn is_on(action: Action, squares: Squares) -> bool {
    action.target().is_some_and(|to| squares & to.bit() != 0)
}
