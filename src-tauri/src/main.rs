//! The native window: a thin shell over the command table.
//!
//! Here: opening the studio, the window's own scheme for pictures, closing without losing a draft. Not here: what any
//! command does. Files dropped on the window reach the page as paths; the page hands them to the table.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod closing;
mod commands;
mod media;

use std::sync::{Arc, OnceLock};

use ficha_api::{Options, Studio};
use tauri::{AppHandle, Emitter};
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};
use tauri_plugin_opener::OpenerExt;

/// Reading thousands of cards means many blocks of a megabyte; the system's allocator gives each back to the kernel and
/// pays for its pages again, which costs more than reading the card.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The running app, for the one thing the studio asks of its shell: showing a file in the file browser.
static APP: OnceLock<AppHandle> = OnceLock::new();

fn show_file(path: &std::path::Path) -> Result<(), String> {
    let app = APP.get().ok_or("the window is not ready")?;
    app.opener().reveal_item_in_dir(path).map_err(|error| error.to_string())
}

fn main() -> std::process::ExitCode {
    let studio = Studio::open_with(Options { opener: Some(Box::new(show_file)), ..Options::of_person() }).map(Arc::new);
    let builder = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_drag::init())
        .plugin(tauri_plugin_opener::init())
        .register_asynchronous_uri_scheme_protocol(media::SCHEME, |context, request, responder| {
            media::answer(context.app_handle(), &request, responder);
        })
        .invoke_handler(tauri::generate_handler![commands::call, commands::upload, commands::closing])
        .on_window_event(closing::hold);
    let builder = match &studio {
        Ok(studio) => builder.manage(Arc::clone(studio)).manage(closing::Closing::default()),
        Err(_) => builder.manage(closing::Closing::default()),
    };
    let app = builder.setup(move |app| {
        let _ = APP.set(app.handle().clone());
        match studio {
            Ok(studio) => {
                let handle = app.handle().clone();
                // A page that is gone misses events and nothing else.
                studio.events().listen(move |event| handle.emit_str(event.name(), event.payload()).is_ok());
                studio.refresh_in_background();
            }
            Err(error) => {
                let hint = error.hint.map(|hint| format!("\n\n{hint}")).unwrap_or_default();
                let handle = app.handle().clone();
                app.dialog()
                    .message(format!("{}{hint}", error.message))
                    .title("The library could not be opened")
                    .kind(MessageDialogKind::Error)
                    .show(move |_| handle.exit(1));
            }
        }
        Ok(())
    });
    match app.run(tauri::generate_context!()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The window could not be opened: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
