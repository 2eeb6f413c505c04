//! To whom a regex script of an archive belongs.
//!
//! A character or preset named in a column of its own owns the script before its scope does. The app's own words are
//! `global`, `character` and `chat`; `account` and `preset` are words of older archives for the same. A scope nobody
//! knows, or one that names nobody where it must, belongs to no one: such a row is never widened to the account.

use super::tables::Row;

/// The owner of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Every chat of the account.
    Account,
    /// A character, by the account's id.
    Character(String),
    /// A preset, by the account's id.
    Preset(String),
    /// Single chats.
    Chats,
}

/// The owner of a row, or why it has none.
pub(super) fn owner(row: &Row) -> Result<Owner, String> {
    if let Some(id) = row.text("character_id") {
        return Ok(Owner::Character(id.to_owned()));
    }
    if let Some(id) = row.text("preset_id") {
        return Ok(Owner::Preset(id.to_owned()));
    }
    let scope = row.text("scope").unwrap_or("");
    let named = row.text("scope_id").filter(|id| !id.trim().is_empty()).map(str::to_owned);
    match (scope, named) {
        ("global" | "account", _) => Ok(Owner::Account),
        ("character", Some(id)) => Ok(Owner::Character(id)),
        ("preset", Some(id)) => Ok(Owner::Preset(id)),
        ("chat", _) => Ok(Owner::Chats),
        ("character" | "preset", None) => Err(format!("its scope is {scope}, and it does not say which one.")),
        ("", _) => Err("it does not say its scope.".to_owned()),
        (other, _) => Err(format!("nobody knows the scope {other}.")),
    }
}
