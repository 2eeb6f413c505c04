//! What a person has chosen, and what the program is.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system is.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast.
    Contrast,
}

/// Language of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum UiLanguage {
    /// As the system is.
    #[default]
    System,
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}

/// The face of card text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum ProseFont {
    /// The window's own.
    #[default]
    Ui,
    /// With serifs.
    Serif,
    /// Monospaced.
    Mono,
}

/// Which vocabulary tokens are counted with. An estimate for every other model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Tokenizer {
    /// GPT-3.5 and GPT-4.
    Cl100k,
    /// GPT-4o and later.
    #[default]
    O200k,
}

/// What a person has chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Colours.
    pub theme: Theme,
    /// Language.
    pub language: UiLanguage,
    /// Text size in percent, 90 to 140.
    pub text_scale: u32,
    /// Face of card text.
    pub prose_font: ProseFont,
    /// The library's folder; empty for the default place.
    pub library: String,
    /// Where exports go first.
    pub export_folder: Option<String>,
    /// A folder whose new files are staged; `null` for none.
    pub watch_folder: Option<String>,
    /// How tokens are counted.
    pub tokenizer: Tokenizer,
    /// Platforms that are not offered.
    pub hidden_apps: Vec<String>,
    /// Whether words the system's dictionary does not know are marked while one writes.
    pub spelling: bool,
    /// Rebound keys: command id to key.
    pub keys: std::collections::BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            language: UiLanguage::default(),
            text_scale: 100,
            prose_font: ProseFont::default(),
            library: String::new(),
            export_folder: None,
            watch_folder: None,
            tokenizer: Tokenizer::default(),
            hidden_apps: Vec::new(),
            spelling: true,
            keys: std::collections::BTreeMap::new(),
        }
    }
}

/// What the program is and where it works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StudioInfo {
    /// The program's version.
    pub version: String,
    /// `linux`, `macos` or `windows`.
    pub platform: String,
    /// The library's folder.
    pub library_dir: String,
    /// Where exports go while nothing else was chosen: the person's documents, else their home.
    pub export_folder: String,
    /// The settings file; `null` where settings are not kept.
    pub settings_file: Option<String>,
    /// A settings file that could not be read and was kept aside under this name.
    pub settings_kept_aside: Option<String>,
    /// What was chosen.
    pub settings: Settings,
}

/// Tokens of one text of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TokenRow {
    /// The body path.
    pub path: String,
    /// How many tokens.
    pub tokens: u32,
}
