//! E17–E23.

use std::collections::BTreeMap;

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Tile};
use ergo_engine::ergo::event::Event;
use ergo_engine::game::Game;
use ergo_engine::seat::Seat;

use super::table::{
    CROWDED, Step, all_outcomes, check, check_found, check_reached, check_with, each_step, reached, seats,
};
use crate::common::try_ergo;

/// RULES.md E17.
#[test]
fn e17_not_goes_before_a_variable_or_a_parenthesis() {
    check("A ; ~ ; - ; -", "~1", Some("~A"));
    check("(A) ; ~ ; - ; -", "~1", Some("~(A)"));
    check("(A) ; ~ ; - ; -", "~2", Some("(~A)"));
    check("A&B ; ~ ; - ; -", "~3", Some("A&~B"));
    check("A / B ; ~ ; - ; -", "~2", Some("A / ~B"));
    check("A&B ; ~ ; - ; -", "~2", None);
    check("(A) ; ~ ; - ; -", "~3", None);
    check("A ; ~ ; - ; -", "~2", None);
    check("- ; ~ ; - ; -", "~1", None);
}

/// RULES.md E17: not before another NOT.
#[test]
fn e17_not_is_never_doubled() {
    check("~A ; ~ ; - ; -", "~1", None);
    check("~A ; ~ ; - ; -", "~2", None);
    check("~(A) ; ~ ; - ; -", "~2", None);
    check("~(A) ; ~ ; - ; -", "~3", Some("~(~A)"));
    check("*~A ; ~ ; - ; -", "~2", None);
    check_reached("-", "A ; ~~ ; - ; -", &["A", "~A"], &["~~A"]);
    // A wild as NOT counts as one.
    check("A ; Y ; - ; -", "*~1", Some("*~A"));
    check("~A ; Y ; - ; -", "*~2", None);
}

/// RULES.md E18.
#[test]
fn e18_tabula_rasa_takes_any_card() {
    check("~A&B ; T ; - ; -", "T1", Some("A&B"));
    check("A / B ; T ; - ; -", "T1", Some("B"));
    check("A&B ; T ; - ; -", "T1", None);
    check("A&B ; T ; - ; -", "T2", None);
    check("- ; T ; - ; -", "T1", None);
    // The second play repairs the proof.
    check("A&B ; T| ; - ; -", "T2=|", Some("A|B"));
    check("A&B ; TC ; - ; -", "T1=C", Some("C&B"));
    check("A&B ; TT ; - ; -", "T1,2", Some("B"));
    check("A&B ; TT ; - ; -", "T2,3", Some("A"));
    check("A&B ; TT ; - ; -", "T1,3", None);
    check_reached("-", "A&B ; T~ ; - ; -", &["A&B", "~A&B", "A&~B"], &["A~B", "&B", "A&"]);
    check_reached("-", "~A ; TB ; - ; -", &["A / B", "A", "~B"], &["B"]);
}

/// RULES.md E18 and R7: a card laid in the same turn.
#[test]
fn e18_r7_tabula_rasa_on_a_card_just_laid() {
    check("A / B ; TC ; - ; -", "T1=C", Some("C / B"));
    check("A / B / C / D ; TA ; - ; -", "T=A", Some("A / B / C / D"));
    check("A ; T& ; - ; -", "T=&", Some("A"));
    check("A / B ; TC ; - ; -", "T=C", None);
    check_reached("-", "A / B ; TC ; - ; -", &["C / B", "B / C", "A / C", "A / B", "A", "B", "A / B / C"], &[]);
    let back = all_outcomes("-", "A / B ; TC ; - ; -");
    assert!(back.iter().any(|outcome| outcome.taken[0].is_some_and(|tile| tile.card() == Card::C)));
}

/// Returns the tiles that `step` takes out of the proof by Tabula Rasa.
fn taken(step: &Step<'_>) -> Vec<Tile> {
    let mut proof = *step.before.proof();
    proof.play(step.action).to_vec()
}

