//! `ficha card ...`: looking at the card behind a world, at a terminal.

use ficha_api::commands::card_tools;
use ficha_api::dto::{
    CardChanges, CardHit, CardOrigin, CardOutcomes, CardOverview, CardPieceRow, CardVersion, UpdateChange,
};
use ficha_api::{ApiError, ErrorCode, Options, Studio};
use serde_json::json;

use super::Ended;
use crate::arguments::{Card, CardCommand};
use crate::output::{Output, fail, plain, print, say, short, table};

/// The exit code when the state of a world refuses.
const REFUSED: u8 = 6;

/// `ficha card`.
pub fn card(output: Output, wishes: Card) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    without_card(output, look(output, &studio, wishes.command))
}

/// A world without a card is no fault of a file, so it ends as a refusal.
pub fn without_card(output: Output, ended: Ended) -> Ended {
    match ended {
        Err(error) if error.code == ErrorCode::NoCard => {
            fail(output, &error);
            Ok(REFUSED)
        }
        other => other,
    }
}

fn version(new: bool) -> CardVersion {
    if new { CardVersion::New } else { CardVersion::Current }
}

fn look(output: Output, studio: &Studio, command: CardCommand) -> Ended {
    match command {
        CardCommand::Overview { world, new } => {
            let found = card_tools::overview(studio, world, version(new))?;
            output.put(&found, || overview(&found))?;
        }
        CardCommand::Search { world, query, new } => {
            let found = card_tools::search(studio, world, version(new), query)?;
            output.put(&found, || format!("{}{} of {} places\n", hits(&found.hits), found.hits.len(), found.total))?;
        }
        CardCommand::Read { world, piece, from, all, raw, new } => {
            if all && !output.json {
                let text = card_tools::read_all(studio, &world, version(new), &piece, raw)?;
                print(format!("{}\n", shown(&text)).as_bytes())?;
                return Ok(0);
            }
            read(output, studio, world, piece, Reading { from, all, raw, new })?;
        }
        CardCommand::Origin { world, subject } => {
            let found = card_tools::origin(studio, world, subject)?;
            output.put(&found, || origin(&found))?;
        }
        CardCommand::Diff { world } => diff(output, &card_tools::diff(studio, world)?)?,
    }
    Ok(0)
}

struct Reading {
    from: u32,
    all: bool,
    raw: bool,
    new: bool,
}

fn read(output: Output, studio: &Studio, world: String, piece: String, how: Reading) -> Result<(), ApiError> {
    let mut turn = card_tools::read(studio, world.clone(), version(how.new), piece.clone(), how.from, how.raw)?;
    if how.all {
        turn.text = card_tools::read_all(studio, &world, version(how.new), &piece, how.raw)?;
        (turn.to, turn.next) = (turn.total, None);
    }
    output.put(&turn, || format!("{}\n", shown(&turn.text)))?;
    if let (Some(next), false) = (turn.next, output.json) {
        say(&format!("next: {next}"));
    }
    Ok(())
}

