//! A text that keys are looked for in, with its folded form made once.

use std::cell::OnceCell;

/// A text, and the same in small letters when a key asks for it.
#[derive(Debug, Default)]
pub(super) struct Text {
    plain: String,
    folded: OnceCell<String>,
}

impl Text {
    pub fn new(plain: String) -> Text {
        Text { plain, folded: OnceCell::new() }
    }

    pub fn plain(&self) -> &str {
        &self.plain
    }

    pub fn folded(&self) -> &str {
        self.folded.get_or_init(|| self.plain.to_lowercase())
    }

    /// Where a stretch of the folded text stands in the plain one, in bytes. Small letters may be longer than their
    /// capitals, so the two are walked together where their lengths differ.
    pub fn unfolded(&self, from: usize, until: usize) -> (usize, usize) {
        if self.folded().len() == self.plain.len() {
            return (from, until);
        }
        let mut folded = 0;
        let mut found = (None, None);
        for (at, letter) in self.plain.char_indices() {
            if folded >= from && found.0.is_none() {
                found.0 = Some(at);
            }
            if folded >= until && found.1.is_none() {
                found.1 = Some(at);
            }
            folded += letter.to_lowercase().map(char::len_utf8).sum::<usize>();
        }
        (found.0.unwrap_or(self.plain.len()), found.1.unwrap_or(self.plain.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn a_stretch_is_found_again_where_small_letters_are_longer() {
        let text = Text::new("İİ Sea".to_owned());
        let from = text.folded().find("sea").unwrap();
        let (from, until) = text.unfolded(from, from + 3);
        assert_eq!(text.plain().get(from..until), Some("Sea"));
    }
}
