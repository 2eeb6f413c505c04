//! What RoleCall's cards hold beside the fields of the specification.
//!
//! Source: Hoplight `docs/reference/formats/rolecall.md` and `src/formats/rolecall/index.ts`.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::Node;
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use crate::format::{Clear, Coded, FormatSpec, Lexicon, Shape, Variant, Widget, Wire, custom, kept, mapped, native};
use crate::overlay::{Said, State, rows_onto, state};
use crate::read::Reader;
use crate::tavern::{book, fields, regex};

const RC: &str = "RoleCall, by Hoplight";

/// The key of the block.
pub(super) const BLOCK: &str = "/data/extensions/rolecall";

static RATING: Lexicon = Lexicon {
    pairs: &[("\"all_hours\"", "all-ages"), ("\"late_night\"", "mature"), ("\"after_dark\"", "explicit")],
    open: false,
    unknown: "RoleCall knows three ratings: for all hours, late night and after dark.",
};

static HIDING: Lexicon = Lexicon {
    pairs: &[("\"on\"", "on"), ("\"off\"", "off"), ("true", "on"), ("false", "off")],
    open: false,
    unknown: "RoleCall hides things or does not; it knows nothing between.",
};

static SOURCE: Coded = Coded { name: "sources", decode: decode_source, encode: encode_source, empty: "[]" };
pub(super) static PALETTE: Coded =
    Coded { name: "palette", decode: decode_palette, encode: encode_palette, empty: "[]" };
static HIDDEN: Coded = Coded { name: "hidden fields", decode: decode_hidden, encode: encode_hidden, empty: "{}" };

const fn block(key: &'static str, path: &'static str, shape: Shape, clear: Clear) -> Wire {
    mapped(key, path, shape, clear, Variant::V2, RC)
}

#[rustfmt::skip]
const OWN: &[Wire] = &[
    mapped("/data/source", "attribution.source", Shape::Coded(&SOURCE), Clear::Empty, Variant::V3, RC),
    block("/data/extensions/rolecall/tagline", "identity.tagline", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/genre", "discovery.genre", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/fandom", "discovery.fandom", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/content_rating", "discovery.rating", Shape::Word(&RATING), Clear::Remove),
    block("/data/extensions/rolecall/source_url", "attribution.sourceUrl", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/creators_note", "attribution.publicNote", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/details/full_name", "identity.fullName", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/details/title", "identity.title", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/details/age", "identity.age", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/details/pronouns", "identity.pronouns", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/details/signature_color", "presentation.signatureColor", Shape::Text, Clear::Empty),
    block("/data/extensions/rolecall/details/gradient_colors", "presentation.gradientColors", Shape::TextList, Clear::Empty),
    block("/data/extensions/rolecall/details/colors", "presentation.palette", Shape::Coded(&PALETTE), Clear::Empty),
    block("/data/extensions/rolecall/details/fieldOrder", "presentation.fieldOrder", Shape::TextList, Clear::Empty),
    block("/data/extensions/rolecall/details/media_links", "presentation.mediaLinks", Shape::TextList, Clear::Empty),
    block("/data/extensions/rolecall/details/publicDefinitionDisplay/spoilerMode", "presentation.spoilers.mode", Shape::Word(&HIDING), Clear::Remove),
    block("/data/extensions/rolecall/details/publicDefinitionDisplay/order", "presentation.spoilers.order", Shape::TextList, Clear::Empty),
    block("/data/extensions/rolecall/details/publicDefinitionDisplay/spoilers", "presentation.spoilers.fields", Shape::Coded(&HIDDEN), Clear::Empty),
    custom("/data/extensions/rolecall/details/default_background/customUrl", &["presentation.background.ref"], RC),
    custom("/data/extensions/rolecall/details/default_background/backgroundId", &["presentation.background.ref"], RC),
    custom("/data/extensions/rolecall/details/default_background/overlayOpacity", &["presentation.background.overlayOpacity"], RC),
    custom("/data/extensions/rolecall/details/default_background/videoPlaybackRate", &["presentation.background.videoPlaybackRate"], RC),
    custom("/data/extensions/rolecall/details/prompt_depth_injections/*/content", &["prompts.depthInjections[].text"], RC),
    custom("/data/extensions/rolecall/details/prompt_depth_injections/*/depth", &[], RC),
    custom("/data/extensions/rolecall/details/prompt_depth_injections/*/role", &[], RC),
    custom("/data/extensions/rolecall/details/prompt_depth_injections/*/enabled", &["prompts.depthInjections[].enabled"], RC),
    kept("/data/extensions/rolecall/details/prompt_depth_injections/*/id", "the row's own id in RoleCall", RC),
    custom("/data/extensions/rolecall/alternate_greeting_titles", &["greetings.alternateGreetings[].title"], RC),
    kept("/data/extensions/rolecall/type", "which kind of piece it is in RoleCall; never persona in a character", RC),
    kept("/data/extensions/rolecall/id", "the card's own id in RoleCall", RC),
    kept("/data/extensions/rolecall/token_count", "what RoleCall counted when it exported the card", RC),
    kept("/data/extensions/rolecall/image_url", "where the portrait lies on RoleCall's servers", RC),
    kept("/data/extensions/rolecall/thumbnail_url", "where the small portrait lies on RoleCall's servers", RC),
    kept("/data/extensions/rolecall/nsfw", "an older rating, which content_rating took the place of", RC),
    native("/data/extensions/rolecall/creator_notes", ("Notes to creators", "致创作者的说明"),
        ("What other creators are told; the public never sees it.", "写给其他创作者的说明，不对公众显示。"), Widget::Text, RC),
    native("/data/extensions/rolecall/accent_color", ("Accent colour", "强调色"),
        ("The colour of buttons and lines on the card's page.", "卡片页面上按钮和线条的颜色。"), Widget::Colour, RC),
    native("/data/extensions/rolecall/loadout", ("Loadout", "配置组合"),
        ("The lorebooks, presets and rules RoleCall switches on with the card.", "RoleCall 随此卡启用的世界书、预设和规则。"), Widget::Json, RC),
    native("/data/extensions/rolecall/trackerPreset", ("Tracker", "追踪器预设"),
        ("What RoleCall keeps count of while the character plays.", "RoleCall 在游玩时追踪的内容。"), Widget::Json, RC),
    native("/data/extensions/rolecall/recommendations", ("Recommendations", "推荐内容"),
        ("Presets, lorebooks, rules and personas that go well with the card.", "适合此卡的预设、世界书、规则和用户角色。"), Widget::Json, RC),
    native("/data/extensions/rolecall/linkedLorebooks", ("Linked lorebooks", "关联的世界书"),
        ("Lorebooks on RoleCall's servers, by their ids there.", "RoleCall 服务器上的世界书（按其 ID）。"), Widget::Json, RC),
    native("/data/extensions/rolecall/linkedRegexScripts", ("Linked rules", "关联的正则脚本"),
        ("Regex sets on RoleCall's servers, by their ids there.", "RoleCall 服务器上的正则脚本集（按其 ID）。"), Widget::Json, RC),
];

/// The format.
pub(super) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "rolecall",
    platform: "rolecall",
    kind: Kind::Character,
    title: "RoleCall card",
    reads: &[ContainerId::Json, ContainerId::Png],
    writes: &[ContainerId::Json, ContainerId::Png],
    writes_own: &[],
    extensions: &["json", "png"],
    variants: &[Variant::V2, Variant::V3],
    own: false,
    wire: Box::leak(Box::new([
        fields::without(&["/data/source"]),
        fields::ENVELOPE,
        OWN,
        book::rows_below("/data/character_book"),
        regex::rows_in_card(regex::IN_CARD.key),
    ])),
    private: fields::PRIVATE,
    source: RC,
});

