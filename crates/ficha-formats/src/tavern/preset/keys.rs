//! The keys of a chat completion preset, for every platform that speaks its grammar.
//!
//! Source: SillyTavern 1.19 `public/scripts/openai.js` (`settingsToUpdate`, `sensitiveFields`,
//! `migrateChatCompletionSettings`) and `PromptManager.js`. Keys the app renamed are two spellings of one field: an older
//! file keeps the old one, a new one gets the new.

use ficha_json::Node;
use serde_json::{Value, json};

use crate::format::{Clear, Form, IdFrom, Items, Lexicon, Shape, Widget, Wire, custom, kept, list, native, row};
use crate::notes::NoteCode;
use crate::overlay::{Said, Writes, is_blank};

const ST: &str = "SillyTavern openai.js settingsToUpdate";
const OLD: &str = "SillyTavern openai.js migrateChatCompletionSettings";
const PROMPT: &str = "SillyTavern PromptManager.js";

static POST_PROCESSING: Lexicon = Lexicon {
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
    unknown: "SillyTavern knows no such way of reshaping messages.",
};

static ROLE: Lexicon = Lexicon {
    pairs: &[("\"system\"", "system"), ("\"user\"", "user"), ("\"assistant\"", "assistant")],
    open: false,
    unknown: "A prompt of SillyTavern speaks as the system, the person or the model.",
};

static PLACEMENT: Lexicon = Lexicon {
    pairs: &[("0", "relative"), ("1", "in_chat")],
    open: true,
    unknown: "A prompt of SillyTavern stands in its place or in the chat.",
};

static PROMPTS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("identifier"),
    numbers: false,
    fresh: r#"{"identifier": "", "name": ""}"#,
    decode: None,
    encode: Some(encode_prompt),
};

/// A prompt with a text of its own has to say who speaks.
fn encode_prompt(_: &Value, new: &Value, row: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let is_marker = new.get("marker") == Some(&Value::Bool(true));
    if row.is_none() && !is_marker && is_blank(new.get("role")) {
        writes.set("/role", json!("system"));
        said.explain_field(
            "role",
            NoteCode::FilledDefault,
            "A prompt has to say who speaks; the system does by default.",
        );
    }
}

const fn number(key: &'static str, path: &'static str) -> Wire {
    row(key, path, Shape::Number, Clear::Remove, ST)
}

const fn text(key: &'static str, path: &'static str) -> Wire {
    row(key, path, Shape::Text, Clear::Empty, ST)
}

const fn flag(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Flag, Clear::Remove, source)
}

/// Settings of one value.
#[rustfmt::skip]
pub(crate) const SCALARS: &[Wire] = &[
    row("/name", "name", Shape::FilledText, Clear::Remove, "presets shared by people; the app goes by the file's name"),
    number("/temperature", "samplers.temperature"),
    number("/frequency_penalty", "samplers.frequencyPenalty"),
    number("/presence_penalty", "samplers.presencePenalty"),
    number("/top_p", "samplers.topP"),
    number("/top_k", "samplers.topK"),
    number("/top_a", "samplers.topA"),
    number("/min_p", "samplers.minP"),
    number("/repetition_penalty", "samplers.repetitionPenalty"),
    number("/openai_max_context", "samplers.maxContext"),
    number("/openai_max_tokens", "samplers.maxTokens"),
    row("/custom_prompt_post_processing", "samplers.promptPostProcessing", Shape::Word(&POST_PROCESSING), Clear::Remove, ST),
    text("/impersonation_prompt", "systemPrompts.impersonation"),
    text("/new_chat_prompt", "systemPrompts.newChat"),
    text("/new_group_chat_prompt", "systemPrompts.newGroupChat"),
    text("/new_example_chat_prompt", "systemPrompts.newExampleChat"),
    text("/continue_nudge_prompt", "systemPrompts.continueNudge"),
    text("/group_nudge_prompt", "systemPrompts.groupNudge"),
    text("/assistant_prefill", "systemPrompts.assistantPrefill"),
    text("/assistant_impersonation", "systemPrompts.assistantImpersonation"),
    text("/wi_format", "templates.worldInfoFormat"),
    text("/scenario_format", "templates.scenarioFormat"),
    text("/personality_format", "templates.personalityFormat"),
    flag("/wrap_in_quotes", "behavior.wrapInQuotes", "SillyTavern openai.js, older versions"),
    number("/names_behavior", "behavior.namesBehavior"),
    text("/send_if_empty", "behavior.sendIfEmpty"),
    flag("/continue_prefill", "behavior.continuePrefill", ST),
    text("/continue_postfix", "behavior.continuePostfix"),
    flag("/stream_openai", "apiOptions.streamResponses", ST),
    flag("/use_sysprompt", "apiOptions.claudeUseSystemPrompt", ST),
    flag("/claude_use_sysprompt", "apiOptions.claudeUseSystemPrompt", OLD),
    flag("/use_makersuite_sysprompt", "apiOptions.useMakerSuiteSystemPrompt", OLD),
    flag("/squash_system_messages", "apiOptions.squashSystemMessages", ST),
    flag("/function_calling", "apiOptions.functionCalling", ST),
    flag("/show_thoughts", "apiOptions.showThoughts", ST),
    text("/reasoning_effort", "apiOptions.reasoningEffort"),
    text("/verbosity", "apiOptions.verbosity"),
    flag("/enable_web_search", "apiOptions.enableWebSearch", ST),
    flag("/request_images", "apiOptions.requestImages", ST),
    flag("/media_inlining", "media.imageInlining", ST),
    flag("/image_inlining", "media.imageInlining", OLD),
    flag("/video_inlining", "media.videoInlining", OLD),
    text("/inline_image_quality", "media.inlineImageQuality"),
    number("/seed", "generation.seed"),
    number("/n", "generation.completions"),
    flag("/max_context_unlocked", "generation.maxContextUnlocked", ST),
    text("/bias_preset_selected", "generation.biasPreset"),
];

