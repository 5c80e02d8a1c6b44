//! The one-line form of an outcome of a turn, for `ergo moves` and for the input of a person.

use ergo_engine::ergo::card::Symbol;
use ergo_engine::ergo::turn::Outcome;

/// Formats an outcome: proof ; cards left in hand ; cards discarded ; other effects.
pub fn line(outcome: &Outcome) -> String {
    let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let mut also = Vec::new();
    let targets = Symbol::VARIABLES.iter().enumerate().filter(|(seat, _)| outcome.targets >> seat & 1 == 1);
    also.extend(targets.map(|(_, symbol)| format!("Fallacy before {}", symbol.letter())));
    also.extend(outcome.taken.iter().flatten().map(|tile| format!("{tile} taken out")));
    if outcome.justified {
        also.push("Justification".to_owned());
    }
    if outcome.ergo {
        also.push("Ergo".to_owned());
    }
    let (proof, hand) = (dash(outcome.proof.to_string()), dash(outcome.hand.to_string()));
    format!("{proof} ; {hand} ; {} ; {}", dash(outcome.discarded.to_string()), dash(also.join(", ")))
}
