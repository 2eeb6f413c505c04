//! Reading and rewriting archives, with the `zip` crate as the judge.

mod support;

use std::io::{Cursor, Read, Write};

use ficha_container::archive::{Archive, EntryEdit, Method, NewEntry, build, check_tail, risu_name};
use ficha_container::{ContainerError, Limits, Sniffed, sniff};
use proptest::prelude::*;
use support::{Raw, end_record, zip_behind, zip_of};

fn read(bytes: &[u8]) -> Archive {
    Archive::read(bytes, &Limits::default()).unwrap()
}

/// Name and content of every entry, by us.
fn contents(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let archive = read(bytes);
    let content = |entry| archive.inflate(bytes, entry, &Limits::default()).unwrap();
    archive.entries().iter().map(|entry| (entry.name.clone(), content(entry))).collect()
}

/// Name and content of every entry, by the judge.
fn judged(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

/// An archive with all that can be kept: both methods, extra fields, comments, descriptors, an entry nothing names.
fn rich() -> Vec<Raw> {
    let long = "The ferry leaves at dusk. ".repeat(40);
    vec![
        Raw { comment: b"drawn by hand".to_vec(), ..Raw::stored("assets/icon/main.png", &support::picture(&[])) },
        Raw { flags: 8, ..Raw::deflated("card.json", long.as_bytes()) },
        Raw { extra: vec![0x55, 0x54, 5, 0, 1, 1, 2, 3, 4], ..Raw::deflated("x_meta/main.json", b"{}") },
        Raw { flags: 8, ..Raw::stored("orphan.bin", &[0; 77]) },
    ]
}

#[test]
fn offsets_from_either_start_and_any_prefix_are_read() {
    let jpeg = [b"\xFF\xD8\xFF\xE0\0\x04PK\x03\x04", &[7; 300][..], b"\xFF\xD9"].concat();
    for (prefix, kind) in
        [(&jpeg[..], Sniffed::JpegZip), (b"MZ and a program PK\x05\x06", Sniffed::Zip), (b"", Sniffed::Zip)]
    {
        for from_file_start in [false, true] {
            for comment in [&b""[..], b"PK\x05\x06 is how an end record begins", &[b'x'; 65_535]] {
                let file = zip_behind(prefix, from_file_start, &rich(), comment);
                assert_eq!(sniff(&file), kind);
                assert_eq!(read(&file).prefix_len(), prefix.len());
                assert_eq!(contents(&file), judged(&file));
            }
        }
    }
}

#[test]
fn bytes_behind_the_archive_do_not_hide_it() {
    let mut file = zip_of(&rich());
    let expected = contents(&file);
    file.extend([b'.'; 100_000]);
    assert_eq!(contents(&file), expected);
}

#[test]
fn an_empty_archive_is_an_archive() {
    let file = end_record(0, 0, 0, b"");
    assert_eq!(sniff(&file), Sniffed::Zip);
    assert!(read(&file).entries().is_empty());
    assert_eq!(contents(&build(&[]).unwrap()), []);
}

#[test]
fn names_are_found_as_written_then_as_risu_stores_them() {
    let file = zip_of(&[
        Raw::stored("assets/other/image/sea_map.png", b"stored"),
        Raw::stored("twice", b"first"),
        Raw::stored("twice", b"second"),
    ]);
    let archive = read(&file);
    let content =
        |name: &str| archive.find(name).map(|entry| archive.inflate(&file, entry, &Limits::default()).unwrap());
    assert_eq!(content("assets/other/image/sea_map.png").as_deref(), Some(&b"stored"[..]));
    assert_eq!(content("assets/other/image/sea:map.png").as_deref(), Some(&b"stored"[..]));
    assert_eq!(content("twice").as_deref(), Some(&b"second"[..]));
    assert_eq!(content("assets/other/image/sea-map.png"), None);

    for (name, stored) in [
        ("a<b>c:d\"e\\f|g?h*i\u{1}.png", "a_b_c_d_e_f_g_h_i_.png"),
        ("dots and blanks. . ", "dots and blanks"),
        ("nul.png", "_nul.png"),
        ("COM7", "_COM7"),
        ("com0", "com0"),
        ("assets/con.png", "assets/con.png"),
        ("grün/灯.png", "grün/灯.png"),
    ] {
        assert_eq!(risu_name(name), stored);
    }
}

#[test]
fn names_of_other_codes_are_readable() {
    let mut plain = Raw::stored("", b"");
    plain.name = b"Gr\x81n/\x8F.txt".to_vec();
    let mut utf8 = Raw::stored("灯/ä.txt", b"");
    utf8.flags = 0x0800;
    let unflagged = Raw::stored("ночь.txt", b"");
    let names: Vec<String> = contents(&zip_of(&[plain, utf8, unflagged])).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Grün/Å.txt", "灯/ä.txt", "ночь.txt"]);
}

#[test]
fn what_is_not_read_is_named() {
    let refused = |entry: Raw| {
        let file = zip_of(&[entry]);
        let archive = read(&file);
        match archive.inflate(&file, &archive.entries()[0], &Limits::default()).unwrap_err() {
            ContainerError::Unsupported { what, place } => {
                assert_eq!(place.entry.as_deref(), Some("card.json"));
                what
            }
            error => panic!("{error:?}"),
        }
    };
    let entry = || Raw::stored("card.json", b"{}");
    assert_eq!(refused(Raw { flags: 1, ..entry() }), "the archive entry is encrypted");
    assert!(refused(Raw { method: 12, ..entry() }).contains("bzip2"));
    assert!(refused(Raw { method: 93, ..entry() }).contains("Zstandard"));
    assert!(refused(Raw { method: 7777, ..entry() }).contains("method 7777"));

    let mut parts = zip_of(&[entry()]);
    let disk = parts.len() - 18;
    parts[disk] = 3;
    assert!(matches!(Archive::read(&parts, &Limits::default()), Err(ContainerError::Unsupported { .. })));
}

#[test]
fn an_entry_that_lies_is_refused() {
    let content = b"four and twenty".repeat(20);
    let honest = content.len() as u32;
    let result = |entry: Raw| {
        let file = zip_of(&[entry]);
        let archive = read(&file);
        archive.inflate(&file, &archive.entries()[0], &Limits::default())
    };
    for raw in [Raw::stored("a", &content), Raw::deflated("a", &content)] {
        let (method, data) = (raw.method, raw.data.clone());
        let lie = |size| Raw { method, data: data.clone(), ..Raw::declaring("a", size, Vec::new()) };
        assert_eq!(result(lie(honest)).unwrap(), content);
        let more = result(lie(honest - 1)).unwrap_err();
        let limit = u64::from(honest - 1);
        assert!(
            matches!(more, ContainerError::Limit { name: "declared-size", limit: at, .. } if at == limit),
            "{more:?}"
        );
        let less = result(lie(honest + 1)).unwrap_err();
        assert!(matches!(less, ContainerError::Malformed { .. }), "{less:?}");
    }
    let cut = Raw { data: support::deflate(&content)[..10].to_vec(), ..Raw::deflated("a", &content) };
    assert!(matches!(result(cut), Err(ContainerError::Malformed { .. })));
}

#[test]
fn limits_hold_for_the_directory_before_anything_is_unpacked() {
    let files = [Raw::deflated("a", &[0; 600]), Raw::deflated("b", &[0; 600])];
    let file = zip_of(&files);
    let refused = |limits: Limits| match Archive::read(&file, &limits).unwrap_err() {
        ContainerError::Limit { name, place, .. } => (name, place.entry),
        error => panic!("{error:?}"),
    };
    let default = Limits::default;
    assert_eq!(refused(Limits { zip_entries: 1, ..default() }), ("zip-entries", None));
    assert_eq!(refused(Limits { zip_entry: 599, ..default() }), ("zip-entry", Some("a".to_owned())));
    assert_eq!(refused(Limits { zip_total: 1199, ..default() }), ("zip-total", Some("b".to_owned())));
    assert!(Archive::read(&file, &Limits { zip_entries: 2, zip_entry: 600, zip_total: 1200, ..default() }).is_ok());
}

#[test]
fn too_many_entries_show_in_the_last_bytes_of_a_file() {
    let limits = Limits::default();
    for (count, fits) in [(10_000, true), (10_001, false), (70_000, false)] {
        let file = support::crowded_zip(count);
        let tail = &file[file.len() - 200..];
        assert_eq!(check_tail(tail, &limits).is_ok(), fits, "{count}");
        assert_eq!(Archive::read(&file, &limits).is_ok(), fits, "{count}");
    }
    assert!(check_tail(b"no archive at all", &limits).is_ok());
}

#[test]
fn archives_of_another_writer_are_read() {
    let options = || zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    // With zip64 fields although nothing needs them, and as a stream, with sizes behind the data.
    let mut wide = zip::ZipWriter::new(Cursor::new(Vec::new()));
    wide.start_file("card.json", options().large_file(true)).unwrap();
    wide.write_all(b"{\"name\":\"Wide\"}").unwrap();
    wide.set_comment("by another hand").unwrap();
    let wide = wide.finish().unwrap().into_inner();
    let mut stream = zip::ZipWriter::new_stream(Vec::new());
    stream.start_file("card.json", options()).unwrap();
    stream.write_all(b"{\"name\":\"Stream\"}").unwrap();
    let stream = stream.finish().unwrap().into_inner();
    for file in [wide, stream] {
        assert_eq!(contents(&file), judged(&file));
        let edit = EntryEdit::Replace { name: "card.json".to_owned(), bytes: b"{\"name\":\"Mended\"}".to_vec() };
        let written = read(&file).rewrite(&file, &[edit]).unwrap();
        assert_eq!(judged(&written), [("card.json".to_owned(), b"{\"name\":\"Mended\"}".to_vec())]);
        assert_eq!(contents(&written), judged(&written));
    }
}

#[test]
fn zip64_end_records_are_read_and_kept() {
    let file = zip64(&rich());
    assert_eq!(contents(&file), judged(&file));
    let edits = [
        EntryEdit::Replace { name: "card.json".to_owned(), bytes: b"{}".to_vec() },
        EntryEdit::Remove { name: "orphan.bin".to_owned() },
    ];
    let written = read(&file).rewrite(&file, &edits).unwrap();
    assert_eq!(contents(&written), judged(&written));
    assert_eq!(contents(&written).len(), 3);
}

/// The archive with every number of its end record moved to a zip64 one, and a prefix.
fn zip64(entries: &[Raw]) -> Vec<u8> {
    let prefix = b"a prefix";
    let file = zip_behind(prefix, false, entries, b"");
    let end = file.len() - 22;
    let number = |at: usize| u64::from(u32::from_le_bytes(file[end + at..end + at + 4].try_into().unwrap()));
    let mut out = file[..end].to_vec();
    let relative = (end - prefix.len()) as u64;
    out.extend_from_slice(b"PK\x06\x06");
    out.extend_from_slice(&44_u64.to_le_bytes());
    out.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for number in [entries.len() as u64, entries.len() as u64, number(12), number(16)] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
    out.extend_from_slice(&relative.to_le_bytes());
    out.extend_from_slice(&1_u32.to_le_bytes());
    out.extend_from_slice(&end_record(u16::MAX, u32::MAX, u32::MAX, b""));
    out
}

#[test]
fn a_renamed_entry_keeps_everything_else() {
    let entries = [NewEntry::new("a.png", b"first".to_vec()), NewEntry::new("b.png", b"second second second".to_vec())];
    let bytes = build(&entries).unwrap();
    let archive = Archive::read(&bytes, &Limits::default()).unwrap();
    let edit = EntryEdit::Rename { name: "a.png".to_owned(), to: "folder/灯台.png".to_owned() };
    let out = archive.rewrite(&bytes, &[edit]).unwrap();
    let again = Archive::read(&out, &Limits::default()).unwrap();
    let names: Vec<&str> = again.entries().iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["folder/灯台.png", "b.png"]);
    for (entry, content) in again.entries().iter().zip([&b"first"[..], b"second second second"]) {
        assert_eq!(again.inflate(&out, entry, &Limits::default()).unwrap(), content);
    }
    let taken = EntryEdit::Rename { name: "a.png".to_owned(), to: "b.png".to_owned() };
    assert!(archive.rewrite(&bytes, &[taken]).is_err());
}

