//! The inputs of a net for a position of Philosophia, as one player sees it: progress towards each condition,
//! holdings, and the table.
//!
//! The player's own part comes first, then up to three rivals, the one nearest to the end first, then the table.
//! All values are between -1 and 1.

use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::data::Use;
use ergo_engine::philosophia::player::{BUILDERS, CUBES, SCHOOLS, THREE};
use ergo_engine::philosophia::rules::Rules;
use ergo_engine::philosophia::state::State;

use super::holdings::PlayerHoldings;
use super::weights::PlannerWeights;
use crate::net::mlp::Inputs;

/// Version of the inputs. It must change whenever the meaning of an input changes.
pub const VERSION: u32 = 1;
const RIVALS: usize = 3;
const PLAYER: usize = 50;
const TABLE: usize = 32;
/// Number of inputs.
pub const INPUTS: usize = (1 + RIVALS) * PLAYER + TABLE;
/// Approximate number of inputs that are not 0 in a position.
pub const ACTIVE_INPUTS: usize = 90;

/// Conditions that need this many turns or more are treated as equally far.
const FAR: f64 = 12.0;
/// Numbers of turns to the end above this are not distinguished.
const LONGEST: f64 = 40.0;
const STEPS: usize = 13;
const PHILOSOPHERS: usize = 6;

/// An encoder of positions, with scratch buffers.
#[derive(Clone, Debug)]
pub struct Describer {
    weights: PlannerWeights,
    order: Vec<(f64, usize)>,
    standings: Vec<PlayerHoldings>,
}

impl Default for Describer {
    fn default() -> Self {
        Describer { weights: PlannerWeights::tuned(), order: Vec::new(), standings: Vec::new() }
    }
}

/// Appends inputs one after another.
struct Row<'a> {
    inputs: &'a mut Inputs,
    at: usize,
}

impl Row<'_> {
    /// Appends `value` as a share of `most`, limited to -1 to 1.
    fn share(&mut self, value: f64, most: f64) {
        self.inputs.put(self.at, (value / most).clamp(-1.0, 1.0) as f32);
        self.at += 1;
    }

    fn flag(&mut self, yes: bool) {
        self.inputs.flag(self.at, yes);
        self.at += 1;
    }

    /// Appends `count` inputs of which number `which` is 1; the last one if `which` is larger.
    fn one_of(&mut self, which: usize, count: usize) {
        self.inputs.on(self.at + which.min(count - 1));
        self.at += count;
    }

    /// Skips the inputs up to `end`, which stay 0.
    fn end(&mut self, end: usize) {
        debug_assert!(self.at <= end, "{} inputs where {end} are expected", self.at);
        self.at = end;
    }
}

/// Returns the strength of cards and coins in a debate. Coins can buy cards before the final debate and count half.
fn force(standing: &PlayerHoldings) -> f64 {
    standing.arguments[0] + 1.4 * standing.arguments[1] + 0.5 * standing.coins
}

fn finishes(standing: &PlayerHoldings) -> bool {
    standing.labyrinth >= f64::from(THREE)
}

impl Describer {
    /// Replaces `inputs` with the features of `seen`, the table as player `player_index` (from 0) sees it.
    pub fn describe(&mut self, rules: &Rules, seen: &State, player_index: usize, inputs: &mut Inputs) {
        inputs.clear();
        self.standings.clear();
        self.standings.extend((0..rules.players).map(|player| PlayerHoldings::from_state(rules, seen, player)));
        self.order.clear();
        let weights = &self.weights;
        self.order.extend(self.standings.iter().enumerate().map(|(player, own)| (own.turns_left(weights), player)));
        let own = self.order[player_index];
        self.order.retain(|(_, player)| *player != player_index);
        self.order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut row = Row { inputs, at: 0 };
        for (place, &(left, player)) in std::iter::once(&own).chain(&self.order).take(1 + RIVALS).enumerate() {
            self.player(rules, seen, player, left, &mut row);
            row.end((place + 1) * PLAYER);
        }
        row.end((1 + RIVALS) * PLAYER);
        self.table(rules, seen, player_index, own.0, &mut row);
        row.end(INPUTS);
    }

