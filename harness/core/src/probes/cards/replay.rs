//! A recorded match taken up again at some of its moments.

use std::collections::BTreeMap;

use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;

use super::asked::{Asked, Finding};
use crate::arena::{DynRules, DynState, Records, Table};
use crate::probes::again::{keep, leads};

/// The findings of a match.
pub(super) type Findings = Vec<Finding>;

/// A moment before a turn ends by an action, and who draws then.
struct Scene {
    state: Box<dyn DynState>,
    action: String,
    seat: Seat,
    lap: u32,
}

/// Takes up the match of `transcript` at `draws` of its draws, and at the beginning of one of its rounds, played on by those of
/// `table`. What a bot fails to answer is left out.
///
/// # Errors
///
/// The game's cards forbid an action that they should not: what is wrong, and what is expected.
pub(super) fn findings(
    rules: &dyn DynRules,
    records: &Records,
    transcript: &Transcript,
    draws: u32,
    table: &Table<'_>,
) -> Result<Findings, String> {
    let mut rng = transcript.seed.derive("cards", &[]).rng();
    let mut found = Findings::new();
    let Moments { scenes, start } = moments((rules, records), transcript, draws as usize, &mut rng, &mut found);
    for scene in &scenes {
        drawn(scene, records.cards, table, &mut rng, &mut found)?;
    }
    if let Some(start) = start {
        barred(&*start, (rules, records), table, &mut rng, &mut found);
    }
    Ok(found)
}

/// Where a match is taken up.
struct Moments {
    scenes: Vec<Scene>,
    start: Option<Box<dyn DynState>>,
}

/// Watches the match: picks moments, and notes what came to whom and how the rounds ended.
fn moments(
    (rules, records): (&dyn DynRules, &Records),
    transcript: &Transcript,
    draws: usize,
    rng: &mut Rng,
    found: &mut Findings,
) -> Moments {
    let seats = rules.seats().get() as u32;
    let kinds = records.cards;
    let mut counts = vec![0; kinds.len()];
    let mut came: BTreeMap<(usize, Asked, usize), (f64, f64)> = BTreeMap::new();
    let (mut scenes, mut starts, mut seen) = (Vec::new(), Vec::new(), [0, 0]);
    let (mut pending, mut fresh, mut turns): (Option<Scene>, bool, u32) = (None, true, 0);
    let replayed = rules.replay(transcript, &mut |moment| {
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
        match moment.round {
            None => {
                let next = state.cards().next_draw(&mut counts).filter(|seat| *seat != mover);
                let scene = |seat| Scene { state: state.copied(), action: moment.action.to_string(), seat, lap: 0 };
                pending = next.map(scene);
            }
            Some(round) => {
                fresh = true;
                let mut held = vec![0; seats as usize * kinds.len()];
                round.came(&mut held);
                let leads = leads(&round.points());
                for (place, count) in held.iter().enumerate() {
                    let (seat, kind) = (place / kinds.len(), place % kinds.len());
                    let asked = if *count > 0 { Asked::Drawn } else { Asked::Undrawn };
                    let (sum, weight) = came.entry((seat, asked, kind)).or_default();
                    (*sum, *weight) = (*sum + leads[Seat::new(seat)], *weight + 1.0);
                }
            }
        }
    });
    // A match that ended by a fault has a transcript too, up to there.
    debug_assert!(replayed.is_ok(), "{:?}", replayed.err());
    let came = came.into_iter().map(|((seat, asked, kind), (value, weight))| Finding {
        seat,
        asked,
        card: kinds[kind],
        lap: 0,
        value,
        weight,
    });
    found.extend(came);
    Moments { scenes, start: starts.pop() }
}

/// The lead of `seat` when the round of `state` is played to its end.
fn played(mut state: Box<dyn DynState>, seat: Seat, table: &Table<'_>) -> Option<f64> {
    Some(leads(&state.play_on(table)?)[seat])
}

/// Exchanges the card that is drawn for one of every kind that it could have been. The action before it was chosen without it, so it must
/// be legal still.
fn drawn(
    scene: &Scene,
    kinds: &'static [&'static str],
    table: &Table<'_>,
    rng: &mut Rng,
    found: &mut Findings,
) -> Result<(), String> {
    let mut counts = vec![0; kinds.len()];
    scene.state.cards().next_draw(&mut counts);
    let mut values = Vec::new();
    for (kind, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let mut state = scene.state.cards().exchanged(kind, rng);
        state.play(&scene.action).map_err(|error| {
            let Scene { action, .. } = scene;
            format!(
                "{action:?}, after the next card is exchanged for {}: {error}, expected it to stay legal",
                kinds[kind]
            )
        })?;
        let Some(lead) = played(state, scene.seat, table) else { return Ok(()) };
        values.push((kind, f64::from(*count), lead));
    }
    let cards: f64 = values.iter().map(|(_, count, _)| count).sum();
    let mean = values.iter().map(|(_, count, lead)| count * lead).sum::<f64>() / cards;
    found.extend(values.into_iter().map(|(kind, _, lead)| Finding {
        seat: scene.seat.index(),
        asked: Asked::Draw,
        card: kinds[kind],
        lap: scene.lap,
        value: lead - mean,
        weight: 1.0,
    }));
    Ok(())
}

/// Bars groups of cards from a seat drawn at random.
fn barred(
    start: &dyn DynState,
    (rules, records): (&dyn DynRules, &Records),
    table: &Table<'_>,
    rng: &mut Rng,
    found: &mut Findings,
) {
    let groups = records.groups;
    let seat = Seat::new(below(rng, rules.seats().get() as u32) as usize);
    if groups.is_empty() || start.cards().barring(seat, 0).is_none() {
        return;
    }
    let lead = |kinds| played(start.cards().barring(seat, kinds)?, seat, table);
    let Some(free) = lead(0) else { return };
    let one = |(card, kinds): &(&'static str, u32)| {
        let value = free - lead(*kinds)?;
        Some(Finding { seat: seat.index(), asked: Asked::Access, card, lap: 0, value, weight: 1.0 })
    };
    // A round that a bot fails to finish says nothing about the others.
    if let Some(new) = groups.iter().map(one).collect::<Option<Findings>>() {
        found.extend(new);
    }
}
