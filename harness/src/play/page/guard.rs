//! Who is let in: only who knows the address, and only by that address.
//!
//! Other programs of this machine can reach the port, and so can every page that a browser shows. What they do not know is the
//! token in the path. A name that an attacker lets point here (DNS rebinding) comes with its own `Host`; a page of another origin
//! that tries comes with its own `Origin`, or cannot send JSON without being asked first, which is refused.

use oxhttp::model::{Body, HeaderName, Method, Request, StatusCode, header};

use super::secret::hex;

/// The conditions that a request must meet.
pub(super) struct Guard {
    host: String,
    token: String,
}

/// Refused: the status, and why.
pub(super) type Refused = (StatusCode, &'static str);

impl Guard {
    /// Of the page on `port`, with a token of these bytes.
    pub(super) fn new(port: u16, token: &[u8; 16]) -> Self {
        Guard { host: format!("127.0.0.1:{port}"), token: hex(token) }
    }

    /// The one address that is let in.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.token)
    }

    /// The path behind the token, if the request is let in.
    pub(super) fn admit(&self, request: &Request<Body>) -> Result<String, Refused> {
        let only = |name: HeaderName| {
            let mut values = request.headers().get_all(name).iter();
            match (values.next(), values.next()) {
                (None, _) => Ok(None),
                (Some(value), None) => Ok(Some(value.as_bytes().to_vec())),
                (Some(_), Some(_)) => Err((StatusCode::BAD_REQUEST, "a header stands there twice, expected once")),
            }
        };
        let asked_for = request.uri().authority().map(|authority| authority.as_str().as_bytes().to_vec());
        if asked_for.as_deref() != Some(self.host.as_bytes())
            || only(header::HOST)?.as_deref() != Some(self.host.as_bytes())
        {
            return Err((StatusCode::MISDIRECTED_REQUEST, "another host, expected the address that ergo play printed"));
        }
        let origin = only(header::ORIGIN)?;
        let own_origin = format!("http://{}", self.host);
        if origin.as_ref().is_some_and(|origin| *origin != own_origin.as_bytes()) {
            return Err((StatusCode::FORBIDDEN, "another origin, expected the page itself"));
        }
        let (token, path) = request.uri().path().trim_start_matches('/').split_once('/').unwrap_or_default();
        if !same(token.as_bytes(), self.token.as_bytes()) {
            return Err((StatusCode::FORBIDDEN, "another token, expected the address that ergo play printed"));
        }
        let site = only(HeaderName::from_static("sec-fetch-site"))?;
        if !path.is_empty() && site.is_some_and(|site| site != b"same-origin") {
            return Err((StatusCode::FORBIDDEN, "another site, expected the page itself"));
        }
        if request.method() == Method::POST {
            if origin.is_none() {
                return Err((StatusCode::FORBIDDEN, "no origin, expected the page itself"));
            }
            let json = only(header::CONTENT_TYPE)?.is_some_and(|kind| kind == b"application/json");
            if !json {
                return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected application/json"));
            }
        }
        Ok(path.to_owned())
    }
}

/// Whether two texts are the same, in a time that says nothing of where they differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}
