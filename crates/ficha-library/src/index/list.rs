//! Lists and search, answered from the index alone. Rule kept here: a row is small, whatever the entity holds.

use ficha_model::Kind;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, Row as SqlRow, params_from_iter};

use super::cut::{Phrase, fold_key, tokens};
use super::fill::{Damaged, damaged};
use super::leaves::unpack;
use super::query::{Query, Sort, Term, Test, parse};
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

/// Where a search found something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// Body path; empty when it was found in what the studio knows (a tag given there).
    pub path: String,
    /// The text around it.
    pub snippet: String,
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

/// SQL that fulfils a query.
struct Asked {
    /// What is matched in the full-text table, and so what a match is ranked by.
    words: Option<String>,
    conditions: Vec<String>,
    values: Vec<Sql>,
    phrases: Vec<Phrase>,
}

impl Asked {
    fn new(query: &Query) -> Asked {
        let mut asked = Asked { words: None, conditions: Vec::new(), values: Vec::new(), phrases: Vec::new() };
        if !query.kinds.is_empty() {
            let kinds: Vec<String> = query.kinds.iter().map(|kind| format!("'{}'", kind.word())).collect();
            asked.conditions.push(format!("kind IN ({})", kinds.join(",")));
        }
        for tag in &query.tags {
            let condition = asked.condition(&Test::Tag(fold_key(tag)));
            asked.conditions.push(condition);
        }
        if let Some(creator) = &query.creator {
            let value = asked.value(fold_key(creator));
            asked.conditions.push(format!("creator_key = {value}"));
        }
        let mut found = Vec::new();
        for group in parse(&query.text) {
            let words: Option<Vec<String>> = group
                .iter()
                .map(|term| match &term.test {
                    Test::Words(phrase) if !term.negative => Some(phrase.to_match()),
                    Test::Words(_) | Test::Tag(_) | Test::Creator(_) | Test::Kind(_) | Test::Nothing => None,
                })
                .collect();
            asked.phrases.extend(group.iter().filter(|term| !term.negative).filter_map(|term| match &term.test {
                Test::Words(phrase) => Some(phrase.clone()),
                Test::Tag(_) | Test::Creator(_) | Test::Kind(_) | Test::Nothing => None,
            }));
            match words {
                Some(words) => found.push(format!("({})", words.join(" OR "))),
                None => {
                    let any: Vec<String> = group.iter().map(|term| asked.term(term)).collect();
                    asked.conditions.push(format!("({})", any.join(" OR ")));
                }
            }
        }
        asked.words = (!found.is_empty()).then(|| found.join(" AND "));
        asked
    }

    fn value(&mut self, value: impl Into<Sql>) -> String {
        self.values.push(value.into());
        format!("?{}", self.values.len())
    }

    fn term(&mut self, term: &Term) -> String {
        let condition = self.condition(&term.test);
        if term.negative { format!("NOT ({condition})") } else { condition }
    }

    fn condition(&mut self, test: &Test) -> String {
        match test {
            Test::Words(phrase) => {
                let value = self.value(phrase.to_match());
                format!("entities.row IN (SELECT rowid FROM words WHERE words MATCH {value})")
            }
            Test::Tag(tag) => {
                let value = self.value(tag.clone());
                format!("entities.row IN (SELECT row FROM tags WHERE key = {value})")
            }
            Test::Creator(creator) => {
                let value = self.value(creator.clone());
                format!("instr(creator_key, {value}) > 0")
            }
            Test::Kind(kind) => format!("kind = '{}'", kind.word()),
            Test::Nothing => "0".to_owned(),
        }
    }

