//! Verdicts compared with two slow references: a tree built from the grammar and evaluated row by row, and a SAT solver
//! for entailment. RULES.md E11, E14, E15.

use std::collections::BTreeSet;

use crate::common::random_proof;
use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::{Proof, is_grammatical};
use ergo_engine::ergo::rules::{Precedence, RULEBOOK, Reading, ThenChain};
use ergo_engine::ergo::truth::{VariableStatus, judge, table};
use ergo_engine::rng::Seed;

const READINGS: [Reading; 6] = {
    use Precedence::{Rulebook, Standard};
    use ThenChain::{Chain, Left, Right};
    [
        Reading { then_chain: Left, precedence: Rulebook },
        Reading { then_chain: Right, precedence: Rulebook },
        Reading { then_chain: Chain, precedence: Rulebook },
        Reading { then_chain: Left, precedence: Standard },
        Reading { then_chain: Right, precedence: Standard },
        Reading { then_chain: Chain, precedence: Standard },
    ]
};

enum Formula {
    Variable(usize),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<(Formula, Formula)>),
}

/// Splits at the signs `sign` that are outside parentheses.
fn split(text: &str, sign: char) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == sign && depth == 0
    })
    .collect()
}

/// Returns the tree of an expression: split at the operator that binds least, then at the next.
fn tree(text: &str, reading: Reading) -> Formula {
    let order = match reading.precedence {
        Precedence::Rulebook => ['&', '|', '>'],
        Precedence::Standard => ['>', '|', '&'],
    };
    for sign in order {
        let parts = split(text, sign);
        if parts.len() < 2 {
            continue;
        }
        let trees = |parts: &[&str]| parts.iter().map(|part| tree(part, reading)).collect::<Vec<_>>();
        return match sign {
            '&' => Formula::And(trees(&parts)),
            '|' => Formula::Or(trees(&parts)),
            _ => implies(&parts, reading),
        };
    }
    if let Some(rest) = text.strip_prefix('~') {
        return Formula::Not(Box::new(tree(rest, reading)));
    }
    match text.strip_prefix('(') {
        Some(rest) => tree(rest.strip_suffix(')').unwrap(), reading),
        None => Formula::Variable("ABCD".find(text).unwrap()),
    }
}

fn implies(parts: &[&str], reading: Reading) -> Formula {
    let one = |from: Formula, to: Formula| Formula::Implies(Box::new((from, to)));
    let part = |i: usize| tree(parts[i], reading);
    let last = parts.len() - 1;
    match reading.then_chain {
        ThenChain::Left => (1..=last).fold(part(0), |left, i| one(left, part(i))),
        ThenChain::Right => (0..last).rev().fold(part(last), |right, i| one(part(i), right)),
        ThenChain::Chain => Formula::And((0..last).map(|i| one(part(i), part(i + 1))).collect()),
    }
}

fn holds(formula: &Formula, row: u32) -> bool {
    match formula {
        Formula::Variable(i) => row >> i & 1 == 1,
        Formula::Not(inner) => !holds(inner, row),
        Formula::And(parts) => parts.iter().all(|part| holds(part, row)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, row)),
        Formula::Implies(both) => !holds(&both.0, row) || holds(&both.1, row),
    }
}

fn premises(proof: &str, reading: Reading) -> Vec<Formula> {
    let plain: String = proof.chars().filter(|c| !matches!(c, ' ' | '*')).collect();
    plain.split('/').filter(|premise| !premise.is_empty()).map(|premise| tree(premise, reading)).collect()
}

/// Returns the rows in which all premises hold, one bit each.
fn rows(premises: &[Formula]) -> u16 {
    (0..16).filter(|&row| premises.iter().all(|premise| holds(premise, row))).fold(0, |rows, row| rows | 1 << row)
}

/// Returns a literal equivalent to the formula, by Tseitin's clauses.
fn literal(solver: &mut BasicSolver, letters: &[Lit; 4], formula: &Formula) -> Lit {
    let any = |solver: &mut BasicSolver, parts: Vec<Lit>| {
        let whole = Lit::new(solver.new_var_default(), true);
        for &part in &parts {
            solver.add_clause_reuse(&mut vec![whole, !part]);
        }
        solver.add_clause_reuse(&mut parts.into_iter().chain([!whole]).collect());
        whole
    };
    match formula {
        Formula::Variable(i) => letters[*i],
        Formula::Not(inner) => !literal(solver, letters, inner),
        Formula::Or(parts) => {
            let parts = parts.iter().map(|part| literal(solver, letters, part)).collect();
            any(solver, parts)
        }
        Formula::And(parts) => {
            let parts = parts.iter().map(|part| !literal(solver, letters, part)).collect();
            !any(solver, parts)
        }
        Formula::Implies(both) => {
            let parts = vec![!literal(solver, letters, &both.0), literal(solver, letters, &both.1)];
            any(solver, parts)
        }
    }
}

