//! Solo games against the Moirai.

use super::common::*;
use ergo_engine::philosophia::data::data;

fn fate(card: &str) -> Value {
    let rest = data().fates.iter().map(|fate| fate.place.name()).filter(|name| *name != card);
    let deck: Vec<&str> = [card].into_iter().chain(rest).collect();
    json!({"deck": deck, "discards": [], "side": "wingless_victory", "queue": []})
}

/// The Moirai's turn with this card, after a Tutor of the player at Samos.
fn turn(level: &str, them: Value, card: &str, more: Value, coin: &str) -> Stage {
    let mut state = table([json!({"at": "pella"}), json!({"philosopher": "aristotle", "at": "delphi"})], more);
    for (key, value) in them.as_object().unwrap() {
        state["players"][1][key] = value.clone();
    }
    if !card.is_empty() {
        state["moirai"] = fate(card);
    }
    let mut stage = Stage::new(1, &format!("level={level}"), state);
    stage.play("go:samos").by_chance("tutor", json!([{"coin": coin}]));
    stage
}

/// RULES.md P16, G-P49, G-P20, PH-T17: disks, cards, and the Moirai's setup.
#[test]
fn p16_setup() {
    let game = philosophia(1, "philosophers=homer+plato");
    let shown = view(&game, &dealt(&game, 3));
    assert_eq!(shown["disks"].as_array().unwrap().len(), 4);
    let decks =
        ["delphi", "dodona", "trophonius"].map(|oracle| shown["oracle_decks"][oracle].as_array().unwrap().len());
    assert_eq!((decks, shown["moirai"]["deck"].as_array().unwrap().len()), ([5, 5, 6], 21));
    let them = &shown["players"][1];
    let tokens: Vec<&str> = them["tokens"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        (them["coins"].clone(), them["arguments"].as_array().unwrap().len(), tokens),
        (json!(1), 1, vec!["olympia", "trophonius"])
    );
    assert_eq!((&them["at"], &them["request"], &shown["to_move"]), (&json!("aegina"), &json!(null), &json!(1)));
}

/// RULES.md G-P21: fees both ways; a coin decides about the token; new cards go under the stack.
#[test]
fn g_p21_a_turn() {
    let token = || json!({"tokens": {"rhodes": "coins:2"}});
    let mut stage = turn("nous", json!({}), "rhodes", token(), "heads");
    stage.shows("players.2.tokens={rhodes:coins:2} players.2.coins=1 players.1.coins=1");
    let mut stage = turn("nous", json!({}), "rhodes", token(), "tails");
    stage.shows("players.2.coins=3 tokens_seen=[rhodes] turn=3 round=2");
    let mut stage = turn("logos", json!({"arguments": ["S5"]}), "dodona", json!({"syllogism": ["MT", "CD"]}), "heads");
    stage.shows("players.2.arguments=[S5,MT] syllogism=[CD]");
    let state = json!({"players": [{"philosopher": "socrates", "at": "pella", "schools": ["corinth"]},
        {"philosopher": "plato", "at": "delphi", "coins": 2}], "moirai": fate("corinth")});
    Stage::new(1, "level=nous", state).play("go:samos tutor").shows("players.1.coins=2 players.2.coins=2");
}

/// RULES.md G-P52, R6: effects that a box cannot give are skipped; after Travel heads leaves the token unchanged.
#[test]
fn g_p52_boxes() {
    turn("logos", json!({"wisdom": 2}), "olympia", json!({}), "heads").shows("players.2.wisdom=3");
    let mut stage = turn("logos", json!({"followings": ["sparta"]}), "sparta", json!({}), "heads");
    stage.shows("players.2.followings=[sparta] players.2.schools=[sparta]");
    let mut stage = turn("sophia", json!({}), "miletus", json!({}), "heads");
    stage.shows("node=moirai_place players.2.followings=[miletus]").cannot("place:miletus");
    stage.play("place:ithaca").shows("players.2.followings=[ithaca,miletus] node=move");
    let claimed = json!({"claimed": ["followings"], "labyrinth": 1});
    turn("sophia", claimed, "miletus", json!({}), "heads").shows("node=move players.2.followings=[]");
    let claimed = json!({"claimed": ["travel"], "labyrinth": 1});
    let mut stage = turn("nous", claimed, "rhodes", json!({"tokens": {"rhodes": "coins:2"}}), "heads");
    stage.shows("tokens={rhodes:coins:2} tokens_seen=[] players.2.coins=1");
}

