//! Agents that play mixed strategies, compared with best responses in the explicit trees of small games.

use ergo_agents::roster::Roster;
use ergo_agents::search::cfr::Strategy;
use ergo_agents::search::explicit_game::{ExplicitGame, TreeError};
use ergo_agents::search::mccfr::Mccfr;
use ergo_agents::utility::{Aim, PointRange, Utility};
use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::play::build;

fn goofspiel(seats: usize, cards: i64, order: &str) -> Goofspiel {
    Goofspiel::from_text(seats, &format!("cards={cards} order={order} returns=point_difference")).unwrap()
}

/// Returns the mean NashConv of the strategies learned from `rounds` iterations, over several seeds.
fn mean_conv<G: EnumerableDeals>(game: &G, whole: &ExplicitGame<G>, rounds: u64) -> f64 {
    let seeds = 4;
    let conv = |seed: u64| {
        let mut mccfr = Mccfr::new(Utility::new(Aim::Return, PointRange::from_info(&game.info())), usize::MAX);
        mccfr.learn(game, rounds, &mut Seed::master(seed).rng());
        let mixture = |place: &ergo_agents::search::explicit_game::InformationSet<G>| {
            mccfr.mixture(game, &place.state, place.seat)
        };
        whole.nash_conv(&Strategy(whole.information_sets().iter().map(mixture).collect()))
    };
    (0..seeds).map(conv).sum::<f64>() / seeds as f64
}

/// The uniform strategy is far from an equilibrium in both games; learned strategies come closer with more
/// iterations.
#[test]
fn mccfr_converges_to_an_equilibrium() {
    let whole = ExplicitGame::new(&Kuhn, 1000).unwrap();
    assert!(whole.nash_conv(&whole.tree.uniform_strategy()) > 0.9);
    let convs = [100, 1000, 10_000].map(|rounds| mean_conv(&Kuhn, &whole, rounds));
    assert!(convs[0] > convs[1] && convs[1] > convs[2] && convs[2] <= 0.05, "{convs:?}");
    let game = goofspiel(2, 4, "descending");
    let whole = ExplicitGame::new(&game, 10_000).unwrap();
    assert!(whole.nash_conv(&whole.tree.uniform_strategy()) > 2.0);
    let convs = [30, 300, 3000].map(|rounds| mean_conv(&game, &whole, rounds));
    assert!(convs[0] > convs[1] && convs[1] > convs[2] && convs[2] <= 0.3, "{convs:?}");
}

/// Information sets that are not stored are played uniformly.
#[test]
fn full_mccfr_plays_other_sets_uniformly() {
    let mut mccfr = Mccfr::new(Utility::new(Aim::Return, PointRange::from_info(&Kuhn.info())), 3);
    mccfr.learn(&Kuhn, 500, &mut Seed::master(1).rng());
    assert_eq!(mccfr.size(), (500, 3));
    let whole = ExplicitGame::new(&Kuhn, 1000).unwrap();
    let mixtures = whole.information_sets().iter().map(|place| mccfr.mixture(&Kuhn, &place.state, place.seat));
    assert!(mixtures.filter(|mixture| mixture[0] == 0.5).count() >= 9);
}

/// Returns the mixed strategy of an agent, estimated by asking new players `times` times in each information set.
fn asked<G: Roster + EnumerableDeals>(game: &G, whole: &ExplicitGame<G>, agent: &str, times: u64) -> Strategy {
    let mixture = |place: &ergo_agents::search::explicit_game::InformationSet<G>| {
        let mut counts = vec![0.0; place.actions.len()];
        for number in 0..times {
            let mut player = build(game, agent, place.seat, Seed::master(number));
            let action = player.choose(game, &place.state, place.seat, &mut Vec::new()).unwrap();
            counts[place.actions.iter().position(|known| *known == action).unwrap()] += 1.0 / times as f64;
        }
        counts
    };
    Strategy(whole.information_sets().iter().map(mixture).collect())
}

