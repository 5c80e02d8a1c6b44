//! The laws that every game must obey, written once, for the tests of any game.
//!
//! Each function plays random matches from a seed and panics where a law is broken, naming the law, the seed of the deal and
//! the actions that led there. They can only see what the trait shows: two states count as equal when every seat observes the
//! same in both. An observation that tells too much and a determinization that believes it pass; that stays each game's own
//! test.

mod cards;
mod facts;
mod numbers;
mod position;
mod varies;

pub use cards::check_cards;
pub use numbers::check_numbers;

use std::collections::HashMap;

use crate::game::{Game, Outcome, PerfectInformation, RoundRecord, Status};
use crate::rng::{Rng, Seed, below};
use crate::seat::{Seat, SeatMap};

use position::{Position, legal, seen_by_all};
use varies::Varies;

/// Actions of earlier positions that are tried again in later ones.
const REMEMBERED: usize = 64;

/// Plays `matches` random matches, each of which must end within `max_steps` actions, and checks at every position on the way:
///
/// - legal actions: at least one while a seat is to move and none after the end, no two alike, the same from
///   [`Game::legal_actions`], [`Game::is_legal`] and [`Game::sample_action`], and written so that they can be read back;
/// - knowledge: for every seat, observing a determinized state gives the same observation; status, and for the mover the list
///   of legal actions in its order and the draw from it, follow from the observation; a determinized state can be played on
///   to an end;
/// - play: the same action gives the same state and record, and leaves clones of the state alone;
/// - facts: what the game declares of itself ([`Game::info`], [`Game::sight`]) is so: matches vary from deal to deal, and by
///   what a seat cannot see, in some match of those played where it says so, and in none where it does not;
/// - the end: somebody wins, the rounds add up to the scores, and the transcript replays the match.
pub fn check_laws<G: Game>(game: &G, seed: u64, matches: usize, max_steps: usize) {
    let mut rng = stream(seed);
    let (mut remembered, mut varies) = (Vec::new(), Varies::new(seed));
    for _ in 0..matches {
        let deal = Seed::draw(&mut rng);
        let (actions, covered) = check_match(Position::dealt(game, deal), max_steps, &mut remembered, &mut rng);
        varies.look(game, deal, &actions, covered);
    }
    varies.check(game);
}

/// Checks that in every position of `matches` random matches no two legal actions that leave the round open have the same
/// effect, as all seats together see it. A game in which nobody sees some differences cannot ask this of itself.
pub fn check_no_duplicates<G: Game>(game: &G, seed: u64, matches: usize, max_steps: usize) {
    let mut rng = stream(seed);
    for _ in 0..matches {
        let mut at = Position::dealt(game, Seed::draw(&mut rng));
        for _ in 0..max_steps {
            let mut results = HashMap::new();
            for action in at.legal() {
                let mut state = at.state.clone();
                // What ends a round is gathered with it: nobody sees afterwards which card was thrown away last.
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

/// Checks that [`Game::sample_action`] draws every legal action of each of `states` equally often, by `draws` draws per legal
/// action.
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

/// Checks that in every position of `matches` random matches [`PerfectInformation::state_of`] gives back the state from what
/// each seat sees, and that all seats see the same.
pub fn check_perfect_information<G: PerfectInformation>(game: &G, seed: u64, matches: usize, max_steps: usize) {
    let mut rng = stream(seed);
    for _ in 0..matches {
        for state in random_match(game, Seed::draw(&mut rng), max_steps) {
            let seen = seen_by_all(game, &state);
            for one in &seen {
                assert!(*one == seen[0], "law broken: where nothing is hidden all seats see the same");
                let restored = game.state_of(one);
                assert!(seen_by_all(game, &restored) == seen, "law broken: state_of gives back the state");
                assert!(game.status(&restored) == game.status(&state), "law broken: state_of gives back the status");
            }
        }
    }
}

/// Every state of a random match in order, from the deal of `seed` to the end or `max_steps` actions.
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

/// Whether `counts` could come from equally likely cells: fair cells are refused less than once in a million times. The bound
/// on chi-square is that of Laurent and Massart (2000), lemma 1. Each cell should expect at least 5.
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

/// Gives the actions of the match, and whether one of them was covered from somebody.
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
        covered |= facts::check_sight(&at);
        rounds.extend(facts::check_step(&mut at, action));
        actions.push(action);
        at.require(actions.len() as u64 <= game.info().longest, "no match is longer than the game declares");
    }
}

fn check_legal_actions<G: Game>(at: &Position<'_, G>, remembered: &[G::Action]) {
    let (game, state) = (at.game, &at.state);
    let legal = at.legal();
    let to_move = matches!(game.status(state), Status::ToMove(_));
    at.require(legal.is_empty() != to_move, "there are legal actions while a seat is to move, and only then");

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
            game.scores(&guess) == game.scores(&at.state) && game.horizon(&guess) == game.horizon(&at.state),
            format_args!("the scores and the horizon follow from what seat {seat} sees"),
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
        "somebody wins, but for a seat that plays alone",
    );
    at.require(!outcome.adjudicated || at.game.info().adjudicates, "only a game that says so stops short of an end");
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
