//! Fetching, against servers on this machine that lie, drip and lead astray. The policy that lets these through is the
//! test's own; the last test holds the program's policy against the same server.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::records::PictureOutcome as End;
use crate::run::Unwatched;

/// What a path of the server answers; `head` tells whether only the head was asked for.
type Answer = Arc<dyn Fn(&mut TcpStream, bool) + Send + Sync>;

struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    most: Arc<AtomicUsize>,
}

impl Server {
    fn start(answers: BTreeMap<&'static str, Answer>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (seen, most) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
        let (told, now, highest) = (Arc::clone(&seen), Arc::new(AtomicUsize::new(0)), Arc::clone(&most));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let (answers, told, now, highest) = (answers.clone(), told.clone(), now.clone(), highest.clone());
                std::thread::spawn(move || {
                    highest.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    let mut head = Vec::new();
                    let mut byte = [0];
                    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read == 1) {
                        head.push(byte[0]);
                    }
                    let head = String::from_utf8_lossy(&head).into_owned();
                    let mut words = head.split_whitespace();
                    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                    told.lock().expect("a list").push(head.clone());
                    match answers.get(path.split('?').next().unwrap_or("")) {
                        Some(answer) => answer(&mut stream, method == "HEAD"),
                        None => answer(404, "text/plain", &[])(&mut stream, method == "HEAD"),
                    }
                    now.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Server { port, seen, most }
    }

    fn at(&self, path: &str) -> String {
        format!("http://pictures.example:{}{path}", self.port)
    }
}

fn answer(status: u16, kind: &'static str, body: &[u8]) -> Answer {
    let body = body.to_vec();
    Arc::new(move |stream, head| {
        let kind = if kind.is_empty() { String::new() } else { format!("Content-Type: {kind}\r\n") };
        let length = body.len();
        let _ = write!(stream, "HTTP/1.1 {status} X\r\n{kind}Content-Length: {length}\r\nConnection: close\r\n\r\n");
        if !head {
            let _ = stream.write_all(&body);
        }
    })
}

fn leads_to(place: String) -> Answer {
    Arc::new(move |stream, _| {
        let _ = write!(stream, "HTTP/1.1 302 X\r\nLocation: {place}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    })
}

/// Lets exactly this port of this machine through.
struct Only(u16);

impl AddressPolicy for Only {
    fn allows_ip(&self, ip: IpAddr) -> bool {
        ip == IpAddr::V4(Ipv4Addr::LOCALHOST)
    }

    fn allows_port(&self, port: u16) -> bool {
        port == self.0
    }
}

/// Every name is this machine, but for `turncoat.example`, which is private as well.
struct Names;

impl NameResolver for Names {
    fn resolve(&self, host: &str) -> Answers {
        let mut found = vec![IpAddr::V4(Ipv4Addr::LOCALHOST)];
        if host == "turncoat.example" {
            found.push(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)));
        }
        Box::pin(async move { Ok(found) })
    }
}

fn ground(port: u16) -> Ground {
    let bounds = Bounds { connect: Duration::from_secs(2), whole: Duration::from_secs(3), ..Bounds::default() };
    Ground { policy: Arc::new(Only(port)), names: Arc::new(Names), bounds }
}

fn asked(addresses: &[String], ground: &Ground, watch: &dyn Watch) -> (Pictures, Vec<Saved>) {
    let mut saved = Vec::new();
    let wanted = Wanted {
        addresses,
        known: BTreeSet::new(),
        taken: BTreeSet::new(),
        run: "run",
        now: &|| "2026-01-02T03:04:05Z".to_owned(),
        watch,
    };
    let record = fetch(wanted, ground, &mut |one| {
        saved.push(one);
        Ok::<(), std::io::Error>(())
    });
    (record.expect("a record"), saved)
}

/// A PNG of noise, so that it is no smaller than what is kept.
fn png(seed: u8) -> Vec<u8> {
    ficha_testkit::png::write(&ficha_testkit::png::noisy_picture(40 + u32::from(seed), 40))
}

// W-314, W-316, W-317, W-318, W-319, W-327, W-328, W-330
#[test]
fn every_kind_of_answer_has_its_end() {
    let with_text = {
        let mut bytes = png(1);
        let end = bytes.len() - 12;
        let text = ficha_container::png::text_chunk("note", b"another copy");
        bytes.splice(end..end, text);
        bytes
    };
    let inside = leads_to("http://10.0.0.1/a.png".to_owned());
    let mut answers: BTreeMap<&'static str, Answer> = BTreeMap::from([
        ("/one.png", answer(200, "image/png", &png(1))),
        ("/copy.png", answer(200, "image/png", &with_text)),
        ("/gone.png", answer(410, "", &[])),
        ("/page.png", answer(200, "text/html", b"<html></html>")),
        ("/html.png", answer(200, "image/png", &b"<html>".repeat(400))),
        ("/small.png", answer(200, "image/png", png(2).get(..1023).expect("a start"))),
        ("/untyped", answer(200, "", &png(3))),
        ("/octets.png", answer(200, "application/octet-stream", &png(4))),
        ("/broken.png", answer(500, "", &[])),
        ("/busy.png", answer(429, "", &[])),
        ("/forbidden.png", answer(403, "", &[])),
        ("/inside.png", inside),
        ("/loop5", leads_to("/loop4".to_owned())),
        ("/loop4", leads_to("/loop3".to_owned())),
        ("/loop3", leads_to("/loop2".to_owned())),
        ("/loop2", leads_to("/loop1".to_owned())),
        ("/loop1", leads_to("/five.png".to_owned())),
        ("/five.png", answer(200, "image/png", &png(5))),
        ("/file.png", leads_to("file:///etc/passwd".to_owned())),
    ]);
    answers.insert(
        "/nohead.png",
        Arc::new(|stream, head| {
            answer(if head { 405 } else { 200 }, if head { "" } else { "image/png" }, &png(6))(stream, head)
        }),
    );
    answers.insert(
        "/liar.png",
        Arc::new(|stream, head| {
            // Says nothing of its length and does not stop.
            let _ = stream.write_all(b"HTTP/1.1 200 X\r\nContent-Type: image/png\r\nConnection: close\r\n\r\n");
            let part = [0_u8; 65_536];
            for _ in 0..if head { 0 } else { 330 } {
                if stream.write_all(&part).is_err() {
                    return;
                }
            }
        }),
    );
    answers.insert(
        "/short.png",
        Arc::new(|stream, head| {
            let _ = stream.write_all(
                b"HTTP/1.1 200 X\r\nContent-Type: image/png\r\nContent-Length: 90000\r\nConnection: close\r\n\r\n",
            );
            if !head {
                let _ = stream.write_all(&png(7));
            }
        }),
    );
    answers.insert(
        "/drip.png",
        Arc::new(|stream, head| {
            let _ = stream.write_all(
                b"HTTP/1.1 200 X\r\nContent-Type: image/png\r\nContent-Length: 9000\r\nConnection: close\r\n\r\n",
            );
            for _ in 0..if head { 0 } else { 60 } {
                if stream.write_all(b"x").is_err() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }),
    );
    let server = Server::start(answers);
    let turncoat = format!("http://turncoat.example:{}/one.png", server.port);
    let wanted: Vec<(String, End, bool)> = vec![
        (server.at("/one.png?size=large"), End::Saved, false),
        (server.at("/copy.png"), End::Copy, false),
        (server.at("/gone.png"), End::Gone, false),
        (server.at("/nothing.png"), End::Gone, false),
        (server.at("/page.png"), End::NotImage, false),
        (server.at("/html.png"), End::NotImage, false),
        (server.at("/small.png"), End::TooSmall, false),
        (server.at("/untyped"), End::Saved, false),
        (server.at("/octets.png"), End::Saved, false),
        (server.at("/broken.png"), End::Failed, true),
        (server.at("/busy.png"), End::Failed, true),
        (server.at("/forbidden.png"), End::Failed, false),
        (server.at("/inside.png"), End::Refused, false),
        (server.at("/file.png"), End::Refused, false),
        (server.at("/loop4"), End::Saved, false),
        (server.at("/loop5"), End::Refused, false),
        (server.at("/nohead.png"), End::Saved, false),
        (server.at("/liar.png"), End::TooLarge, false),
        (server.at("/short.png"), End::Failed, true),
        (server.at("/drip.png"), End::Timeout, true),
        (turncoat, End::Refused, false),
        ("http://127.0.0.1:1/one.png".to_owned(), End::Refused, false),
        ("ftp://pictures.example/one.png".to_owned(), End::Refused, false),
    ];
    let addresses: Vec<String> = wanted.iter().map(|(address, ..)| address.clone()).collect();
    let (record, saved) = asked(&addresses, &ground(server.port), &Unwatched);
    let ends: Vec<(String, End, bool)> =
        record.items.iter().map(|item| (item.address.clone(), item.outcome, item.may_pass)).collect();
    assert_eq!(ends, wanted);
    let paths: Vec<&str> = saved.iter().map(|one| one.path.as_str()).collect();
    let names = ["one.png", "untyped.png", "octets.png", "loop4.png", "nohead.png"];
    assert_eq!(paths, names.map(|name| format!("images/library/{name}")));
    assert_eq!(
        saved.iter().map(|one| one.record["origin"].as_str()).collect::<BTreeSet<_>>(),
        BTreeSet::from([Some("card-address")])
    );
    assert_eq!(record.finished_at.as_deref(), Some("2026-01-02T03:04:05Z"));
    let seen = server.seen.lock().expect("a list").join("\n").to_ascii_lowercase();
    assert!(!seen.contains("cookie") && !seen.contains("referer"), "{seen}");
    assert!(seen.contains("user-agent: ficha/"), "{seen}");
}

// W-332: the same server, and the policy of the program.
#[test]
fn the_policy_of_the_program_makes_no_connection_to_this_machine() {
    let server = Server::start(BTreeMap::from([("/one.png", answer(200, "image/png", &png(1)))]));
    let addresses = [
        server.at("/one.png"),
        format!("http://127.0.0.1:{}/one.png", server.port),
        format!("http://localhost:{}/one.png", server.port),
        "http://localhost/one.png".to_owned(),
        "http://[::1]/one.png".to_owned(),
    ];
    let (record, saved) = asked(&addresses, &Ground { names: Arc::new(Names), ..Ground::default() }, &Unwatched);
    assert!(record.items.iter().all(|item| item.outcome == End::Refused && !item.may_pass), "{:?}", record.items);
    assert!(saved.is_empty() && server.seen.lock().expect("a list").is_empty());
}

// W-331
#[test]
fn two_thousand_addresses_are_asked_eight_at_a_time() {
    let server = Server::start(BTreeMap::from([("/one.png", answer(200, "image/png", &png(1)))]));
    let addresses: Vec<String> = (0..2000).map(|at| server.at(&format!("/one.png?{at}"))).collect();
    let (record, saved) = asked(&addresses, &ground(server.port), &Unwatched);
    assert_eq!((record.items.len(), saved.len()), (2000, 1));
    assert!(record.items.iter().skip(1).all(|item| item.outcome == End::Copy));
    // A socket that was answered may still be counted while the next one is opened.
    let most = server.most.load(Ordering::SeqCst);
    assert!(most <= 16, "{most} at once");
}

struct Stops(AtomicBool);

impl Watch for Stops {
    fn tell(&self, _: &Progress) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

// W-312, W-330
#[test]
fn a_stop_leaves_a_record_of_what_was_not_asked() {
    let slow: Answer = Arc::new(|stream, _| {
        std::thread::sleep(Duration::from_millis(1500));
        let _ = stream.write_all(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
    let server = Server::start(BTreeMap::from([("/slow.png", slow)]));
    let mut addresses: Vec<String> = vec![server.at("/nothing.png")];
    addresses.extend((0..40).map(|at| server.at(&format!("/slow.png?{at}"))));
    let (record, _) = asked(&addresses, &ground(server.port), &Stops(AtomicBool::new(false)));
    let ends: Vec<End> = record.items.iter().map(|item| item.outcome).collect();
    assert_eq!(ends[0], End::Gone);
    assert!(ends[1..].iter().all(|end| *end == End::Cancelled), "{ends:?}");
    assert!(record.items[1..].iter().all(|item| item.may_pass) && record.items.len() == 41);
}
