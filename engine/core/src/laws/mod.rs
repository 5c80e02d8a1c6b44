//! Laws that every game must obey, as property tests for any game.
//!
//! Each function plays random matches from a seed and panics if a law is broken. The message names the law, the seed of
//! the deal and the actions. The laws see only what the trait shows: two states count as equal if every seat observes
//! the same in both. They cannot detect an observation that reveals too much together with a determinization that
//! relies on it; each game needs its own test for that.

mod cards;
mod facts;
mod numbers;
mod position;
mod varies;

pub use cards::check_cards;
pub use numbers::check_numbering;

use std::collections::HashMap;

use crate::game::{Game, Outcome, PerfectInformation, RoundRecord, Status};
use crate::rng::{Rng, Seed, below};
use crate::seat::{Seat, SeatMap};

use position::{Position, legal, seen_by_all};
use varies::VariationCheck;

/// Number of actions of earlier positions that are tried again in later ones.
const REMEMBERED: usize = 64;

/// Plays `matches` random matches, each of which must end within `max_steps` actions, and checks these laws in every
/// position:
///
/// - legal actions: at least one while a seat is to move, none after the end, no two equal; [`Game::legal_actions`],
///   [`Game::is_legal`] and [`Game::sample_action`] agree; actions can be parsed from their text;
/// - knowledge: observing a determinized state gives the same observation for every seat; the status, and for the mover
///   the ordered legal actions and the sampled action, follow from the observation; a determinized state can be played to
///   the end;
/// - play: an action always gives the same state and record, and does not change clones of the state;
/// - properties: [`Game::info`] and [`Game::view_action`] are true. If a game declares chance or hidden information,
///   some match must show it; otherwise no match may;
/// - the end: some seat wins, the points of the rounds add up to the scores, and the transcript replays the match.
///
/// # Panics
///
/// If a law is broken.
pub fn check_laws<G: Game>(game: &G, seed: u64, matches: usize, max_steps: usize) {
    let mut rng = stream(seed);
    let (mut remembered, mut varies) = (Vec::new(), VariationCheck::new(seed));
    for _ in 0..matches {
        let deal = Seed::draw(&mut rng);
        let (actions, covered) = check_match(Position::dealt(game, deal), max_steps, &mut remembered, &mut rng);
        varies.look(game, deal, &actions, covered);
    }
    varies.check(game);
}

/// Checks in every position of `matches` random matches that no two legal actions lead to states that look equal to all
/// seats. Actions that complete a round are exempt. Not applicable to games in which some differences are invisible to
/// all seats.
///
/// # Panics
///
/// If a law is broken.
pub fn check_no_duplicates<G: Game>(game: &G, seed: u64, matches: usize, max_steps: usize) {
    let mut rng = stream(seed);
    for _ in 0..matches {
        let mut at = Position::dealt(game, Seed::draw(&mut rng));
        for _ in 0..max_steps {
            let mut results = HashMap::new();
            for action in at.legal() {
                let mut state = at.state.clone();
                // Completing a round collects the cards, so the last discard is no longer visible.
                if game.apply_recorded(&mut state, action).is_some() {
                    continue;
                }
                let first = results.insert(seen_by_all(game, &state), action);
                at.require(
                    first.is_none(),
                    format_args!("no two actions have the same effect, but {first:?} and {action:?} have"),
                );
            }
            if at.legal().is_empty() {
                break;
            }
            at.play(game.sample_action(&at.state, &mut rng, &mut Vec::new()));
        }
    }
}

/// Checks that [`Game::sample_action`] is uniform in each of `states`, with `draws` samples per legal action.
///
/// # Panics
///
/// If a law is broken.
pub fn check_sampling<G: Game>(game: &G, states: &[G::State], seed: u64, draws: usize) {
    let mut rng = stream(seed);
    let (mut legal, mut scratch) = (Vec::new(), Vec::new());
    for state in states {
        game.legal_actions(state, &mut legal);
        let mut counts = vec![0; legal.len()];
        for _ in 0..draws * legal.len() {
            let action = game.sample_action(state, &mut rng, &mut scratch);
            let place = legal.iter().position(|&listed| listed == action);
            counts[place.unwrap_or_else(|| panic!("law broken: sample_action drew {action:?}, which is not legal"))] +=
                1;
        }
        assert!(looks_uniform(&counts), "law broken: sample_action draws {legal:?} unevenly, {counts:?} times");
    }
}