#[test]
fn a_rewrite_that_changes_nothing_is_a_copy() {
    let file = zip_behind(b"prefix", true, &rich(), b"comment");
    assert_eq!(read(&file).rewrite(&file, &[]).unwrap(), file);
    // Content that packs to the same bytes gives the same archive, but for the descriptor it no longer needs.
    let content = contents(&file)[0].clone();
    let edit = EntryEdit::Replace { name: content.0, bytes: content.1 };
    assert_eq!(read(&file).rewrite(&file, &[edit]).unwrap(), file);
}

#[test]
fn impossible_edits_are_refused() {
    let file = zip_of(&rich());
    let archive = read(&file);
    for edit in [
        EntryEdit::Replace { name: "nothing".to_owned(), bytes: Vec::new() },
        EntryEdit::Remove { name: "nothing".to_owned() },
        EntryEdit::Add { name: "card.json".to_owned(), bytes: Vec::new() },
    ] {
        assert!(matches!(archive.rewrite(&file, &[edit]), Err(ContainerError::Malformed { .. })));
    }
    // Two records of one entry: reading is harmless, but neither can be changed alone.
    let crowded = support::crowded_zip(2);
    let edit = EntryEdit::Add { name: "new".to_owned(), bytes: Vec::new() };
    assert!(matches!(read(&crowded).rewrite(&crowded, &[edit]), Err(ContainerError::Malformed { .. })));
}

