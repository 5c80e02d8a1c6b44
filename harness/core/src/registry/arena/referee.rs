//! Plays one match: observe, ask, check, apply and record. This is the only place that has a true state and asks
//! agents.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::time::Instant;

use ergo_agents::agent::{AgentFault, Player};
use ergo_agents::event::{AgentEvent, MatchEvent, RoundEvent};
use ergo_agents::interrupt;
use ergo_engine::game::{Game, Outcome, RoundRecord, Status};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::Transcript;

use super::action_record::ActionRecord;
use super::forfeit::{forfeit_scores, forfeit_winners};
use super::registration::Registration;
use super::watcher::{Answer, EndedRound, PlayerDecision, SingleRound, Watcher};

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The points of each seat at the end.
    pub scores: SeatMap<i32>,
    /// The winners; after a fault the best of the others.
    pub winners: SeatMap<bool>,
    /// Number of recorded rounds, including one cut short by a fault.
    pub rounds: u32,
    /// Number of turns in those rounds.
    pub turns: u64,
    /// Number of actions.
    pub decisions: u64,
    /// True if the match was stopped early and decided by the current state.
    pub adjudicated: bool,
    /// The seat that failed to answer, and its fault.
    pub fault: Option<(Seat, AgentFault)>,
    /// The decision at which the fault happened, in words; empty without a fault.
    pub place: String,
}

/// Plays the match of `deal`, observed by `watcher`. Every action is appended to `transcript`, if there is one. With
/// `record`, the recorded actions are played.
pub(super) fn play<G: Game>(
    (registration, game): (&Registration<G>, &G),
    deal: Seed,
    players: &mut [Player<G>],
    mut record: Option<&mut ActionRecord>,
    mut transcript: Option<&mut Transcript>,
    watcher: &mut dyn Watcher,
) -> Ending {
    let mut tally = Tally { kept: G::Round::KEPT, ..Tally::default() };
    let mut scratch = Vec::new();
    let (sees_decisions, sees_answers) = (watcher.sees_decisions(), watcher.sees_answers());
    let mut state = game.deal(&mut deal.rng());
    let listening = players.iter().any(Player::wants_events);
    let mut records = Vec::new();
    let ending = loop {
        let seat = match game.status(&state) {
            Status::ToMove(seat) => seat,
            Status::Over(Outcome { scores, winners, adjudicated, .. }) => {
                break tally.ending(scores, winners, adjudicated, None);
            }
        };
        let asked = sees_answers.then(Instant::now);
        let mut ask = || ask(&mut players[seat.index()], game, &state, seat, &mut scratch);
        let legal = |action: G::Action| game.is_legal(&state, action);
        let answer = match &mut record {
            None => ask(),
            Some(record) => record.choice::<G>(seat, ask, legal),
        };
        let time = asked.map(|asked| asked.elapsed());
        let answer = answer.and_then(|action| Some(action).filter(|action| legal(*action)).ok_or(AgentFault::Illegal));
        if let Some(time) = time {
            let (decision, fault, info) = (tally.decisions + 1, answer.err(), players[seat.index()].info());
            watcher.answer(&Answer { seat, decision, fault, info, time });
        }
        let action = match answer {
            Ok(action) => action,
            Err(fault) => {
                let cut_short = game.abandon(&state, seat, fault.word());
                if let Some(round) = &cut_short {
                    tally.count(round);
                    watcher.round(&EndedRound { registration, game, round });
                }
                let scores = cut_short.map_or_else(|| forfeit_scores(game, &state, seat), |round| round.scores());
                let winners = forfeit_winners(&scores, seat);
                let decision = format!("decision {}", tally.decisions + 1);
                let view = (registration.presentation.view)(game, &game.observe(&state, seat));
                let place = match view["heading"].as_str() {
                    Some(heading) => format!("{decision} ({})", heading.to_lowercase()),
                    None => decision,
                };
                break Ending { place, ..tally.ending(scores, winners, false, Some((seat, fault))) };
            }
        };
        if let Some(transcript) = &mut transcript {
            transcript.push(&action);
        }
        if sees_decisions {
            let player = &players[seat.index()];
            watcher.decision(&PlayerDecision { seat, action, player, registration, game, state: &state });
        }
        tally.decisions += 1;
        let before = listening.then(|| state.clone());
        game.apply_into(&mut state, action, &mut records);
        for round in records.drain(..) {
            tally.count(&round);
            watcher.round(&EndedRound { registration, game, round: &round });
            if let Some(before) = &before {
                let news = |seat_told| RoundEvent::new((game, before), seat_told, tally.rounds, (seat, action), &round);
                tell(players, |seat_told| AgentEvent::Round(news(seat_told)));
            }
        }
    };
    if let Some(record) = record {
        record.end();
    }
    if !G::Round::KEPT {
        watcher.round(&SingleRound(&ending.scores));
    }
    if listening {
        let Ending { scores, winners, fault, .. } = &ending;
        tell(players, |seat| AgentEvent::Match(MatchEvent::new((game, &state), seat, (scores, winners), *fault)));
    }
    ending
}

/// The counters of a match.
#[derive(Default)]
struct Tally {
    /// True if rounds are recorded. Otherwise the match counts as one round.
    kept: bool,
    rounds: u32,
    turns: u64,
    decisions: u64,
}

impl Tally {
    fn count<R: RoundRecord>(&mut self, round: &R) {
        self.rounds += 1;
        self.turns += u64::from(round.turns());
    }

    fn ending(
        self,
        scores: SeatMap<i32>,
        winners: SeatMap<bool>,
        adjudicated: bool,
        fault: Option<(Seat, AgentFault)>,
    ) -> Ending {
        let Tally { kept, rounds, turns, decisions } = self;
        let (rounds, turns) = if kept { (rounds, turns) } else { (1, decisions) };
        Ending { scores, winners, rounds, turns, decisions, adjudicated, fault, place: String::new() }
    }
}

thread_local! {
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Creates a player. If `build` panics, the player is absent.
pub(super) fn seated<G: Game>(build: impl FnOnce() -> Player<G>) -> Player<G> {
    caught(build).unwrap_or(Player::Failed(AgentFault::Crashed))
}

/// Sends news to every listening player. A player that panics is absent from then on.
fn tell<'a, G: Game>(players: &mut [Player<G>], news: impl Fn(Seat) -> AgentEvent<'a, G>) {
    for (index, player) in players.iter_mut().enumerate().filter(|(_, player)| player.wants_events()) {
        if caught(|| player.on_event(&news(Seat::new(index)))).is_none() {
            *player = Player::Failed(AgentFault::Crashed);
        }
    }
}

/// Asks a player for an action. A panic is a fault of the player.
pub(super) fn ask<G: Game>(
    player: &mut Player<G>,
    game: &G,
    state: &G::State,
    seat: Seat,
    scratch: &mut Vec<G::Action>,
) -> Result<G::Action, AgentFault> {
    let choose = || {
        interrupt::check();
        player.choose(game, state, seat, scratch)
    };
    caught(choose).unwrap_or(Err(AgentFault::Crashed))
}

/// Runs code of an agent and catches panics without a message on the terminal; `None` if it panics.
fn caught<T>(what: impl FnOnce() -> T) -> Option<T> {
    quiet_panics_while_asking();
    // `LocalKey::set` is slower, and this runs for every decision.
    ASKING.with(|asking| asking.set(true));
    let done = catch_unwind(AssertUnwindSafe(what));
    ASKING.with(|asking| asking.set(false));
    done.ok()
}

fn quiet_panics_while_asking() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if !ASKING.get() {
                loud(panic);
            }
        }));
    });
}
