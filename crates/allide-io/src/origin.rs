//! Which polygon of a file a triangle is a part of.

use std::sync::Arc;

/// Where a triangle comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of its polygon, counted from 0: in an OBJ file, among all `f` of the file; in a PLY or OFF file, among its
    /// faces. In other files, the number of the triangle itself.
    pub polygon: u32,
    /// The line of the file that the polygon begins on, counted from 1. Known for OBJ, for lines below 2³².
    pub line: Option<u32>,
}

/// The origins of all triangles of an object. Cheap to clone, and small: polygons of equally many corners on successive
/// lines take 16 bytes together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Sorted by triangle; none if each triangle is the polygon of its number.
    runs: Option<Arc<[Run]>>,
}

/// Successive polygons of as many triangles each, one a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    triangle: u32,
    polygon: u32,
    /// That of the first polygon; 0 for none.
    line: u32,
    /// Triangles a polygon.
    each: u32,
}

impl Run {
    const PLAIN: Self = Self { triangle: 0, polygon: 0, line: 0, each: 1 };

    fn origin(&self, triangle: u32) -> Origin {
        let step = (triangle - self.triangle) / self.each;
        Origin { polygon: self.polygon + step, line: (self.line > 0).then(|| self.line + step) }
    }
}

impl Origins {
    /// The origin of a triangle of the object.
    pub fn of(&self, triangle: u32) -> Origin {
        let Some(runs) = &self.runs else { return Run::PLAIN.origin(triangle) };
        // The first run begins with triangle 0.
        runs[runs.partition_point(|run| run.triangle <= triangle) - 1].origin(triangle)
    }

    /// Whether they tell anything: each triangle is the polygon of its number otherwise, on no known line.
    pub fn is_plain(&self) -> bool {
        self.runs.is_none()
    }
}

/// Origins in the making.
#[derive(Debug)]
pub(crate) struct Tracks {
    runs: Vec<Run>,
    /// The next polygon, if it goes on like the last one.
    next: Run,
}

impl Default for Tracks {
    fn default() -> Self {
        Self { runs: Vec::new(), next: Run::PLAIN }
    }
}

impl Tracks {
    /// Adds the next polygon of the file, of `each` triangles, on a line or on none (0).
    #[inline]
    pub(crate) fn add(&mut self, each: usize, line: usize) {
        let (each, line) = (each as u32, u32::try_from(line).unwrap_or(0));
        if (each, line) != (self.next.each, self.next.line) {
            self.begin(each, line);
        }
        self.next.triangle = self.next.triangle.wrapping_add(each);
        self.next.polygon = self.next.polygon.wrapping_add(1);
        self.next.line = self.next.line.wrapping_add(u32::from(line > 0));
    }

    fn begin(&mut self, each: u32, line: u32) {
        self.next = Run { each, line, ..self.next };
        self.runs.push(self.next);
    }

    /// Counts a polygon of the file that has no triangles.
    pub(crate) fn skip(&mut self) {
        // The next triangles begin a new run.
        self.next = Run { polygon: self.next.polygon.wrapping_add(1), each: 0, ..self.next };
    }

    /// The origins of all triangles.
    pub(crate) fn all(self) -> Origins {
        let mut pieces = Pieces::default();
        pieces.add(&self, 0, self.next.triangle as usize);
        pieces.origins()
    }

    /// The runs, the plain one at the beginning included, that reach into a range of triangles.
    fn within(&self, start: u32, end: u32) -> impl Iterator<Item = Run> + '_ {
        let first = self.runs.partition_point(|run| run.triangle <= start);
        let head = first.checked_sub(1).map_or(Run::PLAIN, |at| self.runs[at]);
        std::iter::once(head).chain(self.runs[first..].iter().copied()).take_while(move |run| run.triangle < end)
    }
}

/// The origins of an object that consists of several ranges of a file's triangles.
#[derive(Default)]
pub(crate) struct Pieces {
    runs: Vec<Run>,
    triangles: u32,
}

impl Pieces {
    /// Adds a range, from one polygon to another.
    pub(crate) fn add(&mut self, tracks: &Tracks, start: usize, end: usize) {
        let (start, end) = (start as u32, end as u32);
        for run in tracks.within(start, end) {
            let from = run.triangle.max(start);
            let Origin { polygon, line } = run.origin(from);
            let triangle = self.triangles + (from - start);
            self.push(Run { triangle, polygon, line: line.unwrap_or(0), each: run.each });
        }
        self.triangles += end - start;
    }

