//! The person's own files: found, sized, read once, written so that nothing is ever half there or overwritten by
//! accident. The library's files are the library's business.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use ficha_container::{ContainerError, Limits, Place, archive};

use crate::error::io;
use crate::{ApiError, ErrorCode, LimitReached};

/// A file that was found, or one that was named and is not there.
pub type Found = Result<PathBuf, (PathBuf, ApiError)>;

/// Every file named, folders walked in the order of their names. Links inside folders are not followed, and names
/// that begin with a dot are passed over there.
pub fn walk(paths: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(match fs::metadata(path) {
                Ok(_) => Ok(path.clone()),
                Err(error) => Err((path.clone(), io("read", path, &error))),
            });
            continue;
        }
        let hidden =
            |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
        for entry in walkdir::WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(|entry| !hidden(entry)) {
            match entry {
                Ok(entry) if entry.file_type().is_file() => found.push(Ok(entry.into_path())),
                Ok(_) => {}
                Err(error) => {
                    let place = error.path().unwrap_or(path).to_owned();
                    found.push(Err((
                        place,
                        ApiError::new(ErrorCode::Io, format!("The folder could not be walked: {error}.")),
                    )));
                }
            }
        }
    }
    found
}

/// The whole of a file. Its size is asked for first, and no more than that limit is ever read.
///
/// # Errors
/// `limit` for a file too large, `io` for one that cannot be read.
pub fn read(path: &Path, limits: &Limits) -> Result<Bytes, ApiError> {
    let mut file = fs::File::open(path).map_err(|error| io("opened", path, &error))?;
    let metadata = file.metadata().map_err(|error| io("read", path, &error))?;
    if metadata.is_dir() {
        return Err(ApiError::new(ErrorCode::Usage, format!("{} is a folder.", path.display())));
    }
    fits(metadata.len(), limits)?;
    if metadata.is_file() && metadata.len() > LOOK_FIRST {
        look(&mut file, metadata.len(), limits)?;
        if metadata.len() > IN_MEMORY {
            drop(file);
            return ficha_library::content(path).map_err(|error| io("read", path, &error));
        }
        file.rewind().map_err(|error| io("read", path, &error))?;
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // A pipe or a growing file states no size; one byte more than allowed is enough to know.
    (&mut file).take(limits.file as u64 + 1).read_to_end(&mut bytes).map_err(|error| io("read", path, &error))?;
    fits(bytes.len() as u64, limits)?;
    Ok(bytes.into())
}

/// Files over this size, which only a raised limit lets in, are not read as a whole: their bytes are a view of them.
const IN_MEMORY: u64 = 96 * 1024 * 1024;

/// Whether a file of this size may be opened.
///
/// # Errors
/// `limit`, with what the file needs.
pub fn fits(length: u64, limits: &Limits) -> Result<(), ApiError> {
    limits.check_file(length).map_err(|error| {
        ApiError::from(error).reaching(LimitReached::new("file-bytes", limits.file as u64, Some(length)))
    })
}

/// Files over this size are looked at before they are read, so that one no reader would take costs no memory.
const LOOK_FIRST: u64 = 8 * 1024 * 1024;

/// Refuses by its first and last bytes alone a text that is longer than any JSON may be, and an archive of too many
/// entries. What cannot be told from them passes.
fn look(file: &mut fs::File, length: u64, limits: &Limits) -> Result<(), ApiError> {
    let failed = |error: std::io::Error| ApiError::new(ErrorCode::Io, format!("The file could not be read: {error}."));
    let mut start = [0; 64];
    let got = file.read(&mut start).map_err(failed)?;
    let text = start.get(..got).unwrap_or_default();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let is_json = matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    if is_json && length > limits.json.bytes as u64 {
        let error = ApiError::from(ContainerError::limit("json-bytes", limits.json.bytes, Place::file()));
        return Err(error.reaching(LimitReached::new("json-bytes", limits.json.bytes as u64, Some(length))));
    }
    let from = length.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(from)).map_err(failed)?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).map_err(failed)?;
    archive::check_tail(&tail, limits).map_err(|error| {
        let needed = archive::tail_entries(&tail);
        ApiError::from(error).reaching(LimitReached::new("zip-entries", limits.zip_entries as u64, needed))
    })
}

/// What holds the end record of every zip archive: the record and the longest comment behind it.
const TAIL: u64 = 64 * 1024 + 22;

/// What of a stream is held at most, in bytes, whatever was raised: it can only be held as a whole.
const STREAM: u64 = 512 * 1024 * 1024;

/// The whole of a stream, within the limit of a file.
///
/// # Errors
/// `limit` and `io`, as for a file.
pub fn read_stream(from: &mut dyn Read, limits: &Limits) -> Result<Bytes, ApiError> {
    let mut bytes = Vec::new();
    from.take((limits.file as u64).min(STREAM) + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| io("read", Path::new("-"), &error))?;
    if bytes.len() as u64 > STREAM {
        return Err(ApiError::new(ErrorCode::Limit, format!("More than {STREAM} bytes came in a stream."))
            .hint("Write it to a file and name that."));
    }
    // How much a stream would go on to hold is not known.
    limits.check_file(bytes.len() as u64)?;
    Ok(bytes.into())
}