/// The solvers' agents play mixed strategies; a tree search plays nearly pure ones and is exploitable.
#[test]
fn solver_agents_play_their_mixed_strategies() {
    let whole = ExplicitGame::new(&Kuhn, 1000).unwrap();
    let conv = |agent: &str, times| whole.nash_conv(&asked(&Kuhn, &whole, agent, times));
    let (solved, sampled) = (conv("cfr", 2000), conv("mccfr:iterations=2000", 200));
    assert!(solved < 0.1 && sampled < 0.2, "{solved} {sampled}");
    let searched = conv("ismcts:iterations=1000", 50);
    assert!(searched > 0.25, "{searched}");
    let game = goofspiel(2, 3, "descending");
    let whole = ExplicitGame::new(&game, 10_000).unwrap();
    let solved = whole.nash_conv(&asked(&game, &whole, "cfr", 2000));
    assert!(solved < 0.3, "{solved}");
}

/// The values of the games are known, and sampled deals are the listed deals, equally often.
#[test]
fn explicit_games_have_known_values() {
    let whole = ExplicitGame::new(&Kuhn, 1000).unwrap();
    assert_eq!(whole.information_sets().len(), 12);
    let solved = whole.tree.solve(whole.root, 2000);
    assert!((whole.tree.value(whole.root, &solved) + 1.0 / 18.0).abs() < 1e-3);
    assert!(whole.nash_conv(&solved) < 2e-3);
    let whole = ExplicitGame::new(&TicTacToe, 1_000_000).unwrap();
    let solved = whole.tree.solve(whole.root, 20);
    assert!(
        whole.tree.best_response_value(whole.root, &solved, 0) >= 0.5
            && whole.nash_conv(&whole.tree.uniform_strategy()) > 0.5
    );

    assert_eq!(ExplicitGame::new(&Kuhn, 20).err(), Some(TreeError::Size(20)));
    assert_eq!(ExplicitGame::new(&goofspiel(3, 2, "random"), 1000).err(), Some(TreeError::Seats));
    assert_eq!(ExplicitGame::new(&goofspiel(2, 13, "random"), 1000).err(), Some(TreeError::Size(1000)));
    same_deals(&Kuhn, 6);
    same_deals(&goofspiel(2, 4, "random"), 24);
    same_deals(&goofspiel(2, 4, "ascending"), 1);
    same_deals(&TicTacToe, 1);
}

/// Published values of Leduc poker: 288 information sets without suits; NashConv 4.747222 of the uniform strategy
/// (OpenSpiel); value -0.0856 for the first seat.
#[test]
fn leduc_poker_value_equals_published_value() {
    let whole = ExplicitGame::new(&Leduc, 1_000_000).unwrap();
    assert_eq!(whole.information_sets().len(), 288);
    let even = whole.nash_conv(&whole.tree.uniform_strategy());
    assert!((even - 4.747_222_222).abs() < 1e-6, "{even}");
    let solved = whole.tree.solve(whole.root, 600);
    let (value, conv) = (whole.tree.value(whole.root, &solved), whole.nash_conv(&solved));
    assert!((value + 0.0856).abs() < 2e-3 && conv < 0.02, "{value} {conv}");
    let convs = [1000, 10_000].map(|rounds| mean_conv(&Leduc, &whole, rounds));
    assert!(convs[0] > convs[1] && convs[1] < 2.5, "{convs:?}");
}

/// Checks that the sampled deals are the listed ones, each about equally often.
fn same_deals<G: EnumerableDeals>(game: &G, count: usize)
where
    G::State: std::fmt::Debug,
{
    let texts: Vec<String> = game.deals(count).unwrap().iter().map(|deal| format!("{deal:?}")).collect();
    assert!(texts.len() == count && game.deals(count - 1).is_none());
    let mut counts = vec![0_u64; count];
    for number in 0..200 * count as u64 {
        let deal = game.deal(&mut Seed::master(number).rng());
        assert!(matches!(game.status(&deal), Status::ToMove(seat) if seat == Seat::new(0)));
        counts[texts.iter().position(|text| *text == format!("{deal:?}")).unwrap()] += 1;
    }
    assert!(counts.iter().all(|drawn| (140..=260).contains(drawn) || count == 1), "{counts:?}");
}
