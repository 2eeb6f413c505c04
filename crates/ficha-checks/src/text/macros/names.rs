//! Which macros each platform knows, by the platform's id in the formats. A platform without a table is not judged by
//! one: names any table has are known there.

/// Names every app of the field replaces.
pub const EVERYWHERE: &[&str] = &["char", "user"];

/// What the V3 card specification names.
#[rustfmt::skip]
const SPECIFIED: &[&str] = &["random", "pick", "roll", "hidden_key", "comment", "reverse", "original"];

#[rustfmt::skip]
const SILLYTAVERN: &[&str] = &[
    "bot", "description", "personality", "scenario", "persona", "mesexamples", "mesexamplesraw", "charversion",
    "char_version", "charprompt", "charinstruction", "charjailbreak", "chardepthprompt", "charcreatornotes",
    "creatornotes", "charfirstmessage", "chardescription", "charpersonality", "charscenario", "group", "groupnotmuted",
    "notchar", "charifnotgroup", "model", "input", "lastmessage", "lastmessageid", "lastusermessage",
    "lastcharmessage", "firstincludedmessageid", "firstdisplayedmessageid", "allchatrange", "currentswipeid",
    "lastswipeid", "lastgenerationtype", "ismobile", "newline", "trim", "noop", "space", "time", "date", "weekday",
    "isotime", "isodate", "datetimeformat", "timediff", "idle_duration", "idleduration", "banned", "getvar", "setvar",
    "addvar", "incvar", "decvar", "hasvar", "deletevar", "flushvar", "getglobalvar", "setglobalvar", "addglobalvar",
    "incglobalvar", "decglobalvar", "hasglobalvar", "deleteglobalvar", "varexists", "outlet", "maxprompt",
    "maxprompttokens", "maxcontext", "maxcontexttokens", "maxresponse", "maxresponsetokens", "systemprompt",
    "defaultsystemprompt", "globalsystemprompt", "chatstart", "chatseparator", "exampleseparator", "wibefore",
    "wiafter", "lorebefore", "loreafter", "anchorbefore", "anchorafter", "summary", "authorsnote",
    "charauthorsnote", "defaultauthorsnote", "match", "hasextension", "if", "else", "each", "unless", "with", "system",
    "jailbreak", "bias", "reasoning", "reasoningprefix", "reasoningsuffix", "reasoningseparator", "instructinput",
    "instructuserprefix", "instructusersuffix", "instructoutput", "instructassistantprefix",
    "instructassistantsuffix", "instructseparator", "instructsystem", "instructsystemprefix",
    "instructsystemsuffix", "instructsystempromptprefix", "instructsystempromptsuffix", "instructstop",
    "instructuserfiller", "instructsysteminstructionprefix", "instructfirstoutput", "instructlastoutput",
    "instructfirstassistantprefix", "instructlastassistantprefix", "instructfirstinput", "instructlastinput",
    "instructfirstuserprefix", "instructlastuserprefix", "tokens", "worldinfo", "charavatarpath", "impersonate",
    "firstmessage", "lastchatmessage", "chatid", "img", "pollination",
];

