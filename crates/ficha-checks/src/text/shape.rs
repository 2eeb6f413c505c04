//! Whether a pattern can take time without end in an engine that backtracks, as those of the apps do.
//!
//! Looked at is the shape alone: a part that is repeated without bound and can take the same run of one sign in more
//! than one way, with something behind it that may fail. Patterns built of longer words can be as slow and are not
//! found; what is found is slow.

/// The deepest nesting that is looked into.
const DEEPEST: usize = 48;

/// A slow part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slow {
    /// Where the repeated part begins, in bytes.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// The first slow part of a pattern, written as between slashes.
pub fn slow(pattern: &str) -> Option<Slow> {
    let letters: Vec<(usize, char)> = pattern.char_indices().collect();
    let mut reader = Reader { letters: &letters, at: 0, end: pattern.len(), deep: 0 };
    let whole = reader.alternatives()?;
    if reader.at < letters.len() {
        return None;
    }
    whole.iter().find_map(|sequence| in_sequence(sequence, false))
}

/// Signs: ASCII one by one, all others as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Set(u128, bool);

impl Set {
    const NONE: Set = Set(0, false);
    const ALL: Set = Set(u128::MAX, true);

    fn of(letter: char) -> Set {
        let code = u32::from(letter);
        if code < 128 { Set(1 << code, false) } else { Set(0, true) }
    }

    fn range(from: char, to: char) -> Set {
        let (from, to) = (u32::from(from), u32::from(to));
        let ascii = (from..=to.min(127)).fold(0, |bits, code| bits | 1u128 << code);
        Set(ascii, to > 127)
    }

    fn or(self, other: Set) -> Set {
        Set(self.0 | other.0, self.1 || other.1)
    }

    fn and(self, other: Set) -> Set {
        Set(self.0 & other.0, self.1 && other.1)
    }

    /// Every other sign. Of those beyond ASCII some are in a class and some are not, so they are always in.
    fn not(self) -> Set {
        Set(!self.0, true)
    }

    fn is_none(self) -> bool {
        self == Set::NONE
    }
}

#[derive(Debug)]
enum Node {
    One(Set),
    /// Takes nothing and may fail.
    Edge,
    Group(Vec<Vec<Node>>),
    Repeat {
        node: Box<Node>,
        least: u32,
        endless: bool,
        from: usize,
        to: usize,
    },
}

/// What a part can take.
struct Takes {
    /// Whether it can take nothing.
    nothing: bool,
    /// Signs of which it can take a run of one alone.
    runs: Set,
    /// Signs of which it can take runs of two lengths, or one run in two ways.
    ways: Set,
}

impl Node {
    fn takes(&self) -> Takes {
        match self {
            Node::One(set) => Takes { nothing: false, runs: *set, ways: Set::NONE },
            Node::Edge => Takes { nothing: true, runs: Set::NONE, ways: Set::NONE },
            Node::Group(alternatives) => {
                let mut all = Takes { nothing: false, runs: Set::NONE, ways: Set::NONE };
                for sequence in alternatives {
                    let one = sequence_takes(sequence);
                    all.ways = all.ways.or(one.ways).or(all.runs.and(one.runs));
                    all.runs = all.runs.or(one.runs);
                    all.nothing |= one.nothing;
                }
                all
            }
            Node::Repeat { node, least, endless, .. } => {
                let inner = node.takes();
                let ways = if *endless { inner.runs } else { inner.ways };
                Takes { nothing: inner.nothing || *least == 0, runs: inner.runs, ways }
            }
        }
    }
}

fn sequence_takes(sequence: &[Node]) -> Takes {
    let parts: Vec<Takes> = sequence.iter().map(Node::takes).collect();
    let nothing = parts.iter().all(|part| part.nothing);
    // A run of one sign goes through when every part takes it or nothing.
    let through = parts.iter().filter(|part| !part.nothing).fold(Set::ALL, |set, part| set.and(part.runs));
    let some = parts.iter().fold(Set::NONE, |set, part| set.or(part.runs));
    let runs = through.and(some);
    let needed = parts.iter().any(|part| !part.nothing);
    let mut ways = Set::NONE;
    let mut before = Set::NONE;
    for part in &parts {
        ways = ways.or(part.ways);
        if part.nothing {
            // It may take a sign or leave it; with another part that takes one there are two lengths.
            ways = ways.or(if needed { part.runs } else { part.runs.and(before) });
            before = before.or(part.runs);
        }
    }
    Takes { nothing, runs, ways: ways.and(runs) }
}

