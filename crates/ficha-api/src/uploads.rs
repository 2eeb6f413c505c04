//! Bytes a page holds (a paste, a browser's drop), which reach the studio beside the table: a route, parameters as
//! in a query, and the bytes themselves. The answers are those of the commands they stand for.

use std::io::Read;

use bytes::Bytes;

use crate::{ApiError, ErrorCode, Studio, commands, disk, raise};

/// The routes, as `ficha serve` has them below `/api/`.
pub const ROUTES: [&str; 6] =
    ["card-upload", "intake-upload", "media-upload", "portrait-upload", "world-picture-upload", "world-upload"];

/// Takes bytes in. `card-upload?name=` opens a card that a world is to be made of, `intake-upload?name=&job=` stages a
/// file, with `size=` it says that there is one, too large to send; `portrait-upload` stores a picture for a portrait,
/// `media-upload?name=` one to stand beside it, `world-picture-upload?world=&of=&role=&name=` one in a world;
/// `world-upload` takes a world in, with `raise=true` one as large as a person may allow.
///
/// # Errors
/// `usage` for an unknown route; else what the command says.
pub fn take(studio: &Studio, route: &str, query: &str, bytes: Bytes) -> Result<String, ApiError> {
    let parameter = |name: &str| parameter(query, name).unwrap_or_default();
    let answer = match route {
        "intake-upload" if is_stream(route, query) => return take_stream(studio, query, &mut &*bytes),
        "intake-upload" if !parameter("size").is_empty() => {
            let length =
                parameter("size").parse().map_err(|_| ApiError::new(ErrorCode::Usage, "A size is a number."))?;
            let rows = commands::intake::announce(studio, &parameter("name"), length, &parameter("job"))?;
            serde_json::to_string(&rows)
        }
        "intake-upload" => {
            disk::fits(bytes.len() as u64, &ficha_container::Limits::default())?;
            serde_json::to_string(&commands::intake::add_bytes(studio, &parameter("name"), bytes, &parameter("job"))?)
        }
        "card-upload" => serde_json::to_string(&commands::imports::open_bytes(studio, &parameter("name"), bytes)?),
        "media-upload" => serde_json::to_string(&commands::pictures::add(studio, parameter("name"), bytes)?),
        "portrait-upload" => serde_json::to_string(&commands::pictures::set(studio, bytes)?),
        "world-upload" => {
            let limits = crate::worlds::archive::limits(parameter("raise") == "true");
            disk::fits(bytes.len() as u64, &limits)?;
            serde_json::to_string(&commands::worlds::import_bytes(studio, &bytes, &limits)?)
        }
        "world-picture-upload" => {
            let (world, name, of, role) = (parameter("world"), parameter("name"), parameter("of"), parameter("role"));
            let of = Some(of.as_str());
            serde_json::to_string(&commands::world_edit::picture_take(studio, &world, &name, &bytes, of, &role)?)
        }
        _ => return Err(ApiError::new(ErrorCode::Usage, format!("There is no upload {route:?}."))),
    };
    answer.map_err(|error| ApiError::new(ErrorCode::Bug, format!("The answer is no JSON: {error}.")))
}

/// Whether an upload is read as a stream by [`take_stream`]: one for a file whose limit was raised.
pub fn is_stream(route: &str, query: &str) -> bool {
    route == "intake-upload" && parameter(query, "raise").is_some()
}

/// Takes a file in as a stream: `intake-upload?id=&raise=NAME=VALUE&job=`, for a staged row without bytes.
///
/// # Errors
/// As the command that raises a limit.
pub fn take_stream(studio: &Studio, query: &str, stream: &mut dyn Read) -> Result<String, ApiError> {
    let parameter = |name: &str| parameter(query, name).unwrap_or_default();
    let (limit, value) = raise::parse(&parameter("raise"))?;
    let row = commands::intake::raise_from(studio, &parameter("id"), (&limit, value), Some(stream), &parameter("job"))?;
    serde_json::to_string(&row)
        .map_err(|error| ApiError::new(ErrorCode::Bug, format!("The answer is no JSON: {error}.")))
}

/// A parameter of a query string, percent escapes and plus signs undone.
pub fn parameter(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key == name).then(|| unescape(value))
    })
}

fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escaped = (*byte == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped {
            Some(escaped) => {
                out.push(escaped);
                at += 3;
            }
            None => {
                out.push(if *byte == b'+' { b' ' } else { *byte });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::parameter;

    #[test]
    fn parameters_are_unescaped() {
        assert_eq!(parameter("name=Zo%C3%AB+B%C3%A4r.png&job=7", "name").as_deref(), Some("Zoë Bär.png"));
        assert_eq!(parameter("name=100%&job=", "name").as_deref(), Some("100%"));
        assert_eq!(parameter("name=a", "job"), None);
    }
}
