//! The play page by keyboard alone, on all four boards; the choices for another match; contrast of marks.
#![cfg(unix)]

use serde_json::json;

use crate::common::axe::assert_accessible;
use crate::common::browser::{Browser, MARKS};
use crate::page::{Served, browser, replayed};

/// The most Tab presses that a control may be away.
const TAB_STOPS: usize = 10;
const WAITS: &str = "!!view && !busy && view.phase !== 'others'";

/// Presses Tab from the beginning of the page until every group and control was reached, and returns how many presses that took.
fn tab_stops(browser: &mut Browser) -> usize {
    browser.value("byId('title').tabIndex = -1; byId('title').focus(); window.reached = new Set([])");
    let reached = "(() => { const at = document.activeElement; reached.add(at); const group = groups.find(group => group.contains(at)); \
                   if (group) items(group).forEach(one => reached.add(one)); return [...document.querySelectorAll('main button, main input, main a, main summary, main .lit, #log')] \
                   .filter(one => !one.disabled && one.checkVisibility() && !reached.has(one)).length; })()";
    for presses in 1..40 {
        browser.press("Tab", None);
        if browser.value(reached) == json!(0) {
            return presses;
        }
    }
    panic!("out of reach: {}", browser.value("[...document.querySelectorAll('main button, main input, main .lit')].filter(one => !one.disabled && one.checkVisibility() && !reached.has(one)).map(one => one.outerHTML.slice(0, 200))"));
}

/// Asserts that the keyboard focus is on something that can be seen and used.
#[track_caller]
fn has_focus(browser: &mut Browser, what: &str) {
    let at = browser.value("isLost(document.activeElement) ? '' : document.activeElement.outerHTML.slice(0, 80)");
    assert_ne!(at, json!(""), "{what}: the focus is lost");
}

/// Plays a turn by Tab, arrows and Enter.
fn play_turn(browser: &mut Browser, number: usize) {
    const ARROWS: [&str; 4] = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
    for action in 0..60 {
        if action % 15 == 14 {
            browser.press("Escape", None);
        }
        if action == 44 {
            // What arrows did not find is in the list.
            browser.press("/", Some("/"));
            browser.press("ArrowDown", None);
            browser.press("Enter", Some("\r"));
            browser.until("!busy && view.picked.length > 0");
            continue;
        }
        if browser.value("view.complete") == json!(true) {
            assert_eq!(browser.value("document.activeElement.id"), json!("commit"));
            browser.press("Enter", Some("\r"));
            browser.until("!busy && !view.complete");
            return;
        }
        let to_pick = "document.activeElement.matches('.lit[data-at]:not([aria-pressed=true]), #deeds button')";
        let in_group = format!("{to_pick} || document.activeElement.matches('.lit[data-at]')");
        for _ in 0..TAB_STOPS {
            if browser.value(&in_group) == json!(true) {
                break;
            }
            browser.press("Tab", None);
        }
        // In Cogito a declaration at random would end the match.
        let silent = browser.value("!!document.querySelector('#board .lit[data-at=pass]')") == json!(true);
        for _ in 0..12 {
            if !silent || browser.value("document.activeElement.dataset.at === 'pass'") == json!(true) {
                break;
            }
            browser.press("ArrowDown", None);
        }
        for _ in 0..if silent { 0 } else { (number + action) % 4 } {
            browser.press(ARROWS[action % 4], None);
            has_focus(browser, "after an arrow");
        }
        if browser.value(to_pick) == json!(true) {
            browser.press("Enter", Some("\r"));
            browser.until("!busy");
            has_focus(browser, "after Enter");
        } else if browser.value("document.activeElement.closest('#board, #deeds') === null") == json!(true) {
            browser.press("Escape", None);
            browser.value("document.activeElement.blur()");
        } else {
            browser.press(ARROWS[action % 4], None);
        }
    }
    panic!("no turn in 60 actions: {}", browser.value("byId('wrong').textContent + JSON.stringify(clicks)"));
}

