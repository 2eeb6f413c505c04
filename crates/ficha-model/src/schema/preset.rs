//! The preset's fields: the prompts and how they are put together. Numbers for sampling and the groups for text
//! completion are in [`super::preset_samplers`].

use super::table::*;
use super::{Choice, Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema = KindSchema {
    kind: Kind::Preset,
    english: "Preset",
    chinese: "预设",
    parts: &[FIELDS, super::preset_samplers::FIELDS, REST],
};

const PROMPT_ROLE: Choice = Choice {
    values: &[
        word("system", "System", "系统"),
        word("user", "User", "用户"),
        word("assistant", "Assistant", "助手"),
        word("tool", "Tool", "工具"),
    ],
    open: false,
};

const PLACEMENT: Choice = Choice {
    values: &[
        word("relative", "In its place", "按顺序"),
        word("in_chat", "In the chat", "聊天中"),
        word("append", "Appended", "追加"),
        word("append_preset", "Appended to the preset", "追加到预设"),
        word("prepend_preset", "Put before the preset", "置于预设前"),
    ],
    open: true,
};

const CHOICE_TYPE: Choice = Choice {
    values: &[
        word("one", "One of many", "单选"),
        word("many", "Several", "多选"),
        word("toggle", "On or off", "开关"),
        word("input", "Free text", "输入"),
    ],
    open: false,
};

const CHAT: &str = "sillytavern-preset rolecall-preset marinara-preset lumiverse-preset";
const ST: &str = "sillytavern-preset rolecall-preset";
const MA: &str = "marinara-preset";
const GROUPED: &str = "rolecall-preset marinara-preset lumiverse-preset";
const CHOSEN: &str = "rolecall-preset marinara-preset";

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称", "rolecall-preset marinara-preset lumiverse-preset agnai-preset risu-preset", "The preset's name."),
    prose("description", "Description", "描述", "rolecall-preset marinara-preset lumiverse-preset agnai-preset", "What the preset is for."),
    flag("enabled", "On", "启用", "", "Whether it is used; absent means yes."),
    text("author", "Author", "作者", MA, "Who made it."),
    picture("coverUrl", "Cover", "封面", "lumiverse-preset", "Address of a picture for it."),
    text("version", "Version", "版本", "lumiverse-preset", "The author's label for this state."),
    list("prompts", "Prompts", "提示词", CHAT, "The pieces the request is put together from, in order."),
    group("prompts[]", "Prompt", "提示词", CHAT, "One piece."),
    identifier("prompts[].id", "Id", "ID", CHAT, "Its id, in the file's own spelling; never made anew.").required(),
    text("prompts[].name", "Name", "名称", CHAT, "What people call it."),
    prose("prompts[].content", "Content", "内容", CHAT, "The text; a marker has none."),
    choice("prompts[].role", &PROMPT_ROLE, "Role", "角色", CHAT, "Who the text speaks as."),
    flag("prompts[].enabled", "On", "启用", CHAT, "Whether it is used."),
    flag("prompts[].systemPrompt", "Built in", "系统内置", ST, "The app knows it by its id."),
    flag("prompts[].marker", "Marker", "占位", CHAT, "It holds a place the app fills, the chat history say."),
    text("prompts[].markerSlot", "Filled with", "占位内容", CHAT, "What the app fills it with."),
    choice("prompts[].placement", &PLACEMENT, "Placement", "放置方式", CHAT, "Whether it stands in its place or among the messages."),
    number("prompts[].injectionDepth", "Depth", "深度", CHAT, "Messages from the end, where it stands in the chat."),
    number("prompts[].injectionOrder", "Order", "顺序", ST, "Its place among prompts of one depth."),
    flag("prompts[].forbidOverrides", "Cards may not replace it", "禁止卡片覆盖", "sillytavern-preset rolecall-preset marinara-preset lumiverse-preset",
        "A card's own prompt does not take its place."),
    list("prompts[].injectionTrigger", "Generation types", "生成类型", "sillytavern-preset rolecall-preset lumiverse-preset",
        "The kinds of generation it takes part in; empty means all."),
    text("prompts[].injectionTrigger[]", "Generation type", "生成类型", "sillytavern-preset rolecall-preset lumiverse-preset", "One kind."),
    flag("prompts[].isDefault", "The app's own", "默认提示词", ST, "One of the pieces every preset of the app has."),
    identifier("prompts[].groupId", "Group", "分组", GROUPED, "The group it belongs to, by id."),
    flag("prompts[].wrapInXml", "Wrap in a tag", "包裹标签", MA, "The text is put between tags."),
    text("prompts[].xmlTagName", "Tag", "标签名", MA, "The name of the tag."),
    any("prompts[].extras", "More", "其他", CHAT, "Keys of the piece that no other field holds."),
    list("groups", "Groups", "分组", GROUPED, "Groups of prompts."),
    group("groups[]", "Group", "分组", GROUPED, "One group."),
    identifier("groups[].id", "Id", "ID", GROUPED, "Its id within the preset.").required(),
    text("groups[].name", "Name", "名称", GROUPED, "What people call it."),
    prose("groups[].content", "Content", "内容", GROUPED, "A text of the group itself."),
    identifier("groups[].parentGroupId", "Inside", "上级分组", MA, "The group it lies in, by id."),
    number("groups[].order", "Order", "顺序", MA, "Its place among the groups."),
    flag("groups[].enabled", "On", "启用", GROUPED, "Whether its prompts are used; absent means yes."),
    any("groups[].extras", "More", "其他", GROUPED, "Keys of the group that no other field holds."),
];

