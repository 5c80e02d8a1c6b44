//! Invariants at every state of many random games. RULES.md I1–I7, I9.

use super::common::{cogito, play_out};
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::card::{Card, Placed};
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::phase::{EndedBy, Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;

/// RULES.md I1, I7: every card is in one place, and no Dream is under the pile after it was played.
fn check_cards(game: &Cogito, state: &State) {
    let mut count = [0; 18];
    let seats = || game.seats().iter();
    seats().for_each(|seat| count[state.own(seat).index()] += 1);
    state.pile().for_each(|card| count[card.index()] += 1);
    for seat in seats() {
        state.hand(seat).iter().for_each(|card| count[card.index()] += 1);
        state.field(seat).iter().for_each(|placed| count[placed.card.index()] += 1);
        state.gone(seat).iter().for_each(|card| count[card.index()] += 1);
    }
    for card in Card::ALL {
        assert_eq!(count[card.index()], game.0.copies_of(card), "{card}");
    }
    let is_dream = |card: &Card| *card == Card::Dream;
    let played =
        state.events().iter().filter(|event| matches!(event, Event::Played { placed, .. } if is_dream(&placed.card)));
    let in_fields = seats().flat_map(|seat| state.field(seat)).filter(|placed| is_dream(&placed.card)).count();
    let gone: usize = seats().map(|seat| state.gone(seat).iter().filter(|card| is_dream(card)).count()).sum();
    assert!((in_fields..=in_fields + gone).contains(&played.count()));
}

/// RULES.md I3, I4.
fn check_fields(game: &Cogito, state: &State) {
    for seat in game.seats().iter() {
        let own = state.own(seat);
        for &Placed { card, red } in state.field(seat) {
            let belongs = card == own || card.is_category() && game.0.diagram.members(card).contains(own);
            assert_eq!(red && card != Card::Ego, belongs, "{card} of {own}");
            assert!(card != Card::Ego || red);
        }
        assert!(state.reds(seat) < 2);
        assert!(state.is_active(seat) || state.hand(seat).is_empty());
    }
}

/// RULES.md I6: hands of the players in the game have one size, except of those who have played in this lap.
fn check_hands(game: &Cogito, state: &State) {
    let sizes: Vec<usize> =
        game.seats().iter().filter(|&seat| state.is_active(seat)).map(|seat| state.hand(seat).len()).collect();
    assert!(sizes.iter().all(|&size| size <= 2));
    let between = matches!(state.phase(), Phase::Trade | Phase::Window(Window::Draw | Window::Trade | Window::End));
    if between {
        assert!(sizes.iter().all(|&size| size == sizes[0]), "{sizes:?}");
    }
    if state.phase() == Phase::Window(Window::Trade)
        && let Some(Event::Traded { givers, given }) = state.events().last()
    {
        for seat in game.seats().iter().filter(|seat| givers & 1 << seat.index() != 0) {
            let gave = given[seat.index()].unwrap();
            let unique = game.0.copies_of(gave) == 1;
            assert!(!unique || !state.hand(seat).contains(&gave), "{gave} was received back");
        }
    }
}

/// RULES.md I5: the own Self is a candidate; a player with a single candidate wins by declaring it while all others
/// pass.
fn check_candidates(game: &Cogito, state: &State) {
    for seat in game.seats().iter() {
        assert!(state.by_cards(seat).contains(state.own(seat)));
    }
    let (Some(mover), Phase::Window(_)) = (state.to_move(), state.phase()) else { return };
    let all = state.by_cards(mover);
    let earlier = game.seats().iter().any(|seat| matches!(state.committed(seat), Some(Action::Cogito(_))));
    if all.len() > 1 || earlier || game.0.games > 1 {
        return;
    }
    let mut won = state.clone();
    game.apply(&mut won, Action::Cogito(all.nth(0)));
    while won.phase() == state.phase() && won.committed(mover).is_some() {
        game.apply(&mut won, Action::Pass);
    }
    assert_eq!(won.ended(), Some(EndedBy::Cogito(mover)));
}

/// RULES.md I1, I3, I4, I5, I6, I7: at every state of more than 100,000 games. I2 and I9 at their ends: one winner
/// takes all, and a tie has the same value for all.
#[test]
fn i1_invariants_hold_in_random_games() {
    let (mut games, mut ends) = (0, [0; 2]);
    let tables = [
        (2, "", 30_000),
        (3, "", 20_000),
        (4, "", 20_000),
        (2, "diagram=venn copies.dream=3 copies.i=2 copies.ii=1", 10_000),
        (3, "diagram=venn round_starter=rotate", 10_000),
        (4, "copies.dream=5 copies.i=0 copies.ii=1", 6_000),
        (3, "copies.dream=0 copies.i=3 copies.ii=1", 6_000),
    ];
    for (seats, options, count) in tables {
        let game = cogito(seats, options);
        for number in 0..count {
            let mut rng = Seed::master(number).derive(options, &[seats as u64]).rng();
            // From many declarations to hardly any.
            let every = [2, 10, 60][number as usize % 3];
            let mut before: Option<usize> = None;
            let (end, rounds) = play_out(&game, every, &mut rng, |state, action| {
                // States without a declaration or play since the last one are equal to it.
                if before.replace(state.events().len()) != Some(state.events().len()) {
                    check_cards(&game, state);
                    check_fields(&game, state);
                    check_hands(&game, state);
                    check_candidates(&game, state);
                }
                assert!(game.is_legal(state, action));
            });
            games += 1;
            check_cards(&game, &end);
            let dreams = end
                .events()
                .iter()
                .any(|event| matches!(event, Event::Played { placed, .. } if placed.card == Card::Dream));
            if !dreams && game.seats().iter().all(|seat| end.is_active(seat)) {
                // I2, for any deck: 9, 5 and 4 laps with 20 cards.
                let most = (game.0.cards() - 3 * seats) / seats + 2;
                assert!(usize::from(end.lap()) <= most);
                assert!(game.0.cards() != 20 || most == [9, 5, 4][seats - 2]);
            }
            let Status::Over(outcome) = game.status(&end) else { panic!("the game continues") };
            let winners = outcome.winners.iter().filter(|won| **won).count();
            match rounds[0].ended_by.victor() {
                Some(victor) => assert_eq!((winners, outcome.returns[victor]), (1, 1.0)),
                None => assert!(winners == seats && outcome.returns.iter().all(|&value| value == 1.0 / seats as f64)),
            }
            ends[usize::from(winners == 1)] += 1;
        }
    }
    assert!(games > 100_000 && ends.iter().all(|&count| count > 200), "{ends:?}");
}
