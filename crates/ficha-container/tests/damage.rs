//! No bytes make this crate panic: every file at hand is cut at each 37th byte and bent at others, and everything
//! that reads is let loose on it.

mod support;

use std::path::{Path, PathBuf};

use ficha_container::archive::{Archive, EntryEdit};
use ficha_container::png::{NewChunk, Splice};
use ficha_container::{ContainerError, Limits, data_uri, exif, payload, picture, png, sniff};
use proptest::prelude::*;
use support::Raw;

/// Every reader and writer of this crate, on one file. Small limits keep it quick and are reached now and then.
fn read_everything(bytes: &[u8]) {
    let limits = Limits { chunks: 500, text: 200_000, zip_entry: 200_000, ..Limits::default() };
    let _ = sniff(bytes).title();
    if let Some(comment) = exif::user_comment(bytes, &limits) {
        let _ = payload::decode_card_text(&bytes[comment], &limits);
    }
    if let Some(picture) = picture::describe(bytes) {
        let _ = picture::check_size(&picture, &limits);
    }
    if let Ok(png) = png::read(bytes, &limits) {
        for text in png.texts(bytes) {
            if let Ok((content, _)) = png::text_bytes(bytes, &text, &limits) {
                let _ = payload::decode_card_text(&content, &limits);
            }
            let _ = png.crc_ok(bytes, text.chunk);
        }
        assert!(png.chunks.iter().all(|chunk| chunk.end <= bytes.len()));
        let mut splice = Splice::new(&png);
        assert_eq!(splice.write(bytes), bytes);
        splice.insert_before_iend(NewChunk::base64("chara", "{}"));
        let written = splice.write(bytes);
        let again = png::read(&written, &Limits::default()).expect("what was a PNG stays one");
        assert!(again.texts(&written).iter().any(|text| text.keyword == "chara" && !text.after_iend));
    }
    if let Ok(archive) = Archive::read(bytes, &limits) {
        for entry in archive.entries() {
            let _ = archive.inflate(bytes, entry, &limits);
            let _ = archive.find(&entry.name);
        }
        let edit = EntryEdit::Add { name: "damage.bin".to_owned(), bytes: vec![1, 2, 3] };
        if let Ok(written) = archive.rewrite(bytes, &[edit]) {
            let again = Archive::read(&written, &Limits::default()).expect("what was an archive stays one");
            let entry = again.find("damage.bin").expect("the new entry is there");
            assert_eq!(again.inflate(&written, entry, &limits).expect("and can be read"), [1, 2, 3]);
        }
    }
    let _ = payload::decode_card_text(bytes, &limits);
    if let Ok((text, _)) = payload::decode_json_bytes(bytes) {
        let _ = data_uri::parse(&text);
    }
}

/// Files of every kind this crate knows, made here.
fn invented() -> Vec<Vec<u8>> {
    let base64 = payload::encode_base64(&support::card("Ferrywoman"));
    let png = support::picture(&[
        support::text("Software", b"quill"),
        support::text("chara", base64.as_bytes()),
        support::ztxt("ccv3", &support::zlib(base64.as_bytes())),
        support::itxt("ccv3", true, &support::zlib(base64.as_bytes())),
    ]);
    let entries = [
        Raw { flags: 8, ..Raw::deflated("card.json", support::card("Ferrywoman").repeat(9).as_bytes()) },
        Raw { extra: vec![0xFE, 0xCA, 2, 0, 1, 2], ..Raw::stored("assets/icon/main.png", &png) },
    ];
    vec![
        support::zip_of(&entries),
        support::zip_behind(
            b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xD9",
            false,
            &entries,
            b"note",
        ),
        support::crowded_zip(3),
        base64.into_bytes(),
        support::with_comment("webp", b"ASCII\0\0\0{\"name\":\"Quay\"}", true, true),
        support::with_comment("jpeg", b"ASCII\0\0\0{\"name\":\"Quay\"}", false, false),
        support::with_comment("png", b"ASCII\0\0\0{\"name\":\"Quay\"}", false, true),
        b"RIFF\x30\0\0\0WEBPVP8X\x0A\0\0\0\x08\0\0\0\x1F\0\0\x1F\0\0".to_vec(),
        png,
    ]
}

