//! The routes: commands by their name, uploads, events, pictures, the workbench's files.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use ficha_api::{ApiError, ErrorCode, carry_out, table, uploads};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;

use super::answers::{answered, attachment, failed, harden, picture, refused};
use super::chunks::Chunks;
use super::{Shared, assets};

/// The longest arguments of a command, in bytes.
const ARGUMENTS: usize = 64 << 20;

/// The longest upload, in bytes: a file's limit and a little, so that the limit itself is named by who knows it.
const UPLOAD: usize = 100 << 20;

/// Everything that is answered.
pub fn router(shared: Shared) -> Router {
    let guarded = Router::new()
        .route("/api/events", get(events))
        .route("/api/{command}", post(command))
        .route("/media/{sha256}", get(media))
        .route("/out/{kind}/{id}", get(usual_file))
        .layer(middleware::from_fn_with_state(shared.clone(), need_token));
    Router::new()
        .merge(guarded)
        .fallback(get(page))
        .layer(middleware::from_fn_with_state(shared.clone(), need_own_host))
        .with_state(shared)
}

async fn need_own_host(State(shared): State<Shared>, request: Request, next: Next) -> Response<Body> {
    let mut response = if shared.guard.is_own_host(request.headers()) {
        next.run(request).await
    } else {
        refused(StatusCode::FORBIDDEN, "This server answers on loopback only.")
    };
    harden(response.headers_mut());
    response
}

async fn need_token(State(shared): State<Shared>, request: Request, next: Next) -> Response<Body> {
    if shared.guard.is_allowed(request.headers(), request.uri().query().unwrap_or("")) {
        next.run(request).await
    } else {
        refused(StatusCode::UNAUTHORIZED, "The token is missing or wrong. Open the address that `ficha serve` printed.")
    }
}

async fn off_thread(work: impl FnOnce() -> Result<String, ApiError> + Send + 'static) -> Response<Body> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => answered(result),
        Err(error) => failed(&ApiError::new(ErrorCode::Bug, format!("The command did not end: {error}."))),
    }
}

async fn command(
    State(shared): State<Shared>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    let too_long = |limit: usize| {
        failed(&ApiError::new(
            ErrorCode::Limit,
            format!("The request is longer than {limit} bytes (limit request-bytes)."),
        ))
    };
    if uploads::ROUTES.contains(&name.as_str()) {
        let query = query.unwrap_or_default();
        if uploads::is_stream(&name, &query) {
            let mut stream = Chunks::of(body);
            return off_thread(move || uploads::take_stream(&shared.studio, &query, &mut stream)).await;
        }
        let Ok(bytes) = to_bytes(body, UPLOAD).await else { return too_long(UPLOAD) };
        return off_thread(move || uploads::take(&shared.studio, &name, &query, bytes)).await;
    }
    // A form of another site can post text, but not JSON.
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|mime| mime.starts_with("application/json"));
    if !is_json {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Arguments are JSON, and say so in their content type.");
    }
    let Ok(bytes) = to_bytes(body, ARGUMENTS).await else { return too_long(ARGUMENTS) };
    let Ok(arguments) = String::from_utf8(bytes.into()) else {
        return refused(StatusCode::BAD_REQUEST, "Arguments are JSON in UTF-8.");
    };
    off_thread(move || table::call(&shared.studio, &name, &arguments)).await
}

async fn events(State(shared): State<Shared>) -> impl IntoResponse {
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    shared.studio.events().listen(move |event| sender.send((event.name(), event.payload())).is_ok());
    let stream = UnboundedReceiverStream::new(receiver).map(|(name, payload)| {
        // Progress is what a page gets without asking for a name.
        let event = Event::default().data(payload);
        Ok::<_, std::convert::Infallible>(if name == "job" { event } else { event.event(name) })
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

async fn media(State(shared): State<Shared>, Path(sha256): Path<String>, RawQuery(query): RawQuery) -> Response<Body> {
    let side = query.and_then(|query| uploads::parameter(&query, "side")?.parse().ok());
    let (sender, receiver) = tokio::sync::oneshot::channel();
    shared.studio.pictures().get_later(sha256, side, move |media| {
        // A page that scrolled on does not wait any more.
        let _ = sender.send(media);
    });
    match receiver.await {
        Ok(media) => picture(media),
        Err(_) => failed(&ApiError::new(ErrorCode::Malformed, "The picture could not be decoded.")),
    }
}

/// The usual file of a piece or a world, to be kept by the browser under its own name.
async fn usual_file(State(shared): State<Shared>, Path((kind, id)): Path<(String, String)>) -> Response<Body> {
    let made = tokio::task::spawn_blocking(move || {
        if kind == "world" {
            let (name, bytes) = carry_out::world_file(&shared.studio, &id)?;
            return Ok((name, bytes.into()));
        }
        let converted = carry_out::usual_file(&shared.studio, &format!("{kind}/{id}"))?;
        Ok((converted.file_name, converted.bytes))
    });
    match made.await {
        Ok(Ok((name, bytes))) => attachment(&name, bytes),
        Ok(Err(error)) => failed(&error),
        Err(error) => failed(&ApiError::new(ErrorCode::Bug, format!("The file was not made: {error}."))),
    }
}

/// The page and its files. The page takes the token out of its address at once: from then on the cookie has it.
async fn page(State(shared): State<Shared>, request: Request) -> Response<Body> {
    let (path, query) = (request.uri().path().to_owned(), request.uri().query().unwrap_or("").to_owned());
    if path.starts_with("/api/") {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "Commands are posted.");
    }
    let folder = shared.ui.clone();
    let answer =
        tokio::task::spawn_blocking(move || assets::file(folder.as_deref().map(std::path::PathBuf::as_path), &path))
            .await;
    let mut response = answer.unwrap_or_else(|_| Redirect::to("/").into_response());
    if shared.guard.is_in_address(&query)
        && let Ok(cookie) = HeaderValue::from_str(&shared.guard.cookie())
    {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