/// RULES.md E18: under the pile, publicly.
#[test]
fn e18_taken_cards_go_under_the_pile() {
    let settings = format!("target=40 draw=3 {CROWDED}");
    let (mut wilds, mut back) = (0, 0);
    check_found(30, 2, &settings, 10, |step| {
        let mut under: Vec<Card> = taken(step).into_iter().map(Tile::card).collect();
        wilds += taken(step).iter().filter(|tile| tile.is_wild()).count();
        if let Action::TakeBack { card } = step.action {
            under.push(card);
            back += 1;
        }
        if under.is_empty() || !step.same_turn() {
            return false;
        }
        assert!(step.after.pile().eq(step.before.pile().chain(under.iter().copied())), "{}", step.action);
        assert!(step.seen_after().pile_known.ends_with(&under));
        true
    });
    assert!(wilds > 10, "wilds become wild again");
    assert!(back > 0, "cards laid and taken back");
}

/// RULES.md E18: the rest of the turn cannot be the other half of a pair.
#[test]
fn e18_lone_parenthesis_repairs_nothing() {
    assert_eq!(reached("-", "(A)&B ; T( ; - ; -").into_iter().collect::<Vec<_>>(), ["(A)&B"]);
    check("(A)&B ; TT ; - ; -", "T1,3", Some("A&B"));
    check("(A&B ; TT ; - ; -".replace("(A&B", "((A)&B)").as_str(), "T1,4", None);
}

/// RULES.md E19 and R8.
#[test]
fn e19_r8_revolution() {
    check("A&B|C ; R ; - ; -", "R1,3", Some("B&A|C"));
    check("A&B|C ; R ; - ; -", "R2,4", Some("A|B&C"));
    check("A&B|C ; R ; - ; -", "R1,2", None);
    check("A&B / C|D ; R ; - ; -", "R1,6", Some("D&B / C|A"));
    check("A&B / C|D ; R ; - ; -", "R2,5", Some("A|B / C&D"));
    // The cards move with their stars.
    check("*A / B ; R ; - ; -", "R1,2", Some("B / *A"));
    check("*A / A ; R ; - ; -", "R1,2", Some("A / *A"));
    check("A*&B|C ; R ; - ; -", "R2,4", Some("A|B*&C"));
    // Equal symbols may be swapped, by one action.
    check("A&A&A ; R ; - ; -", "R1,3", Some("A&A&A"));
    check("A&A&A ; R ; - ; -", "R1,5", None);
    // Two are required; NOT is not an operator, and a parenthesis is not a variable.
    for proof in ["-", "A", "~A", "~(~A)", "(A)", "*~A"] {
        let outcomes = all_outcomes("-", &format!("{proof} ; R ; - ; -"));
        assert!(outcomes.iter().all(|outcome| !outcome.discarded.is_empty()), "{proof}");
    }
    check("~A / *~B ; R ; - ; -", "R1,3", None);
    check("A&*~B ; R ; - ; -", "R2,3", None);
}

/// RULES.md E20.
#[test]
fn e20_what_wilds_show() {
    for letter in "ABCD".chars() {
        check("- ; X ; - ; -", &format!("*{letter}"), Some(&format!("*{letter}")));
        check("A&B ; TX ; - ; -", &format!("T1=*{letter}"), Some(&format!("*{letter}&B")));
    }
    for letter in "&|>".chars() {
        check("A ; YB ; - ; -", &format!("*{letter}B1"), Some(&format!("A*{letter}B")));
    }
    check("A ; Y ; - ; -", "*~1", Some("*~A"));
    check_reached("-", "A ; XY ; - ; -", &["A*&*B", "*D*>A", "*~A / *A", "A"], &["*(A", "~A", "A / A"]);
}

