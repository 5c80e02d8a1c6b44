//! Tests of the agents of Ergo 1977: the search position agrees with the rules, alpha-beta with minimax, and the
//! mate solver with brute force.

use std::collections::BTreeSet;

use ergo_agents::games::ergo_invicta::features::{ACTIVE_INPUTS, INPUTS};
use ergo_agents::games::ergo_invicta::mate::MateSolver;
use ergo_agents::games::ergo_invicta::search::{AlphaBetaSearch, AlphaBetaSettings as Search, FORCED};
use ergo_agents::games::ergo_invicta::search_position::{ActionResult, SearchPosition};
use ergo_agents::games::ergo_invicta::windows::{WindowWeights, Windows};
use ergo_agents::net::mlp::Mlp;
use ergo_agents::roster::Roster;
use ergo_agents::search::budget::Budget;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::state::{EndedBy, State};
use ergo_engine::game::{Game, Status};
use ergo_engine::options::Configurable;
use ergo_engine::rng::{Rng, Seed, below};

use crate::play::{build, play, share};

fn game(options: &str) -> ErgoInvicta {
    ErgoInvicta::from_text(2, options).unwrap()
}

fn legal(game: &ErgoInvicta, state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal
}

/// Calls `see` with the states of semi-random games that prefer the middle of the board, so that windows fill up.
fn states(game: &ErgoInvicta, games: u64, mut see: impl FnMut(&State, &mut Rng)) {
    for seed in 0..games {
        let mut rng = Seed::master(seed).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(_) = game.status(&state) {
            see(&state, &mut rng);
            let all = legal(game, &state);
            let near = |action: &&Action| {
                action.target().is_some_and(|to| (3..7).contains(&to.file()) && (2..6).contains(&to.rank()))
            };
            let some: Vec<Action> = all.iter().filter(near).copied().collect();
            let some = if some.is_empty() || below(&mut rng, 4) == 0 { all } else { some };
            let action = some[below(&mut rng, some.len() as u32) as usize];
            game.apply(&mut state, action);
        }
    }
}

const VARIANTS: [&str; 6] = [
    "ply_cap=60",
    "ply_cap=60 pieces_per_side=5 corner_cut=true",
    "ply_cap=50 pieces_per_side=2 repetition_count=2 repetition_key=board_only",
    "ply_cap=50 pieces_per_side=1 repetition_count=2",
    "ply_cap=80 pieces_per_side=45 stalemate=loss",
    "ply_cap=80 pieces_per_side=45 stalemate=draw",
];

fn by_the_rules(game: &ErgoInvicta, state: &State, action: Action) -> (ActionResult, State) {
    let mut next = state.clone();
    let mover = state.position().to_move;
    let after = match game.play_in_game(&mut next, action) {
        None => ActionResult::GoesOn,
        Some(end) => match (end.ended_by, end.victor) {
            (EndedBy::Five, _) => ActionResult::Five,
            (EndedBy::Repetition, _) => ActionResult::Repeated,
            (EndedBy::Stalemate, Some(victor)) if victor == mover => ActionResult::Stuck,
            _ => ActionResult::Drawn,
        },
    };
    (after, next)
}

