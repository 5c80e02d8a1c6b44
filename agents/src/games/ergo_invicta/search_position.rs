//! A position of Ergo 1977 for searches: incremental updates, undo, and detection of repeated positions.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{Squares, each};
use ergo_engine::ergo_invicta::moves::Mover;
use ergo_engine::ergo_invicta::position::{Position, Undo};
use ergo_engine::ergo_invicta::rules::{RepetitionKey, Rules, Stalemate};
use ergo_engine::ergo_invicta::state::State;

use super::windows::{WindowWeights, Windows, each_window, window_squares};

/// The state of the game after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionResult {
    /// The game goes on; the other side is to move.
    GoesOn,
    /// The side that played the action has five in a row.
    Five,
    /// The side that played the action has won, because the other side has no legal action.
    Stuck,
    /// A draw according to the rules.
    Drawn,
    /// A draw by repetition.
    Repeated,
}

/// A position with its windows and the history of the game.
#[derive(Clone)]
pub struct SearchPosition<'a> {
    rules: &'a Rules,
    position: Position,
    windows: Windows,
    /// Keys of all positions of the game, the current one last.
    keys: Vec<u64>,
    /// For each position, how many earlier positions it could repeat.
    reversible: Vec<u32>,
    played: Vec<(Action, Undo)>,
    /// Number of actions of the game before this value was created.
    before: usize,
}

impl<'a> SearchPosition<'a> {
    /// Creates the position of `state`, with the history of its game.
    pub fn new(game: &'a ErgoInvicta, state: &State, weights: WindowWeights) -> Self {
        let position = *state.position();
        let mut walk = SearchPosition {
            rules: &game.0,
            position,
            windows: Windows::new(&position, weights),
            keys: Vec::new(),
            reversible: vec![state.reversible()],
            played: Vec::new(),
            before: state.ply() as usize,
        };
        let mut back = *state.first();
        walk.keys.push(walk.key_of(&back));
        for &action in state.actions() {
            back.play(action);
            walk.keys.push(walk.key_of(&back));
        }
        walk
    }

    fn key_of(&self, position: &Position) -> u64 {
        match self.rules.repetition_key {
            RepetitionKey::BoardAndSide => position.key,
            RepetitionKey::BoardOnly => position.board_key(),
        }
    }

    /// Returns the position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the windows of the position.
    #[inline]
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// Returns the window value to the side to move.
    #[inline]
    pub fn score(&self) -> i32 {
        if self.position.to_move.index() == 0 { self.windows.score() } else { -self.windows.score() }
    }

    /// Returns a hash of everything that affects the next `ahead` actions, except repetitions.
    #[inline]
    pub fn key(&self, ahead: u32) -> u64 {
        const PASSED: u64 = 0xD1B5_4A32_D192_ED03;
        let ply = self.before + self.played.len();
        let near = ply as u64 + u64::from(ahead) >= u64::from(self.rules.ply_cap);
        let cap = if near { (ply as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 };
        self.position.key ^ cap ^ if self.position.passed { PASSED } else { 0 }
    }

    /// Returns the move generator of the side to move.
    #[inline]
    pub fn mover(&self) -> Mover<'_> {
        Mover::new(&self.position, self.rules.corner_cut)
    }

    /// Plays a legal action and returns the result.
    #[inline]
    pub fn play(&mut self, action: Action) -> ActionResult {
        let side = self.position.to_move.index();
        let after_pass = self.position.passed;
        let mut five = false;
        match action {
            Action::Place { to } => five = self.windows.put(to, side),
            Action::Move { from, to } => {
                self.windows.take(from, side);
                five = self.windows.put(to, side);
            }
            Action::Pass => {}
        }
        let undo = self.position.play(action);
        let is_final = matches!(action, Action::Place { .. }) || undo.promoted;
        let reversible = if is_final { 0 } else { self.reversible[self.reversible.len() - 1] + 1 };
        let key = self.key_of(&self.position);
        let times = if reversible == 0 { 1 } else { 1 + self.times(key, reversible as usize) };
        self.keys.push(key);
        self.reversible.push(reversible);
        self.played.push((action, undo));
        if five {
            ActionResult::Five
        } else if after_pass && action == Action::Pass {
            ActionResult::Drawn
        } else if times >= self.rules.repetition_count {
            ActionResult::Repeated
        } else {
            self.stuck().unwrap_or(if self.before + self.played.len() >= self.rules.ply_cap as usize {
                ActionResult::Drawn
            } else {
                ActionResult::GoesOn
            })
        }
    }

