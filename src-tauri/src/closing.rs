//! Closing the window without losing a draft: the page is told, keeps what it has, and answers with `closing`. A page
//! that does not answer does not hold the window for long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tauri::{Emitter, Manager, Window, WindowEvent};

/// The event the page gets.
const EVENT: &str = "closing";

/// How long a page may take to keep its drafts.
const PATIENCE: Duration = Duration::from_secs(4);

/// Whether the page was told already.
#[derive(Default)]
pub struct Closing(AtomicBool);

/// Holds a window back until its page has answered. Asked a second time, it goes at once.
pub fn hold(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else { return };
    if window.state::<Closing>().0.swap(true, Ordering::Relaxed) {
        return;
    }
    if window.emit(EVENT, ()).is_err() {
        return;
    }
    api.prevent_close();
    let window = window.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        // Already gone when the page has answered; then there is nothing to close.
        let _ = window.destroy();
    });
}
