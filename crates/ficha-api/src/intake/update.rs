//! A piece brought up to date from a newer file, with the pieces that came with it.
//!
//! The rule: which of them is which is told by what they are and not by their number. Each is compared with what the
//! earlier file said of the pieces here, so one that was renamed or edited here is known again, one that changed its
//! place in the file too, and one that came from elsewhere and is merely linked is never overwritten.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use ficha_container::{ContainerId, Limits, png};
use ficha_formats::{MediaSource, Source};
use ficha_json::value_eq;
use ficha_library::{Address, Keep, Library, Opened, Record, Staged, Update, lift_pictures, why};
use ficha_model::{Body, Entity, Kind, Link, Path, SourceRecord};
use serde_json::Value;

use super::{Read, State, read_again};
use crate::files::FileMedia;
use crate::media::LibraryMedia;
use crate::merging::{Choices, Versions, chosen, merge};
use crate::studio::Open;
use crate::{ApiError, ErrorCode, export, raise};

/// The entities of the file an entity came in; none when it is not here or cannot be read any more.
fn earlier(library: &Library, entity: &Entity) -> Vec<Entity> {
    let decoded = || {
        let record = entity.source.as_ref()?;
        let bytes = library.blob(record.sha256.as_deref()?).ok()?;
        let known = library.record(&Address::new(entity.kind, &entity.id)?).ok()?;
        let source = Source::open(bytes, record.file_name.as_deref(), &raise::limits(&known.raised)).ok()?;
        // An embedded book is found where it was cut out; its own format reads no file.
        let owner = if record.pointer.is_some() { None } else { Some(record.format.as_str()) };
        ficha_convert::decode(&source, owner).or_else(|_| ficha_convert::decode(&source, None)).ok()
    };
    decoded().map(|reading| reading.entities).unwrap_or_default()
}

/// What a file said of an entity, by its place in the file; the entity as it is where the file says nothing of it.
fn said_of(entity: &Entity, file: &[Entity]) -> Entity {
    let place = |entity: &Entity| entity.source.as_ref().and_then(|source| source.pointer.clone());
    let same_place = |other: &&Entity| other.kind == entity.kind && place(other) == place(entity);
    file.iter().find(same_place).unwrap_or(entity).clone()
}

const PORTRAIT: &str = "media.portrait";

/// Whether a file says nothing about the portrait: a text holds no picture, so one without a portrait takes none away.
fn leaves_portrait(container: ContainerId, main: &Entity) -> bool {
    matches!(container, ContainerId::Json | ContainerId::Yaml) && main.body.get(&Path::of(PORTRAIT)).is_none()
}

/// Gives a body the portrait of another where that has one.
fn take_portrait(body: &mut Body, from: &Body) {
    if let Some(portrait) = from.get(&Path::of(PORTRAIT)) {
        body.set(&Path::of(PORTRAIT), portrait.clone());
    }
}

/// Pictures of the present source that the newer file shows otherwise, or not at all: in both earlier versions they
/// become blobs, since that file is the source no longer. Answers their bytes.
fn lift_earlier_pictures(open: &Open, read: &Read, piece: &mut Piece) -> Vec<Bytes> {
    let library = LibraryMedia(Arc::clone(&open.library));
    let file = FileMedia { bytes: read.source.bytes(), blobs: &read.reading.blobs, limits: read.source.limits() };
    let mut lifted = Vec::new();
    let mut blobs: BTreeMap<String, String> = BTreeMap::new();
    for found in ficha_formats::pictures(&piece.mine).into_iter().take(PICTURES) {
        let outside = ["sha256:", "data:", "http:", "https:"];
        if outside.iter().any(|scheme| found.reference.starts_with(scheme)) || blobs.contains_key(&found.reference) {
            continue;
        }
        let Some(earlier) = ficha_formats::picture(&piece.mine, &found.reference, &library) else { continue };
        let newer = ficha_formats::picture(&piece.incoming, &found.reference, &file);
        if newer.is_none_or(|newer| !is_same_picture(&earlier.bytes, &newer.bytes, &library.limits(&piece.mine))) {
            blobs.insert(found.reference, format!("sha256:{}", ficha_library::sha256(&earlier.bytes)));
            lifted.push(earlier.bytes);
        }
    }
    for entity in [&mut piece.base, &mut piece.mine] {
        for found in ficha_formats::pictures(entity) {
            if let Some(blob) = blobs.get(&found.reference) {
                entity.body.set(&found.path.key("ref"), Value::String(blob.clone()));
            }
        }
    }
    lifted
}

