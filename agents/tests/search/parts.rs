//! The parts of the searches, compared with values computed by hand.

use std::sync::Arc;

use ergo_agents::agent::Explanation;
use ergo_agents::search::budget::{Budget, SearchCost};
use ergo_agents::search::select::{Item, SelectionRule, Selector, Widening};
use ergo_agents::utility::{Aim, MatchEquity, PointRange, SearchStart, Utility};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::{Board, TicTacToe};

use crate::play::build;

fn item(visits: u32, available: u32, mean: f64, guess: f64, weight: f64) -> Item {
    Item { id: 0, visits, available, mean, guess, weight }
}

#[test]
fn ucb1_counts_availability() {
    let mut selector = Selector::new(SelectionRule::Ucb1 { c: 0.7 }, true);
    let mut rng = Seed::master(1).rng();
    // 0.5 + 0.7 sqrt(ln 100 / 20) = 0.8359 against 0.6 + 0.7 sqrt(ln 100 / 50) = 0.8124.
    let common = [item(20, 100, 0.5, 0.0, 1.0), item(50, 100, 0.6, 0.0, 1.0)];
    assert_eq!(selector.pick(&common, usize::MAX, &mut rng), 0);
    // The first item was available 30 times only: 0.5 + 0.7 sqrt(ln 30 / 20) = 0.7887.
    let rare = [item(20, 30, 0.5, 0.0, 1.0), common[1]];
    assert_eq!(selector.pick(&rare, usize::MAX, &mut rng), 1);
}

#[test]
fn untried_items_are_chosen_by_guess_or_at_random() {
    let mut rng = Seed::master(1).rng();
    let items =
        [item(5, 9, 1.0, 0.9, 1.0), item(0, 9, 0.0, 0.3, 1.0), item(0, 9, 0.0, 0.6, 1.0), item(0, 9, 0.0, 0.6, 1.0)];
    let mut selector = Selector::new(SelectionRule::Ucb1 { c: 0.7 }, true);
    assert_eq!(selector.pick(&items, usize::MAX, &mut rng), 2);
    assert_eq!(selector.pick(&items, 2, &mut rng), 2);
    // The limit is reached, so no new item is tried.
    assert_eq!(selector.pick(&items, 1, &mut rng), 0);
    let mut blind = Selector::new(SelectionRule::Ucb1 { c: 0.7 }, false);
    let mut drawn = [0; 4];
    (0..3000).for_each(|_| drawn[blind.pick(&items, usize::MAX, &mut rng)] += 1);
    assert_eq!(drawn[0], 0);
    assert!(drawn[1..].iter().all(|count| (850..1150).contains(count)), "{drawn:?}");
}

#[test]
fn puct_scores_equal_values_by_hand() {
    let rule = SelectionRule::Puct { c: 1.25, temperature: 0.05 };
    // exp((0.6 - 0.5) / 0.05) = e^2.
    assert!((rule.weight(0.6) - 7.389_056_098_930_65).abs() < 1e-12);
    let mut selector = Selector::new(rule, true);
    let mut rng = Seed::master(1).rng();
    // Priors 0.95 * 0.75 + 0.025 = 0.7375 and 0.2625; scores 0.4 + 1.25 * 0.7375 * 4 / 9 = 0.8097 and 0.45 + 1.25 *
    // 0.2625 * 4 / 4 = 0.7781.
    let items = [item(8, 16, 0.4, 0.0, 3.0), item(3, 16, 0.45, 0.0, 1.0)];
    assert_eq!(selector.pick(&items, usize::MAX, &mut rng), 0);
    // With one more visit, the first falls to 0.4 + 1.25 * 0.7375 * 4 / 10 = 0.7688.
    let items = [item(9, 16, 0.4, 0.0, 3.0), items[1]];
    assert_eq!(selector.pick(&items, usize::MAX, &mut rng), 1);
    // An untried item uses its guess: 0.2 + 1.25 * 0.2625 * 4 = 1.5125. It is not chosen if the limit is reached.
    let items = [items[0], item(0, 16, 0.0, 0.2, 1.0)];
    assert_eq!(selector.pick(&items, 2, &mut rng), 1);
    assert_eq!(selector.pick(&items, 1, &mut rng), 0);
}