#[rustfmt::skip]
const REST: &[Field] = &[
    group("systemPrompts", "Built-in texts", "内置文本", ST, "Texts the app says at set moments."),
    prose("systemPrompts.impersonation", "Impersonation", "代写提示", ST, "Asks the model to write for the person."),
    prose("systemPrompts.newChat", "New chat", "新聊天", ST, "Said where the chat begins."),
    prose("systemPrompts.newGroupChat", "New group chat", "新群聊", ST, "Said where a group chat begins."),
    prose("systemPrompts.newExampleChat", "New example", "新示例对话", ST, "Said where an example begins."),
    prose("systemPrompts.continueNudge", "Continue", "继续提示", ST, "Asks the model to go on."),
    prose("systemPrompts.groupNudge", "Group turn", "群聊提示", ST, "Asks for the next speaker's turn."),
    prose("systemPrompts.assistantPrefill", "Prefill", "回复开头", CHAT, "The words every answer begins with."),
    prose("systemPrompts.assistantImpersonation", "Impersonation prefill", "代写开头", ST, "The words a text written for the person begins with."),
    group("templates", "Templates", "模板", ST, "How pieces of a card are wrapped."),
    prose("templates.worldInfoFormat", "World info", "世界书格式", ST, "Around world info; `{0}` is the text."),
    prose("templates.scenarioFormat", "Scenario", "场景格式", ST, "Around the scenario."),
    prose("templates.personalityFormat", "Personality", "性格格式", ST, "Around the personality."),
    group("behavior", "Behaviour", "行为", ST, "How messages are put together."),
    flag("behavior.wrapInQuotes", "Quote the person", "给用户加引号", ST, "The person's messages are put in quotes."),
    number("behavior.namesBehavior", "Names", "名称处理", ST, "How names go before messages, by the app's number."),
    text("behavior.sendIfEmpty", "When empty", "空输入时发送", ST, "Sent when the person sends nothing."),
    flag("behavior.continuePrefill", "Continue as prefill", "以预填继续", ST, "Going on uses the last answer as the beginning."),
    text("behavior.continuePostfix", "After continue", "继续后缀", ST, "What stands between the parts when going on."),
    group("apiOptions", "Request", "请求选项", ST, "How the request is sent."),
    flag("apiOptions.streamResponses", "Stream", "流式输出", CHAT, "The answer comes word by word."),
    flag("apiOptions.claudeUseSystemPrompt", "System prompt for Claude", "Claude 系统提示", ST, "Leading system messages go in their own place."),
    flag("apiOptions.useMakerSuiteSystemPrompt", "System prompt for Gemini", "Gemini 系统提示", ST, "The same for the other service."),
    flag("apiOptions.squashSystemMessages", "Join system messages", "合并系统消息", ST, "System messages in a row become one."),
    flag("apiOptions.functionCalling", "Tools", "函数调用", ST, "The model may call tools."),
    flag("apiOptions.showThoughts", "Show thoughts", "显示思考", ST, "The model's reasoning is asked for and shown."),
    text("apiOptions.reasoningEffort", "Reasoning effort", "推理强度", "sillytavern-preset rolecall-preset marinara-preset", "How much it reasons, by the service's word."),
    text("apiOptions.verbosity", "Verbosity", "详细程度", "sillytavern-preset marinara-preset", "How long it answers, by the service's word."),
    flag("apiOptions.enableWebSearch", "Web search", "联网搜索", ST, "The model may search the web."),
    flag("apiOptions.requestImages", "Ask for pictures", "请求图像", ST, "The model may answer with pictures."),
    group("media", "Media", "媒体", ST, "What of the messages' media is sent."),
    flag("media.imageInlining", "Send pictures", "发送图片", ST, "Pictures in messages are sent."),
    text("media.inlineImageQuality", "Picture quality", "图片质量", ST, "How finely they are sent, by the service's word."),
    flag("media.videoInlining", "Send films", "发送视频", ST, "Films in messages are sent."),
    group("generation", "Generation", "生成", ST, "Further settings of a request."),
    number("generation.seed", "Seed", "种子", "sillytavern-preset rolecall-preset sillytavern-textgen", "The random seed; -1 draws one each time."),
    number("generation.completions", "Answers at once", "回复数", ST, "How many answers are asked for."),
    flag("generation.maxContextUnlocked", "Large context", "解锁上下文", ST, "The app's own limit of the context is lifted."),
    text("generation.biasPreset", "Bias preset", "偏置预设", ST, "A list of biased phrases of the app, by name."),
    list("choices", "Choices", "选项", CHOSEN, "Questions the person answers before use."),
    group("choices[]", "Choice", "选项", CHOSEN, "One question."),
    identifier("choices[].id", "Id", "ID", CHOSEN, "Its id within the preset.").required(),
    text("choices[].key", "Variable", "变量", CHOSEN, "The variable the answer goes to."),
    text("choices[].label", "Label", "名称", CHOSEN, "The question.").required(),
    prose("choices[].readme", "Explanation", "说明", CHOSEN, "More about it."),
    choice("choices[].type", &CHOICE_TYPE, "Type", "类型", CHOSEN, "How it is answered.").required(),
    list("choices[].options", "Options", "选项", CHOSEN, "The answers to choose from."),
    group("choices[].options[]", "Option", "选项", CHOSEN, "One answer."),
    identifier("choices[].options[].id", "Id", "ID", CHOSEN, "Its id within the question.").required(),
    text("choices[].options[].label", "Label", "名称", CHOSEN, "What it says.").required(),
    prose("choices[].options[].description", "Description", "描述", CHOSEN, "More about it."),
    prose("choices[].options[].value", "Value", "值", CHOSEN, "The text it stands for."),
    list("choices[].options[].enablesPrompts", "Switches on", "启用的提示词", "rolecall-preset", "The prompts it switches on, by id."),
    identifier("choices[].options[].enablesPrompts[]", "Prompt", "提示词", "rolecall-preset", "One id."),
    any("choices[].options[].set", "Sets", "设置变量", "rolecall-preset", "Variables it sets."),
    any("choices[].default", "Default", "默认值", CHOSEN, "The answer when none is given."),
    number("choices[].min", "At least", "至少", CHOSEN, "How many must be chosen."),
    text("choices[].placeholder", "Placeholder", "占位文字", "rolecall-preset", "Shown in an empty field."),
    list("choices[].suggestions", "Suggestions", "建议", "rolecall-preset", "Answers offered for free text."),
    text("choices[].suggestions[]", "Suggestion", "建议", "rolecall-preset", "One of them."),
    text("choices[].separator", "Separator", "分隔符", CHOSEN, "What stands between several answers."),
    flag("choices[].randomPick", "Draw", "随机选择", MA, "The app draws the answer."),
    number("choices[].sortOrder", "Order", "顺序", CHOSEN, "Its place among the questions."),
    any("choices[].extras", "More", "其他", CHOSEN, "Keys of the question that no other field holds."),
];
