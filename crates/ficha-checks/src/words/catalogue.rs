//! The catalogue of findings and fixes, in the order of the checks they belong to.

use super::{Both, FindingWords, Line};

const NOTHING: Both = ["", ""];

const fn finding(code: &'static str, title: Both, message: Both, hint: Both) -> FindingWords {
    FindingWords { code, title, message, hint }
}

const fn fix(code: &'static str, text: Both) -> Line {
    Line { code, text }
}

#[rustfmt::skip]
pub(crate) const FINDINGS: &[FindingWords] = &[
    finding("more", ["More of the same", "还有更多"],
        ["{count} more {count:finding is|findings are} not listed.", "另有 {count} 项发现未列出。"],
        ["Mend some and run again.", "修复一部分后再次检查。"]),

    // name
    finding("name-missing", ["No name", "没有名称"],
        ["The piece has no name; apps show it as a blank line or refuse it.", "没有名称，应用会显示为空行或拒绝导入。"],
        ["Give it a name.", "填写名称。"]),
    finding("name-placeholder", ["Name left as a placeholder", "名称仍是占位文字"],
        ["“{name}” is what an editor writes into a new card.", "“{name}”是编辑器给新卡片填的默认名称。"],
        ["Give it the name it should have.", "改成真正的名称。"]),
    finding("name-macro", ["Name refers to itself", "名称引用了自身"],
        ["A macro in the name stands for the name itself; apps show it as it is written.",
         "名称中的宏代表名称本身，应用会原样显示。"],
        ["Write the name out.", "直接写出名称。"]),

    // portrait
    finding("portrait-none", ["No portrait", "没有肖像"],
        ["Lists show a card without a picture as a grey tile, and a picture file needs one.",
         "没有图片的卡片在列表中显示为灰色方块，导出为图片时也需要一张。"],
        ["Choose a picture, or let a plain one be drawn.", "选择一张图片，或自动生成一张。"]),
    finding("portrait-gone", ["Portrait is not there", "肖像丢失"],
        ["The card names a portrait whose bytes are not in the library.", "卡片引用的肖像在资料库中不存在。"],
        ["Choose the picture again.", "重新选择图片。"]),
    finding("picture-gone", ["Picture is not there", "图片丢失"],
        ["The card names the picture “{name}”, and nothing is there under it.", "卡片引用了图片“{name}”，但它并不存在。"],
        ["Put the picture back or take the row out.", "重新添加图片，或删除这一行。"]),

    // greetings
    finding("greeting-first-empty", ["No first message", "没有开场白"],
        ["A new chat begins with nothing to answer.", "新对话开始时没有任何内容可以回应。"],
        ["Write one, or move a greeting to the front.", "写一条开场白，或把其他开场白移到最前。"]),
    finding("greeting-empty", ["Greeting without text", "开场白为空"],
        ["A person who swipes to it meets a blank message.", "切换到这条开场白时会看到空白消息。"],
        ["Write it or take it out.", "补写内容或删除。"]),
    finding("greeting-twin", ["Two greetings are the same", "两条开场白相同"],
        ["Word for word the same as {other}.", "与{other}逐字相同。"],
        ["Take one of them out.", "删除其中一条。"]),

    // speaks-for-user
    finding("user-line", ["Speaks for the person", "替用户发言"],
        ["{count} {count:line is|lines are} written in the person's name; the model goes on writing them.",
         "有 {count} 行以用户的名义书写，模型会继续这样写。"],
        ["Leave the person's lines to the person.", "把用户的台词留给用户自己。"]),
    finding("user-acts", ["Decides for the person", "替用户行动"],
        ["{count} {count:place says|places say} what the person says, does or feels; the model goes on deciding it.",
         "有 {count} 处替用户说话、行动或描写感受，模型会继续这样做。"],
        ["Say what can be seen, and end where the person has something to answer.",
         "只写看得见的情景，停在用户可以回应的地方。"]),

    // examples
    finding("examples-without-speaker", ["Nobody speaks in the examples", "示例对话没有说话人"],
        ["No line begins with a speaker, so an app cannot tell whose words these are.",
         "没有任何一行以说话人开头，应用无法判断是谁说的话。"],
        ["Begin lines with {char}: and {user}:.", "每行以 {char}: 或 {user}: 开头。"]),

    // macros
    finding("macro-misspelt", ["Macro is misspelt", "宏名拼写有误"],
        ["No app knows “{name}”, and “{meant}” is near; {count} {count:place|places}.",
         "没有应用认识“{name}”，应为“{meant}”，共 {count} 处。"],
        ["Did you mean “{meant}”?", "是否应为“{meant}”？"]),
    finding("macro-unknown", ["Macro the app does not know", "应用不认识的宏"],
        ["“{name}” is in no list of the app's own macros; without an extension it stays as it is written.",
         "应用自带的宏中没有“{name}”，没有相应扩展时会原样显示。"],
        ["Check its spelling, or say in the notes what it needs.", "检查拼写，或在备注中说明需要什么扩展。"]),
    finding("macro-open", ["Macro is not closed", "宏没有闭合"],
        ["Its braces never end, so an app shows them as they are.", "花括号没有闭合，应用会原样显示。"],
        ["Write {written}.", "写成 {written}。"]),
    finding("macro-single-brace", ["Single braces", "单层花括号"],
        ["{count} {count:place has|places have} one brace where apps look for two.",
         "有 {count} 处只有一层花括号，应用需要两层。"],
        ["Write {meant}.", "写成 {meant}。"]),
    finding("macro-original-elsewhere", ["Stands for nothing here", "在此处没有含义"],
        ["This macro puts in what the person has set, and only in the system prompt and the post-history text; here it stays as it is written.",
         "该宏只在系统提示与历史后提示中代表用户的设置，写在这里会原样显示。"],
        ["Take it out.", "删除它。"]),

    // unbalanced
    finding("tag-open", ["Tag never closed", "标签没有闭合"],
        ["<{tag}> is opened here and not closed again.", "<{tag}> 在此开启后没有闭合。"],
        ["Close it where it should end.", "在应结束的位置闭合。"]),
    finding("asterisk-open", ["Asterisk without its partner", "星号不成对"],
        ["Line {line} has an odd number of asterisks, so the slant runs the wrong way.",
         "第 {line} 行的星号数量为奇数，斜体范围会出错。"],
        ["Add or take one.", "补上或删去一个。"]),
    finding("quote-open", ["Quotation mark without its partner", "引号不成对"],
        ["Line {line} opens a quotation mark and does not close it.", "第 {line} 行的引号没有闭合。"],
        ["Close the speech.", "补上结尾的引号。"]),
    finding("bracket-open", ["Bracket never closed", "括号没有闭合"],
        ["The text has {open} opening brackets and {closed} closing ones.", "文中有 {open} 个开括号、{closed} 个闭括号。"],
        ["Close it where it should end.", "在应结束的位置闭合。"]),

    // letters
    finding("letters-misread", ["Damaged letters", "乱码"],
        ["“{broken}” was “{whole}” before the text was read as Windows-1252; {count} {count:place|places} in all.",
         "“{broken}”原为“{whole}”，文本曾被误当作 Windows-1252 读取，共 {count} 处。"],
        ["Read them again as they were.", "按原样重新解读。"]),
    finding("letters-lost", ["Letters are lost", "字符已丢失"],
        ["{count} {count:sign stands|signs stand} for a letter that could not be read.", "有 {count} 处用替代符代替了读不出的字符。"],
        ["Write what belongs there; it cannot be known from here.", "补写原来的内容，程序无法得知。"]),
    finding("control-signs", ["Signs that are not text", "非文本控制符"],
        ["{count} invisible control {count:sign stands|signs stand} in the text.", "文中有 {count} 个不可见的控制符。"],
        ["Take them out.", "删除它们。"]),
    finding("line-ends-written-out", ["Line ends written out", "换行被写成了文字"],
        ["{count} line ends are a backslash and a letter, and the text is one line.", "有 {count} 处换行变成了反斜杠加字母，全文只有一行。"],
        ["Make line ends of them.", "还原为换行。"]),
    finding("signs-written-out", ["Signs written out", "符号被写成了代码"],
        ["{count} {count:sign is|signs are} written as a page of the web would.", "有 {count} 个符号写成了网页代码。"],
        ["Write the signs themselves.", "还原为符号本身。"]),

    // leftovers
    finding("start-mark", ["Left by another tool", "其他工具的残留"],
        ["<START> divides examples; anywhere else the model reads it as a word.", "<START> 用于分隔示例对话，写在别处会被模型当作文字。"],
        ["Take it out.", "删除它。"]),
    finding("placeholder-text", ["Text left as a placeholder", "占位文字未替换"],
        ["This is what a form says before it is filled in.", "这是表单填写前的提示文字。"],
        ["Write what belongs there or leave it empty.", "写上应有的内容，或留空。"]),
    finding("wpp-broken", ["Half-made W++", "W++ 不完整"],
        ["The brackets of this list do not close, so its end cannot be told.", "列表的括号没有闭合，无法判断结尾。"],
        ["Close its brackets.", "补全括号。"]),
    finding("model-words", ["Control words of a model", "模型控制词"],
        ["{count} {count:word|words} by which a model marks turns {count:stands|stand} in the text; they can end its answer.",
         "文中有 {count} 个模型用来标记轮次的控制词，可能让回复提前结束。"],
        ["Take them out.", "删除它们。"]),
    finding("program-word", ["A program's word for nothing", "程序写入的空值"],
        ["“{text}” is what a program writes for a value that is not there.", "“{text}”是程序为缺失的值写下的文字。"],
        ["Leave the field empty.", "把字段留空。"]),
    finding("tool-mark", ["Mark of another tool", "其他工具的标记"],
        ["A site, an exporter or a model left this.", "网站、导出工具或模型留下的标记。"],
        ["Take it out unless it is meant.", "若非有意保留，应删除。"]),

    // repeats
    finding("said-twice", ["Said twice", "内容重复"],
        ["All of this stands in {other} too, and both go to the model every time.", "全部内容也出现在{other}中，每次都会发送两遍。"],
        ["Keep it in one place.", "只保留一处。"]),
    finding("tag-twice", ["Tag given twice", "标签重复"],
        ["“{tag}” is there already; {count} {count:tag is|tags are} too many.", "“{tag}”已经存在，多出 {count} 个标签。"],
        ["Take the later ones out.", "删除后面的。"]),

    // weight
    finding("field-heavy", ["Heavy field", "字段过重"],
        ["{tokens} tokens; usual are up to {usual}.", "共 {tokens} 词元，通常不超过 {usual}。"],
        ["Move what is not always needed into a lorebook.", "把并非总要用到的内容移到世界书。"]),
    finding("card-heavy", ["Heavy card", "卡片过重"],
        ["What is always sent has {tokens} tokens; usual are up to {usual}.", "每次都会发送的内容共 {tokens} 词元，通常不超过 {usual}。"],
        ["Move what is not always needed into a lorebook.", "把并非总要用到的内容移到世界书。"]),
    finding("entry-heavy", ["Heavy entry", "条目过重"],
        ["{tokens} tokens; usual are up to {usual}.", "共 {tokens} 词元，通常不超过 {usual}。"],
        ["Make several entries with keys of their own.", "拆成几个各有关键词的条目。"]),

    // links
    finding("link-nowhere", ["Link leads nowhere", "链接失效"],
        ["Nothing in the library has the id “{id}”.", "资料库中没有 ID 为“{id}”的条目。"],
        ["Link it again or take the link out.", "重新链接，或删除链接。"]),
    finding("folder-nowhere", ["Folder is not there", "文件夹不存在"],
        ["The book has no folder “{id}”.", "世界书中没有文件夹“{id}”。"],
        ["Put the entry into a folder that is there, or into none.", "把条目放进已有的文件夹，或不放。"]),
    finding("group-nowhere", ["Group is not there", "分组不存在"],
        ["The preset has no group “{id}”.", "预设中没有分组“{id}”。"],
        ["Put the prompt into a group that is there, or into none.", "把提示词放进已有的分组，或不放。"]),
    finding("picture-unnamed", ["No picture of that name", "没有同名图片"],
        ["The text shows “{name}”, and no picture of the card is called so.", "文本要显示“{name}”，但卡片中没有这个名称的图片。"],
        ["Name the picture so, or mend the text.", "给图片改名，或修改文本。"]),

    // keys
    finding("key-blank", ["Key without letters", "关键词为空"],
        ["An empty key is never found.", "空白的关键词永远不会匹配。"],
        ["Take it out.", "删除它。"]),
    finding("key-twice", ["Key given twice", "关键词重复"],
        ["“{key}” is already a key of this entry.", "“{key}”已经是该条目的关键词。"],
        ["Take one of them out.", "删除其中一个。"]),
    finding("key-list", ["Several keys in one", "一个关键词里有多个词"],
        ["The whole line has to be said as it stands before the entry wakes.", "只有整行原样出现，条目才会触发。"],
        ["Make {count} keys of it.", "拆成 {count} 个关键词。"]),

    // entry-never
    finding("entry-without-keys", ["Entry cannot fire", "条目无法触发"],
        ["It is on, not constant, and has no key.", "条目已启用，但不是常驻，也没有关键词。"],
        ["Give it a key, or make it constant.", "添加关键词，或设为常驻。"]),
    finding("entry-without-text", ["Entry says nothing", "条目没有内容"],
        ["It wakes by its keys and has no text to tell.", "关键词会触发它，但没有任何内容。"],
        ["Write its text, or switch it off.", "补写内容，或停用。"]),
    finding("entry-chance-zero", ["Entry never wins its chance", "触发概率为零"],
        ["Its probability is 0 per cent.", "触发概率为 0%。"],
        ["Set the probability, or switch the entry off.", "设置概率，或停用条目。"]),
    finding("entry-excludes-itself", ["Entry excludes itself", "条目排除了自身"],
        ["Every key that would wake it contains a word that must not be there.", "每个能触发它的关键词都含有被排除的词。"],
        ["Change the secondary keys or their logic.", "修改次要关键词或其逻辑。"]),
    finding("entry-only-recursion", ["Entry waits in vain", "条目等不到触发"],
        ["It is called by the texts of other entries alone, and these are not searched for it.",
         "它只能由其他条目的内容触发，但这些内容不会被扫描。"],
        ["Let it be called by the chat, or let texts be searched.", "允许由对话触发，或开启递归扫描。"]),

    // twin-entries
    finding("entry-twin", ["Two entries are the same", "两个条目相同"],
        ["Same keys and same text as {other}; both are told.", "关键词和内容都与{other}相同，两者都会触发。"],
        ["Take one of them out.", "删除其中一个。"]),

    // recursion
    finding("recursion-runs-away", ["Runs away", "递归失控"],
        ["{count} entries call each other; one word brings in {tokens} tokens where {room} have room.",
         "{count} 个条目互相触发，一个词就会带入 {tokens} 词元，而可用空间为 {room}。"],
        ["Let one of them call no others.", "让其中一个不再触发其他条目。"]),

    // budget
    finding("constants-over-budget", ["Constant entries fill the budget", "常驻条目占满预算"],
        ["Entries that are always told have {tokens} tokens, and the book may add {budget}; some are never told, and nothing else is.",
         "常驻条目共 {tokens} 词元，而预算为 {budget}，部分条目永远不会生效。"],
        ["Raise the budget, or give some of them keys.", "提高预算，或给部分条目设置关键词。"]),

    // idle-settings
    finding("secondary-idle", ["Secondary keys do not count", "次要关键词不起作用"],
        ["The entry has {count} secondary {count:key|keys}, and its key mode does not ask them.",
         "条目有 {count} 个次要关键词，但触发方式没有使用它们。"],
        ["Let them count, or take them out.", "启用它们，或删除。"]),
    finding("outlet-unnamed", ["Outlet without a name", "出口没有名称"],
        ["The text is put into an outlet that has no name, so nothing can show it.", "内容放入没有名称的出口，无法显示。"],
        ["Name the outlet.", "填写出口名称。"]),
    finding("folder-off", ["Its folder is off", "所在文件夹已停用"],
        ["The entry is on, and the folder “{folder}” around it is not.", "条目已启用，但所在文件夹“{folder}”已停用。"],
        NOTHING),
    finding("rule-nowhere", ["Rule is run on nothing", "规则不作用于任何内容"],
        ["It is on, and no kind of text is chosen for it.", "规则已启用，但没有选择作用范围。"],
        ["Choose what it rewrites.", "选择它改写的内容。"]),

    // broken-pattern
    finding("pattern-broken", ["Pattern can never match", "正则无法匹配"],
        ["It is no regular expression; apps skip it without a word.", "不是有效的正则表达式，应用会直接跳过。"],
        ["Mend it, or take the words as they are.", "修正它，或按普通文字匹配。"]),
    finding("pattern-bracket", ["Pattern can never match", "正则无法匹配"],
        ["The bracket {sign} at letter {at} has no partner; apps skip the pattern without a word.",
         "第 {at} 个字符的括号 {sign} 不成对，应用会直接跳过。"],
        ["Close it, escape it or drop it.", "补全、转义或删除括号。"]),
    finding("pattern-flag", ["Flag that does not exist", "不存在的标志"],
        ["There is no flag “{flag}”; apps skip the pattern without a word.", "没有标志“{flag}”，应用会直接跳过。"],
        ["Drop it.", "删除它。"]),
    finding("pattern-empty", ["Rule looks for nothing", "规则没有查找内容"],
        ["An empty pattern matches between all letters or nothing, as the app likes.", "空的正则会匹配每个字符之间，或什么都不匹配。"],
        ["Write what it looks for.", "填写查找内容。"]),
    finding("pattern-long", ["Pattern is too long", "正则过长"],
        ["It has more than 64 KiB; apps take seconds for it at every message.", "超过 64 KiB，应用每条消息都要花数秒。"],
        ["Make keys of its words.", "改用多个关键词。"]),

    // slow-pattern
    finding("pattern-slow", ["Pattern may take without end", "正则可能极慢"],
        ["{part} can match the same letters in more ways than can be tried; a long message without a match holds the app.",
         "{part} 对同一段文字有过多种匹配方式，遇到不匹配的长消息时应用会停住。"],
        ["Repeat only the inner or only the outer part.", "只重复内层或外层其中之一。"]),

    // target
    finding("target-ignores", ["Ignored by the app", "目标应用会忽略"],
        ["{target} has no place for {field}; {count} {count:value does|values do} not cross.",
         "{target} 没有{field}的位置，有 {count} 个值不会带过去。"],
        ["Say it in a field that crosses, or write a profile for this app.", "写进能带过去的字段，或为该应用编写专用版本。"]),
    finding("target-refuses", ["App has no such file", "应用没有这类文件"],
        ["{target} has no file for a piece of this kind.", "{target} 没有这类条目的文件。"],
        NOTHING),
];

