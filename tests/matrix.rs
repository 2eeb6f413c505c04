//! Every file to every format of its kind, in every container that format writes; and the report about it held to
//! account.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bytes::Bytes;
use common::{Opened, faults_of};
use ficha_container::Limits;
use ficha_convert::{Report, coverage, decode, detect, encode};
use ficha_formats::{Ask, NoteCode, Source, format, formats};
use ficha_model::schema::{field, schema};
use ficha_model::{Entity, Path, is_blank, leaves};
use ficha_testkit::{corpus, png};

fn portrait() -> Bytes {
    Bytes::from(png::write(&png::picture(4, 6)))
}

/// Every writable target of an entity's kind, with each of its containers.
fn targets(entity: &Entity) -> Vec<(&'static str, ficha_container::ContainerId)> {
    let kind = entity.kind;
    formats()
        .map(|format| format.spec())
        .filter(|spec| spec.kind == kind)
        .flat_map(|spec| spec.writes.iter().map(|container| (spec.id, *container)))
        .collect()
}

#[test]
fn every_conversion_is_read_back_and_every_loss_has_a_reason() {
    let portrait = portrait();
    let faults = faults_of(&corpus::everything(), |sample| {
        let Some(opened) = Opened::of(sample) else { return Ok(()) };
        let Some(main) = opened.reading.main() else { return Ok(()) };
        let mut faults = String::new();
        for (target, container) in targets(main) {
            let ask = Ask { container: Some(container), plain_portrait: Some(&portrait), ..Ask::of(&opened.media) };
            let outcome = encode(&opened.reading.entities, target, &ask);
            let fault = match &outcome {
                Ok(written) => judge(main, target, &written.report, &written.bytes),
                Err(error) if error.code() == "cannot-express" => Ok(()),
                Err(error) => Err(error.to_string()),
            };
            if let Err(fault) = fault {
                let _ = write!(faults, "\n  to {target} in {}: {fault}", container.word());
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    });
    assert!(faults.is_empty(), "{faults}");
}

/// The invariants of a report, whatever was converted into what.
fn judge(main: &Entity, target: &str, report: &Report, bytes: &Bytes) -> Result<(), String> {
    if !report.mismatches.is_empty() {
        return Err(format!("{:?}", report.mismatches));
    }
    let source = Source::open(bytes.clone(), None, &Limits::default()).map_err(|refusal| refusal.to_string())?;
    let detected = detect(&source);
    match detected.winner {
        Some(winner) if winner.format == target => {}
        // A block that says only where a card has been leaves it to the generic reader.
        Some(_) if detected.bids.iter().any(|bid| bid.format == target && bid.confidence == 0.6) => {}
        winner => return Err(format!("what was written is won by {winner:?}")),
    }
    // Every leaf that says something is in exactly one of the three lists, a picture under its asset.
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let rows = report.carried.iter().map(String::as_str);
    let rows = rows
        .chain(report.changed.iter().map(|row| row.path.as_str()))
        .chain(report.lost.iter().map(|row| row.path.as_str()));
    for path in rows {
        *places.entry(path).or_default() += 1;
    }
    if let Some((path, times)) = places.iter().find(|(_, times)| **times > 1) {
        // The order of a list is a row of its own, beside the rows of its items.
        if !report.changed.iter().any(|row| row.path == **path && row.before.is_array()) {
            return Err(format!("{path} stands {times} times in the report"));
        }
    }
    for (path, value) in leaves(main.body.value()).into_iter().filter(|(_, value)| !is_blank(value)) {
        let named = (1..=path.0.len()).rev().map(|end| Path(path.0[..end].to_vec()).to_string());
        let pictured = path.to_string().ends_with(".mime");
        if !pictured && !named.clone().any(|name| places.contains_key(name.as_str())) {
            return Err(format!("{path} = {value} is in no list"));
        }
    }
    let empty = report.lost.iter().find(|row| row.reason.trim().is_empty()).map(|row| &row.path);
    let empty = empty.or_else(|| report.changed.iter().find(|row| row.reason.trim().is_empty()).map(|row| &row.path));
    empty.map_or(Ok(()), |path| Err(format!("{path} has an empty reason")))
}

#[test]
fn what_is_carried_along_comes_back_whole() {
    let portrait = portrait();
    let faults = faults_of(&corpus::everything(), |sample| {
        let Some(opened) = Opened::of(sample) else { return Ok(()) };
        let Some(main) = opened.reading.main() else { return Ok(()) };
        for (target, container) in targets(main).into_iter().filter(|(target, _)| *target != opened.reading.format) {
            let ask = Ask {
                container: Some(container),
                carry_originals: true,
                plain_portrait: Some(&portrait),
                ..Ask::of(&opened.media)
            };
            let Ok(written) = encode(&opened.reading.entities, target, &ask) else { continue };
            if !has_place_for_originals(target) {
                if !written.report.notes.iter().any(|note| note.code == NoteCode::NoPlace) {
                    return Err(format!("by {target}: nothing is carried, and nothing says so"));
                }
                continue;
            }
            let source =
                Source::open(written.bytes, None, &Limits::default()).map_err(|refusal| refusal.to_string())?;
            let back = decode(&source, None).map_err(|refusal| refusal.to_string())?;
            // A card that only says where it has been is the generic reader's, whose own original it then is.
            if back.format != target {
                continue;
            }
            let found = back.main().ok_or("no entity")?;
            let raw =
                |entity: &Entity| entity.original.get(opened.reading.format).and_then(|original| original.raw.clone());
            let by = || format!("by {target} in {}", container.word());
            if raw(found) != raw(main) {
                return Err(format!("{}: the original did not come back", by()));
            }
            let lost =
                |body: &ficha_model::Body| body.diff(&main.body).into_iter().find(|change| !is_picture(&change.path));
            if let Some(change) = lost(&found.body) {
                return Err(format!("{}: {change:?}", by()));
            }
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

/// Lists of rows and files of fixed keys have none.
fn has_place_for_originals(target: &str) -> bool {
    let spec = format(target).expect(target).spec();
    spec.own || spec.rows().any(|row| row.key().ends_with("/extensions/ficha"))
}

/// Pictures are not carried; where they went is for the report to say.
fn is_picture(path: &Path) -> bool {
    let of_a_variant = path.is_under(&Path::of("variants")) && path.to_string().contains(".media.");
    of_a_variant || path.is_under(&Path::of("media"))
}

#[test]
fn equal_bids_are_settled_by_the_written_order() {
    let listed = ficha_formats::PRIORITY;
    for (at, id) in listed.iter().enumerate() {
        assert!(!listed[..at].contains(id), "{id} stands twice in the order for equal bids");
    }
    let faults = faults_of(&corpus::everything(), |sample| {
        let Ok(source) = common::open(sample) else { return Ok(()) };
        let bids = detect(&source).bids;
        let rank = |id: &str| listed.iter().position(|listed| *listed == id).unwrap_or(listed.len());
        for pair in bids.windows(2) {
            let (first, second) = (&pair[0], &pair[1]);
            let settled = first.confidence > second.confidence || rank(first.format) < rank(second.format);
            if !settled {
                return Err(format!("{first:?} before {second:?}"));
            }
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

/// What each format carries, measured, one small snapshot a format.
#[test]
fn coverage_is_what_it_was() {
    for format in formats().filter(|format| !format.spec().writes.is_empty()) {
        let covered = coverage(format);
        let mut text = String::new();
        for field in &covered.fields {
            let containers = if field.carried { field.containers.join(" ") } else { "-".to_owned() };
            let _ = writeln!(text, "{}: {containers}", field.path);
        }
        insta::with_settings!({ snapshot_path => "golden/coverage", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(covered.format, text);
        });
    }
}

/// A field is carried by no format the schema does not name as its evidence. The other way round is for coverage to
/// show: a wire may be known and not yet written.
#[test]
fn the_schema_names_the_formats_that_carry_a_field() {
    // The evidence is compiled in: while it is written anew, what is here is the one before.
    if std::env::var_os("FICHA_BLESS").is_some() {
        return;
    }
    let mut faults = String::new();
    for format in formats().filter(|format| !format.spec().own && !format.spec().writes.is_empty()) {
        let (id, kind) = (format.spec().id, format.spec().kind);
        for covered in coverage(format).fields {
            let path: Path = Path::of(&covered.path.replace("[]", "[0]").replace("{}", ".en"));
            let named = field(kind, &path).is_some_and(|field| schema(kind).known_wires(field).contains(&id));
            if covered.carried && !named {
                let _ = writeln!(faults, "{id} carries {}, and the schema does not say so", covered.path);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
