//! The newer card becomes the card of the world.
//!
//! Here: asking once about unmarked changes, and one act that moves the cards and carries the records over. Not here:
//! documents; what was to be carried into them is there already, or was dismissed.
//!
//! Rule kept: the records describe the card that is in place, so both change in one act.

use std::collections::BTreeMap;
use std::time::Duration;

use ficha_checks::Severity;
use ficha_formats::media::sha256 as hash;
use ficha_library::worlds::{WorldFolder, Writing};
use ficha_model::schema::Language;
use ficha_world::World;
use serde_json::Value;

use super::act::{Act, record_at};
use super::error::{Result, UpdateError};
use super::kept::{KEPT, settle};
use super::pairs::match_pieces;
use super::pictures;
use super::snapshot;
use super::start::UPDATE;
use super::status::{card_at, is_waiting, state_of, version_of};
use super::{carry, changes};
use crate::card::Card;
use crate::records::{
    Choices, Classification, Extracted, ImportKind, Line, Manifest, Method, Pieces, Provenance, Record, Roster, State,
    Tally, UpdateState, WorldFiles,
};
use crate::run::{Outside, check_imported, load, lock, need, record, state};
use crate::structure::structure_import;

/// How a finish ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finished {
    /// Nothing was done: these changes are neither carried nor dismissed. It asks once.
    Asks(Vec<String>),
    /// The newer card is the card of the world.
    Done(Done),
}

/// What finishing has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Changes that were neither carried nor dismissed.
    pub unmarked: Vec<String>,
    /// How many errors, warnings and remarks the checks found that the program decides.
    pub checks: Tally,
    /// Pictures that were fetched.
    pub fetched: usize,
    /// Pictures whose address the newer card no longer has; they stay in the library.
    pub dropped_pictures: Vec<String>,
    /// Pictures of the world that were the older card's and are the newer one's now.
    pub replaced_pictures: Vec<String>,
}

/// Makes the newer card the card of the world.
///
/// # Errors
/// [`UpdateError::NoUpdate`], `busy`, records that cannot be read, and what the disk refuses; then nothing has changed,
/// or the act is done by whatever asks next.
pub fn finish(folder: &WorldFolder, outside: &Outside<'_>) -> Result<Finished> {
    settle(folder)?;
    let writing = lock(folder)?;
    if !is_waiting(&writing) {
        return Err(UpdateError::NoUpdate);
    }
    let unmarked = changes::unmarked(&writing)?;
    let waiting = state_of(&writing)?;
    if !unmarked.is_empty() && !waiting.asked {
        let asked = UpdateState { asked: true, ..waiting };
        writing.write(&format!(".import/{}", UpdateState::FILE), &asked.to_bytes())?;
        return Ok(Finished::Asks(unmarked));
    }
    let done = put_in_place(&writing, outside)?;
    let checks = checked(&writing, outside)?;
    Ok(Finished::Done(Done { unmarked, checks, ..done }))
}

/// Runs every check the program decides, and keeps what they found (W-221).
fn checked(writing: &Writing, outside: &Outside<'_>) -> Result<Tally> {
    let language = if outside.report_language == "zh" { Language::Chinese } else { Language::English };
    let clock = || Duration::from_secs_f64((outside.seconds)().max(0.0));
    let found = check_imported(writing, language, &(outside.now)(), &clock)?;
    let mut tally = Tally::of(&["error", "warning", "info"]);
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        tally.add(severity.word(), found.count(severity));
    }
    Ok(tally)
}

/// Both cards with what is known of them.
struct Cards {
    old: Value,
    new: Value,
    old_pieces: Pieces,
    new_pieces: Pieces,
    new_choices: Choices,
}

fn cards(writing: &Writing) -> Result<Cards> {
    let new_choices: Choices = match record_at(writing, "update/choices.json")? {
        Some(choices) => choices,
        None => return Err(UpdateError::unreadable(".import/update/choices.json", "it is not there")),
    };
    let new_pieces: Pieces = match record_at(writing, "update/pieces.json")? {
        Some(pieces) => pieces,
        None => return Err(UpdateError::unreadable(".import/update/pieces.json", "it is not there")),
    };
    Ok(Cards {
        old: card_at(writing, ".import/card.json")?.ok_or(UpdateError::NoCard)?,
        new: card_at(writing, ".import/update/card.json")?.ok_or(UpdateError::NoUpdate)?,
        old_pieces: need(writing)?,
        new_pieces,
        new_choices,
    })
}

fn put_in_place(writing: &Writing, outside: &Outside<'_>) -> Result<Done> {
    let now = (outside.now)();
    let cards = cards(writing)?;
    let state = state(writing)?.unwrap_or_default();
    let world = load(writing)?.world;
    let mut done = Done::default();
    let mut act = Act::begin(writing, "finish")?;
    let ask = cards.new_choices.pictures;
    let fetched = pictures::fetched(&mut act, writing, (&cards.old, &cards.new), &world, ask, outside)?;
    done.fetched = fetched.rows.len();
    done.dropped_pictures = fetched.dropped;
    let new_picture = writing.read(&format!("{UPDATE}/picture.png"))?;
    let old_picture = writing.read(".import/picture.png")?;
    let replaced = pictures::replaced(writing, &world, old_picture.as_deref(), new_picture.as_deref())?;
    if let Some(index) = pictures::index(&world, &replaced, &fetched.rows, &now) {
        act.put("images/index.json", &index)?;
    }
    for picture in &replaced {
        act.put(&picture.path, &picture.bytes)?;
        done.replaced_pictures.push(picture.path.clone());
    }
    let info = with_version(&world, &cards.new, &now);
    if let Some(bytes) = &info {
        act.put("world.json", bytes)?;
    }
    put_files(&mut act, writing, info.as_deref(), &now)?;
    put_records(&mut act, writing, &cards, &state)?;
    put_line(&mut act, writing, &cards, &state, outside, &now)?;
    move_cards(&mut act, writing, &cards)?;
    if let Some(manifest) = record::<Manifest>(writing)? {
        let manifest = Manifest { finished: true, ..manifest };
        act.put(&format!("{KEPT}/manifest.json"), &manifest.to_bytes())?;
    }
    act.remove_folder(UPDATE);
    act.done()?;
    Ok(done)
}

