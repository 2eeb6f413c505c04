//! Keys of presets: those of the blocks' object (below `/data`), and those of the SillyTavern preset it leaves as.
//!
//! Sources: Lumiverse `frontend/src/lib/loom/types.ts`; SillyTavern 1.19 `openai.js` (`settingsToUpdate`).

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{Clear, FormatSpec, Lexicon, Shape, Widget, Wire, custom, kept, native, row};

const LOOM: &str = "Lumiverse lib/loom/types.ts";
const HUB: &str = "Lumiverse lumihub/types.ts";
const ST: &str = "SillyTavern openai.js settingsToUpdate";
const OURS: &str = "a setting of Lumiverse in a SillyTavern preset; SillyTavern hands it through";

/// How messages are reshaped; an empty text is none.
static SHAPES: Lexicon = Lexicon {
    pairs: &[
        ("\"\"", "none"),
        ("\"merge\"", "merge"),
        ("\"merge_tools\"", "merge_tools"),
        ("\"semi\"", "semi"),
        ("\"semi_tools\"", "semi_tools"),
        ("\"strict\"", "strict"),
        ("\"strict_tools\"", "strict_tools"),
        ("\"single\"", "single"),
        ("\"claude\"", "claude"),
    ],
    open: true,
    unknown: "SillyTavern knows no such shape.",
};

const fn text(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Text, Clear::Remove, source)
}

const fn number(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Number, Clear::Remove, source)
}

const fn flag(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Flag, Clear::Remove, source)
}

