//! The strongest agent of ERGO: a flat search over the mean of three nets, in which everybody answers with the best of all turns by it.

use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::OptionSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::expert::looking_ahead;
use super::learned::{by_net, evaluator, net_options, with_equity};
use super::menu::MENU;
use super::shipped::EXPERT;
use super::turns::Turns;
use crate::agent::{AgentFault, Player};
use crate::net::mlp::Mlp;
use crate::registry::{Entry, Place};
use crate::search::agent::SearchAgent;
use crate::search::flat::Flat;
use crate::search::playout::{Playout, Policy};
use crate::search::rivals::{Rivals, Seats};
use crate::spec::MILLISECONDS;

/// The options of a flat search that can be set.
const KEYS: [&str; 6] = ["utility", "iterations", "evaluations", MILLISECONDS, "candidates", "cut"];

fn options() -> Vec<OptionSpec> {
    let mut options: Vec<OptionSpec> = MENU.flat().into_iter().filter(|option| KEYS.contains(&option.key)).collect();
    options.extend(net_options(&EXPERT, "which of its nets for this number of seats; 0: the mean of all"));
    options
}

pub(super) fn champion() -> Entry<Ergo> {
    let about = "the eight turns that three nets like best, two turns ahead by their mean, the better half again";
    let entry = Entry::of_player("champion", about, |place: Place<'_, Ergo>| {
        let settings = place.settings;
        let utility = with_equity(MENU.utility(settings, &place.game.info()), &place.game.0);
        let Ok(evaluator) = evaluator(&EXPERT, &place, utility.clone()) else {
            return Player::Absent(AgentFault::FailedToStart);
        };
        let cut = Some(settings.int("cut") as u32).filter(|&turns| turns > 0);
        let playout = Playout { policy: Policy::Best, cut };
        let candidates = (settings.int("candidates") as usize, 0.0);
        let budget = MENU.budget(settings, place.clock);
        let search = Flat::new(Turns, evaluator.clone(), utility, budget, candidates, playout);
        Player::Honest(Box::new(SearchAgent::new(Turns, evaluator, search, place.seed)))
    });
    by_net(&EXPERT, entry.options(options()), |_| true, |settings| MENU.check("flat", settings))
}

/// The same search by `net` for points of margin, the mean of all `allies`, with `playouts` of so many turns, or to the end of the round, in
/// which these sit among players that are known: what they would do it asks them.
pub fn responder(
    game: &Ergo,
    net: &'static Mlp,
    (playouts, turns): (u64, Option<u32>),
    rivals: Box<Seats<Ergo>>,
    allies: &[Seat],
    seed: Seed,
) -> Player<Ergo> {
    let (evaluator, search) = looking_ahead(game, net, playouts, turns);
    let search = search.among(Rivals::new(allies, rivals)).for_all_of(allies);
    Player::Honest(Box::new(SearchAgent::new(Turns, evaluator, search, seed)))
}
