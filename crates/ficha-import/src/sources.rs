//! Which pieces an entity is made from, and what was made from a piece.
//!
//! One function says it for the import, for the tool that tells where a document comes from, and for updates.

use std::collections::BTreeSet;

use ficha_checks::measure::folded;
use ficha_world::{Folder, Ref};

use crate::card::FieldName;
use crate::records::{Classification, Classified, EntityKind, Origin, Piece, Pieces, Role, Roster, RosterEntity};

/// Roles of pieces that say nothing about an entity they name.
const OUTSIDE: [Role; 4] = [Role::Generator, Role::Template, Role::Instruction, Role::Irrelevant];

/// The pieces an entity is made from, best first: those that name it first, those titled or keyed by it, others; each
/// group in card order. `card_name` is the card's own name.
pub fn sources_for(
    entity: &RosterEntity,
    card_name: &str,
    pieces: &Pieces,
    classification: &Classification,
) -> Vec<String> {
    let names: BTreeSet<String> = std::iter::once(&entity.name)
        .chain(&entity.aliases)
        .map(|name| folded(name))
        .filter(|name| !name.is_empty())
        .collect();
    let own = entity.kind == EntityKind::Character && names.contains(&folded(card_name));
    let mut found: [Vec<String>; 3] = Default::default();
    for piece in pieces.pieces.iter().filter(|piece| !piece.off && !piece.is_blank()) {
        let Some(classified) = classification.pieces.get(&piece.id) else { continue };
        let named = classified.about.iter().position(|about| names.contains(&folded(&about.name)));
        let group = match named {
            Some(0) => 0,
            _ if is_called(piece, &names) => 1,
            _ => 2,
        };
        if is_source(piece, classified, named.is_some(), own)
            && let Some(group) = found.get_mut(group)
        {
            group.push(piece.id.clone());
        }
    }
    found.concat()
}

fn is_source(piece: &Piece, classified: &Classified, named: bool, own: bool) -> bool {
    let own_field = |fields: &[FieldName]| {
        own && piece.origin == Origin::Field && fields.iter().any(|field| field.piece() == piece.id)
    };
    if own_field(&[FieldName::Description, FieldName::Personality, FieldName::MesExample]) {
        return true;
    }
    if classified.roles.iter().all(|role| OUTSIDE.contains(role)) {
        return false;
    }
    let nobody = classified.about.is_empty();
    named || (own && nobody && classified.roles.contains(&Role::Speech))
}

/// Whether a piece has one of these names for its title or a key.
fn is_called(piece: &Piece, names: &BTreeSet<String>) -> bool {
    std::iter::once(&piece.title).chain(piece.keys()).any(|called| names.contains(&folded(called)))
}

/// The document of a roster entity.
pub fn reference_of(entity: &RosterEntity) -> Ref {
    Ref::new(folder_of(entity.kind), entity.id.clone())
}

/// The folder of a kind.
pub fn folder_of(kind: EntityKind) -> Folder {
    match kind {
        EntityKind::Character => Folder::Characters,
        EntityKind::Place => Folder::Places,
        EntityKind::Faction => Folder::Factions,
        EntityKind::Thing => Folder::Things,
    }
}

/// The kind of a folder; none for lore and plots.
pub fn kind_of(folder: Folder) -> Option<EntityKind> {
    EntityKind::ALL.iter().copied().find(|kind| folder_of(*kind) == folder)
}

/// The entities a piece was made into, in roster order.
pub fn made_into(piece: &str, roster: &Roster) -> Vec<Ref> {
    let made = roster.entities.iter().filter(|entity| entity.pieces.iter().any(|source| source == piece));
    made.map(reference_of).collect()
}

