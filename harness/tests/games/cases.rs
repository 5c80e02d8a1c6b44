//! `ergo cases`: differing cases are named, unreadable lines are refused.

use std::fs;

use crate::common::{complaint, printed, refused, root, run};
use crate::verbs::cases;

#[track_caller]
fn all_agree(game: &str, name: &str, cases: usize) {
    let output = run(&["cases", game, root().join("engine/tests/cases").join(name).to_str().unwrap()]);
    let said = printed(&output);
    assert_eq!(said, format!("{cases} of {cases} cases agree\n"), "{}", complaint(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn ergo_cases_agree() {
    all_agree("ergo", "ergo-verdicts.txt", 52);
    all_agree("ergo", "ergo-turns.txt", 21);
    all_agree("ergo-catalyst", "ergo-turns.txt", 21);
}

/// Changes every answer of every line once; each change is found.
#[test]
fn wrong_answer_is_reported() {
    let verdict = "R19 ; A > B / A ; 4 ; A=T B=T C=? D=? ; AB +4 ; note";
    let chain =
        "D8 ; A > B > C / ~C ; 7 ; A=T B=F C=F D=? ; A +7 ; note [right: A=? B=? C=F D=?, chain: A=F B=F C=F D=?]";
    let turn = "- ; ~~>>((E ; - ; - ; 9 ; 1";
    let (good, bad) = ("ok ; A ; ~A", "no ; A B ; ~~A");
    for (line, change) in [
        (verdict, ("; 4 ;", "; 5 ;")),
        (verdict, ("C=?", "C=T")),
        (verdict, ("AB +4", "AB +5")),
        (chain, ("B=? C=F", "B=? C=T")),
        (chain, ("A=F B=F", "A=F B=?")),
        (turn, ("; 9 ;", "; 8 ;")),
        (turn, ("; 1", "; 2")),
        (good, ("~A", "~~A")),
        (bad, ("~~A", "~A")),
    ] {
        assert_eq!(cases("ergo", line), ("1 of 1 cases agree\n".to_owned(), Some(0)), "{line}");
        let (said, status) = cases("ergo", &line.replacen(change.0, change.1, 1));
        let name = if line == turn || line == good || line == bad { "line 1" } else { &line[..2] };
        assert!(said.starts_with(name) && said.contains(" differs: expected "), "{said}");
        assert!(said.contains(", found ") && said.contains("\n0 of 1 cases agree\n"), "{said}");
        assert_eq!(status, Some(1));
    }
}

#[test]
fn unreadable_case_is_refused() {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join("cases.txt");
    for (text, words) in [
        ("# head\n\nnonsense", ["line 3", "is not a case"]),
        ("R1 ; A >> B ; 3 ; x ; y ; z", ["line 1", "proof \"A >> B\""]),
        ("A ; Q ; - ; - ; 1 ; 1", ["line 1", "turn"]),
        ("ok ; Q", ["line 1", "premise \"Q\""]),
    ] {
        fs::write(&path, text).unwrap();
        refused(&run(&["cases", "ergo", path.to_str().unwrap()]), &[&["cases.txt"], &words[..]].concat());
    }
    refused(&run(&["cases", "tic-tac-toe", path.to_str().unwrap()]), &["no kind of case"]);
    refused(&run(&["cases", "ergo", "/no/such/file"]), &["/no/such/file", "worked cases"]);
    refused(&run(&["cases", "ergot", path.to_str().unwrap()]), &["unknown game"]);
}
