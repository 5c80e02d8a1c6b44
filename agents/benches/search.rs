//! How fast the searches are on ERGO, on one core, and how much of that is the tree and not the playouts. Each bench checks
//! the answer it was given before it tells the time.
//!
//! `cargo bench -p ergo-agents` runs all, `cargo bench -p ergo-agents -- ismcts` those of that name. The time is that of the
//! processor as the system counts it. The share of the tree is what the search takes longer than its playouts alone: the same
//! number of moves, played by the same policy from the same worlds. The last lines are of Philosophia: games of four planners, and
//! decisions of who searches by them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ergo_agents::games::ergo::heuristic::Weights;
use ergo_agents::games::ergo::heuristic_evaluator::HandWritten;
use ergo_agents::games::ergo::turns::{Turn, Turns};
use ergo_agents::roster::Roster;
use ergo_agents::search::agent::{Search, Task};
use ergo_agents::search::budget::Budget;
use ergo_agents::search::evaluator::{Blind, Evaluator};
use ergo_agents::search::flat::Flat;
use ergo_agents::search::ismcts::{Backup, Ismcts, Mode, Settings as Tree};
use ergo_agents::search::moves::Moves;
use ergo_agents::search::playout::{Playout, Policy, Walker};
use ergo_agents::search::select::{Rule, Widening};
use ergo_agents::utility::{Aim, Span, Start, Utility};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::determinize::Worlds;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use rustix::time::{ClockId, clock_gettime};

/// Processor time this thread has used.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Seconds of processor time of one of the runs of `work`, after one that is not counted, for a second or longer. `work`
/// tells an answer that is known.
fn seconds(name: &str, answer: u64, mut work: impl FnMut() -> u64) -> f64 {
    assert_eq!(work(), answer, "the answer of {name}");
    let (begun, mut runs) = (Instant::now(), 0);
    let start = processor_time();
    while runs == 0 || begun.elapsed() < Duration::from_secs(1) {
        assert_eq!(work(), answer, "the answer of {name}");
        runs += 1;
    }
    (processor_time() - start).as_secs_f64() / f64::from(runs)
}

/// A decision of a random match.
struct Point {
    seat: Seat,
    worlds: Worlds,
    start: Start,
    roots: Vec<Turn>,
    guesses: Vec<f64>,
}

/// Decisions at the beginning of turns of random matches.
fn points(game: &Ergo, count: usize) -> Vec<Point> {
    let mut rng = Seed::master(9).rng();
    let mut all = Vec::new();
    let mut evaluator = judge();
    while all.len() < count {
        let mut state = game.deal(&mut rng);
        let mut number = 0;
        while let Status::ToMove(seat) = game.status(&state) {
            number += 1;
            if number % 11 == 0 {
                all.push(point(game, &state, seat, &mut evaluator));
            }
            Turns.play_random(game, &mut state, &mut rng, &mut Default::default());
        }
    }
    all.truncate(count);
    all
}

fn point(game: &Ergo, state: &State, seat: Seat, evaluator: &mut HandWritten) -> Point {
    let (mut roots, mut guesses) = (Vec::new(), Vec::new());
    Turns.list(game, state, &mut Default::default(), &mut roots);
    evaluator.moves(game, state, &roots, &mut guesses);
    let (worlds, start) = (Turns.worlds(game, &game.observe(state, seat)), Start::of(game, state));
    Point { seat, worlds, start, roots, guesses }
}

fn utility() -> Utility {
    Utility::new(Aim::Margin, Span { low: 0.0, high: 40.0 })
}

fn judge() -> HandWritten {
    let weights = Settings::default().checked(&Weights::options()).expect("the defaults");
    HandWritten::new(Weights::new(&weights), utility())
}

const ITERATIONS: u64 = 1000;

fn tree(playout: Playout, rule: Rule, expand: u32) -> Tree {
    Tree {
        budget: Budget::iterations(ITERATIONS),
        trees: 1,
        threads: 1,
        mode: Mode::SingleObserver,
        rule,
        widen_own: Widening { k: 8.0, alpha: 0.5 },
        widen_others: Widening { k: 2.0, alpha: 0.35 },
        expand,
        backup: Backup::MaxN,
        classes: false,
        playout,
    }
}

/// Searches every point: visits of the moves chosen, and turns that were played out.
fn search(game: &Ergo, points: &[Point], search: &mut impl Search<Ergo, Turns>) -> u64 {
    let mut found = Vec::new();
    let mut visits = 0;
    for (number, point) in points.iter().enumerate().filter(|(_, point)| point.roots.len() > 1) {
        let Point { seat, worlds, start, roots, guesses } = point;
        let task = Task { game, worlds, seat: *seat, roots, start, guesses, seed: Seed::master(number as u64) };
        let (best, _) = search.search(&task, &mut found);
        visits += found[best].visits;
    }
    visits
}

/// Plays as many turns as the searches did, from worlds of the same points: nothing but the playouts.
fn playouts<J: Evaluator<Ergo, Turns>>(
    game: &Ergo,
    points: &[Point],
    evaluator: J,
    playout: Playout,
    turns: u64,
) -> f64 {
    let mut walker = Walker::new(Turns, evaluator, utility());
    let (mut played, mut spent) = (0, Duration::ZERO);
    let mut worlds: Vec<State> = Vec::new();
    let mut rng = Seed::master(3).rng();
    while played < turns {
        worlds.clear();
        worlds.extend(points.iter().flat_map(|point| {
            let mut drawn = |_| {
                let mut world = point.worlds.draw(&mut rng);
                // As in the search: a turn has been played.
                Turns.play_random(game, &mut world, &mut rng, &mut Default::default());
                (Start::of(game, &world) == point.start).then_some(world)
            };
            (0..20).filter_map(&mut drawn).collect::<Vec<_>>()
        }));
        walker.begin(&points[0].start);
        let start = processor_time();
        for world in &mut worlds {
            black_box(walker.play_out(playout, game, world, &mut rng));
        }
        spent += processor_time() - start;
        played += walker.played;
    }
    spent.as_secs_f64() * turns as f64 / played as f64
}

