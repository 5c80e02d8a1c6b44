//! Lists of all results: the tables in two README files and the page `results/index.html`. `UPDATE_SNAPSHOTS=1` writes them again.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ergo_lab::manifest::Manifest;
use ergo_lab::pages::headline_of;
use ergo_lab::report::{count, counted};

use crate::common::{difference, root};

/// More bots of one experiment are counted.
const MOST_NAMED: usize = 8;

/// A finished experiment or comparison in `results/`.
struct Listed {
    name: String,
    question: String,
    answer: String,
    matches: u64,
    game: String,
    entrants: Vec<String>,
    /// The first picture of the report: its caption and its file.
    picture: Option<(String, String)>,
}

impl Listed {
    fn read(folder: &Path) -> Option<Self> {
        let manifest = Manifest::read(folder).unwrap().filter(|manifest| manifest.complete)?;
        let report = fs::read_to_string(folder.join("report.md")).ok()?;
        let asked: toml::Table = fs::read_to_string(folder.join("experiment.toml")).ok()?.parse().unwrap();
        let entrants = asked["entrant"].as_array()?.iter().map(|one| one["name"].as_str().unwrap().to_owned());
        let picture = report.lines().find_map(|line| line.strip_prefix("![")?.strip_suffix(')')?.split_once("]("));
        Some(Listed {
            name: folder.file_name()?.to_str()?.to_owned(),
            question: asked["question"].as_str()?.to_owned(),
            answer: headline_of(&report),
            matches: manifest.matches,
            game: manifest.game,
            entrants: entrants.collect(),
            picture: picture.map(|(caption, file)| (caption.to_owned(), file.to_owned())),
        })
    }
}

/// All of them, by name.
fn listed() -> Vec<Listed> {
    let mut folders: Vec<_> =
        fs::read_dir(root().join("results")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.retain(|folder| folder.join("manifest.json").exists());
    folders.iter().filter_map(|folder| Listed::read(folder)).collect()
}

fn escape(text: &str) -> String {
    let joined = text.replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}").replace(" × ", "\u{a0}×\u{a0}");
    joined.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The item of the page for one experiment.
fn item(one: &Listed) -> String {
    let (link, mut names) = (escape(&one.name), one.entrants.clone());
    if names.len() > MOST_NAMED {
        names.truncate(MOST_NAMED - 1);
        names.push(format!("{} more", one.entrants.len() - names.len()));
    }
    let last = names.pop().unwrap_or_default();
    let bots = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    let image = one.picture.as_ref().map_or(String::new(), |(caption, file)| {
        format!("<img loading=\"lazy\" src=\"{link}/{}\" alt=\"\" title=\"{}\">", escape(file), escape(caption))
    });
    format!(
        "<li><a class=\"thumbnail\" href=\"{link}/report.html\" tabindex=\"-1\" aria-hidden=\"true\">{image}</a>\n\
         <div><h3><a href=\"{link}/report.html\">{}</a></h3>\n<p>{}</p>\n<p class=\"played\">{} by {}</p></div></li>\n",
        escape(&one.question),
        escape(&one.answer),
        counted(one.matches, "match"),
        escape(&bots)
    )
}

#[test]
fn the_page_of_all_results_is_current() {
    let all = listed();
    let mut games: BTreeMap<&str, Vec<&Listed>> = BTreeMap::new();
    all.iter().for_each(|one| games.entry(&one.game).or_default().push(one));
    let mut games: Vec<_> = games.into_iter().collect();
    games.sort_by_key(|(_, all)| Reverse(all.len()));
    let matches = counted(all.iter().map(|one| one.matches).sum(), "match");
    let style = [include_str!("../../core/src/pages/page.css"), include_str!("index.css")].concat();
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>All results</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>All results</h1>\n"
    );
    text += &format!("<p>{}, {matches}. Each leads to its report.</p>\n", counted(all.len() as u64, "question"));
    text += "<nav aria-label=\"Games\"><ol>\n";
    for (i, (game, all)) in games.iter().enumerate() {
        text += &format!("<li><a href=\"#g{i}\">{}</a>: {}</li>\n", escape(game), all.len());
    }
    text += "</ol></nav>\n";
    for (i, (game, all)) in games.iter().enumerate() {
        let items: String = all.iter().map(|one| item(one)).collect();
        text += &format!("<h2 id=\"g{i}\">{}</h2>\n<ul class=\"index\">\n{items}</ul>\n", escape(game));
    }
    text += "</main>\n</body>\n</html>\n";
    assert_eq!(difference(&root().join("results/index.html"), &text), None);
    for one in &all {
        let folder = root().join("results").join(&one.name);
        let picture = one.picture.as_ref().is_some_and(|(_, file)| folder.join(file).exists());
        assert!(picture && folder.join("report.html").exists(), "{}", one.name);
    }
}

/// The line before a table names the experiments in it, in order; without names it lists all.
#[test]
fn the_tables_of_the_readmes_are_current() {
    let all = listed();
    for (page, before) in [("README.md", "results/"), ("experiments/README.md", "../results/")] {
        let path = root().join(page);
        let text = fs::read_to_string(&path).unwrap();
        let (start, rest) = text.split_once("<!-- results:begin").unwrap();
        let (names, rest) = rest.split_once("-->").unwrap();
        let (_, end) = rest.split_once("<!-- results:end -->").unwrap();
        let named = |name| all.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("{page}: {name}"));
        let shown: Vec<&Listed> =
            if names.trim().is_empty() { all.iter().collect() } else { names.split_whitespace().map(named).collect() };
        let cell = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let row = |one: &&Listed| {
            let (question, answer) = (cell(&one.question), cell(&one.answer));
            format!("| {question} | {answer} | [{}]({before}{}/report.md) |\n", count(one.matches), one.name)
        };
        let rows: String = shown.iter().map(row).collect();
        let table = format!("| question | answer | matches |\n| --- | --- | ---: |\n{rows}");
        let new = format!("{start}<!-- results:begin{names}-->\n{table}<!-- results:end -->{end}");
        assert_eq!(difference(&path, &new), None);
    }
}
