//! The net included in the program.
//!
//! The folder `agents/weights/ergo-invicta/` is the output of `ergo train`: the weights, the learning curve and
//! `weights.toml` with the command, settings and digest. The command reproduces the same bytes.

use std::sync::OnceLock;

use super::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, WeightsError, from_bytes};
use crate::net::mlp::Mlp;

const FILE: &[u8] = include_bytes!("../../../weights/ergo-invicta/weights.bin");

/// Returns the net included in the program.
///
/// # Panics
///
/// Panics if the included file is invalid; the tests check it.
pub fn shipped_net() -> &'static Mlp {
    static NET: OnceLock<Mlp> = OnceLock::new();
    NET.get_or_init(|| read_net(FILE).unwrap_or_else(|error| panic!("weights of ergo-invicta: {error}")))
}

/// Decodes a weights file of this game.
///
/// # Errors
///
/// Returns an error if the bytes are not a net for this game.
pub fn read_net(bytes: &[u8]) -> Result<Mlp, WeightsError> {
    from_bytes(bytes, Purpose { features: VERSION, seats: 2 }, INPUTS, 1)
}
