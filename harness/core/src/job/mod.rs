//! Resumable jobs: numbered tasks whose results are saved so that a kill at any moment loses nothing.
//!
//! A **job** ([`Job`]) is a list of numbered tasks. The result of a task, usually bytes of rows, depends only on its
//! number and on the files that define the job, so any thread on any machine may compute it. [`run_in_order`] runs a
//! range of tasks on a thread pool and passes the results on in the order of their numbers, with bounded memory. The
//! consumer may end the job early: a sequential test reaches a verdict, a fault is not permitted, an agent fails. If
//! later tasks depend on earlier ones (generations of a search, batches between two steps of a net), each generation or
//! batch is a range of its own.
//!
//! A **checkpoint** ([`Checkpoint`]) is the saved state of a job in a folder. The order of operations is the same for
//! all commands:
//!
//! 1. The files that define the job are written as parts (`experiment.toml.part`), then the row files with their
//!    headers, then `progress.json`. It names the files of older work that will be removed at the end, with digests.
//! 2. Rows of whole tasks are appended to the parts. From time to time `progress.json` is written: the number of
//!    finished tasks, the length of each part and its digest.
//! 3. `progress.json` names the files derived from the rows, with digests; they are written as parts. Then it lists all
//!    parts.
//! 4. Stale files are removed, every part gets its final name (the manifest last), and `progress.json` is removed.
//!
//! A file is removed or replaced only if the program wrote it: a record in the folder (a manifest or `progress.json`)
//! names it with its current digest. Any other file in the way is renamed. A link or a pipe is rejected before the
//! first task, and so is a folder with foreign files.
//!
//! A kill before step 4 leaves the older result intact; a kill during step 4 leaves everything that is needed to
//! finish. A power failure is no worse: rows are synced before `progress.json` counts them, files before they are
//! renamed, and names before `progress.json` is removed. Syncing takes at most a hundredth of the run time: the slower
//! the disk, the rarer the checkpoints. On resuming, parts are cut to the recorded lengths. If a part is shorter, the
//! work resumes from an earlier checkpoint in `progress.json`, or from the first task. A part with other bytes is
//! rejected by name. The tests in `harness/tests/faults` try every fault at every file operation of every command. A
//! [`FolderClaim`] describes what differs between commands.
//!
//! `progress.json` and the manifest also list the files that the commands of external programs name, with digests. Work
//! is resumed, and slices are merged, only with the same files.
//!
//! A **slice** is a range of a job's tasks in a folder of its own ([`Checkpoint::open_at`]). The rows of consecutive
//! slices are, byte for byte, the rows of the whole. [`extend`] adds them to interrupted work, which is then finished
//! with `--resume`.
//!
//! | command | task | rows | early end |
//! | --- | --- | --- | --- |
//! | `run` | a match | `rounds.csv` and others | a fault, if not permitted |
//! | `compare` | a block | `blocks.csv` | the verdict |
//! | `tune` | a generation, itself a job of deals by candidates; then a held-out deal | `candidates.csv`, `generations.csv`, `held_out.csv` | a fault |
//! | `train` | a batch, itself a job of rounds | none: the current net is written whole | weights that are not finite |
//! | `agents check` | a match with an observed program | none, and no folder | |

pub mod manifest;
pub mod programs;
pub(crate) mod stopwatch;

mod checkpoint;
mod claim;
mod finish;
mod options;
mod ownership;
mod parts;
mod progress;
mod queue;
mod slice;

pub use checkpoint::{Checkpoint, OpenedWork};
pub use claim::FolderClaim;
pub use options::{Mode, RunOptions};
pub(crate) use ownership::trust;
pub use ownership::{CURVE, SEARCHED, TRAINED, WEIGHTS};
pub use progress::{PartLength, PlayedCounts, Progress, WrittenFile};
pub use queue::{BatchBuffer, Job, MAX_BATCH, TaskBatch, TaskRunner, for_each_task, run_in_order};
pub use slice::{Slice, extend};
