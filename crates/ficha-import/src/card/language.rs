//! The language a card is written in, by the script it has most of, and among Latin ones by its small words.

use std::collections::BTreeMap;

use ficha_checks::measure::{Script, script_of, stop_words};
use ficha_world::SHIPPED_LANGUAGES;

use super::cuts::within;

/// One word in so many has to be on a stop list before a text is taken to be of its language.
const ONE_IN: usize = 12;

/// One letter in so many has to be of a script that is not the commonest, where the commonest tells no language.
const SECOND_SCRIPT: usize = 5;

/// Characters looked at; more say nothing new.
const LOOKED_AT: usize = 60_000;

/// The tag of the language of these texts; `und` when nothing tells it.
pub fn guess_language<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> &'static str {
    let mut letters: BTreeMap<Script, usize> = BTreeMap::new();
    for letter in texts.clone().flat_map(str::chars).take(LOOKED_AT).filter(|letter| letter.is_alphabetic()) {
        *letters.entry(script_of(letter)).or_default() += 1;
    }
    let all: usize = letters.values().sum();
    let mut scripts: Vec<(Script, usize)> = letters.into_iter().collect();
    scripts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let told = |(script, _): &(Script, usize)| match script {
        Script::Latin => latin(texts.clone()),
        script => of_script(*script),
    };
    let first = scripts.first().and_then(told);
    // Tables and code in Latin letters outnumber a text in a script that needs fewer.
    let others = scripts.iter().skip(1).filter(|(_, count)| count * SECOND_SCRIPT >= all);
    first.or_else(|| others.filter(|(script, _)| *script != Script::Latin).find_map(told)).unwrap_or("und")
}

fn of_script(script: Script) -> Option<&'static str> {
    Some(match script {
        Script::Han => "zh",
        Script::Kana => "ja",
        Script::Hangul => "ko",
        Script::Cyrillic => "ru",
        Script::Arabic => "ar",
        Script::Devanagari => "hi",
        Script::Thai => "th",
        Script::Greek => "el",
        Script::Hebrew => "he",
        _ => return None,
    })
}

fn latin<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Option<&'static str> {
    let hits = |language: &str| {
        let mut sum = (0, 0);
        let mut read = 0;
        for text in texts.clone() {
            let text = within(text, LOOKED_AT);
            let (hits, words) = stop_words(text, language);
            sum = (sum.0 + hits, sum.1 + words);
            read += text.len();
            if read > LOOKED_AT {
                break;
            }
        }
        sum
    };
    let counted = SHIPPED_LANGUAGES.iter().map(|language| (*language, hits(language)));
    let best =
        counted.filter(|(_, (hits, words))| *hits > 0 && hits * ONE_IN >= *words).max_by_key(|(_, found)| found.0);
    best.map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    // W-199
    #[test]
    fn a_language_is_told_by_script_and_small_words() {
        let rows = [
            ("The keeper of the light was here before you came.", "en"),
            ("灯台守は夜に歩く。ひとりで。", "ja"),
            ("守灯人在夜里行走。", "zh"),
            ("등대지기는 밤에 걷는다.", "ko"),
            ("Смотритель маяка ходит ночью.", "ru"),
            ("حارس المنارة يمشي ليلا", "ar"),
            ("दीपस्तंभ का रखवाला", "hi"),
            ("ผู้ดูแลประภาคาร", "th"),
            ("Ο φύλακας του φάρου", "el"),
            ("שומר המגדלור", "he"),
            ("Die Wärterin des Leuchtturms geht nachts umher und zählt jede Lampe.", "und"),
            ("steps: 20, sampler: euler 灯台守は夜に歩く。ひとりで、あかりをもって。", "ja"),
            ("12345 !!!", "und"),
            ("", "und"),
        ];
        for (text, wanted) in rows {
            assert_eq!(guess_language([text].into_iter()), wanted, "{text}");
        }
    }
}
