//! Every printed text parses back to the same value, and no text makes a parser panic. RULES.md E3. The cases are the
//! same in every run.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol, Tile};
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::notation::{Turn, parse_targets, parse_tiles};
use ergo_engine::ergo::proof::{CAPACITY, Proof, is_grammatical};
use ergo_engine::ergo::rules::{RULEBOOK, Rules};
use ergo_engine::ergo::truth::judge;
use ergo_engine::seat::Seat;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

const NOT: [Symbol; 1] = [Symbol::Not];

fn card() -> impl Strategy<Value = Card> {
    select(&Card::ALL[..])
}

fn tile(of: &'static [Symbol]) -> impl Strategy<Value = Tile> {
    (select(of), any::<bool>()).prop_map(|(symbol, wild)| if wild { Tile::wild(symbol) } else { Tile::plain(symbol) })
}

fn variable() -> impl Strategy<Value = Tile> {
    tile(&Symbol::VARIABLES)
}

fn operator() -> impl Strategy<Value = Tile> {
    tile(&Symbol::OPERATORS)
}

fn premise() -> impl Strategy<Value = String> {
    let negated = |unit: String, not: Option<Tile>| not.map_or(unit.clone(), |not| format!("{not}{unit}"));
    let not = || prop::option::of(tile(&NOT));
    let leaf = (variable(), not()).prop_map(move |(variable, not)| negated(variable.to_string(), not));
    leaf.prop_recursive(4, 20, 3, move |inner| {
        let chain = (inner.clone(), prop::collection::vec((operator(), inner), 0..3))
            .prop_map(|(first, rest)| {
                rest.into_iter().fold(first, |chain, (operator, unit)| format!("{chain}{operator}{unit}"))
            })
            .boxed();
        let group = (chain.clone(), not()).prop_map(move |(chain, not)| negated(format!("({chain})"), not));
        prop_oneof![chain, group]
    })
}

fn proof_text() -> impl Strategy<Value = String> {
    prop::collection::vec(premise(), 0..6)
        .prop_map(|premises| premises.join(" / "))
        .prop_filter("fits", |text| text.chars().filter(|c| !" /*".contains(*c)).count() <= CAPACITY)
}

fn hand() -> impl Strategy<Value = Hand> {
    prop::collection::vec(card(), 0..=Hand::CAPACITY).prop_map(Hand::from_iter)
}

fn action() -> impl Strategy<Value = Action> {
    let place = || 0..CAPACITY as u8;
    let symbol = || prop_oneof![variable(), operator(), tile(&NOT)];
    let named = |name: Card| select(vec![name, Card::VariableWild, Card::OperatorWild]);
    prop_oneof![
        card().prop_map(|card| Action::Discard { card }),
        variable().prop_map(|tile| Action::Premise { tile }),
        (tile(&NOT), place()).prop_map(|(tile, before)| Action::Negate { tile, before }),
        (variable(), operator(), place()).prop_map(|(variable, operator, before)| Action::JoinBefore {
            variable,
            operator,
            before
        }),
        (operator(), variable(), place()).prop_map(|(operator, variable, after)| Action::JoinAfter {
            operator,
            variable,
            after
        }),
        (place(), place()).prop_map(|(before, after)| Action::Parenthesise { before, after }),
        place().prop_map(|place| Action::Remove { place }),
        (place(), place()).prop_map(|(first, second)| Action::RemoveTwo { first, second }),
        (place(), symbol()).prop_map(|(place, tile)| Action::Replace { place, tile }),
        card().prop_map(|card| Action::TakeBack { card }),
        (place(), place()).prop_map(|(first, second)| Action::Swap { first, second }),
        (0..4_usize).prop_map(|seat| Action::Fallacy { target: Seat::new(seat) }),
        named(Card::Justification).prop_map(|card| Action::Justification { card }),
        named(Card::Ergo).prop_map(|card| Action::Ergo { card }),
    ]
}

/// Text of fragments that are meaningful in some notation.
fn almost() -> impl Strategy<Value = String> {
    const PIECES: [&str; 48] = [
        "A", "B", "C", "D", "&", "|", ">", "~", "(", ")", "*", "/", " / ", " ", "-", ";", " ; ", "T", "R", "F", "J",
        "E", "X", "Y", "=", ",", "0", "1", "5", "12", "127", "128", "129", "999", "AND", "OR", "THEN", "NOT", "∧", "∨",
        "→", "¬", "•", "⊃", "v", "fallacy", "é", "\u{a0}",
    ];
    prop::collection::vec(select(&PIECES[..]), 0..30).prop_map(|pieces| pieces.concat())
}

/// Text of arbitrary characters.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<char>(), 0..40).prop_map(String::from_iter)
}

