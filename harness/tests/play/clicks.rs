//! Whole matches of the four games, played by clicks on their boards in a headless browser, and the pages linked at their end.
#![cfg(unix)]

use serde_json::json;

use crate::common::axe::assert_accessible;
use crate::common::browser::Browser;
use crate::common::{done, printed, refused, run};
use crate::page::{Served, browser, replayed};

const PLAY: &str = include_str!("clicks.js");

/// Plays a match of `game` to its end, and checks the pages at its end.
fn whole_match(game: &str, more: &[&str]) {
    let served = Served::start(&[&["--game", game], more].concat());
    let Some(mut browser) = browser(&format!("a whole match of {game}"), &served) else { return };
    let size = json!({ "width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    browser.ask("Emulation.setDeviceMetricsOverride", size).unwrap();
    browser.until("!!view && view.phase === 'own' && !busy");
    browser.fits(&format!("{game}, its first turn"));
    assert_accessible(&mut browser, &format!("{game}, its first turn"));
    // Nothing tells which turn is best before a hint is asked for.
    let hidden =
        browser.value("!byId('list').open && byId('advice').hidden && !JSON.stringify(view.turns).includes('worth')");
    assert_eq!(hidden, json!(true), "{game}");
    illegal_click_says_why(&mut browser, game);
    leaving_asks(&mut browser);
    browser.value("document.getElementById('how').click()");
    assert_eq!(browser.value("document.getElementById('example').textContent.length > 20"), json!(true));
    browser.fits(&format!("{game}, its rules"));
    assert_accessible(&mut browser, &format!("{game}, its rules"));
    browser.value("document.querySelector('#rules button').click()");
    browser.value("document.getElementById('hint').click()");
    browser.until("!document.getElementById('advice').hidden && !busy");
    browser.fits(&format!("{game}, its hint"));
    assert_accessible(&mut browser, &format!("{game}, its hint"));

    browser
        .ask(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": false }),
        )
        .unwrap();
    let played = browser.value(PLAY);
    let count = |key: &str| played[key].as_u64().unwrap();
    assert!(count("turns") > 5 && count("clicks") >= 5 && count("undone") > 0, "{played}");
    browser.fits(&format!("{game}, its end"));
    assert_accessible(&mut browser, &format!("{game}, its end"));
    // What the others did was marked, and all of it is in the log.
    assert!(count("marked") > 0, "{game}");
    let log = played["log"].as_array().unwrap();
    assert!(log.len() > 8 && [0, 1].iter().all(|seat| log.iter().any(|one| one["seat"] == *seat)), "{log:?}");
    assert_eq!(count("logged"), log.len() as u64);
    assert_eq!(played["end"].as_str().unwrap().contains(':'), game != "philosophia", "{played}");
    let points = browser.value("/point/i.test(document.querySelector('main').innerText)");
    assert_eq!(points, json!(game != "philosophia"), "{game}");

    // The result is that of the transcript, and the board shows the final position.
    let told = replayed(&served.out);
    let winners = told["winners"].as_array().or(told["result"]["winners"].as_array()).unwrap();
    let own = winners.iter().filter(|seat| **seat == 1).count();
    assert_eq!(played["end"].as_str().unwrap().starts_with("You "), own > 0 && winners.len() == 1, "{played}");
    let state = browser.value("view.board");
    match game {
        "ergo" => {
            let rounds = told["rounds"].as_array().unwrap();
            // Every round but the last waits for the person.
            assert_eq!(count("rounds") as usize, rounds.len() - 1);
            let end = played["end"].as_str().unwrap();
            let scores = &rounds.last().unwrap()["scores"];
            assert!(end.contains(&format!("you {}", scores[0])), "{end} {scores}");
            assert_eq!(state["seats"][0]["score"], scores[0]);
        }
        "ergo-invicta" => {
            let last = told["rounds"].as_array().unwrap().last().unwrap();
            let position = &last["actions"].as_array().unwrap().last().unwrap()["state"]["position"];
            assert_eq!((&state["position"], &state["line"]), (position, &last["line"]));
        }
        "cogito" => assert_eq!(state["victor"], told["rounds"][0]["victor"]),
        _ => assert_eq!(state["scores"], told["result"]["scores"]),
    }

    // The list of the person's mistakes needs only the transcript.
    let file = served.out.to_str().unwrap();
    let mistakes = printed(&run(&["replay", file, "--mistakes", "2"]));
    assert!(mistakes.contains("seat 1, person, chose") || mistakes.starts_with("No decision was worse"), "{mistakes}");
    let first = printed(&run(&["replay", file, "--match", "1", "--explain", "--decision", "1"]));
    assert!(first.starts_with("Decision 1"), "{first}");

    follow(&mut browser, "replay");
    browser.press("ArrowRight", None);
    assert_eq!(browser.value("document.getElementById('where').textContent.startsWith('decision 2 of ')"), json!(true));
    browser.value("document.getElementById('pace').value = 5; document.getElementById('auto').click()");
    browser.until("parseInt(document.getElementById('where').textContent.split(' ')[1], 10) > 4");
    browser.press("End", None);
    assert_eq!(browser.value("document.getElementById('where').textContent"), json!("the end"));
    browser.fits(&format!("{game}, its replay"));
    let codes = browser.value("frames.filter(frame => /^plays [^A-Z]/.test(frame.says) && !/^plays (no|a|the) /.test(frame.says)).map(frame => frame.says)");
    assert_eq!(codes, json!([]), "{game}");

    back(&mut browser, &served);
    follow(&mut browser, "why");
    let all_own =
        browser.value("data.mistakes.every(i => frames[i].seat === 1) && frames.some(frame => frame.weighed)");
    assert_eq!(all_own, json!(true));
    // One scale, named: the order of the mistakes is that of the only estimates shown.
    let one_scale = browser.value(
        "frames.every(frame => !frame.all_seeing) && data.mistakes.every(i => { show(i); const text = byId('weighed').innerText; \
         return text.includes('on the scale of the estimates of ' + frames[i].asked) && byId('weighed').querySelectorAll('table').length === 1 && \
         Math.abs(frames[i].weighed.candidates[0].value - frames[i].weighed.candidates.find(one => one.text === frames[i].turn).value - frames[i].gave) < 1e-9 && frames[i].gave > 0; })",
    );
    assert_eq!(one_scale, json!(true), "{game}");
    assert_accessible(&mut browser, &format!("{game}, its mistakes"));
    browser.fits(&format!("{game}, why it was lost"));

    back(&mut browser, &served);
    let before = browser.value("view.file");
    browser.value("document.getElementById('again').click()");
    browser.until("typeof view === 'object' && !!view && !view.end && !busy && view.phase === 'own'");
    assert_ne!(browser.value("view.file"), before);
}

/// Clicks a part of the board that cannot be clicked now.
fn illegal_click_says_why(browser: &mut Browser, game: &str) {
    let said = browser.value(
        "(() => { const node = [...byId('board').querySelectorAll('[data-at]:not(.lit)')].find(one => one.getClientRects().length) || \
         document.querySelector('#board .stone, #board .back'); node.click(); return byId('wrong').textContent; })()",
    );
    let reason = match game {
        "ergo" => "hand",
        "ergo-invicta" => "place",
        "cogito" => "say nothing",
        _ => "now move: click an outlined place",
    };
    assert!(said.as_str().unwrap().contains(reason), "{game}: {said}");
    browser.press("Escape", None);
    assert_eq!(browser.value("byId('wrong').textContent"), json!(""));
}

/// Presses "Leave", and stays.
fn leaving_asks(browser: &mut Browser) {
    browser.value("byId('leave').click()");
    assert_eq!(
        browser.value("byId('sure').open && byId('sure').innerText.includes('cannot be continued')"),
        json!(true)
    );
    assert_accessible(browser, "the question before leaving");
    browser.value("byId('sure').querySelector('button[value=no]').click()");
    browser.until("!byId('sure').open");
    assert_eq!(browser.value("ask().then(() => !left && view.phase === 'own' && !byId('hint').disabled)"), json!(true));
}

/// Follows a link of the page, in the same window.
fn follow(browser: &mut Browser, link: &str) {
    browser.value(&format!("const link = document.getElementById('{link}'); link.target = ''; link.click()"));
    browser.until(&format!("location.pathname.endsWith('/{link}') && document.readyState === 'complete'"));
    browser.until("typeof frames === 'object' && document.title.startsWith('Match 1 of ')");
}

/// Goes back to the page of the match.
fn back(browser: &mut Browser, served: &Served) {
    browser.go(&served.address);
    browser.until("typeof view === 'object' && !!view && !!view.end");
}

#[test]
fn page_ergo_match_is_played_by_clicks() {
    whole_match("ergo", &["--against", "td", "--seed", "21", "--set", "target=25"]);
}

#[test]
fn page_ergo_1977_match_is_played_by_clicks() {
    whole_match("ergo-invicta", &["--against", "random", "--seed", "3"]);
}

#[test]
fn page_cogito_match_is_played_by_clicks() {
    whole_match("cogito", &["--seats", "3", "--seed", "3"]);
}

#[test]
fn page_philosophia_match_is_played_by_clicks() {
    whole_match("philosophia", &["--against", "random", "--seed", "3"]);
}

#[test]
fn rules_of_every_game_fit_a_terminal_page() {
    for game in ["ergo", "ergo-invicta", "cogito", "philosophia"] {
        let output = run(&["rules", game]);
        done(&output);
        let text = printed(&output);
        let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
        assert!((150..420).contains(&words), "{game}: {words} words");
        assert!(text.lines().all(|line| line.chars().count() <= 80) && !text.contains("**"), "{text}");
        assert!(text.contains(&format!("ergo play {game}")), "{text}");
    }
    assert!(printed(&run(&["rules", "pig"])).contains("ergo play pig"));
    let listed = printed(&run(&["rules"]));
    for game in ["ergo", "ergo-invicta", "cogito", "philosophia", "pig"] {
        assert!(listed.lines().any(|line| line.starts_with(&format!("  {game} "))), "{listed}");
    }
    refused(&run(&["rules", "chess"]), &["chess", "tic-tac-toe"]);
}
