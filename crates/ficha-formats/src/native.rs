//! Ficha's own portable file, one format a kind, and the canonical file of Hoplight.
//!
//! A portable file is the wrapper with its pictures inside; linked entities stand beside it, and in a set so do others.
//! As text it is one JSON document; as an archive the same document lies in `ficha.json`, and each binary is an entry
//! of its own. Hoplight's file is the same wrapper without what Ficha added, and is only read.

mod decode;
mod encode;
mod wire;

use ficha_json::Document;
use ficha_model::{Entity, Kind};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::source::Source;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] =
    &[&Portable(0), &Portable(1), &Portable(2), &Portable(3), &Portable(4), &Portable(5), &Portable(6), &Canonical];

/// The portable file of one kind, by its place in the table.
struct Portable(usize);

impl Format for Portable {
    fn spec(&self) -> &'static FormatSpec {
        let [first, ..] = &wire::PORTABLE;
        wire::PORTABLE.get(self.0).unwrap_or(first)
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let payload = source.payload()?;
        let root = payload.document.root();
        let own = decode::kind(root)? == self.spec().kind;
        // A character without anything of ours beside it is Hoplight's, which knows no archives.
        let ours = match source.archive() {
            Some(_) => payload.carrier.as_deref() == Some(wire::TEXT),
            None => decode::is_portable(root) || self.spec().kind != Kind::Character,
        };
        (own && ours).then_some(Detection { confidence: 1.0, because: "it is Ficha's own wrapper of this kind" })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        decode::decode(self.spec(), source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        encode::encode(self.spec(), entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        wire::PORTABLE.iter().find(|spec| spec.kind == kind)
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

/// Hoplight's file.
struct Canonical;

impl Format for Canonical {
    fn spec(&self) -> &'static FormatSpec {
        &wire::VAUD
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let root = source.payload()?.document.root();
        let text = source.archive().is_none();
        let own = text && decode::kind(root)? == Kind::Character && !decode::is_portable(root);
        own.then_some(Detection { confidence: 1.0, because: "it is a canonical character of Hoplight" })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        decode::decode(self.spec(), source, notes)
    }

    fn encode(&self, _: &Entity, _: &Ask<'_>, _: &mut Notes) -> Result<Encoded, EncodeError> {
        Err(EncodeError::CannotExpress {
            what: "Hoplight's own file is only read".to_owned(),
            hint: "Write a Ficha file or a card.".to_owned(),
        })
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}
