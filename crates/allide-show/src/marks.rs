//! The geometry that a page highlights when a finding is chosen.

use crate::numbers::thousands;
use allide_io::marks;
use allide_io::report::{Answers, Pair};
use allide_page::{Fact, Finding, Lit, MOST_MARKED, NoRoom, Page};

/// The triangles that take part, the lines along which surfaces meet and the regions where they lie on each other. Nothing for
/// duplicates, which light up as a whole.
pub fn of_pair(answers: &Answers, pair: &Pair<'_>) -> Lit {
    if !pair.copies.is_empty() {
        return Lit::default();
    }
    let mut seen = marks::Marks::of(answers, pair);
    let patches = seen.patch_triangles().flatten().collect();
    let triangles = [0, 1].map(|side| {
        let part = seen.parts.iter_mut().find(|part| part.side == side);
        part.map_or_else(Vec::new, |part| std::mem::take(&mut part.triangles))
    });
    Lit { triangles, segments: seen.lines.into_iter().flatten().collect(), patches }
}

/// Adds a finding, the worst first, as long as the page has room for it; and what lights up, or why nothing does.
pub fn push(page: &mut Page, mut finding: Finding, lit: impl FnOnce() -> Lit) {
    if !page.has_room() {
        return;
    }
    let lit = lit();
    match page.mark(&lit) {
        Ok(marks) => finding.marks = marks,
        Err(NoRoom) => {
            let [count, most] = [lit.count(), MOST_MARKED].map(thousands);
            finding.facts.push(Fact::new("not lit up", format!("{count} triangles and points; a page holds {most}")));
        }
    }
    page.view.findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide_page::Kind;

    #[test]
    fn what_is_too_much_to_light_up_is_listed_with_its_number() {
        let mut page = Page::new(Kind::Check, "");
        let lit = |count: u32| Lit { triangles: [(0..count).collect(), Vec::new()], ..Lit::default() };
        push(&mut page, Finding::default(), || lit(MOST_MARKED as u32 + 1));
        push(&mut page, Finding::default(), || lit(3));
        let [large, small] = &page.view.findings[..] else { panic!("both are listed") };
        assert_eq!(large.facts[0].value, "4,000,001 triangles and points; a page holds 4,000,000");
        assert!(large.marks.is_none() && small.marks.is_some() && small.facts.is_empty());
    }
}
