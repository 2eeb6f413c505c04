//! Lists and search, answered from the index alone. Rule kept here: a row is small, whatever the entity holds.

use ficha_model::Kind;
use rusqlite::{Connection, Row as SqlRow};

use super::ask::Asked;
use super::fill::{Damaged, damaged};
use super::hit::Hit;
use super::query::Query;
use crate::{Address, Library, LibraryError, Result};

/// One entity as lists show it. As JSON it stays under 300 bytes: long names are cut, tags left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it is.
    pub address: Address,
    /// Its name, cut.
    pub name: String,
    /// Its creator, cut.
    pub creator: String,
    /// The format it came in.
    pub format: Option<String>,
    /// When it was last saved, RFC 3339 UTC.
    pub updated: String,
    /// The blob that shows it.
    pub portrait: Option<String>,
    /// A colour drawn from that, `#rrggbb`.
    pub tint: Option<String>,
    /// Its first tags.
    pub tags: Vec<String>,
    /// Its size in tokens, as last counted.
    pub tokens: Option<u64>,
}

/// A part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// How many there are in all.
    pub total: u64,
    /// Those asked for.
    pub rows: Vec<Row>,
    /// For a search with words: where each row was found.
    pub hits: Vec<Hit>,
}

/// The library at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Entities in all.
    pub total: u64,
    /// Entities of each kind that has some.
    pub per_kind: Vec<(Kind, u64)>,
    /// Tags and how many entities have them, most first.
    pub tags: Vec<(String, u64)>,
    /// Things in the trash.
    pub trash: u64,
    /// Files that cannot be read.
    pub damaged: Vec<Damaged>,
    /// Files in the intake.
    pub staged: u64,
    /// Entities with a draft.
    pub drafts: Vec<Address>,
}

/// Between the tags of a row in their column.
pub(super) const TAG_BREAK: &str = "\u{1F}";

/// What a row shows of names and tags within its bytes.
pub(super) struct Shown {
    pub name: String,
    pub creator: String,
    pub tags: Vec<String>,
}

/// The bytes of a row in JSON beside id, name, creator and tags: keys, kind, format, time, hash, colour, number.
const ROW_FRAME: usize = 236;
const ROW_BYTES: usize = 298;

impl Shown {
    pub fn new<'a>(address: &Address, name: &str, creator: &str, tags: impl Iterator<Item = &'a str>) -> Shown {
        let mut left = ROW_BYTES.saturating_sub(ROW_FRAME + address.id().len());
        let name = cut_text(name, (left * 3 / 5).max(24));
        left = left.saturating_sub(json_bytes(&name));
        let creator = cut_text(creator, (left * 2 / 3).clamp(12, 40));
        left = left.saturating_sub(json_bytes(&creator));
        let mut shown = Vec::new();
        for tag in tags {
            let bytes = json_bytes(tag) + 3;
            if bytes > left {
                break;
            }
            left -= bytes;
            shown.push(tag.to_owned());
        }
        Shown { name, creator, tags: shown }
    }
}

/// The bytes of a text in a JSON string, without the quotes.
fn json_bytes(text: &str) -> usize {
    text.chars()
        .map(|sign| if sign < ' ' { 6 } else { sign.len_utf8() + usize::from(matches!(sign, '"' | '\\')) })
        .sum()
}

/// A text of at most that many bytes in JSON, with an ellipsis where it was cut.
fn cut_text(text: &str, bytes: usize) -> String {
    if json_bytes(text) <= bytes {
        return text.to_owned();
    }
    let mut left = bytes.saturating_sub("…".len());
    let fits = |sign: &char| {
        let size = json_bytes(sign.encode_utf8(&mut [0; 4]));
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    let mut cut: String = text.chars().take_while(fits).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// What [`read_row`] reads, behind one column of the caller's.
pub(super) const ROW_COLUMNS: &str = "kind, id, entities.name, creator, format, updated, portrait, tint, tags, tokens";

/// `None` for a row no address can be made of, which no version of this code wrote.
pub(super) fn read_row(row: &SqlRow) -> rusqlite::Result<Option<Row>> {
    let kind = Kind::from_word(&row.get::<_, String>(1)?);
    let id: String = row.get(2)?;
    let Some(address) = kind.and_then(|kind| Address::new(kind, &id)) else { return Ok(None) };
    let tags: String = row.get(9)?;
    Ok(Some(Row {
        address,
        name: row.get(3)?,
        creator: row.get(4)?,
        format: row.get(5)?,
        updated: row.get(6)?,
        portrait: row.get(7)?,
        tint: row.get(8)?,
        tags: tags.split(TAG_BREAK).filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
        tokens: row.get::<_, Option<i64>>(10)?.map(|tokens| tokens.unsigned_abs()),
    }))
}

impl Library {
    /// A part of the library's list, or of what a search finds, from the index; files that changed are read first.
    pub fn list(&self, query: &Query) -> Result<Page> {
        self.freshen(!query.text.is_empty());
        // Only a lock held by another process for long gets here without an answer.
        self.with_index(&mut |connection| Asked::new(query).run(query, connection)).ok_or(LibraryError::Busy)
    }

    /// The rows of these entities, in the order asked for; those that are not here are left out.
    pub fn rows(&self, addresses: &[Address]) -> Result<Vec<Row>> {
        self.freshen(false);
        let select = format!("SELECT entities.row, {ROW_COLUMNS} FROM entities WHERE kind = ?1 AND id = ?2");
        self.with_index(&mut |connection| {
            let mut statement = connection.prepare_cached(&select)?;
            let mut rows = Vec::new();
            for address in addresses {
                let mut found = statement.query([address.kind().word(), address.id()])?;
                if let Some(row) = found.next()? {
                    rows.extend(read_row(row)?);
                }
            }
            Ok(rows)
        })
        .ok_or(LibraryError::Busy)
    }

    /// The library at a glance.
    pub fn summary(&self) -> Result<Summary> {
        self.freshen(false);
        let mut summary = self.with_index(&mut |connection| summarise(connection)).ok_or(LibraryError::Busy)?;
        summary.trash = self.trash()?.len() as u64;
        summary.staged = self.staged_count()?;
        summary.drafts = self.drafts()?;
        Ok(summary)
    }
}

fn summarise(connection: &Connection) -> rusqlite::Result<Summary> {
    let mut summary = Summary { damaged: damaged(connection)?, ..Summary::default() };
    for kind in Kind::ALL {
        let count = connection
            .prepare_cached("SELECT count(*) FROM entities WHERE kind = ?1")?
            .query_row([kind.word()], |row| row.get::<_, i64>(0))?
            .unsigned_abs();
        summary.total += count;
        if count > 0 {
            summary.per_kind.push((kind, count));
        }
    }
    let mut rows =
        connection.prepare_cached("SELECT min(tag), count(*) FROM tags GROUP BY key ORDER BY 2 DESC, key")?;
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?;
    summary.tags = rows.collect::<rusqlite::Result<_>>()?;
    Ok(summary)
}
