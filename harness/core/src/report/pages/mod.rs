//! Report pages: templates over findings and estimates. Pages compute nothing: every figure is a row of `summary.csv`,
//! `findings.csv` or a file under `plots/`, so that a page can be rendered again from a results folder.
//!
//! | part | module |
//! | --- | --- |
//! | `summary.csv` and other files in memory | [`estimates`] |
//! | selection of the chart and table | `choose` |
//! | detail sections | `details` |
//! | sentences for experiments without findings | `statements` |
//! | charts | [`chart`] |
//! | the templates `page.html` and `page.md` | this file |

pub mod chart;
mod choose;
mod details;
pub mod estimates;
mod statements;
pub(crate) mod words;

pub use words::value;

use minijinja::{AutoEscape, Environment, context};
use serde::{Deserialize, Serialize};

use crate::job::manifest::FileEntry;
use crate::report::findings::table::CheckedFinding;
use crate::report::findings::{Finding, Outcome};
use crate::report::players::Player;
use crate::report::{PAGE, REPORT, ReportSpec, align_columns};
use crate::storage::printable::printable;
use chart::Chart;
pub(crate) use details::repeat;
use estimates::{Estimates, Sheet};

/// The inputs of a report page.
pub struct PageInput<'a> {
    /// The experiment.
    pub asked: &'a ReportSpec,
    /// The findings of the experiment.
    pub findings: &'a [Finding],
    /// The values and claims of the findings.
    pub checked: &'a [CheckedFinding],
    /// The estimates.
    pub estimates: &'a Estimates,
    /// The row files.
    pub rows: &'a [FileEntry],
    /// Numbers of matches, rounds and turns.
    pub played: [u64; 3],
    /// The additions of analyses.
    pub notes: &'a PageNotes,
    /// `seeds.csv`: the outcome of each finding on fresh seeds.
    pub seeds: Option<&'a Sheet>,
}

/// The additions of analyses to a page, stored in `notes.json`.
#[derive(Default, Serialize, Deserialize)]
pub struct PageNotes {
    /// Warnings for the head of the page.
    pub warnings: Vec<String>,
    /// Explanations and tables, closed at first.
    pub details: Vec<Detail>,
}

impl PageNotes {
    /// Returns true if there is nothing to add.
    pub fn is_empty(&self) -> bool {
        self.warnings.is_empty() && self.details.is_empty()
    }

    /// Returns the notes as JSON.
    ///
    /// # Panics
    ///
    /// Panics if the notes cannot be serialised, which cannot happen.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("notes are texts and numbers") + "\n"
    }
}

/// The largest number of table rows on a terminal.
const GLANCED: usize = 12;

/// Returns the headline of a page in Markdown, as plain text.
pub fn headline_of(markdown: &str) -> String {
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with(['#', '*', '!', '|', '-']);
    from_markdown(markdown.lines().find(is_text).unwrap_or_default())
}

/// A report page.
#[derive(Default, Serialize)]
pub struct Page {
    /// The question.
    pub question: String,
    /// Warnings for the head of the page.
    pub warnings: Vec<String>,
    /// The findings with their figures and claims.
    pub findings: Vec<FindingView>,
    /// Sentences that replace missing findings.
    pub statements: Vec<String>,
    /// The chart of the first screen.
    pub chart: Option<ChartView>,
    /// The table of the first screen.
    pub table: Option<DataTable>,
    /// What was played, and what was not tested.
    pub sure: Vec<String>,
    /// The bots with their descriptions.
    pub players: Vec<[String; 2]>,
    /// The detail sections, closed at first.
    pub details: Vec<Detail>,
    /// Explanations of the figures.
    pub notes: Vec<String>,
}

/// A finding on a page.
#[derive(Serialize)]
pub struct FindingView {
    /// The question, if it differs from that of the page.
    pub question: Option<String>,
    /// The text with its figures.
    pub text: String,
    /// The advice.
    pub advice: Option<String>,
    /// `supported`, `open` or `contradicted`; empty without claims.
    pub outcome: &'static str,
    /// The number of fresh seeds that support it, in words.
    pub seeds: Option<String>,
    /// The claims with their outcomes.
    pub claims: Vec<[String; 2]>,
    /// The figures.
    pub figures: DataTable,
}

