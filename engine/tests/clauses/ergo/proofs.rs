//! E10–E16.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::notation::parse_tiles;
use ergo_engine::ergo::proof::{Proof, is_grammatical};
use ergo_engine::ergo::round::verdict_word;
use ergo_engine::ergo::truth::judge;

use super::table::{
    CROWDED, all_outcomes, check, check_found, check_reached, check_with, each_round, each_step, reached,
};
use crate::common;

/// RULES.md E10.
#[test]
fn e10_new_premises_go_below() {
    check("- ; A ; - ; -", "A", Some("A"));
    check("A ; B ; - ; -", "B", Some("A / B"));
    check("C / B / A ; A ; - ; -", "A", Some("C / B / A / A"));
    check("- ; & ; - ; -", "&A1", None);
    check_reached("-", "- ; A~ ; - ; -", &["~A"], &[]);
    check_reached("-", "B ; A~ ; - ; -", &["B / ~A"], &["~A / B"]);
}

/// RULES.md E10: option `premises`.
#[test]
fn e10_option_limits_premises() {
    for most in 1..=8 {
        for there in 0..=8_usize {
            let proof = if there == 0 { "-".to_owned() } else { vec!["A"; there].join(" / ") };
            let below = if there == 0 { "B".to_owned() } else { format!("{proof} / B") };
            let after = (there < most).then_some(below.as_str());
            check_with(&format!("premises={most}"), &format!("{proof} ; B ; - ; -"), "B", after);
        }
    }
    for (settings, most) in [("target=20", 4), ("premises=1 target=20", 1), ("premises=6 target=20", 6)] {
        let mut seen = 0;
        each_step(2, settings, 20, |step| seen = seen.max(step.after.proof().premises()));
        assert_eq!(seen, most, "{settings}");
    }
}

/// RULES.md E10: an emptied premise is removed and makes room for another.
#[test]
fn e10_emptied_premises_are_removed() {
    check("A / B / C ; T ; - ; -", "T2", Some("A / C"));
    check("A ; T ; - ; -", "T1", Some(""));
    check_reached("-", "A / B / C / D ; TA ; - ; -", &["B / C / D / A", "A / B / D / A"], &["A / B / C / D / A"]);
}

fn check_grammar(premise: &str, good: bool) {
    assert_eq!(is_grammatical(parse_tiles(premise).unwrap()), good, "{premise}");
    assert_eq!(premise.parse::<Proof>().is_ok(), good, "{premise}");
}

/// RULES.md E11.
#[test]
fn e11_grammar() {
    for good in ["A", "~A", "(A)", "~(A)", "~(~A)", "((A))", "A&B", "~A>~(B|C)", "A&B|C>D", "(~(A&B))", "*~*A*&B"] {
        check_grammar(good, true);
    }
    for bad in [
        "AB", "A&|B", "~~A", "()", "A&", "&A", "A~", "A~B", "(A", "A)", ")A(", "A(B)", "(A)(B)", "(A)B", "~", "~&A",
        "(&A)", "A&()", "(A&)B",
    ] {
        check_grammar(bad, false);
    }
}

/// RULES.md E11 and R1: visible proofs are always grammatical.
#[test]
fn e11_r1_visible_proofs_are_grammatical() {
    for settings in ["target=20".to_owned(), format!("target=20 {CROWDED}"), format!("target=20 draw=3 {CROWDED}")] {
        let steps = each_step(3, &settings, 10, |step| {
            let text = step.after.proof().to_string();
            assert_eq!(text.parse::<Proof>().as_ref(), Ok(step.after.proof()), "{text}");
        });
        assert!(steps > 300);
    }
}

/// RULES.md E12: anywhere, and in more than one premise.
#[test]
fn e12_cards_go_anywhere() {
    check_reached(
        "-",
        "A&~B ; C| ; - ; -",
        &["C|A&~B", "A|C&~B", "A&C|~B", "A&~C|B", "A&~B|C", "A&~B / C", "A&~B"],
        &["AC|&~B", "A&|C~B", "A&~BC|"],
    );
    check_reached("-", "A / B ; ~~ ; - ; -", &["~A / ~B", "~A / B", "A / ~B", "A / B"], &["~~A / B"]);
    check_reached("-", "A ; BC ; - ; -", &["A / B / C", "A / C / B", "A / B", "A / C"], &[]);
    check_reached("-", "A ; B~ ; - ; -", &["~A / B", "A / ~B"], &[]);
}

