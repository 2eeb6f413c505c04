//! Words that say nothing about what a text is about, for the shipped languages. Written by hand: function words and, in
//! Chinese, the pairs of characters they are made of.

use std::collections::BTreeSet;
use std::sync::LazyLock;

static ENGLISH: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| EN.split_whitespace().collect());
static CHINESE: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| ZH.split_whitespace().collect());
static NONE: BTreeSet<&'static str> = BTreeSet::new();

/// The stop list of a language by its tag; empty for languages without one.
pub(super) fn words(language: &str) -> &'static BTreeSet<&'static str> {
    match language.split(['-', '_']).next().unwrap_or("") {
        tag if tag.eq_ignore_ascii_case("en") => &ENGLISH,
        tag if tag.eq_ignore_ascii_case("zh") => &CHINESE,
        _ => &NONE,
    }
}

const EN: &str = "
the and for are was were been being but not nor yet with without within from into onto upon over under above below
about after before behind beside between beyond during through throughout toward towards until unless while
this that these those there here then than thus hence therefore
who whom whose which what when where why how
you your yours yourself she her hers herself him his himself they them their theirs themselves our ours ourselves
its itself one ones someone something anyone anything everyone everything nobody nothing none
can could may might must shall should will would ought
have has had having does did done doing don didn doesn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn
all any both each every few many more most much other others another some such same own only even also too very
just still ever never always often again once
because though although however whether either neither rather quite almost
out off per via lot let get gets got make makes made
";

const ZH: &str = "
我们 你们 他们 她们 它们 咱们 自己 大家 别人 人们
这个 那个 这些 那些 这样 那样 这里 那里 这种 那种 这是 那是 哪个 哪些 哪里 什么 怎么 怎样 为何 为什 多少 几个
一个 一些 一种 一样 一直 一切 一下 一起 一般 一点 每个 各种 某个 某些 其他 其它 其中 任何 所有 全部 许多 很多
的是 的人 的时 是一 是在 也是 都是 就是 还是 不是 只是 而是 但是 可是 于是 若是 要是 是否
因为 所以 如果 虽然 然而 而且 并且 或者 以及 不过 不仅 不但 即使 只要 只有 除了 由于 对于 关于 至于 根据 为了
可以 可能 能够 应该 必须 需要 不能 不会 不要 没有 已经 曾经 正在 将会 将要 总是 经常 有时 时候 之后 之前 以后 以前
的话 而已 之一 之间 之中 以上 以下 非常 十分 特别 比较 更加 几乎 甚至 尤其 仍然 依然 就会 会在 也会 都会 还有 也有
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{folded, has_no_blanks};

    #[test]
    fn every_stop_word_is_a_term_that_could_be_met() {
        for word in words("en") {
            assert_eq!(folded(word), *word);
            assert!(word.chars().count() >= 3, "{word} is no term anyway");
        }
        for pair in words("zh-Hans") {
            assert!(pair.chars().count() == 2 && pair.chars().all(has_no_blanks), "{pair} is no pair");
        }
        assert!(words("EN-gb").contains("the") && words("de").is_empty() && words("").is_empty());
    }
}
