//! The verbs and the files that they write.

/// A verb that writes.
pub struct Writes {
    /// Name of the verb, and of its action if it has several.
    pub verb: &'static str,
    /// Commands to run before.
    pub before: &'static [&'static str],
    /// The command under test.
    pub what: &'static str,
    /// Files and folders that it writes, relative to the working folder.
    pub names: &'static str,
}

pub const RUN: &str = "run toy.toml --threads 1 --out out";
pub const TUNE: &str = "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out out --generations 2 \
                    --population 4 --deals 1 --held-out 2 --threads 1";
pub const TRAIN: &str = "train --seats 2 --out out --rounds 6 --batch 3 --hidden 2 --trial 2 --threads 1";
pub const PLAN: &str = "shard plan toy.toml --shards 2 --out cuts";

/// Names in a results folder.
pub const RESULTS: &str = "out out/experiment.toml out/rounds.csv out/seats.csv out/matches.csv out/transcripts.jsonl \
    out/summary.csv out/blocks.csv out/report.md out/report.html out/manifest.json out/progress.json \
    out/plots out/plots/lengths.csv out/plots/seats.csv out/stderr out/stderr/one.log";

/// Every verb that writes files.
pub const WRITE: &[Writes] = &[
    Writes { verb: "run", before: &[], what: RUN, names: RESULTS },
    Writes {
        verb: "run",
        before: &[RUN],
        what: "run toy.toml --threads 1 --out out --fresh --set seed=2",
        names: RESULTS,
    },
    Writes { verb: "report", before: &[RUN], what: "report out", names: RESULTS },
    Writes {
        verb: "compare",
        before: &[],
        what: "compare --game kuhn-poker random ismcts:iterations=20 --threads 1 --out out",
        names: "out out/question.json out/experiment.toml out/blocks.csv out/plots out/plots/path.csv out/report.md \
               out/manifest.json out/progress.json",
    },
    Writes {
        verb: "tune",
        before: &[TUNE],
        what: "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out out --generations 2 \
               --population 4 --deals 1 --held-out 2 --threads 1 --seed 5 --fresh",
        names: "out out/search.json out/experiment.toml out/candidates.csv out/generations.csv out/held_out.csv \
               out/best.toml out/verdict.md out/tune.json out/progress.json",
    },
    Writes {
        verb: "train",
        before: &[TRAIN],
        what: "train --seats 2 --out out --rounds 6 --batch 3 --hidden 2 --trial 2 --threads 1 --seed 5 --fresh",
        names: "out out/training.toml out/curve.csv out/weights.bin out/weights.toml out/checkpoint.bin \
               out/progress.json",
    },
    Writes { verb: "propose", before: &[RUN], what: "propose out --out proposed", names: "proposed" },
    Writes {
        verb: "shard",
        before: &[],
        what: PLAN,
        names: "cuts cuts/experiment.toml cuts/question.json cuts/plan.json cuts/before",
    },
    Writes {
        verb: "shard",
        before: &[PLAN],
        what: "shard run cuts --index 0",
        names: "cuts/shards cuts/shards/0 cuts/shards/0/shard.json cuts/shards/0/rounds.csv.part",
    },
    Writes {
        verb: "shard",
        before: &[PLAN, "shard run cuts --index 0", "shard run cuts --index 1"],
        what: "shard merge cuts --out out --threads 1",
        names: RESULTS,
    },
    Writes { verb: "replay", before: &[RUN], what: "replay out --match 1 --html page.html", names: "page.html" },
    Writes { verb: "play", before: &[], what: "play --seed 3 --out match.jsonl", names: "match.jsonl" },
    Writes {
        verb: "new",
        before: &[],
        what: "new bot mine --python",
        names: "mine mine/ergobot.py mine/bot.py mine/bot.toml mine/README.md",
    },
    Writes {
        verb: "new",
        before: &[],
        what: "new game mine",
        names: "mine mine/Cargo.toml mine/src mine/src/main.rs mine/src/game.rs mine/tournament.toml mine/README.md",
    },
];

/// Every verb that writes no file. `game` has tools with their own commands.
pub const READ: &[&str] = &[
    "verify",
    "plan",
    "judge",
    "moves",
    "diff",
    "cases",
    "position",
    "games",
    "agents",
    "completions",
    "game",
    "rules",
    "exploit",
];
