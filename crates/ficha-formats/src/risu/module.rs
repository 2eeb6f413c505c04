//! A RisuAI module: lore, regex rules, triggers and files in one `.risum`, or flat in a JSON file.
//!
//! The module is a lorebook; its rules are a set beside it. Triggers, code and switches stay with the original, and
//! so do the files. A `.risum` holds `{"module": {...}, "type": "risuModule"}`; in a JSON file the keys lie at the
//! root (RisuAI `modules.ts`).

use std::sync::LazyLock;

use bytes::Bytes;
use ficha_container::risu::module;
use ficha_container::{ContainerId, data_uri};
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Entity, Kind};
use serde_json::{Value, json};

use super::lore::{self, lore_rows};
use super::rows::Place;
use super::{inside, regex};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Clear, Decoded, Detection, Format, FormatSpec, Shape, Widget, Wire, custom, kept, native, row};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::record::{Export, Record, RecordHooks, Tables, export_with};
use crate::source::Source;

const SOURCE: &str = "RisuAI modules.ts RisuModule";

#[rustfmt::skip]
const LORE: &[Wire] = lore_rows!("/lorebook");

#[rustfmt::skip]
const OWN: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::To("\"Lorebook\""), SOURCE),
    row("/description", "description", Shape::Text, Clear::Empty, SOURCE),
    custom("/type", &[], SOURCE),
    custom("/lorebook", &[], SOURCE),
    custom("/regex", &[], SOURCE),
    kept("/id", "RisuAI gives every module it reads a new id", SOURCE),
    kept("/assets", "names of the files that stand behind the JSON, in their order", SOURCE),
    native("/trigger", ("Triggers", "触发器"),
        ("Rules that act on events of the chat. Their order matters; they are never run here.", "对聊天事件作出反应的规则。顺序有意义；此处绝不运行。"), Widget::Json, SOURCE),
    native("/cjs", ("Module code", "模块代码"),
        ("JavaScript of the module. Shown, never run.", "模块的 JavaScript。仅显示，绝不运行。"), Widget::Text, SOURCE),
    native("/lowLevelAccess", ("Low-level access", "底层访问"),
        ("The module asks RisuAI for rights that cards do not have.", "模块向 RisuAI 请求卡片没有的权限。"), Widget::Toggle, SOURCE),
    native("/hideIcon", ("Hide the icon", "隐藏图标"),
        ("RisuAI does not show the module's icon in the chat.", "RisuAI 不在聊天中显示模块图标。"), Widget::Toggle, SOURCE),
    native("/backgroundEmbedding", ("Background HTML", "背景 HTML"),
        ("HTML that RisuAI draws behind the chat. Shown as text here.", "RisuAI 在聊天背后绘制的 HTML。此处仅显示文本。"), Widget::Text, SOURCE),
    native("/namespace", ("Namespace", "命名空间"),
        ("The name presets and other modules know it by.", "预设和其他模块引用它的名称。"), Widget::Line, SOURCE),
    native("/customModuleToggle", ("Switches", "开关"),
        ("Switches the person can set, one a line, in RisuAI's own notation.", "用户可设置的开关，每行一个，使用 RisuAI 的写法。"), Widget::Text, SOURCE),
    native("/mcp", ("Tool server", "工具服务器"),
        ("Where the module asks for tools.", "模块请求工具的地址。"), Widget::Json, SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "risu-module",
    platform: "risu",
    kind: Kind::Lorebook,
    title: "RisuAI module",
    reads: &[ContainerId::Risum, ContainerId::Json],
    writes: &[ContainerId::Risum],
    writes_own: &[ContainerId::Json],
    extensions: &["risum", "json"],
    variants: &[],
    own: false,
    wire: &[OWN, LORE],
    private: &[],
    source: "RisuAI 2026.1",
};

static LANES: lore::Ready = LazyLock::new(|| lore::lanes(LORE, "/lorebook"));

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots,
    fresh: r#"{"module":{"name":"Lorebook","description":"","id":"","lorebook":[]},"type":"risuModule"}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks {
        decode: Some(|document, roots, body, reader| {
            let at = roots.locate("/lorebook");
            if let Some(list) = document.at(&at) {
                LANES.decode(list, &at, body, reader);
            }
        }),
        encode: Some(|before, after, document, roots, writes, notes| {
            let at = roots.locate("/lorebook");
            let place = Place { list: document.at(&at), at: &at, address: None };
            LANES.overlay(before, after, &place, notes, writes);
        }),
        shape: Some(|body, fresh| {
            // RisuAI refuses a module without an id and gives it another one.
            if let Some(id) = fresh.pointer_mut("/module/id") {
                *id = Value::String(made_id(body));
            }
        }),
        arrange: None,
    },
};

/// An id in the shape RisuAI's have, made of what the module says.
fn made_id(body: &Value) -> String {
    let hash = crate::media::sha256(to_text(body, Style::Compact).as_bytes());
    let part = |from: usize, to: usize| hash.get(from..to).unwrap_or("").to_owned();
    format!("{}-{}-4{}-8{}-{}", part(0, 8), part(8, 12), part(12, 15), part(15, 18), part(18, 30))
}