#[rustfmt::skip]
pub(crate) const FIXES: &[Line] = &[
    fix("remove-picture", ["Take the row out", "删除这一行"]),
    fix("remove-greeting", ["Take the greeting out", "删除这条开场白"]),
    fix("promote-greeting", ["Make {other} the first message", "把{other}设为首条开场白"]),
    fix("respell-macro", ["Write “{meant}”", "改为“{meant}”"]),
    fix("close-macro", ["Write {written}", "改为 {written}"]),
    fix("double-braces", ["Write two braces", "改为双层花括号"]),
    fix("read-again", ["Read the letters again", "重新解读文字"]),
    fix("take-signs-out", ["Take the signs out", "删除控制符"]),
    fix("make-line-ends", ["Make line ends of them", "还原为换行"]),
    fix("write-signs", ["Write the signs", "还原符号"]),
    fix("take-mark-out", ["Take it out", "删除标记"]),
    fix("take-words-out", ["Take the words out", "删除控制词"]),
    fix("clear-text", ["Leave it empty", "清空"]),
    fix("clear-field", ["Leave this one empty", "清空这一处"]),
    fix("remove-tags", ["Take {count} {count:tag|tags} out", "删除 {count} 个标签"]),
    fix("remove-link", ["Take the link out", "删除链接"]),
    fix("clear-link", ["Put it into none", "不放入任何一个"]),
    fix("remove-key", ["Take the key out", "删除这个关键词"]),
    fix("split-key", ["Make {count} keys of it", "拆成 {count} 个关键词"]),
    fix("make-constant", ["Make it constant", "设为常驻"]),
    fix("chance-full", ["Set 100 per cent", "设为 100%"]),
    fix("not-only-recursion", ["Let the chat call it", "允许由对话触发"]),
    fix("remove-entry", ["Take this entry out", "删除这个条目"]),
    fix("end-recursion", ["Let {entry} call no others", "让{entry}不再触发其他条目"]),
    fix("use-secondary", ["Let them count", "启用次要关键词"]),
    fix("drop-flag", ["Drop the flag “{flag}”", "删除标志“{flag}”"]),
    fix("escape-bracket", ["Take the bracket as a sign", "把括号当作普通字符"]),
    fix("drop-bracket", ["Drop the bracket", "删除括号"]),
    fix("take-as-words", ["Take the words as they are", "按普通文字匹配"]),
];
