//! The twenty odd carriers: every file holds a valid card over a picture of 64 by 96, wrapped as some writer in the
//! wild wraps it. They are the yardstick of readers: the best known one opens sixteen.

use serde_json::{Value, json};

use crate::png::{self, base64, compressed_text, international_text, picture, text, with_chunks, write};

/// One odd carrier.
pub struct Edge {
    /// The file's name in `samples/edge`, without extension; says what is odd.
    pub name: &'static str,
    /// The name a reader must find.
    pub character: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}

fn v2(name: &str) -> String {
    json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": name, "description": "Keeps the lamp of a pier that is no longer there.", "personality": "dry, punctual",
        "scenario": "Fog.", "first_mes": "\"Halt, who rows there?\"", "mes_example": "", "creator_notes": "", "system_prompt": "",
        "post_history_instructions": "", "alternate_greetings": [], "tags": ["pier"], "creator": "Saltmere", "character_version": "1",
        "extensions": {}
    }})
    .to_string()
}

fn v3(name: &str) -> String {
    let mut card: Value = serde_json::from_str(&v2(name)).expect("written above");
    card["spec"] = json!("chara_card_v3");
    card["spec_version"] = json!("3.0");
    card["data"]["group_only_greetings"] = json!([]);
    card["data"]["nickname"] = json!("Lamp");
    card.to_string()
}

fn after(chunk: png::Chunk) -> Vec<u8> {
    write(&with_chunks(picture(64, 96), vec![], vec![chunk]))
}

fn edge(name: &'static str, character: &'static str, bytes: Vec<u8>) -> Edge {
    Edge { name, character, bytes }
}

/// All twenty, in the order the list of them has.
pub fn all() -> Vec<Edge> {
    let name = "Pier Warden";
    let card = || base64(v2(name));
    let wrapped = |text: String| {
        let lines: Vec<&str> = text.as_bytes().chunks(76).filter_map(|line| std::str::from_utf8(line).ok()).collect();
        lines.join("\n")
    };
    // One byte more than a multiple of three, so that there is padding to leave out.
    let mut padded = v2(name);
    padded.push_str(["\n", "", "  "][padded.len() % 3]);
    let mut bad_checksum = text("chara", card());
    bad_checksum.checksum = Some(0xdead_beef);
    let mut trailing = after(text("chara", card()));
    trailing.extend((0..800_u32).map(|at| (at * 31 % 251) as u8));
    let mut cut = after(text("chara", card()));
    cut.truncate(cut.len() - 12);
    let nulls = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Pier Warden","description":"Keeps the lamp.","first_mes":"Halt.","character_book":null,"alternate_greetings":"Who rows there?","tags":null,"extensions":{}}}"#;
    let flat = r#"{"name":"Pier Warden","description":"Keeps the lamp.","personality":"dry","scenario":"Fog.","first_mes":"Halt.","mes_example":""}"#;
    let numbers = v3(name).replacen("\"data\":", "\"x_tide\": 12345678901234567890, \"x_height\": 1.0, \"data\":", 1);
    vec![
        edge("01-ccv3-only", name, after(text("ccv3", base64(v3(name))))),
        edge("02-chara-v2-only", name, after(text("chara", card()))),
        edge("03-chara-in-ztxt", name, after(compressed_text("chara", card()))),
        edge("04-ccv3-in-ztxt", name, after(compressed_text("ccv3", base64(v3(name))))),
        edge("05-chara-in-itxt-plain", name, after(international_text("chara", card(), false))),
        edge("06-chara-in-itxt-deflated", name, after(international_text("chara", card(), true))),
        edge("07-chara-before-pixels", name, write(&with_chunks(picture(64, 96), vec![text("chara", card())], vec![]))),
        edge(
            "08-chara-after-software-text",
            name,
            write(&with_chunks(
                picture(64, 96),
                vec![text("Software", "Saltmere Press 3")],
                vec![text("chara", card())],
            )),
        ),
        edge("09-keyword-in-capitals", name, after(text("Chara", card()))),
        edge("10-json-without-base64", name, after(text("chara", v2(name)))),
        edge("11-base64-in-76-columns", name, after(text("chara", wrapped(card())))),
        edge("12-base64-without-padding", name, after(text("chara", base64(padded).trim_end_matches('=')))),
        edge("13-byte-order-mark", name, after(text("chara", base64(format!("\u{feff}{}", v2(name)))))),
        edge("14-wrong-checksum", name, after(bad_checksum)),
        edge("15-junk-after-iend", name, trailing),
        edge(
            "16-two-chara-first-is-stale",
            "STALE",
            write(&with_chunks(
                picture(64, 96),
                vec![],
                vec![text("chara", base64(v2("STALE"))), text("chara", card())],
            )),
        ),
        edge("17-null-book-string-greetings", name, after(text("chara", base64(nulls)))),
        edge("18-v1-flat", name, after(text("chara", base64(flat)))),
        edge("19-iend-cut-off", name, cut),
        edge("20-numbers-and-unknown-keys", name, after(text("ccv3", base64(numbers)))),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_are_twenty_and_each_is_odd_in_its_own_way() {
        let all = super::all();
        assert_eq!(all.len(), 20);
        for (at, edge) in all.iter().enumerate() {
            assert!(edge.name.starts_with(&format!("{:02}-", at + 1)), "{}", edge.name);
            assert!(all.iter().skip(at + 1).all(|other| other.bytes != edge.bytes), "{} twice", edge.name);
        }
    }
}
