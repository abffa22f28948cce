//! Where marks are in the picture.

use super::Finding;
use super::camera::Camera;
use super::raster::Canvas;
use super::stage::Staging;
use allide::{DVec3, Scene};

/// Segments shorter than this, in pixels, are drawn with the next one.
const SHORT: f32 = 0.5;

/// A line in the picture: pixel coordinates and nearness of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub ends: [[f32; 3]; 2],
    /// Its place in the list of findings.
    pub finding: usize,
}

pub(super) struct Ink {
    /// Which mark is the nearest at each pixel, by the place of its finding in the list.
    pub nearest: Canvas,
    /// The same for regions alone, sample by sample.
    pub regions: Canvas,
    pub lines: Vec<Stroke>,
}

impl Ink {
    pub fn new(scene: &Scene, stage: &Staging, camera: &Camera, findings: &[Finding<'_>]) -> Self {
        let (width, height) = (camera.width, camera.height);
        let mut ink = Self {
            nearest: Canvas::new(width, height),
            regions: Canvas::new(width * camera.samples, height * camera.samples),
            lines: Vec::new(),
        };
        for (place, finding) in findings.iter().enumerate() {
            ink.add_lines(stage, camera, finding, place);
            for corners in filled(scene, finding) {
                ink.add_region(stage, camera, corners, place);
            }
        }
        ink
    }

    fn add_lines(&mut self, stage: &Staging, camera: &Camera, finding: &Finding<'_>, place: usize) {
        let put = |point: DVec3| {
            let point = stage.place(point);
            let seen = point.is_finite() && camera.reaches(point);
            seen.then(|| camera.project(point).map(|x| x as f32)).filter(|at| at.iter().all(|x| x.is_finite()))
        };
        let mut pending: Option<([[f32; 3]; 2], DVec3)> = None;
        for &[from, to] in &finding.marks.lines {
            let (Some(start), Some(end)) = (put(from), put(to)) else { continue };
            // Short lines are continued, if they can be.
            let joined = pending.take().filter(|(ends, last)| *last == from && length(ends) < SHORT);
            let ends = [joined.map_or(start, |(ends, _)| ends[0]), end];
            if length(&ends) < SHORT {
                pending = Some((ends, to));
            } else {
                self.add_line(ends, place);
            }
            if let Some((ends, _)) = pending.filter(|_| from == to) {
                self.add_line(ends, place);
                pending = None;
            }
        }
        if let Some((ends, _)) = pending {
            self.add_line(ends, place);
        }
    }

    fn add_line(&mut self, ends: [[f32; 3]; 2], finding: usize) {
        self.lines.push(Stroke { ends, finding });
        let size = [self.nearest.width, self.nearest.height];
        let steps = (length(&ends).min(4.0 * (size[0] + size[1]) as f32) as usize + 1) * 2;
        for step in 0..=steps {
            let part = step as f32 / steps as f32;
            let [x, y, nearness] = [0, 1, 2].map(|k| ends[0][k] + (ends[1][k] - ends[0][k]) * part);
            if x >= 0.0 && y >= 0.0 && (x as usize) < size[0] && (y as usize) < size[1] {
                self.nearest.put(y as usize * size[0] + x as usize, nearness, finding as u32);
            }
        }
    }

    fn add_region(&mut self, stage: &Staging, camera: &Camera, corners: [DVec3; 3], finding: usize) {
        let corners = corners.map(|corner| stage.place(corner));
        if !corners.iter().all(|corner| corner.is_finite() && camera.reaches(*corner)) {
            return;
        }
        let corners = corners.map(|corner| camera.project(corner));
        self.nearest.draw(corners, finding as u32);
        let scale = camera.samples as f64;
        self.regions.draw(corners.map(|[x, y, nearness]| [x * scale, y * scale, nearness]), finding as u32);
    }
}

/// The triangles that are filled: regions of contact; where there is neither region nor line, all triangles that take part.
pub(super) fn filled<'f>(scene: &'f Scene, finding: &'f Finding<'f>) -> Box<dyn Iterator<Item = [DVec3; 3]> + 'f> {
    let marks = finding.marks;
    if !marks.lines.is_empty() || !marks.patches.is_empty() {
        return Box::new(marks.patch_triangles());
    }
    let triangles =
        |part: &'f crate::marks::Part| part.triangles.iter().map(|&number| scene.triangle(part.object, number));
    Box::new(marks.parts.iter().flat_map(triangles))
}

fn length([from, to]: &[[f32; 3]; 2]) -> f32 {
    (from[0] - to[0]).hypot(from[1] - to[1])
}
