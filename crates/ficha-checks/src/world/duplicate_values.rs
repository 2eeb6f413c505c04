//! `duplicate-values`: two tracked values that mean the same for the same subjects, by a table of synonyms written by
//! hand. Pairs that run opposite ways (hunger and satiety, stamina and tiredness) are in no group.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use ficha_world::Doc;

use super::input::{list, text};
use super::{WorldInput, found, world_check};
use crate::measure::folded;
use crate::{CheckSkipped, Finding, Severity};

world_check!(DuplicateValues, "duplicate-values", Consistency, &["duplicate-values"]);

/// Words by the number of their group.
static GROUPS: LazyLock<BTreeMap<String, usize>> = LazyLock::new(|| {
    let text = include_str!("../../data/value-synonyms.json");
    let document = ficha_json::Document::parse(text, &ficha_json::Limits::default());
    let value = document.map(|document| document.root().to_value()).unwrap_or_default();
    let mut groups = BTreeMap::new();
    for (number, group) in value.as_array().into_iter().flatten().enumerate() {
        for word in group.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str) {
            groups.insert(folded(word), number);
        }
    }
    groups
});

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let variables = &input.world().variables;
    let meanings: Vec<Vec<BTreeSet<String>>> = variables.iter().map(meanings).collect();
    let mut findings = Vec::new();
    for (index, (variable, means)) in variables.iter().zip(&meanings).enumerate() {
        let before = variables.iter().zip(&meanings).take(index);
        let twin = before.into_iter().find(|(other, its)| {
            text(variable, "of") == text(other, "of")
                && text(variable, "type") == text(other, "type")
                && overlap(variable, other)
                && means.iter().any(|meaning| its.contains(meaning))
        });
        if let Some((twin, _)) = twin {
            let place = format!("variables.json#/variables/{index}");
            findings.push(
                found(Severity::Warning, "duplicate-values", place)
                    .with("key", text(variable, "key"))
                    .with("other", text(twin, "key")),
            );
        }
    }
    Ok(findings)
}

/// Whether two values can be had by one subject.
fn overlap(one: &Doc, other: &Doc) -> bool {
    let one: BTreeSet<&str> = list(one, "only").collect();
    let other: BTreeSet<&str> = list(other, "only").collect();
    one.is_empty() || other.is_empty() || !one.is_disjoint(&other)
}

/// What a value means by its label and by its key: words, those with synonyms as their group.
fn meanings(variable: &Doc) -> Vec<BTreeSet<String>> {
    let of = |text: &str| -> BTreeSet<String> {
        let whole = folded(text);
        let words = whole.split(|letter: char| !letter.is_alphanumeric() && !crate::measure::is_mark(letter));
        let group = |word: &str| GROUPS.get(word).map_or_else(|| word.to_owned(), |group| format!("#{group}"));
        if let Some(group) = GROUPS.get(&whole) {
            return BTreeSet::from([format!("#{group}")]);
        }
        words.filter(|word| !word.is_empty()).map(group).collect()
    };
    [of(text(variable, "label")), of(text(variable, "key"))].into_iter().filter(|words| !words.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_table_holds_groups_of_both_languages_and_no_word_twice() {
        let text = include_str!("../../data/value-synonyms.json");
        let document = ficha_json::Document::parse(text, &ficha_json::Limits::default()).unwrap();
        let groups = document.root().to_value();
        let words: Vec<String> = groups
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|group| group.as_array().unwrap())
            .map(|word| folded(word.as_str().unwrap()))
            .collect();
        assert!(groups.as_array().unwrap().len() >= 60);
        assert_eq!(words.len(), GROUPS.len(), "a word in two groups");
        for group in groups.as_array().unwrap() {
            let has = |chinese: bool| {
                group
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|word| word.as_str().unwrap().chars().any(crate::measure::has_no_blanks) == chinese)
            };
            assert!(has(true) && has(false), "{group}");
        }
    }

    #[test]
    fn words_that_mean_the_same_are_one() {
        let variable = |key: &str, label: &str| json!({"key": key, "label": label}).as_object().unwrap().clone();
        let same = |one: &Doc, other: &Doc| meanings(one).iter().any(|meaning| meanings(other).contains(meaning));
        assert!(same(&variable("hp", "HP"), &variable("life", "Vitality")));
        assert!(same(&variable("coins", "Coins in the purse"), &variable("gold", "金币")));
        assert!(same(&variable("health", "生命值"), &variable("hp_now", "血量")));
        assert!(!same(&variable("hunger", "Hunger"), &variable("satiety", "Satiety")));
        assert!(!same(&variable("stamina", "Stamina"), &variable("fatigue", "Fatigue")));
        assert!(!same(&variable("max_hp", "Most health"), &variable("hp", "Health")));
    }
}