fn any_entry() -> impl Strategy<Value = Raw> {
    let content = prop_oneof![prop::collection::vec(any::<u8>(), 0..80), Just(b"tide ".repeat(60))];
    (content, any::<bool>(), any::<bool>(), prop::collection::vec(any::<u8>(), 0..9), any::<[u8; 4]>()).prop_map(
        |(content, packed, descriptor, note, time)| {
            let raw = if packed { Raw::deflated("", &content) } else { Raw::stored("", &content) };
            let extra = [&[0xFE, 0xCA, note.len() as u8, 0][..], &note].concat();
            Raw { flags: if descriptor { 8 } else { 0 }, extra, comment: note, time, ..raw }
        },
    )
}

#[derive(Clone, Debug)]
enum Fate {
    Kept,
    Replaced(Vec<u8>),
    Removed,
}

fn any_fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        3 => Just(Fate::Kept),
        1 => prop::collection::vec(any::<u8>(), 0..200).prop_map(Fate::Replaced),
        1 => Just(Fate::Removed),
    ]
}

/// Everything an archive keeps about an entry that is not edited: its local part, and its record but for the offset.
fn kept_bytes(raw: &Raw) -> (Vec<u8>, Vec<u8>) {
    (raw.local(), raw.record(0))
}

proptest! {
    #[test]
    fn a_rewrite_touches_only_what_it_names(
        entries in prop::collection::vec((any_entry(), any_fate()), 1..7),
        added in prop::option::of(prop::collection::vec(any::<u8>(), 0..100)),
        prefix in prop_oneof![Just(&b""[..]), Just(&b"some prefix"[..])],
        from_file_start in any::<bool>(),
        comment in prop_oneof![Just(&b""[..]), Just(&b"a comment"[..])],
        junk in prop_oneof![Just(&b""[..]), Just(&b"junk"[..])],
    ) {
        let (mut raws, fates): (Vec<Raw>, Vec<Fate>) = entries.into_iter().unzip();
        for (at, raw) in raws.iter_mut().enumerate() {
            raw.name = format!("part/{at}.bin").into_bytes();
        }
        let mut file = zip_behind(prefix, from_file_start, &raws, comment);
        file.extend(junk);
        let before = contents(&file);

        let mut edits = Vec::new();
        let mut expected = Vec::new();
        for ((name, content), fate) in before.into_iter().zip(&fates) {
            match fate {
                Fate::Kept => expected.push((name, content)),
                Fate::Replaced(bytes) => {
                    edits.push(EntryEdit::Replace { name: name.clone(), bytes: bytes.clone() });
                    expected.push((name, bytes.clone()));
                }
                Fate::Removed => edits.push(EntryEdit::Remove { name }),
            }
        }
        if let Some(bytes) = added {
            edits.push(EntryEdit::Add { name: "new.bin".to_owned(), bytes: bytes.clone() });
            expected.push(("new.bin".to_owned(), bytes));
        }
        let written = read(&file).rewrite(&file, &edits).unwrap();

        prop_assert_eq!(contents(&written), expected.clone());
        prop_assert_eq!(judged(&written), expected);
        prop_assert!(written.starts_with(prefix));
        prop_assert!(written.ends_with(&[comment, junk].concat()));
        // What was not named is there as the same bytes, in the same order.
        let (mut local_from, mut record_from) = (0, 0);
        for (raw, fate) in raws.iter().zip(&fates) {
            let (local, mut record) = kept_bytes(raw);
            match fate {
                Fate::Kept => {
                    let at = memchr::memmem::find(&written[local_from..], &local);
                    prop_assert!(at.is_some());
                    local_from += at.unwrap() + local.len();
                    let tail = record.split_off(46);
                    record.truncate(42);
                    let at = memchr::memmem::find(&written[record_from..], &record);
                    prop_assert!(at.is_some());
                    let at = record_from + at.unwrap();
                    prop_assert!(written[at + 46..].starts_with(&tail));
                    record_from = at + 46 + tail.len();
                }
                Fate::Replaced(_) => {
                    let archive = read(&written);
                    let name = String::from_utf8(raw.name.clone()).unwrap();
                    let entry = archive.find(&name).unwrap();
                    prop_assert!(entry.method != Method::Deflate || raw.method == 8);
                    let header = &written[entry.header..];
                    prop_assert_eq!(&header[10..14], &raw.time);
                    let extra_at = 30 + raw.name.len();
                    prop_assert_eq!(&header[extra_at..extra_at + raw.extra.len()], &raw.extra[..]);
                }
                Fate::Removed => {}
            }
        }
    }

    #[test]
    fn a_built_archive_is_read_by_all(
        entries in prop::collection::vec(("[a-zä灯]{1,6}", prop::collection::vec(any::<u8>(), 0..300)), 0..6),
    ) {
        let entries: Vec<(String, Vec<u8>)> =
            entries.into_iter().enumerate().map(|(at, (name, bytes))| (format!("{at}/{name}"), bytes)).collect();
        let new: Vec<NewEntry<'_>> =
            entries.iter().map(|(name, bytes)| NewEntry::new(name.as_str(), bytes.as_slice())).collect();
        let file = build(&new).unwrap();
        prop_assert_eq!(contents(&file), entries.clone());
        prop_assert_eq!(judged(&file), entries.clone());
        prop_assert_eq!(build(&new).unwrap(), file);
    }
}

