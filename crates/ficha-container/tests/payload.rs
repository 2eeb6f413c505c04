//! Card texts and text files in every spelling that was met, and some made up.

mod support;

use ficha_container::payload::TextRepair::{
    Base64Junk, Base64Padding, Base64UrlSafe, Base64Whitespace, Bom, BrokenUtf8, ByteList, DoubleBase64, DoubleUtf8,
    Latin1, NotBase64, Nul, Utf16,
};
use ficha_container::payload::{self, DoubleEncoding, TextRepair};
use ficha_container::{ContainerError, Limits};
use proptest::prelude::*;

const CARD: &str = "{\"name\":\"Zo\u{EB} of the qu\u{E4}y \u{1F4A1}\u{706F}\u{53F0}???>>>.\"}";

fn card_text(bytes: &[u8]) -> (String, Vec<TextRepair>) {
    payload::decode_card_text(bytes, &Limits::default()).unwrap()
}

fn refusal(bytes: &[u8]) -> ContainerError {
    payload::decode_card_text(bytes, &Limits::default()).unwrap_err()
}

fn standard(bytes: &[u8]) -> String {
    base64_simd::STANDARD.encode_to_string(bytes)
}

fn utf16(text: &str, little: bool) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

/// What UTF-8 becomes when it is read as Windows-1252 and encoded again.
fn doubled(text: &str) -> String {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned()
}

#[test]
fn every_spelling_gives_the_same_text() {
    let plain = standard(CARD.as_bytes());
    assert!(plain.contains('+') && plain.contains('/') && plain.ends_with('='), "{plain}");
    let lines: String =
        plain.as_bytes().chunks(20).map(|line| format!("{}\r\n", str::from_utf8(line).unwrap())).collect();
    let no_padding = plain.trim_end_matches('=').to_owned();
    let list = CARD.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(",");
    let marked = |mark: &[u8], text: Vec<u8>| [mark, &text].concat();
    let cases: Vec<(&str, Vec<u8>, Vec<TextRepair>)> = vec![
        ("standard", plain.clone().into(), vec![]),
        ("lines", lines.clone().into(), vec![Base64Whitespace]),
        ("no padding", no_padding.clone().into(), vec![Base64Padding]),
        ("too much padding", format!("{plain}==").into(), vec![Base64Padding]),
        ("url-safe", plain.replace('+', "-").replace('/', "_").into(), vec![Base64UrlSafe]),
        ("url-safe, bare", no_padding.replace('+', "-").replace('/', "_").into(), vec![Base64UrlSafe, Base64Padding]),
        ("foreign signs", format!("{}\"#{}", &plain[..12], &plain[12..]).into(), vec![Base64Junk]),
        ("zero byte", format!("{plain}\0").into(), vec![Nul]),
        ("zero byte and rest", format!("{plain}\0garbage").into(), vec![Nul]),
        ("twice", standard(plain.as_bytes()).into(), vec![DoubleBase64]),
        ("twice, lines inside", standard(lines.as_bytes()).into(), vec![DoubleBase64, Base64Whitespace]),
        ("bare JSON", CARD.into(), vec![NotBase64]),
        ("bare JSON behind blanks", format!("\n  {CARD}").into(), vec![NotBase64]),
        ("bare JSON with mark", marked(b"\xEF\xBB\xBF", CARD.into()), vec![NotBase64, Bom]),
        ("bare JSON, UTF-16", marked(b"\xFE\xFF", utf16(CARD, false)), vec![NotBase64, Utf16]),
        ("bare JSON, zero byte", format!("{CARD}\0\0").into(), vec![NotBase64, Nul]),
        ("byte values", list.clone().into(), vec![ByteList]),
        ("byte values, blanks, zero byte", format!("{}\0", list.replace(',', ", ")).into(), vec![ByteList]),
        ("mark", standard(&marked(b"\xEF\xBB\xBF", CARD.into())).into(), vec![Bom]),
        ("UTF-16 LE", standard(&marked(b"\xFF\xFE", utf16(CARD, true))).into(), vec![Utf16]),
        ("UTF-16 BE", standard(&marked(b"\xFE\xFF", utf16(CARD, false))).into(), vec![Utf16]),
        ("UTF-16 LE, no mark", standard(&utf16(CARD, true)).into(), vec![Utf16]),
        ("UTF-16 BE, no mark", standard(&utf16(CARD, false)).into(), vec![Utf16]),
        ("double-encoded", standard(doubled(CARD).as_bytes()).into(), vec![DoubleUtf8]),
        (
            "double-encoded with its mark",
            standard(doubled(&format!("\u{FEFF}{CARD}")).as_bytes()).into(),
            vec![DoubleUtf8],
        ),
        ("zero bytes inside", standard(format!("{CARD}\0").as_bytes()).into(), vec![Nul]),
    ];
    for (name, bytes, repairs) in cases {
        let (text, found) = card_text(&bytes);
        assert_eq!(text.trim_start(), CARD, "{name}");
        assert_eq!(found, repairs, "{name}");
    }
}

#[test]
fn single_byte_letters_are_windows_1252() {
    let bytes = b"{\"name\":\"Zo\xEB \x93B\xE4r\x94 \x80\"}";
    let expected = "{\"name\":\"Zo\u{EB} \u{201C}B\u{E4}r\u{201D} \u{20AC}\"}";
    assert_eq!(card_text(standard(bytes).as_bytes()), (expected.to_owned(), vec![Latin1]));
    assert_eq!(payload::decode_json_bytes(bytes).unwrap(), (expected.into(), vec![Latin1]));
}

