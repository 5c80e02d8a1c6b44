//! The nets included in the program that predict the probability of each result of a round, one for each number of
//! seats.
//!
//! Each folder `agents/weights/ergo/N-seats/results/` is the output of `ergo train --learn results`; the command in
//! `weights.toml` reproduces the same bytes.

use std::sync::OnceLock;

use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::OptionError;
use ergo_engine::seat::SeatCount;

use super::results::result_count;
use crate::games::ergo::equity::{EquityTable, MatchEnding, shipped::shipped_table};
use crate::games::ergo::features::{INPUTS, VERSION};
use crate::net::format::{Purpose, from_bytes};
use crate::net::mlp::Mlp;

/// Returns the net for `seats` seats, 2 to 4.
///
/// # Panics
///
/// Panics for other numbers of seats.
pub fn result_net(seats: SeatCount) -> &'static Mlp {
    static FILES: [&[u8]; 3] = [
        include_bytes!("../../../../weights/ergo/2-seats/results/weights.bin"),
        include_bytes!("../../../../weights/ergo/3-seats/results/weights.bin"),
        include_bytes!("../../../../weights/ergo/4-seats/results/weights.bin"),
    ];
    static NETS: [OnceLock<Mlp>; 3] = [const { OnceLock::new() }; 3];
    NETS[seats.get() - 2].get_or_init(|| {
        let purpose = Purpose { features: VERSION, seats: seats.get() as u32 };
        from_bytes(FILES[seats.get() - 2], purpose, INPUTS, result_count(seats.get()))
            .expect("the included nets are valid")
    })
}

/// Returns the equity table for matches under `rules`.
///
/// # Errors
///
/// Returns an error if there is no table for these rules.
pub fn equity_table(rules: &Rules) -> Result<&'static EquityTable, OptionError> {
    shipped_table(&MatchEnding::from_rules(rules)).ok_or_else(|| {
        let wanted = "no match equity table for these rules, expected target = 50 and ties = \"play_on\"";
        OptionError::Together(wanted.to_owned())
    })
}