/// RULES.md G-P50, R7: the Moirai collect instead of the box, for the first condition that held.
#[test]
fn g_p50_collecting() {
    let them = json!({"schools": FOUR, "wisdom": 3});
    let mut stage = turn("logos", them, "ithaca", json!({"tokens": {"ithaca": "sophistry:1"}}), "heads");
    stage.shows("players.2.labyrinth=1 players.2.claimed=[schools] players.2.followings=[]");
    stage.shows("players.2.tokens={ithaca:sophistry:1}");
    assert_eq!(stage.row(None, "collected turns points_2 winner"), "2:schools 2 933 ");
}

/// RULES.md G-P51: the double-sided card: the other side if a place is taken, flipped after use.
#[test]
fn g_p51_double_sided() {
    let three = |at: &str| json!({"at": at, "labyrinth": 3, "number": 1, "claimed": ["schools", "travel", "learn"]});
    let mut stage = turn("logos", three("delphi"), "", json!({"timeline": 3}), "heads");
    stage.shows("players.2.at=wingless_victory timeline=4 moirai.side=herodes_atticus");
    stage.play("go:rhodes tutor").shows("players.2.at=herodes_atticus");
    assert_eq!(stage.at("players.2.arguments").as_array().unwrap().len(), 2);
    stage.shows("moirai.side=wingless_victory");
    let mut stage = turn("logos", three("wingless_victory"), "", json!({}), "heads");
    stage.shows("players.2.at=herodes_atticus timeline=0 moirai.side=wingless_victory");
    let mut stage = turn("logos", three("delphi"), "", json!({"timeline": 10}), "heads");
    stage.shows("result={ended_by:timeline,winners:[],scores:[0,3005]}");
    assert_eq!(stage.outcome().returns.iter().copied().collect::<Vec<_>>(), [0.0]);
}

/// A card that leads to an occupied place is discarded; when none is left they are shuffled.
#[test]
fn blocked_cards() {
    let state = table(
        [json!({"at": "pella"}), json!({"philosopher": "aristotle", "at": "delphi"})],
        json!({
            "moirai": {"deck": ["samos"], "discards": ["rhodes", "corinth"], "side": "wingless_victory", "queue": []},
        }),
    );
    let mut stage = Stage::new(1, "level=nous", state);
    stage.play("go:samos").by_chance("tutor", json!([{"shuffle": "moirai", "order": ["corinth", "samos", "rhodes"]}]));
    stage.shows("players.2.at=corinth moirai.discards=[corinth] moirai.deck=[samos,rhodes]");
}

fn offering(coins: u8, deck: Value, disks: Value, timeline: u8) -> Stage {
    let players = [json!({"coins": 5}), json!({"philosopher": "plato", "at": "delphi", "coins": coins})];
    let more = json!({"sophistry": deck, "disks": disks, "timeline": timeline, "moirai": fate("ithaca")});
    let mut stage = Stage::new(1, "level=nous", table(players, more));
    stage.play("go:parthenon");
    stage
}

/// RULES.md G-P53, PH-T18: the player bids first; then the top Sophistry card is the Moirai's bid, as far as they can
/// pay.
#[test]
fn g_p53_bids() {
    let mut stage = offering(3, json!(["S5", "S1"]), json!(["athenas_silver", "chronos"]), 0);
    stage.play("offer").shows("pending={by:1,bids:[null,null],rest:[]}");
    stage.by_chance("bid:2", json!([{"shuffle": "sophistry", "order": ["S1", "S5"]}]));
    stage.shows("players.2.coins=7 players.1.coins=5 sophistry=[S1,S5]");
    let mut stage = offering(3, json!([]), json!(["athenas_silver", "chronos"]), 0);
    stage.play("offer bid:0").shows("players.1.coins=12");
    let mut stage = offering(3, json!(["S5"]), json!(["chronos", "athenas_silver"]), 4);
    stage.play("offer bid:0").shows("timeline=0 node=move");
    assert_eq!(stage.state.bids().1[1], Some(3));
}

fn debate(hand: Value, stack: Value, by: u8, plays: &str) -> Stage {
    let players = [json!({"arguments": hand}), json!({"philosopher": "plato", "at": "delphi", "arguments": stack})];
    let pending = json!({"final": false, "initiator": by, "circle": [by, 3 - by], "piles": {}, "led": null,
        "attacker": 1, "defender": 2, "must": by == 1});
    let more = json!({"turn_of": by, "to_move": 1, "node": "lead", "pending": pending, "moirai": fate("ithaca")});
    let mut stage = Stage::new(1, "level=nous", table(players, more));
    stage.play(plays);
    stage
}

