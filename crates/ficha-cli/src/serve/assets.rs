//! The workbench's own files, from a folder. No path of a request reaches the file system but names of plain files
//! in it.

use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

use super::answers::bytes;

/// Where the workbench is when nobody says: `$FICHA_UI`, beside the program as a package puts it, or as built here.
pub fn usual_folder() -> Option<PathBuf> {
    let named = std::env::var_os("FICHA_UI").map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("../share/ficha/ui")));
    [named, beside, Some(PathBuf::from("ui/dist"))]
        .into_iter()
        .flatten()
        .find(|folder| folder.join("index.html").is_file())
}

const NOTHING: &str = "<!doctype html><meta charset=\"utf-8\"><title>Ficha</title><p>The workbench is not built here. \
Say where it is with <code>--ui</code>. The commands answer below <code>/api/</code>.";

/// A file of the workbench; `/` is its page.
pub fn file(folder: Option<&Path>, path: &str) -> Response<Body> {
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let Some(folder) = folder else {
        let status = if path == "/" { StatusCode::OK } else { StatusCode::NOT_FOUND };
        return bytes(status, "text/html; charset=utf-8", NOTHING);
    };
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_'))
    };
    let content = name.split('/').all(is_plain).then(|| std::fs::read(folder.join(name)).ok()).flatten();
    let Some(content) = content else {
        return bytes(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "There is no such file.");
    };
    let mut response = bytes(StatusCode::OK, mime(name), content);
    if name.starts_with("assets/") {
        // The build puts a hash into these names.
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    }
    response
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
