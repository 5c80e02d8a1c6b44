//! What an agent wants: the end of a round or of the match as a number from 0 to 1 for every seat.
//!
//! A search looks no further than the end of the round it is in. What that end is worth is the agent's own affair, and with
//! more than two seats it decides much: own points, points against the rivals', or the chance to win the match.

use std::fmt;
use std::sync::Arc;

use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::seat::{Seat, SeatMap};

/// What something is worth to each seat, from 0 to 1.
pub type Worth = SeatMap<f64>;

/// What an agent tries to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Own points of the round.
    Points,
    /// Own points of the round less the mean of the rivals'.
    Margin,
    /// The match: at its end a share of the win; at the end of a round before that the chance to win it, as far as a
    /// [`MatchEquity`] knows it, and the margin of the round where there is none.
    Win,
}

impl Aim {
    /// The words for the aims, in the order of the type.
    pub const WORDS: [&'static str; 3] = ["points", "margin", "win"];

    /// The aim with this word of [`Aim::WORDS`].
    pub fn from_word(word: &str) -> Option<Aim> {
        let aims = [Aim::Points, Aim::Margin, Aim::Win];
        Aim::WORDS.iter().position(|known| *known == word).map(|index| aims[index])
    }
}

/// The chance of each seat to win a match that stands at some scores.
pub trait MatchEquity: Send + Sync {
    /// Chances that add up to 1, at `scores` and with `starter` to begin the next round.
    fn chance(&self, scores: &SeatMap<i32>, starter: Seat) -> SeatMap<f64>;
}

/// The fewest and the most points a seat can expect of a round: the scale that turns points into worth. Points beyond it count
/// as its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Fewest points.
    pub low: f64,
    /// Most points.
    pub high: f64,
}

impl Span {
    /// ERGO: proofs of more than forty cards are rare.
    pub const ERGO: Span = Span { low: 0.0, high: 40.0 };
    /// A loss and a win that score 0 and 1.
    pub const WIN: Span = Span { low: 0.0, high: 1.0 };
    /// Kuhn poker: two chips lost, two chips won.
    pub const KUHN: Span = Span { low: -2.0, high: 2.0 };

    /// From the fewest points to the most.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// What own `points` are worth.
    pub fn of_points(self, points: f64) -> f64 {
        ((points - self.low) / self.width()).clamp(0.0, 1.0)
    }

    /// What a margin over the mean of the rivals is worth: one half where it is 0.
    pub fn of_margin(self, margin: f64) -> f64 {
        (0.5 + margin / (2.0 * self.width())).clamp(0.0, 1.0)
    }
}

/// From the end of a round or match to what it is worth to every seat.
#[derive(Clone)]
pub struct Utility {
    aim: Aim,
    span: Span,
    equity: Option<Arc<dyn MatchEquity>>,
}

impl Utility {
    /// The utility of `aim` with points on the scale of `span`.
    pub fn new(aim: Aim, span: Span) -> Self {
        Utility { aim, span, equity: None }
    }

    /// The same, with the chance to win the match from the scores after a round. Only [`Aim::Win`] asks for it.
    pub fn with_equity(self, equity: Arc<dyn MatchEquity>) -> Self {
        Utility { equity: Some(equity), ..self }
    }

    /// What is aimed at.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// The scale of points.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What it is worth that the last action led to `state` and finished `round`. Nothing where the round goes on.
    #[inline]
    pub fn settled<G: Game>(&self, game: &G, state: &G::State, round: Option<&G::Round>) -> Option<Worth> {
        match (round, game.status(state)) {
            (None, Status::ToMove(_)) => None,
            (_, Status::Over(outcome)) if self.aim == Aim::Win => {
                let winners = outcome.winners.iter().filter(|won| **won).count() as f64;
                Some(outcome.winners.map(|&won| if won { 1.0 / winners } else { 0.0 }))
            }
            (Some(round), Status::ToMove(starter)) if self.aim == Aim::Win => match &self.equity {
                Some(equity) => Some(equity.chance(&round.scores(), starter)),
                None => Some(self.of_points(&round.points())),
            },
            (Some(round), _) => Some(self.of_points(&round.points())),
            (None, Status::Over(outcome)) => Some(self.of_points(&outcome.scores)),
        }
    }

    /// The points of a round as worth.
    fn of_points(&self, points: &SeatMap<i32>) -> Worth {
        let points = points.map(|&points| f64::from(points));
        if self.aim == Aim::Points { points.map(|&own| self.span.of_points(own)) } else { self.of_margins(&points) }
    }

    /// Expected points of each seat as worth by margins.
    pub fn of_margins(&self, points: &SeatMap<f64>) -> Worth {
        let all: f64 = points.iter().sum();
        let rivals = (points.seats().get() - 1).max(1) as f64;
        points.map(|&own| self.span.of_margin(own - (all - own) / rivals))
    }

    /// Expected points of each seat as worth, by the aim.
    pub fn of_expected(&self, points: &SeatMap<f64>) -> Worth {
        match self.aim {
            Aim::Points => points.map(|&own| self.span.of_points(own)),
            Aim::Margin | Aim::Win => self.of_margins(points),
        }
    }
}

impl fmt::Debug for Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Utility({:?}, {:?}, equity: {})", self.aim, self.span, self.equity.is_some())
    }
}
