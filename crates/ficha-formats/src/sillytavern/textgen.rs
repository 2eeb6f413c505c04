//! SillyTavern's sampler presets for text completion.
//!
//! Source: SillyTavern 1.19 `public/scripts/textgen-settings.js` (`setting_names`) and `preset-manager.js`. The file has
//! no name but its own, and a name inside only in a master export. Numbers only this app's backends know are its own
//! fields.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::Kind;
use serde_json::{Value, json};

use crate::format::{Clear, Coded, Detection, FormatSpec, Shape, Widget, Wire, kept, native, row};
use crate::overlay::encode_texts;
use crate::record::{Record, RecordHooks, Tables, plain};

const ST: &str = "SillyTavern textgen-settings.js setting_names";

const fn number(key: &'static str, path: &'static str) -> Wire {
    row(key, path, Shape::Number, Clear::Remove, ST)
}

const fn own(
    key: &'static str,
    label: (&'static str, &'static str),
    help: (&'static str, &'static str),
    widget: Widget,
) -> Wire {
    native(key, label, help, widget, ST)
}

/// A list of texts that stands in one text, as JSON.
static BREAKERS: Coded = Coded {
    name: "list in a text",
    decode: |node, at, reader| {
        if node.is_array() {
            let texts = reader.texts(node, at)?;
            return Some(Value::Array(texts.into_iter().map(Value::String).collect()));
        }
        let text = node.as_str()?;
        if text.trim().is_empty() {
            return None;
        }
        match list_in(&text) {
            Some(list) => {
                let texts = reader.texts(list.root(), at)?;
                Some(Value::Array(texts.into_iter().map(Value::String).collect()))
            }
            None => Some(Value::Array(text.split(',').map(|part| json!(part.trim())).collect())),
        }
    },
    encode: |value, present, _| {
        if present.is_some_and(Node::is_array) {
            return Some(encode_texts(value, present));
        }
        // The list inside keeps its own blanks.
        let own = present.and_then(|node| list_in(&node.as_str()?));
        Some(Value::String(match own {
            Some(own) => {
                let mut edit = own.edit();
                edit.set("", value);
                edit.finish()
            }
            None => to_text(value, Style::Compact),
        }))
    },
    empty: "\"[]\"",
};

