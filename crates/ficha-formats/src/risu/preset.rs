//! A RisuAI preset: `.risup` and `.risupreset`, or the same object as JSON.
//!
//! Percentages of RisuAI are hundredths elsewhere; -1000 is how it says that a number is not sent. The items of its
//! prompt template have no counterpart anywhere and stay with the original, shown in the panel. Its regex rules are a
//! set beside the preset.

use std::sync::LazyLock;

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_container::msgpack::Packed;
use ficha_container::risu::preset;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind};
use serde_json::Value;

use super::{inside, regex};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Coded, Column, Decoded, Detection, Format, FormatSpec, Shape, Widget, Wire, column, custom, kept, native,
    numbers, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Said;
use crate::read::{Reader, number_of};
use crate::record::{Export, Record, RecordHooks, Tables, export_with, plain};
use crate::source::Source;

const SOURCE: &str = "RisuAI database.svelte.ts botPreset";

const BIAS: &[Column] = &[column("0", "Phrase", "词句"), numbers("1", "Weight", "权重")];

/// The number that says a setting is not sent.
const OFF: f64 = -1000.0;

/// Hundredths on the wire.
static PERCENT: Coded = Coded { name: "hundredths", decode: decode_percent, encode: encode_percent, empty: "-1000" };
/// A number that may be off.
static NUMBER: Coded =
    Coded { name: "a number that may be off", decode: decode_number, encode: encode_number, empty: "-1000" };

fn decode_number(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let number = reader.number(node, at)?;
    (number.as_f64() != Some(OFF)).then_some(Value::Number(number))
}

fn encode_number(value: &Value, _: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    Some(value.clone())
}

fn decode_percent(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let number = decode_number(node, at, reader)?.as_f64()?;
    number_of(&moved(number, -2)).map(Value::Number)
}

fn encode_percent(value: &Value, _: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let number = value.as_f64()?;
    let spelt = number_of(&moved(number, 2)).map(Value::Number);
    if spelt.is_none() {
        said.explain(NoteCode::NoPlace, "RisuAI has no such number.");
    }
    spelt
}

