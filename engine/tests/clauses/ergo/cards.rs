//! E1–E3.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol, Tile};
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::notation::parse_tiles;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;

use super::table::{check, each_step, reached};
use crate::common::{ergo, try_ergo};

fn check_deck(settings: &str, cards: &str) {
    assert_eq!(ergo(2, settings).0.deck.to_string(), cards, "{settings}");
}

fn check_refused(seats: usize, settings: &str, words: &[&str]) {
    let error = try_ergo(seats, settings).expect_err(settings).to_string();
    for word in words {
        assert!(error.contains(word), "{settings}: {error} lacks {word}");
    }
}

/// RULES.md E1.
#[test]
fn e1_decks() {
    let printed = "AAAABBBBCCCCDDDD&&&&||||>>>>~~~~~~~~((((((FFFJJJTRXYEEE";
    assert_eq!(printed.len(), 55);
    check_deck("-", printed);
    check_deck("deck=2009", printed);
    check_deck("deck=2015", &printed.replace("~~~~~~~~((((((", "~~~~~~(((((((("));
    check_deck("cards.a=0", &printed[4..]);
    check_deck("cards.not=4 cards.ergo=4", &printed.replace("~~~~~~~~", "~~~~").replace("EEE", "EEEE"));
    check_deck("deck=2015 cards.not=1", &printed.replace("~~~~~~~~((((((", "~(((((((("));
}

/// RULES.md E1: a count for each card.
#[test]
fn e1_every_count_is_an_option() {
    for card in Card::ALL {
        let settings = format!("cards.{}=9", card.name());
        let deck = ergo(4, &settings).0.deck;
        for other in Card::ALL {
            let expected = if other == card { 9 } else { Rules::printed(4).deck.count(other) };
            assert_eq!(deck.count(other), expected, "{other} with {settings}");
        }
        let none = format!("cards.{}=0", card.name());
        assert_eq!(ergo(4, &none).0.deck.count(card), 0);
        for count in ["-1", "129", "1000000000"] {
            check_refused(4, &format!("cards.{}={count}", card.name()), &[card.name(), count, "0 to 128"]);
        }
    }
    assert_eq!(ergo(3, "deck=2015 cards.d=1").settings().int("cards.d"), 1);
}

/// RULES.md E1 and R15: the error contains both numbers.
#[test]
fn e1_r15_small_decks_are_errors() {
    let few = "cards.a=1 cards.b=1 cards.c=1 cards.d=1 cards.and=1 cards.or=1 cards.then=1 cards.not=1 \
               cards.parenthesis=1 cards.fallacy=1 cards.justification=0 cards.ergo=0";
    // 10 named here and the four single specials: 14 cards.
    check_refused(3, few, &["16", "14"]);
    assert_eq!(ergo(2, few).0.deck.len(), 14);
    check_refused(2, &format!("{few} hand_size=7"), &["15", "14"]);
    assert!(try_ergo(2, &format!("{few} hand_size=6")).is_ok(), "13 needed");
    check_refused(4, "hand_size=12 cards.not=0 cards.parenthesis=0", &["49", "41"]);
    check_refused(2, "cards.a=128", &["179", "128"]);
    assert_eq!(ergo(2, "cards.a=77").0.deck.len(), 128);
    check_refused(2, "cards.a=0 cards.b=0 cards.variable_wild=0", &["2 seats", "score"]);
    check_refused(2, "cards.a=0 cards.b=0 cards.c=0 cards.d=0", &["no variable", "cards.a"]);
    for enough in ["cards.a=0 cards.b=1", "cards.a=0 cards.b=0 cards.variable_wild=1"] {
        let enough = format!("cards.variable_wild=0 {enough}");
        assert!(try_ergo(2, &enough).is_ok(), "{enough}");
    }
}

