//! Cards, setup, and the effect of a card in a field.

use super::common::{Table, cards, cogito, configured, seat};
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::diagram::Diagram;
use ergo_engine::cogito::notation::Deal;
use ergo_engine::cogito::phase::Lost;
use ergo_engine::game::Game;
use ergo_engine::rng::Seed;

/// RULES.md C1, G2, G3: the deck has exactly these cards.
#[test]
fn c1_twenty_cards() {
    for diagram in ["diagram=tree", "diagram=venn"] {
        let game = cogito(2, diagram);
        assert_eq!((game.0.cards(), game.0.diagram.selves.len()), (20, 9));
        let specials = Card::ALL.into_iter().filter(|card| !card.is_self() && !card.is_category());
        assert_eq!(specials.collect::<Vec<_>>(), [Card::Dream]);
    }
    let other = cogito(2, "copies.i=3 copies.ii=1 copies.dream=1");
    assert_eq!(other.0.cards(), 20);
    assert_eq!([Card::Plant, Card::Tree, Card::Dream, Card::Moss].map(|card| other.0.copies_of(card)), [3, 1, 1, 0]);
}

/// RULES.md G1: the one attested row, two Selves under each category of stratum II, and Ego.
#[test]
fn g1_tree() {
    let tree = Diagram::tree();
    for category in tree.strata[1].iter() {
        assert_eq!(tree.members(category).len(), 2);
    }
    for category in tree.strata[0].iter() {
        assert_eq!(tree.members(category).len(), 4);
    }
    for card in tree.selves.iter().filter(|card| *card != Card::Ego) {
        let strata = tree.strata.map(|stratum| stratum.iter().filter(|&one| tree.members(one).contains(card)).count());
        assert_eq!(strata, [1, 1], "{card}");
    }
    assert!(
        tree.members(Card::Plant).contains(Card::Casablanca) && tree.members(Card::Flower).contains(Card::Casablanca)
    );
}

/// RULES.md G4, G13: names and shape are data; reconstructed data are marked.
#[test]
fn g13_venn() {
    let venn = Diagram::venn();
    assert_eq!(venn.strata[0], cards("animal plant").into_iter().collect());
    assert_eq!(venn.strata[1], cards("vertebrate bird flower tree").into_iter().collect());
    assert_eq!(venn.selves, cards("casablanca cherry pine moss human cat owl ant ego").into_iter().collect());
    assert_eq!(venn.members(Card::Tree), cards("cherry pine").into_iter().collect());
    for diagram in [Diagram::tree(), venn] {
        assert!(diagram.provenance.starts_with("reconstructed."));
    }
    assert!(configured(4, "copies.i=0 copies.ii=0 copies.dream=3").is_ok());
    let refused = configured(4, "copies.i=0 copies.ii=0 copies.dream=2 diagram=venn").unwrap_err().to_string();
    assert!(refused.starts_with("copies: the deck has 11 cards, expected at least 12"), "{refused}");
}

/// RULES.md C2, R1: and C-T12, 14, 11 and 8 cards are left.
#[test]
fn c2_setup() {
    for (seats, left) in [(2, 14), (3, 11), (4, 8)] {
        let game = cogito(seats, "");
        let deal = Deal::from_state(&game.0, &game.deal(&mut Seed::master(5).rng()));
        assert_eq!(deal.pile.len(), left);
        assert!(deal.selves.iter().all(|card| card.is_self()));
        assert!(deal.hands.iter().all(|hand| hand.len() == 2));
        let mut refused = deal.clone();
        refused.pile.swap_remove(0);
        assert!(refused.begin(&game.0, seat(1)).is_err());
    }
}

