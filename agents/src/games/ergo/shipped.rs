//! The nets that come with the program: three for each number of seats, trained alike from different seeds.
//!
//! Each folder of `agents/weights/ergo/` is as `ergo train` left it: the weights, how they came about (command, settings, digest),
//! and the learning curve. The command in `weights.toml` makes the same bytes again. Nets of one recipe agree on how strong
//! they are but not on how they play, so what is claimed of learned play should hold for all three.

use std::sync::OnceLock;

use ergo_engine::seat::SeatCount;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

/// Nets for each number of seats.
pub const RUNS: usize = 3;
/// Numbers of seats there are nets for, from [`FEWEST`].
const TABLES: usize = 3;
const FEWEST: usize = 2;

/// The files of one number of seats.
macro_rules! runs {
    ($seats:literal) => {
        [
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/run-1/weights.bin")),
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/run-2/weights.bin")),
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/run-3/weights.bin")),
        ]
    };
}

const FILES: [[&[u8]; RUNS]; TABLES] = [runs!("2"), runs!("3"), runs!("4")];

/// The net number `run`, from 1 to [`RUNS`], for `seats` seats, 2 to 4; number 0 answers the mean of them all. Panics outside.
pub fn shipped(seats: SeatCount, run: usize) -> &'static Mlp {
    static NETS: [[OnceLock<Mlp>; RUNS + 1]; TABLES] = [const { [const { OnceLock::new() }; RUNS + 1] }; TABLES];
    let table = seats.get() - FEWEST;
    NETS[table][run].get_or_init(|| match run {
        0 => Mlp::committee(&std::array::from_fn::<_, RUNS, _>(|place| shipped(seats, place + 1)))
            .expect("nets of one recipe have one shape"),
        _ => read(FILES[table][run - 1], seats)
            .unwrap_or_else(|error| panic!("weights {} seats, run {run}: {error}", seats.get())),
    })
}

/// The net of `bytes`, a file of weights for `seats` seats.
pub fn read(bytes: &[u8], seats: SeatCount) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: seats.get() as u32 }, INPUTS, 1)
}
