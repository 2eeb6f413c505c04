//! What the person decided in the review: dropped, renamed, merged, edited, split, changed in kind.

use ficha_checks::measure::folded;
use ficha_world::{Folder, Ref, schema};
use serde_json::{Value, json};

use super::Work;
use crate::card::{Label, first_sentence, label};
use crate::records::{Doc, Dropped, RosterEntity, Verdict, VerdictKind};
use crate::said::Said;
use crate::sources::{kind_of, sources_for};
use crate::structure::{SUMMARY, arranged, own_name};

impl Work<'_> {
    /// Applies the decisions in the order they were made.
    pub(super) fn decide(&mut self) {
        for verdict in &self.given.decisions.choices {
            let reference = verdict.reference.parse::<Ref>().ok().filter(|reference| self.world.has(reference));
            let Some(reference) = reference else {
                self.notes.of_entity(&verdict.reference, &Said::NoSuchDocument(&verdict.reference));
                continue;
            };
            match verdict.what {
                VerdictKind::Keep => {}
                VerdictKind::Drop => self.drop_document(&reference),
                VerdictKind::Rename => self.rename(&reference, verdict),
                VerdictKind::Merge => self.merge(&reference, verdict),
                VerdictKind::Edit => self.edit(&reference, verdict),
                VerdictKind::SplitAlias => self.split(&reference, verdict),
                VerdictKind::ChangeKind => self.change_kind(&reference, verdict),
            }
        }
    }

    fn drop_document(&mut self, reference: &Ref) {
        self.world.documents.remove(reference);
        if let Some(entity) = self.take_entity(reference) {
            let why = Said::DroppedInReview.sentence(self.given.report_language);
            self.roster.dropped.push(Dropped { name: entity.name, why, ..Dropped::default() });
        }
    }

    fn rename(&mut self, reference: &Ref, verdict: &Verdict) {
        let Some(name) = verdict.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) else { return };
        let Some(doc) = self.world.documents.get_mut(reference) else { return };
        let old = doc.insert(reference.folder.name_key().to_owned(), name.into());
        let old = old.and_then(|old| old.as_str().map(str::to_owned)).filter(|old| old != name);
        if reference.folder != Folder::Lore {
            add_aliases(doc, name, old.iter().map(String::as_str));
        }
        if let Some(entity) = self.entity_mut(reference) {
            let old = std::mem::replace(&mut entity.name, name.to_owned());
            entity.aliases.retain(|alias| folded(alias) != folded(name));
            if folded(&old) != folded(name) {
                entity.aliases.push(old);
            }
        }
    }

    /// The document goes into another, which takes its names, its pieces and what named it.
    fn merge(&mut self, reference: &Ref, verdict: &Verdict) {
        let into = verdict.into.as_deref().unwrap_or_default();
        let other = into.parse::<Ref>().ok();
        let Some(into) =
            other.filter(|other| self.world.has(other) && other.folder == reference.folder && other != reference)
        else {
            self.notes.of_entity(reference, &Said::NoSuchDocument(into));
            return;
        };
        let Some(gone) = self.world.documents.remove(reference) else { return };
        if let Some(doc) = self.world.documents.get_mut(&into)
            && into.folder != Folder::Lore
        {
            let name = text(doc, "name").to_owned();
            let aliases = texts(&gone, "aliases");
            add_aliases(doc, &name, std::iter::once(text(&gone, "name")).chain(aliases.iter().copied()));
        }
        self.world.replace_references(reference, &into);
        let pieces = self.from.remove(reference).unwrap_or_default();
        join(self.from.entry(into.clone()).or_default(), pieces);
        if let Some(gone) = self.take_entity(reference)
            && let Some(entity) = self.entity_mut(&into)
        {
            join(&mut entity.pieces, gone.pieces);
            for alias in std::iter::once(gone.name).chain(gone.aliases) {
                let known =
                    std::iter::once(&entity.name).chain(&entity.aliases).any(|name| folded(name) == folded(&alias));
                if !known {
                    entity.aliases.push(alias);
                }
            }
        }
    }

    fn edit(&mut self, reference: &Ref, verdict: &Verdict) {
        let Some(doc) = &verdict.doc else { return };
        let shape = schema::of(reference.folder);
        if let Some(problem) = schema::faults(shape.fields, doc, &reference.path(), "").first() {
            self.notes.of_entity(reference, &Said::EditRefused(&problem.message));
            return;
        }
        self.world.documents.insert(reference.clone(), doc.clone());
        let (name, aliases) = (text(doc, reference.folder.name_key()).to_owned(), texts(doc, "aliases"));
        let aliases: Vec<String> = aliases.into_iter().map(str::to_owned).collect();
        if let Some(entity) = self.entity_mut(reference) {
            (entity.name, entity.aliases) = (name, aliases);
        }
    }

    /// One of the other names is somebody else.
    fn split(&mut self, reference: &Ref, verdict: &Verdict) {
        let name = verdict.name.as_deref().unwrap_or_default().trim();
        let wanted = folded(name);
        let Some(kind) = kind_of(reference.folder).filter(|_| !wanted.is_empty()) else { return };
        if let Some(Value::Array(aliases)) =
            self.world.documents.get_mut(reference).and_then(|doc| doc.get_mut("aliases"))
        {
            aliases.retain(|alias| alias.as_str().is_none_or(|alias| folded(alias) != wanted));
        }
        if let Some(entity) = self.entity_mut(reference) {
            entity.aliases.retain(|alias| folded(alias) != wanted);
        }
        let new = self.ids.make(reference.folder, name);
        let entity = RosterEntity { kind, id: new.id.clone(), name: name.to_owned(), ..RosterEntity::default() };
        self.add_from_pieces(new, entity);
    }

    /// Another kind of thing: written anew from its pieces, as without a model.
    fn change_kind(&mut self, reference: &Ref, verdict: &Verdict) {
        let kind = verdict.kind.as_deref().and_then(Folder::of);
        let Some((folder, kind)) = kind.and_then(|folder| Some((folder, kind_of(folder)?))) else { return };
        if folder == reference.folder {
            return;
        }
        let Some(old) = self.world.documents.remove(reference) else { return };
        let entity = self.take_entity(reference);
        let name = text(&old, reference.folder.name_key()).to_owned();
        let new = self.ids.make(folder, &name);
        let aliases = texts(&old, "aliases").into_iter().map(str::to_owned).collect();
        let pieces = entity.map(|entity| entity.pieces).or_else(|| self.from.remove(reference)).unwrap_or_default();
        let entity = RosterEntity { kind, id: new.id.clone(), name, aliases, pieces, ..RosterEntity::default() };
        self.add_from_pieces(new, entity);
    }

    /// A document in the words of the pieces an entity is made from.
    fn add_from_pieces(&mut self, reference: Ref, mut entity: RosterEntity) {
        if entity.pieces.is_empty() {
            let own = own_name(self.card(), self.given.choices);
            entity.pieces = sources_for(&entity, &own, self.given.pieces, self.given.classification);
        }
        let doc = fallback_document(reference.folder, &entity, self.language(), |piece| {
            self.given.pieces.get(piece).map(|piece| piece.text.as_str())
        });
        self.add(reference, doc, entity.pieces.clone());
        self.roster.entities.push(entity);
    }

    fn entity_mut(&mut self, reference: &Ref) -> Option<&mut RosterEntity> {
        let kind = kind_of(reference.folder)?;
        self.roster.entities.iter_mut().find(|entity| entity.kind == kind && entity.id == reference.id)
    }

    fn take_entity(&mut self, reference: &Ref) -> Option<RosterEntity> {
        let kind = kind_of(reference.folder)?;
        let at = self.roster.entities.iter().position(|entity| entity.kind == kind && entity.id == reference.id)?;
        Some(self.roster.entities.remove(at))
    }
}

