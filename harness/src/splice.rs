//! A table of results for a Markdown file, between two marks.

use std::path::Path;

use crate::experiment::Document;
use crate::folder::{EXPERIMENT, FolderError, regular};
use crate::manifest::Manifest;
use crate::report::{REPORT, answer_of, brief, count, no_tags};

/// The line before the list.
pub const BEGIN: &str = "<!-- results:begin -->";
/// The line after it.
pub const END: &str = "<!-- results:end -->";

/// One finished experiment.
pub struct Answered {
    /// What was asked.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// Matches played.
    pub matches: u64,
    /// Where the report is, seen from the Markdown file.
    pub link: String,
}

impl Answered {
    /// What the results in `folder` say; nothing if they are not complete. `link` leads to the folder.
    pub fn read(folder: &Path, link: &str) -> Result<Option<Self>, FolderError> {
        let read = |name: &str| {
            let path = folder.join(name);
            regular::read(&path)
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .map_err(|error| FolderError::io(&path, "cannot be read", error))
        };
        let Some(manifest) = Manifest::read(folder)?.filter(|manifest| manifest.complete) else { return Ok(None) };
        let document = Document::parse(&read(EXPERIMENT)?);
        let question = document.and_then(|document| document.question());
        let question = question.map_err(|problem| FolderError::NotReadable {
            path: folder.join(EXPERIMENT),
            error: problem.to_string(),
        })?;
        Ok(Some(Answered {
            question,
            answer: answer_of(&read(REPORT)?).to_owned(),
            matches: manifest.matches,
            link: format!("{link}/{REPORT}"),
        }))
    }
}

/// `text` with the lines between the marks replaced by a table of `answers`, each in at most 15 words; nothing if the marks are
/// not there, in order.
pub fn splice(text: &str, answers: &[Answered]) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let mut table = "| question | answer | matches |\n| --- | --- | ---: |\n".to_owned();
    for Answered { question, answer, matches, link } in answers {
        let (question, answer) = (cell(question), cell(&brief(answer)));
        table += &format!("| {question} | {answer} | [{}]({link}) |\n", count(*matches));
    }
    Some(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

/// The words of `text`, whatever lines they stood in, as a cell of a table. A mark among them is none any more.
fn cell(text: &str) -> String {
    no_tags(&text.split_whitespace().collect::<Vec<_>>().join(" ")).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let answered = Answered {
            question: "Who\nwins?".into(),
            answer: "a|b.".into(),
            matches: 1200,
            link: "r/x/report.md".into(),
        };
        let text = format!("one\n{BEGIN}\nold\n{END}\ntwo\n");
        let new = splice(&text, &[answered]).unwrap();
        let list =
            "| question | answer | matches |\n| --- | --- | ---: |\n| Who wins? | a\\|b. | [1,200](r/x/report.md) |\n";
        assert_eq!(new, format!("one\n{BEGIN}\n{list}{END}\ntwo\n"));
    }

    #[test]
    fn without_marks_nothing_is_done() {
        assert_eq!(splice("text", &[]), None);
        assert_eq!(splice(&format!("{END} {BEGIN}"), &[]), None);
    }
}
