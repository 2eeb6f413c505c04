//! `ficha preset ...` and `ficha lorebook ...` from a terminal.

use ficha_api::dto::{NarrationApplied, NarrationPreset};
use ficha_api::{Options, Studio, commands};

use super::Ended;
use crate::arguments::{Lorebook, LorebookCommand, Preset, PresetCommand};
use crate::output::{Output, plain, table};

/// `ficha preset`.
pub fn preset(output: Output, wishes: Preset) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    match wishes.command {
        PresetCommand::Show { from, world } => {
            let read = commands::narration::preset_open(&studio, world.clone(), from)?;
            commands::narration::preset_dismiss(&studio, world)?;
            output.put(&read, || shown(&read))?;
        }
        PresetCommand::Apply { from, world, prompts, word_for_word: _ } => {
            let read = commands::narration::preset_open(&studio, world.clone(), from)?;
            let ticked = prompts.unwrap_or_else(|| {
                read.prompts.iter().filter(|prompt| prompt.ticked).map(|prompt| prompt.id.clone()).collect()
            });
            let applied = match commands::narration::preset_apply(&studio, world.clone(), ticked) {
                Ok(applied) => applied,
                Err(error) => {
                    commands::narration::preset_dismiss(&studio, world)?;
                    return Err(error);
                }
            };
            output.put(&applied, || told(&applied))?;
        }
        PresetCommand::Share { from, name } => {
            let applied = commands::narration::preset_share(&studio, from, name)?;
            output.put(&applied, || told(&applied))?;
        }
    }
    Ok(0)
}

fn shown(read: &NarrationPreset) -> String {
    let rows = read.prompts.iter().map(|prompt| {
        let mark = if prompt.ticked { "x" } else { " " };
        vec![mark.to_owned(), prompt.id.clone(), prompt.name.clone(), prompt.chars.0.to_string()]
    });
    let mut text = table(&rows.collect::<Vec<_>>());
    for sampler in &read.sampling {
        text.push_str(&format!("{} {}\n", sampler.name, plain(&sampler.value)));
    }
    text
}

fn told(applied: &NarrationApplied) -> String {
    let mut text = format!("{}: {} prompts, {} samplers\n", plain(&applied.id), applied.prompts, applied.sampling);
    if let Some(trashed) = &applied.trashed {
        text.push_str(&format!("  the style before is in .trash/{trashed}\n"));
    }
    text
}

/// `ficha lorebook`.
pub fn lorebook(output: Output, wishes: Lorebook) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    match wishes.command {
        LorebookCommand::List => {
            let books = commands::narration::books(&studio)?;
            output.put(&books, || {
                let rows = books.iter().map(|book| {
                    vec![
                        book.id.clone(),
                        book.name.clone(),
                        book.language.clone(),
                        book.entries.to_string(),
                        book.used_by.join(" "),
                    ]
                });
                table(&rows.collect::<Vec<_>>())
            })?;
        }
        LorebookCommand::Import { from, name, language } => {
            let made = commands::narration::lorebook_import(&studio, from, name, language)?;
            output.put(&made, || {
                let mut text = format!("{}: {} entries\n", plain(&made.row.id), made.row.entries);
                for left in &made.left_out {
                    let why = if left.off { "off" } else { "empty" };
                    text.push_str(&format!("  left out, {why}: {}\n", plain(&left.title)));
                }
                for note in &made.notes {
                    text.push_str(&format!("  {}\n", plain(&note.message)));
                }
                text
            })?;
        }
    }
    Ok(0)
}
