//! Nim with one heap: two players take one to three stones in turn. The player who takes the last stone wins.

use ergo_lab::agents::search::options::SearchOptions;
use ergo_lab::agents::search::registry::perfect_information;
use ergo_lab::prelude::*;

/// The rules of Nim.
#[derive(Clone, Debug)]
pub struct Nim {
    stones: u32,
}

/// A position: the heap, and the actions so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(crate = "ergo_lab::serde")]
pub struct Heap {
    left: u32,
    turns: u32,
}

/// Registers the game with the search agents for games with perfect information.
pub fn registration() -> Registration<Nim> {
    Registration::new(perfect_information(SearchOptions { aims: &["win"], has_evaluator: false, hides_actions: false }))
}

impl Game for Nim {
    type State = Heap;
    /// Number of stones to take.
    type Action = u32;
    type Observation = Heap;
    /// There are no rows of rounds; the result of a match is enough.
    type Round = ();

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo::perfect(self.stones.into())
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

    fn legal_actions(&self, heap: &Heap, out: &mut Vec<u32>) {
        out.clear();
        out.extend(1..=heap.left.min(3));
    }

    fn apply_into<R: Records<()>>(&self, heap: &mut Heap, take: u32, _: &mut R) {
        heap.left -= take;
        heap.turns += 1;
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

impl PerfectInformation for Nim {}

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
        Settings::from([("stones", self.stones)])
    }

    fn largest_margin(&self) -> u32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use ergo_lab::engine::laws::{check_laws, check_no_duplicates, check_perfect_information};

    use super::*;

    #[test]
    fn nim_obeys_the_laws() {
        let nim = Nim { stones: 9 };
        check_laws(&nim, 1, 100, 9);
        check_no_duplicates(&nim, 2, 20, 9);
        check_perfect_information(&nim, 3, 20, 9);
    }
}