/// Entities that only this piece was made into.
pub fn made_only_from(piece: &str, roster: &Roster) -> Vec<Ref> {
    let made = roster.entities.iter().filter(|entity| !entity.pieces.is_empty());
    made.filter(|entity| entity.pieces.iter().all(|source| source == piece)).map(reference_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{About, SettledBy};

    fn piece(id: &str, title: &str, keys: &[&str]) -> Piece {
        let origin = if id.starts_with("field") { Origin::Field } else { Origin::Entry };
        let keys = Some(keys.iter().map(|key| (*key).to_owned()).collect());
        Piece { id: id.into(), origin, title: title.into(), keys, text: "words".into(), ..Piece::default() }
    }

    fn classified(roles: &[Role], names: &[&str]) -> Classified {
        let about = names.iter().map(|name| About { name: (*name).into(), ..About::default() }).collect();
        Classified { roles: roles.to_vec(), about, settled_by: SettledBy::Model, ..Classified::default() }
    }

    fn entity(name: &str, aliases: &[&str]) -> RosterEntity {
        let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
        RosterEntity { name: name.into(), id: name.to_lowercase(), aliases, ..RosterEntity::default() }
    }

    // W-098
    #[test]
    fn sources_are_told_in_the_order_they_are_read() {
        let rows = [
            (piece("field:description", "Description", &[]), classified(&[Role::Character], &["Orla"])),
            (piece("field:personality", "Personality", &[]), classified(&[Role::Irrelevant], &[])),
            (piece("field:mes_example", "Examples", &[]), classified(&[Role::Speech], &[])),
            (piece("entry:1", "The mill", &[]), classified(&[Role::Place], &["The mill", "the keeper"])),
            (piece("entry:2", "Orla", &[]), classified(&[Role::World], &["Tam", "Orla"])),
            (piece("entry:3", "Talk", &["ORLA"]), classified(&[Role::World], &["Tam", "orla"])),
            (piece("entry:4", "Rule", &[]), classified(&[Role::Generator, Role::Instruction], &["Orla"])),
            (piece("entry:5", "Mixed", &[]), classified(&[Role::Generator, Role::Character], &["Orla"])),
            (piece("entry:6", "Said", &[]), classified(&[Role::Speech], &[])),
            (piece("entry:7", "Said", &[]), classified(&[Role::Speech], &["Tam"])),
            (Piece { off: true, ..piece("entry:8", "Off", &[]) }, classified(&[Role::Character], &["Orla"])),
            (Piece { text: " ".into(), ..piece("entry:9", "Blank", &[]) }, classified(&[Role::Character], &["Orla"])),
        ];
        let classification = Classification {
            pieces: rows.iter().map(|(piece, classified)| (piece.id.clone(), classified.clone())).collect(),
            ..Classification::default()
        };
        let pieces = Pieces { pieces: rows.into_iter().map(|(piece, _)| piece).collect(), ..Pieces::default() };
        let of = |entity: &RosterEntity| sources_for(entity, "Orla", &pieces, &classification);
        let own = [
            "field:description",
            "entry:5",
            "entry:2",
            "entry:3",
            "field:personality",
            "field:mes_example",
            "entry:1",
            "entry:6",
        ];
        assert_eq!(of(&entity("Orla", &["the keeper"])), own);
        assert_eq!(of(&entity("Tam", &[])), ["entry:2", "entry:3", "entry:7"]);
        let place = RosterEntity { kind: EntityKind::Place, ..entity("The Mill", &[]) };
        assert_eq!(of(&place), ["entry:1"]);
    }

    // W-346
    #[test]
    fn what_was_made_from_a_piece_and_what_only_from_it() {
        let made = |name: &str, pieces: &[&str]| RosterEntity {
            pieces: pieces.iter().map(|piece| (*piece).to_owned()).collect(),
            ..entity(name, &[])
        };
        let roster = Roster {
            entities: vec![made("orla", &["entry:1", "entry:2"]), made("tam", &["entry:1"]), made("ves", &[])],
            ..Roster::default()
        };
        let refs = |ids: &[&str]| ids.iter().map(|id| Ref::new(Folder::Characters, *id)).collect::<Vec<_>>();
        assert_eq!(made_into("entry:1", &roster), refs(&["orla", "tam"]));
        assert_eq!(made_only_from("entry:1", &roster), refs(&["tam"]));
        assert_eq!(made_only_from("entry:2", &roster), refs(&[]));
    }
}
