//! The preset's sampler numbers and its text-completion groups (instruct, context, system prompt, reasoning).
//!
//! A text-completion, instruct, context, system-prompt or reasoning file is a preset with one of these groups. The
//! long tail of sampler numbers that one app alone has stays with the original.

use super::table::*;
use super::{Choice, Field};

const POST_PROCESSING: Choice = Choice {
    values: &[
        word("none", "None", "无"),
        word("merge", "Merge", "合并"),
        word("merge_tools", "Merge, with tools", "合并（含工具）"),
        word("semi", "Semi-strict", "半严格"),
        word("semi_tools", "Semi-strict, with tools", "半严格（含工具）"),
        word("strict", "Strict", "严格"),
        word("strict_tools", "Strict, with tools", "严格（含工具）"),
        word("single", "One message", "单条消息"),
        word("claude", "Claude", "Claude"),
    ],
    open: true,
};

const CONTEXT_MODE: Choice =
    Choice { values: &[word("tokens", "Tokens", "按词元"), word("messages", "Messages", "按消息")], open: false };

const NAMES: Choice = Choice {
    values: &[word("none", "Never", "从不"), word("force", "When needed", "需要时"), word("always", "Always", "总是")],
    open: true,
};

#[rustfmt::skip]
pub(super) const FIELDS: &[Field] = &[
    group("samplers", "Sampling", "采样", "How the next word is drawn."),
    number("samplers.temperature", "Temperature", "温度", "How freely words are drawn."),
    number("samplers.topP", "Top P", "Top P", "Only the likeliest words that together reach this share."),
    number("samplers.topK", "Top K", "Top K", "Only so many of the likeliest words; 0 is off."),
    number("samplers.topA", "Top A", "Top A", "Only words likelier than this share of the likeliest, squared."),
    number("samplers.minP", "Min P", "Min P", "Only words likelier than this share of the likeliest."),
    number("samplers.typicalP", "Typical P", "Typical P", "Only words of about the expected surprise."),
    number("samplers.tfs", "Tail free", "无尾采样", "Cuts the flat tail of unlikely words."),
    number("samplers.frequencyPenalty", "Frequency penalty", "频率惩罚", "Makes words rarer by how often they came."),
    number("samplers.presencePenalty", "Presence penalty", "存在惩罚", "Makes words rarer that came at all."),
    number("samplers.repetitionPenalty", "Repetition penalty", "重复惩罚", "Makes repeated words rarer; 1 is off."),
    number("samplers.repetitionPenaltyRange", "Repetition range", "重复惩罚范围", "How many tokens back repetition is looked for."),
    number("samplers.repetitionPenaltySlope", "Repetition slope", "重复惩罚斜率", "How the penalty grows towards the end."),
    number("samplers.mirostatMode", "Mirostat", "Mirostat 模式", "The mode by number; 0 is off."),
    number("samplers.mirostatTau", "Mirostat tau", "Mirostat Tau", "The surprise aimed at."),
    number("samplers.mirostatEta", "Mirostat eta", "Mirostat Eta", "How fast it is steered."),
    flag("samplers.dynatemp", "Dynamic temperature", "动态温度", "Whether the temperature moves."),
    number("samplers.dynatempMin", "Lowest temperature", "最低温度", "The lower end."),
    number("samplers.dynatempMax", "Highest temperature", "最高温度", "The upper end."),
    number("samplers.dynatempRange", "Temperature range", "温度范围", "How far it moves to either side."),
    number("samplers.dynatempExponent", "Temperature exponent", "温度指数", "The curve of the movement."),
    number("samplers.smoothingFactor", "Smoothing", "平滑系数", "How much the odds are smoothed; 0 is off."),
    number("samplers.smoothingCurve", "Smoothing curve", "平滑曲线", "The curve of the smoothing."),
    number("samplers.dryMultiplier", "DRY multiplier", "DRY 乘数", "How hard repeated phrases are punished; 0 is off."),
    number("samplers.dryBase", "DRY base", "DRY 底数", "How the punishment grows with the phrase."),
    number("samplers.dryAllowedLength", "DRY free length", "DRY 允许长度", "The longest phrase that may repeat freely."),
    number("samplers.dryPenaltyLastN", "DRY range", "DRY 范围", "How many tokens back are looked at."),
    list("samplers.drySequenceBreakers", "DRY breakers", "DRY 断点", "Texts at which a phrase ends."),
    text("samplers.drySequenceBreakers[]", "Breaker", "断点", "One text."),
    number("samplers.xtcThreshold", "XTC threshold", "XTC 阈值", "Words above it may be left out."),
    number("samplers.xtcProbability", "XTC chance", "XTC 概率", "How often they are."),
    list("samplers.order", "Sampler order", "采样顺序", "The order in which the samplers run, by the app's names or numbers."),
    any("samplers.order[]", "Sampler", "采样器", "One of them."),
    list("samplers.stopSequences", "Stop texts", "停止序列", "Texts at which the answer ends."),
    text("samplers.stopSequences[]", "Stop text", "停止序列", "One text."),
    number("samplers.maxContext", "Context size", "上下文长度", "Tokens the request may have."),
    number("samplers.maxTokens", "Answer size", "回复长度", "Tokens the answer may have."),
    choice("samplers.promptPostProcessing", &POST_PROCESSING, "Message shape", "提示词后处理", "How messages are reshaped for strict services."),
    choice("samplers.contextMode", &CONTEXT_MODE, "Context counts", "上下文方式", "What the context is cut by."),
    number("samplers.maxMessages", "Messages", "最大消息数", "Messages the request may have."),

    group("instruct", "Instruct template", "指令模板", "How a chat becomes one text."),
    prose("instruct.inputSequence", "Before the person", "用户前缀", "Put before the person's messages."),
    prose("instruct.inputSuffix", "After the person", "用户后缀", "Put after them."),
    prose("instruct.outputSequence", "Before the model", "模型前缀", "Put before the model's messages."),
    prose("instruct.outputSuffix", "After the model", "模型后缀", "Put after them."),
    prose("instruct.systemSequence", "Before the system", "系统前缀", "Put before system messages."),
    prose("instruct.systemSuffix", "After the system", "系统后缀", "Put after them."),
    prose("instruct.firstInputSequence", "Before the person's first", "首条用户前缀", "The same for the person's first message."),
    prose("instruct.lastInputSequence", "Before the person's last", "末条用户前缀", "The same for the person's last message."),
    prose("instruct.firstOutputSequence", "Before the model's first", "首条模型前缀", "The same for the model's first message."),
    prose("instruct.lastOutputSequence", "Before the model's last", "末条模型前缀", "The same for the model's last message."),
    prose("instruct.lastSystemSequence", "Before the last system message", "末条系统前缀", "The same for the last system message."),
    prose("instruct.stopSequence", "Stop text", "停止序列", "The text at which an answer ends."),
    prose("instruct.storyStringPrefix", "Before the story", "故事前缀", "Put before the story text."),
    prose("instruct.storyStringSuffix", "After the story", "故事后缀", "Put after it."),
    prose("instruct.userAlignmentMessage", "Opening message", "用户对齐消息", "Said first when a chat does not begin with the person."),
    text("instruct.activationRegex", "Used for models", "激活正则", "A pattern of model names that choose this template."),
    flag("instruct.wrap", "Own lines", "换行包裹", "The marks stand on lines of their own."),
    flag("instruct.macro", "Macros", "替换宏", "Macros in the marks are replaced."),
    flag("instruct.skipExamples", "Plain examples", "跳过示例", "Examples are left without marks."),
    flag("instruct.systemSameAsUser", "System as the person", "系统同用户", "System messages have the person's marks."),
    flag("instruct.sequencesAsStopStrings", "Stop at marks", "以序列停止", "An answer ends where a mark comes."),
    choice("instruct.namesBehavior", &NAMES, "Names", "名称处理", "When names go before messages."),

    group("context", "Context template", "上下文模板", "How a card becomes the story text."),
    prose("context.storyString", "Story text", "故事字符串", "The template, in Handlebars notation."),
    prose("context.exampleSeparator", "Example separator", "示例分隔符", "Put before each example."),
    prose("context.chatStart", "Chat start", "聊天开始", "Put before the chat."),
    flag("context.useStopStrings", "Stop at these", "用作停止串", "An answer ends where one of the two comes."),
    flag("context.allowJailbreak", "Allow post-history", "允许越狱提示", "A card's post-history text is used. Older files only."),
    flag("context.namesAsStopStrings", "Stop at names", "以名称停止", "An answer ends where a name begins a line."),
    number("context.storyStringPosition", "Story position", "故事位置", "Where the story text goes, by the app's number."),
    number("context.storyStringDepth", "Story depth", "故事深度", "Messages from the end, when it stands in the chat."),
    number("context.storyStringRole", "Story role", "故事角色", "Who it speaks as, by the app's number."),
    flag("context.alwaysForceName2", "Always the name", "总是添加角色名", "The character's name always begins the answer."),
    flag("context.trimSentences", "Trim sentences", "修剪句子", "An unfinished sentence at the end is cut."),
    flag("context.singleLine", "One line", "单行", "An answer ends with its first line."),

    group("sysprompt", "System prompt", "系统提示", "The system prompt for text completion."),
    prose("sysprompt.content", "Content", "内容", "The text."),
    prose("sysprompt.postHistory", "Post-history", "历史后指令", "Said after the chat history."),

    group("reasoning", "Reasoning template", "推理模板", "How reasoning is marked in an answer."),
    prose("reasoning.prefix", "Before", "前缀", "Where reasoning begins."),
    prose("reasoning.suffix", "After", "后缀", "Where it ends."),
    prose("reasoning.separator", "Separator", "分隔符", "What stands between it and the answer."),
];