/// The prompts, and what the app keeps beside.
#[rustfmt::skip]
pub(crate) const OWN: &[Wire] = &[
    list("/prompts", "prompts", &PROMPTS, PROMPT),
    custom("/prompts/*/identifier", &["prompts[].id"], PROMPT),
    row("/prompts/*/name", "prompts[].name", Shape::Text, Clear::Empty, PROMPT),
    row("/prompts/*/content", "prompts[].content", Shape::Text, Clear::Remove, PROMPT),
    row("/prompts/*/role", "prompts[].role", Shape::Word(&ROLE), Clear::Remove, PROMPT),
    flag("/prompts/*/enabled", "prompts[].enabled", PROMPT),
    flag("/prompts/*/system_prompt", "prompts[].systemPrompt", PROMPT),
    flag("/prompts/*/marker", "prompts[].marker", PROMPT),
    row("/prompts/*/injection_position", "prompts[].placement", Shape::Word(&PLACEMENT), Clear::Remove, PROMPT),
    row("/prompts/*/injection_depth", "prompts[].injectionDepth", Shape::Number, Clear::Remove, PROMPT),
    row("/prompts/*/injection_order", "prompts[].injectionOrder", Shape::Number, Clear::Remove, PROMPT),
    row("/prompts/*/injection_trigger", "prompts[].injectionTrigger", Shape::TextList, Clear::Empty, PROMPT),
    flag("/prompts/*/forbid_overrides", "prompts[].forbidOverrides", PROMPT),
    kept("/prompts/*/extension", "an extension put the prompt there", PROMPT),
    kept("/prompts/*/position", "where an extension put the prompt", PROMPT),
    custom("/prompt_order", &["prompts[].enabled"], PROMPT),

    native("/extensions", ("Extensions", "扩展"),
        ("What extensions keep with the preset.", "扩展随预设保存的数据。"), Widget::Json, ST),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    native("/main_prompt", ("Main prompt, older", "主提示（旧版）"),
        ("The main prompt as files had it before there was a list.", "提示词列表出现之前的主提示。"), Widget::Text, OLD),
    native("/nsfw_prompt", ("Auxiliary prompt, older", "辅助提示（旧版）"),
        ("The auxiliary prompt as files had it before there was a list.", "提示词列表出现之前的辅助提示。"), Widget::Text, OLD),
    native("/jailbreak_prompt", ("Post-history prompt, older", "历史后提示（旧版）"),
        ("The post-history prompt as files had it before there was a list.", "提示词列表出现之前的历史后提示。"), Widget::Text, OLD),
    native("/jailbreak_system", ("Post-history as system, older", "历史后提示作系统消息（旧版）"),
        ("Whether that prompt speaks as the system.", "该提示是否以系统身份发送。"), Widget::Toggle, OLD),
    native("/human_sysprompt_message", ("First message for Claude, older", "Claude 首条消息（旧版）"),
        ("What the person says first where a system prompt stands alone.", "只有系统提示时用户的首条消息。"), Widget::Text, OLD),
    native("/names_in_completion", ("Names in completion, older", "补全中的名称（旧版）"),
        ("Whether names went along before there were choices.", "旧版中是否附带名称。"), Widget::Toggle, OLD),
    native("/audio_inlining", ("Send sound, older", "发送音频（旧版）"),
        ("Sound in messages is sent; now one switch for all media.", "发送消息中的音频；现合并为一个开关。"), Widget::Toggle, OLD),
    native("/count_penalty", ("Count penalty, older", "计数惩罚（旧版）"),
        ("A sampler of one service that is gone.", "某服务已移除的采样参数。"), Widget::Number, OLD),
    native("/tool_reasoning_mode", ("Reasoning with tools", "工具推理模式"),
        ("How reasoning goes along when the model calls tools.", "模型调用工具时如何处理推理。"), Widget::Line, ST),
    native("/tool_call_recurse_limit", ("Calls in a row", "连续工具调用上限"),
        ("How often the model may call tools before it answers.", "回复前最多可连续调用工具的次数。"), Widget::Number, ST),
    native("/request_image_aspect_ratio", ("Shape of pictures", "图像宽高比"),
        ("The shape of pictures asked of the model.", "向模型请求的图像宽高比。"), Widget::Line, ST),
    native("/request_image_resolution", ("Size of pictures", "图像分辨率"),
        ("The size of pictures asked of the model.", "向模型请求的图像分辨率。"), Widget::Line, ST),
];

