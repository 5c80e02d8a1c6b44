//! The inputs of a net for a position of Philosophia: how near everybody is to each condition, what he holds, and the table, as one player
//! sees it.
//!
//! First comes the player's own part, then those of up to three rivals, who is nearest to the end first, then the table. All values lie
//! between -1 and 1.

use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::data::Use;
use ergo_engine::philosophia::player::{BUILDERS, CUBES, SCHOOLS, THREE};
use ergo_engine::philosophia::rules::Rules;
use ergo_engine::philosophia::state::State;

use super::standing::Standing;
use super::weights::Weights;
use crate::net::mlp::Inputs;

/// Changes with what an input means.
pub const VERSION: u32 = 1;
const RIVALS: usize = 3;
const PLAYER: usize = 50;
const TABLE: usize = 32;
/// Inputs.
pub const INPUTS: usize = (1 + RIVALS) * PLAYER + TABLE;
/// About how many are not 0.
pub const LIVELY: usize = 90;

/// Beyond so many turns all conditions are equally far.
const FAR: f64 = 12.0;
/// The most turns to the end that are told apart.
const LONGEST: f64 = 40.0;
const STEPS: usize = 13;
const PHILOSOPHERS: usize = 6;

/// Room to describe positions in.
#[derive(Clone, Debug)]
pub struct Describer {
    weights: Weights,
    order: Vec<(f64, usize)>,
    standings: Vec<Standing>,
}

impl Default for Describer {
    fn default() -> Self {
        Describer { weights: Weights::tuned(), order: Vec::new(), standings: Vec::new() }
    }
}

/// Puts one input after another.
struct Row<'a> {
    inputs: &'a mut Inputs,
    at: usize,
}

impl Row<'_> {
    /// A share of `most`, no more than 1.
    fn share(&mut self, value: f64, most: f64) {
        self.inputs.put(self.at, (value / most).clamp(-1.0, 1.0) as f32);
        self.at += 1;
    }

    fn flag(&mut self, yes: bool) {
        self.inputs.flag(self.at, yes);
        self.at += 1;
    }

    /// One of `count` inputs, the one numbered `which`, or the last if it is beyond.
    fn one_of(&mut self, which: usize, count: usize) {
        self.inputs.on(self.at + which.min(count - 1));
        self.at += count;
    }

    /// Leaves the rest up to `end` at 0.
    fn end(&mut self, end: usize) {
        debug_assert!(self.at <= end, "{} inputs where {end} are expected", self.at);
        self.at = end;
    }
}

/// Cards and coins as strength in a debate: what coins buy before the final one counts half.
fn force(standing: &Standing) -> f64 {
    standing.arguments[0] + 1.4 * standing.arguments[1] + 0.5 * standing.coins
}

fn finishes(standing: &Standing) -> bool {
    standing.labyrinth >= f64::from(THREE)
}

impl Describer {
    /// Sets `inputs` to what the player numbered `who` from 0 is shown of `seen`, the table as his seat sees it.
    pub fn describe(&mut self, rules: &Rules, seen: &State, who: usize, inputs: &mut Inputs) {
        inputs.clear();
        self.standings.clear();
        self.standings.extend((0..rules.players).map(|player| Standing::of(rules, seen, player)));
        self.order.clear();
        let weights = &self.weights;
        self.order.extend(self.standings.iter().enumerate().map(|(player, own)| (own.turns_left(weights), player)));
        let own = self.order[who];
        self.order.retain(|(_, player)| *player != who);
        self.order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut row = Row { inputs, at: 0 };
        for (place, &(left, player)) in std::iter::once(&own).chain(&self.order).take(1 + RIVALS).enumerate() {
            self.player(rules, seen, player, left, &mut row);
            row.end((place + 1) * PLAYER);
        }
        row.end((1 + RIVALS) * PLAYER);
        self.table(rules, seen, who, own.0, &mut row);
        row.end(INPUTS);
    }

    /// Puts down the inputs of one player, who needs about `left` turns.
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

    /// Puts down the inputs of the table for `who`, who needs about `left` turns.
    fn table(&self, rules: &Rules, seen: &State, who: usize, left: f64, row: &mut Row<'_>) {
        row.one_of(seen.timeline().into(), STEPS);
        let own = &self.standings[who];
        let finishers = self.standings.iter().filter(|one| finishes(one)).count();
        row.one_of(finishers, 5);
        let rivals = || self.standings.iter().enumerate().filter(|(player, _)| *player != who);
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
        row.flag(at_hourglass(who));
        row.flag(rivals().any(|(player, _)| at_hourglass(player)));
        let [sophistry, syllogism] = seen.decks();
        row.share(sophistry as f64, 40.0);
        row.share(syllogism as f64, 40.0);
        row.flag(syllogism == 0);
        row.flag(rivals().count() > RIVALS);
    }
}
