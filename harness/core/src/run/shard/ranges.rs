//! Ranges of shard numbers in the notation of array engines.

/// Formats ascending numbers as `3,7,10-12`; two consecutive numbers are listed separately.
pub fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let text = |run: &[u64]| match run {
        [only] => only.to_string(),
        [first, last] => format!("{first},{last}"),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    runs.map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_use_array_notation() {
        assert_eq!(ranges(&[3, 7, 10, 11, 12]), "3,7,10-12");
        assert_eq!(ranges(&[0, 1, 5, 6, 7, 9]), "0,1,5-7,9");
        assert_eq!(ranges(&[0]), "0");
        assert_eq!(ranges(&[]), "");
    }
}
