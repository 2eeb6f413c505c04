//! Pictures of an entity: which it has, and their bytes.
//!
//! A reference is `carrier:` (the picture of the entity's own source file), `sha256:<hex>` (a blob), a data URI, or
//! what the wire said. Nothing is fetched: an `https://` reference has no bytes here.

use std::borrow::Cow;

use bytes::Bytes;
use ficha_container::archive::{Archive, Entry};
use ficha_container::{ContainerError, ContainerId, Limits, Place, Sniffed, data_uri, png, sniff};
use ficha_model::{Entity, Path};
use serde_json::Value;

use crate::ask::MediaSource;
use crate::source::payload_chunks;
use crate::tavern::assets::{asset_chunk_bytes, asset_chunk_path};

/// A picture named in a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Body path of the asset, `media.portrait` or `media.assets[3]`.
    pub path: Path,
    /// Its role: portrait, emotion, outfit, pose, background, other.
    pub role: String,
    /// Its name or label.
    pub name: Option<String>,
    /// The reference as the body has it.
    pub reference: String,
    /// Its media type, as far as it is said.
    pub mime: Option<String>,
}

/// The bytes of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureBytes {
    /// The bytes.
    pub bytes: Bytes,
    /// The media type, by the bytes.
    pub mime: String,
    /// Where in the source file they lie.
    pub place: Place,
}

/// The pictures a body names, the portrait first, then the background of its page.
pub fn pictures(entity: &Entity) -> Vec<Picture> {
    let asset = |path: Path, value: &Value| {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Picture {
            path,
            role: text("role").unwrap_or_else(|| "other".to_owned()),
            name: text("label").or_else(|| text("name")),
            reference: text("ref")?,
            mime: text("mime"),
        })
    };
    let media = Path::default().key("media");
    let portrait = media.key("portrait");
    let mut found: Vec<Picture> =
        portrait.get(entity.body.value()).and_then(|value| asset(portrait.clone(), value)).into_iter().collect();
    let background = Path::default().key("presentation").key("background");
    found.extend(
        background
            .get(entity.body.value())
            .and_then(|value| asset(background.clone(), value))
            .map(|picture| Picture { role: "background".to_owned(), ..picture }),
    );
    let assets = media.key("assets");
    for (index, value) in entity.body.list("media.assets").iter().enumerate() {
        found.extend(asset(assets.index(index), value));
    }
    // A pack is nothing but pictures.
    let groups = Path::default().key("groups");
    let named = groups.get(entity.body.value()).and_then(Value::as_object);
    let named = named.into_iter().flat_map(|named| named.keys()).map(|name| groups.key(name));
    for items in std::iter::once(Path::default().key("pack")).chain(named).map(|group| group.key("items")) {
        let rows = items.get(entity.body.value()).and_then(Value::as_array);
        for (index, value) in rows.into_iter().flatten().enumerate() {
            found.extend(asset(items.index(index), value));
        }
    }
    found
}

/// The bytes of a reference, when they are at hand.
pub fn picture(entity: &Entity, reference: &str, media: &dyn MediaSource) -> Option<PictureBytes> {
    if let Some(hash) = reference.strip_prefix("sha256:") {
        return typed(media.blob(hash)?, Place::file());
    }
    if reference.starts_with("data:") {
        let uri = data_uri::parse(reference)?;
        return typed(Bytes::from(uri.bytes.into_owned()), Place::file());
    }
    let limits = media.limits(entity);
    if reference == "carrier:" {
        return carrier(&source_file(entity, media)?, &limits);
    }
    let path = archive_path(reference)?;
    let file = source_file(entity, media)?;
    if sniff(&file) == Sniffed::Png {
        return asset_chunk(&file, &path, &limits);
    }
    let archive = Archive::read(&file, &limits).ok()?;
    let entry = archive.find(&path)?;
    let name = entry.name.clone();
    typed(entry_bytes(&file, &archive, entry, &limits).ok()?, Place::entry(name))
}

/// The content of an entry: a part of the file itself where it is stored as it is.
pub(crate) fn entry_bytes(
    file: &Bytes,
    archive: &Archive,
    entry: &Entry,
    limits: &Limits,
) -> Result<Bytes, ContainerError> {
    Ok(match archive.contents(file, entry, limits)? {
        Cow::Borrowed(part) => file.slice_ref(part),
        Cow::Owned(content) => content.into(),
    })
}

/// What is known of a picture by its bytes, without holding all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureFigures {
    /// The media type.
    pub mime: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Where in the source file it lies.
    pub place: Place,
}

/// The beginning of a picture from which its media type is told.
const HEAD: usize = 64 * 1024;