/// A text of many lines as a terminal may have it.
fn shown(text: &str) -> String {
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

fn rows(pieces: &[CardPieceRow]) -> String {
    let head = ["piece", "chars", "outcome", "roles", "made into", "title"].map(str::to_owned).to_vec();
    let row = |row: &CardPieceRow| {
        let parts = if row.parts > 1 { format!(" in {}", row.parts) } else { String::new() };
        let outcome = serde_json::to_value(row.outcome).ok();
        let outcome = outcome.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default();
        vec![
            row.id.clone(),
            format!("{}{parts}", row.chars),
            if row.off { format!("{outcome}, off") } else { outcome },
            row.roles.join(", "),
            short(&row.made_into.join(", "), 50),
            short(&row.title, 50),
        ]
    };
    table(&std::iter::once(head).chain(pieces.iter().map(row)).collect::<Vec<_>>())
}

fn overview(found: &CardOverview) -> String {
    let mut text = format!("{}  {}\n\n", plain(&found.name), plain(&found.source_format));
    text.push_str(&rows(&found.pieces));
    if !found.roster.is_empty() {
        text.push('\n');
        let roster = found.roster.iter().map(|row| {
            let gone = if row.exists { "" } else { "not in the world" };
            vec![row.of.clone(), short(&row.name, 60), gone.to_owned()]
        });
        text.push_str(&table(&roster.collect::<Vec<_>>()));
    }
    let CardOutcomes { carried, converted, guidance, read, omitted, awaiting } = found.totals;
    text.push_str(&format!(
        "\n{} pieces: {carried} carried, {converted} converted, {guidance} guidance, {read} read, {omitted} omitted, \
         {awaiting} awaiting\n",
        found.pieces.len()
    ));
    for note in &found.notes {
        text.push_str(&format!("  {}: {}\n", note.code, plain(&note.message)));
    }
    text
}

fn hits(hits: &[CardHit]) -> String {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = String::new();
    for hit in hits {
        let around = |text: &str| plain(&line(text));
        let gap = |edge: Option<char>| if edge.is_some_and(char::is_whitespace) { " " } else { "" };
        text.push_str(&format!(
            "{}:{}  {}\n  {}{}«{}»{}{}\n",
            hit.piece,
            hit.from,
            short(&hit.title, 60),
            around(&hit.before),
            gap(hit.before.chars().next_back()),
            around(&hit.span),
            gap(hit.after.chars().next()),
            around(&hit.after),
        ));
    }
    text
}

fn origin(found: &CardOrigin) -> String {
    let mut text = match &found.entity {
        Some(entity) => format!("{}  {entity}\n", plain(&found.subject)),
        None => format!("{}\n", plain(&found.subject)),
    };
    match found.built_from.as_slice() {
        [] => text.push_str("built from nothing of the card\n"),
        pieces => text.push_str(&rows(pieces)),
    }
    if !found.mentioned_in.is_empty() {
        text.push_str("\nmentioned in\n");
        text.push_str(&hits(&found.mentioned_in));
    }
    text
}

/// What a newer card changes, as text or as a document in which `same` says whether it changes nothing.
pub fn diff(output: Output, found: &CardChanges) -> Result<(), ApiError> {
    let answer = json!({
        "same": found.changes.is_empty(), "unchanged": found.same, "moved": found.moved,
        "changes": found.changes, "editedSince": found.edited_since,
    });
    output.put(&answer, || changes(found))
}

fn changes(found: &CardChanges) -> String {
    let count = |kind: &str| found.changes.iter().filter(|change| change.kind == kind).count();
    let mut text = format!(
        "pieces: {} the same ({} moved), {} changed, {} added, {} dropped; fields of the world: {}\n",
        found.same,
        found.moved,
        count("changed"),
        count("added"),
        count("dropped"),
        count("field"),
    );
    match &found.edited_since {
        None => text.push_str("whether files were edited since is not known\n"),
        Some(paths) if paths.is_empty() => text.push_str("no file was edited since\n"),
        Some(paths) => text.push_str(&format!("edited since: {}\n", plain(&paths.join(", ")))),
    }
    found.changes.iter().for_each(|change| text.push_str(&one(change)));
    text
}

fn one(change: &UpdateChange) -> String {
    let mark = change.mark.map(|mark| match mark {
        ficha_api::dto::UpdateMark::Carried => "  [carried]",
        ficha_api::dto::UpdateMark::Dismissed => "  [dismissed]",
    });
    let mut text = format!("\n{}  {}{}\n", change.id, short(&change.title, 60), mark.unwrap_or_default());
    for part in &change.sentences {
        let sign = match part.what.as_str() {
            "added" => "+",
            "dropped" => "-",
            _ => "=",
        };
        text.push_str(&format!("  {sign} {}\n", short(&part.text, 200)));
    }
    if let (Some(before), Some(after)) = (&change.before, &change.after) {
        text.push_str(&format!("  - {}\n  + {}\n", short(before.text(), 200), short(after.text(), 200)));
    }
    let mut list = |sign: &str, words: &[String]| {
        words.iter().for_each(|word| text.push_str(&format!("  {sign} {}\n", plain(word))));
    };
    list("+", &change.came);
    list("-", &change.gone);
    list("made into", &change.documents);
    list("only made from it", &change.made_only);
    list("edited here", &change.edited);
    if change.edited_here {
        text.push_str("  edited here\n");
    }
    text
}
