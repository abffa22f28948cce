//! Loops that are written out before compilation.
//!
//! A kernel that keeps a few values per thread in an array wants them in registers, and drivers put them there only where
//! every index is a constant. WGSL has no way to ask for that, so `/*unroll*/ for (var i = 0u; i < N; i++) { body }` becomes
//! N blocks `{ const i = 0u; body }`, `{ const i = 1u; body }`, … The text as written is valid WGSL with the same meaning.

use crate::Constant;

const MARK: &str = "/*unroll*/ for (var ";

/// `text` with the marked loops written out. Bounds are numbers or names in `constants`; a loop of any other form stays.
/// The body holds no `break` or `continue` of its own loop, and no brace in a comment.
pub(crate) fn unroll(text: &str, constants: &[Constant]) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(at) = rest.find(MARK) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match Loop::parse(rest, constants) {
            Some(found) => {
                let body = unroll(found.body, constants);
                for index in 0..found.count {
                    out.push_str(&format!("{{ const {} = {index}u; {body} }}\n", found.variable));
                }
                rest = found.after;
            }
            None => {
                out.push_str(MARK);
                rest = &rest[MARK.len()..];
            }
        }
    }
    out.push_str(rest);
    out
}

struct Loop<'a> {
    variable: &'a str,
    count: u32,
    body: &'a str,
    after: &'a str,
}

impl<'a> Loop<'a> {
    fn parse(text: &'a str, constants: &[Constant]) -> Option<Self> {
        let (head, rest) = text.strip_prefix(MARK)?.split_once('{')?;
        let (variable, head) = head.split_once(" = 0u; ")?;
        let (bound, step) = head.strip_prefix(variable)?.strip_prefix(" < ")?.split_once("; ")?;
        if step.trim() != format!("{variable}++)") {
            return None;
        }
        let named = constants.iter().find(|(name, _)| *name == bound).map(|(_, value)| *value);
        let count = named.or_else(|| bound.trim_end_matches('u').parse().ok())?;
        let end = closing_brace(rest)?;
        Some(Self { variable, count, body: &rest[..end], after: &rest[end + 1..] })
    }
}

/// Where the block that `text` is inside of ends.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_loops_become_blocks_with_a_constant() {
        let text = "a /*unroll*/ for (var i = 0u; i < N; i++) { x[i] = { 1 }; } b";
        let want = "a { const i = 0u;  x[i] = { 1 };  }\n{ const i = 1u;  x[i] = { 1 };  }\n b";
        assert_eq!(unroll(text, &[("N", 2)]), want);
    }

    #[test]
    fn nested_loops_are_unrolled_too() {
        let text = "/*unroll*/ for (var i = 0u; i < 2u; i++) {/*unroll*/ for (var j = 0u; j < 2u; j++) {f(i, j);}}";
        assert_eq!(unroll(text, &[]).matches("f(i, j);").count(), 4);
    }

    #[test]
    fn loops_of_another_form_stay_as_they_are() {
        for text in ["/*unroll*/ for (var i = 1u; i < 2u; i++) {}", "for (var i = 0u; i < 2u; i++) {}"] {
            assert_eq!(unroll(text, &[]), text);
        }
    }
}
