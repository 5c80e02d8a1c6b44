//! The final debate, solved in worlds that fit what a seat knows.
//!
//! In a world all hands are known, and from where two are left in the circle the debate is solved exactly ([`Duel`]). What a seat would
//! do in each world is not one strategy (strategy fusion, Frank and Basin 1998): it counts how often an action wins, and of equals by how
//! many cards.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::card::{Card, Hand};
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Rng;

use super::duel::Duel;

/// The value of one more card beside that of a win: it decides between actions that win as often.
const CARD: f64 = 1e-4;

/// Solves final debates.
#[derive(Clone, Copy, Debug)]
pub struct LastDebate {
    /// Worlds that a decision is solved in, one or more.
    pub worlds: u32,
    /// Positions that two hands can come to, at most; where there are more, the debate is not solved.
    pub most: u64,
}

/// The two who are left in the final debate under way in `state`, in which one of them is to play; who is to move first.
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

/// The cards the player can play: the divine argument is one of his oracle cards.
fn hand(game: &Philosophia, world: &State, who: usize) -> Hand {
    let player = &world.players()[who];
    let divine = player.holds(game.0.data.divine).then_some(Card::DIVINE);
    player.arguments().cards().chain(divine).collect()
}

impl LastDebate {
    /// Puts into `values` (cleared first) in which share of worlds each of `legal` wins for the seat of `seen`, with a little for every
    /// card. Whether it could: a final debate is under way, two are left, and their hands are small enough.
    pub fn weigh(
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

    /// Adds what each of `legal` brings in `world`.
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
        let hands = [me, other].map(|who| hand(game, world, who));
        let mut duel = Duel::new(&hands, led, &game.0.kinds, self.most)?;
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

    /// The action that wins most often, the first of equals; nothing where [`LastDebate::weigh`] cannot tell.
    pub fn best(&self, game: &Philosophia, seen: &Observation, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        let mut values = Vec::new();
        if !self.weigh(game, seen, legal, rng, &mut values) {
            return None;
        }
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        legal.iter().zip(&values).find(|(_, value)| **value == most).map(|(action, _)| *action)
    }
}