/// Checks in every position of `matches` random matches that all seats see the same and that
/// [`PerfectInformation::state_of`] restores the state.
///
/// # Panics
///
/// If a law is broken.
pub fn check_perfect_information<G: PerfectInformation>(game: &G, seed: u64, matches: usize, max_steps: usize) {
    let mut rng = stream(seed);
    for _ in 0..matches {
        for state in random_match(game, Seed::draw(&mut rng), max_steps) {
            let seen = seen_by_all(game, &state);
            for one in &seen {
                assert!(*one == seen[0], "law broken: in a game that hides nothing all seats see the same");
                let restored = game.state_of(one);
                assert!(seen_by_all(game, &restored) == seen, "law broken: state_of restores the state");
                assert!(game.status(&restored) == game.status(&state), "law broken: state_of restores the status");
            }
        }
    }
}

/// Plays a random match from the deal of `seed` and returns its states in order, until the end or for `max_steps`
/// actions.
pub fn random_match<G: Game>(game: &G, seed: Seed, max_steps: usize) -> Vec<G::State> {
    let mut rng = seed.derive("random match", &[]).rng();
    let mut states = vec![game.deal(&mut seed.rng())];
    for _ in 0..max_steps {
        let mut state = states[states.len() - 1].clone();
        if matches!(game.status(&state), Status::Over(_)) {
            break;
        }
        let action = game.sample_action(&state, &mut rng, &mut Vec::new());
        game.apply(&mut state, action);
        states.push(state);
    }
    states
}

/// Returns true if `counts` are consistent with equally likely cells. Uniform counts are rejected less than once in a
/// million times (bound on chi-square of Laurent and Massart 2000, lemma 1). Each cell should expect at least 5.
pub fn looks_uniform(counts: &[u32]) -> bool {
    let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let expected = total / counts.len() as f64;
    let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    let doubt = 1e6_f64.ln();
    total == 0.0 || chi_square <= freedom + 2.0 * (freedom * doubt).sqrt() + 2.0 * doubt
}

fn stream(seed: u64) -> Rng {
    Seed::master(seed).derive("laws", &[]).rng()
}

