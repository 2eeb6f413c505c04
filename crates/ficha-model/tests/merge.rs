//! Profiles and variants laid over bodies.

use ficha_model::{Body, Path, diff, merge_profile, merge_variant};
use proptest::prelude::*;
use serde_json::{Value, json};

fn base() -> Body {
    Body::from(json!({
        "identity": {"name": "Tilda", "nickname": "Til", "description": "Keeps the light."},
        "persona": {"scenario": "A storm.", "voice": {"provider": "novel", "rate": 1}},
        "discovery": {"tags": ["sea", "light"]},
        "variants": [{"id": "v", "overrides": {}}],
    }))
}

#[test]
fn a_profile_replaces_leaves_and_null_clears() {
    let profile = Body::from(json!({
        "identity": {"nickname": null, "description": "Short."},
        "persona": {"voice": {"rate": 2}},
        "discovery": {"tags": ["lamp"]},
        "greetings": {"firstMessage": "Hello.", "alternateGreetings": null},
        "settings": {"responseSchema": {"type": null}},
        "worldName": null,
    }));
    assert_eq!(
        *merge_profile(&base(), &profile).value(),
        json!({
            "identity": {"name": "Tilda", "description": "Short."},
            "persona": {"scenario": "A storm.", "voice": {"provider": "novel", "rate": 2}},
            "discovery": {"tags": ["lamp"]},
            "variants": [{"id": "v", "overrides": {}}],
            "greetings": {"firstMessage": "Hello."},
            "settings": {"responseSchema": {}},
        })
    );
}

#[test]
fn an_empty_profile_is_the_very_same_body() {
    let body = base();
    assert!(merge_profile(&body, &Body::default()).is_same(&body));
}

#[test]
fn a_variant_that_mirrors_its_base_differs_field_by_field() {
    let overrides = json!({"identity": {"nickname": "", "description": "In winter."}, "discovery": {"tags": ["ice"]}, "variants": [1]});
    for variant in [json!({"overrides": overrides}), json!({"mirrorBase": true, "overrides": overrides})] {
        assert_eq!(
            *merge_variant(&base(), &variant).value(),
            json!({
                "identity": {"name": "Tilda", "nickname": "", "description": "In winter."},
                "persona": {"scenario": "A storm.", "voice": {"provider": "novel", "rate": 1}},
                "discovery": {"tags": ["ice"]},
            })
        );
    }
}

#[test]
fn a_variant_on_its_own_replaces_whole_sections_but_the_name() {
    let variant = json!({"mirrorBase": false, "overrides": {"identity": {"description": "In winter."}, "persona": {}}});
    assert_eq!(
        *merge_variant(&base(), &variant).value(),
        json!({
            "identity": {"description": "In winter.", "name": "Tilda"},
            "persona": {},
            "discovery": {"tags": ["sea", "light"]},
        })
    );
    let renamed = json!({"mirrorBase": false, "overrides": {"identity": {"name": "Old Tilda"}}});
    assert_eq!(merge_variant(&base(), &renamed).text("identity.name"), Some("Old Tilda"));
    assert!(merge_variant(&base(), &json!({"id": "empty"})).value().get("variants").is_none());
}

proptest! {
    #[test]
    fn a_profile_s_leaves_are_what_the_format_gets(name in "[a-z]{1,4}", tags in prop::collection::vec("[a-c]{1,2}", 0..4)) {
        let profile = Body::from(json!({"identity": {"name": name}, "discovery": {"tags": tags}}));
        let merged = merge_profile(&base(), &profile);
        for change in diff(base().value(), merged.value()) {
            let below = |path: &str| change.path.is_under(&Path::of(path));
            prop_assert!(below("identity.name") || below("discovery.tags"));
        }
        prop_assert_eq!(merge_profile(&merged, &profile), merged.clone());
        prop_assert_eq!(merged.get(&Path::of("discovery.tags")), Some(&Value::from(tags)));
    }
}
