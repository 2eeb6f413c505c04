//! Sniffing, and the way to the payload in each container.

use std::sync::Arc;

use ficha_container::archive::Archive;
use ficha_container::risu::module::Module;
use ficha_container::risu::preset::{self, Preset};
use ficha_container::{ContainerId, Place, Sniffed, deflated, png, sniff};
use ficha_json::{Style, to_text};

use super::{Payload, Source, choice, text};
use crate::error::Refusal;
use crate::notes::{NoteCode, Notes};

impl Source {
    /// Finds the container and the payload.
    pub(super) fn look(&mut self, notes: &mut Notes) -> Result<(), Refusal> {
        let sniffed = sniff(&self.bytes);
        match sniffed {
            Sniffed::Png => {
                self.container = ContainerId::Png;
                let png = png::read(&self.bytes, &self.limits)?;
                let none = || "this PNG holds no card: it has no chunk named ccv3 or chara".to_owned();
                self.picture(Some(&png), none, notes);
                self.png = Some(png);
            }
            Sniffed::Zip | Sniffed::JpegZip => {
                self.container = if sniffed == Sniffed::Zip { ContainerId::Zip } else { ContainerId::JpegZip };
                let archive = Archive::read(&self.bytes, &self.limits)?;
                let payload = self.archived(&archive);
                self.archive = Some(archive);
                self.payload = payload.map(|payload| said(payload, notes));
            }
            Sniffed::Jpeg { whole: true } | Sniffed::Webp { whole: true } => {
                let is_jpeg = sniffed == Sniffed::Jpeg { whole: true };
                self.container = if is_jpeg { ContainerId::Jpeg } else { ContainerId::Webp };
                let what = format!("{}; no card was found in it", self.named(sniffed));
                self.picture(None, || what, notes);
            }
            Sniffed::Gif | Sniffed::Avif => {
                self.payload = Err(Refusal::NoCard { what: self.named(sniffed), place: Place::file() });
            }
            // A stray control character makes bytes no text; the JSON reader says what is wrong with them.
            Sniffed::Unknown if begins_like_json(&self.bytes) => self.text(notes)?,
            Sniffed::Text => self.text(notes)?,
            Sniffed::TextModeDamagedPng => {
                let what = "this is a PNG damaged by a text-mode transfer".to_owned();
                return Err(Refusal::Malformed { what, place: Place::offset(0) });
            }
            Sniffed::Jpeg { whole: false } | Sniffed::Webp { whole: false } | Sniffed::Unknown
                if self.is_named(&["png"]) =>
            {
                let what = "this is not a PNG or a whole JPEG".to_owned();
                return Err(Refusal::Malformed { what, place: Place::offset(0) });
            }
            Sniffed::Jpeg { whole: false }
            | Sniffed::Webp { whole: false }
            | Sniffed::TruncatedZip
            | Sniffed::Empty => {
                return Err(Refusal::Malformed { what: self.named(sniffed), place: Place::file() });
            }
            Sniffed::Rar | Sniffed::SevenZip => {
                let what = format!("{}, which is not read", self.named(sniffed));
                return Err(Refusal::Unsupported { what, place: Place::file() });
            }
            Sniffed::Risum => {
                self.container = ContainerId::Risum;
                self.payload = self.module(notes);
            }
            Sniffed::Risup => {
                self.container = ContainerId::Risup;
                self.payload = self.preset(notes);
            }
            Sniffed::Gzip => {
                self.container = ContainerId::Risup;
                self.payload = match self.preset(notes) {
                    Err(Refusal::Malformed { .. }) => Err(self.gzipped()),
                    read => read,
                };
            }
            Sniffed::Unknown if preset::may_be_zlib(&self.bytes) => {
                let unknown = |_| Refusal::UnknownFormat { what: self.named(sniffed), place: Place::file() };
                self.payload = self.preset(notes).map_err(unknown);
                if self.payload.is_ok() {
                    self.container = ContainerId::Risup;
                }
            }
            Sniffed::Unknown => {
                self.payload = Err(Refusal::UnknownFormat { what: self.named(sniffed), place: Place::file() });
            }
        }
        Ok(())
    }

    /// The texts of a picture.
    fn picture(&mut self, png: Option<&png::Png>, none: impl FnOnce() -> String, notes: &mut Notes) {
        let choice = choice::choose(png, &self.bytes, &self.limits, &self.preference, none, notes);
        self.payload = choice.payload.map(Arc::new);
        self.candidates = choice.candidates;
    }

    /// The JSON of a RisuAI module.
    fn module(&self, notes: &mut Notes) -> Result<Arc<Payload>, Refusal> {
        let module = Module::read(&self.bytes)?;
        if let Some(fault) = module.fault {
            let text = format!("In this file {}; RisuAI refuses it. What stands before is read.", fault.title());
            notes.warn(NoteCode::CarrierRepaired, fault.place(), text);
        }
        self.inside("module", &module.json(&self.bytes), notes)
    }

