//! Unpredictable numbers.

/// Returns random bytes from the operating system.
///
/// # Errors
///
/// Fails if the operating system has none.
pub(super) fn random<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers are available: {error}"))?;
    Ok(bytes)
}

/// Returns two hexadecimal digits for each byte.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
