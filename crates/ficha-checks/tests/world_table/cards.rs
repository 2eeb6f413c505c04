//! A world held against the card it was made from, and against a newer one.

use ficha_checks::Severity::{Info, Warning};
use ficha_checks::{
    CardChanges, CardEvidence, CardVersion, DroppedPiece, FieldChange, PieceChange, PieceEvidence, PieceOutcome,
    RosterEvidence,
};
use serde_json::json;

use super::{Row, gone, row, set};
use crate::OfFiles;

const ABOUT_TAM: &str = "Tam Reed is thin and quick, eighteen years old. He wears a miller's apron under a borrowed jacket, and flour comes out of his sleeves when he runs.";
const STRANGE: &str = "Glass herons walk between frozen orchards while seven clockmakers argue about marble staircases and forgotten violins beneath copper rain.";

fn piece(id: &str, text: &str) -> PieceEvidence {
    PieceEvidence {
        id: id.to_owned(),
        title: id.to_owned(),
        keys: vec![],
        text: text.to_owned(),
        is_field: false,
        constant: false,
        off: false,
        outcome: PieceOutcome::Read,
        made_into: vec![],
    }
}

fn tam(name: &str, aliases: &[&str]) -> RosterEvidence {
    RosterEvidence {
        at: "characters/tam-reed".parse().unwrap(),
        name: name.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        sources: vec!["field:description".to_owned()],
    }
}

fn card(pieces: Vec<PieceEvidence>, roster: Vec<RosterEvidence>) -> CardEvidence {
    CardEvidence { pieces, roster, names: vec![], changes: None }
}

fn about_tam(text: &str) -> Vec<PieceEvidence> {
    let made_into = vec!["characters/tam-reed".parse().unwrap()];
    vec![PieceEvidence {
        is_field: true,
        outcome: PieceOutcome::Converted,
        made_into,
        ..piece("field:description", text)
    }]
}

fn with(evidence: CardEvidence) -> impl Fn(&mut OfFiles) {
    move |world| world.card = Some(evidence.clone())
}

fn newer(changes: CardChanges) -> impl Fn(&mut OfFiles) {
    move |world| world.newer = Some(CardEvidence { changes: Some(changes.clone()), ..card(vec![], vec![]) })
}

fn change(sentences: &[&str]) -> CardChanges {
    let sentences = sentences.iter().map(|sentence| (*sentence).to_owned()).collect();
    let piece = PieceChange { piece: "entry:2".to_owned(), title: "The tax".to_owned(), sentences };
    CardChanges { pieces: vec![piece], ..CardChanges::default() }
}

fn field(value: serde_json::Value) -> CardChanges {
    CardChanges { fields: vec![FieldChange { field: "author".to_owned(), value }], ..CardChanges::default() }
}

fn dropped(at: &str) -> CardChanges {
    let made_only_from_it = vec![at.parse().unwrap()];
    let dropped = DroppedPiece { piece: "entry:3".to_owned(), title: "Old".to_owned(), made_only_from_it };
    CardChanges { dropped: vec![dropped], ..CardChanges::default() }
}