    /// The JSON of a RisuAI preset, laid out as RisuAI writes it where it writes it as JSON.
    fn preset(&self, notes: &mut Notes) -> Result<Arc<Payload>, Refusal> {
        let preset = Preset::read(&self.bytes, &self.limits)?.preset.to_json();
        self.inside("preset", to_text(&preset, Style::Pretty(2)).as_bytes(), notes)
    }

    fn inside(&self, name: &str, json: &[u8], notes: &mut Notes) -> Result<Arc<Payload>, Refusal> {
        let document =
            text::file(json, Place::entry(name), &self.limits, notes).map_err(|refusal| refusal.within(name))?;
        Ok(Arc::new(Payload::of(document, Some(name.to_owned()))))
    }

    /// What is in a gzip stream that no format reads.
    fn gzipped(&self) -> Refusal {
        let inside = deflated::unpack(&self.bytes, self.limits.text).unwrap_or_default();
        let what = if String::from_utf8_lossy(&inside).contains("\"addCharacter\"") {
            "this is a Perchance export, which is not read".to_owned()
        } else {
            format!("{}, which is not read", self.named(Sniffed::Gzip))
        };
        Refusal::Unsupported { what, place: Place::file() }
    }

    /// "this is a JPEG picture named .png".
    fn named(&self, sniffed: Sniffed) -> String {
        let own: &[&str] = match sniffed {
            Sniffed::Jpeg { .. } => &["jpg", "jpeg"],
            Sniffed::Webp { .. } => &["webp"],
            Sniffed::Gif => &["gif"],
            Sniffed::Avif => &["avif"],
            _ => return format!("this is {}", sniffed.title()),
        };
        match self.extension() {
            Some(extension) if !own.contains(&extension.as_str()) => {
                format!("this is {} named .{extension}", sniffed.title())
            }
            _ => format!("this is {}", sniffed.title()),
        }
    }

    fn extension(&self) -> Option<String> {
        let (_, extension) = self.file_name.as_deref()?.rsplit_once('.')?;
        Some(extension.to_ascii_lowercase())
    }

    fn is_named(&self, extensions: &[&str]) -> bool {
        self.extension().is_some_and(|extension| extensions.contains(&extension.as_str()))
    }

    /// The text of a file that is text. One that begins like JSON and is none is damaged, and so is one that is named
    /// for YAML and is none; any other text is of no format known here.
    fn text(&mut self, notes: &mut Notes) -> Result<(), Refusal> {
        self.container = ContainerId::Json;
        if !begins_like_json(&self.bytes) && !self.is_named(&["json"]) {
            let named = self.is_named(&["yaml", "yml"]);
            match text::yaml(&self.bytes, named, &self.limits, notes) {
                Ok(Some(document)) => {
                    self.container = ContainerId::Yaml;
                    self.payload = Ok(Arc::new(Payload::of(document, None)));
                    return Ok(());
                }
                Err(refusal) if named || !matches!(refusal, Refusal::Malformed { .. }) => return Err(refusal),
                Ok(None) | Err(_) => {}
            }
        }
        self.payload = match text::file(&self.bytes, Place::file(), &self.limits, notes) {
            Ok(document) => Ok(Arc::new(Payload::of(document, None))),
            Err(refusal @ Refusal::Malformed { .. }) if !begins_like_json(&self.bytes) && !self.is_named(&["json"]) => {
                let what = "this is a text, but neither JSON nor YAML".to_owned();
                Err(Refusal::UnknownFormat { what, place: refusal.place().clone() })
            }
            Err(refusal) => return Err(refusal),
        };
        Ok(())
    }

    /// Says when a picture or an archive goes by another name.
    pub(super) fn note_name(&self, notes: &mut Notes) {
        let Some(extension) = self.extension() else { return };
        let is = match (self.container, extension.as_str()) {
            (ContainerId::Png, "json" | "charx" | "jpg" | "jpeg" | "webp" | "gif") => "PNG picture",
            (ContainerId::Zip, "json" | "png" | "jpg" | "jpeg" | "webp") => "zip archive",
            (ContainerId::JpegZip, "json" | "png" | "webp" | "charx") => "JPEG picture with an archive behind it",
            (ContainerId::Json, "png" | "jpg" | "jpeg" | "webp" | "charx") if self.payload().is_some() => "JSON text",
            _ => return,
        };
        let text = format!("The file is named .{extension}, but it is a {is}; it was read as that.");
        notes.info(NoteCode::MisnamedFile, Place::file(), text);
    }
}

fn begins_like_json(bytes: &[u8]) -> bool {
    let mut letters = bytes.iter().filter(|byte| !byte.is_ascii_whitespace() && **byte != 0);
    let marked = |byte: &u8| matches!(byte, 0xef | 0xbb | 0xbf | 0xff | 0xfe);
    letters.find(|byte| !marked(byte)).is_some_and(|byte| matches!(byte, b'{' | b'['))
}

/// A payload whose notes are said as those of the source.
fn said(mut payload: Payload, notes: &mut Notes) -> Arc<Payload> {
    notes.extend(std::mem::take(&mut payload.notes));
    Arc::new(payload)
}
