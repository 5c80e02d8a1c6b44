//! One way to do numbered work, and to write it down so that a kill at any moment loses nothing.
//!
//! A **job** ([`Job`]) is a list of numbered tasks. What comes of a task, as a rule bytes of rows, follows from its number and from
//! what was asked, and from nothing else: so any thread may do it, at any time, on any machine. [`in_order`] does a range of
//! numbers on the threads of a pool and hands on what came of them in the order of their numbers, with memory that does not grow.
//! Whoever takes it may end the job by what came back so far: a verdict of a sequential test, a forbidden fault, an agent that
//! fails. Where later tasks depend on earlier ones (generations of a search, batches of rounds between two
//! steps of a net), each of them is a range of numbers, done once the one before is whole.
//!
//! A **ledger** ([`Checkpoint`]) is how far a job in a folder has come. Its order of operations is the same for all verbs:
//!
//! 1. what was asked is written, as parts (`experiment.toml.part`), then the files of rows with their first lines, and
//!    `progress.json`, which names the files of older work that go once this is finished, with their digests;
//! 2. rows are added to these parts, for whole tasks, and every now and then `progress.json` is written: how many tasks are whole,
//!    how many bytes of each part they are, and the digest of these;
//! 3. `progress.json` names what follows from the rows, with digests, which is then written, as parts; then it lists all parts;
//! 4. what is stale is removed, every part gets its name, the seal (the manifest) last, and `progress.json` goes.
//!
//! A file is removed or replaced only if the program wrote it: a record in the folder (a manifest, `progress.json`) names it, and its
//! digest is still the one given there. Anything else that is in the way is set aside under a name of its own, a link or a pipe is
//! refused before the first task, and so is a folder in which others have their files.
//!
//! Killed before 4 begins, the folder holds the older result whole; killed during 4, all that is needed to finish. A power cut is
//! no worse: rows are synced before `progress.json` says that they count, files before they get their names, and the names before
//! `progress.json` goes. That takes at most a hundredth of the time: the slower the disk, the rarer the checkpoints. Parts are cut
//! to the lengths that count when work goes on; where one is shorter all the same, work goes on from an earlier place that
//! `progress.json` remembers, or from the first task; one with other bytes is refused by name. `commands/outlives.rs` tries every
//! fault at every operation of every verb. A [`Claim`] says what is
//! different from verb to verb: names, what was asked, whether a finished result may be replaced unasked.
//!
//! `progress.json` and the manifest also list the files that the commands of programs from outside name, with digests. Work goes on,
//! and slices are put together, only with the same files.
//!
//! A **slice** is a range of a job's numbers, done in a folder of its own ([`Checkpoint::open_at`]). Slices that lie one after the
//! other are, byte for byte, the rows of the whole; [`extend`] adds them to interrupted work, and finishing
//! that is what `--resume` does.
//!
//! | verb | a task is | rows | ends early by |
//! | --- | --- | --- | --- |
//! | `run` | a match | `rounds.csv` and the others | a fault, where it is forbidden |
//! | `compare` | a block | `blocks.csv` | the verdict |
//! | `tune` | a generation, itself a job of deals by candidates; then a deal of the check | `candidates.csv`, `generations.csv`, `held_out.csv` | a fault |
//! | `train` | a batch, itself a job of rounds | none: the net as it stands is kept whole | weights that are not finite |
//! | `agents check` | a match with the program watched | none, and no folder | |

pub mod manifest;
pub mod programs;
pub(crate) mod stopwatch;

mod checkpoint;
mod claim;
mod options;
mod ours;
mod parts;
mod progress;
mod queue;
mod slice;

pub use checkpoint::{Checkpoint, Opened};
pub use claim::Claim;
pub use options::{Mode, RunOptions};
pub(crate) use ours::trust;
pub use ours::{SEARCHED, TRAINED, WEIGHTS};
pub use progress::{PartLength, Played, Progress, Written};
pub use queue::{BatchBuffer, Job, MOST_TAKEN, TaskBatch, TaskRunner, each, in_order};
pub use slice::{Slice, extend};