/// Returns the actions of the match, and whether one of them was hidden from some seat.
fn check_match<G: Game>(
    mut at: Position<'_, G>,
    max_steps: usize,
    remembered: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> (Vec<G::Action>, bool) {
    let game = at.game;
    let (mut rounds, mut actions, mut covered) = (Vec::new(), Vec::new(), false);
    loop {
        check_legal_actions(&at, remembered);
        check_knowledge(&at, rng);
        match game.status(&at.state) {
            Status::Over(outcome) => {
                check_end(&at, &outcome, &rounds);
                check_replay(&at, &rounds);
                return (actions, covered);
            }
            Status::ToMove(mover) => {
                at.require(mover.index() < game.seats().get(), "the seat to move is at the table");
                check_determinized_match(&at, max_steps, rng);
                if let Some(round) = game.abandon(&at.state, mover, "law") {
                    check_record(&at, &round);
                }
            }
        }
        at.require(actions.len() < max_steps, format_args!("a match ends within {max_steps} actions"));
        let action = game.sample_action(&at.state, rng, &mut Vec::new());
        at.require(game.is_legal(&at.state, action), format_args!("sample_action draws legal actions, not {action:?}"));
        remember(remembered, action, rng);
        check_apply(&at, action);
        covered |= facts::check_view_action(&at);
        rounds.extend(facts::check_step(&mut at, action));
        actions.push(action);
        at.require(actions.len() as u64 <= game.info().longest, "no match is longer than the game declares");
    }
}

fn check_legal_actions<G: Game>(at: &Position<'_, G>, remembered: &[G::Action]) {
    let (game, state) = (at.game, &at.state);
    let legal = at.legal();
    let is_over = matches!(game.status(state), Status::Over(_));
    at.require(is_over || !legal.is_empty(), "the seat to move has a legal action");
    at.require(!is_over || legal.is_empty(), format_args!("there are no legal actions after the end, not {legal:?}"));

    let mut again = remembered.to_vec();
    game.legal_actions(state, &mut again);
    at.require(again == legal, "legal_actions clears its list and always gives the same one");

    let mut sorted = legal.clone();
    sorted.sort_unstable();
    for pair in sorted.windows(2) {
        at.require(pair[0] != pair[1], format_args!("no action is listed twice, but {:?} is", pair[0]));
    }
    for &action in legal.iter().chain(remembered) {
        let listed = sorted.binary_search(&action).is_ok();
        at.require(
            game.is_legal(state, action) == listed,
            format_args!("is_legal agrees with the list, in which {action:?} {}", if listed { "is" } else { "is not" }),
        );
    }
    for action in &legal {
        let text = action.to_string();
        let one_word = !text.is_empty() && !text.contains(char::is_whitespace);
        at.require(one_word, format_args!("an action is written as one word, not \"{text}\""));
        let read: Option<G::Action> = text.parse().ok();
        at.require(read == Some(*action), format_args!("{action:?}, written \"{text}\", is read back, not {read:?}"));
    }
}

fn check_knowledge<G: Game>(at: &Position<'_, G>, rng: &mut Rng) {
    let game = at.game;
    let status = game.status(&at.state);
    let mut redrawn = at.state.clone();
    game.redraw(&mut redrawn, rng);
    at.require(
        game.status(&redrawn) == status && legal(game, &redrawn) == at.legal(),
        "the status and the legal actions stay when chance to come is drawn again",
    );
    for seat in game.seats().iter() {
        let seen = game.observe(&at.state, seat);
        at.require(
            game.observe(&redrawn, seat) == seen,
            format_args!("seat {seat} does not see that chance to come is drawn again"),
        );
        let guess = game.determinize(&seen, rng);
        let seen_again = game.observe(&guess, seat);
        at.require(
            seen_again == seen,
            format_args!(
                "observing a determinized state changes nothing for seat {seat}: {seen:?} became {seen_again:?}"
            ),
        );
        at.require(game.status(&guess) == status, format_args!("the status follows from what seat {seat} sees"));
        at.require(
            game.scores(&guess) == game.scores(&at.state)
                && game.stages_completed(&guess) == game.stages_completed(&at.state),
            format_args!("the scores and the completed stages follow from what seat {seat} sees"),
        );
        if status == Status::ToMove(seat) {
            at.require(
                legal(game, &guess) == at.legal(),
                "the legal actions and their order follow from what the mover sees",
            );
            let draw = |state| game.sample_action(state, &mut rng.clone(), &mut Vec::new());
            at.require(draw(&guess) == draw(&at.state), "sample_action follows from what the mover sees");
        }
    }
}

/// Plays on from a state that fits what some seat knows, whose turn it is or not.
fn check_determinized_match<G: Game>(at: &Position<'_, G>, max_steps: usize, rng: &mut Rng) {
    let game = at.game;
    let seat = Seat::new(below(rng, game.seats().get() as u32) as usize);
    let mut state = game.determinize(&game.observe(&at.state, seat), rng);
    let mut list = Vec::new();
    for _ in 0..=max_steps {
        if matches!(game.status(&state), Status::Over(_)) {
            return;
        }
        game.legal_actions(&state, &mut list);
        at.require(
            !list.is_empty(),
            format_args!("a match determinized for seat {seat} never runs out of legal actions"),
        );
        let action = game.sample_action(&state, rng, &mut list);
        game.apply(&mut state, action);
    }
    at.require(false, format_args!("a match determinized for seat {seat} ends within {max_steps} actions"));
}

fn check_apply<G: Game>(at: &Position<'_, G>, action: G::Action) {
    let game = at.game;
    let seen_before = at.seen_by_all();
    let (mut one, mut two) = (at.state.clone(), at.state.clone());
    let rounds = (game.apply_recorded(&mut one, action), game.apply_recorded(&mut two, action));
    at.require(at.seen_by_all() == seen_before, format_args!("playing {action:?} in a clone leaves the state alone"));
    let same_state = seen_by_all(game, &one) == seen_by_all(game, &two) && game.status(&one) == game.status(&two);
    at.require(same_state, format_args!("{action:?} always gives the same state"));
    at.require(
        rounds.0.as_ref().map(|round| cells(game, round)) == rounds.1.as_ref().map(|round| cells(game, round)),
        format_args!("{action:?} always reports the same round"),
    );
}

fn check_end<G: Game>(at: &Position<'_, G>, outcome: &Outcome, rounds: &[G::Round]) {
    let seats = at.game.seats();
    at.require(outcome.scores.seats() == seats && outcome.winners.seats() == seats, "the outcome covers every seat");
    let (least, most) = at.game.info().utility;
    let within = outcome.returns.iter().all(|value| (least..=most).contains(value));
    at.require(
        outcome.returns.seats() == seats && within,
        "what a match returns lies within the utility the game declares",
    );
    let paid =
        outcome.returns == outcome.scores.map(|&score| f64::from(score)) && outcome.scores.iter().sum::<i32>() == 0;
    at.require(!G::PAYS_POINTS || paid, "a game that pays points returns the scores, and they sum to 0");
    at.require(
        outcome.winners.iter().any(|&won| won) || seats.get() == 1,
        "at least one seat wins, except in a game of one seat",
    );
    at.require(
        !outcome.adjudicated || at.game.info().adjudicates,
        "only a game that declares adjudication stops early",
    );
    at.require(at.game.scores(&at.state) == outcome.scores, "the scores so far are those of the outcome in the end");
    let mut total = SeatMap::from_fn(seats, |_| 0);
    for round in rounds {
        check_record(at, round);
        for seat in seats.iter() {
            total[seat] += round.points()[seat];
        }
        at.require(round.scores() == total, "the scores after a round are the points so far");
    }
    at.require(rounds.is_empty() || outcome.scores == total, "the rounds add up to the final scores");
    at.require(!G::Round::ONLY_ONE || rounds.len() <= 1, "a match of one round has one");
}

fn check_record<G: Game>(at: &Position<'_, G>, round: &G::Round) {
    let seats = at.game.seats();
    at.require(G::Round::KEPT, "a game without records puts none");
    at.require(round.points().seats() == seats && round.scores().seats() == seats, "a round covers every seat");
    let widths = cells(at.game, round).into_iter().map(|row| row.len());
    let (round_width, seat_width) = (G::Round::ROUND_COLUMNS.len(), G::Round::SEAT_COLUMNS.len());
    let names = std::iter::once(round_width).chain(seats.iter().map(|_| seat_width));
    at.require(widths.eq(names), "a round writes one value for each of its columns");
}

fn check_replay<G: Game>(at: &Position<'_, G>, rounds: &[G::Round]) {
    let game = at.game;
    let mut replayed_rounds = Vec::new();
    let replayed = at.path.replay(game, &mut |_, _, round| replayed_rounds.extend(round.cloned()));
    match replayed {
        Err(error) => at.require(false, format_args!("the transcript can be replayed: {error}")),
        Ok(state) => {
            at.require(seen_by_all(game, &state) == at.seen_by_all(), "the transcript replays to the same state");
            at.require(game.status(&state) == game.status(&at.state), "the transcript replays to the same outcome");
        }
    }
    let rows = |rounds: &[G::Round]| rounds.iter().map(|round| cells(game, round)).collect::<Vec<_>>();
    at.require(rows(&replayed_rounds) == rows(rounds), "the transcript replays to the same rounds");
}

/// A record as written down: the row of the round, then the rows of its seats.
fn cells<G: Game>(game: &G, round: &G::Round) -> Vec<Vec<String>> {
    let mut row = Vec::new();
    round.write_round(&mut |value| row.push(value.to_string()));
    let mut rows = vec![row];
    for seat in game.seats().iter() {
        let mut row = Vec::new();
        round.write_seat(seat, &mut |value| row.push(value.to_string()));
        rows.push(row);
    }
    rows
}

fn remember<A>(remembered: &mut Vec<A>, action: A, rng: &mut Rng) {
    if remembered.len() < REMEMBERED {
        remembered.push(action);
    } else {
        remembered[below(rng, REMEMBERED as u32) as usize] = action;
    }
}
