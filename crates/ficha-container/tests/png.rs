//! Walking and splicing PNGs: the rules of writing, and that nothing else changes.

mod support;

use ficha_container::png::{self, NewChunk, Png, PngFault, Splice, TextForm};
use ficha_container::{ContainerError, Limits, payload};
use proptest::prelude::*;
use support::{card, chunk, end, header, itxt, picture, pixels, png_of, text, ztxt};

fn walk(bytes: &[u8]) -> Png {
    png::read(bytes, &Limits::default()).unwrap()
}

/// The chunk types, one word each.
fn kinds(bytes: &[u8]) -> String {
    walk(bytes).chunks.iter().map(|chunk| chunk.kind_name()).collect::<Vec<_>>().join(" ")
}

/// Keyword and decoded text of every text chunk.
fn texts(bytes: &[u8]) -> Vec<(String, String)> {
    let limits = Limits::default();
    walk(bytes)
        .texts(bytes)
        .iter()
        .map(|text| {
            let (content, _) = png::text_bytes(bytes, text, &limits).unwrap();
            (text.name(), payload::decode_card_text(&content, &limits).unwrap().0)
        })
        .collect()
}

fn base64(name: &str) -> Vec<u8> {
    payload::encode_base64(&card(name)).into_bytes()
}

#[test]
fn an_edited_text_goes_back_to_its_place() {
    let file = picture(&[text("Software", b"quill"), text("chara", &base64("Old")), chunk(b"tIME", &[0; 7])]);
    let png = walk(&file);
    let mut splice = Splice::new(&png);
    splice.replace(3, NewChunk::base64("chara", card("New")));
    let written = splice.write(&file);
    assert_eq!(kinds(&written), "IHDR IDAT tEXt tEXt tIME IEND");
    assert_eq!(written, picture(&[text("Software", b"quill"), text("chara", &base64("New")), chunk(b"tIME", &[0; 7])]));
}

#[test]
fn a_compressed_text_leaves_as_plain_text() {
    for old in [
        ztxt("chara", &support::zlib(&base64("Old"))),
        itxt("chara", true, &support::zlib(&base64("Old"))),
        itxt("chara", false, &base64("Old")),
    ] {
        let file = picture(&[old]);
        assert_eq!(texts(&file)[0].1, card("Old"));
        let png = walk(&file);
        let written = Splice::new(&png).replace(2, NewChunk::base64("chara", card("New"))).write(&file);
        assert_eq!(written, picture(&[text("chara", &base64("New"))]));
    }
}

#[test]
fn a_text_behind_the_end_moves_before_it() {
    let mut file = picture(&[]);
    file.extend(text("chara", &base64("Late")));
    file.extend(b"junk of some tool");
    let png = walk(&file);
    assert!(png.chunks[3].after_iend);
    let written = Splice::new(&png).replace(3, NewChunk::base64("chara", card("New"))).write(&file);
    let mut expected = picture(&[text("chara", &base64("New"))]);
    expected.extend(b"junk of some tool");
    assert_eq!(written, expected);
}

#[test]
fn a_missing_end_is_added_when_a_card_is_written() {
    let file = png_of(&[header(), pixels(), text("chara", &base64("Old"))]);
    let png = walk(&file);
    assert_eq!(png.faults, [PngFault::MissingIend]);
    assert_eq!(Splice::new(&png).write(&file), file);
    let written = Splice::new(&png).replace(2, NewChunk::base64("chara", card("New"))).write(&file);
    assert_eq!(written, picture(&[text("chara", &base64("New"))]));

    let mut with_tail = file.clone();
    with_tail.extend(b"..tail");
    let png = walk(&with_tail);
    let written = Splice::new(&png).insert_before_iend(NewChunk::text("Note", b"kept")).write(&with_tail);
    let mut expected = picture(&[text("chara", &base64("Old")), text("Note", b"kept")]);
    expected.extend(b"..tail");
    assert_eq!(written, expected);
}

