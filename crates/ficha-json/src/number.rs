//! Numbers as decimal text: never through a float, so that integers of any length stay exact.

/// A decimal number without what changes nothing: `±0.d1d2d3... × 10^exponent`, `d1` and the last digit not zero.
#[derive(Clone, Copy)]
struct Decimal<'a> {
    negative: bool,
    /// Digits before and after the point, outer zeros trimmed over the seam.
    whole: &'a str,
    part: &'a str,
    exponent: i64,
}

impl<'a> Decimal<'a> {
    fn read(text: &'a str) -> Option<Decimal<'a>> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (rest, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() || !whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let whole = whole.trim_start_matches('0');
        let part = part.trim_end_matches('0');
        if whole.is_empty() {
            let significant = part.trim_start_matches('0');
            if significant.is_empty() {
                return Some(Decimal { negative: false, whole: "", part: "", exponent: 0 });
            }
            let zeros = i64::try_from(part.len() - significant.len()).ok()?;
            return Some(Decimal { negative, whole: "", part: significant, exponent: exponent.checked_sub(zeros)? });
        }
        let exponent = exponent.checked_add(i64::try_from(whole.len()).ok()?)?;
        let whole = if part.is_empty() { whole.trim_end_matches('0') } else { whole };
        Some(Decimal { negative, whole, part, exponent })
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.whole.bytes().chain(self.part.bytes())
    }

    fn count(&self) -> usize {
        self.whole.len() + self.part.len()
    }
}

/// Whether two number texts mean the same number: `1`, `1.0` and `10e-1` do; integers are compared to the last digit.
/// Texts that are no numbers are compared as they are.
pub fn number_eq(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    match (Decimal::read(a), Decimal::read(b)) {
        (Some(a), Some(b)) => {
            a.negative == b.negative && a.exponent == b.exponent && a.count() == b.count() && a.digits().eq(b.digits())
        }
        _ => false,
    }
}

/// The shortest usual spelling of a number: `1.0` is `1`, `1E+2` is `100`, `0.50` is `0.5`. Exponents are used where
/// JavaScript uses them: from 1e21 and below 1e-6, and not for integers that are written out.
pub(crate) fn shortest(text: &str) -> String {
    let Some(decimal) = Decimal::read(text) else { return text.to_string() };
    let digits: String = decimal.digits().map(char::from).collect();
    let sign = if decimal.negative { "-" } else { "" };
    let count = digits.len() as i64;
    let point = decimal.exponent;
    if digits.is_empty() {
        return "0".to_string();
    }
    let written_out = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if written_out {
        return text.to_string();
    }
    if !(-5..=21).contains(&point) {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{dot}{rest}e{}", point - 1);
    }
    if point <= 0 {
        return format!("{sign}0.{}{digits}", "0".repeat(point.unsigned_abs() as usize));
    }
    if count <= point {
        return format!("{sign}{digits}{}", "0".repeat((point - count) as usize));
    }
    let (whole, part) = digits.split_at(point as usize);
    format!("{sign}{whole}.{part}")
}

/// One spelling for all texts that [`number_eq`] holds equal.
pub(crate) fn canonical(text: &str) -> String {
    match Decimal::read(text) {
        Some(decimal) => {
            let digits: String = decimal.digits().map(char::from).collect();
            format!("{}{digits}e{}", if decimal.negative { "-" } else { "" }, decimal.exponent)
        }
        None => text.to_string(),
    }
}

/// Whether a text is a number as JSON spells them.
pub(crate) fn is_number(text: &str) -> bool {
    end_of_number(text.as_bytes(), 0) == Ok(text.len())
}

/// Where the number starting at `at` ends, or the offset at which it stops being one.
pub(crate) fn end_of_number(bytes: &[u8], mut at: usize) -> Result<usize, usize> {
    let digits = |mut at: usize| {
        let start = at;
        while matches!(bytes.get(at), Some(b'0'..=b'9')) {
            at += 1;
        }
        if at == start { Err(at) } else { Ok(at) }
    };
    if bytes.get(at) == Some(&b'-') {
        at += 1;
    }
    at = if bytes.get(at) == Some(&b'0') { at + 1 } else { digits(at)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        at = digits(at)?;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_number_are_equal() {
        for (a, b) in [
            ("1", "1.0"),
            ("0", "-0.00e5"),
            ("100", "1e2"),
            ("1200", "0.12E+4"),
            ("-0.05", "-5e-2"),
            ("12345678901234567890", "1234567890123456789e1"),
        ] {
            assert!(number_eq(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("1", "-1"),
            ("12345678901234567890", "12345678901234567891"),
            ("9007199254740993", "9007199254740992.0"),
            ("1", "10"),
            ("0.1", "0.01"),
            ("1e99999999999999999999", "2e99999999999999999999"),
        ] {
            assert!(!number_eq(a, b), "{a} {b}");
        }
    }

    #[test]
    fn the_shortest_spelling() {
        for (from, to) in [
            ("1.0", "1"),
            ("0.70", "0.7"),
            ("-0.0", "0"),
            ("1E+2", "100"),
            ("1.25e1", "12.5"),
            ("123e-5", "0.00123"),
            ("1e21", "1e21"),
            ("1e20", "100000000000000000000"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1e-7"),
            ("1.5e300", "1.5e300"),
            ("12345678901234567890123", "12345678901234567890123"),
            ("1e99999999999999999999", "1e99999999999999999999"),
        ] {
            assert_eq!(shortest(from), to, "{from}");
            assert!(number_eq(from, to));
        }
    }

    #[test]
    fn what_is_a_number() {
        for yes in ["0", "-0", "1.5", "1e5", "1E-05", "10"] {
            assert!(is_number(yes), "{yes}");
        }
        for no in ["", "-", "01", "1.", ".5", "+1", "1e", "0x1", "1 ", "NaN"] {
            assert!(!is_number(no), "{no}");
        }
    }
}