#[test]
fn an_entry_given_piece_by_piece_is_the_same_and_is_refused_the_same() {
    let bytes = zip_of(&rich());
    let archive = read(&bytes);
    for entry in archive.entries() {
        let mut pieces = Vec::new();
        let given = archive.stream(&bytes, entry, &Limits::default(), &mut |piece| pieces.extend_from_slice(piece));
        assert_eq!(given.unwrap(), pieces.len() as u64);
        assert_eq!(pieces, archive.inflate(&bytes, entry, &Limits::default()).unwrap(), "{}", entry.name);
        // A limit and a size it lies about stop both in the same words.
        let small = Limits { zip_entry: 3, ..Limits::default() };
        for (entry, limits) in
            [(entry.clone(), &small), (lying(entry, 1), &small), (lying(entry, 1 << 20), &Limits::default())]
        {
            let whole = archive.inflate(&bytes, &entry, limits).map(|content| content.len() as u64);
            assert_eq!(archive.stream(&bytes, &entry, limits, &mut |_| {}), whole, "{}", entry.name);
        }
    }
}

fn lying(entry: &ficha_container::archive::Entry, size: u64) -> ficha_container::archive::Entry {
    let mut entry = entry.clone();
    entry.size = size;
    entry
}

#[test]
fn a_refused_archive_says_what_it_would_need() {
    use ficha_container::{Place, needed};
    let bytes = zip_of(&rich());
    let archive = read(&bytes);
    let largest = archive.entries().iter().map(|entry| entry.size).max();
    let total: u64 = archive.entries().iter().map(|entry| entry.size).sum();
    let limits = Limits { zip_entry: 10, zip_total: 20, zip_entries: 2, file: 30, ..Limits::default() };
    let need = |name| needed(&bytes, name, &Place::file(), &limits);
    assert_eq!(need("file-bytes"), Some(bytes.len() as u64));
    assert_eq!(need("zip-entries"), Some(archive.entries().len() as u64));
    // The sizes are asked once the number of entries is not what refuses it.
    assert_eq!((need("zip-entry"), need("zip-total")), (None, None));
    let limits = Limits { zip_entries: 10_000, ..limits };
    let need = |name| needed(&bytes, name, &Place::file(), &limits);
    assert_eq!((need("zip-entry"), need("zip-total")), (largest, Some(total)));
    assert_eq!((need("declared-size"), need("json-values")), (None, None));
    assert_eq!(needed(b"{\"a\": 1}", "json-bytes", &Place::file(), &limits), Some(8));

    // With what it needs it is let in.
    let mut raised = limits.clone();
    for name in ["file-bytes", "zip-entry", "zip-total"] {
        raised.raise(name, need(name).unwrap()).unwrap();
    }
    assert_eq!(Archive::read(&bytes, &raised).unwrap().entries().len(), archive.entries().len());
}
