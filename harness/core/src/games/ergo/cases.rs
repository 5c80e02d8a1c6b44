//! The worked cases of ERGO: `ergo-verdicts` (what proofs prove, and which premises are grammatical) and `ergo-turns`
//! (the number of outcomes of a turn). The kind of a case is recognised from the form of its line.

use std::collections::BTreeSet;

use ergo_engine::ergo::card::Symbol;
use ergo_engine::ergo::notation::{Turn, parse_tiles};
use ergo_engine::ergo::proof::{Proof, is_grammatical};
use ergo_engine::ergo::rules::{Precedence, RULEBOOK, Reading, Rules, ThenChain};
use ergo_engine::ergo::truth::{VariableStatus, Verdict, judge};
use ergo_engine::ergo::turn::outcomes;

use crate::registry::cases::WorkedCase;

/// Solves the case in `line`.
///
/// # Errors
///
/// Returns an error if the line is not a case.
pub fn work_out(line: &str) -> Result<WorkedCase, String> {
    let parts: Vec<&str> = line.split(';').map(str::trim).collect();
    match parts.as_slice() {
        ["ok", premises @ ..] => grammar("ok", premises),
        ["no", premises @ ..] => grammar("no", premises),
        [.., all, proofs] if parts.len() == 6 && is_number(all) && is_number(proofs) => turn(&parts[..4], all, proofs),
        [id, proof, answer @ .., note] if answer.len() == 3 => said(id, proof, answer, note),
        _ => Err(format!("\"{line}\" is not a case, expected a proof, a turn, or premises that are ok or no")),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks premises that are all grammatical, or all ungrammatical.
fn grammar(word: &str, premises: &[&str]) -> Result<WorkedCase, String> {
    let judged = |premise: &&str| {
        let tiles = parse_tiles(premise).map_err(|error| format!("premise \"{premise}\": {error}"))?;
        let word = if is_grammatical(tiles) && premise.parse::<Proof>().is_ok() { "ok" } else { "no" };
        Ok(format!("{word} {premise}"))
    };
    let found: Result<Vec<String>, String> = premises.iter().map(judged).collect();
    let expected = premises.iter().map(|premise| format!("{word} {premise}")).collect::<Vec<_>>();
    Ok(WorkedCase { id: None, expected: expected.join(" ; "), found: found?.join(" ; ") })
}

/// Counts the outcomes of a turn, and the distinct proofs among them, under the default options.
fn turn(question: &[&str], all: &str, proofs: &str) -> Result<WorkedCase, String> {
    let text = question.join(" ; ");
    let turn: Turn = text.parse().map_err(|error| format!("turn \"{text}\": {error}"))?;
    let outcomes = outcomes(&turn.move_generator(&Rules::printed(4)));
    let distinct: BTreeSet<Proof> = outcomes.iter().map(|outcome| outcome.proof).collect();
    let said = |all: &str, proofs: &str| format!("outcomes {all} proofs {proofs}");
    let found = said(&outcomes.len().to_string(), &distinct.len().to_string());
    Ok(WorkedCase { id: None, expected: said(all, proofs), found })
}

/// The alternative readings of a proof, with their names in notes.
const READINGS: [(&str, Reading); 3] = [
    ("right", Reading { then_chain: ThenChain::Right, ..RULEBOOK }),
    ("chain", Reading { then_chain: ThenChain::Chain, ..RULEBOOK }),
    ("stdprec", Reading { precedence: Precedence::Standard, ..RULEBOOK }),
];

/// Evaluates a proof: cards, verdict and points, and its verdict under each alternative reading.
fn said(id: &str, proof: &str, answer: &[&str], note: &str) -> Result<WorkedCase, String> {
    let proof: Proof = proof.parse().map_err(|error| format!("proof \"{proof}\": {error}"))?;
    let verdict = judge(&proof, RULEBOOK);
    let proven: String =
        (0..4).filter(|&place| verdict.proves(place)).map(|place| Symbol::VARIABLES[place].letter()).collect();
    let points = if proven.is_empty() { "0".to_owned() } else { format!("{proven} +{}", proof.len()) };
    let mut found = format!("{} ; {} ; {points}", proof.len(), in_letters(verdict));
    let mut expected = answer.join(" ; ");
    for (name, reading) in READINGS {
        let other =
            note.split_once(&format!("{name}: ")).map(|(_, rest)| rest.split([',', ']']).next().unwrap_or(rest));
        expected += &format!(" [{name}: {}]", other.unwrap_or(answer[1]).trim());
        found += &format!(" [{name}: {}]", in_letters(judge(&proof, reading)));
    }
    Ok(WorkedCase { id: Some(id.to_owned()), expected, found })
}

/// Formats a verdict: `A=T B=F C=? D=?`, or `PARADOX`.
fn in_letters(verdict: Verdict) -> String {
    if verdict.is_paradox() {
        return "PARADOX".to_owned();
    }
    let said = |place| match verdict.status(place) {
        Some(VariableStatus::Proven) => "T",
        Some(VariableStatus::Disproven) => "F",
        _ => "?",
    };
    let letters = Symbol::VARIABLES.iter().enumerate();
    letters.map(|(place, symbol)| format!("{}={}", symbol.letter(), said(place))).collect::<Vec<_>>().join(" ")
}
