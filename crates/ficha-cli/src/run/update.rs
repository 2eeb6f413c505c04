//! `ficha update ...`: bringing a world up to a newer card, at a terminal.

use ficha_api::commands::{card_tools, updates};
use ficha_api::dto::{ReportLanguage, UpdateMark, UpdateStatus, WorldUpdateMark};
use ficha_api::importing::Wishes;
use ficha_api::{Options, Studio};

use super::Ended;
use super::card::{diff, without_card};
use super::import::upload;
use crate::arguments::{Marking, Update, UpdateCommand};
use crate::output::{Output, plain};

/// The exit code when finishing asks.
const ASKS: u8 = 6;

/// `ficha update`.
pub fn update(output: Output, wishes: Update) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    without_card(output, act(output, &studio, wishes.command))
}

fn act(output: Output, studio: &Studio, command: UpdateCommand) -> Ended {
    match command {
        UpdateCommand::Start { world, card, off, on, opening, pictures, replace, raising } => {
            let upload = upload(studio, &card, &raising.opening()?)?;
            let wishes = Wishes { off, on, opening, pictures, ..Wishes::default() };
            told(output, &updates::start_file(studio, &world, &upload, &wishes, replace)?)
        }
        UpdateCommand::Status { world } => told(output, &updates::status(studio, world)?),
        UpdateCommand::Diff { world } => {
            diff(output, &card_tools::diff(studio, world)?)?;
            Ok(0)
        }
        UpdateCommand::Mark { world, mark, changes } => {
            let mark = match mark {
                Marking::Carried => Some(UpdateMark::Carried),
                Marking::Dismissed => Some(UpdateMark::Dismissed),
                Marking::Clear => None,
            };
            for change in changes {
                updates::mark(studio, world.clone(), change, mark)?;
            }
            diff(output, &card_tools::diff(studio, world)?)?;
            Ok(0)
        }
        UpdateCommand::Finish { world } => {
            let done = updates::finish(studio, world, ReportLanguage::En, "update".to_owned())?;
            output.put(&done, || {
                let unmarked: String = done.unmarked.iter().map(|name| format!("  {}\n", plain(name))).collect();
                match (done.finished, done.unmarked.is_empty()) {
                    (true, _) => "finished\n".to_owned(),
                    (false, _) => format!("neither carried nor dismissed:\n{unmarked}Finish again to leave them.\n"),
                }
            })?;
            Ok(if done.finished { 0 } else { ASKS })
        }
        UpdateCommand::Cancel { world } => told(output, &updates::cancel(studio, world)?),
        UpdateCommand::Undo { world } => told(output, &updates::undo(studio, world)?),
    }
}

fn told(output: Output, status: &UpdateStatus) -> Ended {
    output.put(status, || {
        let mut text = match (status.from_card, status.mark) {
            (false, _) => "not made from a card\n".to_owned(),
            (true, WorldUpdateMark::Waiting) => "a newer card waits\n".to_owned(),
            (true, WorldUpdateMark::CanUndo) => "the last update can be undone\n".to_owned(),
            (true, WorldUpdateMark::None) => "made from a card; no newer one waits\n".to_owned(),
        };
        let facts = [
            ("file", &status.file_name),
            ("version", &status.version),
            ("version of the world's card", &status.version_before),
            ("started", &status.started_at),
            ("finished", &status.finished_at),
        ];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                text.push_str(&format!("  {name}: {}\n", plain(fact)));
            }
        }
        text
    })?;
    Ok(0)
}