/// Whether something in the rest of a sequence may fail.
fn may_fail(rest: &[Node]) -> bool {
    rest.iter().any(|node| matches!(node, Node::Edge) || !node.takes().nothing)
}

fn in_sequence(sequence: &[Node], followed: bool) -> Option<Slow> {
    for (index, node) in sequence.iter().enumerate() {
        let behind = followed || may_fail(sequence.get(index + 1..).unwrap_or_default());
        match node {
            Node::Repeat { node, endless, from, to, .. } => {
                if *endless && behind && !node.takes().ways.is_none() {
                    return Some(Slow { from: *from, to: *to });
                }
                if let Node::Group(alternatives) = node.as_ref() {
                    // A repeated group is followed by itself.
                    let found = alternatives.iter().find_map(|inner| in_sequence(inner, behind));
                    if found.is_some() {
                        return found;
                    }
                }
            }
            Node::Group(alternatives) => {
                let found = alternatives.iter().find_map(|inner| in_sequence(inner, behind));
                if found.is_some() {
                    return found;
                }
            }
            Node::One(_) | Node::Edge => {}
        }
    }
    None
}

struct Reader<'p> {
    letters: &'p [(usize, char)],
    at: usize,
    end: usize,
    deep: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).map(|(_, letter)| *letter)
    }

    fn byte(&self, at: usize) -> usize {
        self.letters.get(at).map_or(self.end, |(byte, _)| *byte)
    }

    /// `None` for what is no pattern or too deep.
    fn alternatives(&mut self) -> Option<Vec<Vec<Node>>> {
        self.deep += 1;
        if self.deep > DEEPEST {
            return None;
        }
        let mut all = vec![Vec::new()];
        while let Some(letter) = self.peek(0) {
            match letter {
                ')' => break,
                '|' => {
                    self.at += 1;
                    all.push(Vec::new());
                }
                _ => {
                    let node = self.repeated()?;
                    all.last_mut()?.push(node);
                }
            }
        }
        self.deep -= 1;
        Some(all)
    }

    fn repeated(&mut self) -> Option<Node> {
        let start = self.at;
        let node = self.atom()?;
        let (least, endless) = match self.peek(0) {
            Some('*') => (0, true),
            Some('+') => (1, true),
            Some('?') => (0, false),
            Some('{') => match self.count() {
                Some(counts) => counts,
                None => return Some(node),
            },
            _ => return Some(node),
        };
        self.at += 1;
        if self.peek(0) == Some('?') {
            self.at += 1;
        }
        let (from, to) = (self.byte(start), self.byte(self.at));
        Some(Node::Repeat { node: Box::new(node), least, endless, from, to })
    }

    /// `{n}`, `{n,}`, `{n,m}`; stays before its closing brace. Many repetitions are as good as endless.
    fn count(&mut self) -> Option<(u32, bool)> {
        let rest = self.letters.get(self.at + 1..)?;
        let inside: String =
            rest.iter().map(|(_, letter)| *letter).take(24).take_while(|letter| *letter != '}').collect();
        let length = inside.chars().count();
        let closed = rest.get(length).is_some_and(|(_, letter)| *letter == '}');
        let (least, most) = inside.split_once(',').map_or((inside.as_str(), None), |(least, most)| (least, Some(most)));
        let least: u32 = least.parse().ok().filter(|_| closed)?;
        let endless = match most {
            Some("") => true,
            Some(most) => most.parse::<u32>().ok()? > 100,
            None => false,
        };
        self.at += length + 1;
        Some((least, endless))
    }

    fn atom(&mut self) -> Option<Node> {
        let letter = self.peek(0)?;
        self.at += 1;
        match letter {
            '(' => self.group(),
            '[' => self.class().map(Node::One),
            '.' => Some(Node::One(Set::of('\n').or(Set::of('\r')).not())),
            '^' | '$' => Some(Node::Edge),
            '\\' => self.escape(),
            '*' | '+' | '?' => None,
            other => Some(Node::One(Set::of(other))),
        }
    }

    fn group(&mut self) -> Option<Node> {
        let mut looks = false;
        if self.peek(0) == Some('?') {
            self.at += 1;
            match (self.peek(0), self.peek(1)) {
                (Some('=' | '!'), _) => {
                    looks = true;
                    self.at += 1;
                }
                (Some('<'), Some('=' | '!')) => {
                    looks = true;
                    self.at += 2;
                }
                (Some('<'), _) => {
                    while self.peek(0).is_some_and(|letter| letter != '>') {
                        self.at += 1;
                    }
                    self.at += 1;
                }
                (Some(':'), _) => self.at += 1,
                _ => return None,
            }
        }
        let inner = self.alternatives()?;
        if self.peek(0) != Some(')') {
            return None;
        }
        self.at += 1;
        Some(if looks { Node::Edge } else { Node::Group(inner) })
    }

    fn escape(&mut self) -> Option<Node> {
        let letter = self.peek(0)?;
        self.at += 1;
        if matches!(letter, 'b' | 'B') {
            return Some(Node::Edge);
        }
        // What stands for a part found before may take anything that part did.
        if letter.is_ascii_digit() && letter != '0' {
            return Some(Node::One(Set::ALL));
        }
        Some(Node::One(self.escaped(letter)))
    }

    fn escaped(&mut self, letter: char) -> Set {
        let digits = Set::range('0', '9');
        let words = digits.or(Set::range('a', 'z')).or(Set::range('A', 'Z')).or(Set::of('_'));
        let blanks =
            [' ', '\t', '\n', '\r', '\u{b}', '\u{c}'].into_iter().fold(Set(0, true), |set, one| set.or(Set::of(one)));
        match letter {
            'd' => digits,
            'D' => digits.not(),
            'w' => words,
            'W' => words.not(),
            's' => blanks,
            'S' => Set(!blanks.0, true),
            'n' => Set::of('\n'),
            'r' => Set::of('\r'),
            't' => Set::of('\t'),
            'x' => self.skipping(2),
            'u' if self.peek(0) == Some('{') => self.skipping_braces(),
            'u' => self.skipping(4),
            'p' | 'P' if self.peek(0) == Some('{') => self.skipping_braces(),
            'k' if self.peek(0) == Some('<') => {
                while self.peek(0).is_some_and(|letter| letter != '>') {
                    self.at += 1;
                }
                self.at += 1;
                Set::ALL
            }
            other => Set::of(other),
        }
    }

    fn skipping(&mut self, digits: usize) -> Set {
        let hex: String = (0..digits).filter_map(|ahead| self.peek(ahead)).collect();
        match u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32) {
            Some(letter) => {
                self.at += digits;
                Set::of(letter)
            }
            None => Set(0, true),
        }
    }

    fn skipping_braces(&mut self) -> Set {
        while self.peek(0).is_some_and(|letter| letter != '}') {
            self.at += 1;
        }
        self.at += 1;
        Set(0, true)
    }

    fn class(&mut self) -> Option<Set> {
        let inverted = self.peek(0) == Some('^');
        if inverted {
            self.at += 1;
        }
        let mut set = Set::NONE;
        loop {
            let letter = self.peek(0)?;
            self.at += 1;
            match letter {
                ']' => return Some(if inverted { set.not() } else { set }),
                '\\' => {
                    let escaped = self.peek(0)?;
                    self.at += 1;
                    set = set.or(self.escaped(escaped));
                }
                from if self.peek(0) == Some('-') && self.peek(1).is_some_and(|to| to != ']' && to != '\\') => {
                    let to = self.peek(1)?;
                    self.at += 2;
                    set = set.or(Set::range(from, to));
                }
                other => set = set.or(Set::of(other)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_take_one_run_in_many_ways_are_slow() {
        for pattern in [
            "(a+)+b",
            "(a*)*$",
            r"(\w+\s*)+:",
            "(.*)*x",
            "(a|a)*b",
            "(?:.|\\s)*end",
            r"^(([a-z])+.)+[A-Z]([a-z])+$",
            r"<(?:[^>]+)*>x",
            r"(x+x+)+y",
            r"(?:a{1,})+\b",
            "(a?a)*b",
        ] {
            assert!(slow(pattern).is_some(), "{pattern}");
        }
        let found = slow("see (a+)+b").map(|slow| (slow.from, slow.to));
        assert_eq!(found, Some((4, 9)));
    }

    #[test]
    fn patterns_with_one_way_are_not() {
        for pattern in [
            "(a+)+",
            "a+b+c+",
            r"(\w+\s)+:",
            r#""(?:[^"\\]|\\.)*""#,
            r"<think>[\s\S]*?</think>",
            "(?:.|\\n)*?end",
            r"(?:\d{1,3},)*\d+",
            r"(?:a|b)*c",
            r"\b(?:bell|ring(?:s|ing)?)\b",
            "(a?)*b",
            "(?=(a+)+b)c",
            "(unclosed",
            "",
        ] {
            assert_eq!(slow(pattern), None, "{pattern}");
        }
    }
}
