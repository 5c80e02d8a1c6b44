//! Tests of strategy fusion and of availability counts, in a game of two worlds.

use crate::common::{Deed, TwoWorlds};
use crate::play::{RANDOM, uct};
use ergo_agents::search::agent::{MoveEstimate, Search, SearchTask};
use ergo_agents::search::budget::Budget;
use ergo_agents::search::evaluator::NoEvaluator;
use ergo_agents::search::flat::Flat;
use ergo_agents::search::ismcts::{Ismcts, IsmctsSettings, TreeMode};
use ergo_agents::search::moves::SingleActions;
use ergo_agents::search::pimc::{Pimc, PimcReach};
use ergo_agents::search::playout::PlayoutPolicy;
use ergo_agents::utility::{Aim, PointRange, SearchStart, Utility};
use ergo_engine::game::Game;
use ergo_engine::laws::check_laws;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

fn utility() -> Utility {
    Utility::new(Aim::Points, PointRange { low: 0.0, high: 10.0 })
}

/// Returns the first action of `search` and its estimates.
fn first_deed(search: &mut impl Search<TwoWorlds, SingleActions>, seed: u64) -> (Deed, Vec<MoveEstimate>) {
    let (game, seat) = (TwoWorlds, Seat::new(0));
    let state = game.deal(&mut Seed::master(seed).rng());
    let (seen, start) = (game.observe(&state, seat), SearchStart::new(&game, &state));
    let roots = [Deed::Take, Deed::Dare];
    let task = SearchTask {
        game: &game,
        worlds: &seen,
        seat,
        roots: &roots,
        start: &start,
        guesses: &[0.5, 0.5],
        seed: Seed::master(seed),
    };
    let mut found = Vec::new();
    let (best, _) = search.search(&task, &mut found);
    (roots[best], found)
}

#[test]
fn two_worlds_obeys_the_laws() {
    check_laws(&TwoWorlds, 1, 100, 4);
}

/// Frank and Basin 1998: in each world separately daring wins 10, so the worlds agree on it, and are wrong.
#[test]
fn pimc_shows_strategy_fusion() {
    let reach = PimcReach { depth: 3, width: 8, postpone: 0, ends: u64::MAX };
    for seed in 0..20 {
        let mut pimc = Pimc::new(SingleActions, NoEvaluator, utility(), Budget::iterations(32), reach, RANDOM);
        let (deed, found) = first_deed(&mut pimc, seed);
        assert_eq!((deed, found[1].value), (Deed::Dare, 1.0));
    }
}

/// One tree for all worlds guesses alike in both.
#[test]
fn ismcts_avoids_strategy_fusion() {
    for seed in 0..20 {
        for mode in [TreeMode::SingleObserver, TreeMode::OwnTree(PlayoutPolicy::Random)] {
            let settings = IsmctsSettings { mode, ..uct(3000) };
            let mut ismcts = Ismcts::new(&TwoWorlds, SingleActions, NoEvaluator, utility(), settings);
            let (deed, found) = first_deed(&mut ismcts, seed);
            if mode == TreeMode::SingleObserver {
                // The second seat learns not to show its card.
                assert_eq!(deed, Deed::Take);
                assert!(found[1].value < 0.6, "{found:?}");
            } else {
                // Own turns are identified by own moves alone, so a shown card is not used.
                assert_eq!(deed, Deed::Take);
                assert!((found[1].value - 0.5).abs() < 0.15, "{found:?}");
            }
        }
    }
}

/// Random play after daring is worth 5.
#[test]
fn flat_search_values_random_playouts() {
    let mut flat = Flat::new(SingleActions, NoEvaluator, utility(), Budget::iterations(2000), (16, 0.0), RANDOM);
    let (deed, found) = first_deed(&mut flat, 3);
    assert_eq!(deed, Deed::Take);
    assert!((found[1].value - 0.5).abs() < 0.06 && (found[0].value - 0.6).abs() < 1e-9, "{found:?}");
    assert_eq!(found[0].visits, found[1].visits);
}

/// A card can be shown only in the worlds in which it is held: it is available as often as these were sampled, not
/// as often as its node was visited.
#[test]
fn availability_counts_worlds_not_visits() {
    let mut ismcts = Ismcts::new(&TwoWorlds, SingleActions, NoEvaluator, utility(), uct(4000));
    first_deed(&mut ismcts, 7);
    let tree = ismcts.trees().next().unwrap();
    let root = tree.stats(&[]).unwrap();
    assert!(root.iter().all(|(_, stats)| stats.available == 4000));
    assert_eq!(root.iter().map(|(_, stats)| stats.visits).sum::<u32>(), 4000);
    // The first visit of an edge plays out; all later ones reach the node below.
    let visits = root[1].1.visits - 1;
    let dared = tree.stats(&[Deed::Dare]).unwrap();
    let available = |deed: Deed| dared.iter().find(|(known, _)| *known == deed).unwrap().1.available;
    assert_eq!(dared.len(), 3);
    assert_eq!(available(Deed::Pass), visits);
    assert_eq!(available(Deed::ShowLeft) + available(Deed::ShowRight), visits);
    for shown in [Deed::ShowLeft, Deed::ShowRight] {
        let share = f64::from(available(shown)) / f64::from(visits);
        assert!((share - 0.5).abs() < 0.1, "{shown} was there at {share} of the visits");
    }
    for (deed, stats) in &dared {
        assert!(stats.visits <= stats.available, "{deed}");
    }
}

/// Below a pass, both guesses contain both worlds.
#[test]
fn ismcts_node_is_shared_by_all_worlds() {
    let mut ismcts = Ismcts::new(&TwoWorlds, SingleActions, NoEvaluator, utility(), uct(4000));
    first_deed(&mut ismcts, 8);
    let tree = ismcts.trees().next().unwrap();
    let guesses = tree.stats(&[Deed::Dare, Deed::Pass]).unwrap();
    assert_eq!(guesses.len(), 2);
    assert!(guesses.iter().all(|(_, stats)| stats.available == guesses[0].1.available && stats.visits > 20));
}
