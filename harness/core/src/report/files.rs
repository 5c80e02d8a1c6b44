//! The files of a report.

use std::path::Path;

use super::blocks_file::{BLOCKS, BlocksFile};
use crate::design::ARMS;
use crate::job::manifest::FileEntry;
use crate::report::analysis::PlotFile;
use crate::report::findings::{FINDINGS, TEXTS};
use crate::report::pages::Page;
use crate::storage::digest;
use crate::storage::folder::{Folder, FolderError, part_name};

/// The name of the report for people, as a page of a repository.
pub const REPORT: &str = "report.md";
/// The name of the report for people, as a page of its own, with pictures.
pub const PAGE: &str = "report.html";
/// The folder of the numbers behind the pictures.
pub const PLOTS: &str = "plots";
/// The name of the report for programs.
pub const SUMMARY: &str = "summary.csv";

/// The name of the file with warnings and explanations of analyses, if there are any.
pub const NOTES: &str = "notes.json";

/// A report as files, and its answer.
pub struct Report {
    /// The answer in one sentence.
    pub answer: String,
    /// A few aligned rows for a terminal; empty for a comparison.
    pub glance: String,
    /// The files of the report.
    pub files: Vec<ReportFile>,
    /// Every block with its sums; nothing for a comparison, which has blocks of its own.
    pub blocks: Option<BlocksFile>,
}

/// One file of a report.
pub struct ReportFile {
    /// Its name.
    pub name: String,
    /// Rows of data, if it is made of rows.
    pub rows: Option<u64>,
    /// Its text.
    pub text: String,
}

/// The files of a report, but for those in [`PLOTS`].
pub const FILES: [&str; 8] = [REPORT, PAGE, SUMMARY, ARMS, BLOCKS, FINDINGS, TEXTS, NOTES];

impl Report {
    /// The names that its files have as parts, and their digests; but for the blocks, which are not made up yet.
    pub fn parts(&self) -> impl Iterator<Item = (String, String)> {
        self.files.iter().map(|file| (part_name(&file.name), digest::of_text(&file.text)))
    }

    /// Writes every file into `folder`, as parts of a run that is not finished if `parts` says so. Gives what the manifest is to
    /// say of each.
    pub fn save(self, folder: &Folder, parts: bool) -> Result<Vec<FileEntry>, FolderError> {
        let on_disk = |name: &str| if parts { part_name(name) } else { name.to_owned() };
        let mut entries = Vec::new();
        for ReportFile { name, rows, text } in &self.files {
            folder.write_whole(&on_disk(name), text)?;
            entries.push(FileEntry::of_text(name, *rows, text));
        }
        if let Some(blocks) = self.blocks {
            entries.push(FileEntry { name: BLOCKS.to_owned(), ..blocks.save(folder, &on_disk(BLOCKS))? });
        }
        Ok(entries)
    }
}

/// Whether a file of this name is part of a report, of this one or another.
pub fn is_report(name: &str) -> bool {
    FILES.contains(&name) || Path::new(name).starts_with(PLOTS)
}

/// A page and files under `plots/` as files.
pub(super) fn page_files(page: &Page, plots: Vec<PlotFile>) -> Vec<ReportFile> {
    let plot = |file: PlotFile| ReportFile { name: file.name.to_owned(), rows: Some(file.rows), text: file.text };
    let text = |(name, text): (String, String)| ReportFile { name, rows: None, text };
    plots.into_iter().map(plot).chain(page.files().into_iter().map(text)).collect()
}