/// `world.json` with the newer card's version as its origin's; none when there is nothing to say.
fn with_version(world: &World, card: &Value, now: &str) -> Option<Vec<u8>> {
    let version = version_of(card);
    let was = world.info.get("origin").and_then(Value::as_object);
    if version.is_empty() || was.and_then(|origin| origin.get("version")).and_then(Value::as_str) == Some(&version) {
        return None;
    }
    let mut world = World { info: world.info.clone(), ..World::default() };
    let fresh = || crate::finish::origin(Card::of(card), now).as_object().cloned().unwrap_or_default();
    let mut origin = was.cloned().unwrap_or_else(fresh);
    origin.insert("version".to_owned(), Value::from(version));
    world.info.insert("origin".to_owned(), Value::Object(origin));
    world.info.insert("updated_at".to_owned(), Value::from(now));
    world.file("world.json")
}

/// The files as the update leaves them.
fn put_files(act: &mut Act<'_>, writing: &Writing, info: Option<&[u8]>, now: &str) -> Result<()> {
    let mut files: WorldFiles = snapshot::snapshot(writing, now.to_owned())?;
    if let Some(bytes) = info {
        files.files.insert("world.json".to_owned(), hash(bytes));
    }
    act.put(&format!(".import/{}", WorldFiles::FILE), &files.to_bytes())
}

/// The import's records, by the newer pieces.
fn put_records(act: &mut Act<'_>, writing: &Writing, cards: &Cards, state: &State) -> Result<()> {
    let pairs = match_pieces(&cards.old_pieces.pieces, &cards.new_pieces.pieces, &cards.new_choices.language);
    let ids = pairs.ids(&cards.old_pieces.pieces, &cards.new_pieces.pieces);
    if let Some(old) = record::<Classification>(writing)? {
        let mut classification = carry::classification(&old, &ids);
        if state.no_model {
            // Without a model an added piece is taken for what a first import would have taken it for.
            let fresh = structure_import(&cards.new, "", &cards.new_choices, &state.report_language).classification;
            for at in &pairs.added {
                let added = cards.new_pieces.pieces.get(*at).map(|piece| piece.id.clone());
                let found = added.and_then(|id| fresh.pieces.get_key_value(&id));
                classification.pieces.extend(found.map(|(id, what)| (id.clone(), what.clone())));
            }
        }
        act.put(&format!(".import/{}", Classification::FILE), &classification.to_bytes())?;
    }
    if let Some(old) = record::<Roster>(writing)? {
        act.put(&format!(".import/{}", Roster::FILE), &carry::roster(&old, &ids).to_bytes())?;
    }
    if let Some(old) = record::<Extracted>(writing)? {
        act.put(&format!(".import/{}", Extracted::FILE), &carry::extracted(&old, &ids).to_bytes())?;
    }
    Ok(())
}

/// One line more in the provenance; a file of another schema is left as it is.
fn put_line(
    act: &mut Act<'_>,
    writing: &Writing,
    cards: &Cards,
    state: &State,
    outside: &Outside<'_>,
    now: &str,
) -> Result<()> {
    let path = format!(".import/{}", Provenance::FILE);
    let known: Option<Provenance> = record(writing)?;
    if known.is_none() && writing.has(&path) {
        return Ok(());
    }
    let mut provenance = known.unwrap_or_default();
    provenance.lines.push(Line {
        at: now.to_owned(),
        run: (outside.new_run)(),
        kind: ImportKind::Update,
        method: if state.no_model { Method::Structure } else { Method::Model },
        card_name: Card::of(&cards.new).name(),
        card_sha256: cards.new_pieces.card_sha256.clone(),
        language: cards.new_choices.language.clone(),
        app_version: outside.app_version.to_owned(),
        ..Line::default()
    });
    act.put(&path, &provenance.to_bytes())
}

/// The older card with its file, choices and picture goes to `previous/`, the newer one takes its place.
fn move_cards(act: &mut Act<'_>, writing: &Writing, cards: &Cards) -> Result<()> {
    let is_source = |name: &str| name.starts_with("source.");
    let ours = |name: &String| is_source(name) || ["card.json", "choices.json", "picture.png"].contains(&name.as_str());
    let names = |folder: &str| -> Result<BTreeMap<String, String>> {
        let mut found = BTreeMap::new();
        for name in writing.names(folder)?.into_iter().filter(ours) {
            let bytes = writing.read(&format!("{folder}/{name}"))?.unwrap_or_default();
            found.insert(name, hash(&bytes));
        }
        Ok(found)
    };
    let old = names(".import")?;
    let new = names(UPDATE)?;
    for name in writing.names(".import/previous")?.iter().filter(|name| !old.contains_key(*name)) {
        act.remove(&format!(".import/previous/{name}"));
    }
    for (name, sha256) in old {
        act.move_file(&format!(".import/{name}"), &format!(".import/previous/{name}"), sha256);
    }
    for (name, sha256) in new {
        act.move_file(&format!("{UPDATE}/{name}"), &format!(".import/{name}"), sha256);
    }
    act.put(&format!(".import/{}", Pieces::FILE), &cards.new_pieces.to_bytes())
}
