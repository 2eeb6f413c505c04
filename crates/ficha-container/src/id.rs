//! The ids of the containers, as every JSON answer prints them.
//!
//! How bytes are told apart is in `sniff`; these are the names only.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How the bytes of a file are wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ContainerId {
    /// A JSON text.
    #[serde(rename = "json")]
    Json,
    /// A YAML text.
    #[serde(rename = "yaml")]
    Yaml,
    /// A PNG or APNG with text chunks.
    #[serde(rename = "png")]
    Png,
    /// A WebP picture with EXIF text.
    #[serde(rename = "webp")]
    Webp,
    /// A JPEG picture with EXIF text.
    #[serde(rename = "jpeg")]
    Jpeg,
    /// A zip archive, whatever its extension.
    #[serde(rename = "zip")]
    Zip,
    /// A JPEG picture with a zip archive behind it.
    #[serde(rename = "jpeg+zip")]
    JpegZip,
    /// A RisuAI module file.
    #[serde(rename = "risum")]
    Risum,
    /// A RisuAI preset file.
    #[serde(rename = "risup")]
    Risup,
}

impl ContainerId {
    /// All of them, in the order they are listed in.
    pub const ALL: [ContainerId; 9] = [
        ContainerId::Json,
        ContainerId::Yaml,
        ContainerId::Png,
        ContainerId::Webp,
        ContainerId::Jpeg,
        ContainerId::Zip,
        ContainerId::JpegZip,
        ContainerId::Risum,
        ContainerId::Risup,
    ];

    /// The id: printed by every answer, accepted by every command.
    pub fn word(self) -> &'static str {
        match self {
            ContainerId::Json => "json",
            ContainerId::Yaml => "yaml",
            ContainerId::Png => "png",
            ContainerId::Webp => "webp",
            ContainerId::Jpeg => "jpeg",
            ContainerId::Zip => "zip",
            ContainerId::JpegZip => "jpeg+zip",
            ContainerId::Risum => "risum",
            ContainerId::Risup => "risup",
        }
    }

    /// The container with this id. File extensions are not ids: a target knows its own.
    pub fn from_word(word: &str) -> Option<ContainerId> {
        ContainerId::ALL.into_iter().find(|id| id.word() == word)
    }

    /// The file extension without a dot, where the format has none of its own.
    pub fn extension(self) -> &'static str {
        match self {
            ContainerId::Json => "json",
            ContainerId::Yaml => "yaml",
            ContainerId::Png => "png",
            ContainerId::Webp => "webp",
            ContainerId::Jpeg | ContainerId::JpegZip => "jpeg",
            ContainerId::Zip => "zip",
            ContainerId::Risum => "risum",
            ContainerId::Risup => "risup",
        }
    }
}

impl fmt::Display for ContainerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
