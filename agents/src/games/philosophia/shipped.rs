//! The nets that come with the program: one for each of two, three and four seats, which learned from its own play among planners, and
//! one for four that learned what positions are worth where planners play on.
//!
//! Each folder of `agents/weights/philosophia/` is as `ergo train` left it: the weights, how they came about (command, settings, digest),
//! and the learning curve. The command in `weights.toml` makes the same bytes again.

use std::sync::OnceLock;

use ergo_engine::seat::SeatCount;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

/// The fewest and the most seats there are nets for.
const SEATS: (usize, usize) = (2, 4);

const FILES: [&[u8]; 3] = [
    include_bytes!("../../../weights/philosophia/2-seats/weights.bin"),
    include_bytes!("../../../weights/philosophia/3-seats/weights.bin"),
    include_bytes!("../../../weights/philosophia/4-seats/weights.bin"),
];

/// The net for `seats` seats; for one that for two, with the Moirai for a rival, and for more than four that for four. No net learned at
/// such tables.
pub fn shipped_net(seats: SeatCount) -> &'static Mlp {
    static NETS: [OnceLock<Mlp>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let seats = seats.get().clamp(SEATS.0, SEATS.1);
    let place = seats - SEATS.0;
    NETS[place].get_or_init(|| {
        let net = read_net(FILES[place], SeatCount::new(seats));
        net.unwrap_or_else(|error| panic!("weights of philosophia, {seats} seats: {error}"))
    })
}

/// The net for four seats that learned, from matches of which planners played three seats in four, how they end.
pub fn net_among_planners() -> &'static Mlp {
    static NET: OnceLock<Mlp> = OnceLock::new();
    NET.get_or_init(|| {
        let net =
            read_net(include_bytes!("../../../weights/philosophia/4-seats/planned/weights.bin"), SeatCount::new(4));
        net.unwrap_or_else(|error| panic!("weights of philosophia, 4 seats, planned: {error}"))
    })
}

/// The net of `bytes`, a file of weights for `seats` seats.
pub fn read_net(bytes: &[u8], seats: SeatCount) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: seats.get() as u32 }, INPUTS, 1)
}
