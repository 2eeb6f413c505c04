//! The shapes of answers: `{"ok": …}`, `{"error": …}`, a picture, and the headers every one of them has.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use ficha_api::{ApiError, ErrorCode, pictures::Media};
use serde_json::json;

/// What a page of this server may load: itself, pictures by their hash, and styles the editor puts in at run time.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
font-src 'self'; connect-src 'self'; frame-src 'self' about: blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

/// Puts the headers on that every answer has.
pub fn harden(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Bytes with their type.
pub fn bytes(status: StatusCode, mime: &str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    if let Ok(mime) = HeaderValue::from_str(mime) {
        response.headers_mut().insert(header::CONTENT_TYPE, mime);
    }
    response
}

/// A file for the browser to keep; its name may have any sign.
pub fn attachment(name: &str, body: impl Into<Body>) -> Response<Body> {
    let mut response = bytes(StatusCode::OK, "application/octet-stream", body);
    let escaped: String = name.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
        text
    });
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{escaped}")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// The answer of a command: JSON text of its result, put in place as it is.
pub fn answered(result: Result<String, ApiError>) -> Response<Body> {
    match result {
        Ok(text) => bytes(StatusCode::OK, "application/json", format!("{{\"ok\":{text}}}")),
        Err(error) => failed(&error),
    }
}

/// An error.
pub fn failed(error: &ApiError) -> Response<Body> {
    let status = StatusCode::from_u16(error.code.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    bytes(status, "application/json", json!({ "error": error }).to_string())
}

/// A refusal of the request itself.
pub fn refused(status: StatusCode, message: &str) -> Response<Body> {
    let error = ApiError::new(ErrorCode::Usage, message);
    bytes(status, "application/json", json!({ "error": error }).to_string())
}

/// A picture. Its name is its hash, so it never changes.
pub fn picture(media: Result<Media, ApiError>) -> Response<Body> {
    match media {
        Ok(media) => {
            let mut response = bytes(StatusCode::OK, &media.mime, media.bytes);
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=31536000, immutable"));
            response
        }
        Err(error) => failed(&error),
    }
}
