//! The law of the numbering of actions.

use crate::game::{Game, Status};
use crate::numbering::Numbering;
use crate::rng::Seed;

/// Checks in `positions` positions of random matches that legal actions have distinct ids that map back to them, and
/// that every id belongs to an action. Returns the total number of legal actions.
///
/// # Panics
///
/// If a law is broken.
pub fn check_numbering<G: Game>(game: &G, numbering: &dyn Numbering<G::Action>, seed: u64, positions: usize) -> u64 {
    let ids = numbering.ids();
    for id in 0..ids {
        let action = numbering.action(id);
        let back = action.map(|action| numbering.id(action));
        assert!(back == Some(id), "law broken: id {id} is {action:?}, whose id is {back:?}");
    }
    assert!(numbering.action(ids).is_none(), "law broken: there are {ids} ids, and an action beyond them");
    let mut rng = Seed::master(seed).rng();
    let (mut legal, mut scratch, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let mut actions = 0;
    let mut state = game.deal(&mut Seed::draw(&mut rng).rng());
    for _ in 0..positions {
        if matches!(game.status(&state), Status::Over(_)) {
            state = game.deal(&mut Seed::draw(&mut rng).rng());
        }
        game.legal_actions(&state, &mut legal);
        found.clear();
        for &action in &legal {
            let id = numbering.id(action);
            let back = numbering.action(id);
            assert!(id < ids && back == Some(action), "law broken: {action} has id {id}, which is {back:?}");
            found.push(id);
        }
        found.sort_unstable();
        assert!(found.windows(2).all(|two| two[0] < two[1]), "law broken: two legal actions have one id");
        actions += legal.len() as u64;
        let action = game.sample_action(&state, &mut rng, &mut scratch);
        game.apply(&mut state, action);
    }
    actions
}
