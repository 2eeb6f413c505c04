//! A program call in a folder of its own, and what came of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ficha_testkit::workspace_dir;
use serde_json::Value;

/// How a call ended.
pub struct Ran {
    pub code: i32,
    pub out: Vec<u8>,
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: output.stdout,
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.out.clone()).expect("text")
    }

    /// The one document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.text(), self.err))
    }

    /// With people's text: exit code and both streams, folders taken out.
    pub fn shown(&self, folder: &Path) -> String {
        let text = format!("exit {}\n--- out\n{}--- err\n{}", self.code, self.text(), self.err);
        let inner = |text: String, from: &Path, to: &str| text.replace(&from.display().to_string(), to);
        inner(inner(text, folder, "FOLDER"), &workspace_dir().join("samples"), "SAMPLES")
    }
}

/// A program call in a folder of its own: nothing of the person who runs the tests is read or written.
pub struct Desk(tempfile::TempDir);

impl Desk {
    pub fn new() -> Desk {
        Desk(tempfile::tempdir().expect("a folder"))
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ficha"));
        command
            .args(arguments)
            .current_dir(self.folder())
            .env("FICHA_LIBRARY", self.at("library"))
            .env("FICHA_CONFIG", self.at("config"))
            .env_remove("FICHA_UI");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().expect("the program runs"))
    }

    pub fn run_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A program that refuses early closes the pipe; what it answers is what counts.
        let _ = stdin.write_all(input);
        drop(stdin);
        Ran::of(child.wait_with_output().expect("the program ends"))
    }
}
