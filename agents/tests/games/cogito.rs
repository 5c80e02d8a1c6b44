//! The players of Cogito: nobody declares wrongly while he knows better, nobody looks at what he cannot see, and who weighs what
//! he sees does better.

use ergo_agents::agent::Player;
use ergo_agents::games::cogito::posterior::posterior;
use ergo_agents::games::cogito::rule::Rule;
use ergo_agents::games::cogito::sensible::Sensible;
use ergo_agents::games::cogito::solved;
use ergo_agents::registry::Registry;
use ergo_agents::roster::Roster;
use ergo_agents::search::moves::Moves;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::determinize::Worlds;
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Outcome, Status};
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::{Seat, SeatCount};

fn cogito(seats: usize, diagram: &str) -> Cogito {
    let given = Settings([("diagram".to_owned(), Value::Text(diagram.to_owned()))].into_iter().collect());
    Cogito::configure(SeatCount::new(seats), &given).unwrap()
}

/// `kind` or `kind:key=value,key=value`.
fn seated(agents: &Registry<Cogito>, game: &Cogito, agent: &str, seat: Seat, seed: Seed) -> Player<Cogito> {
    let (kind, settings) = agent.split_once(':').unwrap_or((agent, ""));
    let pair = |setting: &str| {
        let (key, value) = setting.split_once('=').unwrap();
        let number = value.parse().map(Value::Int).or_else(|_| value.parse().map(Value::Real));
        (key.to_owned(), number.unwrap_or_else(|_| Value::Text(value.to_owned())))
    };
    let given = Settings(settings.split(',').filter(|setting| !setting.is_empty()).map(pair).collect());
    let spec = agents.checked(kind, &given).unwrap();
    agents.seat_agent(game, &spec, seat, seed)
}

/// Plays a match, showing every decision.
fn play(game: &Cogito, who: &[&str], number: u64, mut see: impl FnMut(&State, Seat, Action)) -> Outcome {
    let agents = Cogito::registry();
    let seed = Seed::master(number);
    let mut players: Vec<_> = game
        .seats()
        .iter()
        .map(|seat| seated(&agents, game, who[seat.index()], seat, seed.derive("player", &[seat.index() as u64])))
        .collect();
    let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
    let mut scratch = Vec::new();
    loop {
        match game.status(&state) {
            Status::Over(outcome) => return outcome,
            Status::ToMove(seat) => {
                let action = players[seat.index()].choose(game, &state, seat, &mut scratch).unwrap();
                assert!(game.is_legal(&state, action), "{}: {action}", who[seat.index()]);
                see(&state, seat, action);
                game.apply(&mut state, action);
            }
        }
    }
}

/// The share of the win of `one` among `other`s over deals played in every seat, and its standard error.
fn share(game: &Cogito, one: &str, other: &str, deals: u64) -> (f64, f64) {
    let seats = game.seats().get();
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let mut mean = 0.0;
        for at in 0..seats {
            let who: Vec<&str> = (0..seats).map(|seat| if seat == at { one } else { other }).collect();
            let outcome = play(game, &who, deal, |_, _, _| {});
            mean += outcome.returns[Seat::new(at)] / seats as f64;
        }
        sum += mean;
        squares += mean * mean;
    }
    let count = deals as f64;
    let mean = sum / count;
    (mean, ((squares / count - mean * mean) / count).sqrt())
}

/// Who is certain declares, and rightly; who is not and declares by certainty alone, only in the last window.
#[test]
fn nobody_is_wrong_while_certain() {
    let players = ["candidates", "bayes:worlds=4", "flat:iterations=24", "ismcts:iterations=24"];
    for seats in 2..=4 {
        for diagram in ["tree", "venn"] {
            let game = cogito(seats, diagram);
            let mut certain = 0;
            for number in 0..24 {
                let who: Vec<&str> = (0..seats).map(|seat| players[(number as usize + seat) % 4]).collect();
                play(&game, &who, number, |state, seat, action| {
                    let all = candidates(&game.0, &game.observe(state, seat));
                    match (state.phase(), action) {
                        (Phase::Window(_), action) if all.len() == 1 => {
                            assert_eq!(action, Action::Cogito(state.own(seat)), "{}", who[seat.index()]);
                            certain += 1;
                        }
                        (Phase::Window(window), Action::Cogito(card)) => {
                            assert!(all.contains(card), "{} declares what it cannot be", who[seat.index()]);
                            assert!(who[seat.index()] != "candidates" || window == Window::End);
                        }
                        _ => {}
                    }
                });
            }
            assert!(certain > 5, "{certain}");
        }
    }
}