#[test]
fn widening_grows_with_visits() {
    let own = Widening { k: 8.0, alpha: 0.5 };
    assert_eq!([1, 4, 100, 1000].map(|visits| own.limit(visits)), [8, 16, 80, 252]);
    let others = Widening { k: 2.0, alpha: 0.35 };
    // 2 * 1000^0.35 = 22.4.
    assert_eq!([1, 10, 1000].map(|visits| others.limit(visits)), [2, 4, 22]);
    assert_eq!(Widening { k: 0.5, alpha: 0.0 }.limit(1000), 1);
    assert_eq!(Widening::OFF.limit(1), usize::MAX);
}

#[test]
fn budget_limits_iterations_and_evaluations() {
    let spent = |iterations, evaluations| SearchCost { iterations, evaluations };
    let budget = Budget { iterations: Some(10), evaluations: Some(30), clock: None };
    assert!(budget.allows(spent(0, 50)) && budget.allows(spent(9, 29)));
    assert!(!budget.allows(spent(10, 0)) && !budget.allows(spent(1, 30)));
    let shares = [0, 1, 2].map(|index| budget.part(index, 3, 1.0).iterations.unwrap());
    assert_eq!(shares, [4, 3, 3]);
    // An iteration without evaluations counts as one.
    let evaluations = Budget { iterations: None, ..budget };
    assert!(evaluations.allows(spent(29, 0)) && !evaluations.allows(spent(30, 0)));
}

/// The point range of ERGO.
const FORTY: PointRange = PointRange { low: 0.0, high: 40.0 };

/// Plays a random match of Kuhn poker and returns its utilities and the chips of the first seat.
fn kuhn(utility: &Utility, number: u64) -> (SeatMap<f64>, i32) {
    let mut rng = Seed::master(number).rng();
    let mut hand = Kuhn.deal(&mut rng);
    let start = SearchStart::new(&Kuhn, &hand);
    loop {
        assert!(utility.end_utilities(&Kuhn, &start, &hand).is_none());
        let choice = Kuhn.sample_action(&hand, &mut rng, &mut Vec::new());
        Kuhn.apply(&mut hand, choice);
        if let (Status::Over(outcome), Some(utilities)) =
            (Kuhn.status(&hand), utility.end_utilities(&Kuhn, &start, &hand))
        {
            return (utilities, outcome.scores[Seat::new(0)]);
        }
    }
}

#[test]
fn end_utilities_follow_the_objective() {
    let mut seen = [0; 5];
    for number in 0..60 {
        let [points, margin, win, paid] = [Aim::Points, Aim::Margin, Aim::Win, Aim::Return].map(|aim| {
            let (utilities, chips) = kuhn(&Utility::new(aim, PointRange::from_info(&Kuhn.info())), number);
            seen[(chips + 2) as usize] += 1;
            (utilities[Seat::new(0)], utilities[Seat::new(1)], chips)
        });
        let chips = f64::from(points.2);
        // From two chips lost to two won. A margin is twice the chips; the scale is twice the width of 4.
        assert_eq!((points.0, points.1), ((chips + 2.0) / 4.0, (2.0 - chips) / 4.0));
        assert_eq!((margin.0, margin.1), (0.5 + chips / 4.0, 0.5 - chips / 4.0));
        // The payoff is the number of chips.
        assert_eq!((paid.0, paid.1), (points.0, points.1));
        assert_eq!((win.0, win.1), if chips > 0.0 { (1.0, 0.0) } else { (0.0, 1.0) });
    }
    assert!(seen[0] > 0 && seen[1] > 0 && seen[3] > 0 && seen[4] > 0);
}

#[test]
fn win_utility_of_a_draw_is_half() {
    let (game, mut board) = (TicTacToe, Board::default());
    let utility = Utility::new(Aim::Win, PointRange::from_info(&TicTacToe.info()));
    let start = SearchStart::new(&game, &board);
    let mut last = None;
    for cell in ["1", "2", "3", "5", "4", "6", "8", "7", "9"] {
        assert!(last.is_none());
        game.apply(&mut board, cell.parse().unwrap());
        last = utility.end_utilities(&game, &start, &board);
    }
    assert_eq!(last.unwrap().iter().copied().collect::<Vec<_>>(), [0.5, 0.5]);
}

