//! The measures in the scripts they are for.

use super::*;

#[test]
fn folding_makes_one_of_spellings_that_mean_the_same() {
    for (text, fold) in [
        ("  Lantern\n\tQuay ", "lantern quay"),
        ("Ｌａｎｔｅｒｎ　Ｑｕａｙ", "lantern quay"),
        ("“Yes” — she said…", "\"yes\" - she said..."),
        ("«Орла» ‘Фенвик’", "\"орла\" 'фенвик'"),
        ("O´Neill O’Neill", "o'neill o'neill"),
        ("Cafe\u{301}", "café"),
        ("ΟΔΟΣ οδος", "οδοσ οδοσ"),
        ("「灯台」", "\"灯台\""),
        ("İ", "i\u{307}"),
        ("", ""),
    ] {
        assert_eq!(folded(text), fold, "{text}");
        assert_eq!(folded(fold), fold, "{text} folded twice");
    }
}

#[test]
fn names_need_word_ends_where_scripts_have_blanks() {
    for (name, text, there) in [
        ("Orla", "Orla Fenwick keeps the light", true),
        ("Orla", "the keeper (Orla)", true),
        ("Orla", "Orlando keeps the light", false),
        ("Orla", "Marlorla", false),
        ("Orla", "Orla's lamp", true),
        ("Орла", "Орла зажигает свет", true),
        ("Орла", "Орлан летит", false),
        ("灯台守", "老灯台守住在这里", true),
        ("Orla", "灯台守Orla在这里", true),
        ("오를라", "오를라가 등대를 지킨다", true),
        ("أورلا", "تحرس أورلا المنارة", true),
        ("ओर्ला", "ओर्ला फेनविक", true),
        ("ออร์ลา", "คุณออร์ลาเฝ้าประภาคาร", true),
        ("A", "A", false),
        ("", "anything", false),
    ] {
        assert_eq!(occurs_as_name(&folded(name), &folded(text)), there, "{name} in {text}");
    }
}

#[test]
fn terms_and_shares_in_six_scripts() {
    // Checks.md section 13, test 9.
    let set = |text: &str, language: &str| terms(text, language).into_iter().collect::<Vec<_>>();
    assert_eq!(set("The keeper of the 40 Lamps, don't!", "en"), ["keeper", "lamps"]);
    assert_eq!(set("The keeper", "de"), ["keeper", "the"]);
    assert_eq!(set("Орла зажигает 40 ламп и", "ru"), ["зажигает", "ламп", "орла"]);
    assert_eq!(set("我们的灯台守", "zh"), ["们的", "台守", "灯台", "的灯"]);
    assert_eq!(set("灯", "zh"), Vec::<String>::new());
    assert_eq!(set("تحرس أورلا المنارة", "ar").len(), 3);
    assert_eq!(set("क्षत्रिय पानी", "hi"), ["क्षत्रिय", "पानी"]);
    assert_eq!(set("น้ำตา", "th"), ["ตา", "น\u{e49}\u{e4d}า", "าต"]);
    assert_eq!(set("Orla灯台3rd", "en"), ["orla", "灯台"]);

    for (one, other, language) in [
        ("The keeper lights forty lamps above black harbour water", "Forty lamps above black harbour water", "en"),
        ("Орла зажигает сорок ламп над чёрной водой", "Сорок ламп над чёрной водой", "ru"),
        ("灯台守每晚点亮四十盏灯", "四十盏灯每晚点亮", "zh"),
        ("تشعل أورلا أربعين مصباحا فوق الماء الأسود", "أربعين مصباحا فوق الماء الأسود", "ar"),
        ("ओर्ला काले पानी ऊपर चालीस दीपक जलाती", "काले पानी ऊपर चालीस दीपक", "hi"),
        ("ออร์ลาจุดตะเกียงสี่สิบดวงเหนือน้ำสีดำ", "ตะเกียงสี่สิบดวงเหนือน้ำสีดำ", "th"),
    ] {
        let (one, other) = (terms(one, language), terms(other, language));
        let half = share(&one, &other).unwrap();
        assert!(half > 0.5 && half < 1.0, "{language}: {half}");
        assert_eq!(share(&one, &one), Some(1.0));
        assert!(share(&other, &one).unwrap() > half, "{language}");
    }
    assert_eq!(share(&terms("keeper lamps water four", "en"), &terms("keeper", "en")), None);
}

#[test]
fn numbers_of_any_script_are_told_as_ascii() {
    let set = |text: &str| numbers(text).into_iter().collect::<Vec<_>>();
    assert_eq!(set("In 1,204 ships, 3.5 tons, 7 men and 5% of 9kg"), ["1,204", "3.5", "5", "9"]);
    assert_eq!(set("عام ١٢٠٤ و٣٫٥"), ["1204", "3.5"]);
    assert_eq!(set("साल १२०४"), ["1204"]);
    assert_eq!(set("２０ 岁，7岁，第3"), ["20", "7"]);
    assert_eq!(set("2026-01-02 at 12:30."), ["01", "02", "12", "2026", "30"]);
    assert_eq!(set("5 minutes, 5minutes, 4min, 12."), ["12", "4"]);
    assert_eq!(set("๔๐ ๓"), ["40"]);
    assert_eq!(digit_runs("5 minutes and 12").into_iter().collect::<Vec<_>>(), ["12", "5"]);
}

#[test]
fn quotes_must_be_long_enough_and_there() {
    let text = "Every ship pays a coin for “each lamp” it passes.";
    assert!(is_quoted("pays a coin for \"each", text));
    assert!(!is_quoted("pays a coin", text), "eleven characters");
    assert!(!is_quoted("pays two coins for each", text));
    assert!(is_quoted("四十盏灯", "港口有四十盏灯。") && !is_quoted("四十盏", "港口有四十盏灯。"));
}