/// Returns the verdict of a SAT solver on A, B, C and D; `None` for a paradox.
fn by_sat(premises: &[Formula]) -> [Option<VariableStatus>; 4] {
    let mut solver = BasicSolver::default();
    let letters: [Lit; 4] = std::array::from_fn(|_| Lit::new(solver.new_var_default(), true));
    for premise in premises {
        let whole = literal(&mut solver, &letters, premise);
        solver.add_clause_reuse(&mut vec![whole]);
    }
    let mut possible = |with: &[Lit]| {
        let answer = solver.solve_limited(with);
        assert!(answer == lbool::TRUE || answer == lbool::FALSE, "the solver gave up");
        answer == lbool::TRUE
    };
    if !possible(&[]) {
        return [None; 4];
    }
    letters.map(|letter| {
        Some(match (possible(&[letter]), possible(&[!letter])) {
            (true, false) => VariableStatus::Proven,
            (false, true) => VariableStatus::Disproven,
            _ => VariableStatus::Undecided,
        })
    })
}

fn check_rows(text: &str, proof: &Proof, reading: Reading) {
    let verdict = judge(proof, reading);
    assert_eq!(verdict.0.0, rows(&premises(text, reading)), "{text} under {reading:?}");
}

fn check_sat(text: &str, proof: &Proof, reading: Reading) {
    let verdict = judge(proof, reading);
    let expected = by_sat(&premises(text, reading));
    let said = std::array::from_fn(|variable| verdict.status(variable));
    assert_eq!(said, expected, "{text} under {reading:?}");
    assert_eq!(verdict.is_paradox(), expected[0].is_none(), "{text} under {reading:?}");
    for (variable, standing) in expected.into_iter().enumerate() {
        assert_eq!(verdict.proves(variable), standing == Some(VariableStatus::Proven), "{text} under {reading:?}");
    }
}

/// RULES.md E14, E15: up to five premises, each reading by the tree, one of them by SAT.
#[test]
fn random_proofs() {
    let mut rng = Seed::master(15).rng();
    let mut paradoxes = 0;
    for i in 0..120_000 {
        let proof = random_proof(&mut rng, 5);
        let text = proof.to_string();
        READINGS.iter().for_each(|&reading| check_rows(&text, &proof, reading));
        check_sat(&text, &proof, READINGS[i % 6]);
        paradoxes += u32::from(judge(&proof, RULEBOOK).is_paradox());
    }
    assert!((1_000..100_000).contains(&paradoxes), "{paradoxes} paradoxes of 120000: the proofs are too similar");
}

/// The ten symbols of premises.
const LETTERS: [char; 10] = ['A', 'B', 'C', 'D', '&', '|', '>', '~', '(', ')'];

/// Calls `see` with every string of `length` symbols.
fn each_string(length: usize, see: &mut impl FnMut(&[Tile])) {
    let tiles = LETTERS.map(|letter| Tile::plain(Symbol::from_letter(letter).unwrap()));
    let mut digits = vec![0; length];
    let mut string = vec![tiles[0]; length];
    loop {
        see(&string);
        let Some(place) = (0..length).rev().find(|&place| digits[place] < 9) else { return };
        digits[place] += 1;
        string[place] = tiles[digits[place]];
        for later in place + 1..length {
            digits[later] = 0;
            string[later] = tiles[0];
        }
    }
}

/// RULES.md E11, E14: every premise of up to six cards, by length: the numbers of grammatical premises and of different
/// truth tables.
#[test]
fn premises_of_up_to_six_cards() {
    let mut all = 0;
    for (length, (count, different)) in
        [(0, 0), (4, 4), (4, 4), (52, 29), (104, 46), (776, 125), (2_172, 230)].into_iter().enumerate()
    {
        let mut premises = Vec::new();
        each_string(length, &mut |tiles| {
            if is_grammatical(tiles.iter().copied()) {
                premises.push(tiles.to_vec());
            }
        });
        assert_eq!(premises.len(), count, "premises of {length} cards");
        let mut tables = BTreeSet::new();
        for tiles in &premises {
            let text: String = tiles.iter().map(Tile::to_string).collect();
            let proof: Proof = text.parse().unwrap();
            for reading in READINGS {
                check_rows(&text, &proof, reading);
                check_sat(&text, &proof, reading);
            }
            tables.insert(table(&proof, 0, length, RULEBOOK));
        }
        assert_eq!(tables.len(), different, "truth tables of {length} cards");
        all += premises.len();
    }
    assert_eq!(all, 3_112);
}

/// RULES.md E11: longer premises, counted only.
#[test]
fn premises_of_seven_and_eight_cards() {
    for (length, count, different) in [(7, 12_832, 461), (8, 43_364, 770)] {
        let (mut grammatical, mut tables) = (0, BTreeSet::new());
        each_string(length, &mut |tiles| {
            if is_grammatical(tiles.iter().copied()) {
                grammatical += 1;
                let text: String = tiles.iter().map(Tile::to_string).collect();
                tables.insert(table(&text.parse().unwrap(), 0, length, RULEBOOK));
            }
        });
        assert_eq!((grammatical, tables.len()), (count, different), "premises of {length} cards");
    }
}

/// The truth tables of several premises.
#[test]
fn single_premises_have_known_tables() {
    let mut rng = Seed::master(16).rng();
    for _ in 0..5_000 {
        let proof = random_proof(&mut rng, 5);
        for (text, (start, len)) in proof.to_string().split('/').zip(proof.spans()) {
            for reading in READINGS {
                assert_eq!(table(&proof, start, len, reading).0, rows(&premises(text, reading)), "{proof}: {text}");
            }
        }
    }
}
