//! `ergo verify`: plays the experiment or the comparison of a results folder again and compares every digest.

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

use super::flags::Threads;
use super::found::{Found, conclude};
use super::json::AsJson;
use super::shared::{progress_bar, say, strangers};
use super::verb::{Act, Whole};
use super::verify_search::{SEAL, verify_search};

/// Play the experiment of a results folder again and compare every digest
#[derive(Args)]
pub(super) struct VerifyArgs {
    /// The results folder
    pub folder: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Start the programs from outside that its experiment names; without this they are only shown
    #[arg(long)]
    pub run_programs: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: AsJson,
}

impl Act for VerifyArgs {
    const NAME: &'static str = "verify";

    /// Verifies the folder named on the command line.
    fn act(&self, registry: &GameRegistry, whole: Whole) -> anyhow::Result<()> {
        let folder = self.folder.as_path();
        if folder.join(SEAL).exists() && !folder.join(manifest::NAME).exists() {
            return verify_search(folder, self.json.json, registry, whole);
        }
        let recorded = match ResultsDir::open(folder) {
            Err(ResultsError::Folder(FolderError::NotReadable { error, .. })) if error == sealed::CHANGED => {
                let found = [Found::differing(manifest::NAME, &error)];
                return conclude(folder, self.json.json, &found, Some("the manifest is not the one that was written"));
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
                let found = [Found::differing(EXPERIMENT, OTHERWISE)];
                return conclude(folder, self.json.json, &found, Some("the experiment is not the one that was run"));
            }
            experiment => experiment?,
        };
        if let (true, Err(ResultsError::Edited(_))) =
            (compare::folder::is_comparison(manifest), recorded.text(compare::record::QUESTION))
        {
            let found = [Found::differing(compare::record::QUESTION, OTHERWISE)];
            return conclude(folder, self.json.json, &found, Some("the question is not the one that was asked"));
        }
        let file = folder.join(EXPERIMENT);
        hide(folder);
        strangers(&experiment, &file, self.run_programs)?;
        if let Some(CommandFile { entrant, file, .. }) =
            changed(&manifest.programs, &command_files(experiment.programs()))
        {
            say(&format!("{}: {file}, which the command of {entrant} names, is not what it was", folder.display()));
        }
        let _parting = ShutdownGuard::print("ergo: interrupted; nothing was changed");
        let threads = self.threads.get();
        let bar = progress_bar(manifest.matches);
        let compared = if compare::folder::is_comparison(manifest) {
            let matches = u64::from(compare::Contest::new(&experiment, Programs::new(None)).matches());
            let mut watch = |now: &compare::Comparison| bar.set_position(now.blocks() * matches);
            compare::folder::verify(&experiment, &recorded, threads, &mut watch).map_err(|error| anyhow!("{error}"))?
        } else {
            let mut watch = |done| {
                bar.set_position(done);
                ControlFlow::Continue(())
            };
            play_again(&experiment, folder, manifest, threads, &mut watch).map_err(|error| anyhow!("{error}"))?
        };
        bar.finish_and_clear();
        let found = |file: &FileComparison| match file.verdict {
            FileStatus::Same => Found { name: file.name.clone(), verdict: "same", why: None },
            FileStatus::Absent => Found { name: file.name.clone(), verdict: "absent", why: None },
            FileStatus::Differs(why) => Found::differing(&file.name, why),
        };
        conclude(folder, self.json.json, &compared.iter().map(found).collect::<Vec<_>>(), None)
    }
}

/// Why what was asked is refused.
const OTHERWISE: &str = "the manifest says otherwise";