/// A chart on a page.
#[derive(Clone, Serialize, Deserialize)]
pub struct ChartView {
    /// The title.
    pub title: String,
    /// The legend: names and colour numbers.
    pub series: Vec<(String, usize)>,
    /// True if a target range is drawn.
    pub has_target: bool,
    /// The panels as SVG.
    pub svgs: Vec<String>,
    /// The file with its numbers.
    pub csv: String,
    /// The chart file.
    pub file: String,
    #[serde(skip)]
    pub(crate) text: String,
}

/// A table on a page.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct DataTable {
    /// The title.
    pub title: String,
    /// The column titles.
    pub heads: Vec<String>,
    /// The number of text columns on the left.
    pub texts: usize,
    /// The cells of each row.
    pub rows: Vec<Vec<Cell>>,
    /// The file with its numbers.
    pub csv: String,
    /// The number of rows in that file that are not shown.
    pub more: u64,
}

/// A table cell.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// The numeric sort key, if there is one.
    pub sort: Option<f64>,
}

/// A section of a page that is closed at first.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Detail {
    /// The title.
    pub title: String,
    /// An introductory text.
    pub note: String,
    /// The charts.
    pub charts: Vec<ChartView>,
    /// The tables.
    pub tables: Vec<DataTable>,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell { text, sort: None }
    }
}

impl Cell {
    /// Creates a cell with a numeric sort key.
    pub fn number(text: String, value: f64) -> Self {
        Cell { text, sort: Some(value) }
    }
}

impl ChartView {
    /// Creates the view of a chart; `file` is the path of its file.
    pub fn new(chart: &Chart, file: &str) -> Self {
        ChartView {
            title: chart.title.clone(),
            series: chart.series.clone(),
            has_target: chart.panels.iter().any(|panel| panel.band.is_some()),
            svgs: chart.svgs(),
            csv: chart.file.clone(),
            file: file.to_owned(),
            text: chart.file_text(),
        }
    }
}

impl Page {
    /// Creates the page of an experiment.
    pub fn new(input: &PageInput<'_>) -> Self {
        let chosen = choose::FirstScreen::new(input);
        let statements = if input.findings.is_empty() { statements::statements(input) } else { Vec::new() };
        Page {
            question: input.asked.question.split_whitespace().collect::<Vec<_>>().join(" "),
            findings: input
                .findings
                .iter()
                .zip(input.checked)
                .enumerate()
                .map(|(place, one)| finding(input, place, one))
                .collect(),
            statements,
            chart: chosen.chart.as_ref().map(|chart| ChartView::new(chart, "plots/chart.svg")),
            table: chosen.table,
            sure: sure(input),
            players: player_rows(&input.asked.players),
            warnings: input.notes.warnings.clone(),
            details: details::details(input),
            notes: NOTES.iter().map(|note| (*note).to_owned()).collect(),
        }
    }

    /// Returns the page as a self-contained HTML file.
    pub fn html(&self) -> String {
        self.render("page.html", include_str!("page.html"))
    }

    /// Returns the page as Markdown.
    pub fn markdown(&self) -> String {
        let text = self.render("page.md", include_str!("page.md"));
        let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.dedup_by(|one, before| one.is_empty() && before.is_empty());
        lines.join("\n").trim().to_owned() + "\n"
    }

    /// Returns the sentence that summarises the page.
    pub fn headline(&self) -> String {
        let first = self.findings.first().map(|finding| &finding.text).or(self.statements.first());
        first.cloned().unwrap_or_default()
    }

    /// Returns the table of the first screen for a terminal.
    pub fn glance(&self) -> String {
        let Some(table) = &self.table else { return String::new() };
        let rows = table.rows.iter().take(GLANCED).map(|row| row.iter().map(|cell| cell.text.clone()).collect());
        align_columns(&[table.heads.clone()].into_iter().chain(rows).collect::<Vec<_>>())
    }

    /// Returns the files of the page as pairs of name and text.
    pub fn files(&self) -> Vec<(String, String)> {
        let charts = self.charts().map(|(name, text)| (name.to_owned(), text.to_owned()));
        let pages = [(REPORT.to_owned(), self.markdown()), (PAGE.to_owned(), self.html())];
        charts.chain(pages).collect()
    }

    /// Returns the chart files as pairs of name and text.
    fn charts(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.chart.iter().chain(self.details.iter().flat_map(|detail| &detail.charts));
        all.filter(|chart| !chart.file.is_empty()).map(|chart| (chart.file.as_str(), chart.text.as_str()))
    }

