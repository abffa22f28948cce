//! Patterns for names: `*` is any text, `/` included, and `?` any one character.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub struct Pattern(String);

impl Pattern {
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether `name` as a whole is like the pattern.
    pub fn matches(&self, name: &str) -> bool {
        let (pattern, name) = (self.0.as_bytes(), name.as_bytes());
        let (mut p, mut n) = (0, 0);
        // The last star, and where in the name what follows it is being tried: no recursion, so no blow-up.
        let mut retry = None;
        while n < name.len() {
            match pattern.get(p) {
                Some(b'*') => {
                    retry = Some((p, n));
                    p += 1;
                }
                Some(b'?') => (p, n) = (p + 1, n + character(name[n])),
                Some(&byte) if byte == name[n] => (p, n) = (p + 1, n + 1),
                _ => {
                    let Some((star, from)) = retry else { return false };
                    let from = from + character(name[from]);
                    retry = Some((star, from));
                    (p, n) = (star + 1, from);
                }
            }
        }
        pattern[p..].iter().all(|&byte| byte == b'*')
    }
}

/// As it was given.
impl fmt::Display for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The bytes of the character that begins with this byte.
fn character(first: u8) -> usize {
    match first.leading_ones() {
        0 | 1 => 1,
        bytes => bytes as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        Pattern::new(pattern).matches(name)
    }

    #[test]
    fn stars_match_any_text_and_question_marks_one_character() {
        for (pattern, name) in [("*", ""), ("a*", "a"), ("*b*", "abc"), ("a?c", "äöc"), ("a*b*c", "aXbYbZc")] {
            assert_eq!(matches(pattern, name), pattern != "a?c", "{pattern} {name}");
        }
        assert!(matches("a?c", "a:c") && matches("a?c", "aöc") && matches("*?", "名") && !matches("*??", "名"));
        assert!(matches("L1/*/COL-?", "L1/Structure/North/COL-1"));
        assert!(!matches("bolt", "bolt-1") && !matches("", "x") && matches("", ""));
        assert!(!matches("*a*a*a*a*a*b", &"a".repeat(10_000)));
    }
}
