//! Forced fives: the exact solver of mates in so many own actions, and a quick search for wins by threats in sequence.
//!
//! A *threat* is a position in which the side that is not to move could make five at once. The quick search lets the attacker make
//! nothing but threats, to which the other side has few answers. (Allis, van den Herik and Huntjens 1996, on Go-Moku.) The
//! solver tries everything, threats first, so that what it denies is denied.

use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::Squares;

use super::search_position::{ActionResult, SearchPosition};
use super::windows::WindowSet;

/// The solver.
#[derive(Default)]
pub struct MateSolver {
    rooms: Vec<Vec<Action>>,
    /// For each ply the reply that last refuted an attack there.
    refutations: Vec<Option<Action>>,
    nodes: u64,
}

impl MateSolver {
    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The fewest own actions, at most `most`, with which the side to move can force a five whatever the other does.
    pub fn shortest_win(&mut self, walk: &mut SearchPosition<'_>, most: u32) -> Option<u32> {
        (1..=most).find(|&own| self.attacks(walk, own, 0))
    }

    /// All first actions after which `own` actions, that one counted, are enough.
    pub fn winning_first_actions(&mut self, walk: &mut SearchPosition<'_>, own: u32) -> Vec<Action> {
        let mut all = Vec::new();
        walk.mover().list(&mut all);
        all.retain(|&action| own > 0 && self.wins_by(walk, action, own, 0));
        all
    }

    /// Whether the side to move, playing `action`, forces a five with `own` actions.
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

    /// Whether the side to move forces a five with `own` actions, one or more.
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
        self.rooms[ply] = all;
        found
    }

    /// Whether the side to move cannot keep the other from a five with `own` actions.
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
        self.rooms[ply] = all;
        if refutation.is_some() {
            self.refutations[ply] = refutation;
        }
        refutation.is_none()
    }

    /// The legal actions, those that are `likely` first. The list goes back to its room when it was gone through.
    fn ordered(&mut self, walk: &SearchPosition<'_>, ply: usize, likely: impl Fn(Action) -> bool) -> Vec<Action> {
        let mut all = self.room(ply);
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

    fn room(&mut self, ply: usize) -> Vec<Action> {
        if self.rooms.len() <= ply {
            self.rooms.resize_with(ply + 1, Vec::new);
            self.refutations.resize(ply + 1, None);
        }
        let mut room = std::mem::take(&mut self.rooms[ply]);
        room.clear();
        room
    }

    /// Whether the side to move, which has no five at once, wins by at most `threats` threats in a row: in how many plies, the five
    /// counted. Nothing says only that this search found none.
    pub fn win_by_threats(&mut self, walk: &mut SearchPosition<'_>, threats: u32, ply: usize) -> Option<u32> {
        let side = walk.position().to_move.index();
        if threats == 0 || *walk.windows().threes(side) == WindowSet::default() {
            return None;
        }
        let mut fours = walk.four_squares(side);
        if walk.can_win(1 - side) && walk.position().reserve[1 - side] > 0 {
            // A threat of the other side must be met by the same action; two cannot be.
            let must = walk.winning_squares(1 - side, false);
            fours &= if must.count_ones() > 1 { 0 } else { must };
        }
        let mut all = self.room(ply);
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
        self.rooms[ply] = all;
        found
    }

    /// Whether no answer to the threat of `side` helps; the longest way to the five.
    fn answers_fail(&mut self, walk: &mut SearchPosition<'_>, side: usize, threats: u32, ply: usize) -> Option<u32> {
        let holes = walk.winning_squares(side, false);
        // Where a piece is placed in the hole only what fills it helps, but for a draw.
        let must_fill = walk.position().reserve[side] > 0 && !walk.any_action_could_draw();
        if must_fill && holes.count_ones() > 1 {
            return Some(2);
        }
        let mut all = self.room(ply);
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
        self.rooms[ply] = all;
        longest
    }
}

/// Whether a piece lands on one of `squares`.
fn is_on(action: Action, squares: Squares) -> bool {
    action.target().is_some_and(|to| squares & to.bit() != 0)
}
