//! Who may ask: the right host, and the token, from wherever a page can put it.

use axum::http::{HeaderMap, header};
use ficha_api::{ApiError, ErrorCode, uploads};

/// The token and where it is valid.
pub struct Guard {
    token: String,
    hosts: [String; 2],
    cookie: String,
}

/// A token nobody can guess: 32 random bytes in hex.
pub fn new_token() -> Result<String, ApiError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| ApiError::new(ErrorCode::Io, format!("The system gave no random bytes: {error}.")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether two texts are equal, in a time that does not tell where they differ.
fn is_equal(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

impl Guard {
    /// A guard for a token on a port.
    pub fn new(token: String, port: u16) -> Guard {
        // Cookies do not tell ports apart, so the name does.
        Guard {
            token,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            cookie: format!("ficha-{port}"),
        }
    }

    /// Whether the request names this server, and comes from no other site's page.
    pub fn is_own_host(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let own = |host: &str| self.hosts.iter().any(|known| known == host);
        text(header::HOST).is_some_and(own)
            && text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://").is_some_and(own))
    }

    /// Whether the request carries the token: as bearer, in the address, or in the cookie.
    pub fn is_allowed(&self, headers: &HeaderMap, query: &str) -> bool {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let cookie = text(header::COOKIE).and_then(|cookies| {
            cookies.split(';').find_map(|pair| pair.trim().strip_prefix(self.cookie.as_str())?.strip_prefix('='))
        });
        bearer.is_some_and(|token| is_equal(token, &self.token))
            || cookie.is_some_and(|token| is_equal(token, &self.token))
            || self.is_in_address(query)
    }

    /// Whether the address carries the token.
    pub fn is_in_address(&self, query: &str) -> bool {
        uploads::parameter(query, "token").is_some_and(|token| is_equal(&token, &self.token))
    }

    /// The cookie that carries the token from now on.
    pub fn cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().expect("a header"))).collect()
    }

    #[test]
    fn only_this_host_and_no_other_site() {
        let guard = Guard::new("abc".into(), 4000);
        assert!(guard.is_own_host(&headers(&[(header::HOST, "127.0.0.1:4000")])));
        assert!(
            guard.is_own_host(&headers(&[(header::HOST, "localhost:4000"), (header::ORIGIN, "http://localhost:4000")]))
        );
        for other in [
            &[(header::HOST, "evil.example:4000")][..],
            &[(header::HOST, "127.0.0.1:4001")],
            &[],
            &[(header::HOST, "localhost:4000"), (header::ORIGIN, "http://evil.example")],
        ] {
            assert!(!guard.is_own_host(&headers(other)), "{other:?}");
        }
    }

    #[test]
    fn the_token_comes_as_bearer_cookie_or_address() {
        let guard = Guard::new("abc".into(), 4000);
        assert!(guard.is_allowed(&headers(&[(header::AUTHORIZATION, "Bearer abc")]), ""));
        assert!(guard.is_allowed(&headers(&[(header::COOKIE, "a=b; ficha-4000=abc")]), ""));
        assert!(guard.is_allowed(&HeaderMap::new(), "side=3&token=abc"));
        for (given, query) in [
            (&[][..], ""),
            (&[(header::AUTHORIZATION, "Bearer abd")], ""),
            (&[(header::COOKIE, "ficha-4001=abc")], ""),
            (&[], "token="),
        ] {
            assert!(!guard.is_allowed(&headers(given), query), "{given:?} {query}");
        }
        assert_ne!(new_token().expect("a token"), new_token().expect("another"));
    }
}
