//! The cards that reached each seat in a round, compared with a slow reference that watches every drawn card and
//! ignores shuffles.

use ergo_engine::cards::CardGame;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;

/// Cards by seat that were unknown to all before they were dealt or drawn.
struct Twin {
    came: Vec<Vec<Card>>,
    seen: usize,
    turn: u16,
}

impl Twin {
    /// Records the begin of a round: hands are dealt, then the first turn's cards are drawn.
    fn begin(game: &Ergo, state: &State) -> Self {
        let hand = |seat| {
            let mut hand = state.hand(seat);
            if seat == state.to_move() {
                state.drawn().iter().for_each(|card| hand.remove(*card));
            }
            hand.cards().collect()
        };
        Twin { came: game.seats().iter().map(hand).collect(), seen: 0, turn: 0 }
    }

    /// Records the cards drawn since the last call.
    fn watch(&mut self, state: &State) {
        if state.turn() == self.turn {
            return;
        }
        self.turn = state.turn();
        let drew = |event: &Event| if let Event::Drew(seat, known) = event { Some((*seat, *known)) } else { None };
        let events = state.events()[self.seen..].iter().filter_map(drew);
        for ((seat, known), card) in events.zip(state.drawn()) {
            match known {
                Some(known) => assert_eq!(known, *card),
                None => self.came[seat.index()].push(*card),
            }
        }
        self.seen = state.events().len();
    }
}

/// Returns the numbers of `cards` by kind, as in `seat`'s view: its own variable, those of other seats, every other
/// kind.
fn by_kind(cards: &[Card], seat: usize, seats: usize) -> Vec<u32> {
    let count = |range: &[usize]| cards.iter().filter(|card| range.contains(&(**card as usize))).count() as u32;
    let rivals: Vec<usize> = (0..seats).filter(|other| *other != seat).collect();
    let idle: Vec<usize> = (seats..4).chain([Card::Inert as usize]).collect();
    let mut kinds = vec![count(&[seat]), count(&rivals)];
    kinds.extend((Card::And as usize..=Card::Revolution as usize).map(|card| count(&[card])));
    kinds.push(count(&[Card::VariableWild as usize, Card::OperatorWild as usize]));
    kinds.extend([count(&[Card::Ergo as usize]), count(&idle)]);
    kinds
}

#[test]
fn count_drawn_counts_unknown_cards_once() {
    let games = [
        (2, "-"),
        (3, "starter=rotate draw=1"),
        (4, "starter=random cards.ergo=9"),
        (3, "discards=bottom max_turns=60"),
        (2, "discards=reshuffle_once cards.tabula_rasa=6 draw=3"),
        (4, "discards=reshuffle_once starter=rotate"),
        (3, "discards=reshuffle_once cards.inert=20"),
    ];
    let (mut rounds, mut reshuffled, mut known) = (0, 0, 0);
    for (i, (seats, options)) in games.into_iter().enumerate() {
        let game = &crate::common::ergo(seats, options);
        for deal in 0..40 {
            let seed = Seed::master(deal).derive("draws", &[i as u64]);
            let (mut state, mut rng) = (game.deal(&mut seed.rng()), seed.derive("play", &[]).rng());
            let mut twin = Twin::begin(game, &state);
            while matches!(game.status(&state), Status::ToMove(_)) {
                twin.watch(&state);
                let action = game.sample_action(&state, &mut rng, &mut Vec::new());
                reshuffled += u32::from(state.events().last() == Some(&Event::Reshuffled));
                known += u32::from(matches!(state.events().last(), Some(Event::Drew(_, Some(_)))));
                let Some(round) = game.apply_recorded(&mut state, action) else { continue };
                rounds += 1;
                let mut found = vec![0; seats * Ergo::CARD_KINDS.len()];
                game.count_drawn(&round, &mut found);
                for (seat, found) in found.chunks(Ergo::CARD_KINDS.len()).enumerate() {
                    assert_eq!(found, by_kind(&twin.came[seat], seat, seats), "{round:?}");
                }
                if matches!(game.status(&state), Status::ToMove(_)) {
                    twin = Twin::begin(game, &state);
                }
            }
        }
    }
    assert!(rounds > 500 && reshuffled > 20 && known > 50, "{rounds} {reshuffled} {known}");
}