    fn run(mut self, query: &Query, connection: &Connection) -> rusqlite::Result<Page> {
        let mut source = "entities".to_owned();
        if let Some(words) = self.words.take() {
            let value = self.value(words);
            source = "words JOIN entities ON entities.row = words.rowid".to_owned();
            self.conditions.insert(0, format!("words MATCH {value}"));
        }
        let ranked = source != "entities";
        let wanted = if self.conditions.is_empty() { "1".to_owned() } else { self.conditions.join(" AND ") };
        let count = if self.conditions.len() == usize::from(ranked) && ranked {
            format!("SELECT count(*) FROM words WHERE {wanted}")
        } else {
            format!("SELECT count(*) FROM {source} WHERE {wanted}")
        };
        let total: i64 =
            connection.prepare_cached(&count)?.query_row(params_from_iter(&self.values), |row| row.get(0))?;
        let up = if query.descending { "DESC" } else { "ASC" };
        let order = match query.sort {
            // The name counts most, then creator and tags. Lower is better.
            Sort::Relevance if ranked => format!("bm25(words, 12.0, 4.0, 1.0) {up}, name_key {up}"),
            Sort::Relevance | Sort::Name => format!("name_key {up}"),
            Sort::Updated => format!("updated {up}"),
            Sort::Added => format!("added {up}"),
            Sort::Creator => format!("creator_key {up}, name_key {up}"),
        };
        let page = format!(
            "SELECT entities.row, {ROW_COLUMNS} FROM {source}
             WHERE {wanted} ORDER BY {order}, kind {up}, id {up} LIMIT {} OFFSET {}",
            query.limit.min(i64::MAX as u64),
            query.offset.min(i64::MAX as u64)
        );
        let mut statement = connection.prepare_cached(&page)?;
        let found =
            statement.query_map(params_from_iter(&self.values), |row| Ok((row.get::<_, i64>(0)?, read_row(row)?)))?;
        let found: Vec<(i64, Option<Row>)> = found.collect::<rusqlite::Result<_>>()?;
        let mut page = Page { total: total.unsigned_abs(), ..Page::default() };
        for (number, row) in found {
            let Some(row) = row else { continue };
            if !self.phrases.is_empty() {
                let packed: String = connection
                    .prepare_cached("SELECT packed FROM leaves WHERE row = ?1")?
                    .query_row([number], |row| row.get(0))?;
                page.hits.push(best_hit(&packed, &self.phrases));
            }
            page.rows.push(row);
        }
        Ok(page)
    }
}

/// What [`read_row`] reads, behind one column of the caller's.
const ROW_COLUMNS: &str = "kind, id, entities.name, creator, format, updated, portrait, tint, tags, tokens";

/// `None` for a row no address can be made of, which no version of this code wrote.
fn read_row(row: &SqlRow) -> rusqlite::Result<Option<Row>> {
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
        tags: serde_json::from_str(&tags).unwrap_or_default(),
        tokens: row.get::<_, Option<i64>>(10)?.map(|tokens| tokens.unsigned_abs()),
    }))
}

/// The leaf that holds most of what was looked for, the first of equals.
fn best_hit(packed: &str, phrases: &[Phrase]) -> Hit {
    let mut best = Hit::default();
    let mut most = 0;
    for (path, text) in unpack(packed) {
        let words = tokens(text);
        let places: Vec<_> = phrases.iter().filter_map(|phrase| phrase.find(&words)).collect();
        if places.len() > most {
            most = places.len();
            let first = places.iter().min_by_key(|place| place.start);
            best = Hit {
                path: path.to_owned(),
                snippet: first.map_or_else(String::new, |place| around(text, place.start, place.end)),
            };
            if most == phrases.len() {
                break;
            }
        }
    }
    best
}

/// Signs shown before and after what was found.
const BEFORE: usize = 36;
const AFTER: usize = 84;

fn around(text: &str, start: usize, end: usize) -> String {
    let from = text[..start].char_indices().rev().nth(BEFORE).map_or(0, |(at, sign)| at + sign.len_utf8());
    let to = text[end..].char_indices().nth(AFTER).map_or(text.len(), |(at, _)| end + at);
    let middle: Vec<&str> = text[from..to].split_whitespace().collect();
    let (head, tail) = (if from > 0 { "…" } else { "" }, if to < text.len() { "…" } else { "" });
    format!("{head}{}{tail}", middle.join(" "))
}

impl Library {
    /// A part of the library's list, or of what a search finds, from the index; files that changed are read first.
    pub fn list(&self, query: &Query) -> Result<Page> {
        self.freshen();
        // Only a lock held by another process for long gets here without an answer.
        self.with_index(&mut |connection| Asked::new(query).run(query, connection)).ok_or(LibraryError::Busy)
    }

    /// The rows of these entities, in the order asked for; those that are not here are left out.
    pub fn rows(&self, addresses: &[Address]) -> Result<Vec<Row>> {
        self.freshen();
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
        self.freshen();
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
