//! Whole matches of the four games, played by clicks on their boards in a headless browser, and the links at their end.
#![cfg(unix)]

use serde_json::json;

use crate::common::browser::Browser;
use crate::common::{done, printed, refused, run};
use crate::page::{Served, browser, replayed};

const PLAY: &str = include_str!("clicks.js");

/// Plays a match of `game` to its end and checks the final page.
fn whole_match(game: &str, more: &[&str]) {
    let served = Served::start(&[&["--game", game], more].concat());
    let Some(mut browser) = browser(&format!("a whole match of {game}"), &served) else { return };
    let size = json!({ "width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    browser.ask("Emulation.setDeviceMetricsOverride", size).unwrap();
    browser.until("!!view && view.phase === 'own' && !busy && (view.ranked || view.turns.length < 2)");
    browser.fits(&format!("{game}, its first turn"));
    browser.value("document.getElementById('how').click()");
    assert_eq!(browser.value("document.getElementById('example').textContent.length > 20"), json!(true));
    browser.fits(&format!("{game}, its rules"));
    browser.value("document.querySelector('#rules button').click()");
    browser.value("document.getElementById('hint').click()");
    browser.until("!document.getElementById('advice').hidden");

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

    // The result is that of the transcript, and the board shows the final position.
    let told = replayed(&served.out);
    let winners = told["winners"].as_array().or(told["result"]["winners"].as_array()).unwrap();
    let own = winners.iter().filter(|seat| **seat == 1).count();
    let words = if own > 0 { "What could I have done better?" } else { "Why did I" };
    assert!(played["why"].as_str().unwrap().starts_with(words), "{played} {winners:?}");
    let state = browser.value("view.board");
    match game {
        "ergo" => {
            let rounds = told["rounds"].as_array().unwrap();
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
    assert!(mistakes.contains("seat 1, person, chose") || mistakes.starts_with("No mistakes found"), "{mistakes}");
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
    browser.fits(&format!("{game}, why it was lost"));

    back(&mut browser, &served);
    let before = browser.value("view.file");
    browser.value("document.getElementById('again').click()");
    browser.until("!!view && !view.end && !busy && view.phase === 'own'");
    assert_ne!(browser.value("view.file"), before);
}

/// Follows a link in the same window.
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
fn a_whole_match_of_ergo_by_clicks() {
    whole_match("ergo", &["--against", "td", "--seed", "21", "--set", "target=25"]);
}

#[test]
fn a_whole_match_of_ergo_of_1977_by_clicks() {
    whole_match("ergo-invicta", &["--against", "random", "--seed", "3"]);
}

#[test]
fn a_whole_match_of_cogito_by_clicks() {
    whole_match("cogito", &["--seats", "3", "--seed", "3"]);
}

#[test]
fn a_whole_match_of_philosophia_by_clicks() {
    whole_match("philosophia", &["--against", "random", "--seed", "3"]);
}

/// Rules are short, at most as wide as a terminal, and mention something of every game.
#[test]
fn every_game_shows_its_rules() {
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
    refused(&run(&["rules", "chess"]), &["chess", "tic-tac-toe"]);
}
