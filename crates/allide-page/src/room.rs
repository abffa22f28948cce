//! The capacity of a page. The contacts of two objects may be a million times as large as their files.

use crate::html::Page;
use crate::view::Marks;
use allide::DVec3;

/// The most findings of a page: a list of this length still opens at once and scrolls smoothly.
pub const MOST_FINDINGS: usize = 10_000;

/// The most that lights up on a page, all findings together: triangles, ends of lines and corners of patches.
pub const MOST_MARKED: usize = 4_000_000;

/// The geometry to highlight when a finding is chosen. Points are in world coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lit {
    /// Triangles of the first and of the second object.
    pub triangles: [Vec<u32>; 2],
    /// Lines, of two points each.
    pub segments: Vec<DVec3>,
    /// Filled regions, of three points for each triangle.
    pub patches: Vec<DVec3>,
}

impl Lit {
    /// Triangles, ends of lines and corners.
    pub fn count(&self) -> usize {
        self.triangles.iter().map(Vec::len).sum::<usize>() + self.segments.len() + self.patches.len()
    }
}

impl Page {
    /// Whether there is room for one more finding. If not, it is counted among those that are left out.
    ///
    /// Ask for the worst first, and once for each.
    pub fn has_room(&mut self) -> bool {
        let has_room = self.view.findings.len() < MOST_FINDINGS;
        self.view.left_out += usize::from(!has_room);
        has_room
    }

    /// Adds what lights up; nothing if there is nothing.
    ///
    /// # Errors
    /// If there is no room for it on this page: [`MOST_MARKED`]. Then nothing is added.
    pub fn mark(&mut self, lit: &Lit) -> Result<Option<Marks>, NoRoom> {
        let count = lit.count();
        if count > MOST_MARKED - self.marked {
            return Err(NoRoom);
        }
        self.marked += count;
        let [triangles_a, triangles_b] = lit.triangles.each_ref().map(|list| self.triangles(list));
        let mut points = |points: &[DVec3]| (!points.is_empty()).then(|| self.points(points.iter().copied()));
        let (segments, patches) = (points(&lit.segments), points(&lit.patches));
        Ok((count > 0).then_some(Marks { triangles_a, triangles_b, curves: Vec::new(), segments, patches }))
    }

    /// Adds the numbers of triangles, sorted, each once.
    fn triangles(&mut self, triangles: &[u32]) -> Option<crate::Slice> {
        let mut triangles: Vec<i32> = triangles.iter().map(|&triangle| triangle as i32).collect();
        triangles.sort_unstable();
        triangles.dedup();
        (!triangles.is_empty()).then(|| self.ints(&triangles, 1))
    }
}

/// The page holds no more that lights up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Finding, Kind};

    #[test]
    fn a_page_counts_the_findings_that_it_has_no_room_for() {
        let mut page = Page::new(Kind::Check, "");
        for _ in 0..MOST_FINDINGS + 3 {
            if page.has_room() {
                page.view.findings.push(Finding::default());
            }
        }
        assert_eq!((page.view.findings.len(), page.view.left_out), (MOST_FINDINGS, 3));
    }

    #[test]
    fn what_does_not_fit_is_left_out_whole_and_what_fits_comes_after_it() {
        let mut page = Page::new(Kind::Check, "");
        let lit = |count: usize| Lit { segments: vec![DVec3::ZERO; count], ..Lit::default() };
        assert_eq!(page.mark(&lit(0)), Ok(None));
        assert_eq!(page.mark(&lit(MOST_MARKED + 1)), Err(NoRoom));
        assert_eq!(page.bytes().len(), 0);
        let marks = page.mark(&lit(MOST_MARKED - 2)).unwrap().unwrap();
        assert_eq!(marks.segments.map(|slice| slice.count), Some(MOST_MARKED - 2));
        assert_eq!(page.mark(&lit(3)), Err(NoRoom));
        let triangles = Lit { triangles: [vec![7, 2, 7], vec![]], ..Lit::default() };
        assert_eq!(page.mark(&triangles), Err(NoRoom));
        let triangles = Lit { triangles: [vec![7, 2], vec![]], ..Lit::default() };
        assert_eq!(page.mark(&triangles).unwrap().unwrap().triangles_a.map(|slice| slice.count), Some(2));
    }
}