fn roots(document: &Document) -> Roots {
    let wrapped = document.at("/module").is_some_and(Node::is_object);
    let base = if wrapped { "/module" } else { "" };
    Roots { envelope: base.to_owned(), data: format!("{base}/data") }
}

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let says = root.get("type").and_then(|kind| kind.as_str()).as_deref() == Some("risuModule");
    let module = root.get("module").filter(|module| module.is_object()).unwrap_or(root);
    // RisuAI refuses a module without these.
    let text = |key: &str| module.get(key).is_some_and(|node| node.is_string() && node.raw() != "\"\"");
    if says && text("name") && text("id") {
        return Some(Detection { confidence: 1.0, because: "it says it is a module of RisuAI" });
    }
    let list = |key: &str| module.get(key).is_some_and(Node::is_array);
    let own = ["namespace", "customModuleToggle", "hideIcon", "backgroundEmbedding", "lowLevelAccess"];
    let bare = root.get("type").is_none()
        && text("name")
        && text("id")
        && ["lorebook", "regex", "trigger"].iter().any(|key| list(key))
        && own.iter().any(|key| module.get(key).is_some());
    bare.then_some(Detection { confidence: 1.0, because: "it has the keys of a module of RisuAI" })
}

/// The format.
pub(super) struct ModuleFormat;

impl Format for ModuleFormat {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let document = &source.payload()?.document;
        if source.container() == ContainerId::Risum && document.root().is_object() {
            return Some(Detection { confidence: 1.0, because: "it is a module file of RisuAI" });
        }
        detect(document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let book = inside::owner(&RECORD, self.detect(source).is_some(), source, notes)?;
        let at = source.payload().map(|payload| roots(&payload.document).locate("/regex")).unwrap_or_default();
        let rules = inside::read(SPEC.id, &at, source, notes);
        Ok(Decoded { entities: std::iter::once(book).chain(rules).collect(), blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let own = carrier::own_container(entity, SPEC.id);
        let container = ask.container.or(own).unwrap_or(ContainerId::Risum);
        if container != ContainerId::Risum && (container != ContainerId::Json || own != Some(container)) {
            return Err(EncodeError::CannotExpress {
                what: format!("a RisuAI module is not written as {} here", container.word()),
                hint: "Choose risum.".to_owned(),
            });
        }
        if let Some(variant) = ask.variant {
            return Err(EncodeError::CannotExpress {
                what: format!("a RisuAI module has no version {}", variant.word()),
                hint: "Leave the version away.".to_owned(),
            });
        }
        let beside = |document: &Document, notes: &mut Notes| {
            Ok(inside::writes(entity, &roots(document).locate("/regex"), document, ask, notes))
        };
        let file = carrier::source_file(entity, ask).filter(|_| carrier::came_as(entity, SPEC.id, container));
        let bytes = match (export_with(&RECORD, entity, container, ask, &beside, notes)?, file) {
            (Export::Copy(file), _) => file,
            (Export::Text(text), Some(file)) if container == ContainerId::Json => carrier::dressed(&text, &file).into(),
            (Export::Text(text), _) if container == ContainerId::Json => text.into_bytes().into(),
            (Export::Text(text), Some(file)) => {
                let parts = module::Module::read(&file)?;
                if ask.rewrite {
                    let files = (0..parts.assets.len()).filter_map(|at| parts.asset(&file, at));
                    let files: Vec<Vec<u8>> = files.collect();
                    module::write(text.as_bytes(), files.iter().map(Vec::as_slice))?.into()
                } else {
                    parts.with_json(&file, text.as_bytes())?.into()
                }
            }
            (Export::Text(text), None) => anew(text)?,
        };
        let extension = if container == ContainerId::Json { "json" } else { "risum" };
        Ok(Encoded { bytes, container, extension, variant: None })
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        match kind {
            Kind::Regex => Some(&regex::SPEC),
            Kind::Character | Kind::Lorebook | Kind::Persona | Kind::Preset | Kind::Pack | Kind::Quickreply => None,
        }
    }

    fn roots(&self, document: &Document) -> Roots {
        roots(document)
    }
}

/// A module file of a JSON that came in none. Files it names by data URI go behind it; of others there is nothing.
fn anew(text: String) -> Result<Bytes, EncodeError> {
    let document = carrier::parse_own(text, SPEC.id)?;
    let base = roots(&document).envelope;
    let mut blocks = Vec::new();
    for asset in document.at(&format!("{base}/assets")).into_iter().flat_map(|list| list.items()) {
        let address = asset.item(1).and_then(|node| node.as_str()).unwrap_or_default();
        blocks.push(data_uri::parse(&address).map(|data| data.bytes.into_owned()).unwrap_or_default());
    }
    let whole = if base.is_empty() {
        let mut module = document.root().to_value();
        if let Value::Object(module) = &mut module {
            module.shift_remove("type");
        }
        to_text(&json!({"module": module, "type": "risuModule"}), Style::Pretty(2))
    } else {
        document.strict_text().to_string()
    };
    Ok(module::write(whole.as_bytes(), blocks.iter().map(Vec::as_slice))?.into())
}
