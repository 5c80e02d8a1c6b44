//! The nets that come with the program: three for each number of seats, of one recipe and different seeds, and for two and four seats three
//! more, of another.
//!
//! Each folder of `agents/weights/ergo/` is as `ergo train` left it: the weights, how they came about (command, settings, digest),
//! and the learning curve. The command in `weights.toml` makes the same bytes again. NetSet of one recipe agree on how strong
//! they are but not on how they play, so what is claimed of learned play should hold for all three.

use std::sync::OnceLock;

use ergo_engine::seat::SeatCount;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

/// NetSet for each number of seats.
pub const RUNS: usize = 3;
/// Numbers of seats there are nets for, from [`FEWEST`].
const TABLES: usize = 3;
const FEWEST: usize = 2;

/// The files of one number of seats: `$nets`-1 to `$nets`-3.
macro_rules! files {
    ($seats:literal, $nets:literal) => {
        [
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/", $nets, "-1/weights.bin")),
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/", $nets, "-2/weights.bin")),
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/", $nets, "-3/weights.bin")),
        ]
    };
}

/// NetSet for every number of seats, read when they are first asked for.
pub struct NetSet {
    /// The number of the net that is meant where nothing is said.
    pub(super) usual: i64,
    files: [[&'static [u8]; RUNS]; TABLES],
    read: [[OnceLock<Mlp>; RUNS + 1]; TABLES],
}

/// Those that `td` plays by, and searches where nothing else is said.
pub static TD: NetSet = NetSet::new(1, [files!("2", "run"), files!("3", "run"), files!("4", "run")]);

/// Those that `champion` looks ahead with: experts taught them (agents/README.md, "What looking ahead teaches"). For three seats there are
/// none, and they are those of `td`.
pub static EXPERT: NetSet = NetSet::new(0, [files!("2", "expert"), files!("3", "run"), files!("4", "expert")]);

impl NetSet {
    const fn new(usual: i64, files: [[&'static [u8]; RUNS]; TABLES]) -> Self {
        NetSet { usual, files, read: [const { [const { OnceLock::new() }; RUNS + 1] }; TABLES] }
    }

    /// The net number `run`, from 1 to [`RUNS`], for `seats` seats, 2 to 4; number 0 answers the mean of them all. Panics outside.
    pub fn net(&'static self, seats: SeatCount, run: usize) -> &'static Mlp {
        let table = seats.get() - FEWEST;
        self.read[table][run].get_or_init(|| match run {
            0 => Mlp::committee(&std::array::from_fn::<_, RUNS, _>(|place| self.net(seats, place + 1)))
                .expect("nets of one recipe have one shape"),
            _ => read_net(self.files[table][run - 1], seats)
                .unwrap_or_else(|error| panic!("weights {} seats, run {run}: {error}", seats.get())),
        })
    }
}

/// The net of `td` number `run`, as [`NetSet::net`] numbers them.
pub fn shipped_net(seats: SeatCount, run: usize) -> &'static Mlp {
    TD.net(seats, run)
}

/// The net of `bytes`, a file of weights for `seats` seats.
pub fn read_net(bytes: &[u8], seats: SeatCount) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: seats.get() as u32 }, INPUTS, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experts_taught_nets_of_two_and_four_seats() {
        for seats in FEWEST..FEWEST + TABLES {
            for run in 0..=RUNS {
                let [td, expert] = [&TD, &EXPERT].map(|nets| nets.net(SeatCount::new(seats), run).weights());
                assert_eq!(td == expert, seats == 3, "{seats} seats, run {run}");
            }
        }
    }
}
