//! Dates written as text and the seconds of a body.
//!
//! Apps that keep a date as text write ISO 8601. A body counts whole seconds since 1970 in UTC, so a fraction is
//! dropped on reading; since an unedited date is never written, the file keeps its own.

use ficha_json::Node;
use serde_json::{Value, json};

use crate::format::Coded;
use crate::notes::NoteCode;
use crate::overlay::Said;
use crate::read::Reader;

/// An ISO 8601 text; body: seconds since 1970. What stands where there is no date is absent: the year 1 of .NET, and
/// the very first second of 1970, which is also written where an app demands a date.
pub(crate) static ISO_DATE: Coded = Coded { name: "iso date", decode, encode, empty: "\"\"" };

fn decode(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let text = reader.text(node, at)?;
    if text.trim().is_empty() || text.starts_with("0001-") {
        return None;
    }
    let seconds = seconds_of(&text);
    if seconds.is_none() {
        reader.wrong_type(at, node, "a date", "it is not read");
    }
    seconds.filter(|seconds| *seconds != 0).map(|seconds| json!(seconds))
}

fn encode(value: &Value, _: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let written = value.as_f64().and_then(iso_of);
    match &written {
        Some(text) if value != &json!(0) && seconds_of(text).map(|seconds| json!(seconds)).as_ref() == Some(value) => {}
        Some(_) => said.explain(NoteCode::Adapted, "The date is written in whole seconds."),
        None => said.explain(NoteCode::NoPlace, "This is no date the app could write."),
    }
    written.map(Value::String)
}

/// Seconds since 1970 of `2026-01-31T12:00:00.000Z` and its relatives: the time, the fraction and the zone may be
/// absent, a missing zone is UTC.
fn seconds_of(text: &str) -> Option<i64> {
    let text = text.trim();
    let (date, rest) = text.split_at_checked(10)?;
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days_before(year, month, day);
    let Some(time) = rest.strip_prefix(['T', ' ']) else {
        return rest.is_empty().then_some(days * 86_400);
    };
    let zone_at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at_checked(zone_at)?;
    let clock = clock.split_once('.').map_or(clock, |(whole, _)| whole);
    let mut parts = clock.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let zone: String = zone.chars().filter(char::is_ascii_digit).collect();
    let offset = match zone.split_at_checked(2) {
        Some((hours, minutes)) => {
            hours.parse::<i64>().ok()? * 60 + if minutes.is_empty() { 0 } else { minutes.parse::<i64>().ok()? }
        }
        None => 0,
    };
    Some(days * 86_400 + hour * 3_600 + minute * 60 + second - sign * offset * 60)
}

/// `2026-01-31T12:00:00.000Z` of seconds since 1970, in the years 1 to 9999.
fn iso_of(seconds: f64) -> Option<String> {
    const FIRST: f64 = -62_135_596_800.0;
    const LAST: f64 = 253_402_300_799.0;
    if !(FIRST..=LAST).contains(&seconds) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    let whole = seconds.floor() as i64;
    let (days, clock) = (whole.div_euclid(86_400), whole.rem_euclid(86_400));
    let (year, month, day) = date_of(days);
    let (hour, minute, second) = (clock / 3_600, clock / 60 % 60, clock % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z"))
}

/// Days from 1 January 1970 to a date. Years begin in March here, so that the leap day is a year's last.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let in_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year - 719_468
}

/// The date so many days after 1 January 1970.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let in_era = days.rem_euclid(146_097);
    let of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * of_era + of_era / 4 - of_era / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_dates() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00.000Z", 0),
            ("2000-02-29T12:30:00Z", 951_827_400),
            ("2025-06-12T19:03:56.873Z", 1_749_755_036),
            ("2025-06-12T21:03:56+02:00", 1_749_755_036),
            ("2025-06-12T19:03:56.873123", 1_749_755_036),
            ("2025-06-12", 1_749_686_400),
        ] {
            assert_eq!(seconds_of(text), Some(seconds), "{text}");
        }
        for text in ["", "yesterday", "2025-13-01T00:00:00Z", "2025-06-12x", "éééééé"] {
            assert_eq!(seconds_of(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_date_reads_back(seconds in -62_135_596_800_i64..253_402_300_799) {
            let text = iso_of(seconds as f64).unwrap();
            prop_assert_eq!(seconds_of(&text), Some(seconds), "{}", text);
        }
    }
}