#[test]
fn an_end_that_is_cut_off_is_made_whole() {
    let whole = picture(&[text("chara", &base64("Old"))]);
    for cut in 1..=12 {
        let file = &whole[..whole.len() - cut];
        let png = walk(file);
        assert!(png.faults.contains(&PngFault::MissingIend), "{cut}");
        let written = Splice::new(&png).replace(2, NewChunk::base64("chara", card("New"))).write(file);
        let mut expected = picture(&[text("chara", &base64("New"))]);
        // Up to four zero bytes may be anything, and stay.
        if cut >= 8 {
            expected.resize(expected.len() + 12 - cut, 0);
        }
        assert_eq!(written, expected, "{cut}");
    }
    // A chunk without all of its checksum is none; what is left of it stays where it is.
    for cut in 13..=16 {
        let file = &whole[..whole.len() - cut];
        let png = walk(file);
        assert!(png.overlong().is_some(), "{cut}");
        let written = Splice::new(&png).insert_before_iend(NewChunk::text("Note", b"kept")).write(file);
        let start = png.chunks.last().unwrap().end;
        assert_eq!(written, [&file[..start], &text("Note", b"kept"), &file[start..]].concat());
    }
}

#[test]
fn new_chunks_stand_before_a_chunk_that_is_cut_off() {
    let mut file = png_of(&[header(), text("chara", &base64("Old"))]);
    let cut = &pixels()[..20];
    file.extend(cut);
    let png = walk(&file);
    assert!(matches!(png.overlong(), Some(PngFault::OverlongChunk { kind: [b'I', b'D', b'A', b'T'], .. })));
    let written = Splice::new(&png)
        .remove(1)
        .insert_before_iend(NewChunk::base64("chara", card("V2")))
        .insert_before_iend(NewChunk::base64("ccv3", card("V3")))
        .write(&file);
    let mut expected = png_of(&[header(), text("chara", &base64("V2")), text("ccv3", &base64("V3"))]);
    expected.extend(cut);
    assert_eq!(written, expected);
}

#[test]
fn wrong_checksums_and_trailing_bytes_stay() {
    let mut wrong = text("Comment", b"by hand");
    *wrong.last_mut().unwrap() ^= 0x55;
    let mut file = picture(&[wrong.clone(), text("chara", &base64("Old"))]);
    file.extend([0; 40]);
    let png = walk(&file);
    assert!(!png.crc_ok(&file, 2));
    assert!(png.crc_ok(&file, 3));
    assert_eq!(png.faults, [PngFault::TrailingBytes { offset: file.len() - 40, len: 40 }]);
    let written = Splice::new(&png).replace(3, NewChunk::base64("chara", card("New"))).write(&file);
    let mut expected = picture(&[wrong, text("chara", &base64("New"))]);
    expected.extend([0; 40]);
    assert_eq!(written, expected);
}

#[test]
fn texts_are_named_by_form_keyword_and_number() {
    let file = picture(&[
        text("chara", b"a"),
        ztxt("chara", &support::zlib(b"b")),
        text("chara", b"c"),
        text("Comment", b""),
        chunk(b"tEXt", b"no zero byte behind the keyword"),
        itxt("Chara", false, b"d"),
    ]);
    let png = walk(&file);
    let names: Vec<String> = png.texts(&file).iter().map(|text| text.name()).collect();
    assert_eq!(names, ["tEXt:chara#1", "zTXt:chara#1", "tEXt:chara#2", "tEXt:Comment#1", "iTXt:Chara#1"]);
    assert_eq!(png.texts(&file)[1].form, TextForm::Ztxt);
}

#[test]
fn damaged_compression_is_told_from_an_odd_frame() {
    let limits = Limits::default();
    let plain = base64("Old");
    let mut wrong_sum = support::zlib(&plain);
    *wrong_sum.last_mut().unwrap() ^= 1;
    let cut = support::zlib(&plain);
    for (stream, expected) in [
        (support::zlib(&plain), Ok(false)),
        (support::deflate(&plain), Ok(true)),
        (wrong_sum, Ok(true)),
        (cut[..cut.len() / 2].to_vec(), Err("ends in the middle")),
        (b"\xFF\xFF\xFF\xFF".to_vec(), Err("is damaged")),
        (Vec::new(), Err("ends in the middle")),
    ] {
        let file = picture(&[ztxt("chara", &stream)]);
        let png = walk(&file);
        let result = png::text_bytes(&file, &png.texts(&file)[0], &limits);
        match (result, expected) {
            (Ok((content, bare)), Ok(expected)) => {
                assert_eq!(content, plain);
                assert_eq!(bare, expected);
            }
            (Err(ContainerError::Malformed { what, place }), Err(part)) => {
                assert!(what.contains(part), "{what}");
                assert_eq!(place.entry.as_deref(), Some("zTXt:chara#1"));
            }
            (result, expected) => panic!("{result:?} where {expected:?} was due"),
        }
    }
}

