//! The server as a browser meets it, over plain sockets: who may ask, what answers look like, events, pictures.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ficha_testkit::workspace_dir;
use serde_json::{Value, json};

struct Server {
    child: Child,
    port: u16,
    token: String,
    folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let ui = folder.path().join("ui");
        std::fs::create_dir_all(ui.join("assets")).expect("made");
        std::fs::write(ui.join("index.html"), "<!doctype html><title>workbench</title>").expect("written");
        std::fs::write(ui.join("assets/app-1a2b.js"), "1").expect("written");
        std::fs::write(folder.path().join("secret.txt"), "secret").expect("written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ficha"))
            .args(["serve", "--json", "--library"])
            .arg(folder.path().join("library"))
            .arg("--ui")
            .arg(&ui)
            .env("FICHA_CONFIG", folder.path().join("config"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut text = String::new();
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let url = loop {
            text.push_str(&lines.next().expect("an address").expect("text"));
            if let Ok(answer) = serde_json::from_str::<Value>(&text) {
                break answer["url"].as_str().expect("a url").to_owned();
            }
        };
        let (address, token) = url.split_once("/?token=").expect("a token");
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        Server { child, port, token: token.to_owned(), folder }
    }

    fn connect(&self, request: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connected");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("set");
        stream.write_all(request.as_bytes()).expect("sent");
        stream.write_all(body).expect("sent");
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if headers.iter().all(|(name, _)| *name != "Host") {
            request.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        let mut raw = Vec::new();
        self.connect(&request, body).read_to_end(&mut raw).expect("an answer");
        let split = raw.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&raw[..split]).into_owned();
        let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head, body: raw[split + 4..].to_vec() }
    }

    fn call(&self, command: &str, arguments: Value) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        self.ask(
            "POST",
            &format!("/api/{command}"),
            &[("Authorization", &bearer), ("Content-Type", "application/json")],
            arguments.to_string().as_bytes(),
        )
    }
}

fn sample(name: &str) -> Vec<u8> {
    std::fs::read(workspace_dir().join("samples").join(name)).expect("a sample")
}

#[test]
fn only_the_right_host_with_the_token_is_answered() {
    let server = Server::start();
    let bearer = format!("Bearer {}", server.token);
    let typed = ("Content-Type", "application/json");
    let ok = server.call("studio_info", json!({}));
    assert_eq!(ok.status, 200, "{}", ok.head);
    assert!(ok.json()["ok"]["version"].is_string());
    assert!(
        ok.header("content-security-policy")
            .is_some_and(|policy| policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    );
    assert_eq!(ok.header("x-content-type-options"), Some("nosniff"));

    for (headers, status) in [
        (vec![typed], 401),
        (vec![typed, ("Authorization", "Bearer wrong")], 401),
        (vec![typed, ("Authorization", &bearer), ("Host", "evil.example")], 403),
        (vec![typed, ("Authorization", &bearer), ("Host", "127.0.0.1:1")], 403),
        (vec![typed, ("Authorization", &bearer), ("Origin", "http://evil.example")], 403),
        (vec![("Content-Type", "text/plain"), ("Authorization", &bearer)], 415),
    ] {
        let answer = server.ask("POST", "/api/studio_info", &headers, b"{}");
        assert_eq!(answer.status, status, "{headers:?}");
        assert_eq!(answer.json()["error"]["code"], "usage");
        assert!(answer.header("content-security-policy").is_some());
    }
    let hash = "0".repeat(64);
    assert_eq!(server.ask("GET", &format!("/media/{hash}"), &[], b"").status, 401);
    assert_eq!(server.ask("GET", "/api/events", &[], b"").status, 401);

    // The page sets a cookie, and the cookie is enough from then on.
    let page = server.ask("GET", &format!("/?token={}", server.token), &[], b"");
    let cookie = page.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    assert_eq!(server.ask("POST", "/api/studio_info", &[typed, ("Cookie", &pair)], b"{}").status, 200);
    assert_eq!(server.ask("GET", "/", &[], b"").header("set-cookie"), None);
}

#[test]
fn commands_answer_and_fail_in_one_shape() {
    let server = Server::start();
    let unknown = server.call("no_such_command", json!({}));
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (400, &json!("usage")));
    let missing = server.call("entity_open", json!({ "address": "character/nobody" }));
    assert_eq!((missing.status, &missing.json()["error"]["code"]), (404, &json!("not-found")));
    assert!(
        missing.json()["error"]
            .as_object()
            .is_some_and(|error| error.contains_key("hint") && error.contains_key("place"))
    );
    let folder = server.call("open_folder", json!({ "path": server.folder.path() }));
    assert_eq!((folder.status, &folder.json()["error"]["code"]), (422, &json!("unsupported")));
}

