//! What Lumiverse keeps beside a card's own fields: variants, expressions and the pictures of both.
//!
//! In a card they lie in its extensions, in an archive among the modules, where the same keys hold paths of entries
//! instead of the account's ids. A picture that is in the archive or inside the text is one of the body; one that is
//! only an id stays what it is.

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::data_uri;
use ficha_json::{Document, Node, pointer};
use ficha_model::{Body, Entity, PatchOp, Path, Step, diff};
use serde_json::{Map, Value, json};

use super::modules;
use super::variants::{self, Rows};
use crate::ask::Ask;
use crate::error::EncodeError;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::tavern::assets::{extension_of_mime, mime_of_extension};
use crate::tavern::layout::Layout;

/// The keys that lie in the extensions or among the modules.
const KEYS: [&str; 4] = ["expressions", "expression_groups", "alternate_fields", "alternate_avatars"];

/// Where paths of pictures lead.
#[derive(Clone, Copy)]
pub(super) enum Files<'a> {
    /// Into this archive.
    Archive(&'a Archive),
    /// Into an archive that is not at hand.
    Unseen,
    /// Nowhere: the card came without one.
    Nowhere,
}

impl Files<'_> {
    /// What a reference of the wire is called in the body; `None` when no picture is behind it.
    fn picture(&self, reference: &str) -> Option<String> {
        if reference.starts_with("data:") {
            return Some(reference.to_owned());
        }
        let path = reference.trim_start_matches('/');
        let there = match self {
            Files::Archive(archive) => archive.find(path).is_some(),
            Files::Unseen => path.starts_with("assets/"),
            Files::Nowhere => false,
        };
        there.then(|| format!("embeded://{path}"))
    }
}

/// Variants and pictures of a payload.
pub(super) struct Extras {
    variants: Vec<Value>,
    assets: Vec<Owned>,
}

/// A picture of the body and where it stands: `/expressions/mappings/calm`.
struct Owned {
    at: Option<String>,
    asset: Value,
}

fn asset(role: &str, label: &str, reference: String) -> Value {
    let mime = match data_uri::mime(&reference) {
        Some(mime) => Some(mime.to_owned()),
        None => reference.rsplit_once('.').and_then(|(_, extension)| mime_of_extension(extension)).map(str::to_owned),
    };
    let mut asset = Map::new();
    asset.insert("role".to_owned(), json!(role));
    asset.insert("label".to_owned(), json!(label));
    asset.insert("ref".to_owned(), json!(reference));
    if let Some(mime) = mime {
        asset.insert("mime".to_owned(), json!(mime));
    }
    Value::Object(asset)
}

/// The value of a key: that of the modules counts before that of the extensions.
fn find<'a>(document: &'a Document, layout: &Layout, key: &str) -> Option<Node<'a>> {
    let of_modules = document.at(&layout.locate(modules::KEY)).and_then(|modules| modules.get(key));
    of_modules.or_else(|| document.at(&layout.locate("/data/extensions"))?.get(key))
}

/// The groups of expressions; among the modules they are one level deeper.
fn groups<'a>(document: &'a Document, layout: &Layout) -> Option<(Node<'a>, &'static str)> {
    let node = find(document, layout, "expression_groups")?;
    match node.get("groups").filter(|groups| groups.members().all(|(_, group)| group.is_object())) {
        Some(groups) if node.len() == 1 => Some((groups, "/expression_groups/groups")),
        Some(_) | None => Some((node, "/expression_groups")),
    }
}

fn rows<'a>(document: &'a Document, layout: &Layout) -> Rows<'a> {
    Rows { fields: find(document, layout, "alternate_fields"), avatars: find(document, layout, "alternate_avatars") }
}

