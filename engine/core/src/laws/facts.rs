//! Checks that the properties a game declares are true.

use super::position::{Position, seen_by_all};
use crate::game::{ActionView, Game, Information, Status};
use crate::seat::Seat;

/// Plays `action` and checks that the number of stages never falls and that the state does not depend on whether
/// records are kept.
pub(super) fn check_step<G: Game>(at: &mut Position<'_, G>, action: G::Action) -> Option<G::Round> {
    let game = at.game;
    let (before, mut unread) = (game.stages_completed(&at.state), at.state.clone());
    game.apply(&mut unread, action);
    let record = at.play(action);
    let same = seen_by_all(game, &unread) == at.seen_by_all() && game.status(&unread) == game.status(&at.state);
    at.require(same, format_args!("{action:?} does the same whether or not its record is read"));
    at.require(game.stages_completed(&at.state) >= before, "the number of completed stages never falls");
    record
}

/// Checks that a seat sees two actions as equal exactly if it cannot distinguish the resulting states, and that the
/// mover sees its own action. Returns true if some action is hidden from some seat.
pub(super) fn check_view_action<G: Game>(at: &Position<'_, G>) -> bool {
    let (game, Status::ToMove(mover)) = (at.game, at.game.status(&at.state)) else { return false };
    let information = game.info().information;
    let after = |action: G::Action| {
        let mut state = at.state.clone();
        game.apply_recorded(&mut state, action);
        state
    };
    let legal = at.legal();
    let all: Vec<G::State> = legal.iter().map(|&action| after(action)).collect();
    let goes_on = |state: &G::State| {
        game.stages_completed(state) == game.stages_completed(&at.state)
            && matches!(game.status(state), Status::ToMove(_))
    };
    let mut covered = false;
    for witness in game.seats().iter() {
        let sights: Vec<ActionView<G::Action>> =
            legal.iter().map(|&action| game.view_action(&at.state, action, witness)).collect();
        let seen: Vec<Option<G::Observation>> =
            all.iter().map(|state| goes_on(state).then(|| game.observe(state, witness))).collect();
        check_seat(at, witness, mover, &sights, &seen);
        let open = sights.iter().zip(&legal).all(|(sight, action)| *sight == ActionView::Open(*action));
        covered |= !open;
        at.require(
            open || information == Information::FaceDown,
            "only a game that declares face-down actions has them",
        );
    }
    if information.hides_nothing() {
        let seen = at.seen_by_all();
        at.require(seen.iter().all(|one| *one == seen[0]), "in a game that hides nothing all seats see the same");
    }
    covered
}

fn check_seat<G: Game>(
    at: &Position<'_, G>,
    witness: Seat,
    mover: Seat,
    sights: &[ActionView<G::Action>],
    seen: &[Option<G::Observation>],
) {
    for one in 0..sights.len() {
        for other in 0..one {
            let alike = sights[one] == sights[other];
            at.require(witness != mover || !alike, format_args!("the mover, seat {mover}, knows its own action"));
            // An action that completes a stage may hide the difference.
            let (Some(seen_one), Some(seen_other)) = (&seen[one], &seen[other]) else { continue };
            at.require(
                alike || seen_one != seen_other,
                format_args!("the view of an action of seat {mover} shows seat {witness} only what it observes"),
            );
            at.require(
                !alike || seen_one == seen_other,
                format_args!("the view of an action of seat {mover} shows seat {witness} all that it observes"),
            );
        }
    }
}
