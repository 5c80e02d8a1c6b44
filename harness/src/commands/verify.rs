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
use ergo_harness::recorded::{NotRecorded, Recorded};
use ergo_harness::sealed;
use ergo_harness::verify::{Comparison, Verdict, verify as play_again};

use super::claims::Claims;
use super::flags::Threads;
use super::found::{Closing, Found, conclude};
use super::json::AsJson;
use super::shared::{progress_bar, say, strangers};
use super::verb::{Act, Whole};
use super::verify_played::verify_played;
use super::verify_search::{SEAL, verify_search};

/// Play the experiment of a results folder again and compare every digest
#[derive(Args)]
pub(super) struct VerifyArgs {
    /// The results folder, or the record of a match by ergo play
    pub folder: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Start the programs from outside that its experiment names. Without this they are only shown, and where others cannot be repeated
    /// their answers are taken from the record
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
        let (folder, none) = (self.folder.as_path(), &Closing::default());
        if folder.is_file() {
            return verify_played(folder, (self.json.json, self.run_programs), registry);
        }
        if folder.join(SEAL).exists() && !folder.join(manifest::NAME).exists() {
            return verify_search(folder, self.json.json, registry, whole);
        }
        let recorded = match Recorded::open(folder) {
            Err(NotRecorded::Folder(FolderError::NotReadable { error, .. })) if error == sealed::CHANGED => {
                let found = [Found::differing(manifest::NAME, &error)];
                return conclude(
                    folder,
                    self.json.json,
                    &found,
                    Some("the manifest is not the one that was written"),
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
            Err(NotRecorded::Edited(_)) => {
                let found = [Found::differing(EXPERIMENT, OTHERWISE)];
                return conclude(
                    folder,
                    self.json.json,
                    &found,
                    Some("the experiment is not the one that was run"),
                    none,
                );
            }
            experiment => experiment?,
        };
        if let (true, Err(NotRecorded::Edited(_))) =
            (compare::folder::is_comparison(manifest), recorded.text(compare::record::QUESTION))
        {
            let found = [Found::differing(compare::record::QUESTION, OTHERWISE)];
            return conclude(folder, self.json.json, &found, Some("the question is not the one that was asked"), none);
        }
        let file = folder.join(EXPERIMENT);
        hide(folder);
        if experiment.unrepeatable().is_empty() {
            strangers(&experiment, &file, self.run_programs)?;
        }
        if let Some(CommandFile { entrant, file, .. }) =
            changed(&manifest.programs, &command_files(experiment.programs()))
        {
            say(&format!("{}: {file}, which the command of {entrant} names, is not what it was", folder.display()));
        }
        let _parting = ShutdownGuard::say("ergo: interrupted; nothing was changed");
        let threads = self.threads.get();
        let bar = progress_bar(manifest.matches);
        let shown = if compare::folder::is_comparison(manifest) {
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
        let found = |file: &Comparison| match &file.verdict {
            Verdict::Same => Found { name: file.name.clone(), verdict: "same", why: None },
            Verdict::Recorded => Found { name: file.name.clone(), verdict: "recorded", why: None },
            Verdict::Absent => Found { name: file.name.clone(), verdict: "absent", why: None },
            Verdict::Differs(why) => Found::differing(&file.name, why),
        };
        let mut closing = Closing::of(&shown);
        let claims = Claims::read(folder)?;
        closing.lines.extend(claims.lines());
        closing.fields.extend(claims.fields());
        conclude(folder, self.json.json, &shown.files.iter().map(found).collect::<Vec<_>>(), None, &closing)
    }
}

/// Why what was asked is refused.
const OTHERWISE: &str = "the manifest says otherwise";