/// RULES.md E20: fixed once laid.
#[test]
fn e20_laid_wilds_keep_their_symbol() {
    let all = reached("-", "*A*&B ; ABCD ; - ; -");
    assert!(all.iter().all(|proof| proof.starts_with("*A*&B")), "{all:?}");
    let steps = each_step(2, &format!("target=20 {CROWDED}"), 5, |step| {
        let count = |text: String| text.matches('*').count();
        let laid = step.action.tiles().iter().filter(|tile| tile.is_wild()).count();
        let gone = taken(step).iter().filter(|tile| tile.is_wild()).count();
        if step.round.is_none() {
            let before = count(step.before.proof().to_string());
            assert_eq!(count(step.after.proof().to_string()), before + laid - gone);
        }
    });
    assert!(steps > 150);
}

/// RULES.md E20: options `wild_as_ergo` and `wild_as_justification`.
#[test]
fn e20_wilds_as_named_cards() {
    for (ergo, justification) in [(true, true), (true, false), (false, true), (false, false)] {
        let settings = format!("wild_as_ergo={ergo} wild_as_justification={justification}");
        let proof = "A / B / C / D";
        for wild in ["X", "Y"] {
            let (free, under) = (format!("{proof} ; {wild} ; - ; -"), format!("{proof} ; {wild} ; fallacy ; -"));
            for text in [&free, &under] {
                check_with(&settings, text, &format!("E{wild}"), ergo.then_some(proof));
                check_with(&settings, text, "E", None);
            }
            check_with(&settings, &under, &format!("J{wild}"), justification.then_some(proof));
            check_with(&settings, &free, &format!("J{wild}"), None);
        }
    }
}

/// RULES.md E20: never as a Fallacy.
#[test]
fn e20_no_wild_is_a_fallacy() {
    check("A ; XYJTRE ; - ; BCD", "FB", None);
    check("A ; F ; - ; BCD", "FB", Some("A"));
    let all = all_outcomes("-", "A ; XY ; - ; BCD");
    assert!(all.iter().all(|outcome| outcome.targets == 0));
}

/// RULES.md E21: legal targets.
#[test]
fn e21_targets() {
    for (targets, allowed) in [("-", ""), ("B", "B"), ("CD", "CD"), ("BCD", "BCD")] {
        for letter in "ABCD".chars() {
            let after = allowed.contains(letter).then_some("A");
            check(&format!("A ; F ; - ; {targets}"), &format!("F{letter}"), after);
        }
    }
    let settings = format!("target=40 {CROWDED}");
    check_found(100, 4, &settings, 10, |step| {
        for seat in seats(step.game) {
            let there = step.before.fallacy_status(seat);
            let free = seat != step.seat && there.fallacy.is_none() && !there.immune;
            let holds = step.before.hand(step.seat).has(Card::Fallacy);
            assert_eq!(step.game.is_legal(step.before, Action::Fallacy { target: seat }), free && holds);
        }
        let Action::Fallacy { target } = step.action else { return false };
        if step.round.is_none() {
            assert_eq!(step.after.fallacy_status(target).fallacy, Some(step.game.0.fallacy_turns));
        }
        true
    });
    // Two in one turn target two players.
    let both = all_outcomes("-", "A ; FF ; - ; BC");
    assert!(both.iter().any(|outcome| outcome.targets == 0b110));
}

