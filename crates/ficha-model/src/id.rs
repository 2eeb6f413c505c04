//! The one owner of entity ids: a name in any script becomes a slug that is safe as a file name everywhere.

use unicode_normalization::UnicodeNormalization;

/// The longest id, in code points.
pub const MAX_ID_CHARS: usize = 120;

/// Names Windows keeps for devices, whatever their extension.
fn is_device_name(word: &str) -> bool {
    matches!(word, "con" | "prn" | "aux" | "nul")
        || word
            .strip_prefix("com")
            .or_else(|| word.strip_prefix("lpt"))
            .is_some_and(|digit| matches!(digit, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"))
}

/// The id of a name: NFKC, lower case, each run of characters that are neither letters nor numbers one hyphen,
/// none at the ends, at most [`MAX_ID_CHARS`] code points, `character` when nothing is left (for every kind),
/// device names with `-id` behind them.
pub fn canonical_id(name: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    for letter in name.nfkc().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            if gap && !slug.is_empty() {
                slug.push('-');
            }
            gap = false;
            slug.push(letter);
        } else {
            gap = true;
        }
    }
    let cut: String = slug.chars().take(MAX_ID_CHARS).collect();
    let cut = cut.trim_end_matches('-');
    if cut.is_empty() {
        "character".to_owned()
    } else if is_device_name(cut) {
        format!("{cut}-id")
    } else {
        cut.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::canonical_id;

    #[test]
    fn ids_follow_the_policy() {
        for (name, id) in [
            ("Tilda Quarrow", "tilda-quarrow"),
            ("  --Ünïcödé 灯台 🗼 ", "ünïcödé-灯台"),
            ("", "character"),
            ("🗼🗼", "character"),
            ("CON", "con-id"),
            ("lpt9", "lpt9-id"),
            ("com10", "com10"),
            ("../../etc/passwd", "etc-passwd"),
            ("ﬁsh № 5", "fish-no-5"),
        ] {
            assert_eq!(canonical_id(name), id, "{name:?}");
        }
        assert_eq!(canonical_id(&"a".repeat(300)).chars().count(), super::MAX_ID_CHARS);
    }

    #[test]
    fn an_id_is_its_own_id() {
        for name in ["Zoë Bär", "İstanbul", "ǅ", "a-b_c"] {
            let id = canonical_id(name);
            assert_eq!(canonical_id(&id), id);
        }
    }
}