#[test]
fn search_position_follows_the_rules() {
    let mut kinds = BTreeSet::new();
    for options in VARIANTS {
        let game = game(options);
        states(&game, 8, |state, _| {
            let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
            let fresh = walk.windows().clone();
            for action in legal(&game, state) {
                let (after, next) = by_the_rules(&game, state, action);
                assert_eq!(walk.play(action), after, "{action} in {} {options}", state.position());
                assert_eq!(walk.position(), next.position());
                assert_eq!(*walk.windows(), Windows::new(next.position(), WindowWeights::default_values()));
                kinds.insert(format!("{after:?}"));
                walk.take_back();
                assert_eq!((walk.position(), walk.windows()), (state.position(), &fresh));
            }
            let side = state.position().to_move.index();
            let fives: Vec<Action> = legal(&game, state)
                .into_iter()
                .filter(|&action| by_the_rules(&game, state, action).0 == ActionResult::Five)
                .collect();
            assert_eq!(walk.can_win(side), !fives.is_empty(), "{}", state.position());
            let on = fives.iter().fold(0, |all, action| all | action.target().unwrap().bit());
            assert_eq!(walk.winning_squares(side, false), on, "{}", state.position());
        });
    }
    // Random play hardly ever leaves a side without a move.
    for (options, expected) in [("stalemate=loss", ActionResult::Stuck), ("stalemate=draw", ActionResult::Drawn)] {
        let game = game(options);
        let state = game.from_position("10/10/1h8/LHh7/Ll8/lh8/10/10/10 b 0+7 -".parse().unwrap());
        let action = "Pa7".parse().unwrap();
        assert_eq!(by_the_rules(&game, &state, action).0, expected);
        assert_eq!(SearchPosition::new(&game, &state, WindowWeights::default_values()).play(action), expected);
    }
    assert_eq!(kinds, ["Drawn", "Five", "GoesOn", "Repeated"].map(str::to_owned).into());
}

/// Repetitions count positions from before the search position was created.
#[test]
fn search_position_counts_earlier_positions() {
    let game = game("pieces_per_side=1 ply_cap=200");
    let mut repeated = 0;
    states(&game, 20, |state, _| {
        let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
        for action in legal(&game, state) {
            let (after, _) = by_the_rules(&game, state, action);
            assert_eq!(walk.play(action), after);
            repeated += u32::from(after == ActionResult::Repeated);
            walk.take_back();
        }
    });
    assert!(repeated > 0);
}

fn looks(threats: u32, table_bits: u32) -> AlphaBetaSearch {
    AlphaBetaSearch::new(settings_of(threats, table_bits))
}

fn settings_of(threats: u32, table_bits: u32) -> Search {
    Search { budget: Budget::default(), depth: 64, table_bits, threats, contempt: 20, reductions: false, net: None }
}

#[test]
fn alpha_beta_value_equals_minimax() {
    let (mut compared, mut forced) = (0, 0);
    for (options, every) in VARIANTS.into_iter().zip([2, 1, 1, 1, 8, 8]) {
        let game = game(options);
        states(&game, 8, |state, rng| {
            if below(rng, every) > 0 {
                return;
            }
            let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
            let depth = match legal(&game, state).len() {
                0..24 => 3,
                24..60 => 2,
                _ => 1 + u32::from(below(rng, 4) == 0),
            };
            let threats = below(rng, 2);
            let plain = looks(threats, 0).minimax(&mut walk, depth);
            for table_bits in [4, 14] {
                assert_eq!(looks(threats, table_bits).value(&mut walk, depth), plain, "{}", state.position());
            }
            compared += 1;
            forced += u32::from(plain.abs() >= FORCED);
        });
    }
    assert!(compared >= 1000 && forced >= 100, "{compared} {forced}");
}

/// The net is untrained.
#[test]
fn alpha_beta_with_net_equals_minimax() {
    let net: &'static Mlp =
        Box::leak(Box::new(Mlp::random(&[INPUTS, 8, 1], ACTIVE_INPUTS, &mut Seed::master(1).rng())));
    let mut compared = 0;
    for options in ["ply_cap=60", "ply_cap=50 pieces_per_side=2 repetition_count=2"] {
        let game = game(options);
        states(&game, 4, |state, rng| {
            let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
            let (depth, threats) = (1 + u32::from(legal(&game, state).len() < 50), below(rng, 2));
            let looks =
                |table_bits| AlphaBetaSearch::new(Search { net: Some(net), ..settings_of(threats, table_bits) });
            let plain = looks(0).minimax(&mut walk, depth);
            assert_eq!(looks(12).value(&mut walk, depth), plain, "{}", state.position());
            compared += 1;
        });
    }
    assert!(compared > 100, "{compared}");
}