impl Extras {
    pub fn read(document: &Document, layout: &Layout, files: Files<'_>) -> Extras {
        let named = |reference: &str| files.picture(reference).unwrap_or_else(|| reference.to_owned());
        let variants = rows(document, layout).decode(&named);
        let mut assets = Vec::new();
        let mut take = |at: String, label: String, node: Node<'_>| {
            if let Some(reference) = node.as_str().and_then(|reference| files.picture(&reference)) {
                assets.push(Owned { at: Some(at), asset: asset("emotion", &label, reference) });
            }
        };
        let mappings = find(document, layout, "expressions").and_then(|all| all.get("mappings"));
        for (label, node) in mappings.into_iter().flat_map(|mappings| mappings.members()) {
            take(pointer::join("/expressions/mappings", &label), label.into_owned(), node);
        }
        if let Some((groups, at)) = groups(document, layout) {
            for (name, group) in groups.members() {
                for (label, node) in group.members() {
                    let here = pointer::join(&pointer::join(at, &name), &label);
                    take(here, format!("{name}:{label}"), node);
                }
            }
        }
        for row in find(document, layout, "alternate_avatars").into_iter().flat_map(|rows| rows.items()) {
            let reference = ["path", "image_id"].iter().find_map(|key| row.get(key)?.as_str());
            let label = row.get("label").and_then(|label| label.as_str()).unwrap_or_default();
            if let Some(reference) = reference.and_then(|reference| files.picture(&reference)) {
                assets.push(Owned { at: None, asset: asset("other", label.trim(), reference) });
            }
        }
        Extras { variants, assets }
    }

    /// Puts them into a body, behind what the card itself says.
    pub fn place(self, body: &mut Body) {
        if !self.variants.is_empty() {
            body.set(&Path::of("variants"), Value::Array(self.variants));
        }
        if !self.assets.is_empty() {
            let own = self.assets.into_iter().map(|owned| owned.asset);
            let all: Vec<Value> = body.list("media.assets").iter().cloned().chain(own).collect();
            body.set(&Path::of("media.assets"), Value::Array(all));
        }
    }
}

/// The change of a card's extensions that an export makes.
pub(super) struct Change<'a> {
    document: &'a Document,
    layout: &'a Layout,
    files: Files<'a>,
    into_archive: bool,
    /// Whether it came in an archive, and so has what it has where it belongs.
    from_archive: bool,
    /// The extensions as they are to be.
    extensions: Map<String, Value>,
    /// Maps below the extensions in which a key is called otherwise.
    arranged: Vec<String>,
    /// Entries for the pictures of an archive.
    pictures: Vec<(String, Bytes)>,
}

