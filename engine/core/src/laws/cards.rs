//! The laws of games with cards, so that experiments can exchange and bar them.

use super::position::seen_by_all;
use crate::cards::CardGame;
use crate::game::Status;
use crate::rng::Seed;

/// Checks [`CardGame::next_draw`], [`CardGame::exchange_next`] and [`CardGame::barring`] in every state of `matches` random matches of at most
/// `max_steps` actions: nobody can tell that a card nobody knows was exchanged, it is of the kind that was asked for, and
/// barred cards only take actions away. Gives how many exchanges there were.
pub fn check_cards<G: CardGame>(game: &G, seed: u64, matches: u32, max_steps: usize) -> usize {
    let kinds = G::CARD_KINDS.len();
    assert!(kinds > 0 && kinds <= 32, "law broken: a game with cards has 1 to 32 kinds, not {kinds}");
    let every = if kinds == 32 { u32::MAX } else { (1 << kinds) - 1 };
    let groups = G::CARD_GROUPS.iter().fold(0, |all, (_, kinds)| all | kinds);
    assert!(groups & !every == 0, "law broken: a group of cards is one of kinds that there are");
    let mut rng = Seed::master(seed).rng();
    let (mut legal, mut fewer, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    let (mut counts, mut after) = (vec![0; kinds], vec![0; kinds]);
    let mut exchanges = 0;
    for _ in 0..matches {
        let mut state = game.deal(&mut Seed::draw(&mut rng).rng());
        for _ in 0..max_steps {
            let Status::ToMove(mover) = game.status(&state) else { break };
            game.legal_actions(&state, &mut legal);
            let drawer = game.next_draw(&state, &mut counts);
            let before = seen_by_all(game, &state);
            for kind in (0..kinds).filter(|kind| drawer.is_some() && counts[*kind] > 0) {
                let mut other = state.clone();
                game.exchange_next(&mut other, kind, &mut rng);
                assert!(seen_by_all(game, &other) == before, "law broken: nobody sees that a card was exchanged");
                let again = game.next_draw(&other, &mut after);
                assert!(again == drawer && after == counts, "law broken: an exchange keeps all cards");
                game.legal_actions(&other, &mut fewer);
                assert!(fewer == legal, "law broken: an exchange changes nothing that may be done");
                exchanges += 1;
            }
            for (barred, seat) in [(0, mover), (every, mover), (every, game.seats().after(mover))] {
                let barring = game.barring(seat, barred);
                barring.legal_actions(&state, &mut fewer);
                let same = barred == 0 || seat != mover;
                assert!(!same || fewer == legal, "law broken: only barred cards take actions away");
                assert!(!fewer.is_empty(), "law broken: something is legal whatever is barred");
                assert!(fewer.iter().all(|action| legal.contains(action)), "law broken: barred cards add no action");
                assert!(fewer.iter().all(|action| barring.is_legal(&state, *action)), "law broken: is_legal knows too");
            }
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            game.apply(&mut state, action);
        }
    }
    exchanges
}
