//! The luck of the draw against a slow twin: it watches every card that is really drawn, and knows nothing of shuffles.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::draws::KINDS;
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::Heap;
use ergo_engine::ergo::round::EndedBy;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::luck::Luck;
use ergo_engine::rng::Seed;

/// Luck by seat and card, and the cards face down whose place nobody knows.
struct Twin {
    luck: [[f64; Card::ALL.len()]; 4],
    down: Heap,
    seen: usize,
    turn: u16,
}

impl Twin {
    /// Watches a round begin: hands are dealt in seat order, then the first turn's cards are drawn.
    fn begin(game: &Ergo, state: &State) -> Self {
        let mut twin = Twin { luck: [[0.0; Card::ALL.len()]; 4], down: game.0.deck, seen: 0, turn: 0 };
        for seat in game.seats().iter() {
            let mut hand = state.hand(seat);
            if seat == state.to_move() {
                state.drawn().iter().for_each(|card| hand.remove(*card));
            }
            let left = twin.down.len() as f64;
            for card in Card::ALL {
                twin.luck[seat.index()][card as usize] -=
                    f64::from(game.0.hand_size) * f64::from(twin.down.count(card)) / left;
            }
            for card in hand.cards() {
                twin.luck[seat.index()][card as usize] += 1.0;
                twin.down.remove(card);
            }
        }
        twin
    }

    /// Watches what was drawn since it last looked.
    fn watch(&mut self, state: &State) {
        if state.turn() == self.turn {
            return;
        }
        self.turn = state.turn();
        let mut drawn = state.drawn().iter();
        let events = &state.events()[self.seen..];
        self.seen = state.events().len();
        let mut discards: Option<Heap> = None;
        for event in events {
            match event {
                Event::Reshuffled => discards = Some(Heap::default()),
                Event::Drew(seat, known) => {
                    let card = *drawn.next().unwrap();
                    match known {
                        Some(known) => assert_eq!(*known, card),
                        None => {
                            if let Some(heap) = &mut discards {
                                // The new pile: what is drawn from it, and what is left of it.
                                *heap =
                                    state.pile().chain(std::iter::once(card)).chain(drawn.clone().copied()).collect();
                                self.down = *heap;
                                discards = None;
                            }
                            self.draw(seat.index(), card);
                        }
                    }
                }
                _ => {}
            }
        }
        if discards.is_some() {
            self.down = state.pile().collect();
        }
    }

    fn draw(&mut self, seat: usize, card: Card) {
        let left = self.down.len() as f64;
        for other in Card::ALL {
            self.luck[seat][other as usize] -= f64::from(self.down.count(other)) / left;
        }
        self.luck[seat][card as usize] += 1.0;
        self.down.remove(card);
    }
}

/// The twin's luck by kind: each kind with the cards that count, the seat's own variable first.
fn by_kind(luck: &[f64; Card::ALL.len()], seat: usize, seats: usize) -> Vec<f64> {
    let rivals = (0..seats).filter(|other| *other != seat).map(|other| luck[other]).sum();
    let mut kinds = vec![luck[seat], rivals];
    kinds.extend_from_slice(&luck[Card::And as usize..=Card::Revolution as usize]);
    kinds.push(luck[Card::VariableWild as usize] + luck[Card::OperatorWild as usize]);
    kinds.push(luck[Card::Ergo as usize]);
    kinds
}

#[test]
fn every_draw_counts_once() {
    let games = [
        (2, "-"),
        (3, "starter=rotate draw=1"),
        (4, "starter=random cards.ergo=9"),
        (3, "discards=bottom max_turns=60"),
        (2, "discards=reshuffle_once cards.tabula_rasa=6 draw=3"),
        (4, "discards=reshuffle_once starter=rotate"),
        (3, "discards=reshuffle_once cards.inert=20"),
    ];
    let (mut rounds, mut early, mut reshuffled, mut known) = (0, 0, 0, 0);
    for (i, (seats, options)) in games.into_iter().enumerate() {
        let game = &crate::common::ergo(seats, options);
        for deal in 0..40 {
            let seed = Seed::master(deal).derive("luck", &[i as u64]);
            let (mut state, mut rng) = (game.deal(&mut seed.rng()), seed.derive("play", &[]).rng());
            let mut twin = Twin::begin(game, &state);
            while matches!(game.status(&state), Status::ToMove(_)) {
                twin.watch(&state);
                let action = game.sample_action(&state, &mut rng, &mut Vec::new());
                reshuffled += u32::from(state.events().last() == Some(&Event::Reshuffled));
                known += u32::from(matches!(state.events().last(), Some(Event::Drew(_, Some(_)))));
                let Some(round) = game.apply_recorded(&mut state, action) else { continue };
                rounds += 1;
                early += u32::from(matches!(round.ended_by, EndedBy::Ergo(_)));
                let mut found = vec![0.0; seats * KINDS.len()];
                game.luck(&round, &mut found);
                for (seat, found) in found.chunks(KINDS.len()).enumerate() {
                    let expected = by_kind(&twin.luck[seat], seat, seats);
                    for ((kind, found), expected) in KINDS.iter().zip(found).zip(&expected) {
                        assert!((found - expected).abs() < 1e-9, "{kind}: {found} instead of {expected} in {round:?}");
                    }
                }
                if matches!(game.status(&state), Status::ToMove(_)) {
                    twin = Twin::begin(game, &state);
                }
            }
        }
    }
    assert!(rounds > 500 && early > 50 && reshuffled > 20 && known > 50, "{rounds} {early} {reshuffled} {known}");
}
