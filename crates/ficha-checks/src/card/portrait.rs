//! A portrait that is missing, and pictures the card names that are not there.

use ficha_model::{Kind, Path};

use super::check;
use crate::finding::Fix;
use crate::input::text_of;
use crate::{CardInput, CheckSkipped, Finding, Severity, There};

check!(Portrait, "portrait", &[Kind::Character, Kind::Persona], &["portrait-none", "portrait-gone", "picture-gone"]);

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let path = "media.portrait";
    let place: Path = path.parse().unwrap_or_default();
    let reference = input.entity().body.text("media.portrait.ref").unwrap_or("");
    let mut found = Vec::new();
    if reference.is_empty() {
        // A persona is a text first; its picture is a courtesy.
        if input.entity().kind == Kind::Character {
            found.push(Finding::new(Severity::Info, "portrait-none", place));
        }
    } else if input.around.picture(reference) == There::No {
        found.push(Finding::new(Severity::Error, "portrait-gone", place).showing(reference));
    }
    for (number, row) in input.rows("media.assets") {
        let reference = text_of(row, "ref");
        if !reference.is_empty() && input.around.picture(reference) == There::No {
            let place = Path::default().key("media").key("assets").index(number);
            let name = [text_of(row, "label"), text_of(row, "name")].into_iter().find(|name| !name.is_empty());
            let fix = Fix::one("remove-picture", false, place.clone(), None);
            let finding =
                Finding::new(Severity::Warning, "picture-gone", place).with("name", name.unwrap_or(reference));
            found.push(finding.showing(reference).fix(fix));
        }
    }
    Ok(found)
}