/// RULES.md E12: ungrammatical between two plays, never after them.
#[test]
fn e12_grammatical_when_the_turn_ends() {
    assert_eq!(reached("-", "A ; &| ; - ; -").len(), 1);
    assert_eq!(reached("-", "A ; && ; - ; -").len(), 1);
    check_reached("-", "A ; &~ ; - ; -", &["A", "~A"], &["A&~"]);
    check_reached("-", "A ; &B ; - ; -", &["A", "A&B", "B&A", "A / B"], &["A&", "AB"]);
    // Ergo cannot end a turn in between either.
    let broken = all_outcomes("-", "A / B / C / D ; E& ; - ; -");
    assert!(broken.iter().any(|outcome| outcome.ergo));
    assert!(broken.iter().all(|outcome| outcome.proof.to_string() == "A / B / C / D"));
}

/// RULES.md E12 and R1: an action is one play, or two if the proof is ungrammatical in between.
#[test]
fn e12_r1_actions_are_one_play_or_two() {
    for (action, plays) in [
        ("-A", 1),
        ("A", 1),
        ("~1", 1),
        ("A&1", 2),
        ("&A1", 2),
        ("(1)1", 2),
        ("T1", 1),
        ("T1,2", 2),
        ("T1=A", 2),
        ("T=&", 2),
        ("R1,2", 1),
        ("FB", 1),
        ("J", 1),
        ("E", 1),
    ] {
        let action: Action = action.parse().unwrap();
        assert_eq!(action.plays(), plays, "{action}");
        assert_eq!(action.cards().len(), usize::from(plays), "{action}");
    }
}

/// RULES.md E12 and R2: with three plays, two successive ones may break and repair the proof; with one play, none.
#[test]
fn e12_r2_other_numbers_of_plays() {
    check_reached("draw=3", "A ; &B~ ; - ; -", &["~A&B", "A&~B", "~B&A"], &[]);
    // A second operator and variable need a fourth play; a NOT between & and B would need an ungrammatical proof after
    // two plays in succession.
    check_reached("draw=3", "A ; &B| ; - ; -", &["A&B", "A|B"], &["A&|B"]);
    assert_eq!(reached("draw=1", "A ; &B~((T ; - ; -").into_iter().collect::<Vec<_>>(), ["", "A", "A / B", "~A"]);
    check_with("draw=1", "A ; (( ; - ; -", "(1)1", None);
    check_with("draw=1", "A ; &B ; - ; -", "&B1", None);
    check_with("draw=1", "A&B ; T|  ; - ; -", "T2=|", None);
}

/// RULES.md E13.
#[test]
fn e13_parentheses_come_in_pairs() {
    check("A&B ; (( ; - ; -", "(1)3", Some("(A&B)"));
    check("A&B ; (( ; - ; -", "(1)1", Some("(A)&B"));
    check("A&~B ; (( ; - ; -", "(3)4", Some("A&(~B)"));
    check("A&~B ; (( ; - ; -", "(4)4", Some("A&~(B)"));
    check("A&B ; (( ; - ; -", "(3)1", None);
    check("A&B ; (( ; - ; -", "(2)3", None);
    check("A&B ; ( ; - ; -", "(1)3", None);
    check("A / B ; (( ; - ; -", "(1)2", None);
    check("- ; (( ; - ; -", "(1)1", None);
    // The whole turn: no other card is laid with them.
    check_reached("-", "A ; ((~ ; - ; -", &["(A)", "~A"], &["~(A)", "(~A)"]);
    assert!(all_outcomes("-", "A ; ((( ; - ; -").iter().all(|outcome| outcome.hand.len() == 1));
}

/// RULES.md E13 and R5: a new pair may split an old one.
#[test]
fn e13_r5_pairs_may_regroup() {
    check("A&(B>C)|D ; (( ; - ; -", "(1)4", Some("(A&(B)>C)|D"));
    check_reached("-", "(A)&(B) ; (( ; - ; -", &["((A)&(B))", "((A))&(B)", "(A)&((B))", "(A)&(B)"], &[]);
}

/// RULES.md E13 and R6: never a single parenthesis.
#[test]
fn e13_r6_no_lone_parenthesis() {
    assert_eq!(reached("-", "(A) ; T( ; - ; -").into_iter().collect::<Vec<_>>(), ["(A)"]);
    check_reached("-", "(A) ; TT ; - ; -", &["A", "(A)"], &["(A", "A)"]);
    check_reached("-", "A&B ; TT ; - ; -", &["A", "B"], &["A&"]);
}

fn check_verdict(settings: &str, proof: &str, said: &str) {
    let reading = common::rules(4, settings).reading;
    let verdict = judge(&proof.parse().unwrap(), reading);
    let word = |variable| match verdict_word(verdict, variable) {
        "proven" => 'T',
        "disproven" => 'F',
        "undecided" => '?',
        _ => '!',
    };
    assert_eq!((0..4).map(word).collect::<String>(), said, "{proof} with {settings}");
}

