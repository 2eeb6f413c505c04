//! Finding what is in the library already. Three answers, strongest first: it came from the same bytes, it says the
//! same, it has the same name and creator.

use ficha_model::{Entity, Kind};
use rusqlite::params;

use super::leaves;
use crate::{Address, Library, Result};

/// An entity of the library that may be the same as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Which.
    pub address: Address,
    /// Its name, as lists show it.
    pub name: String,
    /// The strongest reason.
    pub why: DuplicateWhy,
}

/// Why two entities may be the same, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DuplicateWhy {
    /// They came from files with the same bytes.
    SameBytes,
    /// Their bodies are equal, links, ids and blanks aside.
    SameContent,
    /// Name and creator are equal, compatibility forms, case and outer blanks aside.
    SameName,
}

impl DuplicateWhy {
    /// The word in JSON answers.
    pub fn word(self) -> &'static str {
        match self {
            DuplicateWhy::SameBytes => "same-bytes",
            DuplicateWhy::SameContent => "same-content",
            DuplicateWhy::SameName => "same-name",
        }
    }
}

/// The file and the place in it that an entity came from; an embedded book is not its card.
pub(super) fn source_key(entity: &Entity, sha256: Option<&str>) -> Option<String> {
    let source = entity.source.as_ref();
    let sha256 = source.and_then(|source| source.sha256.as_deref()).or(sha256)?;
    Some(format!("{sha256}{}", source.and_then(|source| source.pointer.as_deref()).unwrap_or("")))
}

impl Library {
    /// The entities of the same kind that may be the same as this one, strongest reason first. `sha256` is the hash of
    /// the file it came in, where its source record does not say.
    pub fn duplicates(&self, entity: &Entity, sha256: Option<&str>) -> Result<Vec<Duplicate>> {
        self.freshen(false);
        let source = source_key(entity, sha256);
        let content = leaves::content_hash(entity.body.value());
        let twin = leaves::twin_key(entity);
        let found = self.with_index(&mut |connection| {
            let mut rows = connection.prepare_cached(
                "SELECT id, name, min(why) FROM (
                    SELECT kind, id, name, 0 AS why FROM entities WHERE source = ?1
                    UNION ALL SELECT kind, id, name, 1 FROM entities WHERE content = ?2
                    UNION ALL SELECT kind, id, name, 2 FROM entities WHERE twin = ?3)
                 WHERE kind = ?4 GROUP BY id ORDER BY 3, 1",
            )?;
            let rows = rows.query_map(params![source, content, twin, entity.kind.word()], |row| {
                let why = match row.get::<_, i64>(2)? {
                    0 => DuplicateWhy::SameBytes,
                    1 => DuplicateWhy::SameContent,
                    _ => DuplicateWhy::SameName,
                };
                Ok(duplicate(entity.kind, &row.get::<_, String>(0)?, row.get(1)?, why))
            })?;
            rows.collect::<rusqlite::Result<Vec<Option<Duplicate>>>>()
        });
        Ok(found.unwrap_or_default().into_iter().flatten().collect())
    }
}

fn duplicate(kind: Kind, id: &str, name: String, why: DuplicateWhy) -> Option<Duplicate> {
    Some(Duplicate { address: Address::new(kind, id)?, name, why })
}
