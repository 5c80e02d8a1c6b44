//! Admits only requests to the address of the page.
//!
//! Other programs of this machine can reach the port, and so can every page that a browser shows. They do not know the token in the
//! path. A name that an attacker points to this machine (DNS rebinding) sends its own `Host`. A page of another origin sends its own
//! `Origin`, or cannot send JSON without a preflight request, which is refused.

use super::http::{Refused, Request};
use super::secret::hex;

/// The conditions that a request must meet.
pub(super) struct Guard {
    host: String,
    token: String,
}

impl Guard {
    /// Guards the page on `port`, with a token of these bytes.
    pub(super) fn new(port: u16, token: &[u8; 16]) -> Self {
        Guard { host: format!("127.0.0.1:{port}"), token: hex(token) }
    }

    /// The only address that is admitted.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.token)
    }

    /// Returns the path after the token, if the request is admitted.
    ///
    /// # Errors
    ///
    /// Returns the status and the reason of a refusal.
    pub(super) fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, Refused> {
        let host = Some(self.host.as_str());
        if request.header("host")? != host || request.authority.as_deref().is_some_and(|named| Some(named) != host) {
            return Err((421, "another host, expected the address that ergo play printed"));
        }
        let origin = request.header("origin")?;
        if origin.is_some_and(|origin| origin.strip_prefix("http://") != host) {
            return Err((403, "another origin, expected the page itself"));
        }
        let (token, path) = request.path.split_once('/').unwrap_or_default();
        if !are_equal(token.as_bytes(), self.token.as_bytes()) {
            return Err((403, "another token, expected the address that ergo play printed"));
        }
        if !path.is_empty() && request.header("sec-fetch-site")?.is_some_and(|site| site != "same-origin") {
            return Err((403, "another site, expected the page itself"));
        }
        if request.method == "POST" {
            if origin.is_none() {
                return Err((403, "no origin, expected the page itself"));
            }
            if request.header("content-type")? != Some("application/json") {
                return Err((415, "expected application/json"));
            }
        }
        Ok(path)
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}
