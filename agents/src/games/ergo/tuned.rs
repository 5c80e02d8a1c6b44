//! Weights found by `ergo tune` against tables of greedy agents with default weights.
//!
//! They come from searches with version 1 of the random streams, which the current program cannot repeat. The same
//! searches with current streams are `results/tune-greedy-2`, `-3` and `-4` (with two seats twice as long), with
//! command, seed and check:
//!
//! | seats | these weights, points per round against greedy | current search |
//! | --- | --- | --- |
//! | 2 | 8.21 ± 0.21 | 8.70 ± 0.25 |
//! | 3 | 5.58 ± 0.13 | 5.41 ± 0.13 |
//! | 4 | 3.04 ± 0.08 | 3.16 ± 0.10 |
//!
//! The differences are too small to justify replaying all records. The newer weights are in `best.toml` of each
//! search.

use ergo_engine::options::{Settings, Value};
use ergo_engine::seat::SeatCount;

use super::heuristic::HeuristicWeights;

/// Each weight with two, three and four seats.
const FOUND: [(&str, [f64; 3]); 16] = [
    ("trust", [0.0915, 0.0481, 0.0316]),
    ("hope", [0.695, 0.381, 0.571]),
    ("threat", [0.863, 0.0746, 0.0433]),
    ("ready", [0.0916, 0.0611, 0.0199]),
    ("fallacy", [0.588, 1.38, 3.45]),
    ("freed", [3.22, 1.83, 1.7]),
    ("keep_own", [0.116, 0.137, 0.508]),
    ("keep_symbol", [0.595, 0.382, 0.244]),
    ("keep_not", [1.57, 0.537, 0.356]),
    ("keep_parenthesis", [0.107, 0.0637, 0.0564]),
    ("keep_fallacy", [0.0721, 0.237, 0.463]),
    ("keep_justification", [1.09, 0.743, 0.573]),
    ("keep_tabula_rasa", [4.6, 4.12, 2.37]),
    ("keep_revolution", [3.11, 3.18, 2.72]),
    ("keep_wild", [2.76, 2.24, 1.57]),
    ("keep_ergo", [0.775, 1.29, 0.856]),
];

/// Returns the weights for `seats` seats; below two as for two, above four as for four.
pub fn tuned_weights(seats: SeatCount) -> HeuristicWeights {
    let column = seats.get().clamp(2, 4) - 2;
    let value = |(key, by_seats): &(&str, [f64; 3])| ((*key).to_owned(), Value::Real(by_seats[column]));
    HeuristicWeights::new(&Settings(FOUND.iter().map(value).collect()))
}
