//! One address asked: the connection goes only where the policy lets it, each redirection is looked at like a new
//! address, and a body is counted while it is read.

use std::error::Error;
use std::fs::File;
use std::future::Future;
use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, Response, StatusCode};
use url::Url;

use super::policy::{AddressPolicy, vet, vetted};
use crate::records::PictureOutcome;

/// How much is asked for and how long is waited.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The longest body, in bytes.
    pub bytes: u64,
    /// Redirections that are followed.
    pub redirects: usize,
    /// Addresses asked at once.
    pub at_once: usize,
    /// How long a connection may take to come about.
    pub connect: Duration,
    /// How long one address may take, questions and body together.
    pub whole: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            bytes: 20_000_000,
            redirects: 4,
            at_once: 8,
            connect: Duration::from_secs(10),
            whole: Duration::from_secs(60),
        }
    }
}

/// The addresses of the network that a name has.
pub type Answers = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Looks names up.
pub trait NameResolver: Send + Sync {
    /// Every address a host has.
    fn resolve(&self, host: &str) -> Answers;
}

/// The resolver of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemNames;

impl NameResolver for SystemNames {
    fn resolve(&self, host: &str) -> Answers {
        let host = host.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

/// A name one of whose addresses is not let through.
#[derive(Debug, thiserror::Error)]
#[error("the host has an address that is not on the public internet")]
struct Inside;

/// Lets a connection have only addresses that were looked at, and none when one of them is not fine: a name that
/// answers public and private by turns gets nowhere.
struct Looked {
    names: Arc<dyn NameResolver>,
    policy: Arc<dyn AddressPolicy>,
}

impl Resolve for Looked {
    fn resolve(&self, name: Name) -> Resolving {
        let (answers, policy) = (self.names.resolve(name.as_str()), Arc::clone(&self.policy));
        Box::pin(async move {
            let found = answers.await?;
            if !found.iter().all(|ip| policy.allows_ip(*ip)) {
                return Err(Inside.into());
            }
            let addresses: Addrs = Box::new(found.into_iter().map(|ip| SocketAddr::new(ip, 0)));
            Ok(addresses)
        })
    }
}

/// Asks addresses under one policy.
pub(super) struct Asker {
    client: Client,
    policy: Arc<dyn AddressPolicy>,
    bounds: Bounds,
}

/// A body that was read, in a file that goes with it.
pub(super) struct Body {
    /// The file, at its end.
    pub file: File,
    /// How long it is.
    pub bytes: u64,
    /// The status of the answer.
    pub status: StatusCode,
}

/// Why there is no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// What became of the address.
    pub outcome: PictureOutcome,
    /// The status of the answer, if there was one.
    pub status: Option<StatusCode>,
    /// Whether asking another day may help.
    pub may_pass: bool,
}

impl Ended {
    fn at(outcome: PictureOutcome) -> Ended {
        Ended { outcome, status: None, may_pass: outcome.may_pass() }
    }

    fn by(outcome: PictureOutcome, status: StatusCode, may_pass: bool) -> Ended {
        Ended { outcome, status: Some(status), may_pass }
    }

    /// What a failure of the connection means.
    fn of(error: &reqwest::Error) -> Ended {
        let mut cause: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(one) = cause {
            if one.is::<Inside>() {
                return Ended::at(PictureOutcome::Refused);
            }
            cause = one.source();
        }
        Ended::at(if error.is_timeout() { PictureOutcome::Timeout } else { PictureOutcome::Failed })
    }

    /// What an answer means that brings no picture.
    fn answered(status: StatusCode) -> Ended {
        match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => Ended::by(PictureOutcome::Gone, status, false),
            status => {
                let passes = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
                Ended::by(PictureOutcome::Failed, status, passes)
            }
        }
    }
}

impl PictureOutcome {
    /// Whether it may come out otherwise another day, when nothing more is known (W-330).
    fn may_pass(self) -> bool {
        matches!(self, PictureOutcome::Timeout | PictureOutcome::Failed | PictureOutcome::Cancelled)
    }
}

