//! Oracle cards.

use super::common::*;

fn with(oracles: Value, second: Value) -> Stage {
    Stage::two(json!({"oracles": oracles}), second)
}

/// RULES.md G-P18, G-P31: requested whenever a player holds any; one a turn; cards without effect cannot be played.
#[test]
fn g_p31_playing() {
    let mut stage = with(json!(["favour_delphi"]), json!({}));
    stage.play("go:rhodes").may("no_card").play("no_card tutor").shows("turn_of=2");
    let mut stage =
        with(json!(["pythias_gold", "sacred_grove", "cave_robbers", "waters_of_lethe", "collapse"]), json!({}));
    stage.play("go:rhodes").may("card:pythias_gold card:sacred_grove no_card");
    stage.play("card:pythias_gold").shows("players.1.coins=4 box=[pythias_gold] node=act");
    with(json!(["divine_argument", "retraction_of_promises", "swift_ship"]), json!({}))
        .play("go:rhodes")
        .may("no_card");
}

/// RULES.md G-P31: the other holders may retract, clockwise from the mover, until one does.
#[test]
fn retraction() {
    let three = |third: &str| {
        let first = json!({"oracles": ["cave_robbers"]});
        let state =
            table([first, json!({"coins": 1, "oracles": ["favour_dodona"]}), json!({"oracles": [third]})], json!({}));
        let mut stage = Stage::new(3, "", state);
        stage
            .play("go:rhodes card:cave_robbers:2")
            .shows("node=retract to_move=2 pending={card:cave_robbers:2,by:1,rest:[3]}")
            .may("let");
        stage.play("let").shows("to_move=3");
        stage
    };
    let mut stage = three("retraction_of_promises");
    stage
        .may("let retract")
        .play("retract")
        .shows("players.1.coins=0 node=act box=[cave_robbers,retraction_of_promises] players.3.oracles=[]");
    three("favour_delphi").play("let").shows("players.1.coins=1 players.2.coins=0");
}

/// RULES.md G-P31: a written state may list seats without an oracle card in `rest`. They are not asked.
#[test]
fn g_p31_seat_without_oracle_card_is_not_asked() {
    let written = |fourth: Value| {
        let players = [json!({}), json!({"coins": 1, "oracles": ["favour_dodona"]}), json!({}), fourth, json!({})];
        let pending = json!({"card": "cave_robbers:2", "by": 1, "rest": [3, 4, 5]});
        Stage::new(5, "", table(players, json!({"node": "retract", "turn_of": 1, "to_move": 2, "pending": pending})))
    };
    let mut stage = written(json!({"oracles": ["retraction_of_promises"]}));
    stage.shows("to_move=2 pending.rest=[3,4,5]").play("let").shows("node=retract to_move=4 pending.rest=[5]");
    stage.play("let").shows("node=act to_move=1 players.1.coins=1");
    written(json!({})).play("let").shows("node=act to_move=1 players.1.coins=1 players.2.coins=0");
}

/// RULES.md G-P32: single cards.
#[test]
fn g_p32_effects() {
    let one = |card: &str, second: Value, action: &str| {
        let mut stage = with(json!([card]), second);
        stage.play("go:rhodes").play(action);
        stage
    };
    let rich = || json!({"coins": 5, "study": 1, "builders": 1, "sophists": 1, "followings": ["rhodes", "delphi"]});
    one("sacred_grove", json!({}), "card:sacred_grove").shows("players.1.coins=1");
    one("city_founder", json!({}), "card:city_founder").shows("players.1.builders=1");
    one("inner_sanctum", json!({}), "card:inner_sanctum").shows("players.1.study=1 supply.study=5");
    one("bronze_cauldrons", json!({}), "card:bronze_cauldrons").shows("players.1.arguments=[S,S,S]");
    one("cave_robbers", rich(), "card:cave_robbers:2").shows("players.1.coins=2 players.2.coins=3");
    one("desertion", rich(), "card:desertion:2:delphi").shows("players.2.followings=[rhodes]");
    one("collapse", rich(), "card:collapse:2:sophist").shows("players.2.sophists=0 supply.sophists=12");
    one("nightmare", rich(), "card:nightmare:2:coins").shows("players.2.coins=3 players.1.coins=0");
    one("nightmare", rich(), "card:nightmare:2:study").shows("players.2.study=0 supply.study=6");
    one("nightmare", json!({"coins": 1}), "card:nightmare:2:coins").shows("players.2.coins=0");
}

/// RULES.md G-P32: Swift Ship adds the other half of the token choice.
#[test]
fn swift_ship() {
    for (choice, seen) in [("bonus", json!([])), ("keep", json!([]))] {
        let state = table([json!({"oracles": ["swift_ship"]}), json!({})], json!({"tokens": {"rhodes": "coins:2"}}));
        let mut stage = Stage::new(2, "", state);
        stage.play("go:rhodes").play(choice).play("card:swift_ship").shows("turn_token=both");
        stage.shows("players.1.coins=2 players.1.tokens={rhodes:coins:2}").is("tokens_seen", seen);
    }
    with(json!(["swift_ship"]), json!({})).play("go:rhodes").may("no_card");
}

/// RULES.md G-P32: Lethe lets the opponent choose, one by one; each card goes back at once.
#[test]
fn waters_of_lethe() {
    let mut stage = with(json!(["waters_of_lethe"]), json!({"arguments": ["S", "CD", "MT"]}));
    stage.play("go:rhodes card:waters_of_lethe:2").shows("node=return pending={left:2}");
    stage.may("return:CD return:MT return:S").play("return:CD").shows("to_move=2 pending.left=1");
    assert_eq!(stage.at("syllogism").as_array().unwrap().len(), 39);
    stage.play("return:S").shows("node=act players.2.arguments=[MT] sophistry=40");
    let mut stage = with(json!(["waters_of_lethe"]), json!({"arguments": ["S"]}));
    stage.play("go:rhodes card:waters_of_lethe:2 return:S").shows("node=act");
}

/// RULES.md G-P33: anywhere the player has none.
#[test]
fn g_p33_rustling_oak() {
    let mut stage = Stage::two(json!({"oracles": ["rustling_oak"], "followings": ["samos"]}), json!({}));
    stage
        .play("go:samos")
        .cannot("card:rustling_oak:samos card:rustling_oak:parthenon")
        .can("card:rustling_oak:delphi");
    stage.play("card:rustling_oak:delphi").shows("players.1.followings=[delphi,samos]");
    Stage::two(json!({"oracles": ["rustling_oak"], "followings": NINE}), json!({})).play("go:samos").may("no_card");
}

/// RULES.md R2: arguments shown by the Dove are known until they are played.
#[test]
fn dove_messenger() {
    let mut stage = with(json!(["dove_messenger"]), json!({"arguments": ["S", "CD", "MT"]}));
    assert_eq!(stage.sees(1)["players"][1]["arguments"], json!(["S", "?", "?"]));
    stage.play("go:rhodes card:dove_messenger:2");
    assert_eq!(stage.sees(1)["remembers"]["arguments"], json!({"2": ["CD", "MT"]}));
    stage.play("tutor go:theatre_of_dionysus debate:1 play:CD");
    assert_eq!(stage.sees(1)["remembers"]["arguments"], json!({"2": ["MT"]}));
    assert_eq!(stage.sees(2)["remembers"]["arguments"], json!({}));
}
