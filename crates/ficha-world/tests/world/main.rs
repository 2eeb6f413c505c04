//! Worlds from outside: ids, loading, problems, schema, edits, the archive.

mod archive;
mod edits;
mod golden;
mod ids;
mod mutated;
mod problems;
mod schema;
mod scratch;
mod small;
mod writing;
