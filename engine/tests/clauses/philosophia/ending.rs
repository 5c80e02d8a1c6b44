//! The end: one finisher, the final debate, the cap.

use super::common::*;

fn finisher(number: u8, arguments: Value, coins: u8) -> Value {
    json!({"labyrinth": 3, "number": number, "claimed": ["schools", "travel", "learn"], "arguments": arguments, "coins": coins})
}

fn last_step<const N: usize>(players: [Value; N]) -> Stage {
    let mut stage = Stage::new(N, "", table(players, json!({"timeline": 10})));
    stage.play("go:wingless_victory progress");
    stage
}

/// RULES.md P15, PH-T12: a single player with three tokens wins.
#[test]
fn p15_one_finisher() {
    let mut stage = last_step([finisher(1, json!([]), 0), json!({})]);
    stage.shows("result={ended_by:timeline,winners:[1],scores:[3005,0]} to_move=null");
    assert_eq!(stage.outcome().returns.iter().copied().collect::<Vec<_>>(), [1.0, 0.0]);
    assert!(!stage.outcome().adjudicated);
    assert_eq!(stage.row(None, "turns ended_by timeline winner"), "1 timeline 11 1");
}

/// RULES.md G-P40, PH-T11: the printed final debate: two each, the lowest number wins.
#[test]
fn ph_t11_final_debate() {
    let hands = [json!(["S", "MP"]), json!(["CD", "S"]), json!(["DD", "MP"])];
    let [first, second, third] = hands;
    let mut stage = last_step([finisher(1, first, 0), finisher(2, second, 0), finisher(3, third, 0)]);
    stage.shows("pending.circle=[3,2,1] to_move=3 pending.initiator=null");
    stage.play("play:DD play:CD play:S play:MP play:S play:MP pass pass");
    stage.shows("result={ended_by:final_debate,winners:[1],scores:[3025,3024,3023]} pending.piles={1:[S,MP],2:[CD,DD],3:[S,MP]}");
}

/// RULES.md G-P40: any player may pass at once; the circle continues without them.
#[test]
fn g_p40_leaving() {
    let hands = [json!(["S", "S"]), json!(["CD"]), json!(["MP", "S"])];
    let [first, second, third] = hands;
    let mut stage = last_step([finisher(1, first, 0), finisher(2, second, 0), finisher(3, third, 0)]);
    stage.play("play:MP pass").shows("to_move=1 pending.defender=3").play("pass");
    stage.shows("node=lay").play("lay:S").shows("result.winners=[3]");
    let four = [(2, json!(["S"])), (1, json!([])), (4, json!([])), (3, json!(["MT"]))];
    let mut stage = last_step(four.map(|(number, hand)| finisher(number, hand, 0)));
    stage.play("pass play:MT play:S pass pass").shows("result.winners=[4]");
}

/// RULES.md G-P41, R8: one card at a time from the lowest number; players who cannot pay or have stopped are skipped.
#[test]
fn g_p41_buying() {
    let players = || [finisher(2, json!([]), 2), finisher(1, json!([]), 2), finisher(3, json!([]), 1)];
    let mut stage = last_step(players());
    stage.shows("pending={order:[2,3,1],stopped:[]}").may("buy:sophistry buy:syllogism stop");
    stage.play("buy:sophistry").shows("pending.order=[3,1,2]").may("buy:sophistry stop").play("stop");
    stage.shows("pending={order:[1,2],stopped:[3]}").play("buy:syllogism");
    // Seat 1 has no coin left.
    stage.shows("pending.order=[2]").play("buy:sophistry").shows("node=lead to_move=3");
    stage.shows("players.2.arguments=[S,S] players.2.coins=0");
    let decks = json!({"timeline": 10, "sophistry": 0, "syllogism": []});
    let mut stage = Stage::new(2, "", table([finisher(1, json!([]), 9), finisher(2, json!([]), 9)], decks));
    stage.play("go:wingless_victory progress").shows("node=lead");
}

/// RULES.md G-P22: at the cap the score decides, and equal scores share.
#[test]
fn g_p22_cap() {
    let capped = |first: Value| {
        let mut stage = Stage::new(
            2,
            "max_rounds=3",
            table([first, json!({"schools": ["rhodes"]})], json!({"round": 3, "turn_of": 2})),
        );
        stage.play("go:delphi tutor");
        stage
    };
    let mut stage = capped(json!({"labyrinth": 1, "claimed": ["learn"]}));
    stage.shows("result={ended_by:cap,winners:[1],scores:[1000,25]} round=3");
    assert!(stage.outcome().adjudicated);
    let mut stage = capped(json!({"schools": ["sparta"]}));
    stage.shows("result.winners=[1,2]");
    assert_eq!(stage.outcome().returns.iter().copied().collect::<Vec<_>>(), [0.5, 0.5]);
}

/// RULES.md R4: the conditions collected in a round, and a fault.
#[test]
fn r4_rows() {
    use ergo_engine::game::{Game, RoundRecord};
    use ergo_engine::seat::Seat;
    let players = [json!({"schools": FOUR}), json!({"debates": 3})];
    let mut stage = Stage::new(2, "", table(players, json!({})));
    stage.play("go:samos collect:schools go:delphi collect:debate");
    assert_eq!(stage.row(None, "collected points_1 score_1 ended_by winner"), "1:schools+2:debate 900 1000  ");
    let round = stage.game.abandon(&stage.state, Seat::new(0), "illegal").unwrap();
    let mut cells = Vec::new();
    round.write_round(&mut |value| cells.push(value.to_string()));
    assert_eq!((cells[2].as_str(), cells[17].as_str()), ("fault", "2"));
}

/// RULES.md R5: the horizon is two rounds.
#[test]
fn r5_horizon() {
    use ergo_engine::game::Game;
    let at = |round: u16| {
        let stage = Stage::new(2, "", table([json!({}), json!({})], json!({"round": round})));
        stage.game.stages_completed(&stage.state)
    };
    assert_eq!([1, 2, 3, 4, 5].map(at), [0, 0, 1, 1, 2]);
}
