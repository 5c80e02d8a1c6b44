//! The nets included in the program: one each for two, three and four seats, which learned from their own play
//! among planners, and a second one for four seats, which learned the value of positions when planners play on.
//!
//! Each folder of `agents/weights/philosophia/` is the output of `ergo train`: the weights, the learning curve and
//! `weights.toml` with the command, settings and digest. The command reproduces the same bytes.

use std::sync::OnceLock;

use ergo_engine::seat::SeatCount;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

/// The fewest and the most seats that there are nets for.
const SEATS: (usize, usize) = (2, 4);

const FILES: [&[u8]; 3] = [
    include_bytes!("../../../weights/philosophia/2-seats/weights.bin"),
    include_bytes!("../../../weights/philosophia/3-seats/weights.bin"),
    include_bytes!("../../../weights/philosophia/4-seats/weights.bin"),
];

/// Returns the net for `seats` seats. For one seat it is the net for two, with the Moirai as the rival; for more
/// than four seats it is the net for four. No net was trained at such tables.
///
/// # Panics
///
/// Panics if the included file is invalid; the tests check it.
pub fn shipped_net(seats: SeatCount) -> &'static Mlp {
    static NETS: [OnceLock<Mlp>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let seats = seats.get().clamp(SEATS.0, SEATS.1);
    let place = seats - SEATS.0;
    NETS[place].get_or_init(|| {
        let net = read_net(FILES[place], SeatCount::new(seats));
        net.unwrap_or_else(|error| panic!("weights of philosophia, {seats} seats: {error}"))
    })
}

/// Returns the second net for four seats, which learned how matches end from matches in which three of four seats
/// were planners.
///
/// # Panics
///
/// Panics if the included file is invalid; the tests check it.
pub fn net_among_planners() -> &'static Mlp {
    static NET: OnceLock<Mlp> = OnceLock::new();
    NET.get_or_init(|| {
        let net =
            read_net(include_bytes!("../../../weights/philosophia/4-seats/planned/weights.bin"), SeatCount::new(4));
        net.unwrap_or_else(|error| panic!("weights of philosophia, 4 seats, planned: {error}"))
    })
}

/// Decodes a weights file for `seats` seats of this game.
///
/// # Errors
///
/// Returns an error if the bytes are not a net for this game and number of seats.
pub fn read_net(bytes: &[u8], seats: SeatCount) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: seats.get() as u32 }, INPUTS, 1)
}
