//! The visible geometry of a finding, for pictures, pages and exports.
//!
//! Triangles that take part; lines where surfaces cross (the chained curves if they were measured, otherwise a segment
//! for each triangle pair); regions where faces lie on each other; the way between nearest points. Touching edges and
//! corners count only where there is nothing else. Of duplicates and contained objects, all triangles take part.

use crate::report::{Answers, Findings, Pair};
use allide::{Class, DVec3, ObjectId, Scene, Shared, TriangleDistance, TrianglePair};
use allide_geom::{contact_box, contact_points};

/// The visible geometry of a finding, for display only: places are rounded.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
/// use allide_io::marks::Marks;
/// use allide_io::report::Answers;
///
/// let corners = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let floor = Mesh::new(corners, vec![[0, 1, 2]])?;
/// let fin = Mesh::new(vec![[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, 3.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("floor", &floor, Pose::IDENTITY);
/// scene.add("fin", &fin, Pose::IDENTITY);
/// let overlaps = Some(Engine::cpu().run(&scene, &Overlaps::new())?);
/// # let (sources, threads) = (Vec::new(), 1);
/// let answers = Answers { scene, overlaps, sources, unit: None, notes: Vec::new(), selection: Vec::new(), self_overlaps: None, clearance: None, self_clearance: None, nearest: None, threads };
/// let marks = Marks::of(&answers, &answers.rows()[0]);
/// assert_eq!(marks.lines, [[[1.0, 1.0, 0.0].into(), [1.0, 3.0, 0.0].into()]]);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Triangles that take part: of both objects of a pair; of a set of duplicates, and of an object that lies inside another,
    /// all of them.
    pub parts: Vec<Part>,
    /// Where surfaces cross; where there is nothing else, the points and edges in which they touch; and the way between nearest
    /// points. A point is a line without length.
    pub lines: Vec<[DVec3; 2]>,
    /// Convex polygons in which faces lie on each other, by their corners.
    pub patches: Vec<Vec<DVec3>>,
}

/// Triangles of one object that take part in a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The object.
    pub object: ObjectId,
    /// Whether it is the first or the second of the two: 0 or 1. Of a set of duplicates, all but the first are second.
    pub side: usize,
    /// Their numbers in the object, sorted, each once.
    pub triangles: Vec<u32>,
}

impl Marks {
    /// The marks of one of the answers' pairs or sets.
    pub fn of(answers: &Answers, pair: &Pair<'_>) -> Self {
        let scene = &answers.scene;
        if !pair.copies.is_empty() {
            let part = |(place, &object): (usize, &ObjectId)| Part::all(scene, object, place.min(1));
            return Self { parts: pair.copies.iter().enumerate().map(part).collect(), ..Self::default() };
        }
        let mut marks = match pair.findings {
            Findings::Overlaps(found) => Self::of_overlaps(scene, pair, found),
            Findings::Distances(found) => Self::of_distances(pair, found),
        };
        marks
            .lines
            .extend(pair.nearest.filter(|nearest| nearest.distance > 0.0).map(|nearest| [nearest.on_a, nearest.on_b]));
        if let Some(inside) = pair.inside {
            let side = usize::from(inside == pair.b);
            marks.parts.retain(|part| part.side != side);
            marks.parts.insert(side.min(marks.parts.len()), Part::all(scene, inside, side));
        }
        marks
    }

    fn of_overlaps(scene: &Scene, pair: &Pair<'_>, found: &[TrianglePair]) -> Self {
        let mut marks = Self { parts: Part::both(pair, found.iter().map(|x| [x.a, x.b])), ..Self::default() };
        let corners = |x: &TrianglePair| [scene.triangle(pair.a, x.a), scene.triangle(pair.b, x.b)];
        let chained = pair.shared.map_or(&[][..], |shared: &Shared| &shared.curves);
        for curve in chained.iter().filter(|curve| curve.crossing) {
            let closing =
                curve.closed.then(|| curve.points.last().copied().zip(curve.points.first().copied())).flatten();
            marks.lines.extend(curve.points.windows(2).map(|ends| [ends[0], ends[1]]));
            marks.lines.extend(closing.map(|(last, first)| [last, first]));
        }
        let is_chained = !marks.lines.is_empty();
        for x in found.iter().filter(|x| x.class == Class::Coplanar || x.class == Class::Crossing && !is_chained) {
            let [a, b] = corners(x);
            marks.add(contact_points(&a, &b));
        }
        if marks.lines.is_empty() && marks.patches.is_empty() {
            for x in found {
                let [a, b] = corners(x);
                let points = contact_points(&a, &b);
                let somewhere = || vec![contact_box(&a, &b).center(); 2];
                marks.add(if points.is_empty() { somewhere() } else { points });
            }
        }
        marks
    }

    fn of_distances(pair: &Pair<'_>, found: &[TriangleDistance]) -> Self {
        let parts = Part::both(pair, found.iter().map(|x| [x.a, x.b]));
        let nearest = found.iter().map(|x| [x.nearest.on_a, x.nearest.on_b]);
        // The nearest points of all are among them, and are added by themselves.
        let all = |ends: &[DVec3; 2]| pair.nearest.is_none_or(|nearest| *ends != [nearest.on_a, nearest.on_b]);
        Self { parts, lines: nearest.filter(all).collect(), patches: Vec::new() }
    }

    /// A point, a segment or a polygon.
    fn add(&mut self, points: Vec<DVec3>) {
        match points[..] {
            [] => {}
            [point] => self.lines.push([point; 2]),
            [from, to] => self.lines.push([from, to]),
            _ => self.patches.push(points),
        }
    }

    /// The patches, cut into triangles.
    pub fn patch_triangles(&self) -> impl Iterator<Item = [DVec3; 3]> {
        let fan = |corners: &Vec<DVec3>| {
            (2..corners.len()).map(|k| [corners[0], corners[k - 1], corners[k]]).collect::<Vec<_>>()
        };
        self.patches.iter().flat_map(fan)
    }
}

impl Part {
    /// All triangles of an object.
    fn all(scene: &Scene, object: ObjectId, side: usize) -> Self {
        let count = scene.objects()[object.index()].mesh().triangles().len() as u32;
        Self { object, side, triangles: (0..count).collect() }
    }

    /// Those of both sides; of an object that overlaps itself, too.
    fn both(pair: &Pair<'_>, triangles: impl Iterator<Item = [u32; 2]> + Clone) -> Vec<Self> {
        let part = |side: usize| {
            let mut numbers: Vec<u32> = triangles.clone().map(|both| both[side]).collect();
            numbers.sort_unstable();
            numbers.dedup();
            Self { object: [pair.a, pair.b][side], side, triangles: numbers }
        };
        [0, 1].map(part).into_iter().filter(|part| !part.triangles.is_empty()).collect()
    }
}
