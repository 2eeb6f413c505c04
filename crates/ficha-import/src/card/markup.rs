//! Tags and pictures in a text: which are HTML, and a text without them.

/// The elements of HTML and the few of SVG that pages draw with. What is not here is a tag of the card's own.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "address",
    "animate",
    "area",
    "article",
    "aside",
    "audio",
    "b",
    "base",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "circle",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "datalist",
    "dd",
    "defs",
    "del",
    "details",
    "dfn",
    "dialog",
    "div",
    "dl",
    "dt",
    "ellipse",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "g",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "line",
    "lineargradient",
    "link",
    "main",
    "map",
    "mark",
    "marquee",
    "math",
    "menu",
    "meta",
    "meter",
    "nav",
    "nobr",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "param",
    "path",
    "picture",
    "polygon",
    "polyline",
    "pre",
    "progress",
    "q",
    "radialgradient",
    "rect",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "script",
    "search",
    "section",
    "select",
    "slot",
    "small",
    "source",
    "span",
    "stop",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "symbol",
    "table",
    "tbody",
    "td",
    "template",
    "text",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "track",
    "tspan",
    "tt",
    "u",
    "ul",
    "use",
    "var",
    "video",
    "wbr",
];

/// Elements whose end is the end of a line.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tr",
    "ul",
];

/// Elements nobody reads.
const UNREAD: [&str; 3] = ["script", "style", "head"];

/// Characters of a tag behind its name; a longer one ends at its first `>`.
const LONGEST_TAG: usize = 4_000;

/// A tag in a text.
pub(crate) struct Tag<'t> {
    /// The name in lower case.
    pub name: String,
    /// Whether it closes.
    pub closes: bool,
    /// All of it.
    pub whole: &'t str,
}

impl Tag<'_> {
    /// Whether HTML has such an element.
    pub fn is_html(&self) -> bool {
        ELEMENTS.binary_search(&self.name.as_str()).is_ok()
    }
}

/// The tag a text begins with, which is at a `<`.
pub(crate) fn tag(text: &str) -> Option<Tag<'_>> {
    let inside = text.strip_prefix('<')?;
    let closes = inside.starts_with('/');
    let named = inside.strip_prefix('/').unwrap_or(inside);
    let end = named.find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.')));
    let name = named.get(..end.unwrap_or(named.len()))?;
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let start = 1 + usize::from(closes) + name.len();
    let mut quote = None;
    for (at, letter) in text.get(start..)?.char_indices().take(LONGEST_TAG) {
        match (quote, letter) {
            (None, '>') => {
                return Some(Tag { name: name.to_lowercase(), closes, whole: text.get(..start + at + 1)? });
            }
            // A tag that has another inside is a sign of less, and no tag.
            (None, '<') => return None,
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if letter == open => quote = None,
            _ => {}
        }
    }
    // A quote that is never closed, or a tag without end: it ends where it would without quotes.
    let end = start + text.get(start..)?.find(['>', '<'])?;
    text.get(end..)?.starts_with('>').then_some(())?;
    Some(Tag { name: name.to_lowercase(), closes, whole: text.get(..=end)? })
}

/// A text without HTML: line breaks and ends of blocks as line ends, what nobody reads with its content, the text of
/// everything else. Tags that are not HTML stay.
pub(crate) fn without_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut unclosed: Vec<String> = Vec::new();
    while let Some(at) = rest.find('<') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let here = rest.get(at..).unwrap_or_default();
        if is_doctype(here)
            && let Some(end) = here.find('>')
        {
            rest = here.get(end + 1..).unwrap_or_default();
            continue;
        }
        let Some(found) = tag(here).filter(Tag::is_html) else {
            out.push('<');
            rest = here.get(1..).unwrap_or_default();
            continue;
        };
        rest = here.get(found.whole.len()..).unwrap_or_default();
        if !found.closes && UNREAD.contains(&found.name.as_str()) && !unclosed.contains(&found.name) {
            match end_of(rest, &found.name) {
                Some(end) => rest = rest.get(end..).unwrap_or_default(),
                None => unclosed.push(found.name),
            }
        } else if found.name == "br" || found.name == "hr" || (found.closes && BLOCKS.contains(&found.name.as_str())) {
            out.push('\n');
        }
    }
    out.push_str(rest);
    out
}