#[test]
fn a_text_too_large_when_unpacked_is_a_limit() {
    let limits = Limits { text: 1000, ..Limits::default() };
    for (size, fits) in [(1000, true), (1001, false)] {
        let file = picture(&[ztxt("chara", &support::zlib(&vec![b'x'; size]))]);
        let png = walk(&file);
        let result = png::text_bytes(&file, &png.texts(&file)[0], &limits);
        assert_eq!(result.is_ok(), fits);
        if let Err(error) = result {
            assert!(matches!(error, ContainerError::Limit { name: "text-bytes", limit: 1000, .. }), "{error:?}");
        }
    }
}

fn any_chunk() -> impl Strategy<Value = Vec<u8>> {
    let kind = prop::sample::select(vec![*b"IDAT", *b"tEXt", *b"zTXt", *b"iTXt", *b"tIME", *b"ruNE"]);
    (kind, prop::collection::vec(any::<u8>(), 0..60), any::<bool>()).prop_map(|(kind, data, right)| {
        let mut chunk = chunk(&kind, &data);
        if !right {
            *chunk.last_mut().unwrap() ^= 0xFF;
        }
        chunk
    })
}

/// What stands where a picture ends: its end chunk or none, chunks behind it, bytes that are no chunk.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let tail = prop_oneof![Just(Vec::new()), prop::collection::vec(Just(0_u8), 1..30), Just(b"PK and more".to_vec())];
    (prop::collection::vec(any_chunk(), 0..8), any::<bool>(), prop::option::of(Just(text("chara", b"bGF0ZQ=="))), tail)
        .prop_map(|(chunks, ended, late, tail)| {
            let mut file = png_of(&[header()]);
            file.extend(chunks.concat());
            if ended {
                file.extend(end());
                file.extend(late.unwrap_or_default());
            }
            file.extend(tail);
            file
        })
}

proptest! {
    #[test]
    fn nothing_asked_nothing_changed(file in any_file()) {
        let png = walk(&file);
        prop_assert_eq!(Splice::new(&png).write(&file), file);
    }

    #[test]
    fn what_is_spliced_in_is_read_back_and_the_rest_stays(
        file in any_file(),
        at in any::<prop::sample::Index>(),
        remove in any::<bool>(),
        name in "\\PC{0,12}",
    ) {
        let png = walk(&file);
        let choices: Vec<usize> = (1..png.chunks.len()).filter(|at| png.chunks[*at].kind != *b"IEND").collect();
        let chosen = if choices.is_empty() { None } else { Some(choices[at.index(choices.len())]) };
        let content = format!("{{\"name\":{name:?}}}");
        let chunk = NewChunk::base64("ccv3", content.as_str());
        let mut splice = Splice::new(&png);
        match chosen {
            Some(index) if remove => splice.replace(index, chunk),
            Some(index) => splice.insert_at(index, chunk),
            None => splice.insert_before_iend(chunk),
        };
        let written = splice.write(&file);
        let again = walk(&written);

        let limits = Limits::default();
        let found: Vec<_> = again.texts(&written).into_iter().filter(|text| text.keyword == "ccv3").collect();
        prop_assert_eq!(found.len(), 1);
        let (bytes, _) = png::text_bytes(&written, &found[0], &limits).unwrap();
        // A made-up name may look double-encoded, so nothing is undone here.
        let read = payload::decode_card_text_as(&bytes, &limits, payload::DoubleEncoding::Keep);
        prop_assert_eq!(read, Ok((content, vec![])));
        prop_assert!(!found[0].after_iend);
        prop_assert!(again.crc_ok(&written, found[0].chunk));
        prop_assert!(again.iend().is_some());

        // Every other chunk is there, with the same bytes, in the same order; so is the tail.
        let bytes_of = |png: &Png, file: &[u8], skip: &[usize]| -> Vec<Vec<u8>> {
            png.chunks.iter().enumerate()
                .filter(|(at, chunk)| !skip.contains(at) && chunk.kind != *b"IEND")
                .map(|(_, chunk)| file[chunk.start..chunk.end].to_vec())
                .collect()
        };
        let skipped: Vec<usize> = chosen.filter(|_| remove).into_iter().collect();
        prop_assert_eq!(bytes_of(&again, &written, &[found[0].chunk]), bytes_of(&png, &file, &skipped));
        let tail = |png: &Png, file: &[u8]| file[png.chunks.last().unwrap().end..].to_vec();
        prop_assert_eq!(tail(&again, &written), tail(&png, &file));
    }
}
