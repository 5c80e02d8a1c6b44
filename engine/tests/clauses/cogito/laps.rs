//! Laps, Draw, Trade, and the start player.

use super::common::{Table, cards, seat};
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::state::State;

fn last_draw(state: &State) -> Vec<Option<Card>> {
    let draws = state.events().iter().rev().find_map(|event| match event {
        Event::Drew { cards, .. } => Some(cards.to_vec()),
        _ => None,
    });
    draws.expect("a Draw")
}

const HANDS: &str = "plant tree | flower crow | dream cat";

/// RULES.md C3: clockwise from the start player.
#[test]
fn c3_lap() {
    let mut table = Table::started(2, "", "casablanca owl human", HANDS, "");
    table.play("-").shows("turn", "2").play("play:flower -").shows("turn", "3");
    table.play("play:cat -").shows("turn", "1").play("play:plant").shows("lap", "1");
    table.play("- give:crow give:dream give:tree").shows("lap", "1").play("-").shows("lap", "2").shows("turn", "2");
}

/// RULES.md C9, G22: C-T6, no window of Draw or Trade; and the order of drawing.
#[test]
fn c9_pile_and_draw() {
    let mut table = Table::started(2, "", "casablanca owl human", HANDS, "pine rose bird");
    table.play("- play:flower - play:cat - play:plant pass pass").shows("window", "\"play\"");
    table.play("pass").shows("window", "\"draw\"").shows("to_move", "2");
    assert_eq!(last_draw(&table.state)[..3], [Some(Card::Bird), Some(Card::Pine), Some(Card::Rose)]);
    // The start player is lost: the next in the game draws first.
    let mut lost = Table::new("", "casablanca owl human", HANDS, "pine rose bird");
    lost.play("cogito:rose pass pass play:flower - play:cat pass pass");
    assert_eq!(last_draw(&lost.state)[..3], [None, Some(Card::Pine), Some(Card::Rose)]);
    // Four seats, and three cards in the pile: no Draw, no Trade, and no window of either.
    let four = "plant tree | flower crow | human cat | animal bird";
    let mut short = Table::new("copies.ii=1 copies.dream=0", "casablanca owl rose pine", four, "");
    short.play("- play:plant - play:crow - play:cat - play:animal -");
    short.shows("lap", "2").shows("turn", "1").shows("hands", r#"[["tree"],["flower"],["human"],["bird"]]"#);
    assert_eq!(short.state.pile().len(), 3);
}

/// RULES.md G12: the pile is too small while players hold cards, a Dream fills it, and with all hands empty a Draw
/// takes place.
#[test]
fn g12_draw_with_empty_hands() {
    let few = "copies.i=0 copies.ii=0 copies.dream=2";
    let mut table = Table::new(few, "casablanca owl human", "cat crow | ego pine | rose dream", "cherry dream");
    table.play("- play:cat - play:pine - play:rose -").shows("lap", "2").shows("pile", r#"["cherry","dream"]"#);
    table.play("play:crow - play:ego - play:dream -").shows("lap", "3").shows("phase", "\"play\"");
    table.shows("hands", r#"[["cherry"],["dream"],["rose"]]"#);
    // One card each: no Trade, and no window for it.
    assert!(!table.state.events().iter().any(|event| matches!(event, Event::Traded { .. })));
}

/// RULES.md C10, G23, G25: all at once, to the next in the game, from the start player on, without windows in between.
#[test]
fn c10_trade() {
    let mut table = Table::started(2, "", "casablanca owl human", HANDS, "pine tree bird");
    table.play("- play:flower - play:cat - play:plant - give:pine").shows("phase", "\"trade\"").shows("to_move", "3");
    assert_eq!(table.legal(), "give:tree give:dream");
    table.play("give:tree").shows("committed", r#"[null,"give:pine","give:tree"]"#);
    table.shows("hands", r#"[["bird","tree"],["pine","crow"],["tree","dream"]]"#);
    table.play("give:tree").shows("hands", r#"[["bird","tree"],["tree","crow"],["pine","dream"]]"#);
    table.shows("window", "\"trade\"").shows("to_move", "2").shows("committed", "[null,null,null]");
    let mut one = Table::new("", "casablanca owl", "tree tree | cat crow", "pine rose");
    assert_eq!(one.play("-").legal(), "play:tree");
}

/// RULES.md G8, G23: past lost players; no Trade with one player in the game.
#[test]
fn g8_no_trade() {
    let mut table = Table::new("", "casablanca owl human", HANDS, "pine rose bird");
    table
        .play("pass cogito:crow pass play:plant - play:cat - give:tree give:dream")
        .shows("hands", r#"[["pine","dream"],[],["tree","rose"]]"#);
    let mut alone = Table::new("", "casablanca owl", "plant tree | flower crow", "pine rose");
    alone
        .play("pass cogito:crow play:plant pass")
        .shows("window", "\"draw\"")
        .play("pass")
        .shows("lap", "2")
        .shows("phase", "\"play\"");
}

/// RULES.md C14: C-T10; a sole survivor plays on.
#[test]
fn c14_sole_survivor() {
    let mut table = Table::new("", "casablanca owl", "plant tree | flower crow", "pine rose");
    table.play("pass cogito:crow").shows("to_move", "1").play("play:plant").shows("window", "\"play\"");
    assert!(table.rounds.is_empty());
    table.play("pass pass play:pine pass cogito:casablanca");
    assert_eq!(table.row(None, "ended_by window victor"), "cogito draw 1");
}

/// RULES.md G6, G24: the same start player, or one seat further each lap, lost players included; between laps that of
/// the previous lap.
#[test]
fn g24_start_player() {
    let lap = "- give:tree give:crow give:dream -";
    for (option, second) in [("round_starter=fixed", "1"), ("round_starter=rotate", "2")] {
        let mut table = Table::new(option, "casablanca owl human", HANDS, "");
        table.play(&format!("- play:plant - play:flower - play:cat {lap}")).shows("turn", second);
    }
    let mut lost = Table::new("round_starter=rotate", "casablanca owl human", HANDS, "");
    lost.play("pass cogito:crow pass play:plant - play:cat - give:tree give:dream -").shows("turn", "3");
    let mut first = Table::new("", "casablanca owl human", HANDS, "");
    first.play("cogito:rose pass pass").shows("turn", "2");
    first.play("play:flower - play:cat pass pass").shows("window", "\"draw\"").shows("to_move", "2");
}

/// RULES.md G19, G20: C-T7; a player lost before their turn is skipped, and the turn of another continues.
#[test]
fn g20_lost_in_mid_lap() {
    let mut table = Table::new("", "casablanca owl human", HANDS, "");
    table.play("- play:plant pass cogito:pine pass").shows("turn", "3").shows("phase", "\"play\"");
    let mut before = Table::new("", "casablanca owl human", HANDS, "");
    before.play("pass cogito:pine pass").shows("turn", "1").play("play:plant").shows("to_move", "1");
    // Lost after Draw with two cards in hand and one in the field.
    let mut late = Table::new("", "casablanca owl human", HANDS, "pine rose bird");
    late.play("- play:plant - play:flower - play:cat pass pass pass pass cogito:pine pass");
    late.shows("gone", r#"[[],["flower","rose","crow"],[]]"#).shows("to_move", "1").shows("phase", "\"trade\"");
    assert_eq!(late.state.dealt(seat(2)), cards("flower crow"));
}

/// RULES.md G18: the last cards are played, no player can draw, and one more window precedes the tie.
#[test]
fn g18_the_last_window() {
    let mut short = Table::new(
        "copies.i=0 copies.ii=1 copies.dream=0",
        "casablanca owl human",
        "cat crow | ego pine | rose cherry",
        "",
    );
    short.play("- play:cat - play:pine - play:rose - give:crow give:ego give:cherry");
    short.play("play:cherry - play:crow - play:ego - play:animal - play:bird - play:flower pass pass pass");
    short.shows("window", "\"end\"").shows("to_move", "1").shows("pile", r#"["tree"]"#);
    // A loss there leaves fewer players than cards in the pile; the game ends nevertheless.
    short.play("cogito:rose cogito:pine pass");
    assert_eq!(short.row(None, "ended_by window lost pile winner"), "no_cards end 2 1 1+2+3");
}
