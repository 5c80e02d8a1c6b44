//! Public debates and the order of strength.

use super::common::*;
use ergo_engine::philosophia::card::Card;
use std::cmp::Ordering;

fn debate(caro: Value, ali: Value, plays: &str) -> Stage {
    let mut stage = Stage::two(json!({"philosopher": "plato", "arguments": caro}), json!({"arguments": ali}));
    stage.play("go:theatre_of_dionysus debate:2").play(plays);
    stage
}

fn piles(stage: &Stage) -> [usize; 2] {
    [0, 1].map(|who| stage.state.debate().pile(who).len())
}

/// RULES.md P13, G-P26, PH-T10: the printed debate, with and without the omitted card.
#[test]
fn p13_the_printed_debate() {
    let plays = "play:MP play:DD play:S play:S play:S pass lay:S";
    let mut stage = debate(json!(["MP", "S", "S", "S"]), json!(["DD", "S"]), plays);
    assert_eq!((piles(&stage), stage.state.debate().winner()), ([3, 3], Some(0)));
    stage.shows("players.1.debates=1 players.1.arguments=[] turn_of=2");
    let stage = debate(json!(["MP", "S", "S", "S", "S"]), json!(["DD", "S"]), &format!("{plays} lay:S"));
    assert_eq!((piles(&stage), stage.state.debate().winner()), ([4, 3], Some(0)));
}

/// RULES.md G-P39: the first card must be led; a player who passes is out; laying continues as long as a card may be
/// left.
#[test]
fn g_p39_passing() {
    let mut stage = debate(json!(["S", "CD"]), json!([]), "");
    stage.may("play:CD play:S").shows("pending.must=true").play("play:S").may("pass");
    stage.play("pass").shows("node=lay").may("lay:CD stop").play("stop");
    stage.shows("players.1.debates=1 sophistry=40");
    let mut stage = debate(json!(["S"]), json!(["MP", "S"]), "play:S play:MP");
    stage.shows("to_move=2").may("pass play:S").play("pass");
    // Only the leader has passed: the other may lay, but has no card.
    stage.shows("players.2.debates=1");
    let mut stage =
        Stage::two(json!({"philosopher": "plato", "arguments": ["S"], "oracles": ["favour_delphi"]}), json!({}));
    stage.play("go:theatre_of_dionysus no_card debate:2 play:S pass").shows("node=lay").may("stop");
}

/// RULES.md G-P39: the defender leads next; ties go to their owners' piles.
#[test]
fn leads_alternate() {
    let mut stage = debate(json!(["HS", "S"]), json!(["CD", "MT", "S"]), "play:HS play:CD");
    stage.shows("to_move=2 node=lead pending.piles={1:[CD,HS],2:[]}");
    stage.play("play:S play:S").shows("pending.piles={1:[S,CD,HS],2:[S]} to_move=1");
}

/// RULES.md P14, G-P14, I7, PH-T24: a tournament; each of five kinds beats two, and any Syllogism any Sophistry.
#[test]
fn p14_strength() {
    let card = |word: &str| word.parse::<Card>().unwrap();
    let (five, four) = (philosophia(2, "kinds=5").0, philosophia(2, "kinds=4").0);
    let kinds = ["CD", "DD", "MP", "MT", "HS"].map(card);
    for one in kinds {
        let beaten = kinds.iter().filter(|other| one.against(**other, &five.kinds) == Ordering::Greater).count();
        assert_eq!(beaten, 2);
        for other in kinds {
            let both = [one.against(other, &five.kinds), other.against(one, &five.kinds)];
            assert_eq!(both[0] == Ordering::Equal, one == other);
            assert_eq!(both[0], both[1].reverse());
        }
        for sophistry in ["S", "S1", "S5"].map(card) {
            assert_eq!(sophistry.against(one, &five.kinds), Ordering::Less);
            assert_eq!(sophistry.against(card("S3"), &five.kinds), Ordering::Equal);
        }
        assert_eq!(card("DA").against(one, &five.kinds), Ordering::Greater);
    }
    for (winner, loser) in [("DD", "MP"), ("CD", "DD")] {
        assert_eq!(card(winner).against(card(loser), &five.kinds), Ordering::Greater);
        assert_eq!(card(winner).against(card(loser), &four.kinds), Ordering::Greater);
    }
    for one in &kinds[..4] {
        for other in &kinds[..4] {
            assert_eq!(one.against(*other, &four.kinds) == Ordering::Equal, one == other);
        }
    }
    assert_eq!(card("DA").against(card("DA"), &five.kinds), Ordering::Equal);
    assert_eq!((five.deck.count(kinds[0]), four.deck.count(kinds[0]), four.deck.count(kinds[4])), (8, 10, 0));
}

/// The divine argument counts as an argument, beats all, and leaves the game afterwards.
#[test]
fn divine_argument() {
    let first = json!({"philosopher": "plato", "oracles": ["divine_argument"]});
    let mut stage = Stage::two(first, json!({"arguments": ["CD"]}));
    stage.play("go:theatre_of_dionysus no_card debate:2").may("play:DA").play("play:DA play:CD pass");
    assert_eq!(piles(&stage), [2, 0]);
    stage.shows("box=[divine_argument] players.1.oracles=[] turn_of=2");
}

/// PH-T21: no fourth debate token.
#[test]
fn ph_t21_three_at_most() {
    let mut stage = Stage::two(json!({"arguments": ["S"], "debates": 3}), json!({}));
    stage.play("go:theatre_of_dionysus debate:2 play:S pass").shows("players.1.debates=3 players.2.debates=0");
}

/// RULES.md I8, P3: used cards go back, and each deck that receives some is shuffled.
#[test]
fn cards_go_back() {
    let mut stage = debate(json!(["S", "MP"]), json!(["S", "CD"]), "play:MP play:CD pass");
    // Ali has one card left to lay.
    stage.shows("node=lay").play("stop");
    assert_eq!(stage.happened.len(), 1);
    stage.shows("sophistry=38 players.2.arguments=[S]");
    assert_eq!(stage.at("syllogism").as_array().unwrap().len(), 40);
}

/// RULES.md G-P24: the number of cards of each kind in a hand is public, and nothing else.
#[test]
fn g_p24_counts() {
    let stage = Stage::two(json!({"arguments": ["S", "MP", "CD"]}), json!({}));
    assert_eq!(stage.sees(2)["players"][0]["arguments"], json!(["S", "?", "?"]));
    assert_eq!(stage.sees(1)["players"][0]["arguments"], json!(["S", "CD", "MP"]));
}
