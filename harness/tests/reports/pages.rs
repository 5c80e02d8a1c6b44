//! The pages of the records in a browser: what a reader sees before "Details", on a phone, and as pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[cfg(unix)]
use crate::common::browser::Browser;
#[cfg(unix)]
use crate::common::picture::looks_as_on_record;
use crate::common::{root, tempdir};

/// A page is eight screens of 900 pixels at most before its details.
const HIGHEST: f64 = 8.0 * 900.0;
/// How wide a phone is.
const PHONE: f64 = 400.0;

/// Measures of a page in a frame: how high it is before its details at 1400 pixels, and how wide its contents are at 400.
const MEASURE: &str = "<script>addEventListener('load', () => {
  const told = [];
  for (const frame of document.querySelectorAll('iframe')) {
    const page = frame.contentDocument, details = page.getElementById('details');
    const end = details ? details.getBoundingClientRect().top : page.documentElement.scrollHeight;
    told.push(Math.round(end), page.documentElement.scrollWidth);
  }
  document.body.innerHTML = '<p id=told>' + told.join(' ') + '</p>';
})</script>";

/// The reports of all records.
pub fn on_record() -> Vec<PathBuf> {
    let results = root().join("results");
    let mut pages: Vec<PathBuf> =
        fs::read_dir(results).unwrap().map(|entry| entry.unwrap().path().join("report.html")).collect();
    pages.retain(|page| page.exists());
    pages.sort();
    assert!(pages.len() > 10);
    pages
}

fn browser() -> Option<&'static str> {
    let there = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(there)
}

/// `html` as the text of an attribute.
fn attribute(html: &str) -> String {
    html.replace('&', "&amp;").replace('"', "&quot;")
}

/// Height before the details and width of the contents at 1400 pixels, then the same at 400.
fn measured(browser: &str, page: &Path) -> Vec<f64> {
    let folder = tempdir().unwrap();
    let html = attribute(&fs::read_to_string(page).unwrap());
    let frame =
        |width: f64| format!("<iframe style=\"border:0;width:{width}px;height:900px\" srcdoc=\"{html}\"></iframe>");
    let file = folder.path().join("frames.html");
    fs::write(&file, format!("<!DOCTYPE html><body>{}{}{MEASURE}", frame(1400.0), frame(PHONE))).unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--window-size=1500,1000"]);
    command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
    command.args(["--virtual-time-budget=5000", "--dump-dom"]).arg(format!("file://{}", file.display()));
    let dom = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let told = dom.split("<p id=\"told\">").nth(1).and_then(|rest| rest.split('<').next());
    let told = told.unwrap_or_else(|| panic!("{}: the browser measured nothing: {dom:.200}", page.display()));
    told.split(' ').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn records_are_eight_screens_before_their_details_and_fit_a_phone() {
    let Some(browser) = browser() else {
        eprintln!("records_are_eight_screens_before_their_details_and_fit_a_phone: skipped, no chromium here");
        return;
    };
    for page in on_record() {
        let [height, width, _, phone] = measured(browser, &page)[..] else { panic!("two frames") };
        println!("{}: {height} pixels before the details, {phone} wide on a phone", page.display());
        assert!(height <= HIGHEST && height > 300.0, "{}: {height} pixels before the details", page.display());
        assert!(width <= 1400.0 && phone <= PHONE, "{}: {width} and {phone} pixels wide", page.display());
    }
}

/// The question, its answer, the picture, the numbers and who played are seen at once; and with all details open nothing is cut off
/// or wider than its window, on a wide screen or on a phone.
#[cfg(unix)]
#[test]
fn records_open_on_one_screen_and_nothing_is_cut_off() {
    let index = root().join("results/index.html");
    let pages: Vec<PathBuf> = on_record().into_iter().chain([index]).collect();
    let address = |page: &Path| format!("file://{}", page.display());
    let Some(mut browser) = Browser::open(&address(&pages[0])) else {
        eprintln!(
            "records_open_on_one_screen_and_nothing_is_cut_off: skipped, there is no browser here that can be driven"
        );
        return;
    };
    for page in &pages {
        browser.go(&address(page));
        browser.show(1400, "light");
        let end = browser.value("Math.round(document.querySelector('.first')?.getBoundingClientRect().bottom ?? 0)");
        assert!(end.as_u64().unwrap() <= 900, "{}: the first screen ends at {end}", page.display());
        browser.value("document.querySelectorAll('details').forEach(one => one.open = true)");
        for width in [1400, 400] {
            assert_eq!(browser.cut(width), serde_json::json!([]), "{}, {width}", page.display());
        }
        let lost = browser.value("[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).length");
        assert_eq!(lost, serde_json::json!(0), "{}: links to nowhere", page.display());
    }
    browser.fits("the page of all results");
}

/// What a reader meets first: these two are written by every change of a report anyway.
#[cfg(unix)]
#[test]
fn reports_look_as_on_record() {
    for name in ["smoke", "first-tournament"] {
        let page = root().join("results").join(name).join("report.html");
        let Some(mut browser) = Browser::open(&format!("file://{}", page.display())) else {
            eprintln!("reports_look_as_on_record: skipped, there is no browser here that can be driven");
            return;
        };
        looks_as_on_record(&mut browser, &format!("report-{name}"));
    }
}

#[test]
fn every_answer_on_record_has_25_words_at_most() {
    let results = root().join("results");
    let mut answers = 0;
    for entry in fs::read_dir(results).unwrap() {
        let Ok(report) = fs::read_to_string(entry.unwrap().path().join("report.md")) else { continue };
        let answer = report.lines().find_map(|line| line.strip_prefix("**Answer.** ")).expect("every report has one");
        let words = answer.split_whitespace().count();
        assert!(words <= 25, "{words} words: {answer}");
        let brief = ergo_lab::report::brief(answer);
        assert!(brief.split_whitespace().count() <= 25, "{brief}");
        answers += 1;
    }
    assert!(answers > 10);
}