/// A source is an object with its name; other apps write it as a text.
fn source_name(node: Node<'_>) -> Option<String> {
    let text = node.get("name").unwrap_or(node).as_str()?;
    Some(text.into_owned()).filter(|text| !text.is_empty())
}

fn decode_source(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if node.is_array() {
        return Some(Value::Array(node.items().filter_map(source_name).map(Value::String).collect()));
    }
    reader.shape(Shape::TextList, node, at)
}

fn encode_source(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    let new = value.as_array().map(Vec::as_slice).unwrap_or(&[]);
    let as_objects = present.is_some_and(|list| list.items().next().is_some_and(|first| first.is_object()));
    let row = |name: &Value, wire: Option<Node<'_>>| match wire.map(|node| (node, source_name(node))) {
        Some((node, Some(old))) if name.as_str() == Some(&old) => node.to_value(),
        Some((node, _)) if node.is_object() => {
            let mut row = node.to_value();
            if let Value::Object(row) = &mut row {
                row.insert("name".to_owned(), name.clone());
            }
            row
        }
        _ if as_objects => json!({"name": name}),
        _ => name.clone(),
    };
    let list = present.filter(|present| present.is_array());
    Some(rows_onto(new, list, &|node| source_name(node).map(Value::String), &row))
}

const SWATCH: [&str; 3] = ["label", "name", "hex"];

/// A swatch needs its colour.
fn swatch(node: Node<'_>) -> Option<Value> {
    node.get("hex")?.as_str()?;
    let text = |key: &&str| Some(((*key).to_owned(), json!(node.get(key)?.as_str()?)));
    Some(Value::Object(SWATCH.iter().filter_map(text).collect::<Map<_, _>>()))
}

fn decode_palette(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_array() {
        reader.wrong_type(at, node, "a list", "it is not read");
        return None;
    }
    Some(Value::Array(node.items().filter_map(swatch).collect()))
}

fn encode_palette(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    let new = value.as_array().map(Vec::as_slice).unwrap_or(&[]);
    let row = |new: &Value, wire: Option<Node<'_>>| {
        let old = wire.and_then(swatch).unwrap_or_else(|| json!({}));
        let mut row = wire.map(Node::to_value).filter(Value::is_object).unwrap_or_else(|| json!({}));
        if let Value::Object(row) = &mut row {
            for key in SWATCH {
                match state(old.get(key), new.get(key)) {
                    State::Equal => {}
                    State::Changed => {
                        row.insert(key.to_owned(), new.get(key).cloned().unwrap_or(Value::Null));
                    }
                    State::Cleared => {
                        row.shift_remove(key);
                    }
                }
            }
        }
        row
    };
    Some(rows_onto(new, present.filter(|present| present.is_array()), &swatch, &row))
}

fn decode_hidden(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_object() {
        reader.wrong_type(at, node, "an object", "it is not read");
        return None;
    }
    let flags = node.members().filter_map(|(key, flag)| Some((key.into_owned(), json!(flag.as_bool()?))));
    Some(Value::Object(flags.collect()))
}

fn encode_hidden(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    let kept = |node: Node<'_>| {
        node.members()
            .filter(|(_, flag)| flag.as_bool().is_none())
            .map(|(key, flag)| (key.into_owned(), flag.to_value()))
            .collect::<Vec<_>>()
    };
    let mut flags = value.as_object().cloned().unwrap_or_default();
    flags.extend(present.map(kept).unwrap_or_default());
    Some(Value::Object(flags))
}
