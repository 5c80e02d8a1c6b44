//! Actions at places: Tutor, followings, schools, study, oracles, Observe, Progress.

use super::common::*;

fn at(player: Value) -> Stage {
    Stage::new(2, "", table([player, json!({})], json!({"node": "act"})))
}

/// RULES.md P5, PH-T3: one coin, and one for each wisdom card; Aristotle one more.
#[test]
fn p5_tutor() {
    for (philosopher, wisdom, coins) in [("socrates", 1, 2), ("aristotle", 0, 1 + 1), ("aristotle", 3, 5)] {
        let mut stage = at(json!({"philosopher": philosopher, "wisdom": wisdom}));
        stage.play("tutor").is("players.1.coins", json!(coins));
    }
}

/// RULES.md P6, PH-T4: any number of players at a place, each once.
#[test]
fn p6_followings() {
    let mut stage = Stage::two(json!({}), json!({"followings": ["ithaca"]}));
    stage.play("go:ithaca follow").shows("players.1.followings=[ithaca]");
    at(json!({"at": "ithaca", "followings": ["ithaca"]})).cannot("follow");
    at(json!({"at": "ithaca", "followings": NINE})).cannot("follow");
}

/// RULES.md G-P4, PH-T6: a sophist replaces an opponent's cube, but not where the player has a following.
#[test]
fn g_p4_use_sophist() {
    let first = json!({"sophists": 1});
    let mut stage = Stage::two(first, json!({"followings": ["delphi"]}));
    stage.play("go:delphi use_sophist:2").shows("players.1.followings=[delphi]");
    stage.shows("players.2.followings=[] players.1.sophists=0 supply.sophists=12");
    let both = json!({"sophists": 1, "followings": ["delphi"]});
    Stage::two(both, json!({"followings": ["delphi"]})).play("go:delphi").cannot("use_sophist:2");
}

/// RULES.md P7, PH-T5: a builder becomes a school, but no second one at a place.
#[test]
fn p7_schools() {
    let mut stage = at(json!({"at": "knossos", "builders": 2}));
    stage.play("build").shows("players.1.schools=[knossos] supply.builders=11");
    let second = json!({"schools": ["knossos"]});
    Stage::new(2, "", table([json!({"at": "knossos", "builders": 1}), second], json!({"node": "act"}))).cannot("build");
    at(json!({"coins": 2})).can("hire_builder").play("hire_builder").shows("players.1.coins=0");
    at(json!({"coins": 9, "builders": 4})).cannot("hire_builder");
    at(json!({"builders": 1, "schools": FOUR})).cannot("build");
    at(json!({"coins": 1})).can("hire_sophist").cannot("hire_builder");
}

/// RULES.md P8, G-P25, PH-T15: coins buy the token, the exchange is free.
#[test]
fn p8_study() {
    let mut stage = at(json!({"at": "olympia", "coins": 4}));
    stage.play("study").shows("players.1.study=1 players.1.coins=0 supply.study=5");
    let mut stage = at(json!({"at": "eleusis", "study": 1}));
    stage.play("study").shows("players.1.study=0 players.1.wisdom=1 supply.study=6");
    at(json!({"at": "olympia", "coins": 3})).cannot("study");
    at(json!({"at": "samos", "coins": 9})).cannot("study");
}

/// RULES.md G-P42: with all unlocked the token may be bought, not exchanged.
#[test]
fn g_p42_all_wisdom_unlocked() {
    at(json!({"at": "olympia", "coins": 4, "wisdom": 3})).can("study");
    at(json!({"at": "olympia", "study": 1, "wisdom": 3, "coins": 9})).cannot("study");
}

