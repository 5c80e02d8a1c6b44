//! The objective of an agent: a number from 0 to 1 for every seat, at the end of a round or of the match.
//!
//! A search looks no further than the end of the current stage of the game ([`Game::stages_completed`]), which in ERGO is the end of the
//! round. The value of that point depends on the agent's objective, and with more than two seats the choice
//! matters: own points, points relative to the rivals', the chance to win the match, or the payoff of the match.

use std::fmt;
use std::sync::Arc;

use ergo_engine::game::{Game, GameInfo, Status};
use ergo_engine::seat::{Seat, SeatMap};

/// The utility of each seat, from 0 to 1.
pub type Utilities = SeatMap<f64>;

/// Returns the mean utility of `allies`, or the utility of `seat` if `allies` is empty.
#[inline]
pub fn mean_utility(allies: &[Seat], utilities: &Utilities, seat: Seat) -> f64 {
    match allies {
        [] => utilities[seat],
        _ => allies.iter().map(|&ally| utilities[ally]).sum::<f64>() / allies.len() as f64,
    }
}

ergo_engine::words! {
    /// The objective of an agent.
    pub enum Aim {
        /// Own points won since the search began.
        Points = "points",
        /// Own points less the mean of the rivals' points, since the search began.
        Margin = "margin",
        /// Winning the match. At the end of the match the value is the share of the win; at a horizon before that
        /// it is the chance to win according to a [`MatchEquity`], or the margin if there is none.
        Win = "win",
        /// The payoff of the match according to the rules; at a horizon before the end of the match, the margin.
        Return = "return",
    }
}

/// An estimate of each seat's chance to win the match from given scores.
pub trait MatchEquity: Send + Sync {
    /// Returns each seat's chance to win at `scores` if `starter` begins the next round. The chances sum to 1.
    fn win_chances(&self, scores: &SeatMap<i32>, starter: Seat) -> SeatMap<f64>;
}

/// The fewest and the most points that a seat can expect to win before the next horizon. This scale converts points
/// into utilities; points outside it count as the nearer end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointRange {
    /// The fewest points that a seat can expect.
    pub low: f64,
    /// The most points that a seat can expect.
    pub high: f64,
}

impl PointRange {
    /// Returns the range that the game declares in `info`.
    pub fn from_info(info: &GameInfo) -> Self {
        PointRange { low: info.points.0, high: info.points.1 }
    }

    /// Returns the difference between the most and the fewest points.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Returns the utility of winning `points`, from 0 to 1.
    pub fn points_to_utility(self, points: f64) -> f64 {
        ((points - self.low) / self.width()).clamp(0.0, 1.0)
    }

    /// Returns the utility of a margin over the mean of the rivals, from 0 to 1; a margin of 0 gives 0.5.
    pub fn margin_to_utility(self, margin: f64) -> f64 {
        (0.5 + margin / (2.0 * self.width())).clamp(0.0, 1.0)
    }

    /// Returns the margin that has this `utility`; the inverse of [`PointRange::margin_to_utility`] inside the
    /// range.
    pub fn utility_to_margin(self, utility: f64) -> f64 {
        (utility - 0.5) * 2.0 * self.width()
    }
}

/// The horizon and the scores at which a search began. The default belongs to no match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchStart {
    horizon: u32,
    scores: SeatMap<i32>,
}

impl SearchStart {
    /// Returns the starting point of a search from `state`.
    pub fn new<G: Game>(game: &G, state: &G::State) -> Self {
        SearchStart { horizon: game.stages_completed(state), scores: game.scores(state) }
    }

    /// Returns the points that each seat has won since the start.
    fn won(&self, scores: &SeatMap<i32>) -> SeatMap<i32> {
        SeatMap::from_fn(scores.seats(), |seat| scores[seat] - self.scores[seat])
    }
}

/// Converts the end of a round or match into the utility of every seat.
#[derive(Clone)]
pub struct Utility {
    aim: Aim,
    span: PointRange,
    equity: Option<Arc<dyn MatchEquity>>,
    to_end: bool,
}

impl Utility {
    /// Creates a utility with objective `aim` and the point scale `span`.
    pub fn new(aim: Aim, span: PointRange) -> Self {
        Utility { aim, span, equity: None, to_end: false }
    }

    /// Adds a table of the chance to win from the scores after a round. Only [`Aim::Win`] uses it.
    pub fn with_equity(self, equity: Arc<dyn MatchEquity>) -> Self {
        Utility { equity: Some(equity), ..self }
    }

    /// Evaluates only the end of the match, not the horizons before it: for searches whose playouts are cut and
    /// evaluated anyway.
    pub fn match_end_only(self) -> Self {
        Utility { to_end: true, ..self }
    }

    /// Returns the objective.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// Returns the scale of points.
    pub fn point_range(&self) -> PointRange {
        self.span
    }

    /// Returns the utilities of a game that went from `start` to `state`, or `None` if no horizon has been passed
    /// and the match is not over.
    #[inline]
    pub fn end_utilities<G: Game>(&self, game: &G, start: &SearchStart, state: &G::State) -> Option<Utilities> {
        match game.status(state) {
            Status::ToMove(_) if self.to_end || game.stages_completed(state) == start.horizon => None,
            Status::ToMove(mover) => Some(self.at_horizon(start, &game.scores(state), mover)),
            Status::Over(outcome) => Some(match self.aim {
                Aim::Win => {
                    let winners = outcome.winners.iter().filter(|won| **won).count() as f64;
                    outcome.winners.map(|&won| if won { 1.0 / winners } else { 0.0 })
                }
                Aim::Return => {
                    let (least, most) = game.info().utility;
                    outcome.returns.map(|&value| (value - least) / (most - least))
                }
                Aim::Points | Aim::Margin => self.points_to_utility(&start.won(&outcome.scores)),
            }),
        }
    }

    /// Returns the utilities at a horizon before the end of the match, where `mover` moves next.
    fn at_horizon(&self, start: &SearchStart, scores: &SeatMap<i32>, mover: Seat) -> Utilities {
        match (&self.equity, self.aim) {
            (Some(equity), Aim::Win) => equity.win_chances(scores, mover),
            _ => self.points_to_utility(&start.won(scores)),
        }
    }

    fn points_to_utility(&self, points: &SeatMap<i32>) -> Utilities {
        let points = points.map(|&points| f64::from(points));
        if self.aim == Aim::Points {
            points.map(|&own| self.span.points_to_utility(own))
        } else {
            self.margins_to_utilities(&points)
        }
    }

    /// Returns the utility of each seat's margin, given the expected points of each seat.
    pub fn margins_to_utilities(&self, points: &SeatMap<f64>) -> Utilities {
        let all: f64 = points.iter().sum();
        let rivals = (points.seats().get() - 1).max(1) as f64;
        points.map(|&own| self.span.margin_to_utility(own - (all - own) / rivals))
    }
}

impl fmt::Debug for Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Utility({:?}, {:?}, equity: {})", self.aim, self.span, self.equity.is_some())
    }
}
