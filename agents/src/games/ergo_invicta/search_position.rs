//! A game walked forward and back by a search: the position with its windows, and which positions have occurred.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{Squares, each};
use ergo_engine::ergo_invicta::moves::Mover;
use ergo_engine::ergo_invicta::position::{Position, Undo};
use ergo_engine::ergo_invicta::rules::{RepetitionKey, Rules, Stalemate};
use ergo_engine::ergo_invicta::state::State;

use super::windows::{WindowWeights, Windows, each_window, window_squares};

/// How the game stands after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionResult {
    /// The other side is to move.
    GoesOn,
    /// Whoever played it has five in a row.
    Five,
    /// Whoever played it has won: the other side cannot move, and so has lost.
    Stuck,
    /// A draw by the rules.
    Drawn,
    /// A draw because a position occurred too often.
    Repeated,
}

/// A game in the hands of a search.
#[derive(Clone)]
pub struct SearchPosition<'a> {
    rules: &'a Rules,
    position: Position,
    windows: Windows,
    /// Keys of all positions of the game, this one last.
    keys: Vec<u64>,
    /// How far back each can have occurred before.
    reversible: Vec<u32>,
    played: Vec<(Action, Undo)>,
    /// Actions of the game before the walk began.
    before: usize,
}

impl<'a> SearchPosition<'a> {
    /// The game as it stands in `state`.
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

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its windows.
    #[inline]
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// The value of the windows to the side to move.
    #[inline]
    pub fn score(&self) -> i32 {
        if self.position.to_move.index() == 0 { self.windows.score() } else { -self.windows.score() }
    }

    /// A key of everything that bears on what follows within `ahead` actions, but for positions that occurred before.
    #[inline]
    pub fn key(&self, ahead: u32) -> u64 {
        const PASSED: u64 = 0xD1B5_4A32_D192_ED03;
        let ply = self.before + self.played.len();
        let near = ply as u64 + u64::from(ahead) >= u64::from(self.rules.ply_cap);
        let cap = if near { (ply as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 };
        self.position.key ^ cap ^ if self.position.passed { PASSED } else { 0 }
    }

    /// The side to move with all it can do.
    #[inline]
    pub fn mover(&self) -> Mover<'_> {
        Mover::new(&self.position, self.rules.corner_cut)
    }

    /// Plays `action`, which is legal.
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

    /// How often `key` is among the last `reversible` positions.
    #[inline]
    fn times(&self, key: u64, reversible: usize) -> u32 {
        let from = self.keys.len().saturating_sub(reversible);
        self.keys[from..].iter().filter(|&&other| other == key).count() as u32
    }

    /// The end where the side to move is stuck and may not pass.
    #[inline]
    fn stuck(&self) -> Option<ActionResult> {
        let after = match self.rules.stalemate {
            Stalemate::Pass => return None,
            Stalemate::Loss => ActionResult::Stuck,
            Stalemate::Draw => ActionResult::Drawn,
        };
        self.mover().is_stuck().then_some(after)
    }

    /// Whether `action`, which makes no five, could end the game all the same.
    #[inline]
    pub fn could_draw(&self, action: Action) -> bool {
        let can_repeat = !matches!(action, Action::Place { .. }) && self.reversible[self.reversible.len() - 1] > 1;
        can_repeat || self.is_near_the_end()
    }

    /// Whether any action could that makes no five.
    #[inline]
    pub fn any_action_could_draw(&self) -> bool {
        self.reversible[self.reversible.len() - 1] > 1 || self.is_near_the_end()
    }

    /// Whether the next action could end the game by the limit on actions, or by leaving the other side without one.
    #[inline]
    fn is_near_the_end(&self) -> bool {
        let cap = self.before + self.played.len() + 1 >= self.rules.ply_cap as usize;
        cap || self.rules.stalemate != Stalemate::Pass
    }

    /// Adds every legal action that lands on one of `squares`, which are empty.
    pub fn list_onto(&self, squares: Squares, out: &mut Vec<Action>) {
        let mover = self.mover();
        each(squares & mover.placements(), |to| out.push(Action::Place { to }));
        each(squares, |to| {
            each(mover.sources(self.position.mine(), to), |from| out.push(Action::Move { from, to }));
        });
    }

    /// Takes back the action played last.
    #[inline]
    pub fn take_back(&mut self) {
        let (action, undo) = self.played.pop().expect("something was played");
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

    /// Whether `side`, were it to move, has an action that makes five in a row.
    #[inline]
    pub fn can_win(&self, side: usize) -> bool {
        self.windows.has_four(side) && self.winning_squares(side, true) != 0
    }

    /// The empty squares on which `side` makes five in a row; any one of them if `one` is enough.
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

    /// The empty squares of windows with three pieces of `side` alone: where it can make a four.
    pub fn four_squares(&self, side: usize) -> Squares {
        let mut found = 0;
        each_window(self.windows.threes(side), |window| {
            found |= window_squares(window);
            false
        });
        found & !self.position.own[side]
    }
}
