//! How a person wants one file opened: limits raised for it, and a password. How the limits are written, checked,
//! remembered and put in force.
//!
//! The rule: a raised limit belongs to one file. It is asked for by name, held against the limit's ceiling, kept with
//! the staged file and then with the pieces that came of it, and never becomes the default of another.

use std::collections::BTreeMap;

use ficha_container::{Limits, RaiseFault};
use ficha_formats::source::Preference;

use crate::{ApiError, ErrorCode};

/// Names of limits and the values they were raised to.
pub type Raised = BTreeMap<String, u64>;

/// How a person wants files opened that are named on a command line.
#[derive(Clone, Default)]
pub struct Opening {
    /// The limits raised.
    pub raised: Raised,
    /// The password of an encrypted card. It is kept nowhere and printed nowhere.
    pub password: Option<String>,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening").field("raised", &self.raised).finish_non_exhaustive()
    }
}

impl Opening {
    /// What they are opened under.
    pub fn limits(&self) -> Limits {
        limits(&self.raised)
    }

    /// What is preferred while they are read.
    pub fn preference(&self) -> Preference {
        Preference { password: self.password.clone(), ..Preference::default() }
    }
}

/// The limits of a file opened unasked, with these raised. What is no limit of this version, or beyond what one may
/// be raised to, counts as not said: it was checked when it was asked for.
pub fn limits(raised: &Raised) -> Limits {
    let mut limits = Limits::default();
    for (name, value) in raised {
        let _ = limits.raise(name, *value);
    }
    limits
}

/// Whether a limit may be raised to this.
///
/// # Errors
/// `usage` for a name that is none, a limit nobody may raise, and a value beyond its ceiling.
pub fn check(name: &str, value: u64) -> Result<(), ApiError> {
    Limits::default().raise(name, value).map_err(|fault| {
        let hint = match &fault {
            RaiseFault::Unknown { .. } | RaiseFault::Fixed { .. } => {
                format!("These can be raised: {}.", Limits::RAISABLE.join(", "))
            }
            RaiseFault::Beyond { .. } => "Ask for that or less.".to_owned(),
        };
        let what = fault.to_string();
        ApiError::new(ErrorCode::Usage, format!("{}{}.", what[..1].to_uppercase(), &what[1..])).hint(hint)
    })
}

/// A limit as a person writes it: `zip-total=200000000`, or with a unit, `zip-total=200MiB`.
///
/// # Errors
/// `usage` for what is not so written, and as [`check`].
pub fn parse(text: &str) -> Result<(String, u64), ApiError> {
    let unclear = || {
        ApiError::new(ErrorCode::Usage, format!("{text:?} does not say which limit is to be raised to what."))
            .hint("Write it as zip-total=200MiB, or with the plain number.")
    };
    let (name, value) = text.split_once('=').ok_or_else(unclear)?;
    let value = value.trim();
    let digits = value.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = match value[digits.len()..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1_u64 << 30,
        _ => return Err(unclear()),
    };
    let value = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(unclear)?;
    check(name.trim(), value)?;
    Ok((name.trim().to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_units_and_held_against_their_ceiling() {
        for (text, expected) in [
            ("zip-total=200000000", ("zip-total", 200_000_000)),
            ("file-bytes=4GiB", ("file-bytes", 4 << 30)),
            ("file-bytes = 3 m", ("file-bytes", 3 << 20)),
            ("json-values=1000000", ("json-values", 1_000_000)),
        ] {
            assert_eq!(parse(text).expect(text), (expected.0.to_owned(), expected.1), "{text}");
        }
        for text in [
            "zip-total",
            "zip-total=",
            "zip-total=x",
            "zip-total=1TiB",
            "zip-total=5GiB",
            "depth=3",
            "json-depth=900",
            "file-bytes=99999999999999999999",
        ] {
            assert_eq!(parse(text).expect_err(text).code, ErrorCode::Usage, "{text}");
        }
    }

    #[test]
    fn a_raised_file_brings_what_it_unpacks_to_along_and_nothing_is_lowered() {
        let raised = limits(&Raised::from([("file-bytes".to_owned(), 150 << 20), ("zip-entry".to_owned(), 1)]));
        assert_eq!((raised.file, raised.zip_total), (150 << 20, 300 << 20));
        assert_eq!(raised.zip_entry, Limits::default().zip_entry);
    }
}