    /// Appends the inputs of one player, who needs about `left` turns.
    fn player(&self, rules: &Rules, seen: &State, player: usize, left: f64, row: &mut Row<'_>) {
        let own = &self.standings[player];
        let it = &seen.players()[player];
        row.share(own.coins, 12.0);
        row.share(own.coins, 40.0);
        row.share(own.builders, BUILDERS.into());
        row.share(own.sophists, 4.0);
        row.flag(own.study >= 1.0);
        row.share(own.wisdom, THREE.into());
        row.share(own.debates, THREE.into());
        row.share(own.followings, CUBES.into());
        row.share(own.schools, SCHOOLS.into());
        row.one_of(own.labyrinth as usize, 1 + usize::from(THREE));
        row.share(own.arguments[0], 10.0);
        row.share(own.arguments[0], 30.0);
        row.share(own.arguments[1], 8.0);
        row.share(own.arguments[1], 24.0);
        row.share(own.favours, THREE.into());
        row.share(own.oracles, 4.0);
        row.share(left, LONGEST);
        let open = |condition: &Condition| !own.claimed[*condition as usize] && !finishes(own);
        for condition in Condition::ALL {
            row.flag(own.claimed[condition as usize]);
        }
        for condition in Condition::ALL {
            let near = 1.0 - own.cost(condition, &self.weights).min(FAR) / FAR;
            row.share(if open(&condition) { near } else { 0.0 }, 1.0);
        }
        let seats = rules.players;
        let wait = (player + seats - seen.turn_of()) % seats;
        row.flag(wait == 0);
        row.share(wait as f64, seats as f64);
        row.flag(it.number() == Some(1));
        row.flag(it.number().is_some_and(|number| number > 1));
        row.share(force(own), 40.0);
        row.one_of(it.philosopher().into(), PHILOSOPHERS);
        for colour in 0..own.tokens.len() {
            row.share(own.tokens[colour][0], 6.0);
        }
    }

    /// Appends the inputs of the table for `player_index`, who needs about `left` turns.
    fn table(&self, rules: &Rules, seen: &State, player_index: usize, left: f64, row: &mut Row<'_>) {
        row.one_of(seen.timeline().into(), STEPS);
        let own = &self.standings[player_index];
        let finishers = self.standings.iter().filter(|one| finishes(one)).count();
        row.one_of(finishers, 5);
        let rivals = || self.standings.iter().enumerate().filter(|(player, _)| *player != player_index);
        let ahead = rivals().filter(|(_, one)| finishes(one)).map(|(_, one)| force(one)).reduce(f64::max);
        row.flag(finishes(own) && ahead.is_none());
        row.flag(!finishes(own) && ahead.is_some());
        let edge = ahead.filter(|_| finishes(own)).map_or(0.0, |rival| force(own) - rival);
        row.share(edge.max(0.0), 20.0);
        row.share((-edge).max(0.0), 20.0);
        let strongest = rivals().map(|(_, one)| force(one)).fold(0.0, f64::max);
        row.share(force(own) - strongest, 20.0);
        let nearest = self.order.first().map_or(0.0, |(turns, _)| *turns);
        row.share(nearest - left, 12.0);
        row.share(f64::from(seen.round()), 40.0);
        let steps = rules.data.timeline.len().saturating_sub(seen.timeline().into());
        row.share(steps as f64, 12.0);
        let at_hourglass = |player: usize| {
            let place = seen.players()[player].location();
            rules.data.places[place.index()].purpose == Use::Progress
        };
        row.flag(at_hourglass(player_index));
        row.flag(rivals().any(|(player, _)| at_hourglass(player)));
        let [sophistry, syllogism] = seen.decks();
        row.share(sophistry as f64, 40.0);
        row.share(syllogism as f64, 40.0);
        row.flag(syllogism == 0);
        row.flag(rivals().count() > RIVALS);
    }
}
