//! What forms need to know about the documents of a world, made from the tables of `ficha-world`.

use std::collections::BTreeMap;

use ficha_world::schema::{self, Field, Is, MOST_NAME, MOST_TEXT, To, WORLD_INFO_FIELDS};
use ficha_world::{Folder, ListFile};

use crate::dto::{WorldField, WorldFieldIs, WorldSchema};

/// Conditions hold conditions: so many levels of them are told, one more than may lie inside one another.
const LEVELS: usize = 4;

/// The tables of all forms.
pub(crate) fn all() -> WorldSchema {
    let mut tables = BTreeMap::new();
    let fields = |shape: &'static schema::Shape| shape.fields.iter().map(|field| told(field, LEVELS)).collect();
    for folder in Folder::ALL {
        tables.insert(folder.word().to_owned(), fields(schema::of(folder)));
    }
    tables.insert("world.json".to_owned(), fields(&schema::WORLD));
    for file in ListFile::ALL {
        tables.insert(file.path().to_owned(), fields(schema::of_row(file)));
    }
    WorldSchema { tables, info_fields: WORLD_INFO_FIELDS.iter().map(|field| (*field).to_owned()).collect() }
}

fn told(field: &Field, levels: usize) -> WorldField {
    WorldField { key: field.key.to_owned(), required: field.required, ..value(&field.is, levels) }
}

fn plain(is: WorldFieldIs) -> WorldField {
    WorldField {
        key: String::new(),
        is,
        required: false,
        nullable: false,
        least: None,
        most: None,
        folders: Vec::new(),
        words: Vec::new(),
        absent: false,
        fields: Vec::new(),
        item: None,
    }
}

fn folders(to: To) -> Vec<String> {
    match to {
        To::In(folder) => vec![folder.word().to_owned()],
        To::Nothing | To::Sibling => Vec::new(),
    }
}

fn of_all() -> Vec<String> {
    Folder::ALL.iter().map(|folder| folder.word().to_owned()).collect()
}

fn span(is: WorldFieldIs, least: usize, most: Option<usize>) -> WorldField {
    WorldField { least: (least > 0).then_some(least as f64), most: most.map(|most| most as f64), ..plain(is) }
}

fn list(item: WorldField, least: usize, most: Option<usize>) -> WorldField {
    WorldField { item: Some(Box::new(item)), ..span(WorldFieldIs::List, least, most) }
}

fn value(is: &Is, levels: usize) -> WorldField {
    match is {
        Is::Text { min, max } => span(WorldFieldIs::Text, *min, Some(max.unwrap_or(MOST_TEXT))),
        Is::Name => span(WorldFieldIs::Name, 1, Some(MOST_NAME)),
        Is::Summary => span(WorldFieldIs::Summary, 0, Some(600)),
        Is::LongText => span(WorldFieldIs::LongText, 0, Some(MOST_TEXT)),
        Is::Aliases => list(span(WorldFieldIs::Name, 1, Some(MOST_NAME)), 0, Some(24)),
        Is::Tags => list(span(WorldFieldIs::Text, 1, Some(40)), 0, Some(24)),
        Is::Id(to) => WorldField { folders: folders(*to), ..plain(WorldFieldIs::Id) },
        Is::Ids(to) => list(WorldField { folders: folders(*to), ..plain(WorldFieldIs::Id) }, 0, None),
        Is::Ref => WorldField { folders: of_all(), ..plain(WorldFieldIs::Reference) },
        Is::Knower => {
            let folders = vec![Folder::Characters.word().to_owned(), Folder::Factions.word().to_owned()];
            WorldField { folders, ..plain(WorldFieldIs::Reference) }
        }
        Is::Subject => WorldField { folders: of_all(), ..plain(WorldFieldIs::Subject) },
        Is::Image => WorldField { nullable: true, most: Some(400.0), ..plain(WorldFieldIs::Image) },
        Is::Key => span(WorldFieldIs::Key, 1, Some(48)),
        Is::Word => span(WorldFieldIs::Word, 1, Some(32)),
        Is::Language => plain(WorldFieldIs::Language),
        Is::Sha256 | Is::When | Is::Const(_) => plain(WorldFieldIs::Own),
        Is::OneOf(words) => {
            WorldField { words: words.iter().map(|word| (*word).to_owned()).collect(), ..plain(WorldFieldIs::Choice) }
        }
        Is::Flag { absent } => WorldField { absent: *absent, ..plain(WorldFieldIs::Flag) },
        Is::Number => plain(WorldFieldIs::Number),
        Is::NumberOrNull => WorldField { nullable: true, ..plain(WorldFieldIs::Number) },
        Is::Integer { range } => WorldField {
            least: range.map(|(least, _)| least as f64),
            most: range.map(|(_, most)| most as f64),
            ..plain(WorldFieldIs::Integer)
        },
        Is::Value => plain(WorldFieldIs::Value),
        Is::Values => plain(WorldFieldIs::Values),
        Is::Map(of) => WorldField { item: Some(Box::new(value(of, levels))), ..plain(WorldFieldIs::Map) },
        Is::List { of, min, max } => list(value(of, levels), *min, *max),
        Is::Object(fields) => WorldField {
            fields: fields.iter().map(|field| told(field, levels)).collect(),
            ..plain(WorldFieldIs::Object)
        },
        Is::Condition => plain(WorldFieldIs::Condition),
        Is::OrNull(inner) => WorldField { nullable: true, ..value(inner, levels) },
    }
}
