//! `ergo splice`: puts a list of all results into a Markdown file, or writes a page of them.

use clap::Args;
use std::path::{Component, Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_harness::folder::disk;
use ergo_harness::index;
use ergo_harness::report::REPORT;
use ergo_harness::shelf::Shelf;
use ergo_harness::splice::{Answered, splice as put_between};

use super::shared::say;
use super::verb::{Act, Whole};

/// Put a table of all results between the marks of a Markdown file, or write a page of them
#[derive(Args)]
pub(super) struct SpliceArgs {
    /// A Markdown file with the lines <!-- results:begin --> and <!-- results:end -->; or a page such as results/index.html, which
    /// is written anew
    pub file: PathBuf,
    /// The folder of results folders
    #[arg(default_value = "results")]
    pub results: PathBuf,
}

impl Act for SpliceArgs {
    const NAME: &'static str = "splice";

    /// Rewrites the file named on the command line.
    fn act(&self, _: &Shelf, _: Whole) -> anyhow::Result<()> {
        let file = self.file.as_path();
        let is_page = file.extension().is_some_and(|kind| kind == "html");
        let text = if is_page { own_page(file)? } else { markdown(file)? };
        let mut answers = Vec::new();
        for folder in folders(&self.results)? {
            if let Some(answered) = Answered::read(&folder, &link(file, &folder))? {
                answers.push(answered);
            } else if folder.join(REPORT).exists() {
                say(&format!("{}: no finished results there, left out", folder.display()));
            }
        }
        let new = match is_page {
            true => index::page(&answers),
            false => put_between(&text, &answers).map_err(|wrong| anyhow!("{}: {wrong}", file.display()))?,
        };
        if new == text {
            return Ok(());
        }
        disk::write_whole(file, |out| out.add(new.as_bytes()))
            .map_err(|error| anyhow!("{}: cannot be written: {error}, expected a file that can be", file.display()))
    }
}

/// The text of a file that somebody wrote.
fn markdown(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file)
        .map_err(|error| anyhow!("{}: cannot be read: {error}, expected a Markdown file", file.display()))
}

/// The text of the page that is there, which must be as it was written: nobody else's file is replaced. Empty where there is none.
fn own_page(file: &Path) -> anyhow::Result<String> {
    let found = disk::can_write(file).and_then(|()| disk::read(file));
    let found =
        found.map_err(|error| anyhow!("{}: cannot be read: {error}, expected a page or no file", file.display()))?;
    let Some(bytes) = found else { return Ok(String::new()) };
    match String::from_utf8(bytes) {
        Ok(text) if index::is_own(&text) => Ok(text),
        _ => bail!("{}: not a page as `ergo splice` wrote it, expected that or another name", file.display()),
    }
}

/// The folders in `results`, by name.
fn folders(results: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let wrong = |error: std::io::Error| anyhow!("{}: {error}, expected a folder of results folders", results.display());
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(results).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// The way from the Markdown file to `folder`, where both are named from the same place.
fn link(file: &Path, folder: &Path) -> String {
    let plain = |path: &Path| -> Vec<String> {
        let parts = path.components().filter(|part| *part != Component::CurDir);
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let (here, there) = (plain(file.parent().unwrap_or(Path::new(""))), plain(folder));
    let shared = here.iter().zip(&there).take_while(|(here, there)| here == there).count();
    let up = here[shared..].iter().map(|_| "..".to_owned());
    up.chain(there[shared..].iter().cloned()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_from_the_file_to_the_folder() {
        let all = [("README.md", "results/a"), ("./x/README.md", "results/a"), ("x/y/z.md", "x/results")];
        let found = all.map(|(file, folder)| link(Path::new(file), Path::new(folder)));
        assert_eq!(found, ["results/a", "../results/a", "../results"]);
    }
}