    fn render(&self, name: &'static str, template: &'static str) -> String {
        let mut environment = Environment::new();
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.add_filter("cell", |text: String| {
            let text = to_markdown(&text.split_whitespace().collect::<Vec<_>>().join(" "));
            minijinja::Value::from_safe_string(text.replace('|', "\\|"))
        });
        environment.add_filter("code", |text: String| minijinja::Value::from_safe_string(code_span(&text)));
        // Texts of an experiment must not be interpreted as markup.
        let is_html = name.ends_with(".html");
        environment.set_auto_escape_callback(move |_| if is_html { AutoEscape::Html } else { AutoEscape::None });
        environment.set_formatter(move |out, _, value| {
            let text = value.to_string();
            let text = match (is_html, value.is_safe()) {
                (_, true) => text,
                (true, false) => chart::escape(&text),
                (false, false) => to_markdown(&text),
            };
            Ok(out.write_str(&printable(&text))?)
        });
        environment.add_template(name, template).expect("the template is tested");
        let template = environment.get_template(name).expect("it was added");
        let style = [include_str!("page.css"), chart::STYLE].concat();
        let context = context! { page => minijinja::Value::from_serialize(self), style => style, script => include_str!("page.js") };
        template.render(context).expect("the template is tested") + "\n"
    }
}

/// The escapes of Markdown: every `<` that could begin a tag, every `[` that could begin a link, and what would undo these
/// escapes. Each begins with `&` or `\\`.
const ESCAPES: [(char, &str); 4] = [('<', "&lt;"), ('&', "&amp;"), ('[', "\\["), ('\\', "\\\\")];

/// Returns `text` as code in Markdown, where nothing is escaped: between more backticks than it contains.
pub(crate) fn code_span(text: &str) -> String {
    let text = printable(text).replace('\n', " ");
    let fence = "`".repeat(1 + text.split(|c| c != '`').map(str::len).max().unwrap_or(0));
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Escapes `text` for Markdown, so that it has no tags, links or images. Emphasis and code are left.
pub(crate) fn to_markdown(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek();
        let is_markup = match letter {
            '<' => next.is_some_and(|next| next.is_alphabetic() || "/!?".contains(*next)),
            '&' => next.is_some_and(|next| next.is_alphabetic() || *next == '#'),
            _ => true,
        };
        match ESCAPES.iter().find(|(escaped, _)| *escaped == letter) {
            Some((_, escape)) if is_markup => out.push_str(escape),
            _ => out.push(letter),
        }
    }
    out
}

/// Reverts [`to_markdown`].
fn from_markdown(mut text: &str) -> String {
    let mut out = String::new();
    while let Some(at) = text.find(['&', '\\']) {
        out.push_str(&text[..at]);
        text = &text[at..];
        let known = ESCAPES.iter().find(|(_, escape)| text.starts_with(escape));
        let (letter, length) = known.map_or((text.chars().next(), 1), |(letter, escape)| (Some(*letter), escape.len()));
        out.extend(letter);
        text = &text[length..];
    }
    out + text
}

/// Explanations on every page.
const NOTES: [&str; 3] = [
    "Figures in parentheses are 95 % confidence intervals. Their standard errors are clustered by deal: the same shuffled cards are \
     played at every table and in every arm, so differences between arms are compared deal by deal.",
    "A claim is supported where its whole 95 % interval agrees with it, contradicted where the whole interval disagrees, and open \
     otherwise. A finding was written after these data were seen; only fresh seeds can confirm it.",
    "A per-round figure is the sum over all rounds divided by their number. A win share splits the win of a match evenly among its winners.",
];

fn finding(input: &PageInput<'_>, place: usize, (finding, checked): (&Finding, &CheckedFinding)) -> FindingView {
    let rows = checked.figures.iter().map(|figure| {
        let shown = figure.show(crate::report::findings::table::Style::WithInterval);
        vec![Cell::from(figure.name.clone()), Cell::from(figure.expression.clone()), Cell::number(shown, figure.value)]
    });
    let heads = ["figure", "what it is", "value (95 % interval)"].map(str::to_owned).to_vec();
    let figures = DataTable {
        title: String::new(),
        heads,
        texts: 2,
        rows: rows.collect(),
        csv: crate::report::findings::FINDINGS.to_owned(),
        more: 0,
    };
    FindingView {
        question: finding.question.clone(),
        text: checked.fill(&finding.text),
        advice: finding.advice.as_ref().map(|advice| checked.fill(advice)),
        outcome: checked.outcome().map_or("", Outcome::name),
        seeds: input.seeds.and_then(|sheet| seeds(sheet, place + 1)),
        claims: checked
            .claims
            .iter()
            .map(|claim| [claim.expression.clone(), claim.outcome.name().to_owned()])
            .collect(),
        figures,
    }
}

