//! The one place where the time is read. Rule kept here: every time stored is RFC 3339, UTC, in milliseconds.

use std::time::SystemTime;

use jiff::{Timestamp, Unit};

/// A time as the library stores it, `2026-11-30T10:00:00.123Z`; the epoch for a time no calendar reaches.
pub fn rfc3339(time: SystemTime) -> String {
    let stamp = Timestamp::try_from(time).and_then(|stamp| stamp.round(Unit::Millisecond)).unwrap_or_default();
    format!("{stamp:.3}")
}

/// The same time as it stands in a folder's name, sortable, without signs that a file system forbids.
pub(crate) fn folder_time(rfc3339: &str) -> String {
    rfc3339.chars().filter(|letter| !matches!(letter, '-' | ':' | '.')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_are_utc_with_milliseconds() {
        assert_eq!(rfc3339(UNIX_EPOCH + Duration::from_millis(1_796_032_800_120)), "2026-11-30T10:00:00.120Z");
        assert_eq!(rfc3339(UNIX_EPOCH), "1970-01-01T00:00:00.000Z");
        assert_eq!(folder_time("2026-11-30T10:00:00.120Z"), "20261130T100000120Z");
    }
}
