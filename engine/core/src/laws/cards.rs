//! Laws of games whose cards experiments can exchange and bar.

use super::position::seen_by_all;
use crate::cards::CardGame;
use crate::game::Status;
use crate::rng::Seed;

/// Checks [`CardGame::next_draw`], [`CardGame::exchange_next`] and [`CardGame::with_barred_cards`] in every state of
/// `matches` random matches of at most `max_steps` actions. No seat may notice an exchange of unknown cards, the counts
/// must not change, and barred cards may only remove actions. Returns the number of exchanges.
///
/// # Panics
///
/// If a law is broken.
pub fn check_cards<G: CardGame>(game: &G, seed: u64, matches: u32, max_steps: usize) -> usize {
    let kinds = G::CARD_KINDS.len();
    assert!(kinds > 0 && kinds <= 32, "law broken: a game with cards has 1 to 32 kinds, not {kinds}");
    let every = if kinds == 32 { u32::MAX } else { (1 << kinds) - 1 };
    let groups = G::CARD_GROUPS.iter().fold(0, |all, (_, kinds)| all | kinds);
    assert!(groups & !every == 0, "law broken: groups contain only declared kinds of cards");
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
                assert!(
                    seen_by_all(game, &other) == before,
                    "law broken: an exchange of cards is invisible to every seat"
                );
                let again = game.next_draw(&other, &mut after);
                assert!(again == drawer && after == counts, "law broken: an exchange keeps all cards");
                game.legal_actions(&other, &mut fewer);
                assert!(fewer == legal, "law broken: an exchange does not change the legal actions");
                exchanges += 1;
            }
            for (barred, seat) in [(0, mover), (every, mover), (every, game.seats().after(mover))] {
                let barring = game.with_barred_cards(seat, barred);
                barring.legal_actions(&state, &mut fewer);
                let same = barred == 0 || seat != mover;
                assert!(!same || fewer == legal, "law broken: only barred cards take actions away");
                assert!(!fewer.is_empty(), "law broken: some action stays legal when cards are barred");
                assert!(fewer.iter().all(|action| legal.contains(action)), "law broken: barred cards add no action");
                assert!(
                    fewer.iter().all(|action| barring.is_legal(&state, *action)),
                    "law broken: is_legal allows every listed action"
                );
            }
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            game.apply(&mut state, action);
        }
    }
    exchanges
}
