//! Comparisons cut into waves of blocks.

use std::fs;
use std::path::Path;

use super::shard::{Room, merge, same, shard, status};
use crate::common::{complaint, done, refused, run};

#[test]
fn waves_of_a_comparison_come_to_the_bytes_of_one_machine() {
    let room = Room::new();
    let asked = ["compare", "random", "greedy", "--one", "60", "--seed", "3"];
    let (one, ask, merged) = (room.at("one"), room.at("ask"), room.at("merged"));
    let compare = |more: &[&str]| run(&[&asked[..], more].concat());
    done(&compare(&["--out", &one, "--threads", "2"]));
    done(&compare(&["--out", &ask, "--ask"]));
    done(&compare(&["--out", &ask, "--ask"]));
    refused(&run(&["compare", "greedy", "random", "--out", &ask, "--ask"]), &["ask", "experiment.toml"]);
    let wave = |from: &str, name: &str, more: &[&str]| {
        let out = room.at(name);
        let cut = ["shard", "plan", from, "--blocks", "30", "--shards", "3", "--out", &out];
        (run(&[&cut[..], more].concat()), out)
    };
    let (planned, first) = wave(&ask, "first", &[]);
    done(&planned);
    done(&shard(&first, 0));
    let missing = merge(&first, &merged, &[]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(complaint(&missing).contains("shards 1,2 are missing"), "{}", complaint(&missing));
    let part = merge(&first, &merged, &["--part"]);
    done(&part);
    assert!(complaint(&part).contains("10 blocks, no verdict yet"), "{}", complaint(&part));
    (1..3).for_each(|index| done(&shard(&first, index)));
    assert_eq!(status(&first, "played")[0].split(',').next(), Some("30 blocks of 30"));
    let open = merge(&first, &merged, &[]);
    done(&open);
    let line = format!("ergo shard plan {first} --blocks 30 --shards 3 --after {merged} --out NEW-FOLDER\n");
    assert_eq!(String::from_utf8(open.stdout).unwrap(), line);

    // The verdict lies in the second wave, before its end.
    let (planned, second) = wave(&first, "second", &["--after", &merged]);
    done(&planned);
    (0..3).for_each(|index| done(&shard(&second, index)));
    let blocks = Path::new(&second).join("shards/1/blocks.csv.part");
    let text = fs::read_to_string(&blocks).unwrap();
    fs::write(&blocks, text.replacen("41,", "14,", 1)).unwrap();
    refused(&merge(&second, &merged, &[]), &["shards/1", "changed", "remove shards/1"]);
    fs::write(&blocks, text).unwrap();
    done(&merge(&second, &merged, &[]));
    same(&one, &merged);
    let counted = fs::read_to_string(Path::new(&merged).join("blocks.csv")).unwrap().lines().count() - 1;
    assert!((31..60).contains(&counted), "{counted}");
    done(&merge(&second, &merged, &[]));
}

#[test]
fn waves_that_cannot_be_planned_are_refused() {
    let room = Room::new();
    let (ask, other, out) = (room.at("ask"), room.at("other"), room.at("out"));
    done(&run(&["compare", "random", "greedy", "--most-blocks", "40", "--out", &ask, "--ask"]));
    done(&run(&["compare", "random", "greedy", "--most-blocks", "50", "--out", &other, "--ask"]));
    let plan = |what: &str, more: &[&str]| run(&[&["shard", "plan", what, "--out", &out], more].concat());
    refused(&plan(&ask, &["--shards", "2"]), &["--blocks", "missing"]);
    refused(&plan(&room.toy(4), &["--shards", "2", "--blocks", "9"]), &["--blocks 9", "folder of a comparison"]);
    refused(&plan(&ask, &["--shards", "2", "--blocks", "9", "--set", "seed=2"]), &["--set", "ergo compare --ask"]);
    // The question says when to give up.
    refused(&plan(&ask, &["--shards", "41", "--blocks", "99"]), &["--shards", "41 shards of 40 blocks"]);
    assert!(!Path::new(&out).exists());
    done(&plan(&ask, &["--shards", "2", "--blocks", "4"]));
    refused(&run(&["compare", "random", "greedy", "--ask"]), &["--out"]);
    (0..2).for_each(|index| done(&shard(&out, index)));
    let merged = room.at("merged");
    done(&merge(&out, &merged, &[]));
    let wrong = ["shard", "plan", &other, "--blocks", "4", "--shards", "2", "--after", &merged, "--out", &room.at("x")];
    refused(&run(&wrong), &["merged", "another experiment"]);
    // Another question in the folder of a plan.
    fs::copy(Path::new(&other).join("question.json"), Path::new(&out).join("question.json")).unwrap();
    refused(&shard(&out, 0), &["question.json", "other bytes than were planned"]);
}
