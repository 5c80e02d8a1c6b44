//! The nets included in the program: three for each number of seats, trained alike with different seeds, and for
//! two and four seats three more, trained by experts.
//!
//! Each folder of `agents/weights/ergo/` is the output of `ergo train`: the weights, the learning curve and
//! `weights.toml` with the command, settings and digest. The command reproduces the same bytes. Nets trained alike
//! are equally strong but play differently, so a claim about learned play should hold for all three.

use std::sync::OnceLock;

use ergo_engine::seat::SeatCount;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

/// Number of nets for each number of seats.
pub const RUNS: usize = 3;
/// Number of table sizes with nets, starting at [`FEWEST`] seats.
const TABLES: usize = 3;
const FEWEST: usize = 2;

/// Includes the files of one number of seats: `$nets`-1 to `$nets`-3.
macro_rules! files {
    ($seats:literal, $nets:literal) => {
        [
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/", $nets, "-1/weights.bin")),
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/", $nets, "-2/weights.bin")),
            include_bytes!(concat!("../../../weights/ergo/", $seats, "-seats/", $nets, "-3/weights.bin")),
        ]
    };
}

/// Nets for every number of seats, decoded on first use.
pub struct NetSet {
    /// The default value of the setting `run`.
    pub(super) usual: i64,
    files: [[&'static [u8]; RUNS]; TABLES],
    read: [[OnceLock<Mlp>; RUNS + 1]; TABLES],
}

/// The nets of `td`, and of searches by default.
pub static TD: NetSet = NetSet::new(1, [files!("2", "run"), files!("3", "run"), files!("4", "run")]);

/// The nets of `champion`, trained by experts (see "Nets" in agents/README.md). For three seats these are the nets
/// of `td`.
pub static EXPERT: NetSet = NetSet::new(0, [files!("2", "expert"), files!("3", "run"), files!("4", "expert")]);

impl NetSet {
    const fn new(usual: i64, files: [[&'static [u8]; RUNS]; TABLES]) -> Self {
        NetSet { usual, files, read: [const { [const { OnceLock::new() }; RUNS + 1] }; TABLES] }
    }

    /// Returns net number `run`, from 1 to [`RUNS`], for `seats` seats, 2 to 4. Number 0 is the mean of all of
    /// them.
    ///
    /// # Panics
    ///
    /// Panics for other numbers of seats or nets.
    pub fn net(&'static self, seats: SeatCount, run: usize) -> &'static Mlp {
        let table = seats.get() - FEWEST;
        self.read[table][run].get_or_init(|| match run {
            0 => Mlp::committee(&std::array::from_fn::<_, RUNS, _>(|place| self.net(seats, place + 1)))
                .expect("the nets of a set have the same shape"),
            _ => read_net(self.files[table][run - 1], seats)
                .unwrap_or_else(|error| panic!("weights {} seats, run {run}: {error}", seats.get())),
        })
    }
}

/// Returns net number `run` of `td`, numbered as in [`NetSet::net`].
///
/// # Panics
///
/// Panics for numbers of seats or nets that do not exist.
pub fn shipped_net(seats: SeatCount, run: usize) -> &'static Mlp {
    TD.net(seats, run)
}

/// Decodes a weights file for `seats` seats of this game.
///
/// # Errors
///
/// Returns an error if the bytes are not a net for this game and number of seats.
pub fn read_net(bytes: &[u8], seats: SeatCount) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: seats.get() as u32 }, INPUTS, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expert_nets_differ_from_td_except_with_three_seats() {
        for seats in FEWEST..FEWEST + TABLES {
            for run in 0..=RUNS {
                let [td, expert] = [&TD, &EXPERT].map(|nets| nets.net(SeatCount::new(seats), run).weights());
                assert_eq!(td == expert, seats == 3, "{seats} seats, run {run}");
            }
        }
    }
}
