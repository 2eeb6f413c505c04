//! What a format carries, found by trying: each leaf of the schema is set alone, written, and read back.
//!
//! No list of claims is kept anywhere. A leaf counts as carried in a container when one of a few plausible values
//! arrives there equal; containers a format writes only into an original of its own are not tried.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use ficha_container::{ContainerId, Limits};
use ficha_formats::{Ask, Format, FormatSpec, NoMedia, Notes, Source};
use ficha_model::schema::{Field, FieldType, field, schema};
use ficha_model::{Body, Entity, Kind, Link, Path, is_blank};
use serde::Serialize;
use serde_json::{Value, json};

use crate::measure::kind_of_link;

/// What a format carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Format id.
    pub format: &'static str,
    /// The kind whose schema was tried.
    pub kind: Kind,
    /// Every leaf of the schema, in its order.
    pub fields: Vec<Covered>,
}

/// One leaf of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Covered {
    /// Its path pattern: `[]` any row, `{}` any key.
    pub path: &'static str,
    /// Whether some container of the format carries it.
    pub carried: bool,
    /// The containers that do.
    pub containers: Vec<&'static str>,
}

/// Tries every leaf of a format's kind.
pub fn coverage(format: &dyn Format) -> Coverage {
    let spec = format.spec();
    let leaves = schema(spec.kind)
        .fields()
        .filter(|field| !matches!(field.shape, FieldType::List | FieldType::Map | FieldType::Group));
    let fields = leaves.map(|field| try_field(format, spec, field)).collect();
    Coverage { format: spec.id, kind: spec.kind, fields }
}

/// [`coverage`] of a format, tried once in the life of the program.
pub fn coverage_once(format: &dyn Format) -> Arc<Coverage> {
    static TRIED: Mutex<BTreeMap<&'static str, Arc<Coverage>>> = Mutex::new(BTreeMap::new());
    let mut tried = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
    tried.entry(format.spec().id).or_insert_with(|| Arc::new(coverage(format))).clone()
}

fn try_field(format: &dyn Format, spec: &FormatSpec, leaf: &'static Field) -> Covered {
    let trials = trials(spec.kind, leaf);
    let carries = |container: &&ContainerId| trials.iter().any(|trial| arrives(format, trial, **container));
    let containers: Vec<&'static str> = spec.writes.iter().filter(carries).map(|container| container.word()).collect();
    Covered { path: leaf.path, carried: !containers.is_empty(), containers }
}

/// An entity in which one leaf is set, the leaf, and what it links to.
struct Trial {
    entity: Entity,
    path: Path,
    linked: Vec<Entity>,
}

fn trials(kind: Kind, leaf: &'static Field) -> Vec<Trial> {
    let path = concrete(leaf.path);
    let linked = match leaf.shape {
        FieldType::Link => {
            let kind = kind_of_link(leaf.path);
            vec![Entity::new(kind, "linked", filled(kind))]
        }
        _ => Vec::new(),
    };
    samples(kind, leaf)
        .into_iter()
        .filter_map(|value| {
            let mut body = filled(kind);
            complete(kind, &path, &mut body);
            body.set(&path, value).then(|| Trial {
                entity: Entity::new(kind, "coverage", body),
                path: path.clone(),
                linked: linked.clone(),
            })
        })
        .collect()
}

/// A body with nothing but a name.
fn filled(kind: Kind) -> Body {
    let mut body = Body::default();
    let path = if kind == Kind::Character { "identity.name" } else { "name" };
    body.set(&Path::of(path), json!("Coverage"));
    body
}

/// The first row and one key for each pattern mark.
fn concrete(pattern: &str) -> Path {
    Path::of(&pattern.replace("[]", "[0]").replace("{}", ".en"))
}

/// Sets what the rows on the way to a leaf must have.
fn complete(kind: Kind, path: &Path, body: &mut Body) {
    for end in 1..path.0.len() {
        let Some(steps) = path.0.get(..=end) else { continue };
        let holder = Path(steps.to_vec());
        for sibling in schema(kind).fields().filter(|row| row.required) {
            let place = concrete(sibling.path);
            let below = place.is_under(&holder) && place.0.len() == holder.0.len() + 1;
            let value = samples(kind, sibling).into_iter().next();
            if let Some(value) = value.filter(|_| below && place.get(body.value()).is_none()) {
                body.set(&place, value);
            }
        }
    }
}