#[rustfmt::skip]
const BLOCKS: &[Wire] = &[
    text("/data/name", "name", LOOM),
    text("/data/description", "description", LOOM),
    text("/data/coverUrl", "coverUrl", LOOM),
    text("/data/presetVersion", "version", LOOM),
    text("/data/version", "version", "Lumiverse-PresetTools, sample exports"),
    number("/data/samplerOverrides/temperature", "samplers.temperature", LOOM),
    number("/data/samplerOverrides/topP", "samplers.topP", LOOM),
    number("/data/samplerOverrides/topK", "samplers.topK", LOOM),
    number("/data/samplerOverrides/minP", "samplers.minP", LOOM),
    number("/data/samplerOverrides/frequencyPenalty", "samplers.frequencyPenalty", LOOM),
    number("/data/samplerOverrides/presencePenalty", "samplers.presencePenalty", LOOM),
    number("/data/samplerOverrides/repetitionPenalty", "samplers.repetitionPenalty", LOOM),
    number("/data/samplerOverrides/contextSize", "samplers.maxContext", LOOM),
    number("/data/samplerOverrides/maxTokens", "samplers.maxTokens", LOOM),
    row("/data/advancedSettings/customStopStrings", "samplers.stopSequences", Shape::TextList, Clear::Remove, LOOM),
    flag("/data/samplerOverrides/streaming", "apiOptions.streamResponses", LOOM),
    text("/data/promptBehavior/impersonationPrompt", "systemPrompts.impersonation", LOOM),
    text("/data/promptBehavior/newChatPrompt", "systemPrompts.newChat", LOOM),
    text("/data/promptBehavior/newGroupChatPrompt", "systemPrompts.newGroupChat", LOOM),
    text("/data/promptBehavior/continueNudge", "systemPrompts.continueNudge", LOOM),
    text("/data/promptBehavior/groupNudge", "systemPrompts.groupNudge", LOOM),
    text("/data/promptBehavior/sendIfEmpty", "behavior.sendIfEmpty", LOOM),
    text("/data/completionSettings/assistantPrefill", "systemPrompts.assistantPrefill", LOOM),
    text("/data/completionSettings/assistantImpersonation", "systemPrompts.assistantImpersonation", LOOM),
    number("/data/completionSettings/namesBehavior", "behavior.namesBehavior", LOOM),
    flag("/data/completionSettings/continuePrefill", "behavior.continuePrefill", LOOM),
    text("/data/completionSettings/continuePostfix", "behavior.continuePostfix", LOOM),
    flag("/data/completionSettings/useSystemPrompt", "apiOptions.claudeUseSystemPrompt", LOOM),
    flag("/data/completionSettings/squashSystemMessages", "apiOptions.squashSystemMessages", LOOM),
    flag("/data/completionSettings/enableFunctionCalling", "apiOptions.functionCalling", LOOM),
    flag("/data/completionSettings/enableWebSearch", "apiOptions.enableWebSearch", LOOM),
    flag("/data/completionSettings/sendInlineMedia", "media.imageInlining", LOOM),
    number("/data/advancedSettings/seed", "generation.seed", LOOM),
    custom("/data/blocks", &[], LOOM),
    custom("/data/blocks/*/id", &["prompts[].id", "groups[].id"], LOOM),
    custom("/data/blocks/*/name", &["prompts[].name", "groups[].name"], LOOM),
    custom("/data/blocks/*/content", &["prompts[].content", "groups[].content"], LOOM),
    custom("/data/blocks/*/role", &["prompts[].role"], LOOM),
    custom("/data/blocks/*/enabled", &["prompts[].enabled", "groups[].enabled"], LOOM),
    custom("/data/blocks/*/position", &["prompts[].placement"], LOOM),
    custom("/data/blocks/*/depth", &["prompts[].injectionDepth"], LOOM),
    custom("/data/blocks/*/marker", &["prompts[].marker", "prompts[].markerSlot", "prompts[].groupId"], LOOM),
    custom("/data/blocks/*/isLocked", &["prompts[].forbidOverrides"], LOOM),
    custom("/data/blocks/*/injectionTrigger", &["prompts[].injectionTrigger"], LOOM),
    native("/data/blocks/*/color", ("Colour", "颜色"), ("The colour of the block in the app.", "区块在应用中的颜色。"), Widget::Colour, LOOM),
    native("/data/blocks/*/variables", ("Variables", "变量"),
        ("Questions the person answers before the block is used.", "使用此区块前由用户填写的变量。"), Widget::Json, LOOM),
    native("/data/blocks/*/placementBinding", ("Placement by a variable", "位置绑定"),
        ("Which answer of a variable puts the block where.", "按变量取值决定区块位置。"), Widget::Json, LOOM),
    native("/data/blocks/*/characterTagTrigger", ("Character tags", "角色标签触发"),
        ("The block is used with characters of these tags.", "仅对带有这些标签的角色使用。"), Widget::Json, LOOM),
    native("/data/blocks/*/categoryMode", ("Choice within the category", "分类选择方式"),
        ("Whether one block of the category is on or any number.", "分类内单选或多选。"), Widget::Choice(&["radio", "checkbox"]), LOOM),
    kept("/data/blocks/*/group", "the category a block is listed in; its place among the blocks says the same", LOOM),
    kept("/data/blocks/*/sealed", "the block's text is protected and not in the file", LOOM),
    kept("/data/blocks/*/sealedKey", "the block's text is protected and not in the file", LOOM),
    kept("/data/blocks/*/sealedSource", "the block's text is protected and not in the file", LOOM),
    kept("/data/blocks/*/sealedOriginPresetId", "the block's text is protected and not in the file", LOOM),
    kept("/data/blocks/*/sealedOriginVersion", "the block's text is protected and not in the file", LOOM),
    kept("/data/blocks/*/sealedSha256", "the block's text is protected and not in the file", LOOM),
    custom("/data/promptVariables", &["prompts[].content"], LOOM),
    native("/data/samplerOverrides/enabled", ("Own sampling", "覆盖采样设置"),
        ("The preset's sampling takes the place of the connection's.", "以预设采样设置取代连接设置。"), Widget::Toggle, LOOM),
    native("/data/promptBehavior/emptySendNudge", ("Nudge on empty", "空发送提示"),
        ("Said when the person sends nothing.", "用户空发送时加入的提示。"), Widget::Text, LOOM),
    native("/data/completionSettings/includeUsage", ("Count tokens", "返回用量"),
        ("The service is asked how many tokens it used.", "要求服务返回词元用量。"), Widget::Toggle, LOOM),
    native("/data/advancedSettings/collapseMessages", ("Join all messages", "合并全部消息"),
        ("All messages leave as one.", "将所有消息合并为一条。"), Widget::Toggle, LOOM),
    native("/data/customBody", ("Request body", "自定义请求体"), ("JSON added to every request.", "附加到每个请求的 JSON。"), Widget::Json, LOOM),
    native("/data/modelProfiles", ("Model profiles", "模型配置"), ("Settings for single models.", "针对单个模型的设置。"), Widget::Json, LOOM),
    native("/data/extensions/regex_scripts", ("Regex scripts", "正则脚本"),
        ("Scripts that come with the preset. Shown, never run here.", "随预设附带的脚本。仅显示，绝不运行。"), Widget::Json, LOOM),
    native("/data/regex_scripts", ("Regex scripts", "正则脚本"),
        ("Scripts that come with the preset. Shown, never run here.", "随预设附带的脚本。仅显示，绝不运行。"), Widget::Json, HUB),
    kept("/data/id", "the app's own id of the preset", LOOM),
    kept("/data/engine", "the app's way of putting prompts together", "Lumiverse types/preset.ts"),
    kept("/data/lumihubMeta", "where the preset lies on the hub", LOOM),
    kept("/data/passthroughMetadata", "what the app keeps of newer presets", LOOM),
    kept("/data/schemaVersion", "the version of the shape", LOOM),
    kept("/data/createdAt", "when the app stored the preset", LOOM),
    kept("/data/updatedAt", "when the app stored the preset", LOOM),
    kept("/data/cacheRevision", "the app's own count of changes", LOOM),
    kept("/data/source", "where the preset was installed from", LOOM),
    kept("/data/isDefault", "whether it is the account's usual preset", LOOM),
    kept("/data/lastProfileKey", "the model that was used last", LOOM),
];

