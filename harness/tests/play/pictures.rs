//! Pictures of the boards of all four games, in play and in replay, compared with references.
#![cfg(unix)]

use crate::common::browser::Browser;
use crate::common::picture::{ALLOWED, NARROW, WIDE, difference, looks_as_on_record, picture};
use crate::common::{done, run, tempdir};
use crate::page::{Served, browser};

/// Puts a part of the page into the corner of the window: at fractions of a point it would look different on another page.
fn to_corner(browser: &mut Browser, part: &str) {
    browser.value(&format!(
        "Object.assign(document.querySelector('{part}').style, {{ position: 'fixed', left: 0, top: 0, width: '352px', height: '318px', zIndex: 9, background: 'white' }})"
    ));
}

/// Plays so many turns, always the first of all by its number: the same on every machine.
fn forward(browser: &mut Browser, turns: usize) {
    const TO_MOVE: &str = "!!view && view.phase === 'own' && !view.complete && !busy";
    for _ in 0..turns {
        browser.until(TO_MOVE);
        browser.value(
            "byId('typed').value = Math.min(...view.turns.map(turn => turn.number)); byId('type').requestSubmit()",
        );
        browser.until("view.complete && !busy");
        browser.value("document.getElementById('commit').click()");
        browser.until("!view.complete");
    }
    browser.until(TO_MOVE);
}

/// Compares the page of a match after some turns, and its replay. `open` is a part of the board without hidden information,
/// which looks the same on both.
fn boards(game: &str, turns: usize, more: &[&str], open: Option<&str>) {
    let mut served = Served::start(&[&["--game", game, "--against", "random"], more].concat());
    let Some(mut browser) = browser(&format!("the board of {game}"), &served) else { return };
    forward(&mut browser, turns);
    // File names differ between runs.
    browser.value("byId('file').hidden = true");
    looks_as_on_record(&mut browser, &format!("play-{game}"));
    let one_less =
        "[...document.querySelectorAll('#board [data-at]')].find(one => one.getClientRects().length).style.visibility";
    for window in [WIDE, NARROW] {
        let whole = picture(&mut browser, window, "main");
        browser.value(&format!("{one_less} = 'hidden'"));
        let less = picture(&mut browser, window, "main");
        browser.value(&format!("{one_less} = ''"));
        let (share, _) = difference(&mut browser, &whole, &less);
        assert!(share > ALLOWED, "{game}: a card less is seen in {share} of the page");
    }
    // Clickable cards are highlighted only during play.
    browser.value("document.querySelectorAll('#board .lit').forEach(one => one.classList.remove('lit'))");
    open.inspect(|part| to_corner(&mut browser, part));
    let played = open.map(|part| [WIDE, NARROW].map(|window| picture(&mut browser, window, part)));

    browser.value("byId('leave').click(); byId('sure').querySelector('button[value=yes]').click()");
    served.wait();
    let folder = tempdir().unwrap();
    let page = folder.path().join("replay.html");
    done(&run(&["replay", served.out.to_str().unwrap(), "--html", page.to_str().unwrap()]));
    browser.go(&format!("file://{}#3", page.display()));
    looks_as_on_record(&mut browser, &format!("replay-{game}"));
    browser.press("End", None);
    open.inspect(|part| to_corner(&mut browser, part));
    for (part, window, played) in
        open.into_iter().zip(played).flat_map(|(part, [wide, narrow])| [(part, WIDE, wide), (part, NARROW, narrow)])
    {
        let shown = picture(&mut browser, window, part);
        let (share, first) = difference(&mut browser, &played, &shown);
        assert!(share <= ALLOWED, "{game}, {part} differs from the board of the replay in {share}, from {first} on");
    }
}

#[test]
fn boards_of_ergo_look_as_recorded() {
    boards("ergo", 4, &["--seats", "3", "--seed", "4"], None);
}

#[test]
fn boards_of_ergo_1977_look_as_recorded() {
    boards("ergo-invicta", 3, &["--seed", "3"], Some("#board .field"));
}

#[test]
fn boards_of_cogito_look_as_recorded() {
    boards("cogito", 2, &["--seats", "3", "--seed", "3"], None);
}

#[test]
fn boards_of_philosophia_look_as_recorded() {
    boards("philosophia", 6, &["--seed", "3"], None);
}
