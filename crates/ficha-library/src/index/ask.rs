//! A query as SQL. Rule kept here: what a person writes is only ever a bound value, and no answer ranks or sorts more
//! rows than it must.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params_from_iter};

use super::cut::{Phrase, fold_key};
use super::hit::best_hit;
use super::list::{Page, ROW_COLUMNS, Row, read_row};
use super::query::{Narrow, Query, Sort, Term, Test, parse};

/// Up to this many matches are ranked one by one.
const RANKED: u64 = 1500;
/// Tests whether a row is among those of a statement. The sign in front keeps the planner from looking up row after
/// row and then sorting: the test is cheap, so the index that has the wanted order is walked instead.
const AMONG: &str = "+entities.row IN";

/// Pieces that another of their kind may be the same as.
const TWINS: &str = "((kind, twin) IN (SELECT kind, twin FROM entities WHERE twin IS NOT NULL GROUP BY kind, twin HAVING count(*) > 1)
    OR (kind, content) IN (SELECT kind, content FROM entities WHERE twin IS NOT NULL GROUP BY kind, content HAVING count(*) > 1) AND twin IS NOT NULL)";
/// Lorebooks that nothing links to.
const UNLINKED: &str =
    "kind = 'lorebook' AND NOT EXISTS (SELECT 1 FROM links WHERE links.kind = 'lorebook' AND links.id = entities.id)";

/// SQL that fulfils a query.
pub(super) struct Asked {
    /// What is matched in the full-text table, and so what a match is ranked by.
    words: Option<String>,
    conditions: Vec<String>,
    values: Vec<Sql>,
    phrases: Vec<Phrase>,
}