/// The best roots have the minimax value, and no other root exceeds it.
#[test]
fn best_root_value_equals_minimax() {
    let game = game("ply_cap=60");
    let mut compared = 0;
    // One search for all positions: earlier decisions must not matter.
    let mut looking =
        AlphaBetaSearch::new(Search { depth: 2, table_bits: 12, threats: 1, contempt: 20, ..Search::default() });
    states(&game, 3, |state, _| {
        let all = legal(&game, state);
        let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
        let found = looking.search(&mut walk, &all);
        let best = *found.iter().max().unwrap();
        // A forced win or loss ends the search at the first depth.
        let first = looks(1, 0).minimax(&mut walk, 1);
        let expected = if first.abs() >= FORCED { first } else { looks(1, 0).minimax(&mut walk, 2) };
        assert_eq!(best, expected, "{}", state.position());
        compared += 1;
    });
    assert!(compared > 50);
}

/// Returns true if the side to move forces a five with `own` actions, by exhaustive search with the rules of the
/// engine.
fn forces(game: &ErgoInvicta, state: &State, own: u32) -> bool {
    legal(game, state).into_iter().any(|action| match by_the_rules(game, state, action) {
        (ActionResult::Five, _) => true,
        (ActionResult::GoesOn, next) => own > 1 && is_lost(game, &next, own - 1),
        _ => false,
    })
}

fn is_lost(game: &ErgoInvicta, state: &State, own: u32) -> bool {
    legal(game, state).into_iter().all(|reply| match by_the_rules(game, state, reply) {
        (ActionResult::GoesOn, next) => forces(game, &next, own),
        _ => false,
    })
}

#[test]
fn mate_solver_agrees_with_brute_force() {
    let mut counts = [0; 3];
    for options in ["ply_cap=40", "ply_cap=40 pieces_per_side=5", "ply_cap=50 pieces_per_side=45 stalemate=loss"] {
        let game = game(options);
        states(&game, 6, |state, rng| {
            if below(rng, 3) > 0 {
                return;
            }
            let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
            let mut mates = MateSolver::default();
            let found = mates.shortest_win(&mut walk, 2);
            let brute = (1..=2).find(|&own| forces(&game, state, own));
            assert_eq!(found, brute, "{}", state.position());
            counts[brute.unwrap_or(0) as usize] += 1;
        });
    }
    assert!(counts.iter().all(|&count| count >= 10), "{counts:?}");
}

/// The mate solver confirms the wins of the threat search, in as many actions.
#[test]
fn threat_wins_are_confirmed_by_solver() {
    let (mut found, mut tried) = (0, 0);
    for options in ["ply_cap=60", "ply_cap=30 pieces_per_side=6", "ply_cap=60 pieces_per_side=45 stalemate=draw"] {
        let game = game(options);
        states(&game, 25, |state, _| {
            let mut walk = SearchPosition::new(&game, state, WindowWeights::default_values());
            if walk.can_win(state.position().to_move.index()) {
                return;
            }
            tried += 1;
            if let Some(plies) = MateSolver::default().win_by_threats(&mut walk, 2, 0) {
                found += 1;
                let own = plies.div_ceil(2);
                let shortest = MateSolver::default().shortest_win(&mut walk, own);
                assert!(shortest.is_some(), "{plies} plies in {}", state.position());
            }
        });
    }
    assert!(found > 60 && tried > 500, "{found} of {tried}");
}

const CASES: &str = include_str!("../../../engine/tests/cases/ergo-invicta.txt");

