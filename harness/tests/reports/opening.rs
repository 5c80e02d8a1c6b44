//! The opening of a report, its foot, and words that are explained where they first stand.

use std::fs;
use std::path::Path;

use crate::common::{done, run, tempdir, toy};
use crate::pages::on_record;
use ergo_lab::report::WORDS;
use tempfile::TempDir;

/// A small experiment, played: its folder, `report.md` and `report.html`.
fn played(text: &str) -> (TempDir, String, String) {
    let folder = tempdir().unwrap();
    let (file, out) = (folder.path().join("it.toml"), folder.path().join("out"));
    fs::write(&file, text).unwrap();
    done(&run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]));
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let (markdown, html) = (read("report.md"), read("report.html"));
    (folder, markdown, html)
}

/// The part of a page before the first section.
fn first_screen(html: &str) -> &str {
    html.split_once("<h1>").unwrap().1.split_once("<nav").unwrap().0
}

#[test]
fn a_report_opens_with_three_numbers_and_a_word_on_who_played() {
    let second = "name = \"two\"\nagent = { kind = \"random\" }";
    let text = toy("kuhn-poker", 20).replace(second, "name = \"two\"\nagent = { kind = \"ismcts\", iterations = 5 }");
    let (_folder, markdown, html) = played(&text);
    let opens = first_screen(&html);
    for number in ["<b>40</b> match", "<b>20</b> ", "<b>"] {
        assert!(opens.contains(number), "{number}: {opens}");
    }
    assert_eq!(opens.matches("<li><b>").count(), 3);
    let agents = String::from_utf8(run(&["agents"]).stdout).unwrap();
    let of_game = agents.split("kuhn-poker:\n").nth(1).unwrap();
    for (name, kind) in [("one", "random"), ("two", "ismcts")] {
        let line = of_game.lines().find_map(|line| line.trim().strip_prefix(kind)).unwrap().trim();
        assert!(markdown.contains(&format!("\n- **{name}**: {line}\n")), "{line}: {markdown}");
        assert!(opens.contains(&format!("<dt>{name}</dt>")), "{opens}");
    }
    // What every report says stands at the foot of both.
    for (page, foot) in [(&markdown, "\n## How to read this page\n"), (&html, "<h2 id=\"reading\">")] {
        let (before, after) = page.split_once(foot).unwrap();
        for note in ["clustered by deal, for one question", "win shares"] {
            assert!(after.contains(note), "{note}: {after}");
        }
        assert!(!before.contains("clustered by deal, for one question") && after.contains("Asked: "));
    }
}

#[test]
fn bots_of_one_kind_stand_in_one_line_and_one_alone_is_a_caveat() {
    let (_folder, markdown, _) = played(&toy("kuhn-poker", 4));
    assert!(markdown.contains("\n- **one and two**: every legal action equally likely\n"), "{markdown}");
    assert!(!markdown.contains(" alone; other bots"));
    // Their settings tell them apart, and arms that change one.
    let set = |name: &str, iterations: u64| {
        let random = format!("name = \"{name}\"\nagent = {{ kind = \"random\" }}");
        (random, format!("name = \"{name}\"\nagent = {{ kind = \"ismcts\", iterations = {iterations} }}"))
    };
    let mut text = toy("kuhn-poker", 4);
    for (from, to) in [set("one", 5), set("two", 9)] {
        text = text.replace(&from, &to);
    }
    let (_folder, markdown, _) = played(&text);
    assert!(markdown.contains("; one with iterations = 5, two with iterations = 9\n"), "{markdown}");
    let sweep =
        "\n[[arm]]\nname = \"x\"\nset = {}\n[[arm]]\nname = \"y\"\nset = { \"entrant.two.agent.iterations\" = 7 }\n";
    let (_folder, markdown, _) = played(&(text + sweep));
    assert!(markdown.contains("two with iterations = 9 or 7 by arm\n"), "{markdown}");
    let alone = toy("kuhn-poker", 4).replace("[\"one\", \"two\"]", "[\"one\", \"one\"]");
    let (_folder, markdown, _) = played(&alone);
    assert!(
        markdown.contains("\n- **one**: every legal action equally likely\n- Of one alone; other bots"),
        "{markdown}"
    );
}