impl Asker {
    /// One that asks under this policy.
    ///
    /// # Errors
    /// When the system has no certificates or no randomness to begin with.
    pub fn new(
        policy: Arc<dyn AddressPolicy>,
        names: Arc<dyn NameResolver>,
        bounds: &Bounds,
    ) -> Result<Asker, reqwest::Error> {
        // Whoever comes first sets it for the whole process; a second one is told so and goes on.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(concat!("Ficha/", env!("CARGO_PKG_VERSION")))
            .no_proxy()
            .referer(false)
            .redirect(Policy::none())
            .connect_timeout(bounds.connect)
            .pool_max_idle_per_host(1)
            .dns_resolver(Arc::new(Looked { names, policy: Arc::clone(&policy) }))
            .build()?;
        Ok(Asker { client, policy, bounds: bounds.clone() })
    }

    /// The body at an address.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn body(&self, address: &str) -> Result<Body, Ended> {
        match tokio::time::timeout(self.bounds.whole, self.asked(address)).await {
            Ok(answer) => answer,
            Err(_) => Err(Ended::at(PictureOutcome::Timeout)),
        }
    }

    async fn asked(&self, address: &str) -> Result<Body, Ended> {
        match self.follow(Method::HEAD, address).await {
            Ok(head) if matches!(head.status(), StatusCode::NOT_FOUND | StatusCode::GONE) => {
                return Err(Ended::answered(head.status()));
            }
            Ok(head) if head.status().is_success() && declares_something_else(&head) => {
                return Err(Ended::by(PictureOutcome::NotImage, head.status(), false));
            }
            // Many servers do not take this question; what the address holds shows when it is fetched.
            Ok(_) => {}
            Err(ended) => return Err(ended),
        }
        let mut answer = self.follow(Method::GET, address).await?;
        let status = answer.status();
        if !status.is_success() {
            return Err(Ended::answered(status));
        }
        let failed = |_| Ended::by(PictureOutcome::Failed, status, true);
        let mut file = tempfile::tempfile().map_err(failed)?;
        let mut bytes = 0_u64;
        while let Some(part) =
            answer.chunk().await.map_err(|error| Ended { status: Some(status), ..Ended::of(&error) })?
        {
            bytes = bytes.saturating_add(part.len() as u64);
            if bytes > self.bounds.bytes {
                return Err(Ended::by(PictureOutcome::TooLarge, status, false));
            }
            file.write_all(&part).map_err(failed)?;
        }
        Ok(Body { file, bytes, status })
    }

    /// The last answer of a chain of redirections.
    async fn follow(&self, method: Method, address: &str) -> Result<Response, Ended> {
        let refused = |_| Ended::at(PictureOutcome::Refused);
        let mut url = vetted(address, &*self.policy).map_err(refused)?;
        let mut left = self.bounds.redirects;
        loop {
            let asked = self.client.request(method.clone(), url.clone()).send().await;
            let answer = asked.map_err(|error| Ended::of(&error))?;
            let status = answer.status();
            let Some(next) = redirection(&url, &answer) else { return Ok(answer) };
            let next = next.ok_or(Ended::by(PictureOutcome::Refused, status, false))?;
            let downgrade = url.scheme() == "https" && next.scheme() == "http";
            if left == 0 || downgrade || vet(&next, &*self.policy).is_err() {
                return Err(Ended::by(PictureOutcome::Refused, status, false));
            }
            left -= 1;
            url = next;
        }
    }
}

/// Where an answer leads on; `Some(None)` when it leads nowhere one can go.
fn redirection(from: &Url, answer: &Response) -> Option<Option<Url>> {
    let leads = matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let place = answer.headers().get(LOCATION).filter(|_| leads)?;
    Some(place.to_str().ok().and_then(|place| from.join(place).ok()))
}

/// Whether an answer says that it is something other than a picture. The type that says nothing does not.
fn declares_something_else(answer: &Response) -> bool {
    let Some(declared) = answer.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    let kind = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    !kind.is_empty() && !kind.starts_with("image/") && !kind.ends_with("/octet-stream")
}
