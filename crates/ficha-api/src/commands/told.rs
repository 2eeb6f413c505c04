//! What the pieces tell the model, tried out on the body at hand: a set of rules over a text, a persona put together,
//! a preset with a character and a persona. Nothing is saved and nothing is sent.

use std::time::{Duration, Instant};

use ficha_chat::assemble::{self, Left, Message};
use ficha_chat::rules::{self, Skipped};
use ficha_chat::turn::{self, PieceKind};
use ficha_chat::{Names, persona};
use serde_json::Value;

use super::{address, count};
use crate::dto::{
    Address, AssembledBlock, AssembledPreset, BlockLeft, CarriedField, Cast, CompiledPart, CompiledPersona,
    CompiledTurn, Json, Kind, RegexOccasion, RegexRow, RegexRun, RegexSkip, Tokenizer, TurnKind, TurnPiece,
};
use crate::{ApiError, ErrorCode, Studio, tokens};

/// How long a set of rules may take over one text.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The longest text rules are tried on, in bytes.
const LONGEST: usize = 1024 * 1024;

fn tokenizer_of(studio: &Studio, chosen: Option<Tokenizer>) -> Tokenizer {
    chosen.unwrap_or(studio.settings().get().tokenizer)
}

/// Runs a set of rules over a text. A pattern without end is given up, and so is the set after a second and a half.
///
/// # Errors
/// `limit` for a text of more than a megabyte or a body past every limit.
pub fn regex_run(_: &Studio, body: Json, text: String, occasion: RegexOccasion) -> Result<RegexRun, ApiError> {
    if text.len() > LONGEST {
        return Err(ApiError::new(ErrorCode::Limit, "Rules are tried on texts of up to 1 MB."));
    }
    let set = body.value()?;
    let names = Names { character: occasion.character, user: occasion.user };
    let occasion = rules::Occasion {
        phase: &occasion.phase,
        target: occasion.target.as_deref(),
        depth: occasion.depth,
        names: &names,
    };
    let begun = Instant::now();
    let steps = rules::run_while(&set, &text, &occasion, &|| begun.elapsed() < PATIENCE);
    let mut before = text;
    let mut rows = Vec::with_capacity(steps.len());
    for step in steps {
        let fault = match &step.skipped {
            Some(Skipped::Fault { what }) => Some(what.clone()),
            _ => None,
        };
        let changed = step.text != before;
        rows.push(RegexRow {
            rule: step.rule,
            skipped: step.skipped.map(skip_of),
            fault,
            matches: count(step.matches.len()),
            text: changed.then(|| step.text.clone()),
        });
        before = step.text;
    }
    let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(RegexRun { rules: rows, text: before, milliseconds })
}

fn skip_of(skipped: Skipped) -> RegexSkip {
    match skipped {
        Skipped::Off => RegexSkip::Off,
        Skipped::Phase => RegexSkip::Phase,
        Skipped::Target => RegexSkip::Target,
        Skipped::Depth => RegexSkip::Depth,
        Skipped::NoPattern => RegexSkip::NoPattern,
        Skipped::Fault { .. } => RegexSkip::Fault,
        Skipped::TooLarge => RegexSkip::TooLarge,
        Skipped::TooSlow => RegexSkip::TooSlow,
        Skipped::NoTime => RegexSkip::NoTime,
    }
}

/// A persona as the model is told it. Macros of the character stay unless one is named.
///
/// # Errors
/// `limit` for a body past every limit.
pub fn persona_compile(
    studio: &Studio,
    body: Json,
    character: Option<String>,
    tokenizer: Option<Tokenizer>,
) -> Result<CompiledPersona, ApiError> {
    let tokenizer = tokenizer_of(studio, tokenizer);
    let body = body.value()?;
    let names = Names { character: named(character.as_deref(), "{{char}}"), user: named(name_of(&body), "{{user}}") };
    let parts: Vec<CompiledPart> = persona::parts(&body)
        .into_iter()
        .map(|part| {
            let text = names.fill(&part.text);
            CompiledPart { path: part.path, tokens: tokens::count(&text, tokenizer), text }
        })
        .collect();
    let text = parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n\n");
    Ok(CompiledPersona { tokens: tokens::count(&text, tokenizer), text, parts })
}

fn name_of(body: &Value) -> Option<&str> {
    body.get("name").and_then(Value::as_str)
}

fn named(name: Option<&str>, otherwise: &str) -> String {
    name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(otherwise).to_owned()
}

/// The bodies of a cast, read from the library.
struct Bodies {
    character: Option<Value>,
    persona: Option<Value>,
    message: String,
    trigger: String,
}

impl Bodies {
    fn read(studio: &Studio, cast: Cast) -> Result<Bodies, ApiError> {
        let open = |text: Option<Address>| match text {
            Some(text) => {
                let opened = studio.library().open_entity(&address(studio, &text)?)?;
                Ok::<_, ApiError>(Some(opened.entity.body.value().clone()))
            }
            None => Ok(None),
        };
        Ok(Bodies {
            character: open(cast.character)?,
            persona: open(cast.persona)?,
            message: cast.message,
            trigger: cast.trigger,
        })
    }

