//! Tests of the searches at ERGO: whole turns as moves, reproducible choices, explanations, budgets, rejected
//! settings, and strength.

use std::collections::BTreeSet;

use ergo_agents::agent::Player;
use ergo_agents::games::ergo::turn_moves::{Turn, TurnMoves};
use ergo_agents::roster::Roster;
use ergo_agents::search::moves::Moves;
use ergo_agents::spec::AgentSpec;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::turn::each_way;
use ergo_engine::game::{Game, Status};
use ergo_engine::laws::random_match;
use ergo_engine::rng::Seed;

use crate::play::share;

fn spec(text: &str) -> AgentSpec {
    Ergo::registry().parse(text).unwrap()
}

/// Returns positions of a random match at which a turn begins.
fn positions(game: &Ergo, number: u64, every: usize) -> Vec<State> {
    let begins =
        |state: &State| matches!(game.status(state), Status::ToMove(_)) && state.move_generator(&game.0).plays_left > 1;
    random_match(game, Seed::master(number), 300).into_iter().filter(begins).step_by(every).collect()
}

fn list(game: &Ergo, state: &State) -> Vec<Turn> {
    let mut turns = Vec::new();
    TurnMoves.list(game, state, &mut Default::default(), &mut turns);
    turns
}

/// Every distinct outcome is listed once, sampled moves are listed, and playing a move gives its outcome.
#[test]
fn turn_moves_list_each_outcome_once() {
    let game = Ergo(Rules::printed(3));
    let mut rng = Seed::master(2).rng();
    for state in positions(&game, 5, 6) {
        let mut outcomes = BTreeSet::new();
        let mover = state.move_generator(&game.0);
        each_way(&mover, &mut |_, outcome| {
            outcomes.insert(*outcome);
        });
        let turns = list(&game, &state);
        let listed: BTreeSet<_> = turns.iter().map(|turn| turn.outcome(mover.hand)).collect();
        assert_eq!((listed.len(), &listed), (turns.len(), &outcomes));
        for _ in 0..30 {
            assert!(turns.contains(&TurnMoves.sample(&game, &state, &mut rng, &mut Default::default())));
        }
        for turn in turns.iter().step_by(7) {
            assert!(TurnMoves.is_possible(&game, &state, turn) && TurnMoves.is_legal(&game, &state, turn));
            let mut after = state.clone();
            TurnMoves.play(&game, &mut after, turn);
            if goes_on(&game, &state, &after) {
                assert_eq!(after.proof(), turn.proof());
                assert_ne!(after.turn(), state.turn());
                assert_eq!(after.hand(state.to_move()), turn.outcome(mover.hand).hand);
            }
        }
    }
}

fn goes_on(game: &Ergo, before: &State, after: &State) -> bool {
    !after.is_over() && game.stages_completed(after) == game.stages_completed(before)
}

/// After the same turns, a turn found in one world is possible in another exactly if it is listed there.
#[test]
fn turn_is_possible_if_its_cards_are_held() {
    let (mut possible, mut impossible) = (0, 0);
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let mut rng = Seed::master(1).rng();
        for state in positions(&game, 8, 9) {
            let worlds = TurnMoves.worlds(&game, &game.observe(&state, state.to_move()));
            let (mut one, mut other) = (None, None);
            TurnMoves.determinize(&game, &worlds, &mut rng, &mut one);
            TurnMoves.determinize(&game, &worlds, &mut rng, &mut other);
            let (mut one, mut other) = (one.unwrap(), other.unwrap());
            let first = TurnMoves.sample(&game, &one, &mut rng, &mut Default::default());
            TurnMoves.play(&game, &mut one, &first);
            TurnMoves.play(&game, &mut other, &first);
            if !goes_on(&game, &state, &one) || !goes_on(&game, &state, &other) {
                continue;
            }
            let there: BTreeSet<Turn> = list(&game, &other).into_iter().collect();
            for turn in list(&game, &one) {
                let found = TurnMoves.is_possible(&game, &other, &turn);
                assert_eq!(found, there.contains(&turn), "{turn:?}");
                *(if found { &mut possible } else { &mut impossible }) += 1;
            }
        }
    }
    assert!(possible > 500 && impossible > 500, "{possible} {impossible}");
}

/// Returns the choice of a new player in `state`, and the player.
fn choice(game: &Ergo, spec: &AgentSpec, state: &State, seed: Seed) -> (String, Player<Ergo>) {
    let mut player = Ergo::registry().build_untimed(game, spec, state.to_move(), seed);
    let action = player.choose(game, state, state.to_move(), &mut Vec::new()).unwrap();
    (action.to_string(), player)
}

