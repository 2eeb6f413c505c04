//! Walks over a document by its table: the texts a person wrote in it, the pictures it names, the members known at a
//! place.

use ficha_json::pointer;
use ficha_world::Doc;
use ficha_world::schema::{self, Field, Is};
use serde_json::Value;

/// Every text a person wrote in a document, with its pointer, in the table's order.
pub(super) fn texts<'d>(fields: &'static [Field], doc: &'d Doc, told: &mut dyn FnMut(&str, &'d str)) {
    each(fields, doc, "", &mut |is, pointer, text| {
        if matches!(is, Is::Text { .. } | Is::Name | Is::Summary | Is::LongText | Is::Aliases) {
            told(pointer, text);
        }
    });
}

/// Every picture a document names, with its pointer.
pub(super) fn pictures<'d>(fields: &'static [Field], doc: &'d Doc, told: &mut dyn FnMut(&str, &'d str)) {
    each(fields, doc, "", &mut |is, pointer, text| {
        if matches!(is, Is::Image) {
            told(pointer, text);
        }
    });
}

fn each<'d>(fields: &'static [Field], doc: &'d Doc, at: &str, told: &mut dyn FnMut(&'static Is, &str, &'d str)) {
    for field in fields {
        if let Some(value) = doc.get(field.key) {
            value_at(&field.is, value, &pointer::join(at, field.key), told);
        }
    }
}

/// Documents are read with a bounded depth, and tables know no ring but that of conditions, which hold no such texts.
fn value_at<'d>(is: &'static Is, value: &'d Value, at: &str, told: &mut dyn FnMut(&'static Is, &str, &'d str)) {
    match (is, value) {
        (Is::Tags | Is::Condition, _) => {}
        (Is::OrNull(inner), _) => value_at(inner, value, at, told),
        (_, Value::String(text)) => told(is, at, text),
        (_, Value::Array(items)) => {
            if let Some(of) = schema::item(is) {
                for (index, item) in items.iter().enumerate() {
                    value_at(of, item, &format!("{at}/{index}"), told);
                }
            }
        }
        (_, Value::Object(members)) => {
            if let Some(fields) = schema::members(is) {
                each(fields, members, at, told);
            }
        }
        _ => {}
    }
}

/// The members that are known beside the one at a pointer.
pub(super) fn known_beside(fields: &'static [Field], at: &str) -> Vec<&'static str> {
    let mut here = fields;
    let mut tokens = at.split('/').skip(1).peekable();
    let mut is: Option<&'static Is> = None;
    while let Some(token) = tokens.next() {
        if tokens.peek().is_none() {
            break;
        }
        let next = match is.and_then(schema::item) {
            Some(item) => Some(item),
            None => here.iter().find(|field| field.key == token).map(|field| &field.is),
        };
        let Some(next) = next else { return Vec::new() };
        is = Some(next);
        if let Some(fields) = schema::members(next) {
            here = fields;
            is = None;
        }
    }
    here.iter().map(|field| field.key).collect()
}