/// The solver finds the number of actions and all first actions of the worked cases, and the agent plays one of
/// them.
#[test]
fn mate_solver_solves_worked_cases() {
    let mut solved = 0;
    for line in CASES.lines().filter(|line| line.contains(" ; mate ; ")) {
        let parts: Vec<&str> = line.split(" ; ").collect();
        let game = game(parts[2]);
        let state = game.from_position(parts[3].parse().unwrap());
        let mut walk = SearchPosition::new(&game, &state, WindowWeights::default_values());
        let mut mates = MateSolver::default();
        let own = mates.shortest_win(&mut walk, 4).unwrap();
        assert_eq!(own.to_string(), parts[4], "{line}");
        let mut firsts: Vec<String> =
            mates.winning_first_actions(&mut walk, own).iter().map(ToString::to_string).collect();
        firsts.sort();
        assert_eq!(firsts.join(" "), parts[5], "{line}");
        assert!(mates.nodes() < 2_000_000, "{} positions for {line}", mates.nodes());
        let agent = format!("alpha-beta:depth={},threats=3", 2 * own - 1);
        let Status::ToMove(seat) = game.status(&state) else { panic!("{line}") };
        let mut player = build(&game, &agent, seat, Seed::master(1));
        let choice = player.choose(&game, &state, seat, &mut Vec::new()).unwrap().to_string();
        assert!(firsts.contains(&choice), "{choice} for {line}");
        solved += 1;
    }
    assert_eq!(solved, 25);
}

#[test]
fn every_agent_plays_to_the_end() {
    let game = game("ply_cap=24 games=2 opening_plies=3");
    let registry = ErgoInvicta::registry();
    let kinds: Vec<&str> = registry.kinds().map(|kind| kind.name).collect();
    assert_eq!(kinds, ["random", "flat", "pimc", "ismcts", "mcts", "alpha-beta", "greedy", "td"]);
    for agent in [
        "random",
        "flat:iterations=20",
        "pimc:iterations=1,depth=1",
        "ismcts:iterations=20",
        "mcts:iterations=20",
        "alpha-beta:depth=2",
        "alpha-beta:depth=0,iterations=500",
        "alpha-beta:depth=2,evaluator=net",
        "greedy",
        "td",
    ] {
        play(&game, &[agent, "random"], Seed::master(1), |_, _, _| {});
    }
}

#[test]
fn deeper_search_is_stronger() {
    let game = game("opening_plies=2");
    for (one, other, matches, least) in [
        ("greedy", "random", 6, 0.9),
        ("alpha-beta:depth=2", "greedy", 6, 0.8),
        ("td", "random", 6, 0.9),
        // About as many positions as `greedy` evaluates; the search skips actions that the windows refute.
        ("alpha-beta:depth=0,iterations=300", "greedy", 40, 0.9),
    ] {
        let (share, _) = share(&game, one, other, matches);
        assert!(share > least, "{one} against {other}: {share}");
    }
}

/// The budget is kept, except that the first depth is finished.
#[test]
fn search_stops_near_its_budget() {
    let game = game("opening_plies=10");
    let state = game.deal(&mut Seed::master(4).rng());
    let all = legal(&game, &state);
    for most in [2_000, 20_000] {
        let budget = Budget::iterations(most);
        let mut looking = AlphaBetaSearch::new(Search { budget, depth: 64, table_bits: 14, ..Search::default() });
        looking.search(&mut SearchPosition::new(&game, &state, WindowWeights::default_values()), &all);
        let spent = looking.cost().iterations;
        assert!((most..most + 1000).contains(&spent), "{spent} of {most}");
    }
}

/// A draw by repetition has the value of the contempt: it is sought when losing and avoided when winning.
#[test]
fn repetition_has_the_value_of_contempt() {
    let game = game("repetition_count=2");
    let mut state = game.from_position("9l/10/10/10/10/10/10/10/L9 w 0+0 -".parse().unwrap());
    for action in ["a1b1", "j9i9"] {
        game.apply(&mut state, action.parse().unwrap());
    }
    let mut walk = SearchPosition::new(&game, &state, WindowWeights::default_values());
    walk.play("b1a1".parse().unwrap());
    assert_eq!(walk.play("i9j9".parse().unwrap()), ActionResult::Repeated);
    walk.take_back();
    walk.take_back();
    let value = |contempt| {
        let mut looking = AlphaBetaSearch::new(Search { depth: 1, table_bits: 4, contempt, ..Search::default() });
        let mut back = walk.clone();
        back.play("b1a1".parse().unwrap());
        looking.search(&mut back, &["i9j9".parse().unwrap(), "i9h9".parse().unwrap()])
    };
    assert_eq!(value(30)[0], -30);
    assert_eq!(value(-30)[0], 30);
}
