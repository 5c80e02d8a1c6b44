//! A page of all results: question, answer, a small picture and who played, with the way to each report.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::report::words::{counted, escape, list};
use crate::report::{PAGE, head};
use crate::signed;
use crate::splice::Answered;

/// The verb that writes the page.
const VERB: &str = "splice";
/// More bots of one experiment are counted.
const MOST_NAMED: usize = 8;
/// How it looks, beside what all pages have in common.
const STYLE: &str = include_str!("index.css");
/// The title.
const TITLE: &str = "All results";

/// The page of `answers`, game by game, of which most was asked first.
pub fn page(answers: &[Answered]) -> String {
    let mut text = head(TITLE, STYLE);
    body(&mut text, answers).expect("a String takes every text");
    signed::sign(VERB, &text)
}

/// Whether `text` is such a page as it was written.
pub fn is_own(text: &str) -> bool {
    signed::is_signed(VERB, text)
}

fn body(out: &mut String, answers: &[Answered]) -> fmt::Result {
    let mut games: BTreeMap<&str, Vec<&Answered>> = BTreeMap::new();
    answers.iter().for_each(|one| games.entry(&one.game).or_default().push(one));
    let mut games: Vec<(&str, Vec<&Answered>)> = games.into_iter().collect();
    games.sort_by_key(|(_, all)| std::cmp::Reverse(all.len()));
    let matches = answers.iter().map(|one| one.matches).sum();
    let played = format!("{}, {}", counted(answers.len() as u64, "question"), counted(matches, "match"));
    writeln!(out, "<h1>{TITLE}</h1>\n<p>{played}. Each leads to its report.</p>\n<nav aria-label=\"Games\"><ol>")?;
    for (i, (game, all)) in games.iter().enumerate() {
        writeln!(out, "<li><a href=\"#g{i}\">{}</a>: {}</li>", escape(game), all.len())?;
    }
    writeln!(out, "</ol></nav>")?;
    for (i, (game, all)) in games.iter().enumerate() {
        writeln!(out, "<h2 id=\"g{i}\">{}</h2>\n<ul class=\"index\">", escape(game))?;
        all.iter().try_for_each(|one| entry(out, one))?;
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn entry(out: &mut String, one: &Answered) -> fmt::Result {
    let link = escape(&one.link);
    let thumbnail = one.picture.as_ref().map_or(String::new(), |(shows, file)| {
        format!("<img loading=\"lazy\" src=\"{link}/{}\" alt=\"\" title=\"{}\">", escape(file), escape(shows))
    });
    let named = match one.entrants.len() {
        many if many > MOST_NAMED => {
            let more = format!("{} more", many - MOST_NAMED + 1);
            list(&[&one.entrants[..MOST_NAMED - 1], &[more]].concat())
        }
        _ => list(&one.entrants),
    };
    writeln!(
        out,
        "<li><a class=\"thumbnail\" href=\"{link}/{PAGE}\" tabindex=\"-1\" aria-hidden=\"true\">{thumbnail}</a>"
    )?;
    writeln!(out, "<div><h3><a href=\"{link}/{PAGE}\">{}</a></h3>", escape(&one.question))?;
    writeln!(out, "<p>{}</p>", escape(&one.answer))?;
    writeln!(out, "<p class=\"played\">{} by {}</p></div></li>", counted(one.matches, "match"), escape(&named))
}