    /// Adds all triangles of another object.
    pub(crate) fn append(&mut self, origins: &Origins, triangles: usize) {
        for &run in origins.runs.as_deref().unwrap_or(&[Run::PLAIN]) {
            self.push(Run { triangle: run.triangle + self.triangles, ..run });
        }
        self.triangles += triangles as u32;
    }

    fn push(&mut self, run: Run) {
        // A range may begin where the run before it goes on.
        let goes_on = |last: &Run| last.each == run.each && last.goes_on_to(&run);
        if !self.runs.last().is_some_and(goes_on) {
            self.runs.push(run);
        }
    }

    pub(crate) fn origins(self) -> Origins {
        let is_plain = self.runs.is_empty() || self.runs == [Run::PLAIN];
        Origins { runs: (!is_plain).then(|| self.runs.into()) }
    }
}

impl Run {
    fn goes_on_to(&self, next: &Self) -> bool {
        let line = (next.line > 0).then_some(next.line);
        let is_whole = (next.triangle - self.triangle).is_multiple_of(self.each);
        is_whole && self.origin(next.triangle) == Origin { polygon: next.polygon, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangles and line of each polygon of a file; one without triangles was left out.
    fn tracks(polygons: &[(usize, usize)]) -> Tracks {
        let mut tracks = Tracks::default();
        for &(each, line) in polygons {
            if each > 0 { tracks.add(each, line) } else { tracks.skip() }
        }
        tracks
    }

    fn expected(polygons: &[(usize, usize)]) -> Vec<Origin> {
        let origin = |(number, &(each, line)): (usize, &(usize, usize))| {
            let line = (line > 0).then_some(line as u32);
            std::iter::repeat_n(Origin { polygon: number as u32, line }, each)
        };
        polygons.iter().enumerate().flat_map(origin).collect()
    }

    #[test]
    fn triangles_in_order_take_nothing() {
        assert!(tracks(&[(1, 0); 1000]).all().is_plain());
        assert_eq!(Origins::default().of(7), Origin { polygon: 7, line: None });
    }

    #[test]
    fn runs_are_short_and_right() {
        let lines = |each: usize| Vec::from_iter((0..1000).map(|k| (each, 10 + k)));
        let mixed = Vec::from_iter((0..1000usize).map(|k| (k * 7 % 4, if k % 3 == 0 { 0 } else { 2 * k })));
        for (polygons, most) in [(lines(1), 1), (lines(2), 1), ([lines(2), lines(5)].concat(), 2), (mixed, 1000)] {
            let origins = tracks(&polygons).all();
            let expected = expected(&polygons);
            assert!(origins.runs.as_ref().unwrap().len() <= most);
            assert_eq!(Vec::from_iter((0..expected.len() as u32).map(|k| origins.of(k))), expected);
        }
        let late = [vec![(1, 0); 5], vec![(3, 0)], vec![(0, 0)], vec![(1, 0)]].concat();
        assert_eq!(tracks(&late).all().of(7), Origin { polygon: 5, line: None });
        assert_eq!(tracks(&late).all().of(8), Origin { polygon: 7, line: None });
    }

    #[test]
    fn pieces_keep_their_origins() {
        let polygons = Vec::from_iter((0..60usize).map(|k| (1 + k / 20, 5 + k)));
        let (tracks, expected) = (tracks(&polygons), expected(&polygons));
        let mut pieces = Pieces::default();
        let ranges = [0..7, 7..12, 22..32, 60..90, 20..22];
        ranges.iter().for_each(|range| pieces.add(&tracks, range.start, range.end));
        let origins = pieces.origins();
        let expected = Vec::from_iter(ranges.into_iter().flat_map(|range| expected[range].to_vec()));
        assert_eq!(Vec::from_iter((0..expected.len() as u32).map(|k| origins.of(k))), expected);

        let mut joined = Pieces::default();
        joined.append(&origins, expected.len());
        joined.append(&origins, expected.len());
        let joined = joined.origins();
        assert!((0..expected.len()).all(|k| joined.of((expected.len() + k) as u32) == expected[k]));
    }
}