/// Tells how fast a search is and what share of it is not playouts.
fn ismcts<J: Evaluator<Ergo, Turns> + Clone>(name: &str, seats: usize, evaluator: J, tree: Tree, answer: u64) {
    let name = format!("ismcts_{name}_{seats}_seats");
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let game = Ergo(Rules::printed(seats));
    let points = points(&game, 40);
    let playout = tree.playout;
    let mut searcher = Ismcts::new(&game, Turns, evaluator.clone(), utility(), tree);
    // By turns, so that what else the machine does falls on both alike.
    let (mut time, mut alone, mut turns, mut runs) = (0.0, 0.0, 0, 0_u32);
    let begun = Instant::now();
    while runs < 2 || begun.elapsed() < Duration::from_secs(2) {
        let start = processor_time();
        let (mut visits, mut played) = (0, 0);
        for point in &points {
            visits += search(&game, std::slice::from_ref(point), &mut searcher);
            played += if point.roots.len() > 1 { searcher.played_out() } else { 0 };
        }
        let spent = (processor_time() - start).as_secs_f64();
        assert_eq!(visits, answer, "the answer of {name}");
        let without = playouts(&game, &points, evaluator.clone(), playout, played);
        // The first run is not counted.
        if runs > 0 {
            time += spent;
            alone += without;
            turns += played;
        }
        runs += 1;
    }
    let (time, alone, turns) = (time / f64::from(runs - 1), alone / f64::from(runs - 1), turns / (u64::from(runs) - 1));
    let iterations = ITERATIONS * points.iter().filter(|point| point.roots.len() > 1).count() as u64;
    println!(
        "{name:<28} {:>9.0} turns played out and {:>8.0} iterations a second of processor time; {:>4.1} % is the tree \
         ({:.2} us an iteration)",
        turns as f64 / time,
        iterations as f64 / time,
        100.0 * (1.0 - alone / time),
        1e6 * (time - alone) / iterations as f64
    );
}

fn main() {
    let random = Playout { policy: Policy::Random, cut: None };
    let ucb1 = Rule::Ucb1 { c: 0.7 };
    for (seats, answer) in [(2, 1534), (3, 1131), (4, 1582)] {
        ismcts("random", seats, Blind, tree(random, ucb1, 1), answer);
    }
    let informed = Playout { policy: Policy::BestOf(4), cut: Some(8) };
    for (seats, answer) in [(2, 8198), (4, 4238)] {
        ismcts("informed", seats, judge(), tree(informed, Rule::Puct { c: 1.25, temperature: 0.05 }, 4), answer);
    }
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if wanted.as_ref().is_none_or(|wanted| "flat_informed_2_seats".contains(wanted)) {
        let game = Ergo(Rules::printed(2));
        let points = points(&game, 40);
        let mut flat = Flat::new(Turns, judge(), utility(), Budget::iterations(400), (16, 0.0), informed);
        let time = seconds("flat_informed", 3771, || search(&game, &points, &mut flat));
        println!(
            "flat_informed_2_seats        {:>9.0} decisions a second of processor time",
            points.len() as f64 / time
        );
    }
    for name in ["planner-tuned", "td", "flat-planned"] {
        if wanted.as_ref().is_none_or(|wanted| format!("philosophia_{name}").contains(wanted)) {
            philosophia(name);
        }
    }
}

/// Matches of Philosophia at four seats, the agent called `name` in the first and tuned planners in the others.
fn philosophia(name: &str) {
    let game = Philosophia::configure(SeatCount::new(4), &Settings::default()).expect("the printed rules");
    let agents = Philosophia::registry();
    let seated = |name: &str, seat: Seat, seed: u64| {
        let spec = agents.checked(name, &Settings::default()).expect("it is there");
        agents.seat_agent(&game, &spec, seat, Seed::master(seed))
    };
    let (mut made, mut matches, mut time) = (0, 0, Duration::ZERO);
    let (begun, mut legal) = (Instant::now(), Vec::new());
    let start = processor_time();
    while begun.elapsed() < Duration::from_secs(2) {
        let mut state = game.deal(&mut Seed::master(matches).rng());
        let mut players: Vec<_> = game
            .seats()
            .iter()
            .map(|seat| seated(if seat.index() == 0 { name } else { "planner-tuned" }, seat, matches))
            .collect();
        while let Status::ToMove(seat) = game.status(&state) {
            let before = processor_time();
            let action = players[seat.index()].choose(&game, &state, seat, &mut legal).expect("an answer");
            if seat.index() == 0 {
                made += 1;
                time += processor_time() - before;
            }
            game.apply(&mut state, action);
        }
        let Status::Over(outcome) = game.status(&state) else { unreachable!("nobody is to move") };
        assert!(
            (outcome.returns.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "the answer of {name}: one win, shared or not"
        );
        matches += 1;
    }
    let seconds = (processor_time() - start).as_secs_f64();
    println!(
        "philosophia_{name:<20} {:>9.0} decisions, {:>7.1} matches against three planners a second of processor time",
        made as f64 / time.as_secs_f64(),
        matches as f64 / seconds
    );
}
