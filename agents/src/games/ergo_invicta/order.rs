//! The order in which actions are tried: the likeliest to cut first.

use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{ALL, SQUARES, each};

use super::search_position::SearchPosition;

/// The least rank of actions that are tried before all others.
pub(super) const SPECIAL: u32 = u32::MAX - 3;
/// The rank, before history, of an action that neither gains nor loses.
pub(super) const MIDDLE: i32 = 1 << 20;
/// How much one point of the windows speaks for one.
pub(super) const GAIN: i32 = 16;

/// Actions with what speaks for trying each early, the two apart: the best is looked for among bare numbers.
#[derive(Default)]
pub(super) struct RankedActions {
    pub(super) ranks: Vec<u32>,
    pub(super) actions: Vec<Action>,
}

impl RankedActions {
    pub(super) fn add(&mut self, rank: u32, action: Action) {
        self.ranks.push(rank);
        self.actions.push(action);
    }

    /// Moves the best of the actions from `place` on to that place; of equals the first, so that the order is that of the rules.
    #[inline]
    pub(super) fn next_best(&mut self, place: usize) {
        let rest = &self.ranks[place..];
        let most = rest.iter().copied().fold(0, u32::max);
        let best = place + rest.iter().position(|&rank| rank == most).unwrap_or(0);
        self.ranks.swap(place, best);
        self.actions.swap(place, best);
    }
}

/// Places for the placements, the moves and the pass of one side.
pub(super) const PLACES: usize = SQUARES + SQUARES * SQUARES + 1;

pub(super) fn place_of(action: Action) -> usize {
    match action {
        Action::Place { to } => to.index(),
        Action::Move { from, to } => SQUARES + from.index() * SQUARES + to.index(),
        Action::Pass => PLACES - 1,
    }
}

/// The value to the side to move of a piece that comes to or leaves each square, by the windows.
pub(super) struct Gains {
    to: [i32; SQUARES],
    from: [i32; SQUARES],
}

impl Gains {
    pub(super) fn new(walk: &SearchPosition<'_>) -> Self {
        let (position, windows) = (walk.position(), walk.windows());
        let side = position.to_move.index();
        let mut gains = Gains { to: [0; SQUARES], from: [0; SQUARES] };
        each(ALL & !position.taken(), |to| gains.to[to.index()] = windows.gain(to, side));
        each(position.mine(), |from| gains.from[from.index()] = windows.loss(from, side));
        gains
    }

    /// The gain of an action; for a move, as if no window held both squares.
    #[inline]
    pub(super) fn action_gain(&self, action: Action) -> i32 {
        match action {
            Action::Place { to } => self.to[to.index()],
            Action::Move { from, to } => self.to[to.index()] + self.from[from.index()],
            Action::Pass => 0,
        }
    }
}