impl<'a> Change<'a> {
    pub fn of(document: &'a Document, layout: &'a Layout, files: Files<'a>, into_archive: bool) -> Change<'a> {
        let node = document.at(&layout.locate("/data/extensions")).filter(|node| node.is_object());
        let extensions = match node.map(Node::to_value) {
            Some(Value::Object(extensions)) => extensions,
            Some(_) | None => Map::new(),
        };
        let from_archive = !matches!(files, Files::Nowhere);
        Change {
            document,
            layout,
            files,
            into_archive,
            from_archive,
            extensions,
            arranged: Vec::new(),
            pictures: Vec::new(),
        }
    }

    fn in_modules(&self) -> bool {
        self.document.at(&self.layout.locate(modules::KEY)).is_some_and(|node| node.is_object())
    }

    /// Takes variants and own pictures out of a body and writes what changed in them.
    pub fn extras(&mut self, card: &mut Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<(), EncodeError> {
        let known = Extras::read(self.document, self.layout, self.files);
        let after = card.body.list("variants").to_vec();
        self.explain_shown(&known, &after, card, ask, notes);
        let mut left: Vec<Value> = card.body.list("media.assets").to_vec();
        let mut writes = Writes::default();
        let mut gone = Vec::new();
        let mut moved = Vec::new();
        for owned in &known.assets {
            match left.iter().position(|asset| *asset == owned.asset) {
                Some(place) => {
                    left.remove(place);
                }
                None => gone.push(owned),
            }
        }
        for owned in gone {
            let same = |asset: &&Value| ["role", "label"].iter().all(|key| asset.get(*key) == owned.asset.get(*key));
            let other = left.iter().position(|asset| same(&asset));
            match (&owned.at, other) {
                (Some(at), Some(place)) => {
                    let asset = left.remove(place);
                    let stem = stem_of(at);
                    match self.written(&asset, &stem, card, ask) {
                        Some(name) => writes.set(at.clone(), json!(name)),
                        None => notes.explain(
                            Path::of("media.assets"),
                            NoteCode::DanglingAsset,
                            "The picture is not at hand.",
                        ),
                    }
                }
                (Some(at), None) => {
                    let same =
                        |asset: &Value| ["role", "ref"].iter().all(|key| asset.get(*key) == owned.asset.get(*key));
                    match left.iter().position(same) {
                        Some(place) => {
                            let asset = left.remove(place);
                            moved.push((
                                at.clone(),
                                asset.get("label").and_then(Value::as_str).unwrap_or("").to_owned(),
                            ));
                        }
                        None => writes.remove(at.clone()),
                    }
                }
                // It goes by its variant.
                (None, _) => {}
            }
        }
        let files = self.files;
        let read = move |reference: &str| files.picture(reference).unwrap_or_else(|| reference.to_owned());
        let key = if self.in_modules() { "path" } else { "image_id" };
        let (document, layout) = (self.document, self.layout);
        let whole = card.clone();
        let mut write =
            |asset: &Value, id: &str| self.written(asset, &format!("assets/icon/image/{}", clean(id)), &whole, ask);
        let mut pictures = variants::Pictures { key, read: &read, write: &mut write };
        let at = ("/alternate_fields", "/alternate_avatars");
        variants::encode(rows(document, layout), &after, at, &mut pictures, &mut writes, notes);
        let in_modules = self.in_modules();
        if in_modules {
            writes.apply_to(self.modules());
        } else {
            let mut whole = Value::Object(std::mem::take(&mut self.extensions));
            writes.apply_to(&mut whole);
            if let Value::Object(extensions) = whole {
                self.extensions = extensions;
            }
        }
        for (at, label) in moved {
            self.relabel(&at, &label);
        }
        // The picture of a variant is read as one of the card's; it is written once.
        for variant in &after {
            let portrait = crate::overlay::at(variant, "overrides.media.portrait.ref");
            let label = variant.get("label");
            let same = |asset: &Value| {
                asset.get("role") == Some(&json!("other"))
                    && asset.get("ref") == portrait
                    && asset.get("label") == label
            };
            if let Some(place) = portrait.and_then(|_| left.iter().position(same)) {
                left.remove(place);
            }
        }
        card.body.remove(&Path::of("variants"));
        match left.is_empty() {
            true => {
                card.body.remove(&Path::of("media.assets"));
            }
            false => {
                card.body.set(&Path::of("media.assets"), Value::Array(left));
            }
        }
        if !self.into_archive && self.in_modules() {
            for (index, variant) in after.iter().enumerate() {
                let path = "overrides.media.portrait.ref";
                let reference = crate::overlay::at(variant, path).and_then(Value::as_str);
                if reference.is_some_and(|reference| media::archive_path(reference).is_some()) {
                    let path = Path::of(&format!("variants[{index}].{path}"));
                    notes.explain(path, NoteCode::Adapted, "The picture of the archive stands in the text itself.");
                }
            }
        }
        self.settle(card, ask)
    }

    /// The reasons for pictures of variants that are among the card's otherwise than they are read from the variants.
    fn explain_shown(&self, known: &Extras, variants: &[Value], card: &Entity, ask: &Ask<'_>, notes: &mut Notes) {
        let assets = card.body.list("media.assets");
        let shown = |label: Option<&Value>, reference: &str| {
            let label = label.and_then(Value::as_str).map(str::trim).unwrap_or_default();
            json!({"label": label, "ref": reference})
        };
        let of_asset = |asset: &Value| {
            let reference = asset.get("ref").and_then(Value::as_str).unwrap_or_default();
            shown(asset.get("label"), reference)
        };
        let own = || known.assets.iter().filter(|owned| owned.at.is_none()).map(|owned| &owned.asset);
        let of_variant = |variant: &Value| {
            let reference = crate::overlay::at(variant, "overrides.media.portrait.ref")?.as_str()?;
            let at_hand = reference.starts_with("data:") || media::picture(card, reference, ask.media).is_some();
            at_hand.then(|| shown(variant.get("label"), reference))
        };
        let read: Vec<Value> = match known.variants == variants {
            true => own().map(of_asset).collect(),
            false => variants.iter().filter_map(of_variant).collect(),
        };
        let mut places: Vec<usize> = Vec::new();
        let is_other = |asset: &Value| asset.get("role") == Some(&json!("other"));
        for wanted in own().map(of_asset).chain(read.iter().cloned()) {
            let fits = |(place, asset): &(usize, &Value)| {
                !places.contains(place) && is_other(asset) && of_asset(asset) == wanted
            };
            places.extend(assets.iter().enumerate().find(fits).map(|(place, _)| place));
        }
        places.sort_unstable();
        let before: Vec<Value> = places.iter().filter_map(|place| assets.get(*place)).map(of_asset).collect();
        let list = Path::of("media.assets");
        for change in diff(&json!(before), &json!(read)) {
            let path = match change.path.0.split_first() {
                Some((Step::Index(index), rest)) => {
                    // What is new is numbered behind everything that was there.
                    let new = assets.len() + index.saturating_sub(places.len());
                    let place = places.get(*index).copied().unwrap_or(new);
                    Path(list.index(place).0.into_iter().chain(rest.iter().cloned()).collect())
                }
                Some((Step::Key(_), _)) | None => list.clone(),
            };
            let text = "The picture of a variant is one of the card's, and is called there as the variant is.";
            notes.explain(path, NoteCode::Adapted, text);
        }
    }

    fn modules(&mut self) -> &mut Value {
        let modules = self.extensions.entry("lumiverse_modules").or_insert_with(|| json!({"version": 1}));
        if !modules.is_object() {
            *modules = json!({"version": 1});
        }
        modules
    }

    /// Where the extras are, below the extensions.
    fn home(&self) -> &'static str {
        if self.in_modules() { "/lumiverse_modules" } else { "" }
    }

    /// Calls the picture at a place otherwise; one that stays in its map keeps its place there.
    fn relabel(&mut self, at: &str, label: &str) {
        let new = place_of(label, at);
        let home = self.home();
        let parts = |at: &str| {
            let (parent, _) = at.rsplit_once('/')?;
            Some((format!("{home}{parent}"), pointer::tokens(at)?.pop()?))
        };
        let (Some((parent, key)), Some((new_parent, new_key))) = (parts(at), parts(&new)) else { return };
        let mut whole = Value::Object(std::mem::take(&mut self.extensions));
        if let Some(Value::Object(map)) = whole.pointer_mut(&parent) {
            if parent == new_parent {
                let name = |old: String| if old == key { new_key.clone() } else { old };
                *map = std::mem::take(map).into_iter().map(|(old, value)| (name(old), value)).collect();
                self.arranged.push(parent.clone());
            } else if let Some(value) = map.shift_remove(&key) {
                let mut moved = Writes::default();
                moved.set(format!("{home}{new}"), value);
                moved.apply_to(&mut whole);
            }
        }
        if let Value::Object(extensions) = whole {
            self.extensions = extensions;
        }
    }

    /// The list of books among the modules.
    pub fn books(&mut self, rows: Vec<Value>) {
        if let Value::Object(modules) = self.modules() {
            modules.insert("world_books".to_owned(), Value::Array(rows));
        }
    }

    /// What a picture of the body is called on the wire; its bytes go into the archive when there is one.
    fn written(&mut self, asset: &Value, stem: &str, card: &Entity, ask: &Ask<'_>) -> Option<String> {
        let reference = asset.get("ref").and_then(Value::as_str)?;
        if let (true, Some(path), Files::Archive(archive)) =
            (self.into_archive, media::archive_path(reference), self.files)
            && archive.find(&path).is_some()
        {
            return Some(path);
        }
        let Some(picture) = media::picture(card, reference, ask.media) else {
            // An id of the account is no picture and stays what it is.
            return (!reference.contains(':')).then(|| reference.to_owned());
        };
        let bytes = media::without_cards(picture.bytes);
        if !self.into_archive {
            return Some(data_uri::build(&picture.mime, &bytes));
        }
        let extension = extension_of_mime(&picture.mime);
        let taken = |name: &str, pictures: &[(String, Bytes)]| {
            let own = matches!(self.files, Files::Archive(archive) if archive.find(name).is_some());
            own || pictures.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
        };
        let mut name = format!("{stem}.{extension}");
        let mut count = 2;
        while taken(&name, &self.pictures) {
            name = format!("{stem}_{count}.{extension}");
            count += 1;
        }
        self.pictures.push((name.clone(), bytes));
        Some(name)
    }

    /// Moves the keys to where the target has them: among the modules of an archive, into the extensions of a text.
    fn settle(&mut self, card: &Entity, ask: &Ask<'_>) -> Result<(), EncodeError> {
        if self.into_archive {
            if !self.in_modules() && !self.from_archive && KEYS.iter().any(|key| self.extensions.contains_key(*key)) {
                self.nest(card, ask);
            }
            return Ok(());
        }
        if !self.in_modules() {
            return Ok(());
        }
        let Value::Object(modules) = self.modules().clone() else { return Ok(()) };
        for key in KEYS {
            let Some(mut value) = modules.get(key).cloned() else { continue };
            if key == "expression_groups"
                && let Some(groups) = value.get("groups").cloned()
            {
                value = groups;
            }
            self.inlined(&mut value, card, ask)?;
            self.extensions.insert(key.to_owned(), renamed(value, "path", "image_id"));
            if let Value::Object(modules) = self.modules() {
                modules.shift_remove(key);
            }
        }
        Ok(())
    }

    /// Puts pictures of the archive into the text.
    fn inlined(&self, value: &mut Value, card: &Entity, ask: &Ask<'_>) -> Result<(), EncodeError> {
        match value {
            Value::String(text) => {
                let Some(reference) = self.files.picture(text).filter(|name| name.starts_with("embeded://")) else {
                    return Ok(());
                };
                match media::picture(card, &reference, ask.media) {
                    Some(picture) => *text = data_uri::build(&picture.mime, &media::without_cards(picture.bytes)),
                    None => {
                        return Err(EncodeError::CannotExpress {
                            what: format!(
                                "the picture {text} is in the card's archive, which is not at hand, and would be lost"
                            ),
                            hint: "Write an archive (zip), or restore the source file.".to_owned(),
                        });
                    }
                }
            }
            Value::Array(rows) => {
                for row in rows {
                    self.inlined(row, card, ask)?;
                }
            }
            Value::Object(map) => {
                for (_, row) in map.iter_mut().filter(|(key, _)| !matches!(key.as_str(), "content" | "label" | "id")) {
                    self.inlined(row, card, ask)?;
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Ok(())
    }

    /// Moves the keys of the extensions among the modules, pictures of the text into entries.
    fn nest(&mut self, card: &Entity, ask: &Ask<'_>) {
        for key in KEYS {
            let Some(mut value) = self.extensions.shift_remove(key) else { continue };
            match key {
                "expressions" => {
                    if let Some(Value::Object(mappings)) = value.get_mut("mappings") {
                        self.filed(mappings, "assets/other/image/expr_", card, ask);
                    }
                }
                "expression_groups" => {
                    if let Value::Object(groups) = &mut value {
                        for (name, group) in groups.iter_mut() {
                            if let Value::Object(group) = group {
                                self.filed(group, &format!("assets/other/image/exprg_{}--", clean(name)), card, ask);
                            }
                        }
                    }
                    value = json!({"groups": value});
                }
                "alternate_avatars" => {
                    for row in value.as_array_mut().into_iter().flatten() {
                        let id = row.get("id").and_then(Value::as_str).unwrap_or("avatar").to_owned();
                        let Some(Value::String(text)) = row.get_mut("image_id") else { continue };
                        if text.starts_with("data:")
                            && let Some(name) = self.written(
                                &json!({"ref": *text}),
                                &format!("assets/icon/image/{}", clean(&id)),
                                card,
                                ask,
                            )
                        {
                            *text = name;
                        }
                    }
                    value = renamed(value, "image_id", "path");
                }
                _ => {}
            }
            if let Value::Object(modules) = self.modules() {
                modules.insert(key.to_owned(), value);
            }
        }
    }

    fn filed(&mut self, pictures: &mut Map<String, Value>, stem: &str, card: &Entity, ask: &Ask<'_>) {
        for (label, value) in pictures.iter_mut() {
            let Some(text) = value.as_str().filter(|text| text.starts_with("data:")) else { continue };
            if let Some(name) = self.written(&json!({"ref": text}), &format!("{stem}{}", clean(label)), card, ask) {
                *value = json!(name);
            }
        }
    }

    /// The change as edits of the payload, and the entries that come with it.
    pub fn finish(self) -> (Vec<PatchOp>, Vec<(String, Bytes)>) {
        let at = self.layout.locate("/data/extensions");
        let mut ops = Vec::new();
        let present = self.document.at(&at).filter(|node| node.is_object());
        let wanted = self.extensions;
        if present.is_none() {
            if !wanted.is_empty() {
                ops.push(PatchOp::Add { path: at, value: Value::Object(wanted) });
            }
            return (ops, self.pictures);
        }
        for key in KEYS.iter().chain(&["lumiverse_modules"]) {
            let path = pointer::join(&at, key);
            let old = present.and_then(|extensions| extensions.get(key)).map(Node::to_value);
            match (old, wanted.get(*key)) {
                (Some(old), Some(new)) if ficha_json::value_eq(&old, new) => {}
                (Some(_), Some(new)) => ops.push(PatchOp::Replace { path, value: new.clone() }),
                (None, Some(new)) => ops.push(PatchOp::Add { path, value: new.clone() }),
                (Some(_), None) => ops.push(PatchOp::Remove { path }),
                (None, None) => {}
            }
        }
        // A key that is called otherwise would go to the end of its map: the map is put in whole.
        let wanted = Value::Object(wanted);
        for parent in self.arranged {
            if let Some(value) = wanted.pointer(&parent) {
                let path = format!("{at}{parent}");
                ops.push(PatchOp::Remove { path: path.clone() });
                ops.push(PatchOp::Add { path, value: value.clone() });
            }
        }
        (ops, self.pictures)
    }
}

/// The rows of a list with one key called otherwise.
fn renamed(mut value: Value, from: &str, to: &str) -> Value {
    for row in value.as_array_mut().into_iter().flatten() {
        if let Value::Object(row) = row
            && let Some(value) = row.shift_remove(from)
        {
            row.insert(to.to_owned(), value);
        }
    }
    value
}

/// Where the picture of a label stands: in a group when it names one that groups are in, else among the expressions.
fn place_of(label: &str, before: &str) -> String {
    let group = before.rsplitn(3, '/').nth(2).filter(|at| at.starts_with("/expression_groups"));
    match group.zip(label.split_once(':')) {
        Some((groups, (name, label))) => pointer::join(&pointer::join(groups, name), label),
        None => pointer::join("/expressions/mappings", label),
    }
}

/// The path of an expression's picture, without its extension.
fn stem_of(at: &str) -> String {
    let tokens = pointer::tokens(at).unwrap_or_default();
    match tokens.as_slice() {
        [first, .., group, label] if first == "expression_groups" => {
            format!("assets/other/image/exprg_{}--{}", clean(group), clean(label))
        }
        [.., label] => format!("assets/other/image/expr_{}", clean(label)),
        [] => "assets/other/image/picture".to_owned(),
    }
}

/// A name as part of a path (`character-export.service.ts`): letters, digits and `_ - .` stay.
fn clean(name: &str) -> String {
    let kept = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    name.chars().map(|letter| if kept(letter) { letter } else { '_' }).take(64).collect()
}