/// Pictures looked at for that; further ones follow the newer file.
const PICTURES: usize = 200;

/// Whether two files show the same picture: PNG files by their pixels' bytes, since a card's text lies in the file too.
fn is_same_picture(one: &Bytes, other: &Bytes, limits: &Limits) -> bool {
    if one == other {
        return true;
    }
    let pixels = |bytes: &Bytes| {
        let png = png::read(bytes, limits).ok()?;
        let parts = png.chunks.iter().filter(|chunk| chunk.kind_name() == "IDAT");
        Some(parts.filter_map(|chunk| bytes.get(chunk.data.clone())).collect::<Vec<_>>().concat())
    };
    match (pixels(one), pixels(other)) {
        (Some(one), Some(other)) => !one.is_empty() && one == other,
        _ => false,
    }
}

/// A piece of the library that came in the same file, and what that file said of it.
struct Known {
    address: Address,
    revision: u64,
    said: Entity,
}

/// The pieces that came in the file a piece came in: those it links to, and those that resemble a part of the newer
/// file. A piece from another file is none of them, whatever it is called.
fn known(open: &Open, mine: &Entity, file: &[Entity], parts: &[Entity]) -> Result<Vec<Known>, ApiError> {
    let library = &open.library;
    let hash = |entity: &Entity| entity.source.as_ref().and_then(|source| source.sha256.clone());
    let Some(came_in) = hash(mine) else { return Ok(Vec::new()) };
    let linked = export::links(mine).into_iter().filter_map(|found| match found.link {
        Link::Entity(id) => Address::new(found.kind, &id),
        Link::Name(_) | Link::Foreign { .. } => None,
    });
    let mut addresses: Vec<Address> = linked.collect();
    for part in parts {
        addresses.extend(library.duplicates(part, None)?.into_iter().map(|twin| twin.address));
    }
    let mut known: Vec<Known> = Vec::new();
    for address in addresses {
        let is_mine = (address.kind(), address.id()) == (mine.kind, mine.id.as_str());
        if is_mine || known.iter().any(|known| known.address == address) || !library.exists(&address) {
            continue;
        }
        let Opened { entity, revision, .. } = library.open_entity(&address)?;
        if hash(&entity).as_deref() == Some(&came_in) {
            known.push(Known { said: said_of(&entity, file), address, revision });
        }
    }
    Ok(known)
}

/// The pointer in the payload a piece came from.
fn pointer(entity: &Entity) -> Option<&str> {
    entity.source.as_ref()?.pointer.as_deref()
}

/// Whether two pieces have one name that says something.
fn named(said: &Entity, part: &Entity) -> bool {
    !part.name().trim().is_empty() && said.name() == part.name()
}

/// For each part the place of the known piece it is, each piece at most once: one that says the same, else one of the
/// same id and name, else of the same name, else the one that stood in the same place of the file.
fn pair(known: &[Known], parts: &[Entity]) -> Vec<Option<usize>> {
    let tests: [fn(&Entity, &Entity) -> bool; 4] = [
        |said, part| value_eq(said.body.value(), part.body.value()),
        |said, part| said.id == part.id && named(said, part),
        named,
        |said, part| pointer(part).is_some() && pointer(said) == pointer(part),
    ];
    let mut pairs = vec![None; parts.len()];
    for test in tests {
        for (at, part) in parts.iter().enumerate() {
            if pairs[at].is_none() {
                let is_free = |index: &usize| !pairs.contains(&Some(*index));
                pairs[at] = (0..known.len())
                    .filter(is_free)
                    .find(|index| known[*index].said.kind == part.kind && test(&known[*index].said, part));
            }
        }
    }
    pairs
}

/// Ids as the file has them to ids as the library has them.
type Ids = BTreeMap<(Kind, String), String>;

/// Points links to the ids of the library, all at once, so that no id is taken for another's.
fn relink(entity: &mut Entity, ids: &Ids) {
    for found in export::links(entity) {
        let Link::Entity(old) = found.link else { continue };
        if let Some(new) = ids.get(&(found.kind, old)) {
            entity.body.set(&found.path, Link::Entity(new.clone()).to_value());
        }
    }
}

