//! A finished round, one turn of every player, and its columns. RULES.md R4.

use std::fmt::Display;

use ergo_core::field::Field;
use ergo_core::game::RoundRecord;
use ergo_core::seat::{MAX_SEATS, Seat, SeatMap};

use super::condition::Condition;
use super::data::data;
use super::phase::EndedBy;
use super::rules::Rules;
use super::score::outcome;
use super::stack::Stack;
use super::state::State;

/// The possessions of one seat at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatHoldings {
    /// The name of the philosopher.
    pub philosopher: &'static str,
    /// The numbered labyrinth token, if any.
    pub number: Option<u8>,
    /// Number of labyrinth tokens.
    pub labyrinth: u8,
    /// Number of coins.
    pub coins: u16,
    /// Numbers of builders, sophists, study tokens and wisdom cards.
    pub goods: [u8; 4],
    /// Numbers of followings, schools and tokens.
    pub on_map: [u8; 3],
    /// Number of debate tokens.
    pub debates: u8,
    /// Numbers of Sophistry and Syllogism cards.
    pub arguments: [u8; 2],
    /// Number of oracle cards.
    pub oracles: u8,
}

/// The short name of [`PhilosophiaRound`] within `philosophia`.
pub use self::PhilosophiaRound as Round;

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhilosophiaRound {
    /// Number of turns played.
    pub turns: u32,
    /// The reason for the end of the match, if it ended with this round.
    pub ended_by: Option<EndedBy>,
    /// The seat that failed to answer, with one word for the fault.
    pub fault: Option<(Seat, &'static str)>,
    /// Steps of the timeline.
    pub timeline: u8,
    /// Pairs of a player and a condition that gave a labyrinth token, in order.
    pub collected: Stack<(u8, Condition), 18>,
    /// Points gained by each player; in solo the Moirai are the second.
    pub points_of_all: [i32; MAX_SEATS],
    /// Total points of each player.
    pub scores_of_all: [i32; MAX_SEATS],
    /// Number of players.
    pub players: usize,
    /// The possessions of each seat.
    pub standings: SeatMap<SeatHoldings>,
    /// The winners, if the match ended with this round.
    pub winners: Option<SeatMap<bool>>,
}

impl Round {
    /// Returns the record of the current round of `state` with these scores. A fault of a seat ends the match, and the
    /// best of the others win.
    pub(super) fn new(
        rules: &Rules,
        state: &State,
        scores: &[i32; MAX_SEATS],
        fault: Option<(Seat, &'static str)>,
    ) -> Self {
        let best = |by: Seat| {
            let others = rules.seats.iter().filter(|seat| *seat != by);
            let best = others.map(|seat| scores[seat.index()]).max();
            SeatMap::from_fn(rules.seats, |seat| seat != by && Some(scores[seat.index()]) == best)
        };
        let winners = match (fault, state.ended) {
            (Some((by, _)), _) => Some(best(by)),
            (None, Some(_)) => Some(outcome(rules, state).winners),
            _ => None,
        };
        Round {
            turns: state.turns.into(),
            ended_by: state.ended,
            fault,
            timeline: state.timeline,
            collected: state.collected,
            points_of_all: std::array::from_fn(|who| scores[who] - state.before[who]),
            scores_of_all: *scores,
            players: rules.players,
            standings: SeatMap::from_fn(rules.seats, |seat| standing(state, seat)),
            winners,
        }
    }
}

fn standing(state: &State, seat: Seat) -> SeatHoldings {
    let player = &state.players[seat.index()];
    SeatHoldings {
        philosopher: &data().philosophers[usize::from(player.philosopher)].name,
        number: player.number(),
        labyrinth: player.labyrinth,
        coins: player.coins,
        goods: [player.builders, player.sophists, player.study, player.wisdom],
        on_map: player.on_map().map(|places| places.len() as u8),
        debates: player.debates,
        arguments: player.counts,
        oracles: player.oracle_count,
    }
}

/// Displays values of a list, joined by `+`.
struct Joined<I>(I);

impl<I: Iterator<Item = D> + Clone, D: Display> Display for Joined<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, one) in self.0.clone().enumerate() {
            write!(f, "{}{one}", if place == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

/// Displays a player and the condition collected for.
struct Collected((u8, Condition));

impl Display for Collected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.0.0 + 1, self.0.1)
    }
}

impl RoundRecord for Round {
    const ROUND_COLUMNS: &'static [&'static str] = &[
        "starter",
        "turns",
        "ended_by",
        "timeline",
        "collected",
        "points_1",
        "points_2",
        "points_3",
        "points_4",
        "points_5",
        "points_6",
        "score_1",
        "score_2",
        "score_3",
        "score_4",
        "score_5",
        "score_6",
        "winner",
    ];
    const SEAT_COLUMNS: &'static [&'static str] = &[
        "philosopher",
        "points",
        "score",
        "labyrinth",
        "number",
        "coins",
        "builders",
        "sophists",
        "study",
        "wisdom",
        "followings",
        "schools",
        "tokens",
        "debates",
        "sophistry",
        "syllogism",
        "oracles",
        "fault",
    ];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(1.into());
        field(self.turns.into());
        field(
            match (self.fault, self.ended_by) {
                (Some(_), _) => "fault",
                (None, Some(ended)) => ended.word(),
                (None, None) => "",
            }
            .into(),
        );
        field(self.timeline.into());
        field(Field::Text(&Joined(self.collected.items().iter().copied().map(Collected)).to_string()));
        for values in [&self.points_of_all, &self.scores_of_all] {
            for (who, value) in values.iter().enumerate() {
                field((who < self.players).then_some(*value).into());
            }
        }
        let won = |seat: &Seat| self.winners.as_ref().is_some_and(|winners| winners[*seat]);
        field(Field::Text(&Joined((0..self.standings.seats().get()).map(Seat::new).filter(won)).to_string()));
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        let standing = &self.standings[seat];
        field(standing.philosopher.into());
        field(self.points_of_all[seat.index()].into());
        field(self.scores_of_all[seat.index()].into());
        field(standing.labyrinth.into());
        field(standing.number.into());
        field(standing.coins.into());
        let [followings, schools, tokens] = standing.on_map;
        let [sophistry, syllogism] = standing.arguments;
        let counts = standing.goods.into_iter().chain([followings, schools, tokens, standing.debates, sophistry]);
        counts.chain([syllogism, standing.oracles]).for_each(|count| field(count.into()));
        field(
            match self.fault {
                Some((by, fault)) if by == seat => fault,
                _ => "",
            }
            .into(),
        );
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn points(&self) -> SeatMap<i32> {
        SeatMap::from_fn(self.standings.seats(), |seat| self.points_of_all[seat.index()])
    }

    fn scores(&self) -> SeatMap<i32> {
        SeatMap::from_fn(self.standings.seats(), |seat| self.scores_of_all[seat.index()])
    }
}
