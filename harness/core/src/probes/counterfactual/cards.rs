//! Estimates the value of cards by intervention: a position of a match is played on with one change and without it.
//!
//! - *Draw*: some of the cards drawn in a match, from the second turn of a round on, are picked at random. Each is
//!   exchanged for a card of every kind that is face down, and the round is played on. The value of a kind is the lead
//!   with it, minus the mean lead over all cards that could have been drawn. The deck and everything else stay the
//!   same.
//! - *Access*: a round is played from its start, and again while one seat may only discard the cards of a group. The
//!   value is the lost lead.
//! - *Drawn* and *undrawn*: the lead of all seats in rounds in which they drew a kind, and in rounds in which they did
//!   not. This is an association in played games and not a causal effect: in long rounds more cards of every kind are
//!   drawn.

use std::collections::BTreeMap;

use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;

use super::{Counterfactual, keep, leads, worths, write_row};
use crate::probes::probe::{RowWriter, WatchedMatch};
use crate::registry::arena::{DynState, Ending, Table};
use crate::rows::millionths;

pub(in crate::probes) const PROBE: Counterfactual = Counterfactual {
    name: "cards",
    most: 100,
    file: "cards.csv",
    columns: "arm,match,deal,rotation,table,entrant,asked,card,lap,value,weight",
    fits: |game| match game.records().cards {
        [] => Err(format!("{} has no cards to evaluate, expected 0", game.name())),
        _ => Ok(()),
    },
    play_on,
    read: worths::read,
};

/// A question about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CardQuestion {
    /// The value of drawing the card.
    Draw,
    /// The value of access to a group of cards.
    Access,
    /// The lead in rounds in which the card was drawn.
    Drawn,
    /// The lead in rounds in which it was not drawn.
    Undrawn,
}

impl CardQuestion {
    pub(super) const ALL: [CardQuestion; 4] =
        [CardQuestion::Draw, CardQuestion::Access, CardQuestion::Drawn, CardQuestion::Undrawn];

    /// Returns its word in `cards.csv`.
    pub(super) fn word(self) -> &'static str {
        match self {
            CardQuestion::Draw => "draw",
            CardQuestion::Access => "access",
            CardQuestion::Drawn => "drawn",
            CardQuestion::Undrawn => "undrawn",
        }
    }
}

/// A sum of `weight` leads of a seat. `card` is a kind or a group. `lap` is the number of turns of the seat in the
/// round, including this one; 0 if it is irrelevant.
struct CardLead {
    seat: Seat,
    asked: CardQuestion,
    card: &'static str,
    lap: u32,
    value: f64,
    weight: f64,
}

/// A position before the action that ends a turn, and the seat that draws next.
struct Scene {
    state: Box<dyn DynState>,
    action: String,
    seat: Seat,
    lap: u32,
}

/// Plays on from up to `draws` draws of the match and from the start of one round. Cases where a bot fails to answer
/// are skipped.
fn play_on(
    played: &WatchedMatch<'_>,
    transcript: &Transcript,
    _: &Ending,
    draws: u32,
    out: &mut RowWriter<'_>,
) -> Result<(), String> {
    let mut rng = transcript.seed.derive("cards", &[]).rng();
    let mut found = Vec::new();
    let (scenes, start) = moments(played, transcript, draws as usize, &mut rng, &mut found);
    for scene in &scenes {
        found.extend(exchanged(scene, played, &mut rng)?.unwrap_or_default());
    }
    if let Some(start) = start {
        found.extend(barred(&*start, played, &mut rng).unwrap_or_default());
    }
    for CardLead { seat, asked, card, lap, value, weight } in found {
        let (entrant, value) = (played.entrants[seat.index()], format!("{:.6}", millionths(value)));
        let table = played.heading.table();
        let cells = [table.into(), entrant.into(), asked.word().into(), card.into(), lap.into(), (&*value).into()];
        write_row(played, out, &[&cells[..], &[(&weight).into()]].concat());
    }
    Ok(())
}

