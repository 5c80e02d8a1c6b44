//! Nim with one heap: two seats take one to three stones in turn; who takes the last one wins.

use std::fmt::{self, Display};
use std::str::FromStr;

use ergo_agents::search::registry::perfect;
use ergo_agents::search::settings::Menu;
use ergo_engine::game::{Game, GameInfo, Information, Outcome, PerfectInformation, Records, RoundRecord, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_engine::rng::Rng;
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_lab::shelf::Shelved;
use serde::Serialize;

/// The rules.
#[derive(Clone, Debug)]
pub struct Nim {
    stones: u32,
}

/// Stones to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take(u32);

/// The heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Heap {
    left: u32,
    turns: u32,
}

/// The end of a match.
#[derive(Clone, Debug)]
pub struct End {
    turns: u32,
    scores: SeatMap<i32>,
}

/// The game with its agents: the searches that every game without secrets has.
pub fn shelved() -> Shelved<Nim> {
    Shelved::new(perfect(Menu { aims: &["win"], has_evaluator: false, hides_actions: false }))
}

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Take)
    }
}

impl Game for Nim {
    type State = Heap;
    type Action = Take;
    type Observation = Heap;
    type Round = End;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, 1.0),
            longest: self.stones.into(),
            information: Information::Perfect,
            chance: false,
            adjudicates: false,
        }
    }

    fn deal(&self, _: &mut Rng) -> Heap {
        Heap { left: self.stones, turns: 0 }
    }

    fn status(&self, heap: &Heap) -> Status {
        match heap.left {
            0 => Status::Over(Outcome::highest_wins(self.scores(heap))),
            _ => Status::ToMove(Seat::new(heap.turns as usize % 2)),
        }
    }

    fn legal_actions(&self, heap: &Heap, out: &mut Vec<Take>) {
        out.clear();
        out.extend((1..=heap.left.min(3)).map(Take));
    }

    fn apply_into<R: Records<End>>(&self, heap: &mut Heap, take: Take, records: &mut R) {
        heap.left -= take.0;
        heap.turns += 1;
        if heap.left == 0 {
            records.put(End { turns: heap.turns, scores: self.scores(heap) });
        }
    }

    fn scores(&self, heap: &Heap) -> SeatMap<i32> {
        SeatMap::from_fn(self.seats(), |seat| i32::from(heap.left == 0 && heap.turns as usize % 2 != seat.index()))
    }

    fn observe(&self, heap: &Heap, _: Seat) -> Heap {
        heap.clone()
    }

    fn determinize(&self, seen: &Heap, _: &mut Rng) -> Heap {
        seen.clone()
    }
}

impl PerfectInformation for Nim {
    fn state_of(&self, seen: &Heap) -> Heap {
        seen.clone()
    }
}

impl Configurable for Nim {
    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "take one to three stones, and the last one";
    const SEATS: (usize, usize) = (2, 2);

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec::int("stones", 21, 1, 1000, "stones of the heap")]
    }

    fn configure(_: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        Ok(Nim { stones: given.checked(&Self::options())?.int("stones") as u32 })
    }

    fn settings(&self) -> Settings {
        Settings([("stones".to_owned(), Value::Int(self.stones.into()))].into_iter().collect())
    }

    fn largest_margin(&self) -> u32 {
        1
    }
}

impl RoundRecord for End {
    const ROUND_COLUMNS: &'static [&'static str] = &["turns", "points_1", "points_2"];
    const SEAT_COLUMNS: &'static [&'static str] = &["points"];

    fn write_round(&self, field: &mut dyn FnMut(&dyn Display)) {
        field(&self.turns);
        self.scores.iter().for_each(|score| field(score));
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(&dyn Display)) {
        field(&self.scores[seat]);
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn points(&self) -> SeatMap<i32> {
        self.scores.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.scores.clone()
    }
}

#[cfg(test)]
mod tests {
    use ergo_engine::laws::{check_laws, check_no_duplicates, check_perfect_information};

    use super::*;

    #[test]
    fn nim_obeys_the_laws() {
        let nim = Nim { stones: 9 };
        check_laws(&nim, 1, 100, 9);
        check_no_duplicates(&nim, 2, 20, 9);
        check_perfect_information(&nim, 3, 20, 9);
    }
}