/// The figures of a reference, when its bytes are at hand. An archive entry is unpacked piece by piece and let go.
pub fn picture_figures(entity: &Entity, reference: &str, media: &dyn MediaSource) -> Option<PictureFigures> {
    let file = archive_path(reference).and_then(|path| Some((path, source_file(entity, media)?)));
    let Some((path, file)) = file.filter(|(_, file)| sniff(file) != Sniffed::Png) else {
        let whole = picture(entity, reference, media)?;
        return Some(PictureFigures { mime: whole.mime, bytes: whole.bytes.len() as u64, place: whole.place });
    };
    let limits = media.limits(entity);
    let archive = Archive::read(&file, &limits).ok()?;
    let entry = archive.find(&path)?;
    let mut head = Vec::new();
    let mut keep = |piece: &[u8]| head.extend(piece.iter().take(HEAD.saturating_sub(head.len())));
    let bytes = archive.stream(&file, entry, &limits, &mut keep).ok()?;
    Some(PictureFigures { mime: mime_of(&head)?.to_owned(), bytes, place: Place::entry(entry.name.clone()) })
}

/// The whole file an entity came in: the blob its source record names, else what the caller holds. A file of another
/// size than the record says is another file.
pub fn source_file(entity: &Entity, media: &dyn MediaSource) -> Option<Bytes> {
    let source = entity.source.as_ref();
    let named = source.and_then(|source| source.sha256.as_deref()).and_then(|hash| media.blob(hash));
    let file = named.or_else(|| media.source_file(entity))?;
    let size = source.and_then(|source| source.bytes);
    size.is_none_or(|size| size == file.len() as u64).then_some(file)
}

/// The picture of a chunk of its own in a PNG.
fn asset_chunk(file: &Bytes, path: &str, limits: &Limits) -> Option<PictureBytes> {
    let png = png::read(file, limits).ok()?;
    let texts = png.texts(file);
    let text = texts.iter().find(|text| asset_chunk_path(&text.keyword) == Some(path))?;
    let (raw, _) = png::text_bytes(file, text, limits).ok()?;
    typed(Bytes::from(asset_chunk_bytes(&raw)?), text.place())
}

/// The picture a source file is: the whole file of a PNG, JPEG or WebP, the picture in front of an archive.
fn carrier(file: &Bytes, limits: &Limits) -> Option<PictureBytes> {
    match sniff(file) {
        Sniffed::JpegZip => {
            let archive = Archive::read(file, limits).ok()?;
            typed(file.slice(..archive.prefix_len().min(file.len())), Place::file())
        }
        _ => typed(file.clone(), Place::file()),
    }
}

/// The archive path of a reference: behind `embeded://`, `embedded://` or `__asset:`, whatever the case.
pub(crate) fn archive_path(reference: &str) -> Option<String> {
    ["embeded://", "embedded://", "__asset:"].iter().find_map(|scheme| {
        let head = reference.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| reference.get(scheme.len()..).unwrap_or("").to_owned())
    })
}

fn typed(bytes: Bytes, place: Place) -> Option<PictureBytes> {
    let mime = mime_of(&bytes)?;
    Some(PictureBytes { bytes, mime: mime.to_owned(), place })
}

/// The media type of picture bytes.
pub fn mime_of(bytes: &[u8]) -> Option<&'static str> {
    ficha_container::picture::describe(bytes).map(|picture| picture.mime)
}

/// A picture without the card it may carry, for where it is a picture and nothing else. Other pictures stay as they
/// are.
pub(crate) fn without_cards(picture: Bytes) -> Bytes {
    let Ok(png) = png::read(&picture, &Limits::highest()) else { return picture };
    let cards = payload_chunks(&png, &picture, &Limits::highest());
    if cards.is_empty() {
        return picture;
    }
    let mut splice = png::Splice::new(&png);
    for chunk in cards {
        splice.remove(chunk);
    }
    splice.write(&picture).into()
}

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    use std::fmt::Write;

    use sha2::{Digest, Sha256};
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The container a picture would be, for carriers.
pub(crate) fn is_png(mime: &str) -> bool {
    mime == "image/png"
}

/// Whether a reference is an address on the web.
pub(crate) fn is_web(reference: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| reference.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme)))
}

/// Whether this container shows a picture.
pub(crate) fn has_picture(container: ContainerId) -> bool {
    match container {
        ContainerId::Png | ContainerId::Webp | ContainerId::Jpeg | ContainerId::JpegZip => true,
        ContainerId::Json | ContainerId::Yaml | ContainerId::Zip | ContainerId::Risum | ContainerId::Risup => false,
    }
}
