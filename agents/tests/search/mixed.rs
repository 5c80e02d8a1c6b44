//! Agents that mix, held against best responses: Kuhn poker and Goofspiel of four cards, as whole trees.

use ergo_agents::roster::Roster;
use ergo_agents::search::cfr::Strategy;
use ergo_agents::search::mccfr::Mccfr;
use ergo_agents::search::whole::{NoTree, Whole};
use ergo_agents::utility::{Aim, Span, Utility};
use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::play::seated;

fn goofspiel(seats: usize, cards: i64, order: &str) -> Goofspiel {
    Goofspiel::from_text(seats, &format!("cards={cards} order={order} returns=point_difference")).unwrap()
}

/// The NashConv of the mixtures learned from so many rounds, in the mean over seeds.
fn mean_conv<G: EnumerableDeals>(game: &G, whole: &Whole<G>, rounds: u64) -> f64 {
    let seeds = 4;
    let conv = |seed: u64| {
        let mut mccfr = Mccfr::new(Utility::new(Aim::Return, Span::of(&game.info())), usize::MAX);
        mccfr.learn(game, rounds, &mut Seed::master(seed).rng());
        let mixture = |place: &ergo_agents::search::whole::Place<G>| mccfr.mixture(game, &place.state, place.seat);
        whole.nash_conv(&Strategy(whole.places().iter().map(mixture).collect()))
    };
    (0..seeds).map(conv).sum::<f64>() / seeds as f64
}

/// Evenly played both games can be beaten by much; what is learned can be beaten by little, and by less the longer it took.
#[test]
fn sampled_regrets_come_to_an_equilibrium() {
    let whole = Whole::new(&Kuhn, 1000).unwrap();
    assert!(whole.nash_conv(&whole.tree.even()) > 0.9);
    let convs = [100, 1000, 10_000].map(|rounds| mean_conv(&Kuhn, &whole, rounds));
    assert!(convs[0] > convs[1] && convs[1] > convs[2] && convs[2] <= 0.05, "{convs:?}");
    let game = goofspiel(2, 4, "descending");
    let whole = Whole::new(&game, 10_000).unwrap();
    assert!(whole.nash_conv(&whole.tree.even()) > 2.0);
    let convs = [30, 300, 3000].map(|rounds| mean_conv(&game, &whole, rounds));
    assert!(convs[0] > convs[1] && convs[1] > convs[2] && convs[2] <= 0.3, "{convs:?}");
}

/// Where there is no room for what was learned, everything is done alike.
#[test]
fn what_finds_no_room_is_played_evenly() {
    let mut mccfr = Mccfr::new(Utility::new(Aim::Return, Span::of(&Kuhn.info())), 3);
    mccfr.learn(&Kuhn, 500, &mut Seed::master(1).rng());
    assert_eq!(mccfr.size(), (500, 3));
    let whole = Whole::new(&Kuhn, 1000).unwrap();
    let mixtures = whole.places().iter().map(|place| mccfr.mixture(&Kuhn, &place.state, place.seat));
    assert!(mixtures.filter(|mixture| mixture[0] == 0.5).count() >= 9);
}

/// How often the agent of this kind takes the last action of each set of moments, asked afresh for each of so many.
fn asked<G: Roster + EnumerableDeals>(game: &G, whole: &Whole<G>, agent: &str, times: u64) -> Strategy {
    let mixture = |place: &ergo_agents::search::whole::Place<G>| {
        let mut counts = vec![0.0; place.actions.len()];
        for number in 0..times {
            let mut player = seated(game, agent, place.seat, Seed::master(number));
            let action = player.choose(game, &place.state, place.seat, &mut Vec::new()).unwrap();
            counts[place.actions.iter().position(|known| *known == action).unwrap()] += 1.0 / times as f64;
        }
        counts
    };
    Strategy(whole.places().iter().map(mixture).collect())
}

/// The agents play the mixtures, not the best of them; a tree search plays one thing always, and is found out.
#[test]
fn agents_play_what_was_found() {
    let whole = Whole::new(&Kuhn, 1000).unwrap();
    let conv = |agent: &str, times| whole.nash_conv(&asked(&Kuhn, &whole, agent, times));
    let (solved, sampled) = (conv("cfr", 2000), conv("mccfr:iterations=2000", 200));
    assert!(solved < 0.1 && sampled < 0.2, "{solved} {sampled}");
    let searched = conv("ismcts:iterations=1000", 50);
    assert!(searched > 0.25, "{searched}");
    let game = goofspiel(2, 3, "descending");
    let whole = Whole::new(&game, 10_000).unwrap();
    let solved = whole.nash_conv(&asked(&game, &whole, "cfr", 2000));
    assert!(solved < 0.3, "{solved}");
}

/// The value of the game is known, and every deal is one that is drawn, as often as the others.
#[test]
fn trees_hold_the_whole_game() {
    let whole = Whole::new(&Kuhn, 1000).unwrap();
    assert_eq!(whole.places().len(), 12);
    let solved = whole.tree.solve(whole.root, 2000);
    assert!((whole.tree.value(whole.root, &solved) + 1.0 / 18.0).abs() < 1e-3);
    assert!(whole.nash_conv(&solved) < 2e-3);
    let whole = Whole::new(&TicTacToe, 1_000_000).unwrap();
    let solved = whole.tree.solve(whole.root, 20);
    assert!(whole.tree.against(whole.root, &solved, 0) >= 0.5 && whole.nash_conv(&whole.tree.even()) > 0.5);

    assert_eq!(Whole::new(&Kuhn, 20).err(), Some(NoTree::Size(20)));
    assert_eq!(Whole::new(&goofspiel(3, 2, "random"), 1000).err(), Some(NoTree::Seats));
    assert_eq!(Whole::new(&goofspiel(2, 13, "random"), 1000).err(), Some(NoTree::Size(1000)));
    same_deals(&Kuhn, 6);
    same_deals(&goofspiel(2, 4, "random"), 24);
    same_deals(&goofspiel(2, 4, "ascending"), 1);
    same_deals(&TicTacToe, 1);
}

/// What is published of Leduc poker: 288 sets of moments without suits; two best answers to even play gain 4.747222 chips together
/// (OpenSpiel); it is worth -0.0856 chips to who begins. Here what is learned comes near that.
#[test]
fn leduc_poker_is_worth_what_is_published() {
    let whole = Whole::new(&Leduc, 1_000_000).unwrap();
    assert_eq!(whole.places().len(), 288);
    let even = whole.nash_conv(&whole.tree.even());
    assert!((even - 4.747_222_222).abs() < 1e-6, "{even}");
    let solved = whole.tree.solve(whole.root, 600);
    let (value, conv) = (whole.tree.value(whole.root, &solved), whole.nash_conv(&solved));
    assert!((value + 0.0856).abs() < 2e-3 && conv < 0.02, "{value} {conv}");
    let convs = [1000, 10_000].map(|rounds| mean_conv(&Leduc, &whole, rounds));
    assert!(convs[0] > convs[1] && convs[1] < 2.5, "{convs:?}");
}

/// Deals that are drawn are those that are listed, each about as often.
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
