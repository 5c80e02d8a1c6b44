//! Worked cases: lines with a question and its answer, which are checked against the program's own rules.

/// A solved case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkedCase {
    /// The name of the case; `None` if lines have no names.
    pub id: Option<String>,
    /// The answer in the file.
    pub expected: String,
    /// The computed answer.
    pub found: String,
}

/// Solves a line that is neither empty nor a comment. The error says why it cannot be read.
pub type CaseSolver = fn(&str) -> Result<WorkedCase, String>;

/// The result for a file of cases.
pub struct CaseReport {
    /// One line per case whose answers differ.
    pub differences: Vec<String>,
    /// The number of cases.
    pub cases: usize,
}

/// Solves every line of `text` that is neither empty nor begins with `#`.
///
/// # Errors
///
/// Returns the number of the first line that cannot be read, and the reason.
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

/// The solver of a game without cases.
///
/// # Errors
///
/// Always returns an error.
pub fn no_cases(_: &str) -> Result<WorkedCase, String> {
    Err("no kind of case is known of this game".to_owned())
}