/// Settings of a connection: which service, which model, which address.
const CONNECTION: &[&str] = &[
    "/chat_completion_source",
    "/group_models",
    "/sort_models",
    "/openai_model",
    "/claude_model",
    "/windowai_model",
    "/openrouter_model",
    "/openrouter_use_fallback",
    "/openrouter_providers",
    "/openrouter_quantizations",
    "/openrouter_allow_fallbacks",
    "/openrouter_middleout",
    "/openrouter_group_models",
    "/openrouter_sort_models",
    "/openrouter_force_instruct",
    "/ai21_model",
    "/mistralai_model",
    "/cohere_model",
    "/perplexity_model",
    "/groq_model",
    "/chutes_model",
    "/siliconflow_model",
    "/siliconflow_endpoint",
    "/minimax_model",
    "/minimax_endpoint",
    "/electronhub_model",
    "/nanogpt_model",
    "/nanogpt_provider",
    "/nanogpt_payg_override",
    "/deepseek_model",
    "/aimlapi_model",
    "/xai_model",
    "/pollinations_model",
    "/pollinations_endpoint",
    "/moonshot_model",
    "/fireworks_model",
    "/cometapi_model",
    "/custom_model",
    "/google_model",
    "/vertexai_model",
    "/vertexai_auth_mode",
    "/zai_model",
    "/zai_endpoint",
    "/workers_ai_model",
    "/azure_api_version",
    "/azure_openai_model",
    "/show_external_models",
    "/bypass_status_check",
    "/api_url_scale",
    "/use_alt_scale",
    "/use_ai21_tokenizer",
    "/use_google_tokenizer",
    "/websearch_cohere",
];

/// What the app never lets out of a preset without asking.
pub(crate) const SENSITIVE: &[&str] = &[
    "/reverse_proxy",
    "/proxy_password",
    "/custom_url",
    "/custom_include_body",
    "/custom_exclude_body",
    "/custom_include_headers",
    "/vertexai_region",
    "/vertexai_express_project_id",
    "/azure_base_url",
    "/azure_deployment_name",
    "/workers_ai_account_id",
];

/// Which service, model and address, as keys that stay.
pub(crate) fn connection() -> &'static [Wire] {
    let models = CONNECTION.iter().map(|key| kept(key, "which service and model the preset was made for", ST));
    let secrets = SENSITIVE
        .iter()
        .map(|key| kept(key, "an address or secret of the person's own", "SillyTavern openai.js sensitiveFields"));
    Box::leak(models.chain(secrets).collect::<Vec<Wire>>().into_boxed_slice())
}
