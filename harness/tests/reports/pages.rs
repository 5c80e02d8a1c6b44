//! Recorded pages in a browser: the part above "Details", on a phone, and as pictures.

use std::fs;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use crate::common::axe::assert_accessible;
#[cfg(unix)]
use crate::common::browser::Browser;
#[cfg(unix)]
use crate::common::picture::looks_as_on_record;
use crate::common::root;

/// Largest height of a page above its details: eight screens of 900 pixels.
const HIGHEST: f64 = 8.0 * 900.0;
/// The height of a page above its details.
const HEIGHT: &str = "Math.round(document.getElementById('details')?.getBoundingClientRect().top ?? document.documentElement.scrollHeight)";
/// Width of a phone in pixels.
const PHONE: u32 = 400;

/// The reports of all records.
fn on_record() -> Vec<PathBuf> {
    let results = root().join("results");
    let mut pages: Vec<PathBuf> =
        fs::read_dir(results).unwrap().map(|entry| entry.unwrap().path().join("report.html")).collect();
    pages.retain(|page| page.exists());
    pages.sort();
    assert!(pages.len() > 10);
    pages
}

/// The first table of a report shows the settings that its findings compare.
#[test]
fn first_table_shows_the_settings_of_the_findings() {
    let report = fs::read_to_string(root().join("results/not-cards/report.md")).unwrap();
    let heads = report.lines().find(|line| line.starts_with("| bots |")).unwrap();
    for cards in [4, 6, 8, 10, 12] {
        assert!(heads.contains(&format!(" {cards} NOT cards ")), "{heads}");
    }
}

/// The index and three kinds of report have no violation of accessibility rules, with open details.
#[cfg(unix)]
#[test]
fn recorded_pages_are_accessible() {
    let names = ["index.html", "not-cards/report.html", "first-tournament/report.html", "cogito/report.html"];
    let addresses = names.map(|name| format!("file://{}", root().join("results").join(name).display()));
    let Some(mut browser) = Browser::open(&addresses[0]) else {
        eprintln!("recorded_pages_are_accessible: skipped, there is no browser here that can be driven");
        return;
    };
    for address in &addresses {
        browser.go(address);
        browser.value("document.querySelectorAll('details').forEach(one => one.open = true)");
        assert_accessible(&mut browser, address);
    }
}

/// Question, answer, chart, numbers and players are on the first screen, and the details start within eight screens. With
/// open details nothing is cut off or wider than its window, on a wide screen and on a phone.
#[cfg(unix)]
#[test]
fn recorded_pages_fit_the_screen() {
    let index = root().join("results/index.html");
    let pages: Vec<PathBuf> = on_record().into_iter().chain([index]).collect();
    let address = |page: &Path| format!("file://{}", page.display());
    let Some(mut browser) = Browser::open(&address(&pages[0])) else {
        eprintln!("recorded_pages_fit_the_screen: skipped, there is no browser here that can be driven");
        return;
    };
    let mut late = Vec::new();
    for page in &pages {
        browser.go(&address(page));
        browser.show(1400, "light");
        let end =
            browser.value("Math.round(document.querySelector('.first figure')?.getBoundingClientRect().bottom ?? 0)");
        if end.as_u64().unwrap() > 900 {
            late.push(format!("{}: the first chart ends at {end}", page.display()));
        }
        let height = browser.value(HEIGHT).as_f64().unwrap();
        let is_report = page.ends_with("report.html");
        assert!(!is_report || (300.0..=HIGHEST).contains(&height), "{}: {height} before the details", page.display());
        browser.value("document.querySelectorAll('details').forEach(one => one.open = true)");
        for width in [1400, PHONE] {
            assert_eq!(browser.cut(width), serde_json::json!([]), "{}, {width}", page.display());
        }
        let lost = browser.value("[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).length");
        assert_eq!(lost, serde_json::json!(0), "{}: links to nowhere", page.display());
    }
    assert!(late.is_empty(), "{late:#?}");
    browser.fits("the page of all results");
}

/// Pictures of two reports that every change of a report rewrites anyway.
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

/// Tables sort, points show their value, and links open the data.
#[cfg(unix)]
#[test]
fn tables_sort_points_show_values_and_links_lead_to_data() {
    let folder = root().join("results/not-cards");
    let Some(mut browser) = Browser::open(&format!("file://{}", folder.join("report.html").display())) else {
        eprintln!("tables_sort_points_show_values_and_links_lead_to_data: skipped, there is no browser here");
        return;
    };
    browser.show(1400, "light");
    let column =
        "[...document.querySelector('table.sortable').tBodies[0].rows].map(row => Number(row.cells[2].dataset.sort))";
    let before = browser.value(column);
    browser.value("document.querySelectorAll('table.sortable th button')[2].click()");
    let mut expected: Vec<f64> = before.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
    assert!(expected.len() > 3 && !expected.is_sorted(), "{expected:?}");
    expected.sort_by(f64::total_cmp);
    assert_eq!(browser.value(column), serde_json::json!(expected));
    browser.value("document.querySelectorAll('table.sortable th button')[2].click()");
    expected.reverse();
    assert_eq!(browser.value(column), serde_json::json!(expected));

    let point = browser.value(
        "(() => { const box = document.querySelector('.chart .point').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()",
    );
    let shown = "[...document.querySelectorAll('.chart .point text')].filter(text => getComputedStyle(text).visibility === 'visible' && getComputedStyle(text).display !== 'none' && getComputedStyle(text).opacity !== '0').length";
    assert_eq!(browser.value(shown), serde_json::json!(0));
    let hover = serde_json::json!({ "type": "mouseMoved", "x": point[0], "y": point[1] });
    browser.ask("Input.dispatchMouseEvent", hover).unwrap();
    browser.until(&format!("{shown} >= 1"));

    let links =
        browser.value("[...document.querySelectorAll('a[href$=\".csv\"]')].map(link => link.getAttribute('href'))");
    let links = links.as_array().unwrap();
    assert!(links.len() > 3);
    for link in links {
        let path = folder.join(link.as_str().unwrap());
        assert!(fs::read_to_string(&path).is_ok_and(|text| text.lines().count() > 1), "{}", path.display());
    }
}