/// The texts of a page that may explain words, each with whether it is the text of an explained word.
fn texts(html: &str) -> Vec<(String, bool)> {
    const SKIPPED: [&str; 10] = ["style", "title", "h1", "h2", "h3", "nav", "summary", "svg", "td", "code"];
    let (mut found, mut open): (Vec<(String, bool)>, Vec<String>) = (Vec::new(), Vec::new());
    let body = html.split_once("<h1>").unwrap().1.split("<dl class=\"words\">").next().unwrap();
    for piece in format!("<h1>{body}").split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        match tag.strip_prefix('/') {
            Some(_) => drop(open.pop()),
            None if !tag.ends_with('/') => {
                let class = tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
                let matrix = open.iter().any(|tag| tag == "matrix");
                let name = tag.split(' ').next().unwrap();
                let is_name = matrix || name == "dt" || ["key", "file", "matrix"].contains(&class);
                open.push(if is_name { "matrix".to_owned() } else { name.to_owned() });
                if tag.contains("scope=\"row\"") {
                    open.pop();
                    open.push("td".to_owned());
                }
            }
            None => {}
        }
        let skipped = open.iter().any(|tag| tag == "matrix" || SKIPPED.contains(&tag.as_str()));
        if !skipped && !text.trim().is_empty() {
            let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            found.push((text, open.last().is_some_and(|tag| tag == "abbr")));
        }
    }
    found
}

/// Asserts that each word of the list is linked to its meaning where it first stands, and nowhere else; gives how many are.
#[track_caller]
fn explained(page: &Path, html: &str) -> usize {
    let texts = texts(html);
    let mut words = 0;
    for word in &WORDS {
        let link = format!("<a class=\"word\" href=\"#{}\">", word.place());
        let listed = html.contains(&format!("<dt id=\"{}\">", word.place()));
        assert_eq!(html.matches(&link).count(), usize::from(listed), "{}: {}", page.display(), word.word);
        // A longer word may hold this one: "Elo" is no part of "normalised Elo".
        let longer = |text: &str| {
            let others = WORDS.iter().filter(|other| other.word != word.word).flat_map(|other| other.forms);
            others.into_iter().any(|form| form.contains(word.word) && text.contains(form))
        };
        let first = texts.iter().find(|(text, _)| word.stands_in(text) && !longer(text));
        assert!(first.is_none_or(|(_, is_link)| *is_link), "{}: {} in {first:?}", page.display(), word.word);
        words += usize::from(listed);
    }
    words
}

#[test]
fn words_are_explained_where_they_first_stand() {
    let (folder, markdown, html) = played(&toy("kuhn-poker", 20));
    let words = explained(folder.path(), &html);
    assert!(words >= 5, "{words} words: {html}");
    assert_eq!(markdown.split("## How to read this page").nth(1).unwrap().matches("\n- **").count(), words);
    for page in on_record() {
        let html = fs::read_to_string(&page).unwrap();
        if html.contains("<dl class=\"words\">") {
            assert!(explained(&page, &html) >= 5, "{}", page.display());
        }
    }
}

#[test]
fn every_word_of_the_list_is_used_by_some_report() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("out");
    done(&run(&["compare", "random", "random", "--most-blocks", "50", "--out", out.to_str().unwrap()]));
    let mut pages = on_record();
    pages.push(out.join("report.html"));
    let texts: Vec<(String, bool)> = pages.iter().flat_map(|page| texts(&fs::read_to_string(page).unwrap())).collect();
    for word in &WORDS {
        assert!(texts.iter().any(|(text, _)| word.stands_in(text)), "{} is in no report", word.word);
    }
}
