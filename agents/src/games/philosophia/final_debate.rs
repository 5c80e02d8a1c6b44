//! A solver for the final debate, in sampled worlds that fit what a seat knows.
//!
//! In a world all hands are known, and once two players are left the debate is solved exactly ([`Duel`]). The
//! actions that are best in each world do not form one strategy (strategy fusion, Frank and Basin 1998): the solver
//! counts in how many worlds an action wins, and decides ties by the number of cards.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::card::{Card, Hand};
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Rng;

use super::duel::Duel;

/// Value of one more card relative to a win; it decides between actions that win equally often.
const CARD: f64 = 1e-4;

/// A solver for final debates.
#[derive(Clone, Copy, Debug)]
pub struct FinalDebateSolver {
    /// Number of worlds per decision; 1 or more.
    pub worlds: u32,
    /// Maximum number of positions of a debate; larger ones are not solved.
    pub max_positions: u64,
}

/// Returns the two players left in the final debate of `state`, the one to move first. Returns `None` if no final
/// debate is in progress or more than two players are left.
fn the_two(game: &Philosophia, state: &State) -> Option<[usize; 2]> {
    let debate = state.debate();
    let asked = matches!(state.node(), Node::Lead | Node::Reply) && debate.is_final() && game.seats().get() > 1;
    let me = state.to_move();
    let mut circle = debate.circle();
    match (circle.next(), circle.next(), circle.next()) {
        (Some(one), Some(other), None) if asked => Some(if one == me { [one, other] } else { [other, one] }),
        _ => None,
    }
}

/// Returns the cards that the player can play. The divine argument is one of the oracle cards.
fn hand(game: &Philosophia, world: &State, player_index: usize) -> Hand {
    let player = &world.players()[player_index];
    let divine = player.holds(game.0.data.divine).then_some(Card::DIVINE);
    player.arguments().cards().chain(divine).collect()
}

impl FinalDebateSolver {
    /// Replaces `values` with the share of worlds in which each of `legal` wins for the seat of `seen`, plus a
    /// small value per card. Returns false if this is not a solvable final debate: two players left, and few enough
    /// positions.
    pub fn evaluate_actions(
        &self,
        game: &Philosophia,
        seen: &Observation,
        legal: &[Action],
        rng: &mut Rng,
        values: &mut Vec<f64>,
    ) -> bool {
        values.clear();
        let Some(two) = the_two(game, seen.seen()) else { return false };
        values.resize(legal.len(), 0.0);
        (0..self.worlds).all(|_| self.add(game, &game.determinize(seen, rng), two, legal, values).is_some())
    }

    /// Adds the value of each of `legal` in `world`; `None` if the debate has too many positions.
    fn add(
        &self,
        game: &Philosophia,
        world: &State,
        [me, other]: [usize; 2],
        legal: &[Action],
        values: &mut [f64],
    ) -> Option<()> {
        let debate = world.debate();
        let (led, ..) = debate.current_attack();
        let hands = [me, other].map(|player_index| hand(game, world, player_index));
        let mut duel = Duel::new(&hands, led, &game.0.kinds, self.max_positions)?;
        let ahead = debate.pile(me).len() as i32 - debate.pile(other).len() as i32;
        let players = world.players();
        let wins_ties = players[me].number() < players[other].number();
        for (value, action) in values.iter_mut().zip(legal) {
            let card = if let Action::Play(card) = action { Some(*card) } else { None };
            let gained = match led {
                None => duel.after_lead(0, card)?,
                Some(led) => duel.after_answer(0, led, card)?,
            };
            let margin = ahead + i32::from(gained);
            let wins = margin > 0 || margin == 0 && wins_ties;
            *value += (f64::from(u8::from(wins)) + CARD * f64::from(margin)) / f64::from(self.worlds);
        }
        Some(())
    }

    /// Returns the action that wins most often, the first of equals, or `None` if
    /// [`FinalDebateSolver::evaluate_actions`] cannot solve the position.
    pub fn best_action(
        &self,
        game: &Philosophia,
        seen: &Observation,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Option<Action> {
        let mut values = Vec::new();
        if !self.evaluate_actions(game, seen, legal, rng, &mut values) {
            return None;
        }
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        legal.iter().zip(&values).find(|(_, value)| **value == most).map(|(action, _)| *action)
    }
}