#[test]
fn files_arrive_by_upload_and_pictures_leave_by_hash() {
    let server = Server::start();
    let bearer = format!("Bearer {}", server.token);
    // Progress and rows come over the event stream.
    let mut stream = server.connect(
        &format!("GET /api/events?token={} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.token, server.port),
        b"",
    );
    let mut head = [0_u8; 15];
    stream.read_exact(&mut head).expect("a head");
    assert_eq!(&head, b"HTTP/1.1 200 OK");

    let card = sample("sillytavern/both-chunks.png");
    let uploaded = server.ask(
        "POST",
        "/api/intake-upload?name=Zo%C3%AB%20B%C3%A4r.png&job=j7",
        &[("Authorization", &bearer)],
        &card,
    );
    assert_eq!(uploaded.status, 200, "{}", String::from_utf8_lossy(&uploaded.body));
    let row = uploaded.json()["ok"][0].clone();
    assert_eq!(
        (&row["fileName"], &row["state"], &row["format"]),
        (&json!("Zoë Bär.png"), &json!("new"), &json!("sillytavern"))
    );
    let mut told = String::new();
    let mut buffer = [0_u8; 4096];
    while !told.contains("\"done\"") || !told.contains("\"row\"") {
        let read = stream.read(&mut buffer).expect("events");
        assert!(read > 0, "{told}");
        told.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    assert!(told.contains("data: {\"job\":\"j7\""), "{told}");

    let hash = row["portrait"].as_str().expect("a portrait");
    let small = server.ask("GET", &format!("/media/{hash}?side=64"), &[("Authorization", &bearer)], b"");
    assert_eq!(small.status, 200);
    assert!(small.header("content-type").is_some_and(|mime| mime.starts_with("image/")));
    assert!(small.header("cache-control").is_some_and(|control| control.contains("immutable")));
    let whole = server.ask("GET", &format!("/media/{hash}"), &[("Authorization", &bearer)], b"");
    assert!(whole.body == card, "all bytes, untouched");

    let kept = server.call("intake_keep", json!({ "ids": null, "job": "k" }));
    assert_eq!(kept.json()["ok"]["failed"], json!([]));
    let wrong = server.ask("POST", "/api/portrait-upload?name=x", &[("Authorization", &bearer)], b"no picture");
    assert_eq!((wrong.status, &wrong.json()["error"]["code"]), (422, &json!("unsupported")));
}

#[test]
fn the_workbench_is_served_and_nothing_beside_it() {
    let server = Server::start();
    let page = server.ask("GET", "/", &[], b"");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(String::from_utf8_lossy(&page.body).contains("workbench"));
    let script = server.ask("GET", "/assets/app-1a2b.js", &[], b"");
    assert_eq!((script.status, script.header("content-type")), (200, Some("text/javascript; charset=utf-8")));
    for path in [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/.hidden",
        "/assets//",
        "/nothing.js",
    ] {
        let answer = server.ask("GET", path, &[], b"");
        assert_eq!(answer.status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"), "{path}");
    }
    assert_eq!(
        server.ask("GET", "/api/studio_info", &[("Authorization", &format!("Bearer {}", server.token))], b"").status,
        405
    );
}

#[test]
fn a_world_is_a_download_and_its_cover_a_picture() {
    let server = Server::start();
    let bearer = format!("Bearer {}", server.token);
    let made = server.call("world_new", json!({ "name": "灯台 Quay", "language": "zh" })).json()["ok"].clone();
    let id = made["id"].as_str().expect("an id").to_owned();
    let png = ficha_testkit::png::write(&ficha_testkit::png::picture(90, 60));
    let query = "world-picture-upload?name=a.png&role=cover&of=&world=%E7%81%AF%E5%8F%B0-quay";
    let added = server.ask("POST", &format!("/api/{query}"), &[("Authorization", &bearer)], &png);
    assert_eq!((added.status, added.json()["ok"]["picture"].as_str()), (200, Some("images/cover.png")));
    let row = server.call("world_list", json!({})).json()["ok"][0].clone();
    let key = row["coverMedia"].as_str().expect("a key").to_owned();
    let whole = server.ask("GET", &format!("/media/{key}"), &[("Authorization", &bearer)], b"");
    assert_eq!((whole.status, whole.header("content-type"), &whole.body), (200, Some("image/png"), &png));
    let small = server.ask("GET", &format!("/media/{key}?side=64"), &[("Authorization", &bearer)], b"");
    assert_eq!((small.status, small.body.len() < 4000), (200, true));
    assert_eq!(id, "灯台-quay");
    let file = server.ask("GET", "/out/world/%E7%81%AF%E5%8F%B0-quay", &[("Authorization", &bearer)], b"");
    assert_eq!((file.status, &file.body[..2]), (200, &b"PK"[..]));
    assert!(file.header("content-disposition").is_some_and(|header| header.contains("world.zip")), "{}", file.head);
    let none = server.ask("GET", "/out/world/..%2F..", &[("Authorization", &bearer)], b"");
    assert_eq!(none.status, 404, "{}", String::from_utf8_lossy(&none.body));
}