fn keyboard(game: &str, more: &[&str], turns: usize) {
    let served = Served::start(&[&["--game", game, "--against", "random"], more].concat());
    let Some(mut browser) = browser(&format!("the keyboard on {game}"), &served) else { return };
    browser.show(1400, "light");
    browser.until(WAITS);
    let stops = tab_stops(&mut browser);
    assert!(stops <= TAB_STOPS, "{game}: {stops} Tab stops");
    browser.value("document.activeElement.blur()");
    let mut rounds = 0;
    for number in 0..turns {
        browser.until(WAITS);
        if browser.value("view.phase") == json!("round") {
            assert_eq!(browser.value("document.activeElement.id"), json!("continue"));
            if rounds == 0 {
                assert_accessible(&mut browser, &format!("{game}, the end of a round"));
                browser.fits(&format!("{game}, the end of a round"));
                browser.show(1400, "light");
            }
            rounds += 1;
            browser.press("Enter", Some("\r"));
            browser.until("!busy && view.phase !== 'round'");
            browser.until(WAITS);
        }
        if browser.value("!!view.end") == json!(true) {
            has_focus(&mut browser, "at the end");
            break;
        }
        play_turn(&mut browser, number);
        browser.until(WAITS);
        has_focus(&mut browser, "after a turn");
    }
    assert!(game != "ergo" || rounds > 0, "no round ended");
    // Hints, the list, the rules and the question before leaving have keys; the list with all open stays within reach.
    browser.until(WAITS);
    if browser.value("view.phase") == json!("own") {
        browser.press("?", Some("?"));
        browser.until("!busy && !!view.advice");
        browser.press("/", Some("/"));
        browser.until("document.activeElement.id === 'filter'");
        browser.press("ArrowDown", None);
        assert_eq!(browser.value("document.activeElement.dataset.turn !== undefined"), json!(true));
        assert_accessible(&mut browser, &format!("{game}, its list"));
        let stops = tab_stops(&mut browser);
        assert!(stops <= TAB_STOPS, "{game}, all open: {stops} Tab stops");
        browser.value("byId('typed').value = 'nonsense'; byId('type').requestSubmit()");
        browser.until("byId('wrong').textContent.includes('no such turn')");
    }
    for scheme in ["light", "dark"] {
        browser.show(1400, scheme);
        let least = browser.value(MARKS);
        assert!(least["ratio"].as_f64().unwrap() >= 3.0, "{game}, {scheme}: {least}");
    }
    assert_eq!(replayed(&served.out)["game"], game);
}

#[test]
fn page_ergo_is_played_by_keyboard_alone() {
    keyboard("ergo", &["--seats", "3", "--seed", "4"], 30);
}

#[test]
fn page_ergo_1977_is_played_by_keyboard_alone() {
    keyboard("ergo-invicta", &["--seed", "3"], 8);
}

#[test]
fn page_cogito_is_played_by_keyboard_alone() {
    keyboard("cogito", &["--seats", "3", "--seed", "3"], 6);
}

#[test]
fn page_philosophia_is_played_by_keyboard_alone() {
    keyboard("philosophia", &["--seed", "3"], 8);
}

#[test]
fn new_match_chooses_opponents_players_and_seat() {
    let served = Served::start(&["--against", "random", "--seed", "4"]);
    let Some(mut browser) = browser("new_match_chooses_opponents_players_and_seat", &served) else { return };
    browser.until(WAITS);
    let offered = browser.value("[...byId('against').options].map(one => one.value)");
    assert_eq!(offered, json!(["random", "greedy", "td", "champion"]));
    browser.value("byId('new').click()");
    assert_accessible(&mut browser, "the choices for another match");
    browser.fits("the choices for another match");
    browser.value("byId('against').value = 'greedy'; byId('players').value = 3; byId('players').dispatchEvent(new Event('change')); byId('seat').value = 2");
    browser.value("byId('setup').querySelector('button[value=start]').click()");
    browser.until(
        "typeof view === 'object' && !!view && view.entrants.length === 3 && view.own === 1 && view.phase === 'own'",
    );
    let title = browser.value("byId('title').textContent");
    assert_eq!(title, json!("ERGO: you against greedy, greedy"));
    // What cannot be is refused, and the match goes on.
    let refused =
        browser.value("ask({ do: 'new', against: 'greddy', seats: 2, seat: 1 }).then(() => byId('wrong').textContent)");
    assert!(refused.as_str().unwrap().contains("did you mean \"greedy\""), "{refused}");
    for seats in ["0", "9", "-1"] {
        let refused = browser.value(&format!(
            "ask({{ do: 'new', against: 'td', seats: {seats}, seat: 1 }}).then(() => byId('wrong').textContent)"
        ));
        assert_ne!(refused, json!(""), "{seats}");
    }
    assert_eq!(browser.value("view.phase"), json!("own"));
}
