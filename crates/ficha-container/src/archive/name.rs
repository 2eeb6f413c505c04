//! Entry names: their letters, and the spelling RisuAI stores them under.

/// Reads the bytes of a name. UTF-8 where the flag or the bytes say so, else code page 437, which is what the format
/// falls back to (APPNOTE appendix D).
pub(super) fn decode(bytes: &[u8], says_utf8: bool) -> String {
    match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) if says_utf8 => String::from_utf8_lossy(bytes).into_owned(),
        Err(_) => bytes.iter().map(|byte| cp437(*byte)).collect(),
    }
}

/// The upper half of code page 437.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

fn cp437(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(upper) => CP437.chars().nth(usize::from(upper)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// The name RisuAI's archive writer stores an entry under (RisuAI `processzip.ts`): signs that file systems refuse
/// become `_`, dots and blanks at the end go, and a Windows device name gets a `_` in front. Its `card.json` keeps the
/// unchanged name, so a reader has to try both.
pub fn risu_name(name: &str) -> String {
    let replaced: String = name
        .chars()
        .map(|letter| match letter {
            '<' | '>' | ':' | '"' | '\\' | '|' | '?' | '*' | '\0'..='\u{1F}' => '_',
            _ => letter,
        })
        .collect();
    let trimmed = replaced.trim_end_matches(['.', ' ']);
    if is_device_name(trimmed) { format!("_{trimmed}") } else { trimmed.to_owned() }
}

fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    match stem.as_str() {
        "con" | "prn" | "aux" | "nul" => true,
        _ => stem
            .strip_prefix("com")
            .or_else(|| stem.strip_prefix("lpt"))
            .is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9'])),
    }
}