/// RULES.md R22.
#[test]
fn r22_inert_cards_have_no_effect() {
    let deck = ergo(2, "cards.inert=9").0.deck;
    assert_eq!(deck.to_string(), format!("{}IIIIIIIII", Rules::printed(2).deck));
    assert_eq!(ergo(2, "cards.inert=9").settings().int("cards.inert"), 9);
    assert!(!ergo(2, "cards.inert=0").settings().0.contains_key("cards.inert"));
    for text in ["A&B ; II ; - ; -", "A&B ; II ; fallacy ; BCD"] {
        assert_eq!(reached("cards.inert=2", text), ["A&B".to_owned()].into(), "{text}");
    }
    let mut seen = [0; 2];
    for (i, discards) in ["bottom", "reshuffle_once"].into_iter().enumerate() {
        each_step(3, &format!("target=20 max_turns=60 cards.inert=12 discards={discards}"), 4, |step| {
            let hand = step.before.hand(step.seat);
            let mut legal = Vec::new();
            step.game.legal_actions(step.before, &mut legal);
            let inert: Vec<Action> = legal.into_iter().filter(|action| action.cards().contains(&Card::Inert)).collect();
            let expected = [Action::Discard { card: Card::Inert }];
            assert_eq!(inert, expected[..usize::from(hand.has(Card::Inert))], "{hand}");
            if step.action == expected[0] && step.round.is_none() {
                seen[i] += 1;
                assert_eq!(step.after.proof(), step.before.proof());
            }
        });
    }
    assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
}

/// RULES.md E2.
#[test]
fn e2_kinds() {
    let operators: String = "ABCD&|>~()".chars().filter(|&c| Symbol::from_letter(c).unwrap().is_operator()).collect();
    assert_eq!(operators, "&|>");
    let variables: String = "ABCD&|>~()".chars().filter(|&c| Symbol::from_letter(c).unwrap().is_variable()).collect();
    assert_eq!(variables, "ABCD");
    assert_eq!(Tile::plain(Symbol::Open).card(), Card::Parenthesis);
    assert_eq!(Tile::plain(Symbol::Close).card(), Card::Parenthesis);
    // Two of one kind make a pair.
    check("A ; (( ; - ; -", "(1)1", Some("(A)"));
}

/// RULES.md E3.
#[test]
fn e3_letters() {
    let letters: String = Card::ALL.iter().map(|card| card.letter()).collect();
    assert_eq!(letters, "ABCD&|>~(FJTRXYEI");
    for card in Card::ALL {
        assert_eq!(Card::from_letter(card.letter()), Some(card));
        assert_eq!(card.to_string().parse::<Hand>().unwrap(), Hand::from_iter([card]));
    }
    assert_eq!(Tile::wild(Symbol::And).to_string(), "*&");
    assert_eq!(Tile::plain(Symbol::Close).to_string(), ")");
    assert_eq!(Card::from_letter(')'), None);
}

fn check_read(text: &str, printed: &str) {
    let proof: Proof = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(proof.to_string(), printed, "{text}");
}

/// RULES.md E3: accepted spellings.
#[test]
fn e3_spellings() {
    check_read("A|B / ~B>C / ~(~C) / D", "A|B / ~B>C / ~(~C) / D");
    check_read("A|B/~B>C", "A|B / ~B>C");
    check_read("  A  |B /~ B > C  ", "A|B / ~B>C");
    check_read("A ∧ B ∨ C → D", "A&B|C>D");
    check_read("¬A • B ⊃ C v D", "~A&B>C|D");
    check_read("A AND B OR C THEN NOT D", "A&B|C>~D");
    check_read("AANDBORCTHENNOTD", "A&B|C>~D");
    check_read("NOT(AvB)", "~(A|B)");
    check_read("NOT ( NOT A )", "~(~A)");
    check_read("* A *AND * NOT B", "*A*&*~B");
    check_read("*A *∧ *¬B *v C", "*A*&*~B*|C");
    check_read("", "");
    check_read("-", "");
    for text in ["a", "A & b", "A + B", "**A", "*(A)", "A*", "A &", "X", "A / / B", "/", "A OR", "V", "A AN D"] {
        assert!(text.parse::<Proof>().is_err(), "{text}");
    }
    for text in ["(A)", "A&B", "~A", ") (", "&&"] {
        let printed: String = parse_tiles(text).unwrap().iter().map(Tile::to_string).collect();
        assert_eq!(printed, text.replace(' ', ""));
    }
}
