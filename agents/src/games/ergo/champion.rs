//! The strongest agent of ERGO: a flat search that evaluates with the mean of three nets and in whose playouts
//! every seat plays the best turn according to them.

use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::OptionSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::expert::lookahead_search;
use super::learned::{evaluator, net_options, with_equity, with_net};
use super::search_options::SEARCH_OPTIONS;
use super::shipped::EXPERT;
use super::turn_moves::TurnMoves;
use crate::agent::{AgentFault, Player};
use crate::net::mlp::Mlp;
use crate::registry::{AgentContext, Entry};
use crate::search::agent::SearchAgent;
use crate::search::flat::Flat;
use crate::search::known_opponents::{KnownOpponents, SeatPlayerFn};
use crate::search::playout::{Playout, PlayoutPolicy};
use crate::spec::MILLISECONDS;

/// The settings of a flat search that can be changed.
const KEYS: [&str; 6] = ["utility", "iterations", "evaluations", MILLISECONDS, "candidates", "cut"];

fn options() -> Vec<OptionSpec> {
    let mut options: Vec<OptionSpec> =
        SEARCH_OPTIONS.flat_options().into_iter().filter(|option| KEYS.contains(&option.key)).collect();
    options.extend(net_options(&EXPERT, "number of the net for this number of seats; 0: the mean of all"));
    options
}

pub(super) fn champion() -> Entry<Ergo> {
    let about = "searches the best eight turns two turns ahead with the mean of three nets";
    let entry = Entry::for_player("champion", about, |place: AgentContext<'_, Ergo>| {
        let settings = place.settings;
        let utility = with_equity(SEARCH_OPTIONS.utility(settings, &place.game.info()), &place.game.0);
        let Ok(evaluator) = evaluator(&EXPERT, &place, utility.clone()) else {
            return Player::Failed(AgentFault::FailedToStart);
        };
        let cut = Some(settings.int("cut") as u32).filter(|&turns| turns > 0);
        let playout = Playout { policy: PlayoutPolicy::Best, cut };
        let candidates = (settings.int("candidates") as usize, 0.0);
        let budget = SEARCH_OPTIONS.budget(settings, place.clock);
        let search = Flat::new(TurnMoves, evaluator.clone(), utility, budget, candidates, playout);
        Player::Agent(Box::new(SearchAgent::new(TurnMoves, evaluator, search, place.seed)))
    });
    with_net(&EXPERT, entry.options(options()), |_| true, |settings| SEARCH_OPTIONS.check("flat", settings))
}

/// Creates a player with the champion's search, to exploit known players. It evaluates with `net`, maximizes the
/// mean margin of `allies`, and plays `playouts` playouts of `turns` turns (`None`: to the end of the round). In
/// them the allies play by the net and all other seats are the players built by `rivals`.
pub fn responder(
    game: &Ergo,
    net: &'static Mlp,
    (playouts, turns): (u64, Option<u32>),
    rivals: Box<SeatPlayerFn<Ergo>>,
    allies: &[Seat],
    seed: Seed,
) -> Player<Ergo> {
    let (evaluator, search) = lookahead_search(game, net, playouts, turns);
    let search = search.with_opponents(KnownOpponents::new(allies, rivals)).for_allies(allies);
    Player::Agent(Box::new(SearchAgent::new(TurnMoves, evaluator, search, seed)))
}