fn is_doctype(text: &str) -> bool {
    text.get(..9).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype"))
}

/// Where an element ends that began before this text, behind its closing tag.
fn end_of(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find("</") {
        let start = from + at;
        let named = text.get(start + 2..)?;
        if named.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name)) {
            let end = named.find('>')?;
            return Some(start + 2 + end + 1);
        }
        from = start + 2;
    }
    None
}

/// A text without Markdown pictures.
pub(crate) fn without_pictures(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("![") {
        let here = rest.get(at..).unwrap_or_default();
        out.push_str(rest.get(..at).unwrap_or_default());
        let length = picture(here);
        if length == 0 {
            out.push_str("![");
        }
        rest = here.get(length.max(2)..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The length of the picture a text begins with; 0 when it is none.
fn picture(text: &str) -> usize {
    let (mut square, mut round, mut in_address) = (0_i32, 0_i32, false);
    let mut before = ' ';
    for (at, letter) in text.char_indices().skip(1).take(4000) {
        match letter {
            '\n' => return 0,
            // Another picture begins.
            '[' if before == '!' && !in_address && at > 1 => return 0,
            '[' if !in_address => square += 1,
            ']' if !in_address => square -= 1,
            '(' if in_address => round += 1,
            '(' if square == 0 && before == ']' => {
                in_address = true;
                round = 1;
            }
            ')' if in_address => {
                round -= 1;
                if round == 0 {
                    return at + 1;
                }
            }
            _ if !in_address && square == 0 => return 0,
            _ => {}
        }
        before = letter;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_sorted_for_the_search() {
        assert!(ELEMENTS.is_sorted());
        assert!(BLOCKS.iter().all(|name| ELEMENTS.contains(name)));
    }

    // W-192
    #[test]
    fn html_goes_and_its_text_stays() {
        let rows = [
            ("<b>The bell</b><br>rings", "The bell\nrings"),
            ("<p class='a>b'>one</p><div>two</div>", "one\ntwo\n"),
            ("<style>p { color: red }</style>x<script>alert('</b>')</script>y", "xy"),
            ("<HEAD><title>no</title></HEAD>yes", "yes"),
            ("<style>never closed", "never closed"),
            ("<panel>HP: 3</panel>", "<panel>HP: 3</panel>"),
            ("1 < 2 and a<b c", "1 < 2 and a<b c"),
            ("<!DOCTYPE html><html><body>x", "x"),
            ("<span title=\"it's\">x</span> <i don't>y", "x y"),
        ];
        for (text, wanted) in rows {
            assert_eq!(without_html(text), wanted, "{text}");
        }
    }

    // W-192
    #[test]
    fn pictures_of_markdown_are_dropped() {
        let rows = [
            ("a ![ferry](https://x.example/a_(1).png) b", "a  b"),
            ("![a [b] c](u \"title\")", ""),
            ("![not](open", "![not](open"),
            ("![not] (u)", "![not] (u)"),
            ("wow![", "wow!["),
        ];
        for (text, wanted) in rows {
            assert_eq!(without_pictures(text), wanted, "{text}");
        }
    }

    #[test]
    fn texts_made_to_be_slow_are_not() {
        for text in ["<a '", "<a ", "![", "</", "<style>", "<script '", "<a \"'"] {
            let text = text.repeat(100_000);
            assert!(!without_html(&text).is_empty() || text.starts_with("<style"));
            assert!(without_pictures(&text).len() <= text.len());
        }
    }
}
