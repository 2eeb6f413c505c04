//! `assets` of a V3 card and the media of a body: reading.
//!
//! Roles follow the type (Character Card V3, assets): `icon` named `main` is the portrait, `emotion` and the
//! `expression` of RoleCall are expressions, `background` a background; `outfit` and `pose` are the lineage's own;
//! anything else is another picture. In a picture file `ccdefault:` of the portrait is the picture itself.

use ficha_container::{ContainerId, data_uri};
use ficha_json::{Document, Node};
use serde_json::{Map, Value, json};

use super::layout::Layout;
use crate::format::Blob;
use crate::media::{archive_path, has_picture};
use crate::notes::NoteCode;
use crate::overlay::place;
use crate::read::Reader;

/// Its key.
pub(crate) const KEY: &str = "/data/assets";

/// Data URIs longer than this become blobs.
const INLINE: usize = 4096;

/// The path a chunk keyword holds a picture for.
pub(crate) fn asset_chunk_path(keyword: &str) -> Option<&str> {
    let rest = keyword.strip_prefix("chara-ext-asset_")?;
    Some(rest.strip_prefix(':').unwrap_or(rest))
}

/// The picture of a chunk, from its base64.
pub(crate) fn asset_chunk_bytes(text: &[u8]) -> Option<Vec<u8>> {
    base64_simd::forgiving_decode_to_vec(text).ok()
}

/// Where pictures go while a card is decoded.
pub(crate) struct Pictures<'a> {
    /// The container the card came in.
    pub container: ContainerId,
    /// Whether an archive entry or asset chunk of this path is there; `None` when nobody can tell.
    pub is_there: Option<&'a dyn Fn(&str) -> bool>,
    /// Binaries lifted out of the text; `None` leaves only their name.
    pub blobs: Option<&'a mut Vec<Blob>>,
}

