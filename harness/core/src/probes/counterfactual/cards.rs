//! The value of cards by cause: a moment of a match is played on with one change, and compared with the same moment without it.
//!
//! - *Draw*: of all cards drawn in a match from the second turn of a round on, some are picked at random. Each is exchanged for
//!   a card of every kind that lies face down, and the round is played on. The worth of a kind is the lead with it, less the mean
//!   lead over all cards that could have been drawn. The deck stays the same, and so does everything else.
//! - *Access*: a round is played from its beginning, and again where one seat may not play the cards of a group, but only discard
//!   them. The worth is the lead that it lost.
//! - *Drawn* and *undrawn*: the lead of all seats in rounds in which a kind came to them, and in which none did. This is the
//!   association in played games, and no worth: long rounds draw more of everything, and who loses them is another matter.

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
        [] => Err(format!("{} has no cards whose worth could be found, expected 0", game.name())),
        _ => Ok(()),
    },
    play_on,
    read: worths::read,
};

/// A question about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CardQuestion {
    /// The worth of drawing it.
    Draw,
    /// The worth of being allowed to play a group.
    Access,
    /// The lead where it came.
    Drawn,
    /// The lead where it did not.
    Undrawn,
}

impl CardQuestion {
    pub(super) const ALL: [CardQuestion; 4] =
        [CardQuestion::Draw, CardQuestion::Access, CardQuestion::Drawn, CardQuestion::Undrawn];

    /// The word for it in `cards.csv`.
    pub(super) fn word(self) -> &'static str {
        match self {
            CardQuestion::Draw => "draw",
            CardQuestion::Access => "access",
            CardQuestion::Drawn => "drawn",
            CardQuestion::Undrawn => "undrawn",
        }
    }
}

/// A sum of `weight` leads of a seat. `card` is a kind or a group. `lap` is how many turns the seat had had in the round, this one
/// included; 0 where it does not matter.
struct CardLead {
    seat: Seat,
    asked: CardQuestion,
    card: &'static str,
    lap: u32,
    value: f64,
    weight: f64,
}

/// A moment before a turn ends by an action, and the seat that draws then.
struct Scene {
    state: Box<dyn DynState>,
    action: String,
    seat: Seat,
    lap: u32,
}

/// Plays the match on at `draws` of its draws and at the beginning of one of its rounds. What a bot fails to answer is left out.
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

/// Replays the match: picks draws and a beginning of a round, and notes which cards came to each seat and how the rounds ended.
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
    // A match that ended by a fault has a transcript up to there.
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

/// The lead of `seat` when the round of `state` is played to its end; nothing if a bot fails to answer.
fn lead(mut state: Box<dyn DynState>, seat: Seat, table: &Table<'_>) -> Option<f64> {
    Some(leads(&state.play_on(table)?)[seat])
}

/// Exchanges the card that is drawn for one of every kind that it could have been. The action before it was chosen without it, so
/// that it must still be legal.
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

/// Bars groups of cards from a seat drawn at random. Nothing if a bot fails to finish a round.
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