/// The list a text holds; older files leave its brackets out.
fn list_in(text: &str) -> Option<Document> {
    let read = |text: String| {
        let document = Document::parse(text, &ficha_json::Limits::default()).ok()?;
        (document.repairs().is_empty() && document.root().is_array()).then_some(document)
    };
    read(text.to_owned()).or_else(|| read(format!("[{text}]")))
}

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "name", Shape::FilledText, Clear::Remove, "SillyTavern preset-manager.js, master export"),
    row("/temp", "samplers.temperature", Shape::Number, Clear::To("1"), ST),
    row("/top_p", "samplers.topP", Shape::Number, Clear::To("1"), ST),
    row("/top_k", "samplers.topK", Shape::Number, Clear::To("0"), ST),
    number("/top_a", "samplers.topA"),
    number("/min_p", "samplers.minP"),
    row("/typical_p", "samplers.typicalP", Shape::Number, Clear::To("1"), ST),
    number("/tfs", "samplers.tfs"),
    number("/freq_pen", "samplers.frequencyPenalty"),
    number("/presence_pen", "samplers.presencePenalty"),
    row("/rep_pen", "samplers.repetitionPenalty", Shape::Number, Clear::To("1"), ST),
    number("/rep_pen_range", "samplers.repetitionPenaltyRange"),
    number("/rep_pen_slope", "samplers.repetitionPenaltySlope"),
    number("/mirostat_mode", "samplers.mirostatMode"),
    number("/mirostat_tau", "samplers.mirostatTau"),
    number("/mirostat_eta", "samplers.mirostatEta"),
    row("/dynatemp", "samplers.dynatemp", Shape::Flag, Clear::Remove, ST),
    number("/min_temp", "samplers.dynatempMin"),
    number("/max_temp", "samplers.dynatempMax"),
    number("/dynatemp_exponent", "samplers.dynatempExponent"),
    number("/smoothing_factor", "samplers.smoothingFactor"),
    number("/smoothing_curve", "samplers.smoothingCurve"),
    number("/dry_multiplier", "samplers.dryMultiplier"),
    number("/dry_base", "samplers.dryBase"),
    number("/dry_allowed_length", "samplers.dryAllowedLength"),
    number("/dry_penalty_last_n", "samplers.dryPenaltyLastN"),
    row("/dry_sequence_breakers", "samplers.drySequenceBreakers", Shape::Coded(&BREAKERS), Clear::Empty, ST),
    number("/xtc_threshold", "samplers.xtcThreshold"),
    number("/xtc_probability", "samplers.xtcProbability"),
    row("/sampler_order", "samplers.order", Shape::Any, Clear::Remove, ST),
    number("/max_length", "samplers.maxContext"),
    number("/genamt", "samplers.maxTokens"),
    number("/seed", "generation.seed"),

    own("/temperature_last", ("Temperature last", "温度最后应用"), ("The temperature is applied behind the other samplers.", "在其他采样器之后应用温度。"), Widget::Toggle),
    own("/rep_pen_decay", ("Repetition decay", "重复惩罚衰减"), ("How the penalty fades over the range.", "惩罚在范围内的衰减方式。"), Widget::Number),
    own("/no_repeat_ngram_size", ("No repeated runs of", "禁止重复的词组长度"), ("Runs of so many tokens never come twice.", "该长度的词元组合不会重复出现。"), Widget::Number),
    own("/epsilon_cutoff", ("Epsilon cutoff", "Epsilon 截断"), ("Words less likely than this are left out, in ten-thousandths.", "低于此概率（万分之一）的词被排除。"), Widget::Number),
    own("/eta_cutoff", ("Eta cutoff", "Eta 截断"), ("The same, following the entropy.", "同上，随熵变化。"), Widget::Number),
    own("/penalty_alpha", ("Contrastive alpha", "对比惩罚 Alpha"), ("How strongly contrastive search looks for variety.", "对比搜索追求多样性的强度。"), Widget::Number),
    own("/num_beams", ("Beams", "束数"), ("How many beams are searched.", "束搜索的束数。"), Widget::Number),
    own("/length_penalty", ("Length penalty", "长度惩罚"), ("Whether beams prefer long or short answers.", "束搜索偏好长回复还是短回复。"), Widget::Number),
    own("/min_length", ("Shortest answer", "最短长度"), ("Tokens an answer has at least.", "回复的最少词元数。"), Widget::Number),
    own("/max_tokens_second", ("Tokens a second", "每秒词元数"), ("The fastest the answer may come.", "输出速度上限。"), Widget::Number),
    own("/encoder_rep_pen", ("Encoder penalty", "编码器惩罚"), ("Favours words of the prompt.", "偏向提示词中的词。"), Widget::Number),
    own("/skew", ("Skew", "偏斜"), ("Bends the odds to one side.", "使概率分布偏斜。"), Widget::Number),
    own("/do_sample", ("Sample", "采样"), ("Words are drawn; off takes the likeliest.", "随机抽取；关闭则取最可能的词。"), Widget::Toggle),
    own("/early_stopping", ("Stop beams early", "提前停止"), ("Beam search ends with the first whole answers.", "束搜索在首批完整结果时结束。"), Widget::Toggle),
    own("/add_bos_token", ("Begin mark", "添加起始标记"), ("The model's begin mark goes before the prompt.", "在提示前添加起始标记。"), Widget::Toggle),
    own("/ban_eos_token", ("No end mark", "禁止结束标记"), ("The model cannot end the answer by itself.", "模型不能自行结束回复。"), Widget::Toggle),
    own("/skip_special_tokens", ("Hide marks", "跳过特殊标记"), ("Special marks are left out of the answer.", "回复中省略特殊标记。"), Widget::Toggle),
    own("/include_reasoning", ("Ask for reasoning", "请求推理"), ("The backend is asked for the reasoning too.", "同时请求推理内容。"), Widget::Toggle),
    own("/streaming", ("Stream", "流式输出"), ("The answer comes word by word.", "逐字输出回复。"), Widget::Toggle),
    own("/guidance_scale", ("Guidance", "引导强度"), ("How strongly the negative prompt counts; 1 is off.", "负面提示的强度；1 为关闭。"), Widget::Number),
    own("/negative_prompt", ("Negative prompt", "负面提示"), ("What the answer is steered away from.", "使回复远离的内容。"), Widget::Text),
    own("/grammar_string", ("Grammar", "语法"), ("A grammar the answer must follow.", "回复必须遵循的语法。"), Widget::Text),
    own("/json_schema", ("JSON schema", "JSON 架构"), ("A schema the answer must follow.", "回复必须遵循的架构。"), Widget::Json),
    own("/json_schema_allow_empty", ("Send an empty schema", "允许空架构"), ("The schema is sent even when it is empty.", "架构为空时也发送。"), Widget::Toggle),
    own("/banned_tokens", ("Banned words", "禁用词"), ("Words and token numbers that never come.", "不会出现的词或词元编号。"), Widget::Text),
    own("/global_banned_tokens", ("Banned everywhere", "全局禁用词"), ("The same for every preset.", "适用于所有预设。"), Widget::Text),
    own("/send_banned_tokens", ("Send banned words", "发送禁用词"), ("Whether the lists are sent.", "是否发送禁用列表。"), Widget::Toggle),
    own("/ignore_eos_token", ("Ignore the end mark", "忽略结束标记"), ("The answer goes on behind the end mark.", "遇到结束标记后继续。"), Widget::Toggle),
    own("/spaces_between_special_tokens", ("Blanks between marks", "标记间空格"), ("Blanks are put between special marks.", "在特殊标记之间加空格。"), Widget::Toggle),
    own("/speculative_ngram", ("Guess ahead", "推测解码"), ("Words are guessed ahead from the text so far.", "根据已有文本预测后续词。"), Widget::Toggle),
    own("/sampler_priority", ("Order for text-generation-webui", "采样顺序（Ooba）"), ("The order of the samplers by name.", "按名称的采样顺序。"), Widget::List),
    own("/samplers", ("Order for llama.cpp", "采样顺序（llama.cpp）"), ("The order of the samplers by name.", "按名称的采样顺序。"), Widget::List),
    own("/samplers_priorities", ("Order for Aphrodite", "采样顺序（Aphrodite）"), ("The order of the samplers by name.", "按名称的采样顺序。"), Widget::List),
    own("/n", ("Answers at once", "回复数"), ("How many answers are asked for.", "请求的回复数量。"), Widget::Number),
    own("/logit_bias", ("Word bias", "词偏置"), ("Words made likelier or rarer.", "提高或降低概率的词。"), Widget::Json),
    own("/nsigma", ("Top n sigma", "Top n-sigma"), ("Only words within so many deviations of the likeliest.", "仅保留距最可能词若干标准差内的词。"), Widget::Number),
    own("/min_keep", ("Keep at least", "至少保留"), ("How many words the samplers leave at least.", "采样器至少保留的词数。"), Widget::Number),
    own("/adaptive_target", ("Adaptive target", "自适应目标"), ("The likelihood the adaptive sampler aims at.", "自适应采样的目标概率。"), Widget::Number),
    own("/adaptive_decay", ("Adaptive decay", "自适应衰减"), ("How fast it forgets.", "自适应采样的遗忘速度。"), Widget::Number),
    own("/dynatemp_block_ooba", ("No dynamic temperature in Ooba", "Ooba 禁用动态温度"), ("Not sent to text-generation-webui.", "不发送给 text-generation-webui。"), Widget::Toggle),
    own("/rep_pen_size", ("Repetition range, older", "重复惩罚范围（旧版）"), ("The range as older files call it.", "旧文件中的重复惩罚范围。"), Widget::Number),
    own("/extensions", ("Extensions", "扩展"), ("What extensions keep with the preset.", "扩展随预设保存的数据。"), Widget::Json),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    kept("/legacy_api", "which interface of an old backend was used", ST),
    kept("/custom_model", "the model of this installation", ST),
    kept("/generic_model", "the model of this installation", ST),
    kept("/bypass_status_check", "a switch of the connection", ST),
    kept("/openrouter_allow_fallbacks", "a switch of the connection", ST),
];

static SPEC: FormatSpec = FormatSpec {
    id: "sillytavern-textgen",
    platform: "sillytavern",
    kind: Kind::Preset,
    title: "SillyTavern text completion preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: "SillyTavern 1.19 textgen-settings.js",
};

pub(super) static FORMAT: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect: |document| detect(document.root()),
    roots: plain,
    fresh: r#"{"temp": 1, "top_p": 1, "top_k": 0, "typical_p": 1, "rep_pen": 1}"#,
    style: Style::Pretty(4),
    hooks: RecordHooks::NONE,
};

/// The four samplers of the app's own test; KoboldAI's presets have them too, with a slope and without `typical_p`.
fn detect(root: Node<'_>) -> Option<Detection> {
    let has = |key: &str| root.get(key).is_some();
    let four = ["temp", "top_k", "top_p", "rep_pen"].iter().all(|key| has(key));
    let fits = four && (has("typical_p") || !has("rep_pen_slope"));
    fits.then_some(Detection { confidence: 0.9, because: "it has the samplers of a text completion preset" })
}
