//! `ergo verify`: repeats the run, comparison or search of a results folder and compares every file.

use clap::Args;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::anyhow;
use ergo_harness::compare;
use ergo_harness::folder::{EXPERIMENT, FolderError};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest::{self, REVISION, VERSION};
use ergo_harness::programs::command_files::{CommandFile, changed, command_files};
use ergo_harness::programs::{Programs, ShutdownGuard, hide};
use ergo_harness::results_dir::{ResultsDir, ResultsError};
use ergo_harness::sealed;
use ergo_harness::verify::{FileComparison, FileStatus, verify as play_again};

use super::claims::Claims;
use super::file_verdict::{Closing, FileVerdict, print_verdicts};
use super::flags::Threads;
use super::json::JsonFlag;
use super::shared::{confirm_programs, progress_bar, say};
use super::verb::{BuildCommand, RunVerb};
use super::verify_played::verify_played;
use super::verify_search::{TUNE_RECORD, verify_search};

/// Repeat the run of a results folder and compare the digest of every file
#[derive(Args)]
pub(super) struct VerifyArgs {
    /// Results folder of a run, comparison or search, or the record of a match by `ergo play`
    pub folder: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Start the external programs that the experiment names; without this flag they are only listed, and where others
    /// cannot be repeated their answers are taken from the record
    #[arg(long)]
    pub run_programs: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
}

impl RunVerb for VerifyArgs {
    const NAME: &'static str = "verify";
    const EXAMPLE: &'static str = "ergo verify results/first-tournament";

    /// Repeats the run and prints the result for each file.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let (folder, none) = (self.folder.as_path(), &Closing::default());
        if folder.is_file() {
            return verify_played(folder, (self.json.json, self.run_programs), registry);
        }
        if folder.join(TUNE_RECORD).exists() && !folder.join(manifest::NAME).exists() {
            return verify_search(folder, self.json.json, registry);
        }
        let recorded = match ResultsDir::open(folder) {
            Err(ResultsError::Folder(FolderError::NotReadable { error, .. })) if error == sealed::CHANGED => {
                let verdicts = [FileVerdict::differing(manifest::NAME, &error)];
                return print_verdicts(
                    folder,
                    self.json.json,
                    &verdicts,
                    Some("the manifest was changed after the run"),
                    none,
                );
            }
            recorded => recorded?,
        };
        let manifest = &recorded.manifest;
        if (manifest.version.as_str(), manifest.revision.as_str()) != (VERSION, REVISION) {
            let then = format!("{} {}", manifest.version, manifest.revision);
            say(&format!("{}: written by {then}, compared with {VERSION} {REVISION}", folder.display()));
        }
        let experiment = match recorded.experiment(registry) {
            Err(ResultsError::Edited(_)) => {
                let verdicts = [FileVerdict::differing(EXPERIMENT, DIGEST_DIFFERS)];
                return print_verdicts(
                    folder,
                    self.json.json,
                    &verdicts,
                    Some("the experiment was changed after the run"),
                    none,
                );
            }
            experiment => experiment?,
        };
        if let (true, Err(ResultsError::Edited(_))) =
            (compare::folder::is_comparison(manifest), recorded.text(compare::record::QUESTION))
        {
            let verdicts = [FileVerdict::differing(compare::record::QUESTION, DIGEST_DIFFERS)];
            return print_verdicts(
                folder,
                self.json.json,
                &verdicts,
                Some("the question was changed after the comparison"),
                none,
            );
        }
        let file = folder.join(EXPERIMENT);
        hide(folder);
        if experiment.unrepeatable().is_empty() {
            confirm_programs(&experiment, &file, self.run_programs)?;
        }
        if let Some(CommandFile { entrant, file, .. }) =
            changed(&manifest.programs, &command_files(experiment.programs()))
        {
            say(&format!("{}: {file}, named in the command of {entrant}, was changed after the run", folder.display()));
        }
        let _guard = ShutdownGuard::print("ergo: interrupted, no file was changed");
        let threads = self.threads.get();
        let bar = progress_bar(manifest.matches);
        let verification = if compare::folder::is_comparison(manifest) {
            let matches = u64::from(compare::Contest::new(&experiment, Programs::new(None)).matches());
            let mut watch = |now: &compare::Comparison| bar.set_position(now.blocks() * matches);
            compare::folder::verify(&experiment, &recorded, threads, &mut watch).map_err(|error| anyhow!("{error}"))?
        } else {
            let mut watch = |done| {
                bar.set_position(done);
                ControlFlow::Continue(())
            };
            play_again(&experiment, folder, manifest, (threads, self.run_programs), &mut watch)
                .map_err(|error| anyhow!("{error}"))?
        };
        bar.finish_and_clear();
        let verdict = |file: &FileComparison| match &file.verdict {
            FileStatus::Same => FileVerdict { name: file.name.clone(), verdict: "same", why: None },
            FileStatus::Recorded => FileVerdict { name: file.name.clone(), verdict: "recorded", why: None },
            FileStatus::Absent => FileVerdict { name: file.name.clone(), verdict: "absent", why: None },
            FileStatus::Differs(why) => FileVerdict::differing(&file.name, why),
        };
        let mut closing = Closing::new(&verification);
        let claims = Claims::read(folder)?;
        closing.lines.extend(claims.lines());
        closing.fields.extend(claims.fields());
        print_verdicts(
            folder,
            self.json.json,
            &verification.files.iter().map(verdict).collect::<Vec<_>>(),
            None,
            &closing,
        )
    }
}

/// The reason for a file whose digest differs from the manifest.
const DIGEST_DIFFERS: &str = "the digest differs from the manifest";
