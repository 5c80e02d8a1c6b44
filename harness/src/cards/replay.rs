//! A recorded match taken up again at some of its moments.

use std::collections::BTreeMap;

use ergo_agents::agent::Player;
use ergo_engine::cards::CardGame;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_stats::shapley::shapley;

use super::asked::{ALL_GROUPS, Asked, Finding};
use crate::again::{keep, leads};
use crate::referee;

/// What was found in a match.
pub(crate) type Findings = Vec<Finding>;

/// Seats the players of a match anew, at a table of these rules.
pub(crate) type Seating<'s, G> = &'s mut dyn FnMut(&G) -> Vec<Player<G>>;

/// Takes a match up again at so many of its draws ([`findings`]).
pub(crate) type TakeUp<G> = fn(&G, &Transcript, u32, Seating<'_, G>) -> Findings;

/// A moment before a turn ends by an action, and who draws then.
#[derive(Clone)]
pub(crate) struct Scene<G: Game> {
    state: G::State,
    action: G::Action,
    seat: Seat,
    lap: u32,
}

/// Takes up the match of `transcript` at `draws` of its draws, and at the beginning of one of its rounds. `seated` seats the same
/// bots with the same streams each time. What a bot fails to answer is left out.
pub(crate) fn findings<G: CardGame>(game: &G, transcript: &Transcript, draws: u32, seated: Seating<'_, G>) -> Findings {
    let mut rng = transcript.seed.derive("cards", &[]).rng();
    let mut found = Findings::new();
    let Moments { scenes, start } = moments(game, transcript, draws as usize, &mut rng, &mut found);
    for scene in &scenes {
        drawn(game, scene, seated, &mut rng, &mut found);
    }
    if let Some(start) = start {
        barred(game, &start, &transcript.seed, seated, &mut rng, &mut found);
    }
    found
}

/// Where a match is taken up.
struct Moments<G: Game> {
    scenes: Vec<Scene<G>>,
    start: Option<G::State>,
}

/// Watches the match: picks moments, and notes what came to whom and how the rounds ended.
fn moments<G: CardGame>(
    game: &G,
    transcript: &Transcript,
    draws: usize,
    rng: &mut Rng,
    found: &mut Findings,
) -> Moments<G> {
    let seats = game.seats().get() as u32;
    let kinds = G::CARD_KINDS;
    let mut counts = vec![0; kinds.len()];
    let mut came: BTreeMap<(usize, Asked, usize), (f64, f64)> = BTreeMap::new();
    let (mut scenes, mut starts, mut seen) = (Vec::new(), Vec::new(), [0, 0]);
    let (mut pending, mut fresh, mut turns): (Option<Scene<G>>, bool, u32) = (None, true, 0);
    let replayed = transcript.replay(game, &mut |state, action, round| {
        if fresh {
            keep(&mut starts, 1, &mut seen[0], rng, || state.clone());
            (turns, pending, fresh) = (1, None, false);
        }
        let Status::ToMove(mover) = game.status(state) else { return };
        if let Some(scene) = pending.take().filter(|scene: &Scene<G>| scene.seat == mover) {
            turns += 1;
            keep(&mut scenes, draws, &mut seen[1], rng, || Scene { lap: turns.div_ceil(seats), ..scene });
        }
        match round {
            None => {
                let next = game.next_draw(state, &mut counts).filter(|seat| *seat != mover);
                pending = next.map(|seat| Scene { state: state.clone(), action, seat, lap: 0 });
            }
            Some(round) => {
                fresh = true;
                let mut held = vec![0; seats as usize * kinds.len()];
                game.came(round, &mut held);
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
fn played<G: Game>(game: &G, state: G::State, seat: Seat, seated: Seating<'_, G>) -> Option<f64> {
    let points = referee::play_on(game, state, &mut seated(game))?;
    Some(leads(&points)[seat])
}

/// Exchanges the card that is drawn for one of every kind that it could have been.
fn drawn<G: CardGame>(game: &G, scene: &Scene<G>, seated: Seating<'_, G>, rng: &mut Rng, found: &mut Findings) {
    let kinds = G::CARD_KINDS;
    let mut counts = vec![0; kinds.len()];
    game.next_draw(&scene.state, &mut counts);
    let mut values = Vec::new();
    for (kind, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let mut state = scene.state.clone();
        game.exchange_next(&mut state, kind, rng);
        game.apply(&mut state, scene.action);
        let Some(lead) = played(game, state, scene.seat, seated) else { return };
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
}

/// Bars groups of cards from a seat drawn at random.
fn barred<G: CardGame>(
    game: &G,
    start: &G::State,
    seed: &Seed,
    seated: Seating<'_, G>,
    rng: &mut Rng,
    found: &mut Findings,
) {
    let groups = G::CARD_GROUPS;
    let seat = Seat::new(below(rng, game.seats().get() as u32) as usize);
    // By the groups that may be played.
    let mut known: BTreeMap<u32, Option<f64>> = BTreeMap::new();
    let mut lead = |allowed: u32| {
        let played = || {
            let barred = groups.iter().enumerate().filter(|(group, _)| allowed >> group & 1 == 0);
            let kinds = barred.fold(0, |kinds, (_, (_, of))| kinds | of);
            played(&game.barring(seat, kinds), start.clone(), seat, &mut *seated)
        };
        *known.entry(allowed).or_insert_with(played)
    };
    let all = (1_u32 << groups.len()) - 1;
    let mut whole = true;
    let mut value = |allowed: u32| {
        let lead = lead(allowed);
        whole &= lead.is_some();
        lead.unwrap_or(0.0)
    };
    let mut new = Findings::new();
    let mut add =
        |asked, card, value| new.push(Finding { seat: seat.index(), asked, card, lap: 0, value, weight: 1.0 });
    for (group, (card, _)) in groups.iter().enumerate() {
        add(Asked::Access, *card, value(all) - value(all & !(1 << group)));
    }
    let parts = shapley(groups.len(), 1, &seed.derive("cards", &[1]), |allowed| vec![value(allowed)]);
    for ((card, _), part) in groups.iter().zip(&parts.parts) {
        add(Asked::Shapley, *card, part.value);
    }
    add(Asked::Shapley, ALL_GROUPS, parts.whole);
    if whole {
        found.extend(new);
    }
}