/// A number with its point moved, so that 0.07 is 7 and not 7.000000000000001.
fn moved(number: f64, places: i32) -> String {
    let text = format!("{number}");
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let count = places.unsigned_abs() as usize;
    let (whole, part) = if places < 0 {
        let padded = format!("{}{whole}", "0".repeat((count + 1).saturating_sub(whole.len())));
        let (left, right) = padded.split_at(padded.len() - count);
        (left.to_owned(), format!("{right}{part}"))
    } else {
        let padded = format!("{part}{}", "0".repeat(count.saturating_sub(part.len())));
        let (left, right) = padded.split_at(count);
        (format!("{whole}{left}"), right.to_owned())
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let part = part.trim_end_matches('0');
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

#[rustfmt::skip]
const MAPPED: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/temperature", "samplers.temperature", Shape::Coded(&PERCENT), Clear::To("-1000"), SOURCE),
    row("/top_p", "samplers.topP", Shape::Coded(&NUMBER), Clear::To("-1000"), SOURCE),
    row("/top_k", "samplers.topK", Shape::Coded(&NUMBER), Clear::To("-1000"), SOURCE),
    row("/top_a", "samplers.topA", Shape::Coded(&NUMBER), Clear::To("-1000"), SOURCE),
    row("/min_p", "samplers.minP", Shape::Coded(&NUMBER), Clear::To("-1000"), SOURCE),
    row("/frequencyPenalty", "samplers.frequencyPenalty", Shape::Coded(&PERCENT), Clear::To("-1000"), SOURCE),
    row("/PresensePenalty", "samplers.presencePenalty", Shape::Coded(&PERCENT), Clear::To("-1000"), SOURCE),
    row("/repetition_penalty", "samplers.repetitionPenalty", Shape::Coded(&NUMBER), Clear::To("-1000"), SOURCE),
    row("/maxContext", "samplers.maxContext", Shape::Number, Clear::Remove, SOURCE),
    row("/maxResponse", "samplers.maxTokens", Shape::Number, Clear::Remove, SOURCE),
    row("/localStopStrings", "samplers.stopSequences", Shape::TextList, Clear::Empty, SOURCE),
    row("/promptSettings/assistantPrefill", "systemPrompts.assistantPrefill", Shape::FilledText, Clear::Empty, SOURCE),
    custom("/regex", &[], SOURCE),
];

#[rustfmt::skip]
const NATIVE: &[Wire] = &[
    native("/promptTemplate", ("Prompt template", "提示词模板"),
        ("The pieces of the request in their order; without it the order below counts.", "请求的组成部分及其顺序；没有时以下方顺序为准。"), Widget::Json, SOURCE),
    native("/mainPrompt", ("Main prompt", "主提示词"),
        ("What the model is told first, where there is no template.", "没有模板时，最先告诉模型的内容。"), Widget::Text, SOURCE),
    native("/jailbreak", ("Jailbreak", "越狱提示"),
        ("A text the person can switch on, where there is no template.", "没有模板时，用户可开启的文本。"), Widget::Text, SOURCE),
    native("/globalNote", ("Global note", "全局注释"),
        ("A text near the end of the request, where there is no template.", "没有模板时，靠近请求末尾的文本。"), Widget::Text, SOURCE),
    native("/formatingOrder", ("Order of parts", "组成顺序"),
        ("The order of the parts, where there is no template.", "没有模板时各部分的顺序。"), Widget::List, SOURCE),
    native("/promptPreprocess", ("Preprocess the prompt", "预处理提示词"),
        ("Macros of the main prompt are filled in first.", "先填充主提示词中的宏。"), Widget::Toggle, SOURCE),
    native("/promptSettings", ("Prompt settings", "提示词设置"),
        ("How messages are put together.", "消息的组合方式。"), Widget::Json, SOURCE),
    native("/customPromptTemplateToggle", ("Switches", "开关"),
        ("Switches the person can set, one a line, in RisuAI's own notation.", "用户可设置的开关，每行一个，使用 RisuAI 的写法。"), Widget::Text, SOURCE),
    native("/templateDefaultVariables", ("Starting variables", "默认变量"),
        ("Variables and their values, one a line.", "变量及其值，每行一个。"), Widget::Text, SOURCE),
    native("/moduleIntergration", ("Modules", "模块"),
        ("Modules that are used with the preset, by id or namespace, with commas between.", "与预设一起使用的模块，以 ID 或命名空间表示，用逗号分隔。"), Widget::Line, SOURCE),
    native("/bias", ("Phrase bias", "词句偏置"),
        ("Phrases made likelier or rarer, each with its weight.", "提高或降低出现概率的词句及其权重。"), Widget::Table(BIAS), SOURCE),
    native("/apiType", ("Service", "服务"),
        ("The service the preset was made for.", "预设所针对的服务。"), Widget::Line, SOURCE),
    native("/aiModel", ("Model", "模型"),
        ("The model the preset was made for.", "预设所针对的模型。"), Widget::Line, SOURCE),
    native("/subModel", ("Second model", "副模型"),
        ("The model for side tasks.", "用于辅助任务的模型。"), Widget::Line, SOURCE),
    native("/useInstructPrompt", ("Instruct format", "指令格式"),
        ("The request is sent as one text.", "以单一文本发送请求。"), Widget::Toggle, SOURCE),
    native("/instructChatTemplate", ("Instruct template", "指令模板"),
        ("The name of the template for it.", "对应模板的名称。"), Widget::Line, SOURCE),
    native("/JinjaTemplate", ("Own instruct template", "自定义指令模板"),
        ("A template of one's own, in Jinja.", "自己的 Jinja 模板。"), Widget::Text, SOURCE),
    native("/jsonSchemaEnabled", ("Answer structure", "回复结构"),
        ("The answer must fit the structure below.", "回复必须符合下方结构。"), Widget::Toggle, SOURCE),
    native("/jsonSchema", ("Structure", "结构"),
        ("The structure, as RisuAI takes it.", "RisuAI 接受的结构。"), Widget::Text, SOURCE),
    native("/extractJson", ("Part of the answer", "提取部分"),
        ("Which part of a structured answer is shown.", "显示结构化回复的哪一部分。"), Widget::Line, SOURCE),
    native("/strictJsonSchema", ("Strict structure", "严格结构"),
        ("The service must keep to the structure.", "服务必须遵守该结构。"), Widget::Toggle, SOURCE),
    native("/seperateParametersEnabled", ("Numbers by task", "按任务设置参数"),
        ("Side tasks have numbers of their own.", "辅助任务使用各自的参数。"), Widget::Toggle, SOURCE),
    native("/seperateParameters", ("Numbers of side tasks", "辅助任务参数"),
        ("The numbers, task by task.", "各任务的参数。"), Widget::Json, SOURCE),
    native("/ooba", ("text-generation-webui settings", "text-generation-webui 设置"),
        ("Numbers sent to that program.", "发送给该程序的参数。"), Widget::Json, SOURCE),
    native("/ainconfig", ("AIN settings", "AIN 设置"),
        ("Numbers sent to that service.", "发送给该服务的参数。"), Widget::Json, SOURCE),
    native("/NAISettings", ("NovelAI settings", "NovelAI 设置"),
        ("Numbers sent to NovelAI.", "发送给 NovelAI 的参数。"), Widget::Json, SOURCE),
    native("/NAIadventure", ("NovelAI adventure", "NovelAI 冒险模式"),
        ("Messages are sent as an adventure.", "以冒险形式发送消息。"), Widget::Toggle, SOURCE),
    native("/NAIappendName", ("NovelAI names", "NovelAI 名称"),
        ("Names are put before messages for NovelAI.", "为 NovelAI 在消息前添加名称。"), Widget::Toggle, SOURCE),
    native("/reverseProxyOobaArgs", ("Proxy settings", "代理设置"),
        ("Numbers sent to a program behind a proxy.", "发送给代理后程序的参数。"), Widget::Json, SOURCE),
    native("/autoSuggestPrompt", ("Suggestions prompt", "建议提示词"),
        ("Asks for answers the person might give.", "请求用户可能给出的回复。"), Widget::Text, SOURCE),
    native("/autoSuggestPrefix", ("Suggestions prefix", "建议前缀"),
        ("Stands before each suggestion.", "每条建议前的文字。"), Widget::Line, SOURCE),
    native("/autoSuggestClean", ("Tidy suggestions", "整理建议"),
        ("Suggestions are tidied before they are shown.", "显示前整理建议。"), Widget::Toggle, SOURCE),
    native("/customFlags", ("Model flags", "模型标志"),
        ("What RisuAI is to believe the model can do, by number.", "RisuAI 认为模型具备的能力，以数字表示。"), Widget::Json, SOURCE),
    native("/enableCustomFlags", ("Own model flags", "自定义模型标志"),
        ("The flags above count.", "启用上方标志。"), Widget::Toggle, SOURCE),
    native("/modelTools", ("Tools", "工具"),
        ("Tools the model may call.", "模型可调用的工具。"), Widget::List, SOURCE),
    native("/fallbackModels", ("Other models", "备用模型"),
        ("Models that are asked when the first gives no answer.", "首选模型无回复时询问的模型。"), Widget::Json, SOURCE),
    native("/fallbackWhenBlankResponse", ("Other models when blank", "空回复时备用"),
        ("A blank answer counts as none.", "空回复视为无回复。"), Widget::Toggle, SOURCE),
    native("/dynamicOutput", ("Output while it grows", "动态输出"),
        ("How a growing answer is shown.", "生成中回复的显示方式。"), Widget::Json, SOURCE),
    native("/reasonEffort", ("Reasoning effort", "推理强度"),
        ("How much the model reasons, by RisuAI's number; -1000 leaves it to the service.", "模型的推理强度，使用 RisuAI 的数字；-1000 表示由服务决定。"), Widget::Number, SOURCE),
    native("/thinkingTokens", ("Reasoning tokens", "推理词元"),
        ("How many tokens the model may reason for.", "模型可用于推理的词元数。"), Widget::Number, SOURCE),
    native("/verbosity", ("Verbosity", "详细程度"),
        ("How long it answers, by RisuAI's number.", "回复的长短，使用 RisuAI 的数字。"), Widget::Number, SOURCE),
    native("/outputImageModal", ("Pictures in answers", "回复中的图片"),
        ("The model may answer with pictures.", "模型可以用图片回复。"), Widget::Toggle, SOURCE),
    native("/systemContentReplacement", ("System messages as", "系统消息替换"),
        ("How system messages read for models that have none.", "对不支持系统消息的模型的写法。"), Widget::Text, SOURCE),
    native("/systemRoleReplacement", ("System messages from", "系统消息角色"),
        ("Who system messages are from for models that have none.", "对不支持系统消息的模型所用的角色。"), Widget::Choice(&["user", "assistant"]), SOURCE),
    native("/proxyRequestModel", ("Model behind the proxy", "代理模型"),
        ("The model asked for behind a proxy.", "通过代理请求的模型。"), Widget::Line, SOURCE),
    native("/customProxyRequestModel", ("Own model behind the proxy", "自定义代理模型"),
        ("The same in words of one's own.", "自行填写的代理模型。"), Widget::Line, SOURCE),
    native("/openrouterRequestModel", ("OpenRouter model", "OpenRouter 模型"),
        ("The model asked for at OpenRouter.", "在 OpenRouter 请求的模型。"), Widget::Line, SOURCE),
    native("/openrouterProvider", ("OpenRouter provider", "OpenRouter 提供商"),
        ("Who is to answer at OpenRouter.", "OpenRouter 上的提供商。"), Widget::Json, SOURCE),
    native("/image", ("Picture", "图片"),
        ("The preset's picture, as RisuAI keeps it.", "预设的图片，按 RisuAI 的保存方式。"), Widget::Asset, SOURCE),
    kept("/openAIKey", "a key of the person who made the preset", SOURCE),
    kept("/proxyKey", "a key of the person who made the preset", SOURCE),
    kept("/forceReplaceUrl", "an address of the person who made the preset", SOURCE),
    kept("/forceReplaceUrl2", "an address of the person who made the preset", SOURCE),
    kept("/textgenWebUIStreamURL", "an address of the person who made the preset", SOURCE),
    kept("/textgenWebUIBlockingURL", "an address of the person who made the preset", SOURCE),
    kept("/koboldURL", "an address of the person who made the preset", SOURCE),
    kept("/currentPluginProvider", "a plugin of the person who made the preset", SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "risu-preset",
    platform: "risu",
    kind: Kind::Preset,
    title: "RisuAI preset",
    reads: &[ContainerId::Risup, ContainerId::Json],
    writes: &[ContainerId::Risup, ContainerId::Json],
    writes_own: &[],
    extensions: &["risup", "risupreset", "json"],
    variants: &[],
    own: false,
    wire: &[MAPPED, NATIVE],
    private: &[
        "/openAIKey",
        "/proxyKey",
        "/forceReplaceUrl",
        "/forceReplaceUrl2",
        "/textgenWebUIStreamURL",
        "/textgenWebUIBlockingURL",
        "/koboldURL",
    ],
    source: "RisuAI 2026.1",
};

/// Where the preset's regex rules are.
const RULES: &str = "/regex";

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    // The order RisuAI itself begins with: a preset without one is not told from other objects.
    fresh: r#"{"name":"","formatingOrder":["main","description","personaPrompt","chats","lastChat","jailbreak","lorebook","globalNote","authorNote"]}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let has = |key: &str| root.get(key).is_some();
    let order = root.get("formatingOrder").is_some_and(Node::is_array);
    let template = root.get("promptTemplate").is_some_and(|node| node.is_array() || node.is_null());
    let own = ["PresensePenalty", "mainPrompt", "aiModel", "subModel", "moduleIntergration", "promptSettings"];
    let preset = root.is_object() && !has("prompts") && !has("prompt_order") && !has("spec") && !has("entries");
    let known = order || (template && own.iter().any(|key| has(key)));
    (preset && known).then_some(Detection { confidence: 0.95, because: "it has the keys of a preset of RisuAI" })
}

/// The format.
pub(super) struct PresetFormat;

impl Format for PresetFormat {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let document = &source.payload()?.document;
        if source.container() == ContainerId::Risup && document.root().is_object() {
            return Some(Detection { confidence: 1.0, because: "it is wrapped as only RisuAI wraps its presets" });
        }
        detect(document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let preset = inside::owner(&RECORD, self.detect(source).is_some(), source, notes)?;
        let rules = inside::read(SPEC.id, RULES, source, notes);
        Ok(Decoded { entities: std::iter::once(preset).chain(rules).collect(), blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let container = ask.container.or(carrier::own_container(entity, SPEC.id)).unwrap_or(ContainerId::Risup);
        if !SPEC.writes.contains(&container) {
            return Err(EncodeError::CannotExpress {
                what: format!("a RisuAI preset is not written as {}", container.word()),
                hint: "Choose risup or json.".to_owned(),
            });
        }
        if let Some(variant) = ask.variant {
            return Err(EncodeError::CannotExpress {
                what: format!("a RisuAI preset has no version {}", variant.word()),
                hint: "Leave the version away.".to_owned(),
            });
        }
        let beside = |document: &Document, notes: &mut Notes| Ok(inside::writes(entity, RULES, document, ask, notes));
        let file = carrier::source_file(entity, ask).filter(|_| carrier::came_as(entity, SPEC.id, container));
        let bytes = match (export_with(&RECORD, entity, container, ask, &beside, notes)?, file) {
            (Export::Copy(file), _) => file,
            (Export::Text(text), Some(file)) if container == ContainerId::Json => carrier::dressed(&text, &file).into(),
            (Export::Text(text), _) if container == ContainerId::Json => text.into_bytes().into(),
            (Export::Text(text), file) => wrapped(text, file.filter(|_| !ask.rewrite))?,
        };
        let extension = if container == ContainerId::Json { "json" } else { "risup" };
        Ok(Encoded { bytes, container, extension, variant: None })
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        match kind {
            Kind::Regex => Some(&regex::SPEC),
            Kind::Character | Kind::Lorebook | Kind::Persona | Kind::Preset | Kind::Pack | Kind::Quickreply => None,
        }
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

/// A preset file of a text: in the wrappings of the file it came in, with every value that did not change as it was
/// packed there; else in new ones.
fn wrapped(text: String, file: Option<Bytes>) -> Result<Bytes, EncodeError> {
    let value = carrier::parse_own(text, SPEC.id)?.root().to_value();
    let bytes = match file {
        Some(file) => {
            let known = preset::Preset::read(&file, &carrier::own_limits())?;
            known.write(&Packed::from_json(&value, Some(&known.preset)))?
        }
        None => preset::Preset::fresh(&Packed::from_json(&value, None))?,
    };
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::moved;
    use proptest::prelude::*;

    #[test]
    fn the_point_moves_without_rounding() {
        for (number, back, forth) in [
            (80.0, "0.8", "8000"),
            (7.0, "0.07", "700"),
            (0.07, "0.0007", "7"),
            (0.0, "0", "0"),
            (-5.5, "-0.055", "-550"),
            (123.0, "1.23", "12300"),
        ] {
            assert_eq!((moved(number, -2).as_str(), moved(number, 2).as_str()), (back, forth), "{number}");
        }
    }

    proptest! {
        #[test]
        fn a_number_comes_back(number in -100_000_i32..100_000) {
            let there: f64 = moved(f64::from(number), -2).parse().unwrap();
            let back: f64 = moved(there, 2).parse().unwrap();
            prop_assert_eq!(back, f64::from(number));
        }
    }
}
