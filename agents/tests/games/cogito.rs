//! The players of Cogito: nobody declares wrongly while he knows better, nobody looks at what he cannot see, and who weighs what
//! he sees does better.

use ergo_agents::games::cogito::posterior::posterior;
use ergo_agents::games::cogito::rule::Rule;
use ergo_agents::games::cogito::sensible::Sensible;
use ergo_agents::search::moves::Moves;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::determinize::Determinizer;
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;

use crate::play::{play, share};

fn cogito(seats: usize, diagram: &str) -> Cogito {
    Cogito::from_text(seats, &format!("diagram={diagram}")).unwrap()
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
                play(&game, &who, Seed::master(number), |state, seat, action| {
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
            play(&game, &vec!["candidates"; seats], Seed::master(number), |state, seat, _| {
                let seen = game.observe(state, seat);
                let (worlds, mut rng) = (Determinizer::new(&game.0, &seen), Seed::master(number).rng());
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
            play(&game, &vec!["candidates"; seats], Seed::master(number), |state, seat, _| {
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
