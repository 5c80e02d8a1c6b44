//! Helpers: a turn as text, a random match as steps.

use std::collections::BTreeSet;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::CardCounts;
use ergo_engine::ergo::notation::Turn;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::round::Round;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::turn::{Outcome, outcomes};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::common;

/// A deck in which the rare cards are frequent.
pub const CROWDED: &str = "cards.tabula_rasa=8 cards.revolution=4 cards.variable_wild=5 cards.operator_wild=5 \
                           cards.fallacy=8 cards.justification=6";

fn turn(text: &str) -> Turn {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Asserts that at a turn `proof ; hand ; fallacy ; targets`, `action` leaves `after`, or is illegal.
#[track_caller]
pub fn check_with(settings: &str, text: &str, action: &str, after: Option<&str>) {
    let (rules, turn) = (common::rules(4, settings), turn(text));
    let mover = turn.move_generator(&rules);
    let played: Action = action.parse().unwrap();
    let mut listed = Vec::new();
    mover.list(&mut listed);
    assert_eq!(mover.allows(played), after.is_some(), "{action} at {text} with {settings}");
    assert_eq!(listed.contains(&played), after.is_some(), "{action} at {text} with {settings}");
    if let Some(after) = after {
        let mut proof = turn.proof;
        proof.play(played);
        assert_eq!(proof.to_string(), after, "{action} at {text} with {settings}");
        assert!(after.parse::<Proof>().is_ok(), "{action} at {text} with {settings} leaves {after}");
    }
}

/// As [`check_with`], under the printed rules.
#[track_caller]
pub fn check(text: &str, action: &str, after: Option<&str>) {
    check_with("-", text, action, after);
}

/// Returns the outcomes of a whole turn.
pub fn all_outcomes(settings: &str, text: &str) -> BTreeSet<Outcome> {
    outcomes(&turn(text).move_generator(&common::rules(4, settings)))
}

/// Returns the possible proofs after a whole turn.
pub fn reached(settings: &str, text: &str) -> BTreeSet<String> {
    all_outcomes(settings, text).iter().map(|outcome| outcome.proof.to_string()).collect()
}

/// Asserts that a whole turn can leave each of `proofs`, and none of `never`.
#[track_caller]
pub fn check_reached(settings: &str, text: &str, proofs: &[&str], never: &[&str]) {
    let reached = reached(settings, text);
    for proof in proofs {
        assert!(reached.contains(*proof), "{text} with {settings} never leaves {proof}, but {reached:?}");
    }
    for proof in never {
        assert!(!reached.contains(*proof), "{text} with {settings} leaves {proof}");
    }
}

/// One action of a random match.
pub struct Step<'a> {
    pub game: &'a Ergo,
    pub before: &'a State,
    pub seat: Seat,
    pub action: Action,
    pub round: Option<&'a Round>,
    pub after: &'a State,
}

impl Step<'_> {
    /// True if the turn continues after it.
    pub fn same_turn(&self) -> bool {
        self.round.is_none() && self.before.turn() == self.after.turn()
    }

    /// The mover's observation before it.
    pub fn seen(&self) -> Observation {
        self.game.observe(self.before, self.seat)
    }

    /// The mover's observation after it.
    pub fn seen_after(&self) -> Observation {
        self.game.observe(self.after, self.seat)
    }

    /// Public events since, starting with the action itself. Only within a round.
    pub fn news(&self) -> &[Event] {
        &self.after.events()[self.before.events().len()..]
    }
}

/// Calls a function with every step of random matches; returns their number.
pub fn each_step(seats: usize, settings: &str, matches: u64, mut see: impl FnMut(&Step<'_>)) -> usize {
    let game = common::ergo(seats, settings);
    let mut steps = 0;
    for number in 0..matches {
        let mut rng = Seed::master(number).derive("clauses", &[]).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(seat) = game.status(&state) {
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            let mut after = state.clone();
            let round = game.apply_recorded(&mut after, action);
            see(&Step { game: &game, before: &state, seat, action, round: round.as_ref(), after: &after });
            state = after;
            steps += 1;
        }
    }
    steps
}

/// Calls a function with every finished round of random matches, and asserts that there were at least `least`.
#[track_caller]
pub fn each_round(seats: usize, settings: &str, matches: u64, least: usize, mut see: impl FnMut(&Step<'_>, &Round)) {
    let mut rounds = 0;
    each_step(seats, settings, matches, |step| {
        if let Some(round) = step.round {
            rounds += 1;
            see(step, round);
        }
    });
    assert!(rounds >= least, "{rounds} rounds");
}

/// Asserts that random matches contain at least `least` steps for which `is` returns true. `is` may panic on a
/// violation.
#[track_caller]
pub fn check_found(least: usize, seats: usize, settings: &str, matches: u64, mut is: impl FnMut(&Step<'_>) -> bool) {
    let mut found = 0;
    each_step(seats, settings, matches, |step| found += usize::from(is(step)));
    assert!(found >= least, "found {found} times with {settings}");
}

pub fn seats(game: &Ergo) -> impl Iterator<Item = Seat> + use<> {
    game.seats().iter()
}

pub fn heap(letters: &str) -> CardCounts {
    letters.chars().map(|letter| Card::from_letter(letter).unwrap()).collect()
}

/// Returns the cards that an event took out of play for the round, including those it covered.
pub fn gone(event: &Event) -> Vec<Card> {
    let Event::Played(_, action) = event else { return vec![] };
    match action {
        Action::Remove { .. } | Action::Replace { .. } | Action::TakeBack { .. } => vec![Card::TabulaRasa],
        Action::RemoveTwo { .. } => vec![Card::TabulaRasa; 2],
        Action::Swap { .. } => vec![Card::Revolution],
        Action::Justification { card } => vec![*card, Card::Fallacy],
        Action::Ergo { card } => vec![*card],
        _ => vec![],
    }
}
