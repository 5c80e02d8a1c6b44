//! A bot for the game of this crate: it values every legal card, plays the best one, and reports the values.

use ergo_lab::prelude::*;

use crate::game::{HighCard, Observation};

#[derive(Default)]
struct Greedy {
    explanation: Option<Explanation>,
}

impl Agent<HighCard> for Greedy {
    fn choose(&mut self, decision: &mut Decision<'_, HighCard>) -> Result<u8, AgentFault> {
        let (game, seen) = (decision.rules(), decision.observation());
        let values: Vec<(u8, f64)> = decision.legal().iter().map(|&card| (card, value(game, &seen, card))).collect();
        // Of equal values the first one, as in the explanation.
        let best = values.iter().rev().copied().max_by(|one, other| one.1.total_cmp(&other.1));
        let candidate =
            |&(card, value): &(u8, f64)| Candidate { text: card.to_string(), value: Some(value), visits: 0 };
        self.explanation = Some(Explanation::new(values.iter().map(candidate).collect(), 0, values.len() as u64));
        best.map(|(card, _)| card).ok_or(AgentFault::Illegal)
    }

    /// Shown by `ergo replay --explain`, `ergo replay --html` and the page of `ergo play`.
    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}

/// Returns the chance that `card` wins the trick against random cards, less the worth of keeping it.
fn value(game: &HighCard, seen: &Observation, card: u8) -> f64 {
    let (trick, unseen) = (&seen.public.trick, seen.unseen(game));
    let lower = unseen.iter().filter(|other| **other < card).count() as f64 / unseen.len().max(1) as f64;
    let after = game.seats().get() - trick.cards.len() - 1;
    let wins = if trick.cards.iter().all(|other| *other < card) { lower.powi(after as i32) } else { 0.0 };
    wins - f64::from(card) / f64::from(game.cards)
}

/// The agent as registered; experiments use it as `agent = { kind = "greedy" }`.
pub fn entry() -> Entry<HighCard> {
    Entry::new("greedy", "plays the card with the best chance to win the trick for its rank", |_| Greedy::default())
}