pub(crate) fn rows() -> Vec<Row> {
    let guided = |text: &str| PieceEvidence { outcome: PieceOutcome::Guidance, ..piece("field:system_prompt", text) };
    let new = |row: Row| Row { version: CardVersion::New, ..row };
    vec![
        row(
            "card-names",
            "name-not-in-card",
            Warning,
            "characters/tam-reed#/name",
            with(card(about_tam(ABOUT_TAM), vec![tam("Tim Reed", &["Timothy"])])),
            with(card(about_tam(ABOUT_TAM), vec![tam("Tim Reed", &["tam reed"])])),
        ),
        row(
            "card-names",
            "name-not-in-card",
            Warning,
            "characters/tam-reed#/name",
            // A piece that was switched off does not count.
            with(card(
                about_tam(ABOUT_TAM).into_iter().map(|piece| PieceEvidence { off: true, ..piece }).collect(),
                vec![tam("Tam Reed", &[])],
            )),
            with(CardEvidence { names: vec!["Tam Reed".to_owned()], ..card(vec![], vec![tam("Tam Reed", &[])]) }),
        ),
        row(
            "card-names",
            "alias-not-in-card",
            Info,
            "characters/tam-reed#/aliases",
            with(card(about_tam(ABOUT_TAM), vec![tam("Tam Reed", &["Ta"])])),
            with(card(about_tam(ABOUT_TAM), vec![tam("Tam Reed", &["Tam"])])),
        ),
        row(
            "card-names",
            "dropped-entity",
            Info,
            "characters/tam-reed",
            |w| {
                w.card = Some(card(about_tam(ABOUT_TAM), vec![tam("Tam Reed", &[])]));
                gone(w, "characters/tam-reed.json");
            },
            with(card(about_tam(ABOUT_TAM), vec![tam("Tam Reed", &[])])),
        ),
        row(
            "card-numbers",
            "number-lost",
            Info,
            "characters/tam-reed",
            with(card(about_tam("Tam Reed owes 340 coins."), vec![tam("Tam Reed", &[])])),
            |w| {
                w.card = Some(card(about_tam("Tam Reed owes ３４０ coins."), vec![tam("Tam Reed", &[])]));
                set(w, "characters/tam-reed.json", "/background", json!("He owes 340 coins."));
            },
        ),
        row(
            "card-numbers",
            "number-lost",
            Warning,
            "lore/rules",
            with(card(
                vec![piece(
                    "entry:1",
                    "Roll 2d6 for the fog: on 11 or more the lamps cannot be seen, on 12 the ship is lost.",
                )],
                vec![],
            )),
            with(card(vec![piece("entry:1", "Roll 2d6 for the fog: on 11 or more the lamps cannot be seen.")], vec![])),
        ),
        row(
            "card-numbers",
            "number-new",
            Warning,
            "characters/tam-reed",
            |w| {
                w.card = Some(card(about_tam(ABOUT_TAM), vec![tam("Tam Reed", &[])]));
                set(w, "characters/tam-reed.json", "/background", json!("Born in 1873."));
            },
            |w| {
                w.card = Some(card(about_tam("Tam Reed, born in 1873."), vec![tam("Tam Reed", &[])]));
                set(w, "characters/tam-reed.json", "/background", json!("Born in 1873."));
            },
        ),
        row(
            "card-numbers",
            "number-new",
            Warning,
            "characters/tam-reed",
            |w| {
                w.card = Some(card(about_tam(ABOUT_TAM), vec![tam("Tam Reed", &[])]));
                set(w, "characters/tam-reed.json", "/name", json!("Tam 12"));
            },
            |w| {
                w.card = Some(card(about_tam(ABOUT_TAM), vec![tam("Tam 12", &[])]));
                set(w, "characters/tam-reed.json", "/name", json!("Tam 12"));
            },
        ),
        row(
            "card-coverage",
            "uncovered",
            Warning,
            "piece:field:description",
            with(card(about_tam(STRANGE), vec![])),
            with(card(about_tam(ABOUT_TAM), vec![])),
        ),
        row(
            "card-coverage",
            "uncovered",
            Info,
            "piece:entry:1",
            with(card(vec![piece("entry:1", STRANGE)], vec![])),
            // Under eighty characters nothing is said.
            with(card(vec![piece("entry:1", &STRANGE[..79])], vec![])),
        ),
        row(
            "card-coverage",
            "uncovered",
            Warning,
            "piece:entry:1",
            with(card(vec![PieceEvidence { constant: true, ..piece("entry:1", STRANGE) }], vec![])),
            with(card(
                vec![PieceEvidence { outcome: PieceOutcome::Carried, constant: true, ..piece("entry:1", STRANGE) }],
                vec![],
            )),
        ),
        row(
            "card-coverage",
            "uncovered",
            Info,
            "piece:field:system_prompt",
            with(card(vec![guided(STRANGE)], vec![])),
            with(card(
                vec![guided(
                    "Write in the second person and in the past tense. Put the weather before the feelings of people.",
                )],
                vec![],
            )),
        ),
        new(row(
            "card-changes",
            "not-said",
            Warning,
            "piece:entry:2",
            newer(change(&["Seven clockmakers argue about marble staircases.", "The light tax."])),
            newer(change(&["Every ship pays a coin for each lamp that it passes.", "Seven clockmakers argue."])),
        )),
        new(row(
            "card-changes",
            "dropped-but-there",
            Info,
            "things/brass-key",
            newer(dropped("things/brass-key")),
            newer(dropped("things/iron-key")),
        )),
        new(row(
            "card-changes",
            "field-not-taken",
            Warning,
            "world.json#/author",
            newer(field(json!("somebody"))),
            newer(field(json!("nobody"))),
        )),
    ]
}
