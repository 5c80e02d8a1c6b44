//! Offerings to Athena.

use super::common::*;

fn offer(first: Value, second: Value, disks: Value, more: Value) -> Stage {
    let mut more = more;
    more["disks"] = disks;
    let mut stage = Stage::new(2, "", table([first, second], more));
    stage.play("go:parthenon");
    stage
}

/// RULES.md P12, G-P38, PH-T9: bury, bids, the winner pays, disks to the bottom, reward.
#[test]
fn p12_offerings() {
    let with = |coins: [u8; 3], bids: &str, bury: bool| {
        let players = coins.map(|coins| json!({"coins": coins}));
        let disks = json!({"disks": ["trophonius_influence", "athenas_silver", "chronos"]});
        let mut stage = Stage::new(3, "", table(players, disks));
        stage.play("go:parthenon").play(if bury { "offer:bury" } else { "offer" }).play(bids);
        stage
    };
    let mut stage = with([3, 3, 9], "bid:3 bid:3 bid:0", true);
    stage.shows("players.1.coins=7 players.2.coins=3 disks=[chronos,trophonius_influence,athenas_silver] disks_seen=[athenas_silver,chronos,trophonius_influence]");
    let mut stage = with([3, 3, 3], "bid:1 bid:3 bid:3", true);
    stage.shows("players.2.coins=3 players.3.coins=3 players.1.coins=3");
    with([0, 0, 0], "bid:0 bid:0 bid:0", true).shows("players.1.coins=7");
    with([3, 4, 0], "bid:3 bid:4 bid:0", true).shows("players.2.coins=7 players.1.coins=3");
    with([3, 4, 0], "bid:3 bid:4 bid:0", false).shows("players.2.coins=0");
}

/// RULES.md P17, I12: bids are hidden until the last one.
#[test]
fn bids_are_sealed() {
    let mut stage = offer(json!({"coins": 4}), json!({"coins": 4}), json!(["athenas_silver", "chronos"]), json!({}));
    stage.play("offer bid:3").shows("pending={by:1,bids:[3,null],rest:[]} to_move=2");
    assert_eq!(stage.sees(2)["pending"]["bids"], json!(["?", null]));
    assert_eq!(
        (stage.sees(1)["pending"]["bids"].clone(), stage.sees(2)["last"]["action"].clone()),
        (json!([3, null]), json!(null))
    );
    stage.may("bid:0 bid:1 bid:2 bid:3 bid:4").play("bid:1");
    assert_eq!(stage.sees(2)["offering"], json!({"by": 1, "bids": [3, 1]}));
}

/// RULES.md G-P6: the Unknown Oracle is kept; without a winner it goes to the bottom.
#[test]
fn g_p6_unknown_oracle() {
    let disks = || json!(["unknown_oracle", "chronos", "athenas_silver"]);
    let mut stage = offer(json!({"coins": 1}), json!({"coins": 2}), disks(), json!({}));
    stage.play("offer bid:0 bid:1").shows("players.2.unknown_oracle=true disks=[chronos,athenas_silver]");
    let mut players = [json!({}), json!({"coins": 1}), json!({"coins": 1})];
    players[0]["at"] = json!("samos");
    let mut stage = Stage::new(3, "", table(players, json!({"disks": disks()})));
    stage.play("go:parthenon offer bid:0 bid:1 bid:1").shows("disks=[chronos,athenas_silver,unknown_oracle]");
}

/// RULES.md G-P34: Contemplation.
#[test]
fn g_p34_contemplation() {
    let with = |study: u8, wisdom: u8| {
        let first = json!({"study": study, "wisdom": wisdom});
        let mut stage = offer(first, json!({}), json!(["contemplation", "chronos"]), json!({}));
        stage.play("offer bid:0 bid:0");
        [stage.at("players.1.study"), stage.at("players.1.wisdom")]
    };
    assert_eq!(
        [with(0, 1), with(1, 1), with(1, 3)],
        [[1, 1], [0, 2], [1, 3]].map(|pair| pair.map(|count| json!(count)))
    );
}

/// RULES.md G-P35: the top card of the deck, seen by the winner alone, without a visit; nothing if the deck is empty.
#[test]
fn g_p35_influence() {
    let decks = json!({"oracle_decks": {"delphi": ["swift_ship", "city_founder"]}});
    let mut stage = offer(json!({}), json!({}), json!(["delphic_influence", "chronos"]), decks);
    stage.play("offer bid:0 bid:0").shows("players.1.oracles=[swift_ship] players.1.consulted={}");
    stage.shows("oracle_decks.delphi=[city_founder]");
    assert_eq!(stage.sees(2)["players"][0]["oracles"], json!(["?"]));
    let none = json!({"oracle_decks": {"delphi": []}});
    let mut stage = offer(json!({}), json!({}), json!(["delphic_influence", "chronos"]), none);
    stage.play("offer bid:0 bid:0").shows("players.1.oracles=[]");
}

/// RULES.md G-P36: Chronos offers a choice, except at the first step.
#[test]
fn g_p36_chronos() {
    let at = |timeline: u8| {
        let mut stage =
            offer(json!({}), json!({}), json!(["chronos", "athenas_silver"]), json!({"timeline": timeline}));
        stage.play("offer bid:0 bid:0");
        stage
    };
    at(5).may("leave reset").play("leave").shows("timeline=5");
    at(5).play("reset").shows("timeline=0");
    at(0).shows("node=move");
}

/// RULES.md G-P33, R12: two followings of Athena's Influence, as long as there are cubes.
#[test]
fn g_p33_athenas_influence() {
    let with = |count: usize| {
        let disks = json!(["athenas_influence", "chronos"]);
        let mut stage = offer(json!({"followings": &NINE[..count]}), json!({}), disks, json!({}));
        stage.play("offer bid:0 bid:0");
        stage
    };
    let mut stage = with(0);
    stage.shows("node=place pending={left:2}").cannot("place:parthenon");
    stage.play("place:samos").cannot("place:samos").play("place:delphi").shows("players.1.followings=[delphi,samos]");
    with(8).shows("pending={left:2}").play("place:samos").shows("node=move");
    with(9).shows("node=move");
}

/// RULES.md R9: one disk cannot be buried.
#[test]
fn r9_one_disk() {
    offer(json!({}), json!({}), json!(["chronos"]), json!({})).may("offer");
}

/// RULES.md I13: once the disks have gone round their order is known to all.
#[test]
fn i13_disks_become_known() {
    let disks = json!(["athenas_silver", "gift_of_the_logician", "chorus_of_rhetors", "the_architects"]);
    let mut stage = Stage::new(2, "", table([json!({}), json!({})], json!({"disks": disks})));
    assert_eq!(stage.sees(2)["disks"], json!(["athenas_silver", "?", "?", "?"]));
    stage.play("go:parthenon offer bid:0 bid:0 go:samos tutor go:rhodes tutor go:delphi tutor");
    assert_eq!(stage.sees(2)["disks"], json!(["gift_of_the_logician", "?", "?", "athenas_silver"]));
    stage.play("go:parthenon offer:bury bid:0 bid:0");
    let order = json!(["the_architects", "athenas_silver", "gift_of_the_logician", "chorus_of_rhetors"]);
    assert_eq!(
        (stage.at("disks"), stage.sees(1)["disks"].clone(), stage.sees(2)["disks"].clone()),
        (order.clone(), order.clone(), order)
    );
}
