//! The files of a report.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use super::blocks_file::{BLOCKS, BlocksFile};
use super::text_file::TextFile;
use crate::design::ARMS;
use crate::job::manifest::FileEntry;
use crate::report::analysis::PlotFile;
use crate::report::findings::{FINDINGS, TEXTS};
use crate::report::pages::Page;
use crate::storage::folder::{Folder, FolderError, part_name};

/// The report as a Markdown page.
pub const REPORT: &str = "report.md";
/// The report as an HTML page with charts.
pub const PAGE: &str = "report.html";
/// The folder with the numbers of charts.
pub const PLOTS: &str = "plots";
/// The estimates as CSV.
pub const SUMMARY: &str = "summary.csv";

/// The file with warnings and explanations of analyses, if there are any.
pub const NOTES: &str = "notes.json";

/// The files of a report, and its answer.
pub struct Report {
    /// The answer in one sentence.
    pub answer: String,
    /// A few aligned lines for a terminal; empty for a comparison.
    pub glance: String,
    /// The files of the report.
    pub files: Vec<ReportFile>,
    /// The sums of every block; `None` for a comparison, which has its own block file.
    pub blocks: Option<BlocksFile>,
}

/// One file of a report.
pub struct ReportFile {
    /// The path of the file in the results folder.
    pub name: String,
    /// Number of data rows; `None` for files without rows.
    pub rows: Option<u64>,
    pub(super) text: ReportText,
}

/// The text of a file of a report.
pub(super) enum ReportText {
    /// In memory.
    Short(String),
    /// On disk.
    Long(TextFile),
}

impl ReportFile {
    /// Returns the text.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is in a temporary file that cannot be read.
    pub fn text(&self) -> io::Result<Cow<'_, str>> {
        match &self.text {
            ReportText::Short(text) => Ok(Cow::from(text)),
            ReportText::Long(file) => file.text().map(Cow::from),
        }
    }

    /// Returns the manifest entry.
    fn entry(&self) -> FileEntry {
        match &self.text {
            ReportText::Short(text) => FileEntry::of_text(&self.name, self.rows, text),
            ReportText::Long(TextFile { bytes, sha256, .. }) => {
                FileEntry { name: self.name.clone(), rows: self.rows, bytes: *bytes, sha256: sha256.clone() }
            }
        }
    }
}

/// The files of a report, except those in [`PLOTS`].
pub const FILES: [&str; 8] = [REPORT, PAGE, SUMMARY, ARMS, BLOCKS, FINDINGS, TEXTS, NOTES];

impl Report {
    /// Returns the temporary names of its files, with their digests. That of the blocks is empty, since they are written
    /// while being read.
    pub fn parts(&self) -> impl Iterator<Item = (String, String)> {
        let blocks = self.blocks.iter().map(|_| (part_name(BLOCKS), String::new()));
        self.files.iter().map(|file| (part_name(&file.name), file.entry().sha256)).chain(blocks)
    }

    /// Writes every file into `folder`, under temporary names if `parts` is true. Returns the manifest entries.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub fn save(self, folder: &Folder, parts: bool) -> Result<Vec<FileEntry>, FolderError> {
        let on_disk = |name: &str| if parts { part_name(name) } else { name.to_owned() };
        let mut entries = Vec::new();
        for file in &self.files {
            let (name, entry) = (on_disk(&file.name), file.entry());
            match &file.text {
                ReportText::Short(text) => folder.write_whole(&name, text)?,
                ReportText::Long(text) => {
                    folder.write_by(&name, |out| text.copy_to(out))?;
                    folder.trust(&name, &entry.sha256);
                }
            }
            entries.push(entry);
        }
        if let Some(blocks) = self.blocks {
            entries.push(FileEntry { name: BLOCKS.to_owned(), ..blocks.save(folder, &on_disk(BLOCKS))? });
        }
        Ok(entries)
    }
}

/// Returns true if `name` is a file of a report.
pub fn is_report(name: &str) -> bool {
    FILES.contains(&name) || Path::new(name).starts_with(PLOTS)
}

/// Combines the files of a page and files under `plots/`.
pub(super) fn page_files(page: &Page, plots: Vec<PlotFile>) -> Vec<ReportFile> {
    let plot = |file: PlotFile| {
        let text = ReportText::Short(file.text);
        ReportFile { name: file.name.to_owned(), rows: Some(file.rows), text }
    };
    let text = |(name, text): (String, String)| ReportFile { name, rows: None, text: ReportText::Short(text) };
    plots.into_iter().map(plot).chain(page.files().into_iter().map(text)).collect()
}
