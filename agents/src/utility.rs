//! The utility that an agent plays for: a horizon or the end of the match as a number from 0 to 1 for every seat.
//!
//! A search looks no further than the next horizon of the game ([`Game::horizon`]): in ERGO the end of the round. What that is
//! worth is the agent's own affair, and with more than two seats it decides much: own points, points against the rivals', the
//! chance to win the match, or what the rules pay for it.

use std::fmt;
use std::sync::Arc;

use ergo_engine::game::{Game, GameInfo, Status};
use ergo_engine::seat::{Seat, SeatMap};

/// A utility for each seat, from 0 to 1.
pub type Utilities = SeatMap<f64>;

/// The mean utility of `allies`, or where there are none that of `seat`.
#[inline]
pub fn mean_of(allies: &[Seat], utilities: &Utilities, seat: Seat) -> f64 {
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
        /// Those less the mean of the rivals'.
        Margin = "margin",
        /// The match: at its end a share of the win; at a horizon before that the chance to win it, as far as a [`MatchEquity`]
        /// knows it, and the margin where there is none.
        Win = "win",
        /// The payoff of the match by the rules; at a horizon before its end the margin.
        Return = "return",
    }
}

/// The chance of each seat to win a match that stands at some scores.
pub trait MatchEquity: Send + Sync {
    /// Chances that add up to 1, at `scores` and with `starter` to begin the next round.
    fn chance(&self, scores: &SeatMap<i32>, starter: Seat) -> SeatMap<f64>;
}

/// The least and the most points a seat can expect to win before the next horizon: the scale that turns points into worth.
/// Points beyond it count as its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Fewest points.
    pub low: f64,
    /// Most points.
    pub high: f64,
}

impl Span {
    /// The span that the game states in `info`.
    pub fn of(info: &GameInfo) -> Self {
        Span { low: info.points.0, high: info.points.1 }
    }

    /// From the fewest points to the most.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The utility of own `points`.
    pub fn of_points(self, points: f64) -> f64 {
        ((points - self.low) / self.width()).clamp(0.0, 1.0)
    }

    /// The utility of a margin over the mean of the rivals: one half where it is 0.
    pub fn of_margin(self, margin: f64) -> f64 {
        (0.5 + margin / (2.0 * self.width())).clamp(0.0, 1.0)
    }

    /// The margin with this `utility`.
    pub fn margin_of(self, utility: f64) -> f64 {
        (utility - 0.5) * 2.0 * self.width()
    }
}

/// Where a search began: what points and horizons are counted from. The default is the beginning of no match at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    horizon: u32,
    scores: SeatMap<i32>,
}

impl Start {
    /// At `state`.
    pub fn of<G: Game>(game: &G, state: &G::State) -> Self {
        Start { horizon: game.stages_completed(state), scores: game.scores(state) }
    }

    /// The points each seat has won since.
    fn won(&self, scores: &SeatMap<i32>) -> SeatMap<i32> {
        SeatMap::from_fn(scores.seats(), |seat| scores[seat] - self.scores[seat])
    }
}

/// From a horizon or the end of the match to what it is worth to every seat.
#[derive(Clone)]
pub struct Utility {
    aim: Aim,
    span: Span,
    equity: Option<Arc<dyn MatchEquity>>,
    to_end: bool,
}

impl Utility {
    /// The utility of `aim` with points on the scale of `span`.
    pub fn new(aim: Aim, span: Span) -> Self {
        Utility { aim, span, equity: None, to_end: false }
    }

    /// The same, with the chance to win the match from the scores after a round. Only [`Aim::Win`] asks for it.
    pub fn with_equity(self, equity: Arc<dyn MatchEquity>) -> Self {
        Utility { equity: Some(equity), ..self }
    }

    /// The same, but only the end of the match settles anything: for searches whose playouts are cut short and evaluated anyway.
    pub fn to_the_end(self) -> Self {
        Utility { to_end: true, ..self }
    }

    /// The aim.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// The scale of points.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The utilities of having come from `start` to `state`. Nothing while no horizon has been passed.
    #[inline]
    pub fn settled<G: Game>(&self, game: &G, start: &Start, state: &G::State) -> Option<Utilities> {
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
                Aim::Points | Aim::Margin => self.of_points(&start.won(&outcome.scores)),
            }),
        }
    }

    /// The same at a horizon before the end of the match, where `mover` goes on.
    fn at_horizon(&self, start: &Start, scores: &SeatMap<i32>, mover: Seat) -> Utilities {
        match (&self.equity, self.aim) {
            (Some(equity), Aim::Win) => equity.chance(scores, mover),
            _ => self.of_points(&start.won(scores)),
        }
    }

    fn of_points(&self, points: &SeatMap<i32>) -> Utilities {
        let points = points.map(|&points| f64::from(points));
        if self.aim == Aim::Points { points.map(|&own| self.span.of_points(own)) } else { self.of_margins(&points) }
    }

    /// Expected points of each seat as worth by margins.
    pub fn of_margins(&self, points: &SeatMap<f64>) -> Utilities {
        let all: f64 = points.iter().sum();
        let rivals = (points.seats().get() - 1).max(1) as f64;
        points.map(|&own| self.span.of_margin(own - (all - own) / rivals))
    }
}

impl fmt::Debug for Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Utility({:?}, {:?}, equity: {})", self.aim, self.span, self.equity.is_some())
    }
}
