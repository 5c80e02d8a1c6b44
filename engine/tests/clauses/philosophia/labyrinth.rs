//! Labyrinth tokens and their conditions; the score.

use super::common::*;

/// RULES.md P10, PH-T7: one token per action, although two conditions hold.
#[test]
fn p10_collect() {
    let first = json!({"schools": FOUR, "followings": NINE});
    let mut stage = Stage::two(first, json!({}));
    assert_eq!(stage.claimable(1), "followings schools");
    stage.play("go:samos collect:schools").shows("players.1.labyrinth=1 players.1.claimed=[schools]");
    assert_eq!(stage.claimable(1), "followings");
}

/// RULES.md G-P5: each condition once, by each player.
#[test]
fn g_p5_once_each() {
    let player = || json!({"debates": 3, "claimed": ["debate"], "labyrinth": 1});
    let stage = Stage::two(player(), json!({"debates": 3}));
    assert_eq!((stage.claimable(1), stage.claimable(2)), (String::new(), "debate".to_owned()));
}

/// PH-T8: all placed tokens of a colour; with Aristotle at the table three black ones are placed.
#[test]
fn ph_t8_travel() {
    let three = json!({"tokens": {"ithaca": "coins:1", "sparta": "coins:1", "corinth": "coins:2"}});
    let other = |name: &str| json!({"philosopher": name});
    let stage = Stage::new(3, "", table([three.clone(), other("plato"), other("homer")], json!({})));
    assert_eq!(stage.claimable(1), "");
    let stage = Stage::new(3, "", table([three, other("plato"), other("aristotle")], json!({})));
    assert_eq!(stage.claimable(1), "travel");
}

/// RULES.md G-P18: three of four favours, which are then shown.
#[test]
fn oracles_are_shown() {
    let first = json!({"oracles": ["favour_delphi", "favour_dodona", "dove_messenger"], "unknown_oracle": true});
    let mut stage = Stage::two(first, json!({}));
    assert_eq!(stage.claimable(1), "oracles");
    assert_eq!(stage.sees(2)["players"][0]["oracles"], json!(["?", "?", "?"]));
    stage.play("go:samos no_card collect:oracles");
    assert_eq!(stage.sees(2)["players"][0]["oracles"], json!(["favour_delphi", "favour_dodona", "?"]));
}

/// RULES.md G-P7, G-P43, PH-T14: an Olympic request gives all three, and costs nothing.
#[test]
fn g_p7_olympic() {
    let with = |coins: u8, claimed: Value, labyrinth: u8| {
        let first = json!({
            "coins": coins, "request": "poseidon", "followings": &NINE[..8], "schools": &FOUR[..3],
            "tokens": {"knossos": "coins:1", "rhodes": "coins:2"}, "claimed": claimed, "labyrinth": labyrinth,
        });
        Stage::two(first, json!({"labyrinth": 3, "number": 1, "claimed": ["olympic"]}))
    };
    assert_eq!(with(9, json!([]), 0).claimable(1), "");
    let mut stage = with(10, json!(["debate"]), 1);
    stage.play("go:ithaca collect:olympic").shows("players.1.labyrinth=3 players.1.coins=10");
    // PH-T13: numbers in the order of finishing.
    stage.shows("players.1.number=2 next_number=3 players.1.claimed=[debate,olympic]");
    assert_eq!(stage.claimable(1), "");
    assert_eq!(stage.sees(2)["players"][0]["request"], "poseidon");
}

/// PH-T13: two players finish.
#[test]
fn ph_t13_numbers() {
    let player = || json!({"labyrinth": 2, "claimed": ["travel", "learn"], "debates": 3});
    let mut stage = Stage::two(player(), player());
    stage.play("go:samos collect:debate go:rhodes collect:debate");
    stage.shows("players.1.number=1 players.2.number=2 next_number=3");
}

/// RULES.md P19, G-P45, PH-T22: a summary may be rejected.
#[test]
fn p19_true_philosopher() {
    let with = |options: &str| {
        let three = [json!({"wisdom": 3}), json!({}), json!({})];
        let mut stage = Stage::new(3, options, table(three, json!({})));
        stage.play("go:ithaca");
        stage
    };
    with("").play("collect:learn").shows("players.1.labyrinth=1");
    with("judge=always").play("collect:learn").shows("players.1.labyrinth=1");
    with("judge=never").play("collect:learn").shows("players.1.coins=1 turn_of=2");
    let mut stage = with("judge=player");
    stage.play("collect:learn").shows("node=judge to_move=2").may("approve reject");
    stage.play("reject").shows("players.1.claimed=[] players.1.coins=1 turn_of=2");
    with("judge=player").play("collect:learn approve").shows("players.1.labyrinth=1");
    with("judge=chance").by_chance("collect:learn", json!([{"judge": "reject"}])).shows("players.1.coins=1");
    let sure = |p: &str| with(&format!("judge=chance judge_p={p}")).play("collect:learn").at("players.1.labyrinth");
    assert_eq!((sure("1"), sure("0")), (json!(1), json!(0)));
    let alone = table([json!({"wisdom": 3}), json!({})], json!({}));
    Stage::new(1, "judge=player", alone).play("go:ithaca collect:learn").shows("players.1.labyrinth=1");
}

/// RULES.md G-P46: public progress counts.
#[test]
fn g_p46_score() {
    let first = json!({"followings": &NINE[..4], "schools": ["samos"], "study": 1});
    let second = json!({"labyrinth": 3, "number": 2, "claimed": ["olympic"]});
    let third = json!({"labyrinth": 1, "claimed": ["debate"], "debates": 3, "unknown_oracle": true});
    let mut stage = Stage::new(3, "", table([first, second, third], json!({})));
    stage.shows("scores=[85,3004,1033]");
    let hidden = json!({"oracles": ["favour_delphi"], "request": "zeus", "arguments": ["S", "MP"]});
    Stage::two(hidden, json!({"wisdom": 3, "study": 1})).shows("scores=[0,100]");
}
