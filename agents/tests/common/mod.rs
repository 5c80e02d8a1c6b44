//! A game of two worlds in which strategy fusion is visible.
//!
//! The second seat holds a card, left or right, that the first seat does not see. The first seat may take 6 of 10
//! points and leave 4. Or it dares: then the second seat shows its card or passes, and the first seat guesses the
//! card, for all 10 points or none. A blind guess is worth 5 on average; a search that assumes it will know the
//! card expects 10.

use std::fmt::{self, Display};
use std::str::FromStr;

use ergo_engine::field::Field;
use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use serde::Serialize;

#[derive(Clone, Copy, Debug)]
pub struct TwoWorlds;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Deed {
    Take,
    Dare,
    Pass,
    ShowLeft,
    ShowRight,
    GuessLeft,
    GuessRight,
}

use Deed::{Dare, GuessLeft, GuessRight, Pass, ShowLeft, ShowRight, Take};

const ALL: [Deed; 7] = [Take, Dare, Pass, ShowLeft, ShowRight, GuessLeft, GuessRight];

#[derive(Clone, Debug)]
pub struct Table {
    pub right: bool,
    pub deeds: Vec<Deed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Seen {
    pub card: Option<bool>,
    pub deeds: Vec<Deed>,
    pub seat: Seat,
}

#[derive(Clone, Debug)]
pub struct End(SeatMap<i32>, u32);

impl Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Deed {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        ALL.into_iter().find(|deed| deed.to_string() == text).ok_or_else(|| text.to_owned())
    }
}

impl Table {
    fn points(&self) -> Option<SeatMap<i32>> {
        let first = match self.deeds.last()? {
            Take => 6,
            GuessLeft | GuessRight if (*self.deeds.last()? == GuessRight) == self.right => 10,
            GuessLeft | GuessRight => 0,
            _ => return None,
        };
        Some(SeatMap::from_fn(SeatCount::new(2), |seat| if seat.index() == 0 { first } else { 10 - first }))
    }
}

impl Game for TwoWorlds {
    type State = Table;
    type Action = Deed;
    type Observation = Seen;
    type Round = End;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 10.0),
            points: (0.0, 10.0),
            longest: 4,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Table {
        Table { right: below(rng, 2) == 1, deeds: Vec::new() }
    }

    fn status(&self, table: &Table) -> Status {
        match table.points() {
            Some(points) => Status::Over(Outcome::highest_wins(points).with_scores_as_returns()),
            None => Status::ToMove(Seat::new(usize::from(table.deeds.last() == Some(&Dare)))),
        }
    }

    fn legal_actions(&self, table: &Table, out: &mut Vec<Deed>) {
        out.clear();
        match table.deeds.last() {
            None => out.extend([Take, Dare]),
            Some(Dare) => out.extend([Pass, if table.right { ShowRight } else { ShowLeft }]),
            Some(Pass | ShowLeft | ShowRight) => out.extend([GuessLeft, GuessRight]),
            _ => {}
        }
    }

    fn apply_into<R: Records<End>>(&self, table: &mut Table, deed: Deed, records: &mut R) {
        table.deeds.push(deed);
        if let Some(points) = table.points() {
            records.put(End(points, table.deeds.len() as u32));
        }
    }

    fn scores(&self, table: &Table) -> SeatMap<i32> {
        table.points().unwrap_or_else(|| SeatMap::from_fn(self.seats(), |_| 0))
    }

    fn observe(&self, table: &Table, seat: Seat) -> Seen {
        let shown = table.deeds.iter().any(|deed| !matches!(deed, Take | Dare | Pass));
        let knows = seat.index() == 1 || shown;
        Seen { card: knows.then_some(table.right), deeds: table.deeds.clone(), seat }
    }

    fn determinize(&self, seen: &Seen, rng: &mut Rng) -> Table {
        Table { right: seen.card.unwrap_or_else(|| below(rng, 2) == 1), deeds: seen.deeds.clone() }
    }
}

impl RoundRecord for End {
    const ROUND_COLUMNS: &'static [&'static str] = &["turns"];
    const SEAT_COLUMNS: &'static [&'static str] = &["points"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(self.1.into());
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(self.0[seat].into());
    }

    fn turns(&self) -> u32 {
        self.1
    }

    fn points(&self) -> SeatMap<i32> {
        self.0.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.0.clone()
    }
}