/// Parses a text as every type. Values that parse are printed and parse back to the same value.
fn read(text: &str) {
    if let Ok(proof) = text.parse::<Proof>() {
        let printed = proof.to_string();
        assert_eq!(printed.parse::<Proof>().as_ref(), Ok(&proof), "{text}");
        judge(&proof, RULEBOOK);
    }
    if let Ok(hand) = text.parse::<Hand>() {
        assert_eq!(hand.to_string().parse::<Hand>().as_ref(), Ok(&hand), "{text}");
    }
    if let Ok(action) = text.parse::<Action>() {
        // Actions have a single spelling.
        assert_eq!(action.to_string(), text);
    }
    if let Ok(turn) = text.parse::<Turn>() {
        assert_eq!(turn.to_string().parse::<Turn>().as_ref(), Ok(&turn), "{text}");
        let rules = Rules::printed(4);
        if !turn.hand.is_empty() {
            let mut legal = Vec::new();
            turn.move_generator(&rules).list(&mut legal);
            assert!(!legal.is_empty(), "{text}");
        }
    }
    let _ = parse_targets(text);
    if let Ok(tiles) = parse_tiles(text) {
        let good = is_grammatical(tiles.iter().copied());
        assert!(!good || tiles.len() > CAPACITY || text.parse::<Proof>().is_ok(), "{text}");
    }
}

/// A proof in an alternative spelling.
fn respelled(text: &str, choices: &[usize], spaces: &[bool]) -> String {
    let spellings = |c: char| -> &'static [&'static str] {
        match c {
            '&' => &["&", "∧", "•", "AND"],
            '|' => &["|", "∨", "v", "OR"],
            '>' => &[">", "→", "⊃", "THEN"],
            '~' => &["~", "¬", "NOT", "¬"],
            _ => &[],
        }
    };
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if spaces[i % spaces.len()] {
            out.push(' ');
        }
        match spellings(c) {
            [] => out.push(c),
            all => out.push_str(all[choices[i % choices.len()] % all.len()]),
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cards(card in card()) {
        prop_assert_eq!(Card::from_letter(card.letter()), Some(card));
        prop_assert_eq!(card.to_string(), card.letter().to_string());
    }

    #[test]
    fn proofs(text in proof_text()) {
        let proof: Proof = text.parse().unwrap();
        prop_assert_eq!(proof.to_string(), text.as_str());
        let tiles: Vec<Tile> = text.split(" / ").flat_map(|premise| parse_tiles(premise).unwrap()).collect();
        prop_assert_eq!(proof.tiles().collect::<Vec<_>>(), tiles);
        prop_assert_eq!(proof.premises(), text.split(" / ").filter(|premise| !premise.is_empty()).count());
    }

    #[test]
    fn alternative_spellings(
        text in proof_text(),
        choices in prop::collection::vec(0..4_usize, 7),
        spaces in prop::collection::vec(any::<bool>(), 5),
    ) {
        let other = respelled(&text, &choices, &spaces);
        prop_assert_eq!(other.parse::<Proof>(), text.parse::<Proof>(), "{}", other);
    }

    #[test]
    fn hands(hand in hand(), spaces in subsequence((0..15).collect::<Vec<usize>>(), 0..5)) {
        let mut text: Vec<char> = hand.to_string().chars().rev().collect();
        spaces.into_iter().rev().filter(|&i| i <= hand.len()).for_each(|i| text.insert(i, ' '));
        prop_assert_eq!(text.into_iter().collect::<String>().parse::<Hand>(), Ok(hand));
        prop_assert_eq!(hand.to_string().parse::<Hand>(), Ok(hand));
    }

    #[test]
    fn actions(action in action()) {
        prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action), "{}", action);
    }

    #[test]
    fn turns(proof in proof_text(), hand in hand(), under_fallacy: bool, targets in 0..16_u8) {
        let turn = Turn { proof: proof.parse().unwrap(), hand, under_fallacy, targets };
        prop_assume!(turn.proof.len() + turn.hand.len() <= CAPACITY);
        prop_assert_eq!(turn.to_string().parse::<Turn>(), Ok(turn));
    }

    #[test]
    fn nearly_valid_texts(text in almost()) {
        read(&text);
    }

    #[test]
    fn arbitrary_texts(text in text()) {
        read(&text);
    }

    #[test]
    fn mutated_turns(proof in almost(), hand in almost(), rest in almost()) {
        read(&format!("{proof};{hand};{rest}"));
        read(&format!("A&B / {proof};AB{hand};fallacy;BC"));
    }
}

/// Long texts, at the limits of proofs and hands.
#[test]
fn long_texts() {
    let chain = |letters: usize| vec!["A"; letters].join("&");
    assert_eq!(chain(64).parse::<Proof>().unwrap().len(), 127);
    assert!(format!("{} / A", chain(64)).parse::<Proof>().is_ok());
    assert!(format!("{} / A / A", chain(64)).parse::<Proof>().is_err());
    assert!(chain(65).parse::<Proof>().is_err());
    assert!("A".repeat(15).parse::<Hand>().is_ok());
    assert!("A".repeat(16).parse::<Hand>().is_err());
    read(&"(".repeat(100_000));
    read(&"A&".repeat(100_000));
    read(&"~(".repeat(100_000));
    read(&format!("{}A{}", "(".repeat(63), ")".repeat(63)));
}

/// A turn whose proof has too little room for the hand is an error.
#[test]
fn turns_without_room_are_refused() {
    let proof = format!("{} / A", vec!["A"; 64].join("&"));
    for hand in ["&B", "((", "A", "~", "TTABCD&|>"] {
        let turn = format!("{proof} ; {hand} ; - ; -").parse::<Turn>();
        assert!(turn.is_err(), "{hand}");
    }
    assert!(format!("{proof} ; - ; - ; -").parse::<Turn>().is_ok());
}
