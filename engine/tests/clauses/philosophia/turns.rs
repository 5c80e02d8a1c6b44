//! Move, fee, token, and the order of turns.

use super::common::*;

/// RULES.md P4, PH-T1: the fee, the bonus, the token stays; the action is still pending.
#[test]
fn p4_a_turn() {
    let first = json!({"at": "ithaca", "coins": 1});
    let second = json!({"philosopher": "homer", "schools": ["samos"]});
    let state = table([first, second], json!({"tokens": {"samos": "sophistry:1"}}));
    let mut stage = Stage::new(2, "", state);
    stage.play("go:samos").shows("players.1.coins=0 players.2.coins=1");
    stage.may("bonus keep").shows("pending.bonus=sophistry:1");
    stage.play("bonus").shows("players.1.arguments=[S] node=act tokens={samos:sophistry:1} turn_token=bonus");
    stage.play("tutor").shows("turn_of=2 to_move=2 turn_token=null");
}

/// PH-T2: no coin, no fee; Plato pays none.
#[test]
fn ph_t2_no_fee() {
    for (philosopher, coins, after) in [("socrates", 0, [0, 0]), ("plato", 1, [1, 0]), ("aristotle", 2, [1, 1])] {
        let first = json!({"philosopher": philosopher, "coins": coins});
        let mut stage = Stage::two(first, json!({"schools": ["samos"]}));
        stage.play("go:samos");
        assert_eq!([stage.at("players.1.coins"), stage.at("players.2.coins")], after.map(|coins| json!(coins)));
    }
}

#[test]
fn own_school_is_free() {
    Stage::two(json!({"coins": 3, "schools": ["samos"]}), json!({})).play("go:samos").shows("players.1.coins=3");
}

/// RULES.md G-P1, PH-T23: neither stay nor enter an occupied place; from the Acropolis to the Acropolis; only to places
/// with an action.
#[test]
fn g_p1_destinations() {
    let first = json!({"at": "parthenon", "arguments": ["S"]});
    let mut stage = Stage::two(first, json!({"at": "samos"}));
    stage.cannot("go:parthenon go:samos").can("go:theatre_of_dionysus go:herodes_atticus go:wingless_victory");
    let empty = table([json!({}), json!({})], json!({"sophistry": 40, "syllogism": []}));
    // Socrates takes no Sophistry there, and cannot debate without a card.
    Stage::new(2, "", empty).cannot("go:herodes_atticus go:theatre_of_dionysus");
    let last = table([json!({"labyrinth": 2}), json!({})], json!({"timeline": 10}));
    Stage::new(2, "", last).cannot("go:wingless_victory");
    let divine = json!({"oracles": ["divine_argument"]});
    Stage::two(divine, json!({})).can("go:theatre_of_dionysus");
}

/// RULES.md G-P2: a bonus turned up is known to all from then on; if kept, it lies on its owner's board.
#[test]
fn g_p2_bonus_is_seen() {
    let state = table([json!({}), json!({})], json!({"tokens": {"samos": "sophistry:1", "rhodes": "coins:2"}}));
    let mut stage = Stage::new(2, "", state);
    assert_eq!(stage.sees(2)["tokens"], json!({"samos": "?", "rhodes": "?"}));
    stage.play("go:samos bonus tutor").shows("tokens_seen=[samos]");
    assert_eq!(stage.sees(2)["tokens"], json!({"samos": "sophistry:1", "rhodes": "?"}));
    stage.play("go:rhodes keep").shows("players.2.tokens={rhodes:coins:2} tokens={samos:sophistry:1}");
}

/// RULES.md P3, G-P23, G-P3: as much of a bonus as is available; supplies by option.
#[test]
fn p3_as_far_as_possible() {
    let at = |bonus: &str, player: Value, more: Value, options: &str| {
        let mut state = table([player, json!({})], more);
        state["tokens"] = json!({"samos": bonus});
        let mut stage = Stage::new(2, options, state);
        stage.play("go:samos bonus");
        stage
    };
    at("builder:2", json!({"builders": 3}), json!({}), "").shows("players.1.builders=4");
    at("builder:2", json!({}), json!({}), "builders=1").shows("players.1.builders=1 supply.builders=0");
    at("sophist:1", json!({}), json!({}), "sophists=0").shows("players.1.sophists=0");
    at("sophistry:2", json!({}), json!({"sophistry": 1}), "").shows("players.1.arguments=[S]");
    assert_eq!(philosophia(2, "").0.supply, [12, 12, 6]);
}

/// RULES.md G-P30, P18, PH-T16: Sophocles takes both at black cities, if the bonus gives something.
#[test]
fn g_p30_both() {
    let at = |place: &str, bonus: &str, builders: u8| {
        let first = json!({"philosopher": "sophocles", "builders": builders});
        let mut stage = Stage::new(2, "", table([first, json!({})], json!({"tokens": {place: bonus}})));
        stage.play(&format!("go:{place}"));
        stage
    };
    at("ithaca", "coins:2", 0).may("bonus both keep").play("both").shows("players.1.coins=2");
    at("ithaca", "coins:2", 0).play("both").shows("players.1.tokens={ithaca:coins:2}");
    at("ithaca", "builder:1", 4).may("bonus keep");
    at("samos", "coins:2", 0).may("bonus keep");
}

/// Turns go clockwise, rounds begin with seat 1.
#[test]
fn turns_and_rounds() {
    let mut stage = Stage::new(3, "", table([json!({}), json!({}), json!({})], json!({})));
    stage.play("go:ithaca tutor go:sparta tutor").shows("round=1 turn=3");
    assert!(stage.rounds.is_empty());
    stage.play("go:corinth tutor").shows("round=2 turn_of=1 turn=4");
    assert_eq!(
        stage.row(None, "starter turns ended_by timeline collected points_1 score_3 points_4 winner"),
        "1 3  0  0 0  "
    );
    assert_eq!(stage.row(Some(2), "philosopher coins labyrinth number fault"), "homer 1 0  ");
}
