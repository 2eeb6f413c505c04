//! Titles and rules of what keeps a story from starting. In English a finding says the problem's own sentence, which
//! names what is wrong at that very place; in Chinese it says the rule.

use super::{Both, FindingWords};

const fn problem(code: &'static str, title: Both, rule: &'static str) -> FindingWords {
    FindingWords { code, title, message: ["{said}", rule], hint: ["{hint}", ""] }
}

#[rustfmt::skip]
pub(crate) const PROBLEMS: &[FindingWords] = &[
    problem("world-file", ["World file cannot be read", "世界文件无法读取"], "world.json 缺失、无法读取，或来自另一个版本。"),
    problem("file-unreadable", ["File cannot be read", "文件无法读取"], "文件不是有效的 UTF-8 JSON、键重复、嵌套过深，或是链接。"),
    problem("file-too-big", ["File is too big", "文件过大"], "文件超过了允许的大小。"),
    problem("bad-id", ["File name is no id", "文件名不是有效的标识"], "文件名只能由字母、数字、连字符和下划线组成，并以 .json 结尾。"),
    problem("id-clash", ["Two files under one name", "文件名冲突"], "同一类中有两个文件的名称只在大小写或写法上不同。"),
    problem("field-missing", ["Something is missing", "缺少必填字段"], "缺少一个必填字段。"),
    problem("field-type", ["Wrong kind of value", "值的类型不对"], "字段的值类型不对。"),
    problem("field-range", ["Value out of range", "值超出范围"], "字段的值过长、过短或超出允许的范围。"),
    problem("dangling", ["Names nothing", "引用不存在"], "引用的对象在世界中不存在。"),
    problem("no-place", ["No place at all", "没有任何地点"], "世界至少需要一个地点。"),
    problem("no-start", ["Nowhere to begin", "没有起点"], "可扮演的角色没有起始地点，或世界没有任何起始地点。"),
    problem("place-loop", ["Places lie in each other", "地点互相包含"], "上级地点的链条绕回了自身。"),
    problem("way-self", ["Way to the same place", "通往自身的路"], "这条路通往它所在的地点。"),
    problem("way-twice", ["Way given twice", "道路重复"], "有两条同名的路通往同一地点。"),
    problem("held-and-placed", ["Held and lying somewhere", "既被持有又在某处"], "物品不能既被人持有，又放在某个地点。"),
    problem("edge-self", ["Relationship to oneself", "与自己的关系"], "人物关系指向了自己。"),
    problem("edge-twice", ["Relationship given twice", "关系重复"], "同一对人物之间有两条同向的关系。"),
    problem("scope-known-by", ["Known to all and listed", "范围与知情者矛盾"], "人人皆知的设定不能再列出知情者。"),
    problem("knowledge-way", ["Knows a way that is not there", "知道不存在的路"], "角色所知的路在该地点并不存在。"),
    problem("var-key", ["Key of a value", "数值的键无效"], "键只能由小写英文字母、数字和下划线组成，并以字母开头。"),
    problem("var-key-taken", ["Key given twice", "数值的键重复"], "已有另一个数值使用了这个键。"),
    problem("var-feeling", ["Feelings exist already", "情感无需声明"], "情感本来就有，不需要声明为数值。"),
    problem("var-type", ["Type of a value", "数值的类型无效"], "数值的类型或所属对象无效。"),
    problem("var-limits", ["Limits of a value", "数值的界限无效"], "最小值必须小于最大值，步长必须大于零。"),
    problem("var-bands-rise", ["Bands do not rise", "分段没有递增"], "分段的起点必须逐段递增，名称不得重复。"),
    problem("var-bands-range", ["Bands outside the limits", "分段超出界限"], "分段必须从最小值开始，且不超过最大值。"),
    problem("var-options", ["Too few options", "选项太少"], "至少需要两个不同的选项。"),
    problem("var-default", ["Default does not fit", "默认值不合适"], "默认值不在允许的范围内。"),
    problem("var-only-unknown", ["Limited to nobody", "限定的对象不存在"], "限定的对象在世界中不存在。"),
    problem("var-only-world", ["Value of the world is limited", "世界数值不能限定对象"], "属于世界的数值不能限定对象。"),
    problem("value-unknown", ["Value nobody declared", "未声明的数值"], "没有声明这个数值。"),
    problem("value-range", ["Value out of its limits", "数值超出界限"], "数值不在其声明的范围内。"),
    problem("value-subject", ["Value of another subject", "数值不属于此对象"], "这个数值不属于该对象。"),
    problem("command-word", ["Word of a command", "命令的写法无效"], "命令只能由字母、数字、连字符和下划线组成。"),
    problem("command-twice", ["Command given twice", "命令重复"], "已有另一个命令使用了这个词。"),
    problem("trigger-start", ["Condition of a trigger", "触发条件无效"], "每个条件必须恰好有一项，且嵌套不超过三层。"),
    problem("trigger-command", ["Trigger names no command", "触发器引用的命令不存在"], "触发器引用了不存在的命令。"),
    problem("trigger-value", ["Trigger compares wrongly", "触发器比较无效"], "触发器引用了不存在的数值，或与不可能的值比较。"),
    problem("trigger-effect", ["Effect lacks something", "触发效果不完整"], "触发效果缺少必要的内容。"),
    problem("image-path", ["Path of a picture", "图片路径无效"], "图片路径不符合规则，或文件内容与扩展名不符。"),
    problem("prompt-slot", ["Prompt nobody reads", "无人读取的提示词"], "没有这个名称的提示词。"),
    problem("prompt-long", ["Prompt is too long", "提示词过长"], "提示词超过了允许的长度。"),
    problem("prompt-placeholder", ["Placeholder the prompt is not given", "未提供的占位符"], "提示词中的占位符不会被填充。"),
    problem("prompt-encoding", ["Prompt is no text", "提示词不是文本"], "提示词不是有效的 UTF-8 文本。"),
];
