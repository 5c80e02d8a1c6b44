//! The net that comes with the program.
//!
//! `agents/weights/ergo-invicta/` is as `ergo train` left it: the weights, how they came about (command, settings, digest), and the
//! learning curve. The command in `weights.toml` makes the same bytes again.

use std::sync::OnceLock;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

const FILE: &[u8] = include_bytes!("../../../weights/ergo-invicta/weights.bin");

/// It.
pub fn shipped_net() -> &'static Mlp {
    static NET: OnceLock<Mlp> = OnceLock::new();
    NET.get_or_init(|| read_net(FILE).unwrap_or_else(|error| panic!("weights of ergo-invicta: {error}")))
}

/// The net of `bytes`, a file of weights.
pub fn read_net(bytes: &[u8]) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: 2 }, INPUTS, 1)
}
