//! Bots of one kind, to be seated wherever and as often as one likes.

use std::sync::Arc;

use ergo_agents::agent::Player;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

/// Seats players of one kind, from any thread.
pub type Bots<G> = Arc<dyn Fn(&G, Seat, Seed) -> Player<G> + Send + Sync>;
