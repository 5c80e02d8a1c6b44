//! Worked cases: lines of a file that ask a question and give the answer, each worked out by the program's own rules.

/// A line worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkedCase {
    /// Its name; nothing where lines have none.
    pub id: Option<String>,
    /// The answer that the line gives.
    pub expected: String,
    /// The answer that was found, without a look at the other.
    pub found: String,
}

/// How a game works out a line, which is neither empty nor a comment. An error says why it cannot be read.
pub type CaseSolver = fn(&str) -> Result<WorkedCase, String>;

/// The result of a file of cases.
pub struct CaseReport {
    /// One line for each case that differs.
    pub differences: Vec<String>,
    /// All cases.
    pub cases: usize,
}

/// Works out every line of `text` but those that are empty or begin with `#`. An error names the line that cannot be read.
pub fn check_cases(how: CaseSolver, text: &str) -> Result<CaseReport, String> {
    let mut agreement = CaseReport { differences: Vec::new(), cases: 0 };
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let WorkedCase { id, expected, found } = how(line).map_err(|error| format!("line {number}: {error}"))?;
        agreement.cases += 1;
        if expected != found {
            let id = id.unwrap_or_else(|| format!("line {number}"));
            agreement.differences.push(format!("{id} differs: expected {expected}, found {found}"));
        }
    }
    Ok(agreement)
}

/// Of a game without cases.
pub fn no_cases(_: &str) -> Result<WorkedCase, String> {
    Err("no kind of case is known of this game".to_owned())
}
