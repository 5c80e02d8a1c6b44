//! The worked positions of `cases/`: every verdict, every grammatical and ungrammatical premise, every turn count.

use std::collections::BTreeSet;

use ergo_engine::ergo::card::Symbol;
use ergo_engine::ergo::notation::{Turn, parse_tiles};
use ergo_engine::ergo::proof::{Proof, is_grammatical};
use ergo_engine::ergo::rules::{Precedence, RULEBOOK, Reading, Rules, ThenChain};
use ergo_engine::ergo::truth::{VariableStatus, judge};
use ergo_engine::ergo::turn::outcomes;

fn verdict(proof: &Proof, reading: Reading) -> String {
    let verdict = judge(proof, reading);
    if verdict.is_paradox() {
        return "PARADOX".to_owned();
    }
    let said = |variable: usize| match verdict.status(variable) {
        Some(VariableStatus::Proven) => "T",
        Some(VariableStatus::Disproven) => "F",
        _ => "?",
    };
    let letters = Symbol::VARIABLES.iter().enumerate();
    letters.map(|(i, letter)| format!("{}={}", letter.letter(), said(i))).collect::<Vec<_>>().join(" ")
}

/// RULES.md E14, E15, E16 and the examples of the sheets; S10 and S11 are their sample round.
#[test]
fn verdicts() {
    let mut checked = 0;
    for line in include_str!("../cases/ergo-verdicts.txt").lines() {
        if line.starts_with('#') || line.starts_with("ok ;") || line.starts_with("no ;") || line.trim().is_empty() {
            continue;
        }
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let proof: Proof = parts[1].parse().unwrap();
        assert_eq!(proof.len().to_string(), parts[2], "{line}");
        assert_eq!(verdict(&proof, RULEBOOK), parts[3], "{line}");
        let points: String = Symbol::VARIABLES
            .iter()
            .enumerate()
            .filter(|(variable, _)| judge(&proof, RULEBOOK).proves(*variable))
            .map(|(_, symbol)| symbol.letter())
            .collect();
        let points = if points.is_empty() { "0".to_owned() } else { format!("{points} +{}", proof.len()) };
        assert_eq!(points, parts[4], "{line}");
        let readings = [
            ("right: ", Reading { then_chain: ThenChain::Right, ..RULEBOOK }),
            ("chain: ", Reading { then_chain: ThenChain::Chain, ..RULEBOOK }),
            ("stdprec: ", Reading { precedence: Precedence::Standard, ..RULEBOOK }),
        ];
        for (name, reading) in readings {
            let expected = line.split_once(name).map_or(parts[3], |(_, rest)| rest.split([',', ']']).next().unwrap());
            assert_eq!(verdict(&proof, reading), expected, "{name}{line}");
        }
        checked += 1;
    }
    assert_eq!(checked, 50);
}

/// RULES.md E11.
#[test]
fn syntax() {
    let mut checked = 0;
    for line in include_str!("../cases/ergo-verdicts.txt").lines() {
        let (good, premises) = match line.split_once(" ; ") {
            Some(("ok", premises)) => (true, premises),
            Some(("no", premises)) => (false, premises),
            _ => continue,
        };
        for premise in premises.split(';') {
            assert_eq!(is_grammatical(parse_tiles(premise).unwrap()), good, "{premise}");
            assert_eq!(premise.parse::<Proof>().is_ok(), good, "{premise}");
            checked += 1;
        }
    }
    assert_eq!(checked, 32);
}

/// Returns the outcomes and distinct proofs of a turn written `proof ; hand ; fallacy ; targets ; outcomes ; proofs`.
fn check_turn(line: &str, rules: &Rules) {
    let mut parts = line.rsplitn(3, ';');
    let (proofs, all) = (parts.next().unwrap(), parts.next().unwrap());
    let turn: Turn = parts.next().unwrap().parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let outcomes = outcomes(&turn.move_generator(rules));
    let distinct: BTreeSet<Proof> = outcomes.iter().map(|outcome| outcome.proof).collect();
    assert_eq!(outcomes.len(), all.trim().parse::<usize>().unwrap(), "outcomes of {line}");
    assert_eq!(distinct.len(), proofs.trim().parse::<usize>().unwrap(), "proofs of {line}");
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// RULES.md, "Counting".
#[test]
fn turns() {
    let rules = Rules::printed(4);
    let cases = include_str!("../cases/ergo-turns.txt");
    lines(cases).for_each(|line| check_turn(line, &rules));
    assert_eq!(lines(cases).count(), 21);
}

/// RULES.md, "Counting": compared with an independent program, also under other readings of E10, E20 and E21.
#[test]
fn turns_match_independent_counts() {
    let cases = include_str!("../cases/turns-independent.txt");
    for line in lines(cases) {
        let (option, turn) = line.split_once(" ; ").unwrap();
        check_turn(turn, &crate::common::rules(4, option));
    }
    assert_eq!(lines(cases).count(), 660);
}
