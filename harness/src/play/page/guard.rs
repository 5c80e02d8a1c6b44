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

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [(&str, &str); 2] = [("host", "127.0.0.1:50000"), ("origin", "http://127.0.0.1:50000")];

    fn guard() -> Guard {
        Guard::new(50_000, &[0xab; 16])
    }

    fn ask(method: Method, authority: &str, path: &str, headers: &[(&str, &str)]) -> Result<String, StatusCode> {
        let mut builder = Request::builder().method(method).uri(format!("http://{authority}{path}"));
        for (name, value) in headers {
            builder = builder.header(*name, *value);
        }
        guard().admit(&builder.body(Body::empty()).unwrap()).map_err(|(status, _)| status)
    }

    fn get(path: &str, headers: &[(&str, &str)]) -> Result<String, StatusCode> {
        ask(Method::GET, "127.0.0.1:50000", path, headers)
    }

    #[test]
    fn the_address_is_let_in_and_nothing_else() {
        let token = "ab".repeat(16);
        assert_eq!(guard().address(), format!("http://127.0.0.1:50000/{token}/"));
        let (page, state, host) = (format!("/{token}/"), format!("/{token}/state"), &OWN[..1]);
        assert_eq!(get(&page, host), Ok(String::new()));
        assert_eq!(get(&state, &OWN), Ok("state".to_owned()));
        for path in ["/", "", "/state", "//state", &format!("/{}/", "ab".repeat(15)), &format!("/{}c/", &token[..31])] {
            assert_eq!(get(path, host), Err(StatusCode::FORBIDDEN), "{path}");
        }
        // Without the slash behind it, a token is none.
        assert_eq!(get(&format!("/{token}"), host), Err(StatusCode::FORBIDDEN));
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        let state = format!("/{}/state", "ab".repeat(16));
        for host in ["localhost:50000", "evil.example:50000", "127.0.0.1", "127.0.0.1:50001"] {
            assert_eq!(get(&state, &[("host", host)]), Err(StatusCode::MISDIRECTED_REQUEST), "{host}");
            assert_eq!(ask(Method::GET, host, &state, &OWN[..1]), Err(StatusCode::MISDIRECTED_REQUEST), "{host}");
        }
        assert_eq!(get(&state, &[]), Err(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(get(&state, &[OWN[0], OWN[0]]), Err(StatusCode::BAD_REQUEST));
        for origin in ["null", "http://evil.example", "http://127.0.0.1:50001", "https://127.0.0.1:50000"] {
            assert_eq!(get(&state, &[OWN[0], ("origin", origin)]), Err(StatusCode::FORBIDDEN), "{origin}");
        }
        assert_eq!(get(&state, &[OWN[0], ("sec-fetch-site", "cross-site")]), Err(StatusCode::FORBIDDEN));
        assert_eq!(get(&state, &[OWN[0], ("sec-fetch-site", "same-origin")]), Ok("state".to_owned()));
    }

    #[test]
    fn what_changes_something_comes_from_the_page() {
        let path = format!("/{}/do", "ab".repeat(16));
        let post = |headers: &[(&str, &str)]| ask(Method::POST, "127.0.0.1:50000", &path, headers);
        let json = ("content-type", "application/json");
        assert_eq!(post(&[OWN[0], OWN[1], json]), Ok("do".to_owned()));
        assert_eq!(post(&[OWN[0], json]), Err(StatusCode::FORBIDDEN));
        assert_eq!(post(&[OWN[0], OWN[1], ("content-type", "text/plain")]), Err(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        assert_eq!(post(&[OWN[0], OWN[1]]), Err(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
}
