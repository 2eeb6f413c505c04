//! What pieces and made documents are called, in the two languages reports are written in.

use super::view::FieldName;

/// Something that has a name in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A field of a card.
    Field(FieldName),
    /// The chosen opening.
    Opening,
    /// Another greeting.
    Greeting(usize),
    /// A greeting for groups.
    GroupGreeting(usize),
    /// An entry without title or key.
    Entry(usize),
    /// The place that is made when a card names none.
    OpeningScene,
    /// Lore about how people are made up.
    HowPeopleAreMadeUp,
    /// Lore of rules.
    RulesAndMechanics,
    /// The author's note of a document no model wrote.
    WithoutModel,
}

/// The label in a language: Chinese where it is asked for, else English.
pub fn label(of: Label, language: &str) -> String {
    if is_chinese(language) { chinese(of) } else { english(of) }
}

/// Whether a language tag says Chinese.
pub(crate) fn is_chinese(language: &str) -> bool {
    language.split('-').next().is_some_and(|first| first.eq_ignore_ascii_case("zh"))
}

fn english(of: Label) -> String {
    let word = match of {
        Label::Field(FieldName::Description) => "Description",
        Label::Field(FieldName::Personality) => "Personality",
        Label::Field(FieldName::Scenario) => "Scenario",
        Label::Field(FieldName::MesExample) => "Example messages",
        Label::Field(FieldName::SystemPrompt) => "System prompt",
        Label::Field(FieldName::PostHistoryInstructions) => "Post-history instructions",
        Label::Field(FieldName::DepthPrompt) => "Depth prompt",
        Label::Field(FieldName::CreatorNotes) => "Creator notes",
        Label::Opening => "Opening",
        Label::Greeting(number) => return format!("Greeting {number}"),
        Label::GroupGreeting(number) => return format!("Group greeting {number}"),
        Label::Entry(number) => return format!("Entry {number}"),
        Label::OpeningScene => "Opening scene",
        Label::HowPeopleAreMadeUp => "how people are made up",
        Label::RulesAndMechanics => "rules and mechanics",
        Label::WithoutModel => "Written without a model, in the words of the card.",
    };
    word.to_owned()
}

fn chinese(of: Label) -> String {
    let word = match of {
        Label::Field(FieldName::Description) => "描述",
        Label::Field(FieldName::Personality) => "性格",
        Label::Field(FieldName::Scenario) => "情景",
        Label::Field(FieldName::MesExample) => "示例对话",
        Label::Field(FieldName::SystemPrompt) => "系统提示词",
        Label::Field(FieldName::PostHistoryInstructions) => "历史后指令",
        Label::Field(FieldName::DepthPrompt) => "深度提示词",
        Label::Field(FieldName::CreatorNotes) => "作者备注",
        Label::Opening => "开场",
        Label::Greeting(number) => return format!("问候语 {number}"),
        Label::GroupGreeting(number) => return format!("群聊问候语 {number}"),
        Label::Entry(number) => return format!("条目 {number}"),
        Label::OpeningScene => "开场地点",
        Label::HowPeopleAreMadeUp => "如何塑造人物",
        Label::RulesAndMechanics => "规则与机制",
        Label::WithoutModel => "未使用模型，按卡片原文写成。",
    };
    word.to_owned()
}
