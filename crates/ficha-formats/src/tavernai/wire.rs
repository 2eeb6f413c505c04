//! The keys of a TavernAI card.
//!
//! Sources: TavernAI `server.js` (`charaFormatData`, `charaWrite`, `charaRead`), and a card of its gallery in the three
//! states it was saved in.

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{Clear, FormatSpec, Shape, Widget, Wire, custom, kept, native, row};
use crate::ratings::ADULT;

const CARD: &str = "TavernAI server.js charaFormatData";
const OLD: &str = "SillyTavern files before version 2";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "identity.name", Shape::Text, Clear::Empty, CARD),
    row("/description", "identity.description", Shape::Text, Clear::Empty, CARD),
    row("/personality", "persona.personality", Shape::Text, Clear::Empty, CARD),
    row("/scenario", "persona.scenario", Shape::Text, Clear::Empty, CARD),
    row("/first_mes", "greetings.firstMessage", Shape::Text, Clear::Empty, CARD),
    row("/mes_example", "examples.exampleMessages", Shape::Text, Clear::Empty, CARD),
    row("/user_name_view", "attribution.creator", Shape::Text, Clear::Empty, CARD),
    row("/short_description", "attribution.creatorNotes", Shape::Text, Clear::Empty, CARD),
    row("/categories", "discovery.tags", Shape::TextList, Clear::Empty, CARD),
    row("/nsfw", "discovery.rating", Shape::Coded(&ADULT), Clear::Remove, CARD),
    native("/user_name", ("Account", "账号"),
        ("The name of the author's account in the gallery, in lower case.", "作者在图库中的账号名（小写）。"), Widget::Line, CARD),
    native("/online", ("In the gallery", "已发布到图库"),
        ("Whether the card came from TavernAI's gallery.", "该卡是否来自 TavernAI 图库。"), Widget::Toggle, CARD),
    kept("/spec", "says that this is a TavernAI card", CARD),
    kept("/spec_version", "says which version of it", CARD),
    kept("/public_id", "the card's id in the gallery", CARD),
    kept("/public_id_short", "the beginning of that id", CARD),
    kept("/chat", "the name of the chat that was open when the card was saved", CARD),
    kept("/create_date_online", "when the card came into the gallery", CARD),
    kept("/edit_date_online", "when it was last changed there", CARD),
    kept("/create_date_local", "when the app stored it", CARD),
    kept("/edit_date_local", "when it was last changed in the app", CARD),
    kept("/add_date_local", "when the app downloaded it", CARD),
    kept("/last_action_date", "when it was last chatted with", CARD),
    kept("/avatar", "the place of a picture's name", OLD),
    kept("/create_date", "when the card was first stored", OLD),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    // The portrait has no key: it is the picture of the file. It stands under a key no payload has.
    custom("/ (picture)", &["media.portrait"], "the carrier"),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "tavernai",
    platform: "tavernai",
    kind: Kind::Character,
    title: "TavernAI card",
    reads: &[ContainerId::Png, ContainerId::Webp, ContainerId::Json],
    writes: &[ContainerId::Png, ContainerId::Json],
    writes_own: &[],
    extensions: &["png", "webp", "json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/chat"],
    source: CARD,
};

/// A new card. The app gives it an id and dates when it stores it.
pub(super) const FRESH: &str = r#"{
  "name": "",
  "description": "",
  "short_description": "",
  "personality": "",
  "first_mes": "",
  "mes_example": "",
  "scenario": "",
  "categories": [],
  "user_name_view": "",
  "spec": "tavern_ai",
  "spec_version": "1.0"
}"#;
