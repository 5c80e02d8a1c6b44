//! Move ordering: the actions most likely to cut are searched first.

use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{ALL, SQUARES, each};

use super::search_position::SearchPosition;

/// The lowest rank of the actions that are tried before all others.
pub(super) const SPECIAL: u32 = u32::MAX - 3;
/// The rank, before history, of an action without gain or loss.
pub(super) const MIDDLE: i32 = 1 << 20;
/// The weight of one point of window value in a rank.
pub(super) const GAIN: i32 = 16;

/// Actions and their ranks, in separate vectors so that finding the best one scans only numbers.
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

    /// Moves the action with the highest rank from index `place` on to that index; the first of equals, so that the
    /// order of the rules decides.
    #[inline]
    pub(super) fn next_best(&mut self, place: usize) {
        let rest = &self.ranks[place..];
        let most = rest.iter().copied().fold(0, u32::max);
        let best = place + rest.iter().position(|&rank| rank == most).unwrap_or(0);
        self.ranks.swap(place, best);
        self.actions.swap(place, best);
    }
}

/// Number of indices for the placements, the moves and the pass of one side.
pub(super) const PLACES: usize = SQUARES + SQUARES * SQUARES + 1;

pub(super) fn place_of(action: Action) -> usize {
    match action {
        Action::Place { to } => to.index(),
        Action::Move { from, to } => SQUARES + from.index() * SQUARES + to.index(),
        Action::Pass => PLACES - 1,
    }
}

/// The window value to the side to move of a piece that enters or leaves each square.
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

    /// Returns the gain of an action. For a move it ignores windows that contain both squares.
    #[inline]
    pub(super) fn action_gain(&self, action: Action) -> i32 {
        match action {
            Action::Place { to } => self.to[to.index()],
            Action::Move { from, to } => self.to[to.index()] + self.from[from.index()],
            Action::Pass => 0,
        }
    }
}
