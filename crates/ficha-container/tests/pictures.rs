//! Headers of pictures, EXIF comments, data URIs, and what files are by their bytes.

mod support;

use ficha_container::{ContainerId, Limits, Sniffed, data_uri, exif, picture, png, sniff};
use proptest::prelude::*;

#[test]
fn a_comment_is_found_in_every_picture_order_and_directory() {
    let limits = Limits::default();
    for container in ["png", "webp", "jpeg"] {
        for little in [true, false] {
            for nested in [true, false] {
                for code in [&b"ASCII\0\0\0"[..], b"UNICODE\0", b""] {
                    let comment = [code, b"{\"name\":\"Quay\"}"].concat();
                    let file = support::with_comment(container, &comment, little, nested);
                    let found = exif::user_comment(&file, &limits).expect(container);
                    assert_eq!(&file[found], b"{\"name\":\"Quay\"}", "{container} {little} {nested}");
                }
            }
        }
    }
    assert_eq!(exif::user_comment(&support::picture(&[]), &limits), None);
    assert_eq!(exif::user_comment(b"{}", &limits), None);
}

#[test]
fn a_comment_of_a_png_is_replaced_where_it_stands() {
    let limits = Limits::default();
    for little in [true, false] {
        for nested in [true, false] {
            for code in [&b"ASCII\0\0\0"[..], b"UNICODE\0", b""] {
                let comment = [code, b"{\"name\":\"Quay\"}", &[0]].concat();
                let file = support::with_comment("png", &comment, little, nested);
                for text in [&b"{\"name\":\"Harbour wall\"}"[..], b"{}  ", b"{\"name\":\"Quay\"}"] {
                    let edited = exif::with_user_comment(&file, text, &limits).unwrap();
                    let found = exif::user_comment(&edited, &limits).expect("a comment");
                    assert_eq!(edited[found], *[text, &[0]].concat(), "{little} {nested}");
                    let (old, new) = (png::read(&file, &limits).unwrap(), png::read(&edited, &limits).unwrap());
                    assert_eq!(old.chunks.len(), new.chunks.len());
                    for (at, (old, new)) in old.chunks.iter().zip(&new.chunks).enumerate() {
                        assert!(new.kind == *b"eXIf" || file[old.start..old.end] == edited[new.start..new.end]);
                        assert!(png::read(&edited, &limits).unwrap().crc_ok(&edited, at));
                    }
                }
                assert_eq!(exif::with_user_comment(&file, b"{\"name\":\"Quay\"}", &limits).unwrap(), file);
            }
        }
    }
    let fresh = exif::with_user_comment(&support::picture(&[]), b"{\"name\":\"Quay\"}", &limits).unwrap();
    assert_eq!(fresh[exif::user_comment(&fresh, &limits).unwrap()], *b"{\"name\":\"Quay\"}");
    assert!(exif::with_user_comment(b"{}", b"{}", &limits).is_err());
}

#[test]
fn sizes_come_from_the_header() {
    let size = |bytes: &[u8]| picture::describe(bytes).and_then(|picture| picture.size);
    assert_eq!(size(&support::picture(&[])), Some((8, 8)));
    assert_eq!(png::dimensions(&support::picture(&[])), Some((8, 8)));
    assert_eq!(size(&support::with_comment("jpeg", b"", true, true)), Some((32, 16)));
    assert_eq!(size(&support::with_comment("webp", b"", true, true)), Some((32, 32)));
    assert_eq!(size(b"RIFF\x18\0\0\0WEBPVP8L\x0B\0\0\0\x2F\x0F\xC0\x03\0\0\0\0\0\0\0\0"), Some((16, 16)));
    assert_eq!(size(b"RIFF\x20\0\0\0WEBPVP8 \x14\0\0\0\0\0\0\x9D\x01\x2A\x40\0\x60\0....."), Some((64, 96)));
    assert_eq!(size(b"GIF89a\x03\0\x04\0rest"), Some((3, 4)));
    assert_eq!(size(b"\xFF\xD8\xFF\xDA"), None);
    assert_eq!(picture::describe(b"\0\0\0\x1Cftypavif").map(|picture| picture.mime), Some("image/avif"));
    assert_eq!(picture::describe(b"{\"name\":\"no picture\"}"), None);

    let limits = Limits { picture_side: 100, picture_pixels: 5000, ..Limits::default() };
    let of = |size| picture::Picture { mime: "image/png", extension: "png", size: Some(size) };
    assert!(picture::check_size(&of((100, 50)), &limits).is_ok());
    let named = |size| picture::check_size(&of(size), &limits).unwrap_err().to_string();
    assert_eq!(named((101, 1)), "the picture is more than 100 pixels wide or high (limit picture-side)");
    assert_eq!(named((100, 51)), "the picture has more than 5000 pixels (limit picture-pixels)");
}