/// A document without a model: its sources word for word, the first sentence of them for a summary (W-115).
pub(crate) fn fallback_document<'p>(
    folder: Folder,
    entity: &RosterEntity,
    language: &str,
    piece: impl Fn(&str) -> Option<&'p str>,
) -> Doc {
    let sources: Vec<&str> = entity.pieces.iter().filter_map(|id| piece(id)).collect();
    let doc = json!({
        "name": entity.name,
        "aliases": entity.aliases,
        "playable": entity.playable,
        "summary": sources.first().map(|text| first_sentence(text, SUMMARY)).unwrap_or_default(),
        "description": sources.join("\n\n"),
        "notes": label(Label::WithoutModel, language),
    });
    let mut doc = arranged(folder, doc);
    if folder != Folder::Characters {
        doc.shift_remove("playable");
    }
    doc
}

fn text<'d>(doc: &'d Doc, key: &str) -> &'d str {
    doc.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn texts<'d>(doc: &'d Doc, key: &str) -> Vec<&'d str> {
    let list = doc.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_str).collect()
}

/// Adds other names that are not known yet; one that is the name itself now goes.
fn add_aliases<'n>(doc: &mut Doc, name: &str, more: impl Iterator<Item = &'n str>) {
    let mut aliases: Vec<String> = texts(doc, "aliases").into_iter().map(str::to_owned).collect();
    aliases.extend(more.map(str::to_owned));
    let mut seen = std::collections::BTreeSet::from([folded(name)]);
    aliases.retain(|alias| !alias.trim().is_empty() && seen.insert(folded(alias)));
    doc.insert("aliases".to_owned(), aliases.into());
}

fn join(pieces: &mut Vec<String>, more: Vec<String>) {
    for piece in more {
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
}
