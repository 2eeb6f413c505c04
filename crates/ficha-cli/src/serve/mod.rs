//! `ficha serve`: the command table for a browser on this machine.
//!
//! Rules kept here: it listens on loopback only; a request that names another host is refused, so that no page of
//! another site can reach it by a name of its own; commands, pictures and events need the token; what a page may load
//! is said by one policy. Not here: what a command does.

mod answers;
mod assets;
mod chunks;
mod guard;
mod routes;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use ficha_api::{ApiError, ErrorCode, Studio};

use guard::Guard;

/// How the server is started.
#[derive(Debug)]
pub struct Serving {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of the workbench's files; `None` for the usual places.
    pub ui: Option<PathBuf>,
}

/// What every request needs.
#[derive(Clone)]
struct Shared {
    studio: Arc<Studio>,
    guard: Arc<Guard>,
    ui: Option<Arc<PathBuf>>,
}

/// Serves until the process is stopped. `ready` gets the address with the token once the port is open.
///
/// # Errors
/// `io` when the port cannot be had.
pub fn run(studio: Studio, serving: Serving, ready: impl FnOnce(&str)) -> Result<(), ApiError> {
    let failed = |doing: &str, error: std::io::Error| {
        ApiError::new(ErrorCode::Io, format!("The server could not {doing}: {error}."))
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|error| failed("start", error))?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, serving.port));
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| {
            failed("listen", error).hint(format!("Port {} may be in use; --port 0 takes a free one.", serving.port))
        })?;
        let port = listener.local_addr().map_err(|error| failed("listen", error))?.port();
        let token = guard::new_token()?;
        let url = format!("http://127.0.0.1:{port}/?token={token}");
        let ui = serving.ui.or_else(assets::usual_folder).map(Arc::new);
        let shared = Shared { studio: Arc::new(studio), guard: Arc::new(Guard::new(token, port)), ui };
        ready(&url);
        axum::serve(listener, routes::router(shared)).await.map_err(|error| failed("go on", error))
    })
}