    fn cast(&self) -> assemble::Cast<'_> {
        let inside = |group: &str, key: &str| {
            self.character.as_ref().and_then(|body| body.get(group)?.get(key)?.as_str()).filter(|text| !text.is_empty())
        };
        let message = |role: &str, text: &str| {
            (!text.trim().is_empty()).then(|| Message { role: role.to_owned(), text: text.to_owned() })
        };
        let greeting = inside("greetings", "firstMessage").unwrap_or("");
        assemble::Cast {
            names: Names {
                character: named(inside("identity", "nickname").or(inside("identity", "name")), "{{char}}"),
                user: named(self.persona.as_ref().and_then(name_of), "{{user}}"),
            },
            character: self.character.as_ref(),
            persona: self.persona.as_ref(),
            chat: message("assistant", greeting).into_iter().chain(message("user", &self.message)).collect(),
            trigger: self.trigger.clone(),
        }
    }
}

/// The request a preset makes for a chat completion.
///
/// # Errors
/// `not-found` for a cast that is not in the library, `limit` for a body past every limit.
pub fn preset_assemble(
    studio: &Studio,
    body: Json,
    cast: Cast,
    tokenizer: Option<Tokenizer>,
) -> Result<AssembledPreset, ApiError> {
    let tokenizer = tokenizer_of(studio, tokenizer);
    let bodies = Bodies::read(studio, cast)?;
    let blocks: Vec<AssembledBlock> = assemble::assemble(&body.value()?, &bodies.cast())
        .into_iter()
        .map(|block| AssembledBlock {
            row: block.row.map(count),
            tokens: if block.left.is_none() { tokens::count(&block.text, tokenizer) } else { 0 },
            id: block.id,
            name: block.name,
            role: block.role,
            text: block.text,
            depth: block.depth.map(count),
            left: block.left.map(|left| match left {
                Left::Off => BlockLeft::Off,
                Left::GroupOff => BlockLeft::GroupOff,
                Left::Trigger => BlockLeft::Trigger,
                Left::Empty => BlockLeft::Empty,
                Left::InChat => BlockLeft::InChat,
            }),
            overridden: block.overridden,
        })
        .collect();
    let tokens = blocks.iter().fold(0, |sum: u32, block| sum.saturating_add(block.tokens));
    Ok(AssembledPreset { blocks, tokens })
}

/// The one text a preset makes for a text completion.
///
/// # Errors
/// As for [`preset_assemble`].
pub fn preset_turn(
    studio: &Studio,
    body: Json,
    cast: Cast,
    tokenizer: Option<Tokenizer>,
) -> Result<CompiledTurn, ApiError> {
    let tokenizer = tokenizer_of(studio, tokenizer);
    let bodies = Bodies::read(studio, cast)?;
    let pieces: Vec<TurnPiece> = turn::turn(&body.value()?, &bodies.cast())
        .into_iter()
        .map(|piece| TurnPiece {
            kind: match piece.kind {
                PieceKind::Story => TurnKind::Story,
                PieceKind::Example => TurnKind::Example,
                PieceKind::ChatStart => TurnKind::ChatStart,
                PieceKind::User => TurnKind::User,
                PieceKind::Assistant => TurnKind::Assistant,
                PieceKind::System => TurnKind::System,
                PieceKind::Answer => TurnKind::Answer,
                PieceKind::Reasoning => TurnKind::Reasoning,
            },
            text: piece.text,
            mark: piece.mark,
        })
        .collect();
    let whole: String =
        pieces.iter().filter(|piece| piece.kind != TurnKind::Reasoning).map(|piece| piece.text.as_str()).collect();
    Ok(CompiledTurn { tokens: tokens::count(&whole, tokenizer), pieces })
}

/// Which formats carry each field of a kind, found by writing and reading back; found once.
///
/// # Errors
/// None today.
pub fn fields_carried(_: &Studio, kind: Kind) -> Result<Vec<CarriedField>, ApiError> {
    let kind = ficha_model::Kind::from(kind);
    let own = ficha_formats::formats().filter(|format| format.spec().kind == kind && !format.spec().writes.is_empty());
    let mut rows: Vec<CarriedField> = Vec::new();
    for covered in own.map(ficha_convert::coverage_once) {
        if rows.is_empty() {
            let fields = covered.fields.iter();
            rows = fields.map(|row| CarriedField { path: row.path.to_owned(), formats: Vec::new() }).collect();
        }
        for (row, field) in rows.iter_mut().zip(&covered.fields).filter(|(_, field)| field.carried) {
            debug_assert_eq!(row.path, field.path);
            row.formats.push(covered.format.to_owned());
        }
    }
    Ok(rows)
}