impl Asked {
    pub fn new(query: &Query) -> Asked {
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
        match &query.narrow {
            Some(Narrow::Pieces(pieces)) => {
                let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
                let value = asked.value(serde_json::json!(pieces).to_string());
                asked.conditions.push(format!("(kind || '/' || id) IN (SELECT value FROM json_each({value}))"));
            }
            Some(Narrow::Twins) => asked.conditions.push(TWINS.to_owned()),
            Some(Narrow::Unlinked) => asked.conditions.push(UNLINKED.to_owned()),
            Some(Narrow::Users(of)) => {
                let (kind, id) = (asked.value(of.kind().word().to_owned()), asked.value(of.id().to_owned()));
                let linking = format!("{AMONG} (SELECT row FROM links WHERE kind = {kind} AND id = {id})");
                asked.conditions.push(linking);
            }
            None => {}
        }
        let mut found = Vec::new();
        let mut excluded = Vec::new();
        for group in parse(&query.text) {
            if let [Term { negative: true, test: Test::Words(phrase) }] = group.as_slice() {
                excluded.push(phrase.clone());
                continue;
            }
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
        if found.is_empty() {
            // There is nothing to exclude from in the full-text table itself.
            for phrase in excluded {
                let condition = asked.condition(&Test::Words(phrase));
                asked.conditions.push(format!("NOT ({condition})"));
            }
        } else {
            let without: String = excluded.iter().map(|phrase| format!(" NOT ({})", phrase.to_match())).collect();
            asked.words = Some(format!("({}){without}", found.join(" AND ")));
        }
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
                format!("{AMONG} (SELECT rowid FROM words WHERE words MATCH {value})")
            }
            Test::Tag(tag) => {
                let value = self.value(tag.clone());
                format!("{AMONG} (SELECT row FROM tags WHERE key = {value})")
            }
            Test::Creator(creator) => {
                let value = self.value(creator.clone());
                format!("instr(creator_key, {value}) > 0")
            }
            Test::Kind(kind) => format!("kind = '{}'", kind.word()),
            Test::Nothing => "0".to_owned(),
        }
    }

    pub fn run(mut self, query: &Query, connection: &Connection) -> rusqlite::Result<Page> {
        let words = self.words.take();
        if let Some(words) = &words {
            put_matches(connection, "matched", words)?;
            self.conditions.push(format!("{AMONG} temp.matched"));
        }
        let total = match self.conditions.as_slice() {
            [only] if words.is_some() && only.ends_with("temp.matched") => size_of(connection, "matched")?,
            _ => self.count(connection, "1")?,
        };
        let up = if query.descending { "DESC" } else { "ASC" };
        let found = match (query.sort, words) {
            (Sort::Relevance, Some(words)) if total <= RANKED => self.ranked(connection, query, words)?,
            (Sort::Relevance, Some(words)) => self.names_first(connection, query, &words)?,
            (Sort::Relevance | Sort::Name, _) => {
                self.rows(connection, "1", &format!("name_key {up}, kind {up}, id {up}"), query)?
            }
            (Sort::Updated, _) => self.rows(connection, "1", &format!("updated {up}, kind {up}, id {up}"), query)?,
            (Sort::Added, _) => self.rows(connection, "1", &format!("added {up}, kind {up}, id {up}"), query)?,
            (Sort::Creator, _) => {
                self.rows(connection, "1", &format!("creator_key {up}, name_key {up}, kind {up}, id {up}"), query)?
            }
        };
        let mut page = Page { total, ..Page::default() };
        for (number, row) in found {
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

    fn wanted(&self, more: &str) -> String {
        self.conditions.iter().map(String::as_str).chain([more]).collect::<Vec<_>>().join(" AND ")
    }

    fn count(&self, connection: &Connection, more: &str) -> rusqlite::Result<u64> {
        let count = format!("SELECT count(*) FROM entities WHERE {}", self.wanted(more));
        let count: i64 =
            connection.prepare_cached(&count)?.query_row(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// Rows in an order that an index of the table has: it is walked until there are enough, without sorting.
    fn rows(
        &self,
        connection: &Connection,
        more: &str,
        order: &str,
        query: &Query,
    ) -> rusqlite::Result<Vec<(i64, Row)>> {
        self.read(connection, &format!("FROM entities WHERE {} ORDER BY {order}", self.wanted(more)), query)
    }

    /// Best match first. The name counts most, then creator and tags.
    fn ranked(&mut self, connection: &Connection, query: &Query, words: String) -> rusqlite::Result<Vec<(i64, Row)>> {
        let value = self.value(words);
        let up = if query.descending { "DESC" } else { "ASC" };
        let tail = format!(
            "FROM words JOIN entities ON entities.row = words.rowid WHERE words MATCH {value} AND {}
             ORDER BY bm25(words, 12.0, 4.0, 1.0) {up}, name_key {up}, kind {up}, id {up}",
            self.wanted("1")
        );
        self.read(connection, &tail, query)
    }

    /// For a word so common that ranking each match would take longer than a person waits: those with it in their
    /// names, by name, then the others, latest first.
    fn names_first(&self, connection: &Connection, query: &Query, words: &str) -> rusqlite::Result<Vec<(i64, Row)>> {
        put_matches(connection, "named", &format!("{{name}} : ({words})"))?;
        let named = format!("{AMONG} temp.named");
        let count = if size_of(connection, "named")? == 0 { 0 } else { self.count(connection, &named)? };
        let mut found = self.rows(connection, &named, "name_key, kind, id", query)?;
        let rest = Query {
            offset: query.offset.saturating_sub(count),
            limit: query.limit.saturating_sub(found.len() as u64),
            ..query.clone()
        };
        found.extend(self.rows(connection, &format!("NOT {named}"), "updated DESC, kind, id", &rest)?);
        Ok(found)
    }

    fn read(&self, connection: &Connection, tail: &str, query: &Query) -> rusqlite::Result<Vec<(i64, Row)>> {
        let most = i64::MAX as u64;
        let statement = format!(
            "SELECT entities.row, {ROW_COLUMNS} {tail}
             LIMIT {} OFFSET {}",
            query.limit.min(most),
            query.offset.min(most)
        );
        let mut statement = connection.prepare_cached(&statement)?;
        let found = statement.query_map(params_from_iter(&self.values), |row| Ok((row.get(0)?, read_row(row)?)))?;
        let found: Vec<(i64, Option<Row>)> = found.collect::<rusqlite::Result<_>>()?;
        Ok(found.into_iter().filter_map(|(number, row)| Some((number, row?))).collect())
    }
}

/// Looks a search up in the full-text table once, for all statements of an answer.
fn put_matches(connection: &Connection, table: &str, words: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(&format!("DELETE FROM temp.{table}"))?.execute([])?;
    connection
        .prepare_cached(&format!("INSERT INTO temp.{table} SELECT rowid FROM words WHERE words MATCH ?1"))?
        .execute([words])?;
    Ok(())
}

fn size_of(connection: &Connection, table: &str) -> rusqlite::Result<u64> {
    let count: i64 =
        connection.prepare_cached(&format!("SELECT count(*) FROM temp.{table}"))?.query_row([], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}