/// RULES.md C4: C-T1 and C-T2, and every card of both diagrams.
#[test]
fn c4_turn() {
    let tree = Diagram::tree();
    let red = |own: &str| {
        let own: Card = own.parse().unwrap();
        Card::ALL.into_iter().filter(|&card| card != own && tree.is_red(own, card)).collect::<Vec<_>>()
    };
    assert_eq!(red("casablanca"), cards("plant flower ego"));
    assert_eq!(red("owl"), cards("vertebrate bird ego"));
    let mut table = Table::new("", "casablanca owl", "plant tree | cat bird", "");
    table.play("- play:plant").shows("fields", r#"[["plant:red"],[]]"#);
    table
        .play("- play:cat - give:tree give:bird play:bird")
        .shows("fields", r#"[["plant:red","bird:blue"],["cat:blue"]]"#);
}

/// RULES.md C5: C-T4.
#[test]
fn c5_ego_card() {
    let mut table = Table::new("", "casablanca owl", "plant ego | cat crow", "pine rose");
    table.play("- play:ego").shows("fields", r#"[["ego:red"],[]]"#);
    table.play("- play:cat - give:pine give:rose play:plant");
    assert_eq!(table.state.lost(seat(1)), Some(Lost::Disruption));
}

/// RULES.md C6: C-T3.
#[test]
fn c6_ego_as_self() {
    for diagram in [Diagram::tree(), Diagram::venn()] {
        let others = Card::ALL.into_iter().filter(|&card| card != Card::Ego);
        assert!(others.into_iter().all(|card| !diagram.is_red(Card::Ego, card)));
    }
}

/// RULES.md C7, G10, G26: C-T5; the own field first, each field from its oldest card, known to all.
#[test]
fn c7_dream() {
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | dream cat", "rose pine bird");
    table.play("- play:plant - play:flower - play:cat - give:tree give:crow give:dream");
    // Seat 1 was given the Dream.
    let bottom = |table: &Table| {
        let pile: Vec<Card> = table.state.pile().collect();
        pile[pile.len() - 3..].to_vec()
    };
    table.play("play:dream").shows("fields", r#"[["dream"],[],[]]"#);
    assert_eq!(bottom(&table), cards("plant flower cat"));
    for number in 1..=3 {
        assert_eq!(table.game.observe(&table.state, seat(number)).pile_known.as_slice(), cards("plant flower cat"));
    }
    assert_eq!(table.state.reds(seat(1)), 0);
    table.play("- play:tree").shows("fields", r#"[["dream"],["tree:blue"],[]]"#);
}

/// RULES.md G9: every Dream stays in its field.
#[test]
fn g9_several_dreams() {
    let mut table = Table::new("copies.dream=2", "casablanca owl", "dream tree | dream crow", "pine rose");
    table.play("- play:dream - play:dream").shows("fields", r#"[["dream"],["dream"]]"#);
}

/// RULES.md C8, G7, G20: hand and field lie face down; Dream has no effect on them; the Self stays.
#[test]
fn c8_ego_disruption() {
    let mut table = Table::new("", "casablanca owl human", "plant flower | cat crow | dream tree", "pine rose bird");
    table.play("- play:plant - play:cat - play:tree - give:pine give:crow give:dream play:flower");
    table
        .shows("gone", r#"[["plant","flower","dream"],[],[]]"#)
        .shows("hands", r#"[[],["rose","pine"],["bird","crow"]]"#);
    table.shows("lost", r#"["disruption",null,null]"#).shows("to_move", "2").shows("turn", "1");
    assert_eq!(table.game.observe(&table.state, seat(2)).selves[seat(1)], Some(Card::Casablanca));
    let mut swept = Table::new("", "casablanca owl human", "plant flower | cat dream | crow tree", "ego rose bird");
    swept.play("- play:plant - play:cat - play:crow - give:ego give:rose give:bird play:flower - play:dream");
    swept.shows("gone", r#"[["plant","bird","flower"],[],[]]"#);
    assert_eq!(swept.state.pile().skip(swept.state.pile().len() - 2).collect::<Vec<_>>(), cards("cat crow"));
}

/// RULES.md C15, R2: lost players make no decisions, their cards are hidden, and they remember what they saw.
#[test]
fn c15_the_lost() {
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | dream cat", "pine rose bird");
    table.play("pass cogito:cat pass");
    let of =
        |table: &Table, number: usize| serde_json::to_value(table.game.observe(&table.state, seat(number))).unwrap();
    assert_eq!(of(&table, 1)["gone"].to_string(), r#"[[],["?","?"],[]]"#);
    assert_eq!(of(&table, 2)["gone"].to_string(), r#"[[],["flower","crow"],[]]"#);
    table.play("play:plant pass").shows("to_move", "3").play("pass play:cat pass pass pass pass");
    table.play("give:tree").shows("to_move", "3");
    assert_eq!(of(&table, 2)["fields"].to_string(), r#"[["plant:red"],[],["cat:blue"]]"#);
    assert_eq!(table.candidates(2), "rose cherry pine owl ego");
}