    /// Returns how often `key` occurs among the last `reversible` positions.
    #[inline]
    fn times(&self, key: u64, reversible: usize) -> u32 {
        let from = self.keys.len().saturating_sub(reversible);
        self.keys[from..].iter().filter(|&&other| other == key).count() as u32
    }

    /// Returns the result if the side to move has no legal action and may not pass.
    #[inline]
    fn stuck(&self) -> Option<ActionResult> {
        let after = match self.rules.stalemate {
            Stalemate::Pass => return None,
            Stalemate::Loss => ActionResult::Stuck,
            Stalemate::Draw => ActionResult::Drawn,
        };
        self.mover().is_stuck().then_some(after)
    }

    /// Returns true if `action`, which does not make five, could end the game.
    #[inline]
    pub fn could_draw(&self, action: Action) -> bool {
        let can_repeat = !matches!(action, Action::Place { .. }) && self.reversible[self.reversible.len() - 1] > 1;
        can_repeat || self.is_near_the_end()
    }

    /// Returns true if any action that does not make five could end the game.
    #[inline]
    pub fn any_action_could_draw(&self) -> bool {
        self.reversible[self.reversible.len() - 1] > 1 || self.is_near_the_end()
    }

    /// Returns true if the next action could end the game by the limit on actions, or by leaving the opponent
    /// without an action.
    #[inline]
    fn is_near_the_end(&self) -> bool {
        let cap = self.before + self.played.len() + 1 >= self.rules.ply_cap as usize;
        cap || self.rules.stalemate != Stalemate::Pass
    }

    /// Adds every legal action that puts a piece on one of `squares`, which must be empty.
    pub fn list_onto(&self, squares: Squares, out: &mut Vec<Action>) {
        let mover = self.mover();
        each(squares & mover.placements(), |to| out.push(Action::Place { to }));
        each(squares, |to| {
            each(mover.sources(self.position.mine(), to), |from| out.push(Action::Move { from, to }));
        });
    }

    /// Takes back the last action.
    ///
    /// # Panics
    ///
    /// Panics if no action has been played on this value.
    #[inline]
    pub fn take_back(&mut self) {
        let (action, undo) = self.played.pop().expect("an action was played");
        self.keys.pop();
        self.reversible.pop();
        self.position.take_back(action, undo);
        let side = self.position.to_move.index();
        match action {
            Action::Place { to } => self.windows.take(to, side),
            Action::Move { from, to } => {
                self.windows.take(to, side);
                self.windows.put(from, side);
            }
            Action::Pass => {}
        }
    }

    /// Returns true if `side` could make five in a row with one action if it were to move.
    #[inline]
    pub fn can_win(&self, side: usize) -> bool {
        self.windows.has_four(side) && self.winning_squares(side, true) != 0
    }

    /// Returns the empty squares on which `side` makes five in a row. With `one`, stops at the first square found.
    pub fn winning_squares(&self, side: usize, one: bool) -> Squares {
        let own = self.position.own[side];
        let has_reserve = self.position.reserve[side] > 0;
        let mover = self.mover();
        let mut found = 0;
        each_window(self.windows.fours(side), |window| {
            let hole = window_squares(window) & !own;
            if found & hole == 0 {
                let outside = own & !window_squares(window);
                let mut can = has_reserve;
                each(hole, |to| can = can || mover.sources(outside, to) != 0);
                found |= if can { hole } else { 0 };
            }
            one && found != 0
        });
        found
    }

    /// Returns the empty squares of windows with three pieces of `side` and none of the opponent: where it can make
    /// a four.
    pub fn four_squares(&self, side: usize) -> Squares {
        let mut found = 0;
        each_window(self.windows.threes(side), |window| {
            found |= window_squares(window);
            false
        });
        found & !self.position.own[side]
    }
}