/// The rule's choice is the same in all worlds that the seat cannot tell apart, and a search offers the same choices in them.
#[test]
fn the_rule_looks_at_nothing_hidden() {
    let mut compared = 0;
    for seats in 2..=4 {
        let game = cogito(seats, "tree");
        for number in 0..30 {
            play(&game, &vec!["candidates"; seats], number, |state, seat, _| {
                let seen = game.observe(state, seat);
                let (worlds, mut rng) = (Worlds::new(&game.0, &seen), Seed::master(number).rng());
                let (mut listed, mut others) = (Vec::new(), Vec::new());
                let chosen = |state: &State| {
                    Rule { declare_at: 2, at_end: true }.choose(&game, state, &mut Seed::master(7).rng())
                };
                Sensible.list(&game, state, &mut (), &mut listed);
                for _ in 0..4 {
                    let world = worlds.draw(&game.0, &mut rng);
                    assert_eq!(chosen(&world), chosen(state));
                    Sensible.list(&game, &world, &mut (), &mut others);
                    assert_eq!(others, listed);
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// A gift of the neighbour tells something, if he plays by the rule: over many games the true Self has a better chance by it than
/// by even weights. Log scores; the true Self is always a candidate.
#[test]
fn gifts_tell_something() {
    for seats in 2..=4 {
        let game = cogito(seats, "tree");
        let (mut gain, mut squares, mut count) = (0.0, 0.0, 0.0);
        for number in 0..400 {
            let mut of_game = 0.0;
            play(&game, &vec!["candidates"; seats], number, |state, seat, _| {
                if state.phase() == Phase::Window(Window::Trade) {
                    let seen = game.observe(state, seat);
                    let chances = posterior(&game, &seen, 1.0);
                    let total: f64 = chances.iter().sum();
                    assert!((total - 1.0).abs() < 1e-9);
                    of_game += libm::log2(chances[state.own(seat).index()] * seen.candidates.len() as f64);
                }
            });
            gain += of_game;
            squares += of_game * of_game;
            count += 1.0;
        }
        let error = f64::sqrt(squares);
        eprintln!("{seats} seats: {:.4} bits a game, standard error {:.4}", gain / count, error / count);
        assert!(gain > 3.0 * error, "{gain} {error}");
    }
}

/// Weaker to stronger: who plays at random, who knows his candidates, who weighs them.
#[test]
fn who_weighs_does_better() {
    for seats in 2..=4 {
        let game = cogito(seats, "tree");
        let even = 1.0 / seats as f64;
        let (mean, error) = share(&game, "candidates", "random", 60);
        eprintln!("{seats} seats: candidates among random {mean:.3} ± {:.3}", 1.96 * error);
        assert!(mean > even + 4.0 * error);
        let (mean, error) = share(&game, "bayes", "candidates", 60);
        eprintln!("{seats} seats: bayes among candidates {mean:.3} ± {:.3}", 1.96 * error);
        assert!(mean > even - 3.0 * error);
    }
}

/// The nine Selves and no other card, but so many Dreams, for two.
fn short_pile(dreams: i64) -> Cogito {
    let copies = [("copies.i", 0), ("copies.ii", 0), ("copies.dream", dreams)];
    let given = Settings(copies.into_iter().map(|(key, value)| (key.to_owned(), Value::Int(value))).collect());
    Cogito::configure(SeatCount::new(2), &given).unwrap()
}

/// Cogito for two with a pile of three: solved, and worth the same where who is alone in the game may try everything.
#[test]
fn short_piles_are_solved() {
    let values: Vec<f64> = [false, true]
        .into_iter()
        .map(|lets_survivors_choose| {
            let solved = solved::tree(&short_pile(0), lets_survivors_choose).unwrap();
            let strategy = solved.tree.solve(solved.root, 300);
            let most = solved.tree.against(solved.root, &strategy, 0);
            let least = solved.tree.against(solved.root, &strategy, 1);
            assert!((0.0..2e-3).contains(&(most - least)), "{least} to {most}");
            // Waiting until certain leaves much to who does not.
            let waits = solved.declaring_at(1);
            assert!(solved.tree.against(solved.root, &waits, 0) > most + 0.01);
            (most + least) / 2.0
        })
        .collect();
    assert!((values[0] - values[1]).abs() < 2e-3, "{values:?}");
    assert!(solved::tree(&cogito(2, "tree"), false).is_none() && solved::tree(&cogito(3, "tree"), false).is_none());
}

/// The tree's own account of the rule "declare with so many candidates or fewer, cards at random" is what comes of playing so.
#[test]
fn the_tree_is_the_game() {
    for (dreams, declare_at) in [(0, 2), (0, 4), (1, 3)] {
        let game = short_pile(dreams);
        let solved = solved::tree(&game, false).unwrap();
        let said = solved.tree.value(solved.root, &solved.declaring_at(declare_at));
        let (mut sum, mut legal, deals) = (0.0, Vec::new(), 40_000_u32);
        for number in 0..deals {
            let mut rng = Seed::master(number.into()).rng();
            let mut state = game.deal(&mut rng);
            let outcome = loop {
                let seat = match game.status(&state) {
                    Status::Over(outcome) => break outcome,
                    Status::ToMove(seat) => seat,
                };
                let window = matches!(state.phase(), Phase::Window(_));
                // Who is alone declares in the last window only.
                let alone = !state.is_active(Seat::new(1 - seat.index()));
                let mut left = state.by_cards(seat);
                // Who declared wrongly knew better than to name the other.
                for event in state.events() {
                    if let Event::Opened { answers, .. } = event {
                        let named = answers.iter().enumerate().filter(|(index, _)| *index != seat.index());
                        left = named.fold(left, |left, (_, answer)| match answer {
                            Some(Action::Cogito(card)) => left.without(*card),
                            _ => left,
                        });
                    }
                }
                let most = if alone { 1 } else { declare_at };
                let action = if !window {
                    game.legal_actions(&state, &mut legal);
                    legal[below(&mut rng, legal.len() as u32) as usize]
                } else if left.len() <= most || state.phase() == Phase::Window(Window::End) {
                    Action::Cogito(left.nth(below(&mut rng, left.len() as u32) as usize))
                } else {
                    Action::Pass
                };
                game.apply(&mut state, action);
            };
            sum += outcome.returns[Seat::new(0)];
        }
        let mean = sum / f64::from(deals);
        assert!(
            (mean - said).abs() < 4.0 * 0.5 / f64::from(deals).sqrt(),
            "{dreams} Dreams: {mean}, the tree says {said}"
        );
    }
}
