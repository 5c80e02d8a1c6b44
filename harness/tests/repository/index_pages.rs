//! Lists of findings by reader: `results/index.html`, `experiments/README.md` and the finding in `README.md`. They follow
//! from `results/questions.toml` and the records. `UPDATE_SNAPSHOTS=1` writes them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ergo_lab::findings::Outcome;
use ergo_lab::findings::finding::from_toml;
use ergo_lab::findings::table::read_folder;
use serde::Deserialize;

use crate::common::{difference, root};

/// The file `results/questions.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Questions {
    reader: Vec<Reader>,
}

/// A group of readers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reader {
    name: String,
    question: Vec<Question>,
}

/// A question with the findings that answer it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    question: String,
    #[serde(default)]
    findings: Vec<String>,
    #[serde(default)]
    more: Vec<String>,
    #[serde(default)]
    links: Vec<(String, String)>,
}

impl Questions {
    fn read() -> Self {
        toml::from_str(&fs::read_to_string(root().join("results/questions.toml")).unwrap()).unwrap()
    }
}

impl Question {
    /// The experiments behind the answer without duplicates; the first has the chart.
    fn experiments(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for finding in self.findings.iter().chain(&self.more) {
            let name = finding.split(':').next().unwrap_or(finding);
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }

    /// The texts of the findings with their figures.
    fn answers(&self) -> Vec<String> {
        self.findings.iter().map(|finding| answer(finding)).collect()
    }
}

/// The text of a finding, `NAME` or `NAME:NUMBER`, with its advice.
///
/// # Panics
///
/// Panics if it is not supported by its record and by two of three fresh seeds.
fn answer(finding: &str) -> String {
    let (name, number) = finding.split_once(':').unwrap_or((finding, "1"));
    let number: usize = number.parse().unwrap();
    let folder = root().join("results").join(name);
    let written = from_toml(&fs::read_to_string(folder.join("findings.toml")).expect(finding)).unwrap();
    let checked = read_folder(&folder).unwrap();
    let (written, checked) = (&written[number - 1], &checked[number - 1]);
    assert_eq!(checked.outcome(), Some(Outcome::Supported), "{finding}");
    let seeds = fs::read_to_string(folder.join("seeds.csv")).unwrap_or_else(|error| panic!("{finding}: {error}"));
    let of_finding: Vec<&str> = seeds.lines().filter(|line| line.starts_with(&format!("{number},"))).collect();
    let held = of_finding.iter().filter(|line| line.ends_with(",supported")).count();
    assert!(held >= 2 && of_finding.len() >= 3, "{finding} held on {held} of {} fresh seeds", of_finding.len());
    let advice = written.advice.as_ref().map(|advice| format!(" Advice: {}", checked.fill(advice)));
    checked.fill(&written.text) + &advice.unwrap_or_default()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace(" %", "\u{a0}%")
}

/// The item of a question on the page of all results.
fn item(question: &Question) -> String {
    let title = escape(&question.question);
    let page = question.experiments().first().map(|name| format!("{name}/report.html"));
    let thumbnail = question.experiments().first().map_or_else(String::new, |name| {
        format!(
            "<a class=\"thumbnail\" href=\"{name}/report.html\" tabindex=\"-1\" aria-hidden=\"true\">\
             <img loading=\"lazy\" src=\"{name}/plots/chart.svg\" alt=\"\"></a>\n"
        )
    });
    let title = page.map_or(title.clone(), |page| format!("<a href=\"{page}\">{title}</a>"));
    let answers: String = question.answers().iter().map(|text| format!("<p>{}</p>\n", escape(text))).collect();
    let reports = question.experiments().into_iter().map(|name| format!("<a href=\"{name}/report.html\">{name}</a>"));
    let links = question.links.iter().map(|(title, path)| format!("<a href=\"{path}\">{}</a>", escape(title)));
    let links: Vec<String> = reports.chain(links).collect();
    format!(
        "<li>{thumbnail}<div><h3>{title}</h3>\n{answers}<p class=\"source\">More: {}</p></div></li>\n",
        links.join(", ")
    )
}

#[test]
fn index_page_lists_confirmed_findings_by_reader() {
    let style = [include_str!("../../core/src/report/pages/page.css"), include_str!("index.css")].concat();
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Ergo Lab: results</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>Ergo Lab: results</h1>\n\
         <p>Answers from self-play experiments with four games. Each answer was checked on its own data and held on at least two of \
         three fresh seeds. Figures in parentheses are 95\u{a0}% confidence intervals.</p>\n"
    );
    let readers = Questions::read().reader;
    let links: Vec<String> = readers
        .iter()
        .enumerate()
        .map(|(i, reader)| format!("<a href=\"#g{i}\">{}</a>", escape(&reader.name)))
        .collect();
    text += &format!("<nav aria-label=\"Readers\"><p>For: {}</p></nav>\n", links.join(", "));
    for (i, reader) in readers.iter().enumerate() {
        let items: String = reader.question.iter().map(item).collect();
        text += &format!("<h2 id=\"g{i}\">{}</h2>\n<ul class=\"index\">\n{items}</ul>\n", escape(&reader.name));
    }
    text += "</main>\n</body>\n</html>\n";
    assert_eq!(difference(&root().join("results/index.html"), &text), None);
}

#[test]
fn every_experiment_answers_a_question() {
    let readers = Questions::read().reader;
    let named: BTreeSet<&str> =
        readers.iter().flat_map(|reader| &reader.question).flat_map(Question::experiments).collect();
    let files = fs::read_dir(root().join("experiments")).unwrap().map(|entry| entry.unwrap().path());
    let shipped: BTreeSet<String> = files
        .filter(|file| file.extension().is_some_and(|kind| kind == "toml"))
        .map(|file| file.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(named, shipped.iter().map(String::as_str).collect());
    assert!(shipped.len() <= 27);
}

#[test]
fn experiments_page_lists_confirmed_findings_by_reader() {
    let mut text = String::new();
    for reader in Questions::read().reader {
        text += &format!("### {}\n\n| question | answer | more |\n| --- | --- | --- |\n", reader.name);
        for question in &reader.question {
            let reports =
                question.experiments().into_iter().map(|name| format!("[{name}](../results/{name}/report.md)"));
            let links = question.links.iter().map(|(title, path)| match path.strip_prefix("../") {
                Some(path) => format!("[{title}](../{path})"),
                None => format!("[{title}](../results/{path})"),
            });
            let links: Vec<String> = reports.chain(links).collect();
            let answer = question.answers().join(" ").replace('|', "\\|");
            text += &format!("| {} | {answer} | {} |\n", question.question, links.join(", "));
        }
        text += "\n";
    }
    replace_marked(&root().join("experiments/README.md"), "results", &text);
}

#[test]
fn first_page_shows_a_confirmed_finding() {
    replace_marked(&root().join("README.md"), "finding", &format!("> {}\n", answer("not-cards")));
}

/// Compares the text between the marks `begin` and `end` of a page with `text`.
#[track_caller]
fn replace_marked(page: &Path, mark: &str, text: &str) {
    let old = fs::read_to_string(page).unwrap();
    let (begin, end) = (format!("<!-- {mark}:begin -->\n"), format!("<!-- {mark}:end -->"));
    let (start, rest) = old.split_once(&begin).unwrap();
    let (_, rest) = rest.split_once(&end).unwrap();
    assert_eq!(difference(page, &format!("{start}{begin}{text}{end}{rest}")), None);
}