/// RULES.md E21: option `fallacy_bars`.
#[test]
fn e21_barred_plays() {
    let under = "~A&B / C / D ; A~&((XYTRFJE ; fallacy ; B";
    let free = under.replace("fallacy", "-");
    for (bars, changes, ergo) in [("additions", true, true), ("changes", false, true), ("all", false, false)] {
        let settings = format!("fallacy_bars={bars}");
        check_with(&settings, under, "-A", Some("~A&B / C / D"));
        check_with(&settings, under, "FB", Some("~A&B / C / D"));
        check_with(&settings, under, "J", Some("~A&B / C / D"));
        check_with(&settings, under, "JX", Some("~A&B / C / D"));
        check_with(&settings, under, "T1", changes.then_some("A&B / C / D"));
        check_with(&settings, under, "R2,4", changes.then_some("~B&A / C / D"));
        check_with(&settings, under, "E", ergo.then_some("~A&B / C / D"));
        check_with(&settings, under, "EY", ergo.then_some("~A&B / C / D"));
        for added in ["A", "*B", "~4", "*~4", "&A4", "A&2", "(1)4", "T1=A", "T4=A", "T=&"] {
            check_with(&settings, under, added, None);
        }
        check_with(&settings, &free, "A", Some("~A&B / C / D / A"));
        check_with(&settings, &free, "~4", Some("~A&~B / C / D"));
        check_with(&settings, &free, "T4=A", Some("~A&A / C / D"));
        check_with(&settings, &free, "(1)4", Some("(~A&B) / C / D"));
    }
}

/// RULES.md E21 and R9: option `fallacy_turns`.
#[test]
fn e21_r9_life_of_a_fallacy() {
    for (turns, seats_there, bars) in [(3, 2, "additions"), (3, 4, "additions"), (1, 3, "all"), (2, 2, "changes")] {
        let settings = format!("target=60 fallacy_turns={turns} fallacy_bars={bars} cards.fallacy=9 cards.ergo=0");
        // Own turns of each target since the Fallacy was laid.
        let mut spent: BTreeMap<usize, u8> = BTreeMap::new();
        check_found(20, seats_there, &settings, 20, |step| {
            if let Action::Fallacy { target } = step.action {
                spent.insert(target.index(), 0);
            }
            if step.round.is_some() {
                spent.clear();
                return false;
            }
            if matches!(step.action, Action::Justification { .. }) {
                spent.remove(&step.seat.index());
            }
            if step.before.fallacy_status(step.seat).fallacy.is_some() {
                assert!(!step.action.adds_to_proof());
            }
            if step.same_turn() {
                return false;
            }
            if let Some(turns) = spent.get_mut(&step.seat.index()) {
                *turns += 1;
            }
            let next = step.after.to_move();
            let expired = step.news().contains(&Event::Expired(next));
            assert_eq!(expired, spent.get(&next.index()) == Some(&turns));
            if expired {
                spent.remove(&next.index());
                // Before the draw: its event precedes those of drawing, and the card is under the pile or was drawn.
                assert!(matches!(
                    step.news(),
                    [.., Event::Expired(_), Event::Drew(..)]
                        | [.., Event::Expired(_), Event::Drew(..), Event::Drew(..)]
                ));
                let drawn = step.after.drawn().contains(&Card::Fallacy);
                assert!(step.seen_after().pile_known.ends_with(&[Card::Fallacy]) || drawn);
            }
            for seat in seats(step.game) {
                let there = step.after.fallacy_status(seat).fallacy;
                assert_eq!(there, spent.get(&seat.index()).map(|spent| turns - spent), "seat {seat}");
            }
            expired
        });
    }
    for bad in ["fallacy_turns=0", "fallacy_turns=21", "fallacy_bars=none"] {
        assert!(try_ergo(2, bad).is_err(), "{bad}");
    }
}

/// RULES.md E21 and R9: an expired one may be drawn again, even at once, and may prolong the round.
#[test]
fn e21_r9_expired_fallacy_may_be_drawn_again() {
    check_found(2, 2, "target=60 fallacy_turns=1 cards.fallacy=9 cards.ergo=0", 60, |step| {
        let next = step.after.to_move();
        step.round.is_none()
            && step.news().contains(&Event::Expired(next))
            && step.news().contains(&Event::Drew(next, Some(Card::Fallacy)))
    });
}

