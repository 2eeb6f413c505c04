//! The preset: how words are drawn, and the texts a request is put together from.
//!
//! Its templates use the app's own block syntax (`{{#each ...}}`), so they are native and opaque. Keys and addresses
//! of services a person entered are private: the app's export leaves them out, its own answers hold them.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;

use super::ACCOUNT;
use crate::format::{
    Clear, Coded, Column, Detection, FormatSpec, Shape, Widget, Wire, column, kept, native, numbers, row,
};
use crate::record::{Record, RecordHooks, Tables, plain};

const SOURCE: &str = "agnaistic/agnai 2421510e, common/types/presets.ts";

const BIAS: &[Column] = &[column("seq", "Phrase", "词句"), numbers("bias", "Weight", "权重")];

/// Samplers by number or name, as they run.
const ORDER: Coded = Coded {
    name: "order",
    decode: |node, at, reader| {
        if !node.is_array() {
            reader.wrong_type(at, node, "a list", "it is not read");
            return None;
        }
        Some(node.to_value())
    },
    encode: |value, _, _| Some(value.clone()),
    empty: "[]",
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/kind", "says that it is a preset", SOURCE),
    row("/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/description", "description", Shape::Text, Clear::Remove, SOURCE),
    row("/temp", "samplers.temperature", Shape::Number, Clear::To("1"), SOURCE),
    row("/dynatemp_range", "samplers.dynatempRange", Shape::Number, Clear::Remove, SOURCE),
    row("/dynatemp_exponent", "samplers.dynatempExponent", Shape::Number, Clear::Remove, SOURCE),
    row("/smoothingFactor", "samplers.smoothingFactor", Shape::Number, Clear::Remove, SOURCE),
    row("/smoothingCurve", "samplers.smoothingCurve", Shape::Number, Clear::Remove, SOURCE),
    row("/maxTokens", "samplers.maxTokens", Shape::Number, Clear::To("300"), SOURCE),
    row("/maxContextLength", "samplers.maxContext", Shape::Number, Clear::Remove, SOURCE),
    row("/repetitionPenalty", "samplers.repetitionPenalty", Shape::Number, Clear::Remove, SOURCE),
    row("/repetitionPenaltyRange", "samplers.repetitionPenaltyRange", Shape::Number, Clear::Remove, SOURCE),
    row("/repetitionPenaltySlope", "samplers.repetitionPenaltySlope", Shape::Number, Clear::Remove, SOURCE),
    row("/typicalP", "samplers.typicalP", Shape::Number, Clear::Remove, SOURCE),
    row("/minP", "samplers.minP", Shape::Number, Clear::Remove, SOURCE),
    row("/topP", "samplers.topP", Shape::Number, Clear::Remove, SOURCE),
    row("/topK", "samplers.topK", Shape::Number, Clear::Remove, SOURCE),
    row("/topA", "samplers.topA", Shape::Number, Clear::Remove, SOURCE),
    row("/mirostatTau", "samplers.mirostatTau", Shape::Number, Clear::Remove, SOURCE),
    row("/mirostatLR", "samplers.mirostatEta", Shape::Number, Clear::Remove, SOURCE),
    row("/tailFreeSampling", "samplers.tfs", Shape::Number, Clear::Remove, SOURCE),
    row("/frequencyPenalty", "samplers.frequencyPenalty", Shape::Number, Clear::Remove, SOURCE),
    row("/presencePenalty", "samplers.presencePenalty", Shape::Number, Clear::Remove, SOURCE),
    row("/order", "samplers.order", Shape::Coded(&ORDER), Clear::Remove, SOURCE),
    row("/stopSequences", "samplers.stopSequences", Shape::TextList, Clear::Remove, SOURCE),
    row("/systemPrompt", "sysprompt.content", Shape::Text, Clear::Remove, SOURCE),
    row("/ultimeJailbreak", "sysprompt.postHistory", Shape::Text, Clear::Remove, SOURCE),
    row("/prefill", "systemPrompts.assistantPrefill", Shape::Text, Clear::Remove, SOURCE),
    native("/gaslight", ("Prompt template", "提示词模板"),
        ("The template a request is put together by, in the app's own block syntax.", "组成请求的模板，使用应用自己的块语法。"), Widget::Text, SOURCE),
    native("/useAdvancedPrompt", ("How the template is chosen", "模板方式"),
        ("Whether the template above, a simple order, or one of the library is used.", "使用上面的模板、简单顺序还是模板库。"), Widget::Json, SOURCE),
    native("/promptTemplateId", ("Template of the library", "模板库中的模板"),
        ("The id of a template kept in the app.", "应用中所存模板的 ID。"), Widget::Line, SOURCE),
    native("/promptOrderFormat", ("Format of the order", "顺序格式"),
        ("The notation the ordered pieces are wrapped in.", "各部分所用的包裹格式。"), Widget::Line, SOURCE),
    native("/promptOrder", ("Order of the pieces", "各部分顺序"),
        ("The pieces of a request in order, each switched on or off.", "请求各部分的顺序及开关。"), Widget::Json, SOURCE),
    native("/modelFormat", ("Model format", "模型格式"),
        ("The notation of turns the model was trained on.", "模型训练所用的对话格式。"), Widget::Line, SOURCE),
    native("/ignoreCharacterSystemPrompt", ("Ignore a card's system prompt", "忽略角色系统提示"),
        ("The preset's system prompt is used even when the character has one.", "即使角色自带系统提示，也使用预设的。"), Widget::Toggle, SOURCE),
    native("/ignoreCharacterUjb", ("Ignore a card's post-history text", "忽略角色历史后指令"),
        ("The preset's text is used even when the character has one.", "即使角色自带历史后指令，也使用预设的。"), Widget::Toggle, SOURCE),
    native("/antiBond", ("Discourage bonding", "抑制亲密"),
        ("Adds a bias against words of bonding.", "加入对亲密用语的抑制。"), Widget::Toggle, SOURCE),
    native("/prefixNameAppend", ("Name before the answer", "回复前加名字"),
        ("The character's name ends the prompt.", "提示词以角色名结尾。"), Widget::Toggle, SOURCE),
    native("/tempLast", ("Temperature last", "温度最后应用"),
        ("The temperature is applied behind the other samplers.", "在其他采样器之后应用温度。"), Widget::Toggle, SOURCE),
    native("/useMaxContext", ("Largest context", "最大上下文"),
        ("Uses as much context as the model allows.", "使用模型允许的最大上下文。"), Widget::Toggle, SOURCE),
    native("/mirostatToggle", ("Mirostat on", "启用 Mirostat"),
        ("Whether Mirostat steers the drawing.", "是否由 Mirostat 控制采样。"), Widget::Toggle, SOURCE),
    native("/encoderRepitionPenalty", ("Encoder penalty", "编码器惩罚"),
        ("Makes words of the prompt likelier or rarer.", "使提示词中的词更常见或更少见。"), Widget::Number, SOURCE),
    native("/etaCutoff", ("Eta cutoff", "Eta 截断"),
        ("Cuts unlikely words by entropy.", "按熵截断低概率词。"), Widget::Number, SOURCE),
    native("/epsilonCutoff", ("Epsilon cutoff", "Epsilon 截断"),
        ("Cuts words below a fixed chance.", "截断低于固定概率的词。"), Widget::Number, SOURCE),
    native("/penaltyAlpha", ("Contrastive penalty", "对比惩罚"),
        ("The weight of contrastive search.", "对比搜索的权重。"), Widget::Number, SOURCE),
    native("/numBeams", ("Beams", "束数"),
        ("How many continuations are followed at once.", "同时跟踪的续写数量。"), Widget::Number, SOURCE),
    native("/doSample", ("Sample", "随机采样"),
        ("Whether words are drawn at all.", "是否进行随机采样。"), Widget::Toggle, SOURCE),
    native("/disabledSamplers", ("Samplers off", "停用的采样器"),
        ("Samplers left out of the order.", "不参与顺序的采样器。"), Widget::Json, SOURCE),
    native("/cfgScale", ("Guidance", "引导强度"),
        ("How strongly the prompt is followed.", "遵循提示词的强度。"), Widget::Number, SOURCE),
    native("/cfgOppose", ("Opposing prompt", "反向提示"),
        ("What guidance leads away from.", "引导所要远离的内容。"), Widget::Text, SOURCE),
    native("/phraseRepPenalty", ("Phrase penalty", "短语惩罚"),
        ("How hard repeated phrases are punished, by the service's word.", "重复短语的惩罚程度。"), Widget::Line, SOURCE),
    native("/phraseBias", ("Phrase bias", "词句偏置"),
        ("Phrases made likelier or rarer.", "使某些词句更常见或更少见。"), Widget::Table(BIAS), SOURCE),
    native("/trimStop", ("Trim at stop texts", "在停止串处截断"),
        ("Cuts the answer where a stop text stands.", "在停止串处截断回复。"), Widget::Toggle, SOURCE),
    native("/swipesPerGeneration", ("Answers at once", "每次回复数"),
        ("How many answers are asked for.", "一次请求的回复数量。"), Widget::Number, SOURCE),
    native("/memoryDepth", ("Memory depth", "记忆深度"),
        ("How many messages back keys of memory books are looked for.", "在多少条消息内查找记忆书关键词。"), Widget::Number, SOURCE),
    native("/memoryContextLimit", ("Memory budget", "记忆预算"),
        ("Tokens memory books may use.", "记忆书可用的词元数。"), Widget::Number, SOURCE),
    native("/memoryReverseWeight", ("Reverse weights", "反转权重"),
        ("Entries of lower weight stand nearer the end.", "权重较低的条目更靠近末尾。"), Widget::Toggle, SOURCE),
    native("/memoryChatEmbedLimit", ("Chat recall budget", "聊天回忆预算"),
        ("Tokens recalled messages may use.", "回忆消息可用的词元数。"), Widget::Number, SOURCE),
    native("/memoryUserEmbedLimit", ("Document recall budget", "文档回忆预算"),
        ("Tokens recalled documents may use.", "回忆文档可用的词元数。"), Widget::Number, SOURCE),
    native("/presetMode", ("View", "界面模式"),
        ("Whether the app shows the simple or the full settings.", "应用显示简单或完整设置。"), Widget::Line, SOURCE),
    native("/service", ("Service", "服务"),
        ("The service the preset is for.", "预设所用的服务。"), Widget::Line, SOURCE),
    native("/json", ("Structured answer", "结构化回复"),
        ("The schema of an answer and how it becomes text.", "回复的结构及其转为文本的方式。"), Widget::Json, SOURCE),
    native("/jsonEnabled", ("Structured answers on", "启用结构化回复"),
        ("Whether the schema is used.", "是否使用该结构。"), Widget::Toggle, SOURCE),
    native("/jsonSource", ("Schema from", "结构来源"),
        ("Whether the preset's or the character's schema is used.", "使用预设还是角色的结构。"), Widget::Line, SOURCE),
    native("/imageSettings", ("Pictures", "图片"),
        ("How pictures are asked for.", "如何请求图片。"), Widget::Json, SOURCE),
    kept("/oaiModel", "the model chosen at one service", SOURCE),
    kept("/novelModel", "the model chosen at one service", SOURCE),
    kept("/claudeModel", "the model chosen at one service", SOURCE),
    kept("/mistralModel", "the model chosen at one service", SOURCE),
    kept("/openRouterModel", "the model chosen at one service", SOURCE),
    kept("/googleModel", "the model chosen at one service", SOURCE),
    kept("/featherlessModel", "the model chosen at one service", SOURCE),
    kept("/replicateModelName", "the model chosen at one service", SOURCE),
    kept("/replicateModelType", "the model chosen at one service", SOURCE),
    kept("/replicateModelVersion", "the model chosen at one service", SOURCE),
    kept("/thirdPartyUrl", "the address of a service of the person's own", SOURCE),
    kept("/thirdPartyFormat", "how that service is spoken to", SOURCE),
    kept("/thirdPartyKey", "the key of a service of the person's own", SOURCE),
    kept("/thirdPartyModel", "the model chosen at one service", SOURCE),
    kept("/registered", "settings of services, keys among them", SOURCE),
    kept("/temporary", "the app made it for one chat", SOURCE),
    kept("/_id", ACCOUNT, SOURCE),
    kept("/userId", ACCOUNT, SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "agnai-preset",
    platform: "agnai",
    kind: Kind::Preset,
    title: "Agnai preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/thirdPartyUrl", "/thirdPartyKey", "/registered", "/imageSettings/sd/url", "/_id", "/userId"],
    source: SOURCE,
};

/// The format.
pub(super) static PRESET: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"kind": "gen-setting", "name": "", "temp": 1, "maxTokens": 300, "gaslight": ""}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let number = |key: &str| root.get(key).is_some_and(Node::is_number);
    let own = ["gaslight", "repetitionPenaltySlope", "ultimeJailbreak"].iter().any(|key| root.get(key).is_some());
    (number("temp") && number("maxTokens") && own)
        .then_some(Detection { confidence: 0.9, because: "it has temp, maxTokens and a key only Agnai's presets have" })
}