/// Asserts whether two proofs are equivalent.
fn check_same(settings: &str, one: &str, other: &str, same: bool) {
    let reading = common::rules(4, settings).reading;
    let models = |proof: &str| judge(&proof.parse().unwrap(), reading);
    assert_eq!(models(one) == models(other), same, "{one} and {other} with {settings}");
}

/// RULES.md E14.
#[test]
fn e14_precedence() {
    check_same("-", "A&B>C|D", "A&((B>C)|D)", true);
    check_same("-", "~A>B", "(~A)>B", true);
    check_same("-", "~A>B", "~(A>B)", false);
    check_same("-", "A|B>C", "A|(B>C)", true);
    check_same("-", "A|B&C|D", "(A|B)&(C|D)", true);
    check_same("precedence=standard", "A&B>C|D", "(A&B)>(C|D)", true);
    check_same("precedence=standard", "A|B&C|D", "A|(B&C)|D", true);
    check_same("precedence=standard", "A|B>C", "(A|B)>C", true);
    for settings in ["-", "precedence=standard"] {
        check_same(settings, "A&B&C", "A&(B&C)", true);
        check_same(settings, "A|B|C", "A|(B|C)", true);
        check_same(settings, "*A*&*~B", "A&~B", true);
    }
}

/// RULES.md E14: option `then_chain`.
#[test]
fn e14_chains_of_then() {
    for (chain, spelled) in [("left", "(A>B)>C"), ("right", "A>(B>C)"), ("chain", "(A>B)&(B>C)")] {
        for precedence in ["rulebook", "standard"] {
            let settings = format!("then_chain={chain} precedence={precedence}");
            for other in ["(A>B)>C", "A>(B>C)", "(A>B)&(B>C)"] {
                check_same(&settings, "A>B>C", other, other == spelled);
            }
        }
        let longer = match chain {
            "left" => "((A>~B)>C)>D",
            "right" => "A>(~B>(C>D))",
            _ => "(A>~B)&(~B>C)&(C>D)",
        };
        check_same(&format!("then_chain={chain}"), "A>~B>C>D", longer, true);
    }
}

/// RULES.md E15 and R17.
#[test]
fn e15_r17_verdicts() {
    check_verdict("-", "A", "T???");
    check_verdict("-", "~A", "F???");
    check_verdict("-", "A|~A", "????");
    check_verdict("-", "A&~A", "!!!!");
    check_verdict("-", "A / ~A", "!!!!");
    check_verdict("-", "A>B / A", "TT??");
    check_verdict("-", "A>B / ~B", "FF??");
    check_verdict("-", "A|B / ~B>C / ~(~C) / D", "??TT");
    check_verdict("-", "", "????");
    check_verdict("-", "A>B>C / C", "??T?");
    check_verdict("then_chain=chain", "A>B>C / A", "TTT?");
    check_verdict("then_chain=right", "A>B>C / A", "T???");
}

/// RULES.md E16.
#[test]
fn e16_points() {
    for seats in 2..=4 {
        each_round(seats, "-", 30, 100, |step, round| {
            for (seat, &points) in round.points.entries() {
                let pays = round.verdict.proves(seat.index());
                assert_eq!(points, if pays { round.proof.len() as i32 } else { 0 });
                assert!(!(pays && round.verdict.is_paradox()));
            }
            if round.ended_by.caller().is_some() {
                // The Ergo card is not part of the proof, which is unchanged.
                assert_eq!(round.proof, *step.before.proof());
            }
        });
    }
}

/// RULES.md E16: every card of the proof counts.
#[test]
fn e16_every_card_counts() {
    for (proof, cards) in [("A", 1), ("~(~A)", 5), ("(A)", 3), ("*A*&*~B", 4), ("A / B / C / D", 4), ("", 0)] {
        assert_eq!(proof.parse::<Proof>().unwrap().len(), cards, "{proof}");
    }
}

/// RULES.md E16: several proven players, paradoxes, and letters without an owner.
#[test]
fn e16_several_and_none() {
    check_found(20, 4, "-", 30, |step| {
        let paid = |round: &ergo_engine::ergo::round::Round| {
            let paid: Vec<i32> = round.points.iter().copied().filter(|&points| points > 0).collect();
            assert!(paid.iter().all(|&points| points == paid[0]));
            paid.len()
        };
        step.round.is_some_and(|round| paid(round) >= 2)
    });
    check_found(20, 3, "-", 30, |step| {
        step.round.is_some_and(|round| round.verdict.is_paradox() && round.points.iter().all(|&points| points == 0))
    });
    check_found(20, 2, "-", 30, |step| {
        step.round.is_some_and(|round| round.verdict.proves(3) && round.points.iter().count() == 2)
    });
}
