//! A recorded match taken up again at some of its decisions.

use ergo_engine::rng::{Seed, shuffle};
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_stats::two_way::{TwoWay, two_way};

use crate::arena::{DynRules, DynState, Table};
use crate::probes::again::{keep, leads};

/// Worlds in which every choice is played.
pub(super) const WORLDS: usize = 4;
/// The most choices that are played at a decision.
pub(super) const MOST: usize = 12;

/// The findings at one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Decided {
    /// The index of the seat that chose.
    pub seat: usize,
    /// Number of the round in the match, from 1.
    pub round: u32,
    /// How many times the seat had come to choose in the round, this turn included: actions one after another are one turn.
    pub lap: u32,
    /// Legal actions.
    pub options: u64,
    /// How many of them were played.
    pub tried: usize,
    /// The variance between their worths and within them, in squared points of lead.
    pub found: TwoWay,
}

/// A decision.
struct Scene {
    state: Box<dyn DynState>,
    seat: Seat,
    round: u32,
    lap: u32,
}

/// Takes up the match of `transcript` at `most` of its decisions, played on by those of `table`. What a bot fails to answer is
/// left out.
///
/// # Errors
///
/// The game draws a world in which what is legal at the table is not: what is wrong, and what is expected.
pub(super) fn decided(
    rules: &dyn DynRules,
    transcript: &Transcript,
    most: u32,
    table: &Table<'_>,
) -> Result<Vec<Decided>, String> {
    let seed = transcript.seed.derive("agency", &[]);
    let scenes = scenes(rules, transcript, most as usize, &seed);
    let one = |(scene, number): (&Scene, u64)| weighed(scene, &seed.derive("decision", &[number]), table).transpose();
    scenes.iter().zip(1..).filter_map(one).collect()
}

/// Picks decisions.
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
    // A match that ended by a fault has a transcript too, up to there.
    debug_assert!(replayed.is_ok(), "{:?}", replayed.err());
    kept
}

/// Plays the choices of a decision in every world.
fn weighed(scene: &Scene, seed: &Seed, table: &Table<'_>) -> Result<Option<Decided>, String> {
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
        let table = table.anew(&seed);
        for (choice, action) in choices.iter().enumerate() {
            let Some(lead) = lead(world_of.copied(), action, *seat, &table)? else { return Ok(None) };
            cells[choice * WORLDS + world] = lead;
        }
    }
    let (seat, tried) = (seat.index(), choices.len());
    let decided = |found| Decided { seat, round: *round, lap: *lap, options, tried, found };
    Ok(two_way(&cells, WORLDS, options).map(decided))
}

/// The lead of `seat` when it plays `action` in `state`, and the round is played to its end; nothing if somebody fails to answer.
fn lead(mut state: Box<dyn DynState>, action: &str, seat: Seat, table: &Table<'_>) -> Result<Option<f64>, String> {
    let ended = state.play(action).map_err(|error| {
        format!(
            "seat {} may play {action}, yet not in a world drawn from those that fit what it knows ({error}); expected a game that keeps \
             the law of hidden information (ergo_core::laws)",
            seat.index() + 1
        )
    })?;
    Ok(ended.or_else(|| state.play_on(table)).map(|points| leads(&points)[seat]))
}