/// Replays the match: picks draws and the start of a round, and records the cards that each seat drew and the results
/// of the rounds.
fn moments(
    played: &WatchedMatch<'_>,
    transcript: &Transcript,
    draws: usize,
    rng: &mut Rng,
    found: &mut Vec<CardLead>,
) -> (Vec<Scene>, Option<Box<dyn DynState>>) {
    let (seats, kinds) = (played.rules.seats().get() as u32, played.records.cards);
    let mut counts = vec![0; kinds.len()];
    let mut came: BTreeMap<(usize, CardQuestion, usize), (f64, f64)> = BTreeMap::new();
    let (mut scenes, mut starts, mut seen) = (Vec::new(), Vec::new(), [0, 0]);
    let (mut pending, mut fresh, mut turns): (Option<Scene>, bool, u32) = (None, true, 0);
    let replayed = played.rules.replay(transcript, &mut |moment| {
        let state = moment.state;
        if fresh {
            keep(&mut starts, 1, &mut seen[0], rng, || state.copied());
            (turns, pending, fresh) = (1, None, false);
        }
        let Some(mover) = state.to_move() else { return };
        if let Some(scene) = pending.take().filter(|scene: &Scene| scene.seat == mover) {
            turns += 1;
            keep(&mut scenes, draws, &mut seen[1], rng, || Scene { lap: turns.div_ceil(seats), ..scene });
        }
        let Some(round) = moment.round else {
            let next = state.cards().next_draw(&mut counts).filter(|seat| *seat != mover);
            pending = next.map(|seat| Scene { state: state.copied(), action: moment.action.to_string(), seat, lap: 0 });
            return;
        };
        fresh = true;
        let mut held = vec![0; seats as usize * kinds.len()];
        round.count_drawn(&mut held);
        let leads = leads(&round.points());
        for (place, count) in held.iter().enumerate() {
            let (seat, kind) = (place / kinds.len(), place % kinds.len());
            let asked = if *count > 0 { CardQuestion::Drawn } else { CardQuestion::Undrawn };
            let (sum, weight) = came.entry((seat, asked, kind)).or_default();
            (*sum, *weight) = (*sum + leads[Seat::new(seat)], *weight + 1.0);
        }
    });
    // The transcript of a match with a fault ends at the fault.
    debug_assert!(replayed.is_ok(), "{:?}", replayed.err());
    found.extend(came.into_iter().map(|((seat, asked, kind), (value, weight))| CardLead {
        seat: Seat::new(seat),
        asked,
        card: kinds[kind],
        lap: 0,
        value,
        weight,
    }));
    (scenes, starts.pop())
}

/// Returns the lead of `seat` after the round of `state` is finished, or `None` if a bot fails to answer.
fn lead(mut state: Box<dyn DynState>, seat: Seat, table: &Table<'_>) -> Option<f64> {
    Some(leads(&state.play_on(table)?)[seat])
}

/// Exchanges the drawn card for one of every kind that it could have been. The action before the draw was chosen
/// without knowing the card, so it must still be legal.
fn exchanged(scene: &Scene, played: &WatchedMatch<'_>, rng: &mut Rng) -> Result<Option<Vec<CardLead>>, String> {
    let Scene { action, seat, lap, .. } = scene;
    let kinds = played.records.cards;
    let mut counts = vec![0; kinds.len()];
    scene.state.cards().next_draw(&mut counts);
    let mut values = Vec::new();
    for (kind, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let mut state = scene.state.cards().exchanged(kind, rng);
        state.play(action).map_err(|error| {
            let card = kinds[kind];
            format!("{action:?}, after the next card is exchanged for {card}: {error}, expected it to stay legal")
        })?;
        let Some(lead) = lead(state, *seat, played.table) else { return Ok(None) };
        values.push((kind, f64::from(*count), lead));
    }
    let cards: f64 = values.iter().map(|(_, count, _)| count).sum();
    let mean = values.iter().map(|(_, count, lead)| count * lead).sum::<f64>() / cards;
    let finding = |(kind, _, lead): (usize, f64, f64)| CardLead {
        seat: *seat,
        asked: CardQuestion::Draw,
        card: kinds[kind],
        lap: *lap,
        value: lead - mean,
        weight: 1.0,
    };
    Ok(Some(values.into_iter().map(finding).collect()))
}

/// Bars groups of cards for a random seat. Returns `None` if a bot fails to finish a round.
fn barred(start: &dyn DynState, played: &WatchedMatch<'_>, rng: &mut Rng) -> Option<Vec<CardLead>> {
    let seat = Seat::new(below(rng, played.rules.seats().get() as u32) as usize);
    let lead = |kinds| lead(start.cards().with_barred_cards(seat, kinds)?, seat, played.table);
    let free = lead(0)?;
    let finding = |(card, kinds): &(&'static str, u32)| {
        let value = free - lead(*kinds)?;
        Some(CardLead { seat, asked: CardQuestion::Access, card, lap: 0, value, weight: 1.0 })
    };
    played.records.groups.iter().map(finding).collect()
}
