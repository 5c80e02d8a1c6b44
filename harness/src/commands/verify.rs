//! `ergo verify`: plays the experiment or the comparison of a results folder again and compares every digest.

use clap::Args;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::flags::Threads;
use super::shared::{CheckFailed, print, progress_bar, say, strangers};
use super::verb::{Act, Whole};
use super::verify_search::{SEAL, verify_search};
use crate::compare;
use crate::folder::{EXPERIMENT, FolderError};
use crate::manifest::{self, REVISION, VERSION};
use crate::programs::{Parting, Programs, hide};
use crate::recorded::{NotRecorded, Recorded};
use crate::sealed;
use crate::shelf::Shelf;
use crate::verify::{Verdict, verify as play_again};

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
}

impl Act for VerifyArgs {
    const NAME: &'static str = "verify";

    /// Verifies the folder named on the command line.
    fn act(&self, shelf: &Shelf, whole: Whole) -> anyhow::Result<()> {
        let folder = self.folder.as_path();
        if folder.join(SEAL).exists() && !folder.join(manifest::NAME).exists() {
            return verify_search(folder, shelf, whole);
        }
        let recorded = match Recorded::open(folder) {
            Err(NotRecorded::Folder(FolderError::NotReadable { error, .. })) if error == sealed::CHANGED => {
                print(&format!("DIFFERS  {}: {error}\n", manifest::NAME))?;
                return Err(failed(folder, "the manifest is not the one that was written"));
            }
            recorded => recorded?,
        };
        let manifest = &recorded.manifest;
        if (manifest.version.as_str(), manifest.revision.as_str()) != (VERSION, REVISION) {
            let then = format!("{} {}", manifest.version, manifest.revision);
            say(&format!("{}: written by {then}, compared with {VERSION} {REVISION}", folder.display()));
        }
        let experiment = match recorded.experiment(shelf) {
            Err(NotRecorded::Edited(_)) => {
                print(&format!("DIFFERS  {EXPERIMENT}: the manifest says otherwise\n"))?;
                return Err(failed(folder, "the experiment is not the one that was run"));
            }
            experiment => experiment?,
        };
        if let (true, Err(NotRecorded::Edited(_))) =
            (compare::folder::is_comparison(manifest), recorded.text(compare::record::QUESTION))
        {
            print(&format!("DIFFERS  {}: the manifest says otherwise\n", compare::record::QUESTION))?;
            return Err(failed(folder, "the question is not the one that was asked"));
        }
        let file = folder.join(EXPERIMENT);
        hide(folder);
        strangers(&experiment, &file, self.run_programs)?;
        let _parting = Parting::say("ergo: interrupted; nothing was changed");
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
        let mut lines = String::new();
        for comparison in &compared {
            lines += &match comparison.verdict {
                Verdict::Same => format!("same     {}\n", comparison.name),
                Verdict::Absent => format!("same     {} (by its digest; the file is not here)\n", comparison.name),
                Verdict::Differs(why) => format!("DIFFERS  {}: {why}\n", comparison.name),
            };
        }
        print(&lines)?;
        let differing = compared.iter().filter(|comparison| matches!(comparison.verdict, Verdict::Differs(_))).count();
        if differing == 0 {
            return Ok(());
        }
        Err(failed(folder, &format!("{differing} of {} files differ", compared.len())))
    }
}

fn failed(folder: &Path, what: &str) -> anyhow::Error {
    CheckFailed(format!("{}: {what}, expected the same bytes again", folder.display())).into()
}
