//! `card-names`: whether the names the import found stand in the card. What a person added is in no roster and is not
//! looked at.

use super::{WorldInput, found, spot, world_check};
use crate::measure::{folded, occurs_as_name};
use crate::{CheckSkipped, Finding, Severity};

world_check!(CardNames, "card-names", Fidelity, true, &["name-not-in-card", "alias-not-in-card", "dropped-entity"]);

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let card = input.card()?;
    let mut texts: Vec<String> = card.names.iter().map(|name| folded(name)).collect();
    for piece in card.pieces.iter().filter(|piece| !piece.off) {
        texts.push(folded(&piece.text));
        texts.push(folded(&piece.title));
        texts.extend(piece.keys.iter().map(|key| folded(key)));
    }
    // A name of one letter stands in any text; as a title or key it is the whole of it.
    let is_there = |name: &str| {
        let name = folded(name);
        texts.iter().any(|text| *text == name || occurs_as_name(&name, text))
    };
    let mut findings = Vec::new();
    for entity in &card.roster {
        if !input.world().has(&entity.at) {
            findings.push(found(Severity::Info, "dropped-entity", spot(&entity.at, "")).with("name", &entity.name));
            continue;
        }
        let aliases: Vec<(&String, bool)> = entity.aliases.iter().map(|alias| (alias, is_there(alias))).collect();
        if !is_there(&entity.name) && !aliases.iter().any(|(_, there)| *there) {
            let finding = found(Severity::Warning, "name-not-in-card", spot(&entity.at, "/name"));
            findings.push(finding.with("name", &entity.name));
        }
        for (alias, _) in aliases.iter().filter(|(_, there)| !there) {
            let finding = found(Severity::Info, "alias-not-in-card", spot(&entity.at, "/aliases"));
            findings.push(finding.with("name", &entity.name).with("alias", alias));
        }
    }
    Ok(findings)
}
