//! Searches with face-down bids: two-player Goofspiel, compared with an exact solver and with a search that peeks.

use ergo_agents::search::agent::{MoveEstimate, Search, SearchTask};
use ergo_agents::search::evaluator::NoEvaluator;
use ergo_agents::search::ismcts::{Ismcts, IsmctsSettings, TreeMode};
use ergo_agents::search::moves::SingleActions;
use ergo_agents::utility::{Aim, PointRange, SearchStart, Utility};
use ergo_engine::game::{ActionView, Game, GameInfo, Information, Records, Status};
use ergo_engine::laws::check_laws;
use ergo_engine::options::Configurable;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::toys::goofspiel::{Auction, AuctionSeen, Bid, Goofspiel, Trick};

use crate::play::uct;

fn goofspiel(cards: i64) -> Goofspiel {
    Goofspiel::from_text(2, &format!("cards={cards} order=descending returns=point_difference")).unwrap()
}

/// Returns the solution of the square system `a x = b`, if there is one.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|i, j| a[*i][column].abs().total_cmp(&a[*j][column].abs()))?;
        if a[pivot][column].abs() < 1e-9 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in (0..n).filter(|row| *row != column) {
            let factor = a[row][column] / a[column][column];
            let pivot = a[column].clone();
            a[row].iter_mut().zip(pivot).for_each(|(cell, of)| *cell -= factor * of);
            b[row] -= factor * b[column];
        }
    }
    Some((0..n).map(|i| b[i] / a[i][i]).collect())
}

/// Returns the value of a matrix game to the row player, by trying every square kernel (Shapley and Snow 1950).
fn matrix_value(matrix: &[Vec<f64>]) -> f64 {
    let (rows, columns) = (matrix.len(), matrix[0].len());
    let subsets = |of: usize, size: u32| (1_usize..1 << of).filter(move |set| set.count_ones() == size);
    let members = |set: usize| (0..8).filter(move |i| set & 1 << i != 0).collect::<Vec<_>>();
    for size in 1..=rows.min(columns) as u32 {
        for (rows_in, columns_in) in subsets(rows, size).flat_map(|r| subsets(columns, size).map(move |c| (r, c))) {
            let (some_rows, some_columns) = (members(rows_in), members(columns_in));
            // The weights and the value: every column of the kernel pays the same against them.
            let system = |pay: &dyn Fn(usize, usize) -> f64, n: usize| {
                let mut a: Vec<Vec<f64>> = (0..n).map(|j| (0..n).map(|i| pay(i, j)).chain([-1.0]).collect()).collect();
                a.push(vec![1.0; n].into_iter().chain([0.0]).collect());
                solved(a, vec![0.0; n].into_iter().chain([1.0]).collect())
            };
            let n = size as usize;
            let Some(p) = system(&|i, j| matrix[some_rows[i]][some_columns[j]], n) else { continue };
            let Some(q) = system(&|i, j| matrix[some_rows[j]][some_columns[i]], n) else { continue };
            let value = p[n];
            let mixed = p[..n].iter().chain(&q[..n]).all(|weight| *weight > -1e-9);
            let row_pays = |j: usize| some_rows.iter().zip(&p).map(|(i, weight)| weight * matrix[*i][j]).sum::<f64>();
            let column_pays =
                |i: usize| some_columns.iter().zip(&q).map(|(j, weight)| weight * matrix[i][*j]).sum::<f64>();
            if mixed
                && (0..columns).all(|j| row_pays(j) > value - 1e-9)
                && (0..rows).all(|i| column_pays(i) < value + 1e-9)
            {
                return value;
            }
        }
    }
    unreachable!("every matrix game has a kernel")
}

/// Returns the value of `auction`, where no bid is face down, to the first seat: its lead from here on.
fn value(game: &Goofspiel, auction: &Auction) -> f64 {
    let Status::ToMove(_) = game.status(auction) else { return 0.0 };
    matrix_value(&payoffs(game, auction))
}

fn after(game: &Goofspiel, bids: &[&str]) -> Auction {
    let mut auction = game.deal(&mut Seed::master(1).rng());
    bids.iter().for_each(|bid| game.apply(&mut auction, bid.parse().unwrap()));
    auction
}

#[test]
fn exact_solver_agrees_with_known_values() {
    // The game is symmetric, so its value is 0 (Ross 1971).
    for cards in 1..=4 {
        let game = goofspiel(cards);
        let start = value(&game, &after(&game, &[]));
        assert!(start.abs() < 1e-9, "{cards} cards: {start}");
    }
    // By hand: 2 and 3 against 1 and 3 for prizes of 2 and 1. The 3 is worth 1 whatever the other bids.
    let game = goofspiel(3);
    assert!((value(&game, &after(&game, &["1", "2"])) - 1.0).abs() < 1e-9);
    // Matching pennies with unequal stakes: 2 or 1 for the same side, 0 otherwise.
    assert!((matrix_value(&[vec![2.0, 0.0], vec![0.0, 1.0]]) - 2.0 / 3.0).abs() < 1e-9);
}

