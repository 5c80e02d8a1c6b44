//! Estimates how much choices matter, by playing on from alternatives at random decisions of a match.
//!
//! The deciding seat does not know hidden information, and the value of a choice must not depend on it. So [`WORLDS`]
//! worlds are drawn that are consistent with the knowledge of the seat
//! ([`Game::determinize`](ergo_engine::game::Game::determinize)), and each choice is played on in each of them. In one
//! world all choices use the same cards and the same random streams. Each world has streams of its own, since
//! properties of a single stream would otherwise count as value. Of more than [`MOST`] legal actions a random sample is
//! used. In ERGO, for the same run time, intervals were about equally wide with 3, 4 and 6 worlds and wider with 2.
//!
//! The variance of the cells of this table of choices by worlds has two parts ([`ergo_stats::two_way`]): *between* the
//! values of the choices, corrected for the small number of worlds, and *within* a choice: hidden cards, future cards
//! and the randomness of bots. At a forced decision the variance between is 0.

use ergo_engine::field::Field;
use ergo_engine::rng::{Seed, shuffle};
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_stats::two_way::two_way;

use super::{Counterfactual, choices, keep, leads, write_row};
use crate::probes::probe::{RowWriter, WatchedMatch};
use crate::registry::arena::{DynRules, DynState, Ending, Table};
use crate::rows::millionths;

/// The number of worlds in which every choice is played.
const WORLDS: usize = 4;
/// The largest number of choices that are played at a decision.
pub(super) const MOST: usize = 12;

pub(in crate::probes) const PROBE: Counterfactual = Counterfactual {
    name: "agency",
    most: 100,
    file: "agency.csv",
    columns: "arm,match,deal,rotation,table,seat,entrant,round,lap,options,tried,between,within",
    fits: |_| Ok(()),
    play_on,
    read: choices::read,
};

/// A decision. `lap` is the number of turns of the seat in the round, including this one; consecutive actions are one
/// turn.
struct Scene {
    state: Box<dyn DynState>,
    seat: Seat,
    round: u32,
    lap: u32,
}

/// Plays on from up to `most` decisions of the match. A decision where a bot fails to answer is skipped.
fn play_on(
    played: &WatchedMatch<'_>,
    transcript: &Transcript,
    _: &Ending,
    most: u32,
    out: &mut RowWriter<'_>,
) -> Result<(), String> {
    let seed = transcript.seed.derive("agency", &[]);
    let scenes = scenes(played.rules, transcript, most as usize, &seed);
    scenes
        .iter()
        .zip(1..)
        .try_for_each(|(scene, number)| weigh(scene, &seed.derive("decision", &[number]), played, out))
}

fn scenes(rules: &dyn DynRules, transcript: &Transcript, most: usize, seed: &Seed) -> Vec<Scene> {
    let mut rng = seed.rng();
    let (mut kept, mut seen) = (Vec::new(), 0);
    let (mut round, mut last, mut laps) = (1, None, vec![0; rules.seats().get()]);
    let replayed = rules.replay(transcript, &mut |moment| {
        let Some(seat) = moment.state.to_move() else { return };
        laps[seat.index()] += u32::from(last != Some(seat));
        last = Some(seat);
        let lap = laps[seat.index()];
        keep(&mut kept, most, &mut seen, &mut rng, || Scene { state: moment.state.copied(), seat, round, lap });
        if moment.round.is_some() {
            (round, last) = (round + 1, None);
            laps.fill(0);
        }
    });
    // The transcript of a match with a fault ends at the fault.
    debug_assert!(replayed.is_ok(), "{:?}", replayed.err());
    kept
}

/// Plays the choices of a decision in every world and writes the row.
fn weigh(scene: &Scene, seed: &Seed, played: &WatchedMatch<'_>, out: &mut RowWriter<'_>) -> Result<(), String> {
    let Scene { state, seat, round, lap } = scene;
    let mut choices = state.legal();
    let options = choices.len() as u64;
    if choices.len() > MOST {
        shuffle(&mut seed.derive("choices", &[]).rng(), &mut choices);
        choices.truncate(MOST);
    }
    let mut cells = vec![0.0; choices.len() * WORLDS];
    for (world, number) in (0..WORLDS).zip(1..) {
        let seed = seed.derive("world", &[number]);
        let world_of = state.resample(*seat, &mut seed.rng());
        let table = played.table.with_seed(&seed);
        for (choice, action) in choices.iter().enumerate() {
            let Some(lead) = lead(world_of.copied(), action, *seat, &table)? else { return Ok(()) };
            cells[choice * WORLDS + world] = lead;
        }
    }
    let Some(found) = two_way(&cells, WORLDS, options) else { return Ok(()) };
    let entrant = played.entrants[seat.index()];
    let [between, within] = [found.between, found.within].map(|variance| format!("{:.6}", millionths(variance)));
    let cells: [Field<'_>; 9] = [
        played.heading.table().into(),
        (*seat).into(),
        entrant.into(),
        (*round).into(),
        (*lap).into(),
        options.into(),
        choices.len().into(),
        between.as_str().into(),
        within.as_str().into(),
    ];
    write_row(played, out, &cells);
    Ok(())
}

/// Returns the lead of `seat` after it plays `action` in `state` and the round is finished, or `None` if a bot fails to
/// answer.
fn lead(mut state: Box<dyn DynState>, action: &str, seat: Seat, table: &Table<'_>) -> Result<Option<f64>, String> {
    let ended = state.play(action).map_err(|error| {
        format!(
            "seat {} may play {action}, but not in a world consistent with its knowledge ({error}); expected a game that keeps \
             the law of hidden information (ergo_core::laws)",
            seat.index() + 1
        )
    })?;
    Ok(ended.or_else(|| state.play_on(table)).map(|points| leads(&points)[seat]))
}