/// Values a field of this type may have in the wild, the likeliest first.
fn samples(kind: Kind, leaf: &Field) -> Vec<Value> {
    match leaf.shape {
        FieldType::Text | FieldType::LongText => vec![json!("Salt and bells")],
        FieldType::Identifier => {
            vec![json!("7"), json!("saltmere"), json!("image/png"), json!("https://example.invalid/saltmere")]
        }
        FieldType::Number => vec![json!(3), json!(0.5), json!(1_719_000_000)],
        FieldType::Boolean => vec![json!(true), json!(false)],
        FieldType::NumberOrTrue => vec![json!(2), json!(true)],
        FieldType::Choice(choice) => choice.values.iter().map(|value| json!(value.word)).collect(),
        FieldType::Link => vec![Link::Entity("linked".to_owned()).to_value()],
        FieldType::Picture => vec![
            json!(ficha_container::data_uri::build("image/png", &plain_picture())),
            json!("https://example.invalid/a.png"),
        ],
        FieldType::Any => vec![json!({"a": 1})],
        FieldType::Overlay => {
            let path = if kind == Kind::Character { "identity.name" } else { "name" };
            let mut body = Value::Null;
            Path::of(path).set(&mut body, json!("Variant"));
            vec![body]
        }
        FieldType::List | FieldType::Map | FieldType::Group => Vec::new(),
    }
}

/// Whether the leaf of a trial is read back equal from a container.
fn arrives(format: &dyn Format, trial: &Trial, container: ContainerId) -> bool {
    let portrait = Bytes::from(plain_picture());
    let ask =
        Ask { container: Some(container), linked: &trial.linked, plain_portrait: Some(&portrait), ..Ask::of(&NoMedia) };
    let Ok(encoded) = format.encode(&trial.entity, &ask, &mut Notes::new()) else { return false };
    let Ok(source) = Source::open(encoded.bytes, None, &Limits::default()) else { return false };
    let Ok(back) = format.decode(&source, &mut Notes::new()) else { return false };
    let Some(main) = back.entities.first() else { return false };
    let (Some(meant), Some(found)) = (trial.entity.body.get(&trial.path), main.body.get(&trial.path)) else {
        return false;
    };
    match field(trial.entity.kind, &trial.path).map(|field| field.shape) {
        // A picture and a link arrive under another name; that they lead somewhere is what counts.
        Some(FieldType::Picture) => !is_blank(found),
        Some(FieldType::Link) => back.entities.len() > 1,
        _ => ficha_json::value_eq(meant, found),
    }
}

/// One grey pixel: `IHDR`, `IDAT`, `IEND`.
fn plain_picture() -> Vec<u8> {
    const PIXEL: &[u8] = &[
        0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0,
        0, 0, 0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 10, b'I', b'D', b'A', b'T', 0x78, 0x9c, 0x63, 0x68, 0, 0, 0, 0x82, 0,
        0x81, 0x77, 0xcd, 0x72, 0xb6, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
    ];
    PIXEL.to_vec()
}

#[cfg(test)]
mod tests {
    use ficha_container::png;

    use super::*;

    #[test]
    fn the_plain_picture_is_a_png() {
        let picture = plain_picture();
        assert_eq!(png::dimensions(&picture), Some((1, 1)));
        let read = png::read(&picture, &Limits::default()).unwrap();
        assert!(read.faults.is_empty(), "{:?}", read.faults);
        assert!((0..read.chunks.len()).all(|at| read.crc_ok(&picture, at)));
    }

    #[test]
    fn every_leaf_of_every_schema_can_be_tried() {
        for kind in Kind::ALL {
            for leaf in schema(kind)
                .fields()
                .filter(|field| !matches!(field.shape, FieldType::List | FieldType::Map | FieldType::Group))
            {
                assert!(!trials(kind, leaf).is_empty(), "{kind} {}", leaf.path);
            }
        }
    }
}
