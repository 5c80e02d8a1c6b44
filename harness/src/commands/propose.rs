//! `ergo propose`: better points of a design that was played, and the experiment that confirms them.

#[cfg(feature = "pictures")]
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::rng::{Seed, below};

use super::shared::{command, in_file, read_document, say};
use crate::cli::ProposeArgs;
use crate::experiment::{Document, Experiment};
use crate::folder::{EXPERIMENT, Folder};
#[cfg(feature = "pictures")]
use crate::propose::search::Searched;
use crate::propose::search::{Wanted, chosen, search};
use crate::propose::space::Space;
use crate::propose::written;
use crate::recorded::believed;
#[cfg(feature = "pictures")]
use crate::report::Model;
use crate::report::{Asked, count, models};
use crate::rows;
use crate::shelf::{GameVisitor, Shelf, Shelved};
use crate::verify::manifest_of;

/// What was searched, and what the models foretell, in words.
const PROPOSAL: &str = "proposal.md";
/// The rows of the front.
const FRONT: &str = "front.csv";
/// Its picture.
#[cfg(feature = "pictures")]
const PICTURE: &str = "front.svg";
/// Candidates nearer than this, in expected misses, are one point of it.
#[cfg(feature = "pictures")]
const NEAR: f64 = 0.25;
/// The arm that changes nothing.
const BASE: &str = "base";

/// Proposes points of the design in the folder named on the command line.
pub(super) fn propose(args: &ProposeArgs, shelf: &impl Shelf) -> anyhow::Result<()> {
    if args.out.symlink_metadata().is_ok() {
        bail!("--out {}: is there already, expected the name of a folder to be made", args.out.display());
    }
    let manifest = manifest_of(&args.folder)?;
    believed(&args.folder, &manifest, &rows::FILES, args.rows_changed)?;
    let file = args.folder.join(EXPERIMENT);
    let document = read_document(&file)?;
    let name = document.game().map_err(|problem| in_file(&file, &problem))?;
    let visitor = Propose { args, document: &document, file: &file };
    shelf.with_game(&name, visitor).map_err(|error| anyhow!("{}: {error}", file.display()))?
}

struct Propose<'a> {
    args: &'a ProposeArgs,
    document: &'a Document,
    file: &'a Path,
}

impl GameVisitor for Propose<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> anyhow::Result<()> {
        let Propose { args, document, file } = self;
        let at = file.display();
        let experiment = Experiment::read_on(document, shelved).map_err(|problem| in_file(file, &problem))?;
        let Some(design) = &experiment.design else {
            bail!("{at}: design: missing, expected an experiment with a [design]");
        };
        if experiment.targets.is_empty() {
            bail!("{at}: targets: missing, expected an experiment with [targets]");
        }
        let models = models(&args.folder, &Asked::of(&experiment))?;
        if models.is_empty() {
            bail!(
                "{at}: no target can be modelled, expected a design that is not for screening, and more points or deals"
            );
        }
        let base: Settings = experiment.arms[0].rules().next().ok_or_else(|| anyhow!("{at}: no tables"))?;
        let space = Space::new(design, &base);
        let foretell: Vec<_> = models.iter().map(|model| |point: &[usize]| model.foretell(point)).collect();
        let wanted = models.iter().zip(&foretell).map(|(model, foretell)| Wanted { band: model.band, foretell });
        let wanted: Vec<Wanted<'_>> = wanted.collect();
        let seed = Seed::master(args.seed).derive("propose", &[]);
        let searched = search(&space, &wanted, args.candidates.into(), &seed);
        let chosen = chosen(&searched.front, args.best.into());
        if chosen.is_empty() {
            bail!(
                "{at}: no candidate is expected to miss fewer targets than the base, expected other factors or targets"
            );
        }
        let arms = written::arms(&space, &searched.front, &chosen);
        let deals = args.deals.unwrap_or_else(|| {
            let played = u64::from(experiment.deals) * experiment.arms.len() as u64;
            u32::try_from(played / (arms.len() as u64 + 1)).unwrap_or(u32::MAX).max(2)
        });
        let mut confirming = document.clone();
        let question = format!("What do {} proposed settings change?", arms.len());
        confirming.confirm(&question, fresh(&seed, experiment.seed), deals, BASE, &arms);
        let confirming =
            Experiment::read_on(&confirming, shelved).map_err(|problem| anyhow!("{EXPERIMENT}: {problem}"))?;

        let rows = written::rows(&space, &models, &searched.front, &chosen);
        let source = args.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let page = written::page(&space, &models, &searched, &chosen, (&source, &command()));
        let folder = Folder::open(&args.out)?;
        folder.write_whole(FRONT, &rows)?;
        #[cfg(feature = "pictures")]
        folder.write_whole(PICTURE, &picture(&searched, &chosen, &models))?;
        folder.write_whole(EXPERIMENT, &confirming.text)?;
        folder.write_whole(PROPOSAL, &page)?;
        say(&format!(
            "{} candidates, {} on the front, {} to be played: ergo run {}",
            count(searched.all.len() as u64),
            searched.front.len(),
            arms.len(),
            args.out.join(EXPERIMENT).display()
        ));
        Ok(())
    }
}

/// A seed that is not `old`.
fn fresh(seed: &Seed, old: u64) -> u64 {
    let drawn = u64::from(below(&mut seed.derive("confirmation", &[]).rng(), u32::MAX));
    if drawn == old { drawn + 1 } else { drawn }
}

#[cfg(feature = "pictures")]
fn picture(searched: &Searched, chosen: &[usize], models: &[Model]) -> String {
    // What would lie on one another is drawn once.
    let cell = |(changed, misses): &(u64, f64)| (*changed, (misses / NEAR).round() as i64);
    let cells: BTreeSet<(u64, i64)> = searched.all.iter().map(cell).collect();
    let all = cells.into_iter().map(|(changed, misses)| (changed as f64, misses as f64 * NEAR)).collect();
    let at = |place: &usize| (searched.front[*place].changed.all as f64, searched.front[*place].misses);
    let line = (0..searched.front.len()).map(|place| at(&place)).collect();
    let named = chosen.iter().map(|place| (at(place).0, at(place).1, searched.front[*place].changed.all.to_string()));
    let missed = format!("targets expected to be missed, of {}", models.len());
    let axes = ["cards or other values changed from the base", missed.as_str()];
    let shows = "Expected misses against changes of the base, by the models; predictions, no evidence";
    crate::report::front(all, line, named.collect(), axes, shows)
}
