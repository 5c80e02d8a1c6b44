//! Searches that go by a clock: they end when it is up, and what it allowed makes the same choices again.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use ergo_agents::agent::Explanation;
use ergo_agents::roster::Roster;
use ergo_agents::search::budget::Clock;
use ergo_agents::spec::AgentSpec;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::game::Status;
use ergo_engine::options::{OptionError, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

/// Iterations of each part of each decision.
type Used = Vec<Vec<u64>>;

/// The measure that a clock goes by.
enum Hand {
    /// Its time: to be asked so often in a decision.
    Questions(u64),
    /// The record of what another one allowed.
    Record(Used),
}

struct Fake {
    hand: Hand,
    asked: AtomicU64,
    used: Mutex<Used>,
}

impl Fake {
    fn new(hand: Hand) -> Arc<Self> {
        Arc::new(Fake { hand, asked: AtomicU64::new(0), used: Mutex::default() })
    }

    fn used(&self) -> Used {
        self.used.lock().unwrap().clone()
    }
}

impl Clock for Fake {
    fn start(&self) {
        self.asked.store(0, SeqCst);
    }

    fn is_up(&self, part: usize, until: f64, iterations: u64) -> bool {
        match &self.hand {
            Hand::Questions(all) => (self.asked.fetch_add(1, SeqCst) + 1) as f64 >= until * *all as f64,
            Hand::Record(used) => iterations >= used[self.used.lock().unwrap().len()][part],
        }
    }

    fn stop(&self, iterations: &[u64]) {
        self.used.lock().unwrap().push(iterations.to_vec());
    }
}

fn try_spec<G: Roster>(text: &str) -> Result<AgentSpec, OptionError> {
    let (kind, settings) = text.split_once(':').unwrap_or((text, ""));
    let one = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap();
        let value = value.parse().map_or_else(|_| Value::Text(value.to_owned()), Value::Int);
        (key.to_owned(), value)
    };
    let given = Settings(settings.split(',').filter(|pair| !pair.is_empty()).map(one).collect());
    G::registry().checked(kind, &given)
}

/// Everything that an agent of `text` at the first seat did and weighed in its first choices of a match against random ones.
fn played<G: Roster>(game: &G, text: &str, clock: Option<Arc<Fake>>) -> Vec<(String, Option<Explanation>)> {
    let (first, spec) = (Seat::new(0), try_spec::<G>(text).unwrap());
    let clock = clock.map(|clock| clock as Arc<dyn Clock>);
    let mut player = G::registry().seat(game, &spec, first, Seed::master(3), clock.as_ref());
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

/// Plays by the fake clock, then by its record, and gives what it allowed.
fn repeated<G: Roster>(game: &G, text: &str, questions: u64) -> Used {
    let clock = Fake::new(Hand::Questions(questions));
    let then = played(game, text, Some(clock.clone()));
    let used = clock.used();
    assert!(!used.is_empty() && used.iter().all(|parts| parts[0] > 0), "{text}: {used:?}");
    let again = Fake::new(Hand::Record(used.clone()));
    assert_eq!(played(game, text, Some(again.clone())), then, "{text}");
    assert_eq!(again.used(), used, "{text}");
    used
}

#[test]
fn what_a_clock_allowed_makes_the_same_choices() {
    for questions in [1, 9, 50] {
        for kind in ["flat", "pimc", "ismcts"] {
            let text = format!("{kind}:iterations=0,milliseconds=5");
            repeated(&Kuhn, &text, questions);
            repeated(&TicTacToe, &text, questions);
        }
        repeated(&TicTacToe, "mcts:iterations=0,milliseconds=5", questions);
        repeated(&Kuhn, "ismcts:iterations=0,milliseconds=5,trees=5,threads=2", questions);
        let game = Ergo(Rules::printed(3));
        for more in
            ["flat:cut=1", "pimc:depth=1", "ismcts:cut=1", "ismcts:cut=1,trees=3", "ismcts:cut=1,trees=4,threads=3"]
        {
            repeated(&game, &format!("{more},iterations=0,milliseconds=5"), questions);
        }
    }
}

/// A search of one part can be repeated without any clock.
#[test]
fn a_count_given_back_as_iterations_makes_the_same_choice() {
    fn check<G: Roster>(game: &G, kind: &str) {
        let clock = Fake::new(Hand::Questions(23));
        let then = played(game, &format!("{kind},iterations=0,milliseconds=5"), Some(clock.clone()));
        assert!(clock.used().iter().all(|parts| *parts == [23]), "{kind}: {:?}", clock.used());
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

/// Whatever comes first ends the search.
#[test]
fn other_bounds_stay() {
    for text in ["ismcts:iterations=5,milliseconds=5", "pimc:iterations=5,milliseconds=5"] {
        assert!(repeated(&Kuhn, text, 100).iter().all(|parts| *parts == [5]));
        assert!(repeated(&Kuhn, text, 3).iter().all(|parts| *parts == [3]));
    }
    let game = Ergo(Rules::printed(2));
    let used = repeated(&game, "ismcts:iterations=0,evaluations=60,milliseconds=5", 1000);
    assert!(used.iter().all(|parts| parts[0] <= 60), "{used:?}");
    // Of 400 playouts shared out among four rounds, sixteen candidates have six worlds in the first.
    let used = repeated(&game, "flat:cut=1,candidates=16,iterations=400,milliseconds=5", 1_000_000);
    assert!(used.contains(&vec![6, 12, 25, 50]), "{used:?}");
}

/// Rounds of halving have even parts of the time, and so have trees that grow one after another.
#[test]
fn parts_share_the_time() {
    let game = Ergo(Rules::printed(2));
    let used = repeated(&game, "flat:cut=0,candidates=8,iterations=0,milliseconds=5", 90);
    // The first world needs no leave.
    assert!(used.contains(&vec![30, 29, 29]), "{used:?}");
    let used = repeated(&game, "ismcts:cut=1,trees=3,iterations=0,milliseconds=5", 90);
    assert!(used.iter().all(|parts| *parts == [30, 30, 30]), "{used:?}");
    let side_by_side = repeated(&game, "ismcts:cut=1,trees=2,threads=2,iterations=0,milliseconds=5", 90);
    assert!(side_by_side.iter().all(|parts| parts.iter().sum::<u64>() >= 90), "{side_by_side:?}");
}

#[test]
fn a_search_without_any_bound_is_refused() {
    for (text, words) in [
        ("flat:iterations=0", "iterations = 0 and milliseconds = 0: expected a bound"),
        ("flat:iterations=0,evaluations=9", "iterations = 0 and milliseconds = 0: expected a bound"),
        ("pimc:iterations=0", "iterations = 0 and evaluations = 0 and milliseconds = 0: expected a bound"),
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
