//! A recorded match taken up again at some of its decisions.

use ergo_agents::agent::Player;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::rng::{Seed, shuffle};
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_stats::two_way::{TwoWay, two_way};

use crate::again::{keep, leads};
use crate::referee;

/// Worlds in which every choice is played.
pub(super) const WORLDS: usize = 4;
/// The most choices that are played at a decision.
pub(super) const MOST: usize = 12;

/// Seats the players of a match anew, with streams that follow from the seed.
pub(crate) type Seating<'s, G> = &'s mut dyn FnMut(&Seed) -> Vec<Player<G>>;

/// What was found at a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decided {
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
struct Scene<G: Game> {
    state: G::State,
    seat: Seat,
    round: u32,
    lap: u32,
}

/// Takes up the match of `transcript` at `most` of its decisions. What a bot fails to answer is left out.
pub(crate) fn decided<G: Game>(game: &G, transcript: &Transcript, most: u32, seated: Seating<'_, G>) -> Vec<Decided> {
    let seed = transcript.seed.derive("agency", &[]);
    let scenes = scenes(game, transcript, most as usize, &seed);
    let one = |(scene, number): (&Scene<G>, u64)| weighed(game, scene, &seed.derive("decision", &[number]), seated);
    scenes.iter().zip(1..).filter_map(one).collect()
}

/// Picks decisions.
fn scenes<G: Game>(game: &G, transcript: &Transcript, most: usize, seed: &Seed) -> Vec<Scene<G>> {
    let mut rng = seed.rng();
    let (mut kept, mut seen) = (Vec::new(), 0);
    let (mut round, mut last, mut laps) = (1, None, vec![0; game.seats().get()]);
    let replayed = transcript.replay(game, &mut |state, _, ended| {
        let Status::ToMove(seat) = game.status(state) else { return };
        laps[seat.index()] += u32::from(last != Some(seat));
        last = Some(seat);
        let lap = laps[seat.index()];
        keep(&mut kept, most, &mut seen, &mut rng, || Scene { state: state.clone(), seat, round, lap });
        if ended.is_some() {
            (round, last) = (round + 1, None);
            laps.fill(0);
        }
    });
    // A match that ended by a fault has a transcript too, up to there.
    debug_assert!(replayed.is_ok(), "{:?}", replayed.err());
    kept
}

/// Plays the choices of a decision in every world.
fn weighed<G: Game>(game: &G, scene: &Scene<G>, seed: &Seed, seated: Seating<'_, G>) -> Option<Decided> {
    let Scene { state, seat, round, lap } = scene;
    let mut choices = Vec::new();
    game.legal_actions(state, &mut choices);
    let options = choices.len() as u64;
    if choices.len() > MOST {
        shuffle(&mut seed.derive("choices", &[]).rng(), &mut choices);
        choices.truncate(MOST);
    }
    let seen = game.observe(state, *seat);
    let mut cells = vec![0.0; choices.len() * WORLDS];
    for (world, number) in (0..WORLDS).zip(1..) {
        let seed = seed.derive("world", &[number]);
        let world_of = game.determinize(&seen, &mut seed.rng());
        for (choice, action) in choices.iter().enumerate() {
            cells[choice * WORLDS + world] = lead(game, world_of.clone(), *action, *seat, &seed, seated)?;
        }
    }
    let found = two_way(&cells, WORLDS, options)?;
    Some(Decided { seat: seat.index(), round: *round, lap: *lap, options, tried: choices.len(), found })
}

/// The lead of `seat` when it plays `action` in `state`, and the round is played to its end.
fn lead<G: Game>(
    game: &G,
    mut state: G::State,
    action: G::Action,
    seat: Seat,
    seed: &Seed,
    seated: Seating<'_, G>,
) -> Option<f64> {
    let ended = game.apply_recorded(&mut state, action);
    let ended = ended.map(|round| round.points());
    let points = ended.or_else(|| referee::play_on(game, state, &mut seated(seed)))?;
    Some(leads(&points)[seat])
}
