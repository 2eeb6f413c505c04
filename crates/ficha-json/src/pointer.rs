//! JSON Pointer (RFC 6901): how a place in a document is written.

use std::borrow::Cow;

/// One token as a pointer spells it: `~` becomes `~0`, `/` becomes `~1`.
pub fn escape(token: &str) -> Cow<'_, str> {
    if !token.contains(['~', '/']) {
        return Cow::Borrowed(token);
    }
    Cow::Owned(token.replace('~', "~0").replace('/', "~1"))
}

/// The pointer of the child `token` (unescaped) of `parent`.
pub fn join(parent: &str, token: &str) -> String {
    format!("{parent}/{}", escape(token))
}

/// The unescaped tokens of a pointer, none for the root (`""`). `None` when it is no pointer: it does not start with
/// a slash, or has a `~` that is neither `~0` nor `~1`.
pub fn tokens(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescape).collect()
}

/// The place in a list that a token names: digits without a leading zero.
pub(crate) fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = token == "0" || !token.starts_with('0');
    if digits && canonical { token.parse().ok() } else { None }
}

fn unescape(token: &str) -> Option<String> {
    if !token.contains('~') {
        return Some(token.to_string());
    }
    let mut out = String::with_capacity(token.len());
    let mut rest = token.chars();
    while let Some(sign) = rest.next() {
        match (sign, if sign == '~' { rest.next() } else { None }) {
            ('~', Some('0')) => out.push('~'),
            ('~', Some('1')) => out.push('/'),
            ('~', _) => return None,
            (other, _) => out.push(other),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back_from_what_join_wrote() {
        let pointer = join(&join("", "a/b"), "m~n~1");
        assert_eq!(pointer, "/a~1b/m~0n~01");
        assert_eq!(tokens(&pointer).unwrap(), ["a/b", "m~n~1"]);
        assert_eq!(tokens("/"), Some(vec![String::new()]));
        assert_eq!(tokens("a"), None);
        assert_eq!(tokens("/~2"), None);
        assert_eq!(tokens("/~"), None);
    }

    #[test]
    fn an_index_has_one_spelling() {
        assert_eq!(index("0"), Some(0));
        assert_eq!(index("17"), Some(17));
        for no in ["", "00", "01", "+1", "-", "1e0", "99999999999999999999999"] {
            assert_eq!(index(no), None, "{no}");
        }
    }
}