#[test]
fn margin_is_relative_to_mean_of_rivals() {
    let utility = Utility::new(Aim::Margin, FORTY);
    let points = SeatMap::from_fn(SeatCount::new(3), |seat| [12.0, 12.0, 0.0][seat.index()]);
    let utilities: Vec<f64> = utility.margins_to_utilities(&points).iter().copied().collect();
    assert_eq!(utilities, [0.5 + 6.0 / 80.0, 0.5 + 6.0 / 80.0, 0.5 - 12.0 / 80.0]);
    assert_eq!(FORTY.margin_to_utility(100.0), 1.0);
}

/// A table whose chance encodes the scores and the starter.
struct SumAndStarter;

impl MatchEquity for SumAndStarter {
    fn win_chances(&self, scores: &SeatMap<i32>, starter: Seat) -> SeatMap<f64> {
        let sum = f64::from(scores.iter().sum::<i32>()) + 1000.0 * starter.index() as f64;
        scores.map(|_| sum)
    }
}

#[test]
fn win_utility_uses_the_equity_table() {
    let game = Ergo(Rules::printed(2));
    let utility = Utility::new(Aim::Win, FORTY).with_equity(Arc::new(SumAndStarter));
    let plain = Utility::new(Aim::Win, FORTY);
    let margin = Utility::new(Aim::Margin, FORTY);
    let (mut rounds, mut ends) = (0, 0);
    for number in 0..5 {
        let mut rng = Seed::master(number).rng();
        let mut state = game.deal(&mut rng);
        while matches!(game.status(&state), Status::ToMove(_)) {
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            let before = SearchStart::new(&game, &state);
            let Some(round) = game.apply_recorded(&mut state, action) else { continue };
            let utilities = utility.end_utilities(&game, &before, &state).unwrap();
            match game.status(&state) {
                Status::ToMove(_) => {
                    let scores: i32 = round.scores.iter().sum();
                    let starter = state.starter().index() as f64;
                    assert_eq!(utilities[Seat::new(0)], f64::from(scores) + 1000.0 * starter);
                    let without = plain.end_utilities(&game, &before, &state);
                    assert_eq!(without, margin.end_utilities(&game, &before, &state));
                    let points = round.points.map(|&points| f64::from(points));
                    assert_eq!(without, Some(margin.margins_to_utilities(&points)));
                    rounds += 1;
                }
                Status::Over(outcome) => {
                    let won = outcome.winners.map(|&won| f64::from(u8::from(won)));
                    assert_eq!(utilities, won);
                    ends += 1;
                }
            }
        }
    }
    assert!(rounds > 20 && ends == 5);
}

/// Returns the explanation of the first choice of a flat search.
fn flat(settings: &str) -> Explanation {
    let game = Ergo(Rules::printed(2));
    let state = game.deal(&mut Seed::master(3).rng());
    let mut player = build(&game, &format!("flat:{settings}"), Seat::new(0), Seed::master(4));
    player.choose(&game, &state, Seat::new(0), &mut Vec::new()).unwrap();
    player.explain().unwrap()
}

/// 400 playouts over four rounds of halving from 16: 6 for each of 16, 12 of 8, 25 of 4, 50 of 2. Ten playouts are
/// not enough for sixteen candidates: four get two rounds.
#[test]
fn flat_search_halves_its_candidates() {
    let explanation = flat("iterations=400,candidates=16");
    assert!(explanation.candidates.len() > 16);
    let visits: Vec<u64> = explanation.candidates.iter().map(|candidate| candidate.visits).collect();
    assert_eq!(visits[..4], [93, 93, 43, 43]);
    assert_eq!((visits[8..16].iter().sum::<u64>(), visits[16..].iter().sum::<u64>()), (48, 0));
    assert_eq!(explanation.iterations, 392);
    let explanation = flat("iterations=10");
    let visits: Vec<u64> = explanation.candidates.iter().map(|candidate| candidate.visits).take(5).collect();
    assert_eq!((visits, explanation.iterations), (vec![3, 3, 1, 1, 0], 8));
}
