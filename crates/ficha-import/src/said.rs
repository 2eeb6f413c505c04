//! What an import has to say, in the two languages reports are written in: a code that stays, a sentence for people.
//!
//! Rule kept: no sentence holds more than 80 characters of a card.

use crate::card::within;
use crate::records::Note;

/// Characters of a card a sentence may hold.
const MOST_OF_A_CARD: usize = 80;

/// One thing said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said<'a> {
    /// An EJS tag is never closed.
    UnclosedEjs,
    /// Looks like tracked values.
    LooksLikeValues,
    /// A place was made, called so.
    MadePlace(&'a str),
    /// A reference to nothing was dropped: where it stood, what it named.
    Dangling(&'a str, &'a str),
    /// A way to the place itself was dropped.
    WayToItself,
    /// The link that closed a loop of places was dropped: the place it led to.
    PlaceLoop(&'a str),
    /// A second relationship between the same two was dropped: to whom.
    SecondEdge(&'a str),
    /// A relationship to oneself was dropped.
    EdgeToItself,
    /// A known way that the place does not have was dropped: from, to.
    UnknownWay(&'a str, &'a str),
    /// Text went to lore: of which member, in how many pieces.
    MovedToLore(&'a str, usize),
    /// Something was cut or left out: which member, how it begins.
    Shortened(&'a str, &'a str),
    /// What is named is no document: which.
    NoSuchDocument(&'a str),
    /// A document as the person wrote it is no such document: what is wrong.
    EditRefused(&'a str),
    /// The person dropped it.
    DroppedInReview,
    /// A provenance of another schema stays as it is: which schema.
    ForeignProvenance(&'a str),
    /// Entries of a lorebook were taken as they stand.
    NotSorted,
}

impl Said<'_> {
    /// The code.
    pub fn code(&self) -> &'static str {
        match self {
            Said::UnclosedEjs => "unclosed-ejs",
            Said::LooksLikeValues => "looks-like-values",
            Said::MadePlace(_) => "made-place",
            Said::Dangling(..) => "dangling",
            Said::WayToItself => "way-self",
            Said::PlaceLoop(_) => "place-loop",
            Said::SecondEdge(_) => "edge-twice",
            Said::EdgeToItself => "edge-self",
            Said::UnknownWay(..) => "knowledge-way",
            Said::MovedToLore(..) => "moved-to-lore",
            Said::Shortened(..) => "shortened",
            Said::NoSuchDocument(_) => "no-such-document",
            Said::EditRefused(_) => "edit-refused",
            Said::DroppedInReview => "dropped-in-review",
            Said::ForeignProvenance(_) => "foreign-provenance",
            Said::NotSorted => "not-sorted",
        }
    }

    /// The sentence in a language: Chinese where it is asked for, else English.
    pub fn sentence(&self, language: &str) -> String {
        if crate::card::is_chinese(language) { self.chinese() } else { self.english() }
    }

    fn english(&self) -> String {
        match self {
            Said::UnclosedEjs => "A template tag is opened and never closed; it was left as text.".to_owned(),
            Said::LooksLikeValues => "This piece looks like tracked values; none were made without a model.".to_owned(),
            Said::MadePlace(name) => {
                format!("No place is named by a model-free import; \"{}\" was made.", short(name))
            }
            Said::Dangling(at, to) => format!("{at} named {}, which is not there; it was dropped.", short(to)),
            Said::WayToItself => "A way from the place to itself was dropped.".to_owned(),
            Said::PlaceLoop(to) => format!("The places lay in each other; the link to {} was dropped.", short(to)),
            Said::SecondEdge(to) => format!("A second relationship to {} was dropped.", short(to)),
            Said::EdgeToItself => "A relationship to oneself was dropped.".to_owned(),
            Said::UnknownWay(from, to) => {
                format!("A known way from {} to {} was dropped: the place has no such way.", short(from), short(to))
            }
            Said::MovedToLore(member, pieces) => {
                format!("{member} is longer than it may be; the rest is lore in {pieces} pieces.")
            }
            Said::Shortened(member, begins) => {
                format!("{member} was cut or left out: \"{}\". The card keeps the whole.", short(begins))
            }
            Said::NoSuchDocument(of) => format!("There is no document {}.", short(of)),
            Said::EditRefused(what) => format!("The edited document was not taken: {}", short(what)),
            Said::DroppedInReview => "It was dropped in the review.".to_owned(),
            Said::ForeignProvenance(schema) => {
                format!("The provenance is of another schema ({}) and was left as it is.", short(schema))
            }
            Said::NotSorted => {
                "Without a model nothing was sorted out: every entry is knowledge for everyone, word for word."
                    .to_owned()
            }
        }
    }

    fn chinese(&self) -> String {
        match self {
            Said::UnclosedEjs => "有一个模板标签没有关闭，已作为文本保留。".to_owned(),
            Said::LooksLikeValues => "这一段看起来是跟踪数值；没有模型时不会生成数值。".to_owned(),
            Said::MadePlace(name) => format!("无模型导入没有指名任何地点；已新建“{}”。", short(name)),
            Said::Dangling(at, to) => format!("{at} 指向不存在的 {}，已删去。", short(to)),
            Said::WayToItself => "通向地点自身的通路已删去。".to_owned(),
            Said::PlaceLoop(to) => format!("地点互相包含；指向 {} 的那一处已删去。", short(to)),
            Said::SecondEdge(to) => format!("与 {} 的第二条关系已删去。", short(to)),
            Said::EdgeToItself => "与自身的关系已删去。".to_owned(),
            Said::UnknownWay(from, to) => {
                format!("已知通路 {} → {} 已删去：该地点没有这条通路。", short(from), short(to))
            }
            Said::MovedToLore(member, pieces) => format!("{member}超过允许的长度；其余部分已存为 {pieces} 条设定。"),
            Said::Shortened(member, begins) => {
                format!("{member}已截短或略去：“{}”。卡片保留全文。", short(begins))
            }
            Said::NoSuchDocument(of) => format!("没有名为 {} 的文档。", short(of)),
            Said::EditRefused(what) => format!("编辑后的文档未被采用：{}", short(what)),
            Said::DroppedInReview => "已在审阅中舍弃。".to_owned(),
            Said::ForeignProvenance(schema) => format!("来源记录属于另一种格式（{}），保持原样。", short(schema)),
            Said::NotSorted => "没有模型，未作分类：每个条目都原样成为所有人知道的设定。".to_owned(),
        }
    }
}

/// No more of a card than a sentence may hold.
fn short(text: &str) -> String {
    let cut = within(text, MOST_OF_A_CARD);
    if cut.len() < text.len() { format!("{}…", within(text, MOST_OF_A_CARD - 1)) } else { cut.to_owned() }
}

/// Notes of one step, in the language of its report.
#[derive(Clone, Debug)]
pub(crate) struct Notes {
    step: &'static str,
    language: String,
    /// What was said, in order.
    pub list: Vec<Note>,
}

impl Notes {
    pub fn of(step: &'static str, language: &str) -> Notes {
        Notes { step, language: language.to_owned(), list: Vec::new() }
    }

    pub fn of_piece(&mut self, piece: &str, said: &Said<'_>) {
        self.add(Some(piece), None, said);
    }

    pub fn of_entity(&mut self, entity: impl ToString, said: &Said<'_>) {
        self.add(None, Some(entity.to_string()), said);
    }

    pub fn add(&mut self, piece: Option<&str>, entity: Option<String>, said: &Said<'_>) {
        self.list.push(Note {
            step: self.step.to_owned(),
            piece: piece.map(str::to_owned),
            entity,
            code: said.code().to_owned(),
            message: said.sentence(&self.language),
            ..Note::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // W-433
    #[test]
    fn no_sentence_holds_more_of_a_card_than_it_may() {
        let long = "长".repeat(5_000);
        let all = [
            Said::MadePlace(&long),
            Said::Dangling("start", &long),
            Said::PlaceLoop(&long),
            Said::SecondEdge(&long),
            Said::UnknownWay(&long, &long),
            Said::Shortened("name", &long),
            Said::NoSuchDocument(&long),
            Said::EditRefused(&long),
            Said::ForeignProvenance(&long),
        ];
        for said in all {
            for language in ["en", "zh-CN"] {
                let runs = said.sentence(language);
                let runs = runs.split(|letter| letter != '长').map(|run| run.chars().count());
                assert!(runs.max().unwrap() < 80, "{}", said.code());
            }
        }
    }

    // W-257
    #[test]
    fn a_note_has_step_code_and_message_and_what_it_is_about() {
        let mut notes = Notes::of("finish", "en");
        notes.of_entity("places/quay", &Said::WayToItself);
        let note = notes.list.first().unwrap();
        assert_eq!((note.step.as_str(), note.code.as_str()), ("finish", "way-self"));
        assert_eq!((note.piece.as_deref(), note.entity.as_deref()), (None, Some("places/quay")));
        assert!(!note.message.is_empty());
    }
}