/// One piece of the library that a newer file brings up to date.
pub(crate) struct Piece {
    pub address: Address,
    pub revision: u64,
    /// What the earlier file said.
    pub base: Entity,
    /// What it is here.
    pub mine: Entity,
    /// What the newer file says, in the ids of the library.
    pub incoming: Entity,
    blobs: Vec<Bytes>,
}

/// What an update would do: the piece itself first, then those that came with it and are here; parts that are not here
/// yet are kept anew.
pub(crate) struct Plan {
    pub pieces: Vec<Piece>,
    pub read: Read,
    fresh: Vec<Entity>,
    ids: Ids,
}

/// Ids as a file has them.
fn here(said: &Entity) -> (Kind, String) {
    (said.kind, said.id.clone())
}

/// Works out what bringing this piece up to date from a staged file would do.
///
/// # Errors
/// `not-found`, `usage` for a file of another kind, or what keeps one of them from being read.
pub(crate) fn plan(open: &Open, staged: &Staged, state: &State, address: &Address) -> Result<Plan, ApiError> {
    plan_of(open, read_again(&open.library, staged, state)?, address)
}

/// The same for a file that was read.
pub(crate) fn plan_of(open: &Open, mut read: Read, address: &Address) -> Result<Plan, ApiError> {
    let library = &open.library;
    let Opened { entity: mine, revision, .. } = library.open_entity(address)?;
    let mut parts = std::mem::take(&mut read.reading.entities);
    let main = parts.iter().position(|part| part.kind == mine.kind).ok_or_else(|| {
        ApiError::new(ErrorCode::Usage, format!("There is no {} in this file.", mine.kind))
            .hint("Choose a file that holds another version of this piece.")
    })?;
    let leaves_portrait = leaves_portrait(read.reading.container, &parts[main]);
    let incoming = parts.remove(main);
    let file = earlier(library, &mine);
    let known = known(open, &mine, &file, &parts)?;
    let pairs = pair(&known, &parts);

    // What the earlier file said, in the ids of the library: an id given on keeping is no edit.
    let said = said_of(&mine, &file);
    let mut ids_before: Ids = known.iter().map(|known| (here(&known.said), known.address.id().to_owned())).collect();
    ids_before.insert(here(&said), address.id().to_owned());
    let mut ids: Ids = BTreeMap::from([(here(&incoming), address.id().to_owned())]);
    let mut known: Vec<Option<Known>> = known.into_iter().map(Some).collect();
    let mut followers = Vec::new();
    let mut fresh = Vec::new();
    for (part, pair) in parts.into_iter().zip(pairs) {
        match pair.and_then(|index| known.get_mut(index)?.take()) {
            Some(known) => {
                ids.insert(here(&part), known.address.id().to_owned());
                followers.push((known, part));
            }
            None => fresh.push(part),
        }
    }
    let mut piece = Piece { address: address.clone(), revision, base: said, mine, incoming, blobs: Vec::new() };
    relink(&mut piece.base, &ids_before);
    if leaves_portrait {
        take_portrait(&mut piece.incoming.body, &piece.mine.body);
        piece.base.body.remove(&Path::of(PORTRAIT));
        let mine = piece.mine.body.clone();
        take_portrait(&mut piece.base.body, &mine);
    }
    piece.blobs = lift_earlier_pictures(open, &read, &mut piece);
    if leaves_portrait {
        // The text shows no picture: the portrait of this piece is the one it has.
        let mine = piece.mine.body.clone();
        take_portrait(&mut piece.incoming.body, &mine);
    }
    let mut pieces = vec![piece];
    for (known, part) in followers {
        let mut base = known.said;
        relink(&mut base, &ids_before);
        let mine = library.open_entity(&known.address)?.entity;
        let (address, revision) = (known.address, known.revision);
        pieces.push(Piece { address, revision, base, mine, incoming: part, blobs: Vec::new() });
    }
    for piece in &mut pieces {
        relink(&mut piece.incoming, &ids);
        // As they were when they were kept: a picture that became a blob then is no edit.
        lift_pictures(&mut piece.base.body);
        piece.blobs.extend(lift_pictures(&mut piece.incoming.body));
    }
    Ok(Plan { pieces, read, fresh, ids })
}

