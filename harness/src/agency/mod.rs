//! How much decisions matter: at some decisions of a match, picked at random, every choice is played on by the same bots, and the
//! question is how far the worths of the choices lie apart. Worths are points of lead in the round: what a seat won of it less
//! the mean of what the others won; where a game writes down no rounds but tricks or whole matches, in those.
//!
//! The seat that chooses does not know what is hidden, and neither does the worth of a choice. So `WORLDS` worlds are drawn that
//! fit what the seat knows ([`Game::determinize`](ergo_engine::game::Game::determinize), as searches do), and in each of them each
//! choice is played, by bots seated anew. In a world all choices meet the same cards and the same streams of chance; another
//! world has streams of its own, or a quirk of one stream would pass for worth. Of more than `MOST` legal actions so many are
//! tried, each as likely as any other. More worlds make one decision surer and leave time for fewer of them: in ERGO,
//! for the same time, intervals were about equally wide with 3, 4 and 6 worlds and wider with 2.
//!
//! Leads are the cells of a table of choices by worlds, and the variance of a lead comes apart into two ([`ergo_stats::two_way`]):
//! what lies *between* the worths of the choices, one of them picked at random, with the noise of so few worlds taken out; and
//! what one choice leads to in one world or another, which lies *within*: hidden cards, cards to come, and what bots leave to chance. At a
//! decision that is forced nothing lies between.

mod replay;
#[cfg(test)]
mod tests;

pub(crate) use replay::{Decided, decided};