fn files_under(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_under(&path, into);
        } else {
            into.push(path);
        }
    }
}

#[test]
fn cut_files_do_not_panic() {
    let mut files = invented();
    let mut paths = Vec::new();
    if let Some(shared) = support::shared_dir() {
        for folder in
            ["vectors/png", "vectors/risu", "vectors/legacy", "vectors/risum", "corpus/repro", "corpus/files/charx"]
        {
            files_under(&shared.join(folder), &mut paths);
        }
    }
    files_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples"), &mut paths);
    files.extend(paths.iter().map(|path| std::fs::read(path).unwrap()).filter(|file| file.len() < 8_000));
    for file in files {
        read_everything(&file);
        for cut in (0..file.len()).step_by(37) {
            read_everything(&file[..cut]);
        }
    }
}

proptest! {
    #[test]
    fn bent_files_do_not_panic(
        which in any::<prop::sample::Index>(),
        bends in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let files = invented();
        let mut file = files[which.index(files.len())].clone();
        for (at, value) in bends {
            let at = at.index(file.len());
            file[at] = value;
        }
        read_everything(&file);
    }

    #[test]
    fn bent_ends_of_archives_do_not_panic(
        which in 0_usize..3,
        bends in prop::collection::vec((1_usize..120, prop::sample::select(vec![0_u8, 1, 5, 6, 46, 0x7F, 0x80, 0xFF])), 1..8),
    ) {
        let mut file = invented()[which].clone();
        let len = file.len();
        for (back, value) in bends {
            file[len - back] = value;
        }
        read_everything(&file);
    }
}

/// Lengths and offsets change whenever a sample is made anew: numbers of three digits and more become `N`.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for run in text.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let digits = run.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        out.push_str(if digits.len() >= 3 { "N" } else { digits });
        out.push_str(&run[digits.len()..]);
    }
    out
}

/// The samples that must fail, each with the error it fails with on this level. Some are sound here and fail only
/// where cards are known.
#[test]
fn bad_samples_fail_by_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/bad");
    for kind in ["png", "zip"] {
        let mut paths = Vec::new();
        files_under(&folder.join(kind), &mut paths);
        paths.sort();
        assert!(!paths.is_empty());
        let mut out = String::new();
        for path in paths {
            let bytes = std::fs::read(&path).unwrap();
            let outcome = match refusal(&bytes) {
                Ok(()) => "sound as a container".to_owned(),
                Err(error) => without_numbers(&format!("{error} [{}]", error.place())),
            };
            out.push_str(&format!("{}: {outcome}\n", path.file_name().unwrap().to_string_lossy()));
        }
        insta::assert_snapshot!(kind, out);
    }
}

/// What is wrong with a file, if anything: its kind, its chunks or directory, its texts.
fn refusal(bytes: &[u8]) -> Result<(), ContainerError> {
    let limits = Limits::default();
    match sniff(bytes) {
        ficha_container::Sniffed::Zip | ficha_container::Sniffed::JpegZip | ficha_container::Sniffed::TruncatedZip => {
            let archive = Archive::read(bytes, &limits)?;
            for entry in archive.entries() {
                archive.inflate(bytes, entry, &limits)?;
            }
        }
        _ => {
            let png = png::read(bytes, &limits)?;
            if let Some(fault) = png.overlong() {
                return Err(fault.refusal());
            }
            for text in png.texts(bytes) {
                let (content, _) = png::text_bytes(bytes, &text, &limits)?;
                payload::decode_card_text(&content, &limits).map_err(|error| error.within(&text.name()))?;
            }
        }
    }
    Ok(())
}
