//! Addresses of entities, and which ids may be a file name. Rule kept here: no text from outside reaches the file
//! system unless it is its own canonical id, so none can name anything outside the folder.

use std::fmt;
use std::str::FromStr;

use ficha_model::{Kind, MAX_ID_CHARS, canonical_id};

use crate::LibraryError;

/// The longest id given to a new entity, in UTF-8 bytes. File systems stop at 255 bytes for a name, and `.json`, a
/// number or the head of a trash folder come on top.
pub const MAX_ID_BYTES: usize = 180;

/// Where an entity is: its kind and its id, written `character/tilda-quarrow`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    kind: Kind,
    id: String,
}

impl Address {
    /// The address of an id; `None` when the id is not its own canonical form (`../x`, `CON`, `A b`).
    pub fn new(kind: Kind, id: &str) -> Option<Address> {
        let canonical = is_plainly_canonical(id) || (canonical_id(id) == id && id.len() <= 240);
        canonical.then(|| Address { kind, id: id.to_owned() })
    }

    /// The address an entity with any id or name would get in an empty library.
    pub fn wanted(kind: Kind, name: &str) -> Address {
        let id = canonical_id(name);
        // A cut can end in a hyphen, or make a word that is a device name; both are mended by the policy itself.
        Address { kind, id: canonical_id(cut(&id, MAX_ID_CHARS, MAX_ID_BYTES)) }
    }

    /// The same address with a number behind the id, `tilda-2`; a long id makes room for it.
    pub(crate) fn numbered(&self, number: u64) -> Address {
        let tail = format!("-{number}");
        let head = cut(&self.id, MAX_ID_CHARS - tail.len(), MAX_ID_BYTES);
        Address { kind: self.kind, id: canonical_id(&format!("{head}{tail}")) }
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The id, safe as a file name.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// Whether an id is canonical at a glance: ASCII words with one hyphen between them, longer than any device's name.
/// Lists check thousands of ids, and the policy itself looks each sign up in tables.
fn is_plainly_canonical(id: &str) -> bool {
    let words = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (5..=MAX_ID_CHARS).contains(&id.len())
        && id.bytes().all(words)
        && !id.starts_with('-')
        && !id.ends_with('-')
        && !id.contains("--")
}

/// The beginning of a text, within a number of characters and of bytes.
fn cut(text: &str, chars: usize, bytes: usize) -> &str {
    let end =
        text.char_indices().take(chars).map(|(at, sign)| at + sign.len_utf8()).take_while(|end| *end <= bytes).last();
    &text[..end.unwrap_or(0)]
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.id)
    }
}

impl FromStr for Address {
    type Err = LibraryError;

    fn from_str(text: &str) -> Result<Address, LibraryError> {
        text.split_once('/')
            .and_then(|(kind, id)| Address::new(Kind::from_word(kind)?, id))
            .ok_or_else(|| LibraryError::not_found(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_canonical_ids_are_addresses() {
        for text in ["character/tilda-quarrow", "lorebook/灯台", "regex/con-id"] {
            assert_eq!(text.parse::<Address>().expect(text).to_string(), text);
        }
        for text in [
            "character/../x",
            "character//etc/passwd",
            "character/CON",
            "character/",
            "character/a--long-id",
            "character/-long-id",
            "character/long-id-",
            "x/y",
            "tilda",
            "character/a b",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn long_names_fit_a_file_name() {
        for name in ["a".repeat(300), "灯".repeat(300), "𐐨".repeat(300), format!("{}-é", "灯".repeat(60))] {
            let address = Address::wanted(Kind::Character, &name);
            assert!(address.id().len() <= MAX_ID_BYTES, "{name}");
            assert_eq!(Address::new(Kind::Character, address.id()), Some(address.clone()));
            let second = address.numbered(2);
            assert_ne!(second, address);
            assert_eq!(Address::new(Kind::Character, second.id()), Some(second));
        }
    }
}
