//! Which shard a process is to run: said by a flag, or found in the environment that an array engine gives its tasks.

use super::error::ShardError;

/// The variables in which engines give the number of a task, in the order in which they are asked, each with the number of the first. An
/// engine started inside a task of another inherits the other's, so those that are started inside come first.
const NAMES: [(&str, u64); 11] = [
    ("HQ_TASK_ID", 0),
    ("SLURM_ARRAY_TASK_ID", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("SGE_TASK_ID", 1),
    ("LSB_JOBINDEX", 1),
    ("AWS_BATCH_JOB_ARRAY_INDEX", 0),
    ("JOB_COMPLETION_INDEX", 0),
    ("CLOUD_RUN_TASK_INDEX", 0),
    ("BATCH_TASK_INDEX", 0),
    ("NOMAD_ALLOC_INDEX", 0),
    ("PARALLEL_SEQ", 1),
];

/// The number of a shard, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number, counted from 0.
    pub index: u64,
    /// The variable it was found in.
    pub name: &'static str,
    /// Other variables that say otherwise, and the numbers they say.
    pub others: Vec<(&'static str, u64)>,
}

/// The number of the shard that the environment asks for, one of `shards`.
pub fn find(shards: u64, environment: impl Fn(&str) -> Option<String>) -> Result<Found, ShardError> {
    let said = NAMES.iter().filter_map(|&(name, first)| {
        let value = environment(name)?;
        // Outside of arrays some say this word, or 0 where they count from 1.
        let none = value.is_empty() || value == "undefined" || (name == "LSB_JOBINDEX" && value == "0");
        (!none).then_some((name, value, first))
    });
    let mut found: Option<Found> = None;
    for (name, value, first) in said {
        let index = value.parse::<u64>().ok().and_then(|number| number.checked_sub(first));
        match (&mut found, index) {
            (None, Some(index)) if index < shards => found = Some(Found { index, name, others: Vec::new() }),
            (None, _) => {
                let counted = if first == 1 { " counted from 1" } else { "" };
                let index = format!("{value:?}{counted}");
                return Err(ShardError::Index { name: name.to_owned(), index, last: shards - 1 });
            }
            (Some(found), Some(index)) if index != found.index => found.others.push((name, index)),
            (Some(_), _) => {}
        }
    }
    found.ok_or_else(|| ShardError::NoIndex(NAMES.map(|(name, _)| name).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(said: &[(&str, &str)]) -> Result<Found, String> {
        let value = |name: &str| said.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
        find(12, value).map_err(|error| error.to_string())
    }

    fn index(said: &[(&str, &str)]) -> u64 {
        found(said).unwrap().index
    }

    #[test]
    fn each_engine_is_understood_and_those_inside_come_first() {
        for (name, first) in NAMES {
            assert_eq!(found(&[(name, &(first + 7).to_string())]).unwrap(), Found { index: 7, name, others: vec![] });
            assert!(found(&[(name, &(first + 12).to_string())]).unwrap_err().contains("expected 0 to 11"), "{name}");
        }
        for (before, after) in NAMES.iter().zip(&NAMES[1..]) {
            let said = found(&[(after.0, "3"), (before.0, "5")]).unwrap();
            assert_eq!((said.name, said.index), (before.0, 5 - before.1));
            assert_eq!(said.others, [(after.0, 3 - after.1)]);
        }
        assert_eq!(index(&[("PARALLEL_SEQ", "4"), ("SLURM_ARRAY_TASK_ID", "3")]), 3);
        assert_eq!(found(&[("PARALLEL_SEQ", "4"), ("SLURM_ARRAY_TASK_ID", "3")]).unwrap().others, []);
    }

    #[test]
    fn what_says_nothing_is_passed_over_and_what_cannot_be_is_named() {
        assert_eq!(index(&[("SGE_TASK_ID", "undefined"), ("LSB_JOBINDEX", "0"), ("PARALLEL_SEQ", "1")]), 0);
        assert_eq!(index(&[("HQ_TASK_ID", ""), ("NOMAD_ALLOC_INDEX", "2")]), 2);
        for (name, value) in [("SLURM_ARRAY_TASK_ID", "x"), ("PARALLEL_SEQ", "0"), ("HQ_TASK_ID", "-1")] {
            assert!(found(&[(name, value)]).unwrap_err().contains(name));
        }
        assert!(found(&[]).unwrap_err().contains("SLURM_ARRAY_TASK_ID"));
    }
}