/// Decodes the assets into a body.
pub(crate) fn decode(
    document: &Document,
    layout: &Layout,
    pictures: &mut Pictures<'_>,
    reader: &mut Reader<'_>,
    body: &mut Map<String, Value>,
) {
    let mut portrait = None;
    let mut others = Vec::new();
    if let Some((node, at)) = layout.find(document, KEY).filter(|(node, _)| !node.is_null()) {
        if !node.is_array() {
            reader.wrong_type(&at, node, "a list", "it is not read");
        }
        let rows: Vec<(usize, Node<'_>)> = node.items().enumerate().filter(|(_, row)| row.is_object()).collect();
        let chosen = portrait_row(&rows);
        for (index, row) in rows {
            let here = format!("{at}/{index}");
            let Some(asset) = asset(row, &here, Some(index) == chosen, pictures, reader) else { continue };
            if Some(index) == chosen {
                portrait = Some(asset);
            } else {
                others.push(asset);
            }
        }
    }
    if portrait.is_none() && has_picture(pictures.container) {
        portrait = Some(carrier(pictures.container));
    }
    if let Some(portrait) = portrait {
        place(body, "media.portrait", portrait);
    }
    if !others.is_empty() {
        place(body, "media.assets", Value::Array(others));
    }
}

/// The portrait of a card whose file is a picture.
pub(crate) fn carrier(container: ContainerId) -> Value {
    let mime = match container {
        ContainerId::Jpeg | ContainerId::JpegZip => "image/jpeg",
        ContainerId::Webp => "image/webp",
        ContainerId::Png
        | ContainerId::Json
        | ContainerId::Yaml
        | ContainerId::Zip
        | ContainerId::Risum
        | ContainerId::Risup => "image/png",
    };
    json!({"role": "portrait", "primary": true, "ref": "carrier:", "mime": mime})
}

/// The index of the row that is the portrait: the icon named `main`, else the first icon.
pub(crate) fn portrait_row(rows: &[(usize, Node<'_>)]) -> Option<usize> {
    let is = |row: &Node<'_>, key: &str, word: &str| {
        row.get(key).and_then(|node| node.as_str()).is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    let mut icons = rows.iter().filter(|(_, row)| is(row, "type", "icon")).peekable();
    let first = icons.peek().map(|(index, _)| *index);
    icons.find(|(_, row)| is(row, "name", "main")).map(|(index, _)| *index).or(first)
}

fn asset(
    row: Node<'_>,
    at: &str,
    portrait: bool,
    pictures: &mut Pictures<'_>,
    reader: &mut Reader<'_>,
) -> Option<Value> {
    let text = |key: &str| row.get(key).and_then(|node| node.as_str()).map(|text| text.into_owned());
    let kind = text("type").unwrap_or_default();
    let uri = text("uri")?;
    let mut asset = Map::new();
    let role = if portrait { "portrait" } else { role_of(&kind) };
    asset.insert("role".to_owned(), json!(role));
    if portrait {
        asset.insert("primary".to_owned(), json!(true));
    } else if let Some(name) = text("name") {
        asset.insert("label".to_owned(), json!(label_of(&name)));
    }
    let mime = text("ext").and_then(|ext| mime_of_extension(&ext));
    if uri.starts_with("ccdefault:") && portrait && has_picture(pictures.container) {
        return Some(carrier(pictures.container));
    }
    let (reference, own_mime) = lifted(&uri, pictures.blobs.as_deref_mut());
    if let (Some(path), Some(is_there)) = (archive_path(&uri), pictures.is_there)
        && !is_there(&path)
    {
        let name = text("name").unwrap_or_else(|| path.clone());
        let text = format!("The picture “{name}” is missing: the file holds no {path}. Its row is kept.");
        reader.warn(NoteCode::DanglingAsset, at, text);
    }
    asset.insert("ref".to_owned(), json!(reference));
    if let Some(mime) = own_mime.or_else(|| mime.map(str::to_owned)) {
        asset.insert("mime".to_owned(), json!(mime));
    }
    Some(Value::Object(asset))
}

/// The reference of a URI: a long data URI is named by the hash of its bytes, and its bytes are a blob.
pub(crate) fn lifted(uri: &str, blobs: Option<&mut Vec<Blob>>) -> (String, Option<String>) {
    if uri.len() <= INLINE || !uri.starts_with("data:") {
        return (uri.to_owned(), None);
    }
    let Some(data) = data_uri::parse(uri) else { return (uri.to_owned(), None) };
    let sha256 = crate::media::sha256(&data.bytes);
    let reference = format!("sha256:{sha256}");
    if let Some(blobs) = blobs
        && blobs.iter().all(|blob| blob.sha256 != sha256)
    {
        let bytes = bytes::Bytes::from(data.bytes.into_owned());
        blobs.push(Blob { sha256, mime: data.mime.clone(), bytes });
    }
    (reference, Some(data.mime))
}

fn role_of(kind: &str) -> &'static str {
    match kind {
        "icon" => "portrait",
        "emotion" | "expression" => "emotion",
        "outfit" => "outfit",
        "pose" => "pose",
        "background" => "background",
        _ => "other",
    }
}

/// A name without the extension of a picture, which some writers leave in it.
pub(crate) fn label_of(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && mime_of_extension(extension).is_some() => stem,
        _ => name,
    }
}

/// The media type of an extension.
pub(crate) fn mime_of_extension(extension: &str) -> Option<&'static str> {
    Some(match extension.to_ascii_lowercase().as_str() {
        "png" | "apng" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        _ => return None,
    })
}

/// The extension of a media type.
pub(crate) fn extension_of_mime(mime: &str) -> &'static str {
    match mime {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        "image/webp" => "webp",
        "image/avif" => "avif",
        "image/bmp" => "bmp",
        "audio/mpeg" => "mp3",
        "audio/ogg" => "ogg",
        "audio/wav" => "wav",
        "video/mp4" => "mp4",
        "video/webm" => "webm",
        _ => "unknown",
    }
}
