//! Numbers of a text, in the digits of any script.

use std::collections::BTreeSet;

use super::folded;

/// The zeros of the scripts that have ten digits in a row; full-width and styled ones are folded before.
const ZEROS: [u32; 25] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1b50,
];

/// What makes a single digit a number when it follows at once. A unit of Latin letters ends where its letters do.
const UNITS: &[&str] = &[
    "%", "‰", "°", "$", "€", "£", "¥", "km", "m", "cm", "mm", "mi", "ft", "in", "yd", "kg", "g", "mg", "t", "lb",
    "lbs", "oz", "l", "ml", "h", "hr", "hrs", "min", "s", "sec", "ms", "am", "pm", "hp", "mp", "sp", "ap", "xp", "gp",
    "cp", "d", "x", "岁", "歲", "年", "月", "日", "天", "周", "时", "時", "点", "點", "分", "秒", "米", "里", "公里",
    "千米", "厘米", "毫米", "斤", "公斤", "千克", "克", "吨", "噸", "升", "元", "块", "塊", "两", "兩", "寸", "尺",
    "丈", "度", "级", "級", "成", "倍", "人", "层", "層", "次", "号", "號",
];

/// The numbers of a text as ASCII: runs of digits with `.` and `,` between digits, of at least two digits, or of one with
/// a unit or `%` right behind. Folds the text.
pub fn numbers(text: &str) -> BTreeSet<String> {
    let text = folded(text);
    let found = runs(&text).filter(|(run, behind)| {
        run.chars().filter(char::is_ascii_digit).count() >= 2 || UNITS.iter().any(|unit| begins_with(behind, unit))
    });
    found.map(|(run, _)| run).collect()
}

/// Every run of digits of a text as ASCII, single ones too: what a number of another text is looked for in. Folds the
/// text.
pub fn digit_runs(text: &str) -> BTreeSet<String> {
    runs(&folded(text)).map(|(run, _)| run).collect()
}

fn begins_with(text: &str, unit: &str) -> bool {
    let Some(behind) = text.strip_prefix(unit) else { return false };
    let is_word = unit.chars().all(|letter| letter.is_ascii_alphabetic());
    !(is_word && behind.chars().next().is_some_and(char::is_alphabetic))
}

/// Runs of digits with what stands behind each.
fn runs(text: &str) -> impl Iterator<Item = (String, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let from = rest.find(|letter| digit(letter).is_some())?;
        let (_, here) = rest.split_at(from);
        let mut run = String::new();
        let mut end = 0;
        let mut letters = here.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            match (digit(letter), letters.peek()) {
                (Some(digit), _) => {
                    run.push(digit);
                    end = at + letter.len_utf8();
                }
                // The Arabic separators mean the same.
                (None, Some((_, next))) if matches!(letter, '.' | ',' | '٫' | '٬') && digit(*next).is_some() => {
                    run.push(if matches!(letter, '.' | '٫') { '.' } else { ',' });
                }
                _ => break,
            }
        }
        let (_, behind) = here.split_at(end);
        rest = behind;
        Some((run, behind))
    })
}

fn digit(letter: char) -> Option<char> {
    let code = u32::from(letter);
    let value = ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}