/// RULES.md G-P21, PH-T19: the first card that beats, else the topmost Sophistry.
#[test]
fn ph_t19_answers() {
    let mut stage = debate(json!(["MP"]), json!(["S1", "MT", "DD", "CD"]), 1, "play:MP");
    stage.shows("pending.piles={1:[],2:[DD,MP]} players.2.arguments=[MT,CD] pending.led=S1");
    let mut stage = debate(json!(["DD"]), json!(["MT", "S4", "S2"]), 1, "play:DD");
    stage.shows("pending.piles={1:[S4,DD],2:[]} pending.led=S2");
}

/// RULES.md G-P54, PH-T20: the Moirai lay until they lead strictly, Sophistry first; a player may pass in a debate they
/// initiated.
#[test]
fn ph_t20_laying() {
    let stage = debate(json!(["CD", "S1"]), json!(["S3", "MP", "S4", "S5"]), 1, "play:CD pass");
    let debated = stage.state.debate();
    assert_eq!((debated.pile(0).len(), debated.pile(1).len(), debated.winner()), (2, 3, Some(1)));
    let mut stage = debate(json!(["S1"]), json!(["MT", "S2"]), 2, "");
    stage.may("pass play:S1").play("pass").shows("players.2.arguments=[MT] players.2.debates=1");
    // Three cards against five: the Moirai lay all three of theirs.
    let players = [json!({}), json!({"philosopher": "plato", "at": "delphi", "arguments": ["S1", "S2", "MT"]})];
    let pending = json!({"final": false, "initiator": 2, "circle": [2, 1], "led": null, "attacker": 1, "defender": 2,
        "must": false, "piles": {"1": ["S1", "S1", "S2", "S2", "S3"], "2": ["S4", "S4", "S5"]}});
    let more = json!({"turn_of": 2, "to_move": 1, "node": "lead", "pending": pending, "moirai": fate("ithaca")});
    let mut stage = Stage::new(1, "level=nous", table(players, more));
    stage.may("pass").play("pass").shows("players.2.debates=1 players.2.arguments=[]");
    assert_eq!(stage.state.debate().pile(1).len(), 6);
    turn("logos", json!({}), "theatre_of_dionysus", json!({"sophistry": []}), "heads").shows("node=move");
}

/// RULES.md P15, G-P54: the player leads first in the final debate, too, and buys alone.
#[test]
fn final_debate_alone() {
    let finisher = |number: u8| json!({"labyrinth": 3, "number": number, "claimed": ["schools", "travel", "learn"]});
    let (mut you, mut them) = (finisher(1), finisher(2));
    you["coins"] = json!(1);
    them["philosopher"] = json!("plato");
    them["coins"] = json!(9);
    them["arguments"] = json!(["MT"]);
    let mut stage = Stage::new(1, "", table([you, them], json!({"timeline": 10})));
    stage.play("go:wingless_victory progress").shows("pending.order=[1]").play("buy:sophistry");
    stage.shows("to_move=1 pending.circle=[2,1] pending.must=false");
    stage.play("pass").shows("result.winners=[] result.scores=[3005,3014]");
}

/// RULES.md G-P55: Lethe takes the two topmost, Dove shows the stack.
#[test]
fn g_p55_cards_against_them() {
    let with = |card: &str| {
        let players = [
            json!({"oracles": [card]}),
            json!({"philosopher": "plato", "at": "delphi", "arguments": ["MT", "S4", "CD"]}),
        ];
        let mut stage = Stage::new(1, "level=nous", table(players, json!({"moirai": fate("ithaca")})));
        assert_eq!(stage.sees(1)["players"][1]["arguments"], json!(["?", "S", "?"]));
        stage.play(&format!("go:rhodes card:{card}:2"));
        stage
    };
    with("waters_of_lethe").shows("players.2.arguments=[CD] node=act");
    assert_eq!(with("dove_messenger").sees(1)["players"][1]["arguments"], json!(["MT", "S4", "CD"]));
}

/// RULES.md G-P56: at the cap the player wins only with a higher score than the Moirai.
#[test]
fn g_p56_the_cap() {
    let capped = |schools: &[&str]| {
        let players =
            [json!({"schools": schools}), json!({"philosopher": "plato", "at": "delphi", "schools": ["rhodes"]})];
        let more = json!({"round": 2, "moirai": fate("ithaca")});
        let mut stage = Stage::new(1, "max_rounds=2 level=nous", table(players, more));
        stage.play("go:knossos tutor");
        stage.at("result")
    };
    assert_eq!(capped(&["sparta", "corinth"])["winners"], json!([1]));
    // The Moirai put a following at Ithaca in their last turn.
    assert_eq!(capped(&["sparta"]), json!({"ended_by": "cap", "winners": [], "scores": [25, 36]}));
}
