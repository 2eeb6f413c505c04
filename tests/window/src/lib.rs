//! A desktop of one's own (virtual display, window manager, WebDriver for WebKitGTK) with the built window on it.
//!
//! Not here: what the window does; that is in `tests/`. Every process started here belongs to a group that ends with
//! its owner, since the window may outlive its WebDriver session.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Error, Result};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};

/// A child process with everything it starts; all of it is ended when this is dropped.
#[derive(Debug)]
pub struct Group(Child);

impl Group {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn(command: &mut Command) -> Result<Group> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.process_group(0).spawn().map(Group).map_err(|error| Error::other(format!("{name}: {error}")))
    }

    /// Lines of its standard output, which must have been piped.
    ///
    /// # Errors
    /// When it was not.
    pub fn lines(&mut self) -> Result<impl Iterator<Item = Result<String>> + use<>> {
        let out = self.0.stdout.take().ok_or_else(|| Error::other("its output is not piped"))?;
        Ok(BufReader::new(out).lines())
    }
}

impl Group {
    /// Waits until the program has ended by itself.
    ///
    /// # Errors
    /// When it still runs after ten seconds.
    pub fn wait(&mut self) -> Result<()> {
        let until = Instant::now() + Duration::from_secs(10);
        while self.0.try_wait()?.is_none() {
            if Instant::now() > until {
                return Err(Error::other("it does not end"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", self.0.id())]).stderr(Stdio::null()).status();
        let _ = self.0.wait();
    }
}

/// A virtual display with a window manager.
#[derive(Debug)]
pub struct Desktop {
    display: String,
    _manager: Group,
    _server: Group,
}

impl Desktop {
    /// Starts one on the first free display number.
    ///
    /// # Errors
    /// When Xvfb or openbox is missing or does not start.
    pub fn start(size: &str) -> Result<Desktop> {
        let mut server = Group::spawn(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", &format!("{size}x24"), "-nolisten", "tcp"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        )?;
        let number = server.lines()?.next().ok_or_else(|| Error::other("Xvfb named no display"))??;
        let display = format!(":{}", number.trim());
        let manager = Group::spawn(Command::new("openbox").env("DISPLAY", &display).stderr(Stdio::null()))?;
        Ok(Desktop { display, _manager: manager, _server: server })
    }

    /// A command that will show on this display.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display).env("GDK_BACKEND", "x11").env_remove("WAYLAND_DISPLAY");
        // Without these a session bus is started for the display, with portals and a mount that outlive the test.
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("GTK_USE_PORTAL", "0").env("NO_AT_BRIDGE", "1");
        command
    }

    /// Moves the pointer or presses its button, as `xdotool` says it.
    ///
    /// # Errors
    /// When xdotool fails.
    pub fn pointer(&self, words: &[&str]) -> Result<()> {
        let status = self.command("xdotool").args(words).status()?;
        if status.success() { Ok(()) } else { Err(Error::other(format!("xdotool {words:?}: {status}"))) }
    }

    /// Closes the window of that title as its close button does.
    ///
    /// # Errors
    /// When there is no such window.
    pub fn close_window(&self, title: &str) -> Result<()> {
        let found =
            self.command("xdotool").args(["search", "--onlyvisible", "--name", &format!("^{title}$")]).output()?;
        let ids = String::from_utf8_lossy(&found.stdout);
        let id = ids.lines().next().ok_or_else(|| Error::other(format!("no window is called {title}")))?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/close_window.py");
        let status = self.command("/usr/bin/python3").args([script, id]).status()?;
        if status.success() { Ok(()) } else { Err(Error::other(format!("{title} was not closed: {status}"))) }
    }

    /// Takes files up from a small window in the corner and drags them to a point of the screen, as out of a file
    /// manager. They hang at the pointer until [`Drag::drop_here`].
    ///
    /// # Errors
    /// When the drag source does not start.
    pub fn drag_files(&self, files: &[&Path], to: (i32, i32)) -> Result<Drag<'_>> {
        // The system's Python: one from elsewhere has no GTK.
        let mut source = Group::spawn(
            self.command("/usr/bin/python3")
                .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/drag_source.py"))
                .args(files)
                .stdout(Stdio::piped()),
        )?;
        let ready = source.lines()?.next().ok_or_else(|| Error::other("the drag source ended"))??;
        if ready != "ready" {
            return Err(Error::other(ready));
        }
        self.pointer(&["mousemove", "20", "20", "mousedown", "1"])?;
        const STEPS: i32 = 20;
        for step in 1..=STEPS {
            let (x, y) = (20 + (to.0 - 20) * step / STEPS, 20 + (to.1 - 20) * step / STEPS);
            self.pointer(&["mousemove", &x.to_string(), &y.to_string(), "sleep", "0.03"])?;
        }
        Ok(Drag { desktop: self, at: to, source })
    }
}

/// Files hanging at the pointer.
#[derive(Debug)]
pub struct Drag<'a> {
    desktop: &'a Desktop,
    at: (i32, i32),
    source: Group,
}

impl Drag<'_> {
    /// Lets go, and waits until the source has handed the files over and ended: the window asks for them only then.
    ///
    /// # Errors
    /// When xdotool fails, or nobody takes the files.
    pub fn drop_here(mut self) -> Result<()> {
        let (x, y) = ((self.at.0 + 2).to_string(), (self.at.1 + 2).to_string());
        self.desktop.pointer(&["mousemove", &x, &y, "sleep", "0.3", "mouseup", "1"])?;
        self.source.wait()
    }
}

/// The window, with a WebDriver session on it.
#[derive(Debug)]
pub struct Window {
    /// The session.
    pub client: Client,
    driver: Group,
    program: PathBuf,
}

impl Window {
    /// Starts the program with a home of its own and waits for a session, up to 20 seconds.
    ///
    /// # Errors
    /// When the driver or the program does not start.
    pub async fn open(desktop: &Desktop, program: &Path, home: &Path) -> Result<Window> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let driver = Group::spawn(
            desktop
                .command("WebKitWebDriver")
                .args(["--host=127.0.0.1", &format!("--port={port}")])
                // Without it the session request is never answered.
                .env("TAURI_WEBVIEW_AUTOMATION", "true")
                .env("HOME", home)
                .env("XDG_DATA_HOME", home.join("data"))
                .env("XDG_CONFIG_HOME", home.join("config"))
                .env("XDG_CACHE_HOME", home.join("cache"))
                .env("FICHA_LIBRARY", home.join("library"))
                .env("FICHA_CONFIG", home.join("config"))
                .env("LANG", "en_US.UTF-8")
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        )?;
        let options = serde_json::json!({ "webkitgtk:browserOptions": { "binary": program, "args": [] } });
        let capabilities = options.as_object().cloned().unwrap_or_default();
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let http = hyper_util::client::legacy::connect::HttpConnector::new();
            let tried = ClientBuilder::new(http)
                .capabilities(capabilities.clone())
                .connect(&format!("http://127.0.0.1:{port}"))
                .await;
            match tried {
                Ok(client) => return Ok(Window { client, driver, program: program.canonicalize()? }),
                Err(error) if Instant::now() > until => return Err(Error::other(format!("no session: {error}"))),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }
}

impl Window {
    /// Whether the program still runs: a process of the driver's group whose file is the program.
    pub fn is_running(&self) -> bool {
        let Ok(processes) = std::fs::read_dir("/proc") else { return false };
        processes.flatten().any(|process| {
            let path = process.path();
            std::fs::read_link(path.join("exe")).is_ok_and(|file| file == self.program)
                && std::fs::read_to_string(path.join("stat"))
                    .is_ok_and(|stat| group_of(&stat) == Some(self.driver.0.id()))
        })
    }
}

/// The process group in a line of `/proc/<id>/stat`: the third word behind the name, which may hold blanks itself.
fn group_of(stat: &str) -> Option<u32> {
    stat.rsplit_once(") ")?.1.split(' ').nth(2)?.parse().ok()
}

/// The program under test: `FICHA_APP`, else the debug build beside the test itself.
///
/// # Errors
/// When it is not there.
pub fn program() -> Result<PathBuf> {
    let program = match std::env::var_os("FICHA_APP") {
        Some(path) => PathBuf::from(path),
        None => std::env::current_exe()?.ancestors().nth(2).map(|folder| folder.join("ficha-app")).unwrap_or_default(),
    };
    if program.is_file() {
        Ok(program)
    } else {
        Err(Error::other(format!(
            "{} is missing: cargo build -p ficha-app --features custom-protocol",
            program.display()
        )))
    }
}