/// Returns the value that a search of the mover of `auction` expects: its lead at the end of the match.
fn expected<G>(game: &G, auction: &Auction, mode: TreeMode) -> f64
where
    G: Game<State = Auction, Action = Bid, Observation = AuctionSeen>,
{
    let Status::ToMove(seat) = game.status(auction) else { panic!("no seat is to move") };
    let info = game.info();
    let utility = Utility::new(Aim::Return, PointRange::from_info(&info));
    let mut search = Ismcts::new(game, SingleActions, NoEvaluator, utility, IsmctsSettings { mode, ..uct(60_000) });
    let mut roots = Vec::new();
    game.legal_actions(auction, &mut roots);
    let (seen, start, guesses) = (game.observe(auction, seat), SearchStart::new(game, auction), vec![0.5; roots.len()]);
    let task = SearchTask {
        game,
        worlds: &seen,
        seat,
        roots: &roots,
        start: &start,
        guesses: &guesses,
        seed: Seed::master(5),
    };
    let mut found: Vec<MoveEstimate> = Vec::new();
    search.search(&task, &mut found);
    let visits: u64 = found.iter().map(|found| found.visits).sum();
    let mean = found.iter().map(|found| found.value * found.visits as f64).sum::<f64>() / visits as f64;
    info.utility.0 + mean * (info.utility.1 - info.utility.0)
}

const MODES: [TreeMode; 2] = [TreeMode::SingleObserver, TreeMode::MultiObserver];

#[test]
fn ismcts_values_agree_with_exact_solver() {
    let cases: [(i64, &[&str]); 7] =
        [(3, &[]), (4, &[]), (3, &["1", "2"]), (3, &["1", "3"]), (4, &["1", "4"]), (4, &["2", "1"]), (4, &["4", "3"])];
    for (cards, bids) in cases {
        let game = goofspiel(cards);
        let auction = after(&game, bids);
        let scores = game.scores(&auction);
        let lead = f64::from(scores[Seat::new(0)] - scores[Seat::new(1)]);
        let exact = lead + value(&game, &auction);
        for mode in MODES {
            let first = expected(&game, &auction, mode);
            assert!((first - exact).abs() < 0.3, "{cards} {bids:?} {mode:?}: {first}, exactly {exact}");
        }
    }
}

/// Returns the payoff matrix of the pure bids in `auction` to the first seat, with a row for each of its bids.
fn payoffs(game: &Goofspiel, auction: &Auction) -> Vec<Vec<f64>> {
    let (mut own, mut other) = (Vec::new(), Vec::new());
    game.legal_actions(auction, &mut own);
    let before = game.scores(auction);
    let lead = |scores: &SeatMap<i32>| f64::from(scores[Seat::new(0)] - scores[Seat::new(1)]);
    let row = |bid: Bid| {
        let mut covered = auction.clone();
        game.apply(&mut covered, bid);
        game.legal_actions(&covered, &mut other);
        let pay = |reply: &Bid| {
            let mut next = covered.clone();
            game.apply(&mut next, *reply);
            lead(&game.scores(&next)) - lead(&before) + value(game, &next)
        };
        other.iter().map(pay).collect::<Vec<_>>()
    };
    own.into_iter().map(row).collect()
}

/// The second bidder does not know the first bid: its value is that of the best answer to a uniform bid.
#[test]
fn second_bidder_answers_all_possible_bids() {
    let game = goofspiel(4);
    let auction = after(&game, &[]);
    let pays = payoffs(&game, &auction);
    let answer = |reply: usize| -pays.iter().map(|row| row[reply]).sum::<f64>() / pays.len() as f64;
    let best = (0..pays.len()).map(answer).fold(f64::NEG_INFINITY, f64::max);
    for mode in MODES {
        for covered in ["1", "4"] {
            let mut auction = auction.clone();
            game.apply(&mut auction, covered.parse().unwrap());
            let second = expected(&game, &auction, mode);
            assert!((second - best).abs() < 0.3, "{mode:?}: {second}, exactly {best}");
        }
    }
}

/// Goofspiel that declares its bids open, so that searches peek.
#[derive(Clone)]
struct Peeking(Goofspiel);

impl Game for Peeking {
    type State = Auction;
    type Action = Bid;
    type Observation = AuctionSeen;
    type Round = Trick;

    fn seats(&self) -> SeatCount {
        self.0.seats()
    }

    fn info(&self) -> GameInfo {
        GameInfo { information: Information::OpenActions, ..self.0.info() }
    }

    fn deal(&self, rng: &mut Rng) -> Auction {
        self.0.deal(rng)
    }

    fn status(&self, auction: &Auction) -> Status {
        self.0.status(auction)
    }

    fn legal_actions(&self, auction: &Auction, out: &mut Vec<Bid>) {
        self.0.legal_actions(auction, out);
    }

    fn apply_into<R: Records<Trick>>(&self, auction: &mut Auction, bid: Bid, records: &mut R) {
        self.0.apply_into(auction, bid, records);
    }

    fn scores(&self, auction: &Auction) -> SeatMap<i32> {
        self.0.scores(auction)
    }

    fn view_action(&self, _: &Auction, bid: Bid, _: Seat) -> ActionView<Bid> {
        ActionView::Open(bid)
    }

    fn observe(&self, auction: &Auction, seat: Seat) -> AuctionSeen {
        self.0.observe(auction, seat)
    }

    fn determinize(&self, seen: &AuctionSeen, rng: &mut Rng) -> Auction {
        self.0.determinize(seen, rng)
    }
}

#[test]
#[should_panic(expected = "law broken: the view of an action of seat 1 shows seat 2 only what it observes")]
fn laws_detect_peeking() {
    check_laws(&Peeking(goofspiel(3)), 1, 10, 6);
}

/// With peeking, an opponent seems to answer face-down bids, and the expected value is wrong.
#[test]
fn peeking_search_expects_the_wrong_value() {
    let game = goofspiel(4);
    let peeking = expected(&Peeking(game), &after(&game, &[]), TreeMode::SingleObserver);
    assert!(peeking < -1.0, "{peeking}");
}
