//! Measures of texts that several checks share.

/// The text as it is compared: trimmed, blanks of any kind as one, small letters.
pub fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
