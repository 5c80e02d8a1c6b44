//! A table of results for a Markdown file, between two marks.

use std::path::Path;

use crate::folder::FolderError;
use crate::recorded::{NotRecorded, Recorded};
use crate::report::{REPORT, answer_of, brief, count, no_tags};

/// The beginning of the line before the list. Names of experiments may follow: these alone are listed, in this order.
pub const BEGIN: &str = "<!-- results:begin";
/// The end of that line.
const CLOSE: &str = "-->";
/// The line after the list.
pub const END: &str = "<!-- results:end -->";

/// One finished experiment.
pub struct Answered {
    /// The name of its folder.
    pub name: String,
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// Matches played.
    pub matches: u64,
    /// The game.
    pub game: String,
    /// Who may have played.
    pub entrants: Vec<String>,
    /// The first picture of the report: what it shows, and its file in the folder.
    pub picture: Option<(String, String)>,
    /// Where the folder is, seen from the file with the list.
    pub link: String,
}

impl Answered {
    /// Reads the results in `folder`; nothing if they are not complete. `link` leads to the folder.
    pub fn read(folder: &Path, link: &str) -> Result<Option<Self>, NotRecorded> {
        let recorded = match Recorded::open(folder) {
            Err(NotRecorded::NoManifest(_) | NotRecorded::Folder(FolderError::Unfinished { .. })) => return Ok(None),
            recorded => recorded?,
        };
        if !recorded.manifest.complete {
            return Ok(None);
        }
        let document = recorded.document()?;
        let question = document.question().unwrap_or_default().to_owned();
        recorded.believe(&[REPORT], "`ergo report`, which writes it again from its rows")?;
        let report = recorded.text(REPORT)?;
        let is_kept = |(_, file): &(&str, &str)| recorded.manifest.files.iter().any(|kept| kept.name == *file);
        Ok(Some(Answered {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            question,
            answer: answer_of(&report).to_owned(),
            matches: recorded.manifest.matches,
            game: recorded.manifest.game.clone(),
            entrants: document.entrants().flatten().map(str::to_owned).collect(),
            picture: picture_of(&report).filter(is_kept).map(|(shows, file)| (shows.to_owned(), file.to_owned())),
            link: link.to_owned(),
        }))
    }
}

/// The first picture of a report in Markdown: what it shows, and its file.
fn picture_of(report: &str) -> Option<(&str, &str)> {
    let line = report.lines().find_map(|line| line.strip_prefix("![")?.strip_suffix(')'))?;
    line.split_once("](")
}

/// `text` with the lines between the marks replaced by a table of `answers`, each with its first claim: of all, or of those that the
/// first mark names. What is missing if the marks are not there, in order, or name what has no answer.
pub fn splice(text: &str, answers: &[Answered]) -> Result<String, String> {
    let marks = || format!("no place for results, expected lines {BEGIN} {CLOSE} and {END}");
    let (before, rest) = text.split_once(BEGIN).ok_or_else(marks)?;
    let (names, rest) = rest.split_once(CLOSE).filter(|(names, _)| !names.contains('\n')).ok_or_else(marks)?;
    let (_, after) = rest.split_once(END).ok_or_else(marks)?;
    let mut table = "| question | answer | matches |\n| --- | --- | ---: |\n".to_owned();
    for Answered { question, answer, matches, link, .. } in listed(names, answers)? {
        let (question, answer) = (cell(question), cell(brief(answer)));
        table += &format!("| {question} | {answer} | [{}]({link}/{REPORT}) |\n", count(*matches));
    }
    Ok(format!("{before}{BEGIN}{names}{CLOSE}\n{table}{END}{after}"))
}

/// Those of `answers` that `names` asks for: all if it is empty.
fn listed<'a>(names: &str, answers: &'a [Answered]) -> Result<Vec<&'a Answered>, String> {
    if names.trim().is_empty() {
        return Ok(answers.iter().collect());
    }
    let find = |name: &str| {
        let found = answers.iter().find(|answered| answered.name == name);
        found.ok_or_else(|| format!("{BEGIN} {name}, expected experiments that have complete results"))
    };
    names.split_whitespace().map(find).collect()
}

/// The words of `text`, whatever lines they stood in, as a cell of a table. A mark among them is none any more.
fn cell(text: &str) -> String {
    no_tags(&text.split_whitespace().collect::<Vec<_>>().join(" ")).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(name: &str) -> Answered {
        Answered {
            name: name.into(),
            question: "Who\nwins?".into(),
            answer: "a|b.".into(),
            matches: 1200,
            game: "pig".into(),
            entrants: vec!["a".into()],
            picture: None,
            link: format!("r/{name}"),
        }
    }

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let text = format!("one\n{BEGIN} -->\nold\n{END}\ntwo\n");
        let new = splice(&text, &[answered("x")]).unwrap();
        let list =
            "| question | answer | matches |\n| --- | --- | ---: |\n| Who wins? | a\\|b. | [1,200](r/x/report.md) |\n";
        assert_eq!(new, format!("one\n{BEGIN} -->\n{list}{END}\ntwo\n"));
    }

    #[test]
    fn a_mark_that_names_experiments_lists_these_in_its_order() {
        let (text, answers) = (format!("{BEGIN} c a -->\n{END}"), ["a", "b", "c"].map(answered));
        let new = splice(&text, &answers).unwrap();
        let links: Vec<&str> = new.lines().filter_map(|line| line.split("](").nth(1)).collect();
        assert_eq!(links, ["r/c/report.md) |", "r/a/report.md) |"]);
        assert_eq!(splice(&new, &answers).unwrap(), new);
        let wrong = splice(&format!("{BEGIN} d -->\n{END}"), &answers).unwrap_err();
        assert!(wrong.contains("results:begin d, expected experiments"), "{wrong}");
    }

    #[test]
    fn without_marks_nothing_is_done() {
        for text in ["text", &format!("{END} {BEGIN} -->"), &format!("{BEGIN}\n{END}")] {
            assert!(splice(text, &[]).unwrap_err().contains("results:begin"), "{text}");
        }
    }
}
