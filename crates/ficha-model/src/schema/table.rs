//! The notation of the tables: one constructor a type, so that a row is one or two lines.

use super::{Choice, ChoiceValue, Field, FieldType};

const fn row(
    path: &'static str,
    shape: FieldType,
    english: &'static str,
    chinese: &'static str,
    meaning: &'static str,
) -> Field {
    Field { path, shape, required: false, nullable: false, english, chinese, meaning }
}

macro_rules! constructors {
    ($($name:ident $shape:ident $doc:literal;)*) => {$(
        #[doc = $doc]
        pub(super) const fn $name(
            path: &'static str,
            english: &'static str,
            chinese: &'static str,
                    meaning: &'static str,
        ) -> Field {
            row(path, FieldType::$shape, english, chinese, meaning)
        }
    )*};
}

constructors! {
    text Text "A short text.";
    prose LongText "A text of any length.";
    identifier Identifier "A text for programs.";
    number Number "A number.";
    flag Boolean "True or false.";
    number_or_true NumberOrTrue "A number or true.";
    list List "A list.";
    map Map "A map with free keys.";
    group Group "A map with rows of its own.";
    link Link "A link to another entity.";
    picture Picture "A picture reference.";
    any Any "Any JSON.";
    overlay Overlay "A partial body.";
}

/// One of the words of a choice.
pub(super) const fn choice(
    path: &'static str,
    of: &'static Choice,
    english: &'static str,
    chinese: &'static str,
    meaning: &'static str,
) -> Field {
    row(path, FieldType::Choice(of), english, chinese, meaning)
}

/// A word of a choice with its two labels.
pub(super) const fn word(word: &'static str, english: &'static str, chinese: &'static str) -> ChoiceValue {
    ChoiceValue { word, english, chinese }
}

impl Field {
    /// The same row, required.
    pub(super) const fn required(mut self) -> Field {
        self.required = true;
        self
    }

    /// The same row, with `null` as a value.
    pub(super) const fn nullable(mut self) -> Field {
        self.nullable = true;
        self
    }
}

/// Content ratings, from mildest.
pub(super) const RATING: Choice = Choice {
    values: &[
        word("all-ages", "All ages", "全年龄"),
        word("mature", "Mature", "成熟"),
        word("explicit", "Explicit", "露骨"),
    ],
    open: false,
};

/// Who a prompt speaks as.
pub(super) const ROLE: Choice = Choice {
    values: &[word("system", "System", "系统"), word("user", "User", "用户"), word("assistant", "Assistant", "助手")],
    open: false,
};

/// What a picture is for.
pub(super) const PICTURE_ROLE: Choice = Choice {
    values: &[
        word("portrait", "Portrait", "肖像"),
        word("emotion", "Expression", "表情"),
        word("outfit", "Outfit", "服装"),
        word("pose", "Pose", "姿势"),
        word("background", "Background", "背景"),
        word("other", "Other", "其他"),
    ],
    open: false,
};
