//! Accessibility checks of pages by axe-core, in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::browser::Browser;

const VERSION: &str = "4.14.1";

/// Runs axe, and returns each violation with its first elements.
const CHECK: &str = r#"axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations.map(one =>
  one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 160) + ' ' + node.failureSummary).join('; ')))"#;

/// Returns the script of axe-core, which npm installs in the target folder once. `None`, with the reason on standard error, if npm is
/// missing or cannot download it.
fn script(test: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("axe-core-{VERSION}"));
    let read = |folder: &Path| fs::read_to_string(folder.join("node_modules/axe-core/axe.min.js")).ok();
    if let Some(script) = read(&folder) {
        return Some(script);
    }
    let fresh = folder.with_extension(std::process::id().to_string());
    fs::create_dir_all(&fresh).unwrap();
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]).arg(&fresh);
    let installed = npm.arg(format!("axe-core@{VERSION}")).output();
    if let Err(reason) = installed.map_err(|error| error.to_string()).and_then(|output| match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }) {
        eprintln!("{test}: accessibility not checked, npm cannot install axe-core {VERSION}: {reason}");
        let _ = fs::remove_dir_all(&fresh);
        return None;
    }
    let script = read(&fresh);
    // Another test may have been faster.
    if fs::rename(&fresh, &folder).is_err() {
        let _ = fs::remove_dir_all(&fresh);
    }
    script
}

/// Asserts that axe finds no violation on the page that the browser shows, 1400 and 390 pixels wide, light and dark. Leaves the
/// window 1400 pixels wide and light.
#[track_caller]
pub fn assert_accessible(browser: &mut Browser, what: &str) {
    let Some(script) = script(what) else { return };
    browser.value(&format!("{script};0"));
    for (scheme, width) in [("dark", 390), ("light", 390), ("dark", 1400), ("light", 1400)] {
        browser.show(width, scheme);
        assert_eq!(browser.value(CHECK), json!([]), "{what}, {scheme}, {width} pixels");
    }
}

/// Opens a page by its address, `http://…` or `file://…`, and asserts that axe finds no violation. Skipped without a browser.
#[track_caller]
pub fn assert_page_accessible(address: &str) {
    match Browser::open(address) {
        Some(mut browser) => assert_accessible(&mut browser, address),
        None => eprintln!("{address}: accessibility not checked, no browser can be driven here"),
    }
}