/// RULES.md E22.
#[test]
fn e22_justification() {
    check("A ; J ; fallacy ; -", "J", Some("A"));
    check("A ; J ; - ; -", "J", None);
    check("A ; X ; fallacy ; -", "JX", Some("A"));
    check("A ; X ; fallacy ; -", "J", None);
    // The second play is unrestricted.
    check_reached("-", "A ; J~ ; fallacy ; -", &["~A", "A"], &[]);
    check_reached("-", "A ; FT~ ; fallacy ; -", &["A", ""], &["~A"]);
    check_reached("fallacy_bars=all", "A / B / C ; JD ; fallacy ; -", &["A / B / C / D"], &[]);
    assert!(all_outcomes("fallacy_bars=all", "A / B / C / D ; JE ; fallacy ; -").iter().any(|outcome| outcome.ergo));
}

/// RULES.md E22: free at once, immune for the rest of the round, and not longer.
#[test]
fn e22_immunity() {
    let settings = format!("target=60 {CROWDED}");
    let mut immune = [false; 4];
    check_found(50, 3, &settings, 20, |step| {
        let justified = matches!(step.action, Action::Justification { .. });
        if justified {
            assert!(step.before.fallacy_status(step.seat).fallacy.is_some());
            immune[step.seat.index()] = true;
        }
        if step.round.is_some() {
            immune = [false; 4];
        }
        if matches!(step.game.status(step.after), ergo_engine::game::Status::ToMove(_)) {
            for seat in seats(step.game) {
                let there = step.after.fallacy_status(seat);
                assert_eq!(there.immune, immune[seat.index()]);
                assert!(!(there.immune && there.fallacy.is_some()));
            }
        } else {
            immune = [false; 4];
        }
        if let Action::Fallacy { target } = step.action {
            assert!(!step.before.fallacy_status(target).immune && target != step.seat);
        }
        justified
    });
}

/// RULES.md E23.
#[test]
fn e23_ergo_requires_all_four_letters() {
    for (proof, good) in [
        ("A / B / C / D", true),
        ("A&B>C|D", true),
        ("~(A&B>C|D)", true),
        ("*A&B / C / *D", true),
        ("A&~A / B / C / D", true),
        ("A&B&C", false),
        ("*A&A&A&A", false),
        ("-", false),
    ] {
        let after = good.then_some(proof);
        check(&format!("{proof} ; E ; - ; -"), "E", after);
        check(&format!("{proof} ; X ; - ; -"), "EX", after);
        check(&format!("{proof} ; Y ; fallacy ; -"), "EY", after);
    }
    // Letters laid in the same turn count, letters taken away do not.
    let laid = all_outcomes("-", "A / B / C ; DE ; - ; -");
    assert!(laid.iter().any(|outcome| outcome.ergo && outcome.proof.letters() == 0b1111));
    let taken = all_outcomes("-", "A / B / C / D ; TE ; - ; -");
    assert!(taken.iter().filter(|outcome| outcome.ergo).all(|outcome| outcome.proof.letters() == 0b1111));
}

/// RULES.md E23: the round ends at once, and a play may remain.
#[test]
fn e23_ergo_ends_the_round() {
    let unmade = all_outcomes("-", "A / B / C / D ; AE ; - ; -");
    assert!(unmade.iter().any(|outcome| outcome.ergo && outcome.hand.to_string() == "A"));
    let mut with_one_left = 0;
    check_found(10, 2, "-", 30, |step| {
        let Action::Ergo { .. } = step.action else { return false };
        let round = step.round.expect("a finished round");
        assert_eq!(round.ended_by.caller(), Some(step.seat));
        assert_eq!(round.turns, step.before.turn());
        with_one_left += u32::from(step.seen().plays_left == 2);
        true
    });
    assert!(with_one_left > 0);
}

/// RULES.md E23: with any verdict.
#[test]
fn e23_any_verdict() {
    let mut seen = [0; 2];
    each_step(4, "-", 100, |step| {
        if let (Action::Ergo { .. }, Some(round)) = (step.action, step.round) {
            seen[usize::from(round.points[Seat::new(step.seat.index())] > 0)] += 1;
        }
    });
    assert!(seen.iter().all(|&count| count > 0), "calls without and with success: {seen:?}");
}
