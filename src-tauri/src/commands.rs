//! The shell's own commands: one door to the table, one for bytes the page holds, one to say it may close.
//!
//! Arguments and results of the table pass as JSON text, so that the window keeps numbers exactly as `ficha serve`
//! does and no second reader of card data exists.

use std::sync::Arc;

use ficha_api::{ApiError, ErrorCode, Studio, table, uploads};
use tauri::ipc::{InvokeBody, Request, Response};
use tauri::{State, WebviewWindow};

async fn off_thread(work: impl FnOnce() -> Result<String, ApiError> + Send + 'static) -> Result<Response, ApiError> {
    match tauri::async_runtime::spawn_blocking(work).await {
        Ok(result) => result.map(Response::new),
        Err(error) => Err(ApiError::new(ErrorCode::Bug, format!("The command did not end: {error}."))),
    }
}

fn studio_of(state: Option<State<'_, Arc<Studio>>>) -> Result<Arc<Studio>, ApiError> {
    state
        .map(|studio| Arc::clone(&studio))
        .ok_or_else(|| ApiError::new(ErrorCode::Io, "The library could not be opened."))
}

/// Runs a command of the table. `args` is JSON text.
#[tauri::command]
pub async fn call(app: tauri::AppHandle, name: String, args: String) -> Result<Response, ApiError> {
    use tauri::Manager;
    let studio = studio_of(app.try_state())?;
    off_thread(move || table::call(&studio, &name, &args)).await
}

/// Takes bytes the page holds (a paste). The route and its parameters are in the headers, percent-encoded.
#[tauri::command]
pub async fn upload(app: tauri::AppHandle, request: Request<'_>) -> Result<Response, ApiError> {
    use tauri::Manager;
    let studio = studio_of(app.try_state())?;
    let header =
        |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned();
    let (route, query) = (header("ficha-route"), header("ficha-query"));
    let InvokeBody::Raw(bytes) = request.body() else {
        return Err(ApiError::new(ErrorCode::Usage, "An upload is bytes."));
    };
    let bytes = bytes.clone();
    off_thread(move || uploads::take(&studio, &route, &query, bytes.into())).await
}

/// The page has kept its drafts; the window may go.
#[tauri::command]
pub fn closing(window: WebviewWindow) -> Result<(), ApiError> {
    window.destroy().map_err(|error| ApiError::new(ErrorCode::Bug, format!("The window did not close: {error}.")))
}