/// Describes the number of fresh seeds that support a finding.
fn seeds(sheet: &Sheet, finding: usize) -> Option<String> {
    let of_finding = || sheet.rows.iter().filter(|row| sheet.cell(row, "finding") == finding.to_string());
    let held = of_finding().filter(|row| sheet.cell(row, "outcome") == Outcome::Supported.name()).count();
    let all = of_finding().count();
    (all > 0).then(|| format!("All its claims were supported on {held} of {all} fresh seeds."))
}

/// Returns the names of bots with their descriptions.
pub(crate) fn player_rows(players: &[Player]) -> Vec<[String; 2]> {
    let text = |player: &Player| match player.settings.as_str() {
        "" => player.about.clone(),
        settings => format!("{}; {settings}", player.about),
    };
    players.iter().map(|player| [player.name.clone(), text(player)]).collect()
}

/// Describes what was played and what was not tested.
fn sure(input: &PageInput<'_>) -> Vec<String> {
    let PageInput { asked, estimates, played: [matches, rounds, _], .. } = input;
    let deals = estimates.rows.iter().map(|row| row.deals).max().unwrap_or(0);
    let (tables, arms) = (estimates.tables().len(), estimates.arms().len());
    let several =
        |count: usize, one: &str, more: &str| if count == 1 { format!("one {one}") } else { format!("{count} {more}") };
    let unit = if asked.nothing_hidden { "seeds" } else { "deals" };
    let of_rounds = if asked.measures.shape().one_round {
        String::new()
    } else {
        format!(" with {} rounds", words::count(*rounds))
    };
    let mut lines = vec![format!(
        "Played: {} matches{of_rounds}, up to {} {unit} at each of {} in {}. Seed {}.",
        words::count(*matches),
        words::count(deals),
        several(tables, "table", "tables"),
        several(arms, "setting", "settings"),
        asked.seed
    )];
    lines.extend(statements::advantage_change(input));
    if asked.quick {
        lines.push("This was a quick run: less was played than the experiment asks for.".to_owned());
    }
    let timed = &asked.timed;
    if !timed.is_empty() {
        lines.push(format!("These matches cannot be repeated, because {} searched by wall clock.", timed.join(", ")));
    }
    if !asked.from_record.is_empty() {
        let names = asked.from_record.join(", ");
        lines.push(format!("Answers of {names} cannot be repeated: ergo verify takes them from the transcripts."));
    }
    if !asked.changed.is_empty() {
        lines.push(format!("Rows were changed after the run: {}.", asked.changed.join(", ")));
    }
    if !asked.unconfined.is_empty() {
        lines.push(format!(
            "Outside programs without a sandbox, which may read seeds: {}.",
            asked.unconfined.join(", ")
        ));
    }
    let names: Vec<&str> = asked.players.iter().map(|player| player.name.as_str()).collect();
    lines.push(match names[..] {
        [only] => format!("Measured with {only} only; other bots may react differently."),
        _ => "Measured with the bots named below; other bots, and people, may react differently.".to_owned(),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_escapes_links_and_tags_and_is_reverted() {
        for (text, escaped) in [
            ("a<b, 1 < 2 & more", "a&lt;b, 1 < 2 & more"),
            ("[x](javascript:alert(1)) ![i](http://a)", "\\[x](javascript:alert(1)) !\\[i](http://a)"),
            ("\\[x](y) &lt;b> a|b", "\\\\\\[x](y) &amp;lt;b> a|b"),
            ("é\\", "é\\\\"),
        ] {
            assert_eq!(to_markdown(text), escaped);
            assert_eq!(from_markdown(escaped), text);
        }
    }

    #[test]
    fn code_spans_have_no_end_inside() {
        for (text, code) in [("p8<p6", "`p8<p6`"), ("a`b``c\nd", "```a`b``c d```"), ("`", "`` ` ``")] {
            assert_eq!(code_span(text), code);
        }
    }
}