#[test]
fn files_are_told_by_their_bytes() {
    let jpeg = support::with_comment("jpeg", b"", true, true);
    let webp = support::with_comment("webp", b"", true, true);
    let cases: Vec<(&[u8], Sniffed)> = vec![
        (b"", Sniffed::Empty),
        (b"\x89PNG\r\n\x1A\n", Sniffed::Png),
        (b"\x89PNG\n\x1A\n....", Sniffed::TextModeDamagedPng),
        (b"\x89PNG\r\r\n\x1A\r\n....", Sniffed::TextModeDamagedPng),
        (b"\x09PNG\r\n\x1A\n....", Sniffed::TextModeDamagedPng),
        (b"\xEF\xBF\xBDPNG\r\n\x1A\n", Sniffed::TextModeDamagedPng),
        (&jpeg, Sniffed::Jpeg { whole: true }),
        (&jpeg[..40], Sniffed::Jpeg { whole: false }),
        (&webp, Sniffed::Webp { whole: true }),
        (&webp[..webp.len() - 1], Sniffed::Webp { whole: false }),
        (b"GIF89a....", Sniffed::Gif),
        (b"\0\0\0\x1Cftypavif....", Sniffed::Avif),
        (b"Rar!\x1A\x07\x01\0", Sniffed::Rar),
        (b"7z\xBC\xAF\x27\x1C", Sniffed::SevenZip),
        (b"\x1F\x8B\x08", Sniffed::Gzip),
        (b"PK\x03\x04....", Sniffed::TruncatedZip),
        (b"\x6F\0\x02\0\0\0AB\0", Sniffed::Risum),
        (b"\x6F\0\xFF\0\0\0AB\0", Sniffed::Unknown),
        (b"{\"name\":\"Quay\"}", Sniffed::Text),
        (b"name: Quay\ngreeting: |\n  Zo\xEB\n", Sniffed::Text),
        (b"{\"name\":\"Quay\"}\0\0", Sniffed::Text),
        (b"\xFF\xFE{\0", Sniffed::Text),
        (b"{\0\"\0n\0", Sniffed::Text),
        (b"\0{\0\"", Sniffed::Text),
        (b"\0\x01\x02\x03", Sniffed::Unknown),
        (b"\0\0\0", Sniffed::Unknown),
    ];
    for (bytes, expected) in cases {
        assert_eq!(sniff(bytes), expected, "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn container_ids_are_their_words() {
    for id in ContainerId::ALL {
        assert_eq!(ContainerId::from_word(id.word()), Some(id));
    }
    assert_eq!(ContainerId::from_word("charx"), None);
    assert_eq!(ContainerId::JpegZip.word(), "jpeg+zip");
    let limits = Limits::default();
    assert!(limits.check_file(96 << 20).is_ok());
    assert_eq!(
        limits.check_file((96 << 20) + 1).unwrap_err().to_string(),
        "the file is larger than 100663296 bytes (limit file-bytes)"
    );
}

#[test]
fn data_uris_are_read_as_browsers_do() {
    let read = |text: &'static str| data_uri::parse(text).map(|uri| (uri.mime, uri.bytes.into_owned()));
    let found = |mime: &str, bytes: &[u8]| Some((mime.to_owned(), bytes.to_vec()));
    assert_eq!(read("data:image/png;base64,AAEC"), found("image/png", &[0, 1, 2]));
    assert_eq!(read("DATA:Image/PNG;charset=x;BASE64,AAEC"), found("image/png", &[0, 1, 2]));
    assert_eq!(read("data:image/png;base64,AAE"), found("image/png", &[0, 1]));
    assert_eq!(read("data:image/png;base64,A%41E%43\n"), found("image/png", &[0, 1, 2]));
    assert_eq!(read("data:,low%20tide%"), found("text/plain", b"low tide%"));
    assert_eq!(read("data:text/html,<p>"), found("text/html", b"<p>"));
    assert_eq!(read("data:image/png;base64,"), found("image/png", b""));
    assert_eq!(read("data:image/png;base64"), None);
    assert_eq!(read("data:image/png;base64,(none)"), None);
    assert_eq!(read("data:image/png;base64,A"), None);
    assert_eq!(read("https://example.invalid/data:,x"), None);
    assert_eq!(data_uri::mime("data:image/webp;base64,AAEC"), Some("image/webp"));
    assert_eq!(data_uri::mime("embeded://a.png"), None);
}

proptest! {
    #[test]
    fn a_built_data_uri_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = data_uri::build("image/webp", &bytes);
        let uri = data_uri::parse(&text).unwrap();
        prop_assert_eq!(uri.mime, "image/webp");
        prop_assert_eq!(uri.bytes.into_owned(), bytes);
    }
}
