//! Which addresses of a card may hold a picture, by how they end. Nothing is asked for that.

use ficha_convert::addresses;
use serde_json::Value;
use url::Url;

/// Endings of the pictures a world keeps.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// The addresses of a card that may hold a picture, in the order they stand, each once: those whose path ends like one,
/// and those whose last part has no ending at all.
pub fn candidates(card: &Value) -> Vec<String> {
    addresses(card).into_iter().filter(|address| may_be_picture(address)).collect()
}

fn may_be_picture(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let last = url.path().rsplit('/').next().unwrap_or_default();
    match last.rsplit_once('.') {
        Some((_, ending)) => ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // W-311
    #[test]
    fn an_address_is_a_candidate_by_its_ending_or_without_one() {
        let card = json!({
            "description": "https://a.example/one.PNG https://a.example/two.jpeg?width=40.5 https://a.example/three.webp#x",
            "system_prompt": "https://a.example/page.html https://a.example/script.js https://a.example/gallery",
            "extensions": {"css": "url(https://a.example/four.gif) url(https://a.example/font.woff2)"},
            "creator_notes": "https://a.example/ https://a.example/five.jpg https://a.example/one.PNG",
        });
        let wanted = ["one.PNG", "two.jpeg?width=40.5", "three.webp#x", "gallery", "four.gif", "", "five.jpg"];
        let wanted: Vec<String> = wanted.iter().map(|end| format!("https://a.example/{end}")).collect();
        assert_eq!(candidates(&card), wanted);
    }
}
