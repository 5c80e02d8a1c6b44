//! Whether a game is what it says it is.

use super::position::{Position, seen_by_all};
use crate::game::{Game, Information, Sight, Status};
use crate::seat::Seat;

/// Plays `action`: horizons are only ever passed, scores change only with them or at the end where there are any, and it
/// makes no difference whether anybody reads the records.
pub(super) fn check_step<G: Game>(at: &mut Position<'_, G>, action: G::Action) -> Option<G::Round> {
    let game = at.game;
    let (before, mut unread) = (game.horizon(&at.state), at.state.clone());
    game.apply(&mut unread, action);
    let record = at.play(action);
    let same = seen_by_all(game, &unread) == at.seen_by_all() && game.status(&unread) == game.status(&at.state);
    at.require(same, format_args!("{action:?} does the same whether or not its record is read"));
    at.require(game.horizon(&at.state) >= before, "a horizon that was passed stays passed");
    record
}

/// Two actions look alike to a seat exactly where it cannot tell the states apart that they lead to, and the mover sees its own.
/// Gives whether some action is covered from somebody.
pub(super) fn check_sight<G: Game>(at: &Position<'_, G>) -> bool {
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
        game.horizon(state) == game.horizon(&at.state) && matches!(game.status(state), Status::ToMove(_))
    };
    let mut covered = false;
    for witness in game.seats().iter() {
        let sights: Vec<Sight<G::Action>> =
            legal.iter().map(|&action| game.sight(&at.state, action, witness)).collect();
        let seen: Vec<Option<G::Observation>> =
            all.iter().map(|state| goes_on(state).then(|| game.observe(state, witness))).collect();
        check_seat(at, witness, mover, &sights, &seen);
        let open = sights.iter().zip(&legal).all(|(sight, action)| *sight == Sight::Open(*action));
        covered |= !open;
        at.require(open || information == Information::FaceDown, "only a game that says so has face-down actions");
    }
    if information.hides_nothing() {
        let seen = at.seen_by_all();
        at.require(seen.iter().all(|one| *one == seen[0]), "where nothing is hidden all see the same");
    }
    covered
}

fn check_seat<G: Game>(
    at: &Position<'_, G>,
    witness: Seat,
    mover: Seat,
    sights: &[Sight<G::Action>],
    seen: &[Option<G::Observation>],
) {
    for one in 0..sights.len() {
        for other in 0..one {
            let alike = sights[one] == sights[other];
            at.require(witness != mover || !alike, format_args!("the mover, seat {mover}, knows its own action"));
            // What ends a stage may be gathered with it.
            let (Some(seen_one), Some(seen_other)) = (&seen[one], &seen[other]) else { continue };
            at.require(
                alike || seen_one != seen_other,
                format_args!("seat {witness} is not shown what it cannot see of an action of seat {mover}"),
            );
            at.require(
                !alike || seen_one == seen_other,
                format_args!("seat {witness} is shown what it sees of an action of seat {mover}"),
            );
        }
    }
}
