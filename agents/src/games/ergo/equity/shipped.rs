//! The equity tables included in the program.
//!
//! They are for the printed rules: 50 points, ties played on. See `agents/tables/ergo/README.md` for how they were
//! made and how accurate they are.

use std::sync::OnceLock;

use ergo_engine::ergo::rules::{Starter, Ties};
use ergo_engine::seat::{Seat, SeatMap};

use super::ending::MatchEnding;
use super::table::EquityTable;

/// The bytes of a table, and the table once it has been decoded.
struct Shipped {
    bytes: &'static [u8],
    table: OnceLock<EquityTable>,
}

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        [$(Shipped { bytes: include_bytes!(concat!("../../../../tables/ergo/", $name, ".equity")), table: OnceLock::new() }),+]
    };
}

/// For each number of seats, a table each for a fixed, a rotating and a random start.
static TABLES: [Shipped; 9] =
    shipped!["2-fixed", "2-rotate", "2-random", "3-fixed", "3-rotate", "3-random", "4-fixed", "4-rotate", "4-random",];

/// Returns the table for matches with this ending, or `None` if there is none.
///
/// # Panics
///
/// Panics if an included table is invalid; the tests check them.
pub fn shipped_table(ending: &MatchEnding) -> Option<&'static EquityTable> {
    if ending.target != 50 || ending.ties != Ties::PlayOn {
        return None;
    }
    let start = match ending.starter {
        Starter::Fixed => 0,
        Starter::Rotate => 1,
        Starter::Random => 2,
    };
    let shipped = TABLES.get(3 * ending.seats.get().checked_sub(2)? + start)?;
    Some(shipped.table.get_or_init(|| EquityTable::from_bytes(shipped.bytes).expect("the included tables are valid")))
}

impl crate::utility::MatchEquity for &'static EquityTable {
    fn win_chances(&self, scores: &SeatMap<i32>, starter: Seat) -> SeatMap<f64> {
        EquityTable::win_chances(self, scores, starter)
    }
}