#[rustfmt::skip]
const RISU: &[&str] = &[
    "bot", "charpersona", "personality", "description", "chardesc", "scenario", "exampledialogue", "example_dialogue",
    "examplemessage", "persona", "userpersona", "user_persona", "mainprompt", "main_prompt", "systemprompt",
    "system_prompt", "jb", "jailbreak", "globalnote", "global_note", "systemnote", "ujb", "lorebook", "world_info",
    "worldinfo", "history", "messages", "chatindex", "chat_index", "userhistory", "user_history", "usermessages",
    "charhistory", "char_history", "charmessages", "lastmessage", "last_message", "lastmessageid",
    "lastmessageindex", "last_message_id", "firstmsgindex", "first_msg_index", "firstmessageindex", "blank", "none",
    "time", "date", "isotime", "isodate", "datetimeformat", "datetime", "unixtime", "messagetime", "message_time",
    "messagedate", "message_date", "messageunixtimearray", "message_unixtime_array", "messageidleduration",
    "message_idle_duration", "idleduration", "idle_duration", "br", "newline", "model", "axmodel", "role", "isfirstmsg",
    "is_first_msg", "isfirstmessage", "is_first_message", "maxcontext", "max_context", "previouscharchat",
    "previous_char_chat", "lastcharmessage", "previoususerchat", "previous_user_chat", "lastusermessage", "jbtoggled",
    "jb_toggled", "randint", "rollp", "rollpick", "dice", "raw", "img", "image", "asset", "emotion", "audio", "bg",
    "bgm", "video", "video-img", "videoimg", "inlay", "inlayed", "inlayeddata", "path", "source", "getvar", "setvar",
    "addvar", "setdefaultvar", "getglobalvar", "tempvar", "gettempvar", "settempvar", "return", "button", "risu", "calc",
    "equal", "notequal", "not_equal", "greater", "less", "greaterequal", "greater_equal", "lessequal", "less_equal",
    "and", "or", "not", "xor", "startswith", "endswith", "contains", "replace", "split", "join", "spread", "trim",
    "length", "arraylength", "array_length", "lower", "upper", "capitalize", "round", "floor", "ceil", "abs", "remaind",
    "pow", "previouschatlog", "previous_chat_log", "tonumber", "arrayelement", "array_element", "dictelement",
    "dict_element", "objectelement", "object_element", "makearray", "make_array", "array", "makedict", "make_dict",
    "dict", "object", "makeobject", "make_object", "arrayshift", "array_shift", "arraypop", "array_pop", "arraypush",
    "array_push", "arraysplice", "array_splice", "arrayassert", "array_assert", "objectassert", "object_assert",
    "dictassert", "dict_assert", "element", "ele", "range", "filter", "all", "any", "iserror", "is_error", "min", "max",
    "sum", "average", "fixnum", "fix_num", "fixnumber", "unicodeencode", "unicode_encode", "u", "ue", "unicodedecode",
    "unicode_decode", "unicodeencodefromhex", "hash", "fromhex", "from_hex", "tohex", "to_hex", "screenwidth",
    "screen_width", "screenheight", "screen_height", "emotionlist", "assetlist", "prefillsupported",
    "prefill_supported", "chardisplayasset", "moduleenabled", "module_enabled", "moduleassetlist",
    "module_assetlist", "metadata", "triggerid", "trigger_id", "file", "bkspc", "erase", "tex", "latex", "katex", "ruby",
    "furigana", "codeblock", "code", "slot", "position", "crypt", "crypto", "caesar", "encrypt", "decrypt", "xorencrypt",
    "xorencode", "xore", "xordecrypt", "xordecode", "xord", "cbr", "cnl", "cnewline", "decbo", "decbc", "bo", "bc",
    "displayescapedcurlybracketopen", "ddecbo", "ddecbc", "debo", "debc", "displayescapedbracketopen",
    "displayescapedbracketclose", "displayescapedanglebracketopen", "displayescapedanglebracketclose", "deabo",
    "deabc", "displayescapedcolon", "dec", "displayescapedsemicolon", "if", "if_pure", "each", "call", "func", "when",
    "pure", "else", "data", "chardata", "charname", "declare", "settempvariable", "bkspace", "user_name", "iserror2",
    "firstmessage",
];

#[rustfmt::skip]
const AGNAI: &[&str] = &[
    "bot", "post", "history", "scenario", "memory", "lorebook", "personality", "persona", "example_dialogue",
    "all_personalities", "ujb", "impersonating", "chat_age", "idle_duration", "system_prompt", "chat_embed",
    "user_embed", "example", "self", "if", "each", "else", "lowpriority", "insert", "user_personality", "longterm_memory",
    "value", "jsonname", "chat_summary",
];

#[rustfmt::skip]
const CHUB: &[&str] = &["bot", "persona", "description", "personality", "scenario", "mesexamples", "time", "date", "weekday"];

#[rustfmt::skip]
const PYGMALION: &[&str] = &["bot", "persona", "scenario", "personality"];

#[rustfmt::skip]
const KOBOLDAI: &[&str] = &["bot", "random", "input", "output", "input_end", "output_end", "system", "system_end"];

#[rustfmt::skip]
const VOXTA: &[&str] = &["bot", "scenario_chars", "variables", "if", "end", "else", "for"];

/// Names other apps take from SillyTavern's and add to.
#[rustfmt::skip]
const LUMIVERSE: &[&str] = &[
    "chargroupfocused", "lumiabehaviors", "lumiapersonality", "lumiadef", "lumiacouncil", "loomutils", "loomstyle",
    "loomretrofits", "presetblock", "memories", "chatmemory", "regex", "upperfirst", "wrap", "user_pronoun",
];

#[rustfmt::skip]
const ROLECALL: &[&str] = &["choice", "getvarkey", "setvarkey", "regex", "upper", "lower", "message_history", "lore", "cot"];

/// Beginnings of names that carry a figure or a word behind them.
#[rustfmt::skip]
pub const PREFIXED: &[&str] = &["time_utc", "datetimeformat", "instruct", "slot", "random_user"];

/// Every table.
pub const ALL: &[&[&str]] =
    &[SPECIFIED, SILLYTAVERN, RISU, AGNAI, CHUB, PYGMALION, KOBOLDAI, VOXTA, LUMIVERSE, ROLECALL];

/// The tables of a platform; `None` where nobody wrote one.
pub fn of(platform: &str) -> Option<&'static [&'static [&'static str]]> {
    Some(match platform {
        "sillytavern" | "tavern" | "nativetavern" => &[SPECIFIED, SILLYTAVERN],
        "risu" => &[SPECIFIED, RISU],
        "agnai" => &[SPECIFIED, AGNAI],
        "chub" => &[SPECIFIED, CHUB],
        "pygmalion" | "tavernai" | "textgenwebui" | "characterai" => &[PYGMALION],
        "koboldai" => &[KOBOLDAI],
        "voxta" => &[VOXTA],
        "lumiverse" => &[SPECIFIED, SILLYTAVERN, LUMIVERSE],
        "marinara" => &[SPECIFIED, SILLYTAVERN],
        "rolecall" => &[SPECIFIED, SILLYTAVERN, ROLECALL],
        _ => return None,
    })
}
