//! The command line as a whole, and its first page.

use crate::common::{printed, run};
use ergo_lab::Lab;

#[test]
fn first_help_page_has_at_most_fourteen_verbs() {
    let page = printed(&run(&["--help"]));
    let (_, page) = page.split_once("Usage: ergo VERB …\n").unwrap();
    let (page, _) = page.split_once("\nHow to play").unwrap();
    let groups: Vec<&str> = page.lines().filter_map(|line| line.strip_suffix(':')).collect();
    assert_eq!(groups, ["Play", "Ask", "Check", "Share"]);
    let verbs = page.lines().filter(|line| line.starts_with("  ")).count();
    assert!((4..=14).contains(&verbs), "{page}");
    Lab::command().debug_assert();
}
