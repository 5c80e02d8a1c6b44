//! The files of a report.

use std::path::Path;

use super::page::{Page, PlotFile};
use super::{html, markdown};

/// The name of the report for people, as a page of a repository.
pub const REPORT: &str = "report.md";
/// The name of the report for people, as a page of its own, with pictures.
pub const PAGE: &str = "report.html";
/// The folder of the numbers behind the pictures.
pub const PLOTS: &str = "plots";
/// The name of the report for programs.
pub const SUMMARY: &str = "summary.csv";

/// What was found out.
pub struct Report {
    /// The answer in one sentence.
    pub answer: String,
    /// The files of the report.
    pub files: Vec<ReportFile>,
}

/// One file of a report.
pub struct ReportFile {
    /// Its name.
    pub name: &'static str,
    /// Rows of data, if it is made of rows.
    pub rows: Option<u64>,
    /// What it says.
    pub text: String,
}

/// Whether a file of this name is part of a report, of this one or another.
pub fn is_report(name: &str) -> bool {
    [REPORT, PAGE, SUMMARY].contains(&name) || Path::new(name).starts_with(PLOTS)
}

/// A page with the numbers of its pictures as files.
pub fn files(page: &Page, plots: Vec<PlotFile>) -> Vec<ReportFile> {
    let plot = |file: PlotFile| ReportFile { name: file.name, rows: Some(file.rows), text: file.text };
    let mut files: Vec<ReportFile> = plots.into_iter().map(plot).collect();
    files.push(ReportFile { name: REPORT, rows: None, text: markdown::markdown(page) });
    files.push(ReportFile { name: PAGE, rows: None, text: html::html(page) });
    files
}