#[test]
fn thread_count_does_not_change_results() {
    for seats in [2, 4] {
        let game = Ergo(Rules::printed(seats));
        let specs = [1, 2, 3, 5].map(|threads| spec(&format!("ismcts:iterations=203,trees=5,cut=2,threads={threads}")));
        for (number, state) in positions(&game, 3, 25).iter().enumerate() {
            let seed = Seed::master(number as u64);
            let explain = |spec: &AgentSpec| choice(&game, spec, state, seed).1.explain().unwrap();
            let first = explain(&specs[0]);
            assert!(specs[1..].iter().all(|spec| explain(spec) == first));
            assert_eq!(first.iterations, if first.candidates.len() > 1 { 203 } else { 0 });
        }
    }
}

/// The explanation of a decision lists every move, with the chosen one first if visits decide. Actions that
/// continue a turn have none.
#[test]
fn explanation_lists_every_move() {
    let game = Ergo(Rules::printed(2));
    for kind in
        ["greedy", "flat:iterations=60,cut=1", "pimc:iterations=2", "ismcts:iterations=80,cut=1,temperature=0.05"]
    {
        let (mut carried_out, mut decided) = (0, 0);
        for (number, state) in positions(&game, 6, 4).iter().enumerate() {
            let seat = state.to_move();
            let (first, mut player) = choice(&game, &spec(kind), state, Seed::master(number as u64));
            let explanation = player.explain().expect("a choice that was decided");
            assert_eq!(explanation.candidates.len(), list(&game, state).len());
            assert!(explanation.candidates.iter().any(|candidate| candidate.text.starts_with(&first)));
            decided += 1;
            if kind.starts_with("ismcts") && explanation.candidates.len() > 1 {
                let visits: u64 = explanation.candidates.iter().map(|candidate| candidate.visits).sum();
                assert_eq!((visits, explanation.iterations), (80, 80));
                assert!(explanation.candidates[0].text.starts_with(&first));
                assert!(explanation.evaluations > 0 || state.is_last_turn());
            }
            let mut state = state.clone();
            let turn = (state.round(), state.turn());
            game.apply(&mut state, first.parse().unwrap());
            if (state.round(), state.turn()) == turn && matches!(game.status(&state), Status::ToMove(_)) {
                player.choose(&game, &state, seat, &mut Vec::new()).unwrap();
                assert_eq!(player.explain(), None);
                carried_out += 1;
            }
        }
        assert!(decided > 8 && carried_out > 3, "{kind}: {decided} {carried_out}");
    }
}

/// A limit on evaluations is kept, except for the last iteration, and ends the search in the last turn of a round
/// too.
#[test]
fn evaluation_limit_ends_the_search() {
    let game = Ergo(Rules::printed(2));
    let bounded = spec("ismcts:iterations=0,evaluations=300,mode=single-observer,playout=best-of,cut=8");
    let mut most = 0;
    for state in positions(&game, 4, 4) {
        let explanation = choice(&game, &bounded, &state, Seed::master(1)).1.explain().unwrap();
        assert!(explanation.iterations <= 300);
        // Eight turns of a playout with four evaluations each, its end, and the expansion of nodes on the way.
        assert!(explanation.evaluations < 300 + 60, "{explanation:?}");
        most = most.max(explanation.evaluations / explanation.iterations.max(1));
        assert!(explanation.evaluations.max(explanation.iterations) >= 300 || explanation.candidates.len() == 1);
    }
    assert!(most > 10, "each move judged counts: {most} an iteration");
}

#[test]
fn contradictory_settings_are_rejected() {
    let refused = [
        ("ismcts:iterations=0", "iterations = 0 and evaluations = 0"),
        ("ismcts:threads=2", "threads = 2: expected at most trees = 1"),
        ("ismcts:trees=8,iterations=4", "iterations = 4: expected at least trees = 8"),
        ("ismcts:mode=own-tree,backup=paranoid", "opponents are not in the tree"),
        ("flat:candidates=1", "candidates = 1: expected a whole number from 2"),
        ("pimc:playout=greedy", "expected \"best\""),
    ];
    for (text, message) in refused {
        let error = Ergo::registry().parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert!(Ergo::registry().parse("ismcts:iterations=0,evaluations=10,trees=2,threads=2,classes=true").is_ok());
}

/// Searches beat greedy, whose evaluation they use.
#[test]
fn searches_beat_greedy() {
    for (text, least) in [("flat:iterations=100,cut=2", 0.6), ("ismcts:iterations=150,cut=2,mode=own-tree", 0.6)] {
        let (share, _) = share(&Ergo(Rules::printed(2)), text, "greedy", 12);
        assert!(share >= least, "{text} wins {share} of its matches against greedy");
    }
}
