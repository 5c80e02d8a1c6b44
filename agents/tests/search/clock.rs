//! Tests of searches with a time limit: they stop when the time is up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use ergo_agents::agent::Explanation;
use ergo_agents::roster::Roster;
use ergo_agents::search::budget::Clock;
use ergo_agents::spec::AgentSpec;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::game::Status;
use ergo_engine::options::OptionError;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

/// A clock whose time is up after a number of calls per decision.
struct CountingClock {
    questions: u64,
    asked: AtomicU64,
}

impl Clock for CountingClock {
    fn start(&self) {
        self.asked.store(0, SeqCst);
    }

    fn is_up(&self, until: f64) -> bool {
        (self.asked.fetch_add(1, SeqCst) + 1) as f64 >= until * self.questions as f64
    }
}

fn try_spec<G: Roster>(text: &str) -> Result<AgentSpec, OptionError> {
    G::registry().parse(text)
}

/// Returns the actions and explanations of an agent's first choices in a match against random players.
fn played<G: Roster>(game: &G, text: &str, questions: Option<u64>) -> Vec<(String, Option<Explanation>)> {
    let (first, spec) = (Seat::new(0), try_spec::<G>(text).unwrap());
    let fake = |questions| Arc::new(CountingClock { questions, asked: AtomicU64::new(0) }) as Arc<dyn Clock>;
    let clock = questions.map(fake);
    let mut player = G::registry().build_player(game, &spec, first, Seed::master(3), clock.as_ref());
    let (mut chance, mut room) = (Seed::master(4).rng(), Vec::new());
    let mut state = game.deal(&mut Seed::master(5).rng());
    let mut choices = Vec::new();
    while let Status::ToMove(seat) = game.status(&state)
        && choices.len() < 12
    {
        let action = if seat == first {
            let action = player.choose(game, &state, seat, &mut room).unwrap();
            choices.push((action.to_string(), player.explain()));
            action
        } else {
            game.sample_action(&state, &mut chance, &mut room)
        };
        game.apply(&mut state, action);
    }
    choices
}

/// Returns the iterations of every searched decision if the clock allows this many calls.
fn iterations<G: Roster>(game: &G, text: &str, questions: u64) -> Vec<u64> {
    let weighed = played(game, text, Some(questions)).into_iter().filter_map(|(_, weighed)| weighed);
    let used: Vec<u64> = weighed.map(|weighed| weighed.iterations).filter(|used| *used > 0).collect();
    assert!(!used.is_empty(), "{text}");
    used
}

/// A timed search in one part can be repeated without a clock.
#[test]
fn iterations_of_a_timed_search_repeat_its_choice() {
    fn check<G: Roster>(game: &G, kind: &str) {
        let then = played(game, &format!("{kind},iterations=0,milliseconds=5"), Some(23));
        assert_eq!(then[0].1.as_ref().unwrap().iterations, 23, "{kind}");
        assert_eq!(played(game, &format!("{kind},iterations=23"), None), then, "{kind}");
        assert_ne!(played(game, &format!("{kind},iterations=22"), None), then, "{kind}");
    }
    check(&TicTacToe, "mcts:drawn=1");
    check(&TicTacToe, "ismcts:drawn=1");
    check(&Kuhn, "pimc:depth=2");
    check(&Ergo(Rules::printed(2)), "ismcts:cut=1");
    check(&Ergo(Rules::printed(2)), "pimc:depth=1");
}

/// The first limit that is reached ends the search.
#[test]
fn other_limits_apply_with_a_clock() {
    for text in ["ismcts:iterations=5,milliseconds=5", "pimc:iterations=5,milliseconds=5"] {
        assert!(iterations(&Kuhn, text, 100).iter().all(|used| *used == 5));
        assert!(iterations(&Kuhn, text, 3).iter().all(|used| *used == 3));
    }
    let game = Ergo(Rules::printed(2));
    let used = iterations(&game, "ismcts:iterations=0,evaluations=60,milliseconds=5", 1000);
    assert!(used.iter().all(|used| *used <= 60), "{used:?}");
    // Of 400 playouts in four rounds of halving, sixteen candidates get 6, 12, 25 and 50 worlds.
    let used = iterations(&game, "flat:cut=1,candidates=16,iterations=400,milliseconds=5", 1_000_000);
    assert!(used.contains(&(16 * 6 + 8 * 12 + 4 * 25 + 2 * 50)), "{used:?}");
}

/// Rounds of halving, and trees that grow one after another, have equal shares of the time.
#[test]
fn halving_rounds_and_trees_share_the_time() {
    let game = Ergo(Rules::printed(2));
    let used = iterations(&game, "flat:cut=0,candidates=8,iterations=0,milliseconds=5", 90);
    // 30, 29 and 29 worlds: the first one is played without asking the clock.
    assert!(used.contains(&(8 * 30 + 4 * 29 + 2 * 29)), "{used:?}");
    let used = iterations(&game, "ismcts:cut=1,trees=3,iterations=0,milliseconds=5", 90);
    assert!(used.iter().all(|used| *used == 90), "{used:?}");
    let side_by_side = iterations(&game, "ismcts:cut=1,trees=2,threads=2,iterations=0,milliseconds=5", 90);
    assert!(side_by_side.iter().all(|used| *used >= 90), "{side_by_side:?}");
}

#[test]
fn search_without_limit_is_rejected() {
    for (text, words) in [
        ("flat:iterations=0", "iterations = 0 and milliseconds = 0: expected a limit"),
        ("flat:iterations=0,evaluations=9", "iterations = 0 and milliseconds = 0: expected a limit"),
        ("pimc:iterations=0", "iterations = 0 and evaluations = 0 and milliseconds = 0: expected a limit"),
        ("ismcts:milliseconds=3600001", "milliseconds = 3600001: expected a whole number from 0 to 3600000"),
        ("greedy:milliseconds=1", "unknown key \"milliseconds\""),
    ] {
        let error = try_spec::<Ergo>(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    for kind in ["flat", "pimc", "ismcts", "mcts"] {
        let error = try_spec::<TicTacToe>(&format!("{kind}:iterations=0")).unwrap_err().to_string();
        assert!(error.contains("iterations = 0 and milliseconds = 0"), "{kind}: {error}");
        let timed = try_spec::<TicTacToe>(&format!("{kind}:iterations=0,milliseconds=7")).unwrap();
        assert_eq!(timed.milliseconds(), Some(7));
        assert_eq!(try_spec::<TicTacToe>(kind).unwrap().milliseconds(), None);
    }
    assert!(try_spec::<Ergo>("pimc:iterations=0,evaluations=9").is_ok());
}
