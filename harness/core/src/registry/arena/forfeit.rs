//! Scores and winners after a forfeit.

use ergo_engine::game::Game;
use ergo_engine::seat::{Seat, SeatMap};

/// Returns the scores of a match that `seat` forfeits in `state`. Without paid points these are the current scores.
/// Otherwise the seat pays its largest possible loss, which the others share; the remainder goes to the first of them.
pub(super) fn forfeit_scores<G: Game>(game: &G, state: &G::State, seat: Seat) -> SeatMap<i32> {
    if !G::PAYS_POINTS {
        return game.scores(state);
    }
    let (lost, others) = (-game.info().utility.0 as i32, game.seats().get() as i32 - 1);
    let share = |other: Seat| {
        let place = other.index() as i32 - i32::from(other.index() > seat.index());
        (lost + others - 1 - place) / others
    };
    SeatMap::from_fn(game.seats(), |other| if other == seat { -lost } else { share(other) })
}

/// Returns the winners of a match that `seat` forfeits: the best of the others.
pub(crate) fn forfeit_winners(scores: &SeatMap<i32>, seat: Seat) -> SeatMap<bool> {
    let others = scores.entries().filter(|(other, _)| *other != seat);
    let best = others.map(|(_, score)| *score).max();
    SeatMap::from_fn(scores.seats(), |other| other != seat && Some(scores[other]) == best)
}

#[cfg(test)]
mod tests {
    use ergo_engine::rng::Seed;
    use ergo_engine::toys::kuhn::Kuhn;
    use ergo_engine::toys::tic_tac_toe::TicTacToe;

    use super::*;

    #[test]
    fn forfeit_with_paid_points_costs_largest_loss() {
        let mut rng = Seed::master(1).rng();
        let scores = forfeit_scores(&Kuhn, &Kuhn.deal(&mut rng), Seat::new(1));
        assert!(scores.iter().copied().eq([2, -2]), "{scores:?}");
        let scores = forfeit_scores(&TicTacToe, &TicTacToe.deal(&mut rng), Seat::new(1));
        assert!(scores.iter().copied().eq([0, 0]), "{scores:?}");
    }
}