impl Piece {
    /// Its three versions.
    pub fn versions(&self) -> Versions<'_> {
        Versions { base: &self.base, mine: &self.mine, theirs: &self.incoming }
    }

    /// What stands in front of the names of its fields: nothing for the first piece of a plan.
    pub fn prefix(&self, is_first: bool) -> String {
        if is_first { String::new() } else { format!("{}|", self.address) }
    }
}

impl Plan {
    /// Does it, by these choices.
    ///
    /// # Errors
    /// `conflict` when a piece was saved meanwhile, `busy`, `io`.
    pub fn carry_out(
        mut self,
        open: &Open,
        staged: &Staged,
        state: &State,
        choices: &Choices,
    ) -> Result<Vec<Address>, ApiError> {
        let library = &open.library;
        let mut changed = Vec::new();
        let source_file = library.staged_bytes(&staged.id)?;
        for part in std::mem::take(&mut self.fresh) {
            let mut fresh = with_file(part, staged);
            let name = here(&fresh);
            relink(&mut fresh, &self.ids);
            let keep = Keep {
                source: Some(source_file.clone()),
                entities: vec![fresh],
                records: vec![Record { raised: state.raised.clone(), ..Record::default() }],
                why: why::UPDATED.to_owned(),
                ..Keep::default()
            };
            let kept = library.keep(vec![keep], &mut |_, _| true).pop();
            let kept = kept.ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))??;
            let at = kept.entities.into_iter().next().map(|(at, _)| at);
            let at = at.ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))?;
            self.ids.insert(name.clone(), at.id().to_owned());
            let kept_ids = BTreeMap::from([(name, at.id().to_owned())]);
            for piece in &mut self.pieces {
                relink(&mut piece.incoming, &kept_ids);
            }
            changed.push(at);
        }
        let mut blobs: Vec<Bytes> = self.read.reading.blobs.into_iter().map(|blob| blob.bytes).collect();
        // The piece itself comes last: what it links to is there by then.
        let count = self.pieces.len();
        for (at, piece) in self.pieces.into_iter().enumerate().rev() {
            let is_first = at == 0;
            let prefix = piece.prefix(is_first);
            let merged = merge(piece.versions(), &mut |place, slot| chosen(choices, &prefix, place, slot))?;
            let Piece { address, revision, mine, incoming, blobs: own, .. } = piece;
            let mut entity = merged.into(mine);
            // An original the newer file says nothing of stays, with the edits made to it.
            for (format, original) in incoming.original {
                entity.original.insert(format, original);
            }
            entity.source = if is_first { incoming.source } else { with_file_record(incoming.source, staged) };
            let mut given = own;
            if is_first {
                given.append(&mut blobs);
            }
            let staged_id = is_first.then(|| staged.id.clone());
            library.update(Update {
                address: address.clone(),
                base: revision,
                entity,
                staged: staged_id,
                blobs: given,
            })?;
            changed.insert(0, address);
        }
        debug_assert!(changed.len() >= count);
        for address in &changed {
            let record = library.record(address)?;
            if record.raised != state.raised {
                library.set_record(address, &Record { raised: state.raised.clone(), ..record })?;
            }
        }
        Ok(changed)
    }
}

/// Brings a piece up to date, and the pieces that came with it: the one chosen for it, else the first duplicate.
pub(crate) fn update(open: &Open, staged: &Staged, state: &State) -> Result<Vec<Address>, ApiError> {
    let library = &open.library;
    let read = read_again(library, staged, state)?;
    let twins = super::duplicates(library, &read, &staged.sha256)?;
    let twin = twins.first().ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "The piece this would update is not in the library any more.")
            .hint("Keep it as a new piece.")
    })?;
    let address = library.resolve(&twin.address)?;
    plan_of(open, read, &address)?.carry_out(open, staged, state, &state.choices)
}

/// A part of a file that is not itself staged: its source is the file it came in.
fn with_file(mut part: Entity, staged: &Staged) -> Entity {
    part.source = with_file_record(part.source, staged);
    part
}

fn with_file_record(source: Option<SourceRecord>, staged: &Staged) -> Option<SourceRecord> {
    source.map(|mut source| {
        source.sha256.get_or_insert_with(|| staged.sha256.clone());
        source.bytes.get_or_insert(staged.bytes);
        source
    })
}
