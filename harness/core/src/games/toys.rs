//! The registrations of the small test games: their agents, measures, features and presentation.

use std::sync::Arc;

use ergo_agents::roster::Roster;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::Configurable;
use ergo_engine::seat::{MAX_SEATS, Seat};
use ergo_engine::toys::goofspiel::{AuctionSeen, Goofspiel};
use ergo_engine::toys::kuhn::{self, Card, Kuhn};
use ergo_engine::toys::leduc::{self, Leduc};
use ergo_engine::toys::pig::{Pig, PiggySeen};
use ergo_engine::toys::tic_tac_toe::{Board, TicTacToe};

use serde_json::{Value, json};

use super::common_measures::{endings, endings_of_matches};
use crate::registry::arena::presentation::{ActionDescription, Presentation};
use crate::registry::arena::{Registered, Registration};

/// The descriptions of their columns.
const COLUMNS: &str = include_str!("toys.txt");

/// The width of a feature row of Goofspiel: one entry per card of the largest deck, and one for points.
const AUCTION: usize = 14;

/// Creates a registration without starter measures: either seat 1 always starts, or all bid at the same time.
fn toy<G: Configurable + Roster + Numbering<G::Action>>() -> Registration<G> {
    let endings = if G::Round::ONLY_ONE { endings_of_matches() } else { endings() };
    Registration::new(G::registry())
        .with_measures(vec![endings])
        .with_columns(COLUMNS)
        .with_numbering(|game| Arc::new(game.clone()))
}

/// Draws the board in three rows; a free cell shows its number.
fn board(_: &TicTacToe, board: &Board) -> Value {
    let board = board.to_string();
    let cell = |(place, mark): (usize, char)| if mark == '.' { place.to_string() } else { mark.to_string() };
    let cells: Vec<String> = (1..).zip(board.chars()).map(cell).collect();
    let drawing: Vec<String> = cells.chunks(3).map(|row| format!("  {}", row.join(" "))).collect();
    json!({ "board": board, "drawing": drawing })
}

fn mark(_: &TicTacToe, _: &Board, cell: <TicTacToe as Game>::Action) -> ActionDescription {
    ActionDescription { words: format!("marks cell {cell}"), places: vec![format!("cell:{cell}")] }
}

impl Registered for TicTacToe {
    fn registration() -> Registration<Self> {
        let presentation = Presentation {
            view: board,
            fields: &[("board", "Board")],
            describe: mark,
            style: ".cells { display: grid; grid-template-columns: repeat(3, 4rem); gap: 4px; } .cells span { border: 1px solid var(--line); font-size: 2rem; height: 4rem; line-height: 4rem; text-align: center; }",
            script: include_str!("tic_tac_toe.js"),
            ..Presentation::default()
        };
        let features = |_: &TicTacToe, board: &Board, seat: Seat, out: &mut [f32]| {
            let own = if seat.index() == 0 { 'x' } else { 'o' };
            for (cell, mark) in board.to_string().chars().enumerate().filter(|(_, mark)| *mark != '.') {
                out[cell + if mark == own { 0 } else { 9 }] = 1.0;
            }
        };
        toy().with_game_tree().with_presentation(presentation).with_features(18, features)
    }
}

/// Writes the seat, its card, the other card, the public card and the betting history to `out`.
fn poker(seat: Seat, cards: [Option<Card>; 3], betting: impl Iterator<Item = (usize, usize)>, out: &mut [f32]) {
    out[0] = seat.index() as f32;
    for (row, card) in out[1..10].chunks_mut(3).zip(cards) {
        card.into_iter().for_each(|card| row[card as usize] = 1.0);
    }
    for (place, (choice, choices)) in betting.enumerate() {
        out[10 + place * choices + choice] = 1.0;
    }
}

impl Registered for Kuhn {
    fn registration() -> Registration<Self> {
        let features = |_: &Kuhn, seen: &kuhn::HandSeen, seat: Seat, out: &mut [f32]| {
            let betting = seen.betting.iter().map(|choice| (*choice as usize, 4));
            poker(seat, [Some(seen.card), seen.shown, None], betting, out);
        };
        toy().with_game_tree().with_features(10 + 3 * 4, features)
    }
}

impl Registered for Leduc {
    fn registration() -> Registration<Self> {
        let features = |_: &Leduc, seen: &leduc::HandSeen, seat: Seat, out: &mut [f32]| {
            let betting = seen.betting.iter().map(|choice| (*choice as usize, 5));
            poker(seat, [Some(seen.card), seen.shown, seen.public], betting, out);
        };
        toy().with_game_tree().with_features(10 + 8 * 5, features)
    }
}

/// Writes rows of 14 features: for the seat and its rivals in turn order, the remaining cards and the points; then the
/// remaining prizes, the current prize, and the own hidden bid.
fn auction(game: &Goofspiel, seen: &AuctionSeen, seat: Seat, out: &mut [f32]) {
    let (seats, cards) = (game.seats().get(), game.ids());
    let mut points = [0.0; MAX_SEATS];
    for (bids, prize) in seen.bids.iter().zip(&seen.prizes) {
        let best = bids.iter().max();
        let mut takers = (0..seats).filter(|bidder| bids.get(*bidder) == best);
        if let (Some(taker), None) = (takers.next(), takers.next()) {
            points[taker] += f32::from(*prize) / (cards * (cards + 1) / 2) as f32;
        }
    }
    let mut rows = out.chunks_mut(AUCTION);
    for (step, row) in (0..MAX_SEATS).zip(&mut rows).take_while(|(step, _)| *step < seats) {
        let rival = (seat.index() + step) % seats;
        let is_held = |card: usize| seen.bids.iter().all(|bids| usize::from(bids[rival]) != card);
        (1..=cards).filter(|card| is_held(*card)).for_each(|card| row[card - 1] = 1.0);
        row[AUCTION - 1] = points[rival];
    }
    let mut row = out.chunks_mut(AUCTION).skip(MAX_SEATS);
    if let (Some(coming), Some(present), Some(bid)) = (row.next(), row.next(), row.next()) {
        (1..=cards).filter(|card| !seen.prizes.contains(&(*card as u8))).for_each(|card| coming[card - 1] = 1.0);
        if seen.bids.len() < cards {
            seen.prizes.last().into_iter().for_each(|prize| present[usize::from(*prize) - 1] = 1.0);
        }
        seen.covered.1.into_iter().for_each(|card| bid[usize::from(card) - 1] = 1.0);
    }
}

impl Registered for Goofspiel {
    fn registration() -> Registration<Self> {
        toy().with_game_tree().with_features((MAX_SEATS + 3) * AUCTION, auction)
    }
}

impl Registered for Pig {
    fn registration() -> Registration<Self> {
        let features = |game: &Pig, seen: &PiggySeen, _: Seat, out: &mut [f32]| {
            let target = game.target as f32;
            let share = |points: u32| (points as f32 / target).min(1.0);
            let left = 1.0 - seen.turns as f32 / game.turns as f32;
            let all = [share(seen.banked), share(seen.rolled), share(seen.banked + seen.rolled), left];
            out[..4].copy_from_slice(&all);
            out[4] = f32::from(seen.rolls > 0);
        };
        toy().with_features(5, features)
    }
}
