//! Tests of the agents of Cogito: correct declarations, no use of hidden information, and strength.

use ergo_agents::games::cogito::candidate_policy::CandidatePolicy;
use ergo_agents::games::cogito::posterior::posterior;
use ergo_agents::games::cogito::sensible_moves::SensibleMoves;
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

/// Every agent that is certain declares its Self. `candidates`, when uncertain, declares only in the last window.
#[test]
fn certain_agents_declare_correctly() {
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

/// The choice of the policy, and the moves offered to a search, are equal in all worlds that the seat cannot
/// distinguish.
#[test]
fn candidate_policy_ignores_hidden_cards() {
    let mut compared = 0;
    for seats in 2..=4 {
        let game = cogito(seats, "tree");
        for number in 0..30 {
            play(&game, &vec!["candidates"; seats], Seed::master(number), |state, seat, _| {
                let seen = game.observe(state, seat);
                let (worlds, mut rng) = (Determinizer::new(&game.0, &seen), Seed::master(number).rng());
                let (mut listed, mut others) = (Vec::new(), Vec::new());
                let chosen = |state: &State| {
                    CandidatePolicy { declare_at: 2, at_end: true }.choose(&game, state, &mut Seed::master(7).rng())
                };
                SensibleMoves.list(&game, state, &mut (), &mut listed);
                for _ in 0..4 {
                    let world = worlds.draw(&game.0, &mut rng);
                    assert_eq!(chosen(&world), chosen(state));
                    SensibleMoves.list(&game, &world, &mut (), &mut others);
                    assert_eq!(others, listed);
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// If the neighbour plays by the policy, its gifts carry information: over many games the posterior of the true
/// Self is higher than under uniform weights. Uses log scores.
#[test]
fn posterior_favours_the_true_self() {
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

/// `candidates` beats `random`, and `bayes` is not weaker than `candidates`.
#[test]
fn cogito_agents_are_ordered_by_strength() {
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