/// Whether two paths are one file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Makes a folder ready to be written to, and proves it by a file that goes again at once.
///
/// # Errors
/// `io`, naming the folder and why.
pub fn ready(folder: &Path) -> Result<(), ApiError> {
    fs::create_dir_all(folder).map_err(|error| io("made", folder, &error))?;
    let probe = folder.join(format!(".ficha-probe.{}.new", std::process::id()));
    let written = write_whole(&probe, b"ficha").map_err(|error| io("written to", folder, &error));
    let _ = fs::remove_file(&probe);
    written
}

/// Why a folder could not be written to, without making it: the nearest folder that is there is asked.
pub fn obstacle(folder: &Path) -> Option<ApiError> {
    let there = folder.ancestors().find(|folder| folder.exists())?;
    if there.is_dir() {
        return ready(there).err();
    }
    Some(ApiError::new(ErrorCode::Io, format!("{} is a file, not a folder.", there.display())))
}

/// Takes away what a process that was killed left half-written in a folder.
pub fn clear_unfinished(folder: &Path, process: u64) {
    let end = format!(".{process}.new");
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && name.ends_with(&end) {
            // A file that stays is hidden, and no output.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file whole: beside its place first, then renamed into it. One that is there stays unless `overwrite`.
///
/// # Errors
/// `conflict` when there is a file already, `io` when it cannot be written; then nothing is left behind.
pub fn write(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), ApiError> {
    let taken = || {
        ApiError::new(ErrorCode::Conflict, format!("{} is there already.", path.display()))
            .hint("Choose another name, or say that it may be overwritten.")
    };
    if path.is_dir() {
        return Err(ApiError::new(ErrorCode::Usage, format!("{} is a folder.", path.display())));
    }
    if !overwrite && fs::symlink_metadata(path).is_ok() {
        return Err(taken());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or_else(|| ApiError::new(ErrorCode::Usage, "The output has no file name."))?;
    let temporary = folder.join(format!(".{}.{}.new", short(&name.to_string_lossy()), std::process::id()));
    let written = write_whole(&temporary, bytes).map_err(|error| io("written", path, &error)).and_then(|()| {
        if overwrite {
            return fs::rename(&temporary, path).map_err(|error| io("written", path, &error));
        }
        // A link is made only where nothing is, so two writers cannot both win; file systems without links get a rename.
        match fs::hard_link(&temporary, path) {
            Ok(()) => fs::remove_file(&temporary).map_err(|error| io("written", path, &error)),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(taken()),
            Err(_) => fs::rename(&temporary, path).map_err(|error| io("written", path, &error)),
        }
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The beginning of a file name, so that a temporary name beside it is never too long.
fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

/// A file name for a piece: its name with everything taken out that some system forbids, else its id.
pub fn file_name(name: &str, id: &str, extension: &str) -> String {
    let forbidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
            || is_direction_mark(letter)
    };
    let mut stem = String::new();
    for letter in name.chars() {
        let letter = if forbidden(letter) { ' ' } else { letter };
        if stem.len() + letter.len_utf8() > 150 {
            break;
        }
        if letter != ' ' || !stem.ends_with(' ') {
            stem.push(letter);
        }
    }
    let stem = stem.trim_matches([' ', '.']);
    // The id policy knows the names some systems keep for devices, whatever stands behind their first dot.
    let word = stem.split('.').next().unwrap_or(stem).trim().to_lowercase();
    let device = ficha_model::canonical_id(&word) == format!("{word}-id");
    let stem = if stem.is_empty() || device { id } else { stem };
    format!("{stem}.{extension}")
}

/// Marks that turn the direction of text: in a file name they hide its ending.
fn is_direction_mark(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_everywhere() {
        for (name, expected) in [
            ("Tilda Quarrow", "Tilda Quarrow.png"),
            ("../../etc/passwd", "etc passwd.png"),
            ("CON", "an-id.png"),
            ("a\u{202e}gnp.exe", "a gnp.exe.png"),
            ("...", "an-id.png"),
            ("灯台守り", "灯台守り.png"),
            ("", "an-id.png"),
        ] {
            assert_eq!(file_name(name, "an-id", "png"), expected, "{name:?}");
        }
        assert!(file_name(&"灯".repeat(300), "x", "png").len() < 200);
    }

    #[test]
    fn nothing_is_overwritten_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        write(&path, b"one", false).expect("written");
        let error = write(&path, b"two", false).expect_err("refused");
        assert_eq!(error.code, ErrorCode::Conflict);
        assert_eq!(fs::read(&path).expect("read"), b"one");
        write(&path, b"two", true).expect("overwritten");
        assert_eq!(fs::read(&path).expect("read"), b"two");
        assert_eq!(write(&folder.path().join("no/where"), b"", false).expect_err("no folder").code, ErrorCode::Io);
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }
}