#[test]
fn utf8_with_a_few_broken_bytes_stays_utf8() {
    let mut bytes = CARD.as_bytes().to_vec();
    bytes.insert(9, 0xFF);
    let (text, repairs) = payload::decode_json_bytes(&bytes).unwrap();
    assert_eq!(text, CARD.replacen("Zo", "\u{FFFD}Zo", 1));
    assert_eq!(repairs, [BrokenUtf8]);
}

#[test]
fn double_encoding_is_undone_only_as_a_whole() {
    // Each of these has a letter, or a sequence, that double encoding never gives.
    for text in [
        "{\"name\":\"Zo\u{EB}\"}".to_owned(),
        "{\"a\":\"\u{C3}\u{AB}\",\"b\":\"\u{706F}\"}".to_owned(),
        "{\"a\":\"\u{C3}\u{AB}\",\"b\":\"\u{EB}\"}".to_owned(),
        "{\"a\":\"\u{C3}\"}".to_owned(),
        "{\"a\":\"\u{2019}s \u{2014}\"}".to_owned(),
        "{\"a\":\"plain\"}".to_owned(),
    ] {
        assert_eq!(payload::decode_json_bytes(text.as_bytes()).unwrap(), (text.as_str().into(), vec![]));
    }
    // The person's word goes before the rule.
    let text = doubled(CARD);
    let kept = payload::decode_json_bytes_as(text.as_bytes(), DoubleEncoding::Keep).unwrap();
    assert_eq!(kept, (text.as_str().into(), vec![]));
}

#[test]
fn what_is_no_card_text_is_refused_by_name() {
    let what = |bytes: &[u8]| match refusal(bytes) {
        ContainerError::Malformed { what, .. } | ContainerError::Unsupported { what, .. } => what,
        error @ (ContainerError::Limit { .. } | ContainerError::Locked { .. }) => panic!("{error:?}"),
    };
    for empty in [&b""[..], b"  \r\n", b"\0", standard(b"   ").as_bytes()] {
        assert_eq!(what(empty), "the text is empty", "{empty:?}");
    }
    for other in [
        "A made-up parameter list, seed 7",
        "12,300,4",
        "1,2,x",
        "====",
        "%%%%",
        &standard(b"plain words"),
        &standard(&[0; 9]),
    ] {
        let what = what(other.as_bytes());
        assert!(what.starts_with("the text is "), "{other}: {what}");
    }
    assert_eq!(what(b"rcc||rccv1||AAAA||00||e30="), "the text is a card encrypted by RisuAI");
    assert_eq!(what(&[0xFF, 0xFE, 0, 0, b'{', 0, 0, 0]), "the text is UTF-32");
}

#[test]
fn a_text_beyond_the_json_limit_is_not_decoded() {
    let mut limits = Limits::default();
    limits.json.bytes = 1000;
    for bytes in ["A".repeat(2000), format!("{{\"a\":\"{}\"}}", "b".repeat(2000))] {
        let error = payload::decode_card_text(bytes.as_bytes(), &limits).unwrap_err();
        assert!(matches!(error, ContainerError::Limit { name: "json-bytes", limit: 1000, .. }), "{error:?}");
    }
}

proptest! {
    #[test]
    fn an_encoded_text_comes_back(inner in "\\PC{0,40}") {
        // Only a text that looks double-encoded by chance may come back otherwise, and says so.
        let text = format!("{{\"a\":{inner:?}}}");
        let (read, repairs) = card_text(payload::encode_base64(&text).as_bytes());
        prop_assert!(read == text || repairs == [DoubleUtf8], "{read} {repairs:?}");
        let kept = payload::decode_card_text_as(
            payload::encode_base64(&text).as_bytes(), &Limits::default(), DoubleEncoding::Keep);
        prop_assert_eq!(kept, Ok((text, vec![])));
    }

    #[test]
    fn double_encoding_is_always_found(inner in "[\u{A1}-\u{2FFF}]{1,20}") {
        let text = format!("{{\"a\":\"{inner}\"}}");
        let (read, repairs) = payload::decode_json_bytes(doubled(&text).as_bytes()).map(|(read, repairs)| (read.into_owned(), repairs)).unwrap();
        prop_assert_eq!(read, text);
        prop_assert_eq!(repairs, vec![DoubleUtf8]);
    }

    #[test]
    fn lenient_base64_agrees_with_strict(bytes in prop::collection::vec(any::<u8>(), 1..80), cut in 0_usize..3) {
        let text = standard(&bytes);
        let loose = text.trim_end_matches('=').chars().flat_map(|letter| [letter, '\n']).collect::<String>();
        let (decoded, _) = payload::decode_base64(loose.as_bytes()).unwrap();
        prop_assert_eq!(&decoded, &bytes);
        // Letters cut off at the end cost the bytes they belong to and no others.
        let short = &text.trim_end_matches('=')[..text.trim_end_matches('=').len() - cut.min(1)];
        if let Some((decoded, _)) = payload::decode_base64(short.as_bytes()) {
            prop_assert!(bytes.starts_with(&decoded));
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = payload::decode_card_text(&bytes, &Limits::default());
        let _ = payload::decode_json_bytes(&bytes);
    }
}