#[rustfmt::skip]
const WRAPPER: &[Wire] = &[
    custom("/type", &[], HUB),
    custom("/schemaVersion", &[], HUB),
    text("/cover_url", "coverUrl", HUB),
    kept("/compatibility", "which versions of the app take the preset", HUB),
    native("/regex_scripts", ("Regex scripts", "正则脚本"),
        ("Scripts that come with the preset. Shown, never run here.", "随预设附带的脚本。仅显示，绝不运行。"), Widget::Json, HUB),
];

#[rustfmt::skip]
const FLAT: &[Wire] = &[
    custom("/_lumiverse_source", &[], OURS),
    text("/_lumiverse_name", "name", OURS),
    text("/_lumiverse_description", "description", OURS),
    text("/_lumiverse_author", "author", OURS),
    text("/_lumiverse_cover_url", "coverUrl", OURS),
    text("/_lumiverse_version", "version", OURS),
    row("/_lumiverse_custom_stop_strings", "samplers.stopSequences", Shape::TextList, Clear::Remove, OURS),
    number("/temperature", "samplers.temperature", ST),
    number("/frequency_penalty", "samplers.frequencyPenalty", ST),
    number("/presence_penalty", "samplers.presencePenalty", ST),
    number("/top_p", "samplers.topP", ST),
    number("/top_k", "samplers.topK", ST),
    number("/top_a", "samplers.topA", ST),
    number("/min_p", "samplers.minP", ST),
    number("/repetition_penalty", "samplers.repetitionPenalty", ST),
    number("/openai_max_context", "samplers.maxContext", ST),
    number("/openai_max_tokens", "samplers.maxTokens", ST),
    row("/custom_prompt_post_processing", "samplers.promptPostProcessing", Shape::Word(&SHAPES), Clear::Remove, ST),
    text("/impersonation_prompt", "systemPrompts.impersonation", ST),
    text("/new_chat_prompt", "systemPrompts.newChat", ST),
    text("/new_group_chat_prompt", "systemPrompts.newGroupChat", ST),
    text("/new_example_chat_prompt", "systemPrompts.newExampleChat", ST),
    text("/continue_nudge_prompt", "systemPrompts.continueNudge", ST),
    text("/group_nudge_prompt", "systemPrompts.groupNudge", ST),
    text("/assistant_prefill", "systemPrompts.assistantPrefill", ST),
    text("/assistant_impersonation", "systemPrompts.assistantImpersonation", ST),
    text("/wi_format", "templates.worldInfoFormat", ST),
    text("/scenario_format", "templates.scenarioFormat", ST),
    text("/personality_format", "templates.personalityFormat", ST),
    flag("/wrap_in_quotes", "behavior.wrapInQuotes", ST),
    number("/names_behavior", "behavior.namesBehavior", ST),
    text("/send_if_empty", "behavior.sendIfEmpty", ST),
    flag("/continue_prefill", "behavior.continuePrefill", ST),
    text("/continue_postfix", "behavior.continuePostfix", ST),
    flag("/stream_openai", "apiOptions.streamResponses", ST),
    flag("/claude_use_sysprompt", "apiOptions.claudeUseSystemPrompt", ST),
    flag("/use_makersuite_sysprompt", "apiOptions.useMakerSuiteSystemPrompt", ST),
    flag("/squash_system_messages", "apiOptions.squashSystemMessages", ST),
    flag("/function_calling", "apiOptions.functionCalling", ST),
    flag("/show_thoughts", "apiOptions.showThoughts", ST),
    text("/reasoning_effort", "apiOptions.reasoningEffort", ST),
    text("/verbosity", "apiOptions.verbosity", ST),
    flag("/enable_web_search", "apiOptions.enableWebSearch", ST),
    flag("/request_images", "apiOptions.requestImages", ST),
    flag("/image_inlining", "media.imageInlining", ST),
    text("/inline_image_quality", "media.inlineImageQuality", ST),
    flag("/video_inlining", "media.videoInlining", ST),
    number("/seed", "generation.seed", ST),
    number("/n", "generation.completions", ST),
    flag("/max_context_unlocked", "generation.maxContextUnlocked", ST),
    text("/bias_preset_selected", "generation.biasPreset", ST),
    custom("/prompts", &[], ST),
    custom("/prompts/*/identifier", &["prompts[].id", "groups[].id"], ST),
    custom("/prompts/*/name", &["prompts[].name", "groups[].name"], ST),
    custom("/prompts/*/content", &["prompts[].content", "groups[].content"], ST),
    custom("/prompts/*/role", &["prompts[].role"], ST),
    custom("/prompts/*/system_prompt", &["prompts[].systemPrompt"], ST),
    custom("/prompts/*/marker", &["prompts[].marker"], ST),
    custom("/prompts/*/lumiverse_slot", &["prompts[].markerSlot"], OURS),
    custom("/prompts/*/lumiverse_enabled", &[], OURS),
    custom("/prompts/*/lumiverse_role", &[], OURS),
    custom("/prompts/*/injection_position", &["prompts[].placement"], ST),
    custom("/prompts/*/injection_depth", &["prompts[].injectionDepth"], ST),
    custom("/prompts/*/injection_order", &["prompts[].injectionOrder"], ST),
    custom("/prompts/*/injection_trigger", &["prompts[].injectionTrigger"], ST),
    custom("/prompts/*/forbid_overrides", &["prompts[].forbidOverrides"], ST),
    custom("/prompt_order", &["prompts[].enabled", "prompts[].groupId", "groups[].enabled"], ST),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "lumiverse-preset",
    platform: "lumiverse",
    kind: Kind::Preset,
    title: "Lumiverse preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[BLOCKS, WRAPPER, FLAT],
    private: &[],
    source: "Lumiverse lib/loom/{types,service,constants}.ts; SillyTavern openai.js",
};
