//! A bot for ERGO: it values every legal action, plays the best one, and reports the values.

use ergo_lab::engine::ergo::Ergo;
use ergo_lab::engine::ergo::action::Action;
use ergo_lab::engine::ergo::observe::Observation;
use ergo_lab::engine::ergo::truth::judge;
use ergo_lab::prelude::*;

#[derive(Default)]
struct Bot {
    explanation: Option<Explanation>,
}

impl Agent<Ergo> for Bot {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        let (game, seen) = (decision.rules(), decision.observation());
        let values: Vec<(Action, f64)> =
            decision.legal().iter().map(|&action| (action, value(game, &seen, action))).collect();
        // Of equal values the first one, as in the explanation.
        let best = values.iter().rev().copied().max_by(|one, other| one.1.total_cmp(&other.1));
        let candidate =
            |(action, value): &(Action, f64)| Candidate { text: action.to_string(), value: Some(*value), visits: 0 };
        self.explanation = Some(Explanation::new(values.iter().map(candidate).collect(), 0, values.len() as u64));
        best.map(|(action, _)| action).ok_or(AgentFault::Illegal)
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}

/// Returns the lead in points if the round ended after `action`, with corrections for Ergo and for discards.
fn value(game: &Ergo, seen: &Observation, action: Action) -> f64 {
    let (rules, mut proof) = (&game.0, seen.proof);
    proof.play(action);
    let verdict = judge(&proof, rules.reading);
    let points = |seat: Seat| if verdict.proves(seat.index()) { proof.len() as f64 } else { 0.0 };
    let others = rules.seats.iter().filter(|seat| *seat != seen.seat).map(points).fold(0.0, f64::max);
    let lead = points(seen.seat) - others;
    match action {
        // Ergo ends the round.
        Action::Ergo { .. } if lead > 0.0 => 2.0 * lead,
        Action::Ergo { .. } => -100.0,
        Action::Discard { .. } => lead - 0.5,
        _ => lead,
    }
}

/// The agent as registered; experiments use it as `agent = { kind = "own-bot" }`.
pub fn entry() -> Entry<Ergo> {
    Entry::new("own-bot", "plays the action with the largest lead in points", |_| Bot::default())
}