/// RULES.md P9, G-P37, G-P28, R11: once at each oracle; the player looks at the deck, and the rest is shuffled; an
/// empty one is closed.
#[test]
fn p9_oracles() {
    let mut stage = at(json!({"at": "dodona"}));
    stage.play("oracle").shows("node=take players.1.consulted={}");
    assert_eq!(stage.legal().split(' ').count(), 6);
    let order = ["rustling_oak", "favour_dodona", "divine_argument", "bronze_cauldrons", "sacred_grove"];
    stage.by_chance("take:dove_messenger", json!([{"shuffle": "dodona", "order": order}]));
    stage
        .is("oracle_decks.dodona", json!(order))
        .shows("players.1.oracles=[dove_messenger] players.1.consulted={dodona:1}");
    at(json!({"at": "dodona", "consulted": {"dodona": 1}})).cannot("oracle");
    let empty = json!({"node": "act", "oracle_decks": {"delphi": []}});
    Stage::new(2, "", table([json!({"at": "delphi"}), json!({})], empty)).cannot("oracle");
}

/// RULES.md P18, PH-T16: only Heraclitus twice at Trophonius; Socrates two Syllogisms only; Homer anywhere.
#[test]
fn p18_abilities() {
    let visited = |philosopher: &str, times: u8| {
        at(json!({"philosopher": philosopher, "at": "trophonius", "consulted": {"trophonius": times}}))
    };
    visited("heraclitus", 1).can("oracle");
    visited("heraclitus", 2).cannot("oracle");
    visited("socrates", 1).cannot("oracle");
    at(json!({"philosopher": "heraclitus", "at": "dodona", "consulted": {"dodona": 1}})).cannot("oracle");
    at(json!({"at": "herodes_atticus"})).may("observe:syllogism").play("observe:syllogism");
    let state =
        table([json!({"at": "herodes_atticus"}), json!({})], json!({"node": "act", "syllogism": ["MP", "CD", "DD"]}));
    Stage::new(2, "", state).play("observe:syllogism").shows("players.1.arguments=[CD,MP]");
    let homer = table(
        [json!({"philosopher": "homer", "at": "samos"}), json!({"philosopher": "plato"})],
        json!({"node": "act"}),
    );
    Stage::new(2, "", homer).can("observe:sophistry observe:syllogism tutor");
    at(json!({"at": "samos"})).cannot("observe:syllogism");
}

/// RULES.md P11, G-P28: two Sophistry or one Syllogism, fewer if fewer are left, and only of kinds that are left.
#[test]
fn p11_observe() {
    let with = |philosopher: &str, sophistry: u8, syllogism: Value| {
        let first = json!({"philosopher": philosopher, "at": "herodes_atticus"});
        let more = json!({"node": "act", "sophistry": sophistry, "syllogism": syllogism});
        Stage::new(2, "", table([first, json!({})], more))
    };
    with("plato", 40, json!(["MT"])).play("observe:sophistry").shows("players.1.arguments=[S,S]");
    with("plato", 1, json!([])).may("observe:sophistry").play("observe:sophistry").shows("players.1.arguments=[S]");
    with("plato", 0, json!(["MT", "CD"])).may("observe:syllogism").play("observe:syllogism").shows("syllogism=[CD]");
    with("socrates", 9, json!(["MT"])).play("observe:syllogism").shows("players.1.arguments=[MT]");
}

/// RULES.md I9, PH-T12: one step; the last needs three tokens.
#[test]
fn p11_progress() {
    let with = |labyrinth: u8, timeline: u8| {
        let first = json!({"at": "wingless_victory", "labyrinth": labyrinth});
        Stage::new(2, "", table([first, json!({})], json!({"node": "act", "timeline": timeline})))
    };
    with(0, 3).play("progress").shows("timeline=4");
    with(2, 9).play("progress").shows("timeline=10");
    with(2, 10).may("rest");
    with(3, 10).play("progress").shows("node=over");
}

/// RULES.md G-P29: if the required card is gone, `rest`.
#[test]
fn g_p29_rest() {
    let first = json!({"philosopher": "plato", "oracles": ["apollos_lyre"]});
    let mut stage = Stage::new(2, "", table([first, json!({})], json!({"sophistry": 0, "syllogism": ["MP", "CD"]})));
    stage.play("go:herodes_atticus card:apollos_lyre").may("rest").play("rest").shows("turn_of=2");
}
