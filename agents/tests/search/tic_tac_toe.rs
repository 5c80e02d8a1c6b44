//! The searches at tic-tac-toe, which is solved exactly.

use std::collections::HashMap;

use ergo_agents::agent::Player;
use ergo_agents::random::RandomAgent;
use ergo_agents::search::agent::{Search, SearchTask};
use ergo_agents::search::alpha_beta::{AlphaBeta, AlphaBetaLimits};
use ergo_agents::search::budget::Budget;
use ergo_agents::search::evaluator::{Evaluator, NoEvaluator};
use ergo_agents::search::ismcts::{Ismcts, IsmctsSettings};
use ergo_agents::search::mcts::Mcts;
use ergo_agents::search::moves::SingleActions;
use ergo_agents::search::playout::{Playout, PlayoutPolicy};
use ergo_agents::search::rollout::RolloutAgent;
use ergo_agents::utility::{Aim, PointRange, SearchStart, Utilities, Utility};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::Seat;
use ergo_engine::toys::tic_tac_toe::{Board, Cell, TicTacToe};

use crate::play::{RANDOM, build, uct};

const GAME: TicTacToe = TicTacToe;

/// Returns 1 if crosses win with best play, 0 if noughts do, 0.5 for a draw; `known` gets every reachable position.
fn solve(board: &Board, known: &mut HashMap<Board, f64>) -> f64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let value = match GAME.status(board) {
        Status::Over(outcome) => match outcome.winners.iter().copied().collect::<Vec<_>>()[..] {
            [true, false] => 1.0,
            [false, true] => 0.0,
            _ => 0.5,
        },
        Status::ToMove(seat) => {
            let values = legal(board).into_iter().map(|cell| solve(&after(board, cell), known));
            if seat.index() == 0 { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
    };
    known.insert(*board, value);
    value
}

fn legal(board: &Board) -> Vec<Cell> {
    let mut legal = Vec::new();
    GAME.legal_actions(board, &mut legal);
    legal
}

fn after(board: &Board, cell: Cell) -> Board {
    let mut board = *board;
    GAME.apply(&mut board, cell);
    board
}

fn solved() -> HashMap<Board, f64> {
    let mut known = HashMap::new();
    solve(&Board::default(), &mut known);
    known
}

fn utility() -> Utility {
    Utility::new(Aim::Win, PointRange::from_info(&TicTacToe.info()))
}

#[test]
fn alpha_beta_value_is_exact_for_all_positions() {
    let known = solved();
    assert_eq!(known.len(), 5478);
    assert_eq!(known[&Board::default()], 0.5);
    for table_bits in [0, 14] {
        let limits = AlphaBetaLimits { table_bits, ..AlphaBetaLimits::default() };
        let mut search = AlphaBeta::new(NoEvaluator, utility(), limits);
        // Without a table, test only the later positions, which are fast.
        let few = |board: &&Board| table_bits > 0 || legal(board).len() <= 6;
        for (board, &value) in known.iter().filter(|(board, _)| few(board)) {
            if matches!(GAME.status(board), Status::ToMove(_)) {
                for seat in [0, 1] {
                    let sign = if seat == 0 { 1.0 } else { -1.0 };
                    assert_eq!(search.value(&GAME, board, Seat::new(seat)), sign * (2.0 * value - 1.0), "{board:?}");
                }
            }
        }
    }
}

/// With perfect information, the tree of information sets is the tree of positions.
#[test]
fn ismcts_equals_uct_with_perfect_information() {
    let mut rng = Seed::master(4).rng();
    for number in 0..60 {
        let mut board = Board::default();
        for _ in 0..number % 7 {
            board = after(&board, GAME.sample_action(&board, &mut rng, &mut Vec::new()));
        }
        let Status::ToMove(seat) = GAME.status(&board) else { continue };
        for playout in [RANDOM, Playout { policy: PlayoutPolicy::Mast(3), cut: None }] {
            let mut ismcts = Ismcts::new(
                &GAME,
                SingleActions,
                NoEvaluator,
                utility(),
                IsmctsSettings { playout, ..uct(700 + number) },
            );
            let mut mcts = Mcts::new(utility(), Budget::iterations(700 + number), 0.7, playout);
            let roots = legal(&board);
            let (guesses, seed) = (vec![0.5; roots.len()], Seed::master(number));
            let task = SearchTask {
                game: &GAME,
                worlds: &board,
                seat,
                roots: &roots,
                start: &SearchStart::new(&GAME, &board),
                guesses: &guesses,
                seed,
            };
            let (mut one, mut other) = (Vec::new(), Vec::new());
            assert_eq!(ismcts.search(&task, &mut one), mcts.search(&task, &mut other));
            assert_eq!(one, other);
            assert_eq!(one.iter().map(|found| found.visits).sum::<u64>(), 700 + number);
        }
    }
}

/// Returns a random move among those that keep the value of the position.
fn perfect(board: &Board, known: &HashMap<Board, f64>, rng: &mut Rng) -> Cell {
    let best: Vec<Cell> = legal(board).into_iter().filter(|&cell| known[&after(board, cell)] == known[board]).collect();
    best[below(rng, best.len() as u32) as usize]
}

/// Returns the number of lost games of 1,000 on each side, half of them against a random player and half against a
/// perfect one. Four players with fixed choices take part on each side.
fn losses(agent: &str) -> u32 {
    let known = solved();
    let mut chosen: HashMap<(u64, Board), Cell> = HashMap::new();
    let mut choose = |number: u64, board: &Board, seat: Seat| {
        *chosen.entry((number, *board)).or_insert_with(|| {
            let seed = Seed::master(number).derive("player", &[seat.index() as u64]);
            build(&GAME, agent, seat, seed).choose(&GAME, board, seat, &mut Vec::new()).unwrap()
        })
    };
    let mut losses = 0;
    for number in 0..1000 {
        for side in [0, 1] {
            let mut rng = Seed::master(number).derive("opponent", &[side]).rng();
            let mut board = Board::default();
            let outcome = loop {
                let cell = match GAME.status(&board) {
                    Status::Over(outcome) => break outcome,
                    Status::ToMove(seat) if seat.index() as u64 == side => choose(number % 8 / 2, &board, seat),
                    _ if number % 2 == 0 => GAME.sample_action(&board, &mut rng, &mut Vec::new()),
                    _ => perfect(&board, &known, &mut rng),
                };
                board = after(&board, cell);
            };
            losses += u32::from(!outcome.winners[Seat::new(side as usize)]);
        }
    }
    losses
}

#[test]
fn searches_never_lose_at_tic_tac_toe() {
    for agent in ["mcts:iterations=5000", "ismcts:iterations=5000", "alpha-beta"] {
        assert_eq!(losses(agent), 0, "{agent}");
    }
    // Weak searches do lose, so the test can fail.
    assert!(losses("alpha-beta:depth=1") > 100);
    assert!(losses("mcts:iterations=20") > 50);
}

/// An evaluator that counts open lines.
#[derive(Clone)]
struct OpenLines;

impl Evaluator<TicTacToe, SingleActions> for OpenLines {
    fn state(&mut self, game: &TicTacToe, board: &Board) -> Utilities {
        let text = board.to_string().into_bytes();
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        let open = |mark: u8| lines.iter().filter(|line| line.iter().all(|&cell| text[cell] != mark)).count() as f64;
        let lead = (open(b'o') - open(b'x')) / 16.0;
        Utilities::from_fn(game.seats(), |seat| if seat.index() == 0 { 0.5 + lead } else { 0.5 - lead })
    }

    fn moves(&mut self, _: &TicTacToe, _: &Board, cells: &[Cell], values: &mut Vec<f64>) {
        values.clear();
        values.resize(cells.len(), 0.5);
    }
}

/// Returns the value of `board` to crosses less its value to noughts, `depth` actions ahead, by definition.
fn minimax(board: &Board, depth: u32) -> f64 {
    let lead = |utilities: &Utilities| utilities[Seat::new(0)] - utilities[Seat::new(1)];
    let seat = match GAME.status(board) {
        Status::Over(outcome) => return outcome.returns[Seat::new(0)] - outcome.returns[Seat::new(1)],
        Status::ToMove(_) if depth == 0 => return lead(&OpenLines.state(&GAME, board)),
        Status::ToMove(seat) => seat,
    };
    let values = legal(board).into_iter().map(|cell| minimax(&after(board, cell), depth - 1));
    let best = if seat.index() == 0 { f64::max } else { f64::min };
    values.reduce(best).expect("a seat to move has a cell")
}

/// Move ordering, killers, the table and deepening never change the value.
#[test]
fn alpha_beta_value_equals_minimax_at_every_depth() {
    let mut rng = Seed::master(8).rng();
    let mut boards = vec![Board::default()];
    for number in 0..200 {
        let mut board = Board::default();
        for _ in 0..number % 8 {
            if matches!(GAME.status(&board), Status::ToMove(_)) {
                board = after(&board, GAME.sample_action(&board, &mut rng, &mut Vec::new()));
            }
        }
        boards.push(board);
    }
    let mut cut = 0;
    for board in boards {
        let Status::ToMove(seat) = GAME.status(&board) else { continue };
        let sign = if seat.index() == 0 { 1.0 } else { -1.0 };
        for depth in 1..=4 {
            let exact = sign * minimax(&board, depth);
            let limits = |budget| AlphaBetaLimits { budget, depth: Some(depth), table_bits: 10 };
            let mut search = AlphaBeta::new(OpenLines, utility(), limits(Budget::default()));
            assert_eq!(search.value(&GAME, &board, seat), exact, "{board} {depth}");
            let roots = legal(&board);
            let (guesses, start) = (vec![0.5; roots.len()], SearchStart::new(&GAME, &board));
            let task = SearchTask {
                game: &GAME,
                worlds: &board,
                seat,
                roots: &roots,
                start: &start,
                guesses: &guesses,
                seed: Seed::master(1),
            };
            let mut found = Vec::new();
            let (best, all) = search.search(&task, &mut found);
            assert_eq!(2.0 * found[best].value - 1.0, exact, "{board} {depth}");
            assert_eq!(sign * minimax(&after(&board, roots[best]), depth - 1), exact, "{board} {depth}");
            // With half the budget, the search uses the last finished depth and exceeds the budget only slightly.
            let mut short = AlphaBeta::new(OpenLines, utility(), limits(Budget::iterations(all.iterations / 2)));
            let (_, spent) = short.search(&task, &mut found);
            assert!(spent.iterations <= all.iterations / 2 + roots.len() as u64 + 9, "{spent:?} of {all:?}");
            cut += u32::from(spent.iterations < all.iterations);
        }
    }
    assert!(cut > 100, "{cut}");
}

/// Crosses win at once with the third cell of the middle row, which is not the first free cell. A player that
/// maximizes the mean of both seats gains nothing by it, because one seat loses what the other wins.
#[test]
fn rollout_for_both_seats_sees_no_gain() {
    let cells = legal(&Board::default());
    let board = [4, 1, 5, 8].into_iter().fold(Board::default(), |board, place| after(&board, cells[place]));
    let crosses = Seat::new(0);
    let chosen = |allies: &[Seat]| {
        let seats =
            Box::new(|_: &TicTacToe, _: Seat, seed: Seed| Player::<TicTacToe>::Agent(Box::new(RandomAgent::new(seed))));
        let utility = Utility::new(Aim::Return, PointRange::from_info(&GAME.info()));
        let improving = RolloutAgent::new(seats, utility, 300, Seed::master(1)).for_allies(allies);
        Player::Agent(Box::new(improving)).choose(&GAME, &board, crosses, &mut Vec::new()).unwrap()
    };
    let alone = chosen(&[]);
    assert!(matches!(GAME.status(&after(&board, alone)), Status::Over(_)), "{alone:?}");
    assert_eq!(chosen(&[crosses]), alone);
    assert_eq!(chosen(&GAME.seats().iter().collect::<Vec<_>>()), legal(&board)[0]);
    assert_ne!(legal(&board)[0], alone);
}
