//! What the tests of commands share: a studio over a library in a temporary folder, asked through the command table, as
//! a shell would ask it.

#![allow(dead_code, reason = "each file of tests is a crate of its own and uses its share")]

use std::path::Path;

use ficha_api::{ApiError, Options, Studio, table};
use ficha_testkit::workspace_dir;
use serde_json::{Value, json};

/// A studio and the folder it works in.
pub struct Desk {
    pub folder: tempfile::TempDir,
    pub studio: Studio,
}

impl Desk {
    pub fn new() -> Desk {
        let folder = tempfile::tempdir().expect("a folder");
        let studio = Desk::open(folder.path());
        Desk { folder, studio }
    }

    pub fn open(folder: &Path) -> Studio {
        let options =
            Options { library: Some(folder.join("library")), config: Some(folder.join("config")), opener: None };
        Studio::open_with(options).expect("a studio")
    }

    /// The same folder after the program was closed.
    pub fn again(self) -> Desk {
        let Desk { folder, studio } = self;
        drop(studio);
        let studio = Desk::open(folder.path());
        Desk { folder, studio }
    }

    pub fn try_call(&self, name: &str, arguments: Value) -> Result<Value, ApiError> {
        table::call(&self.studio, name, &arguments.to_string()).map(|text| read(&text))
    }

    pub fn call(&self, name: &str, arguments: Value) -> Value {
        self.try_call(name, arguments).unwrap_or_else(|error| panic!("{name}: {error:?}"))
    }

    pub fn stage(&self, sample: &str) -> Value {
        let rows = self.call("intake_add", json!({ "paths": [path(sample)], "job": "1" }));
        rows[0].clone()
    }

    /// Stages and keeps a sample; the address of the main entity.
    pub fn keep(&self, sample: &str) -> String {
        let row = self.stage(sample);
        let kept = self.call("intake_keep", json!({ "ids": [row["id"]], "job": "2" }));
        assert_eq!(kept["failed"], json!([]), "{kept}");
        kept["kept"][0].as_str().expect("an address").to_owned()
    }
}

/// Reads an answer. With our own reader: serde's takes a map with one reserved key for a number.
pub fn read(text: &str) -> Value {
    let limits = ficha_json::Limits::default();
    ficha_json::Document::parse(text, &limits).expect("JSON").root().to_value()
}

pub fn path(sample: &str) -> String {
    workspace_dir().join("samples").join(sample).display().to_string()
}

pub fn bytes(sample: &str) -> Vec<u8> {
    std::fs::read(path(sample)).expect("a sample")
}
