//! Pictures by their hash through the window's own scheme, made on threads of their own.

use std::borrow::Cow;
use std::sync::Arc;

use ficha_api::{ApiError, ErrorCode, Studio, pictures::Media};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{AppHandle, Manager, UriSchemeResponder};

/// `ficha-media://localhost/<sha256>?side=<pixels>`.
pub const SCHEME: &str = "ficha-media";

/// Answers one request, later.
pub fn answer(app: &AppHandle, request: &Request<Vec<u8>>, responder: UriSchemeResponder) {
    let sha256 = request.uri().path().trim_start_matches('/').to_owned();
    let side = request
        .uri()
        .query()
        .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("side=")?.parse().ok()));
    match app.try_state::<Arc<Studio>>() {
        Some(studio) => studio.pictures().get_later(sha256, side, move |media| responder.respond(response(media))),
        None => responder.respond(response(Err(ApiError::new(ErrorCode::NotFound, "There is no library.")))),
    }
}

fn response(media: Result<Media, ApiError>) -> Response<Cow<'static, [u8]>> {
    let empty = |status: StatusCode| {
        let mut response = Response::new(Cow::Borrowed(&[][..]));
        *response.status_mut() = status;
        response
    };
    let built = match media {
        // The name is the content's hash, so what it names never changes.
        Ok(media) => Response::builder()
            .header(header::CONTENT_TYPE, media.mime)
            .header(header::CACHE_CONTROL, "private, max-age=31536000, immutable")
            .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")
            .header("X-Content-Type-Options", "nosniff")
            .body(Cow::Owned(media.bytes.to_vec())),
        Err(error) => return empty(StatusCode::from_u16(error.code.http_status()).unwrap_or(StatusCode::NOT_FOUND)),
    };
    built.unwrap_or_else(|_| empty(StatusCode::INTERNAL_SERVER_ERROR))
}
