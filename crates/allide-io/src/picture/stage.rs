use super::{Highlight, Kind, Up};
use allide::{Aabb, DVec3, Scene};
use std::collections::HashMap;

/// A triangle in stage coordinates. Single precision is enough for pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub corners: [[f32; 3]; 3],
    pub object: u32,
    pub kind: Option<Kind>,
}

impl Face {
    pub fn corners(&self) -> [DVec3; 3] {
        self.corners.map(|corner| DVec3::from(corner.map(f64::from)))
    }

    /// Of length 1; zero if the triangle has no area.
    pub fn normal(&self) -> DVec3 {
        let [a, b, c] = self.corners();
        (b - a).cross(c - a).normalize_or_zero()
    }
}

/// The scene, moved and scaled into the cube from −1 to 1 with z up, so that no size is too large or too small.
pub(super) struct Staging {
    pub faces: Vec<Face>,
    /// For each object, which colour it has. Objects whose names differ only from the first digit on are of one sort.
    pub tints: Vec<usize>,
    center: DVec3,
    half: f64,
    up: Up,
}

impl Staging {
    pub fn new(scene: &Scene, highlights: &[Highlight], up: Up) -> Self {
        let mut kinds: HashMap<(usize, u32), Kind> = HashMap::new();
        for highlight in highlights {
            let kind = kinds.entry((highlight.object.index(), highlight.triangle)).or_insert(highlight.kind);
            *kind = highlight.kind.max(*kind);
        }
        let bounds = world_bounds(scene);
        let center = if bounds.is_empty() { DVec3::ZERO } else { bounds.center() };
        // Halved before they are subtracted: the size itself may be out of range.
        let half = if bounds.is_empty() { 0.0 } else { (bounds.max * 0.5 - bounds.min * 0.5).max_element() };
        let mut stage = Self { faces: Vec::new(), tints: tints(scene), center, half, up };
        for (index, object) in scene.objects().iter().enumerate() {
            let placed = |&point: &DVec3| stage.place(object.pose().apply(point)).as_vec3().to_array();
            let positions: Vec<[f32; 3]> = object.mesh().positions().iter().map(placed).collect();
            for (number, triangle) in (0..).zip(object.mesh().triangles()) {
                let corners = triangle.map(|vertex| positions[vertex as usize]);
                if corners.iter().flatten().all(|x| x.is_finite()) {
                    let kind = if kinds.is_empty() { None } else { kinds.get(&(index, number)).copied() };
                    stage.faces.push(Face { corners, object: index as u32, kind });
                }
            }
        }
        stage
    }

    /// Where a point of the world lies on the stage.
    pub fn place(&self, point: DVec3) -> DVec3 {
        let [x, y, z] = if self.half > 0.0 {
            // Divided, not multiplied by the inverse, which may be out of range.
            ((point * 0.5 - self.center * 0.5) / (self.half * 0.5)).to_array()
        } else {
            [0.0; 3]
        };
        match self.up {
            Up::Z => DVec3::new(x, y, z),
            Up::Y => DVec3::new(x, -z, y),
        }
    }
}

fn world_bounds(scene: &Scene) -> Aabb {
    // Vertices of no triangle are not seen.
    let points = scene.objects().iter().flat_map(|object| {
        let corners = object.mesh().triangles().as_flattened().iter();
        corners.map(|&vertex| object.pose().apply(object.mesh().positions()[vertex as usize]))
    });
    Aabb::around(points.filter(|point| point.is_finite()))
}

/// Objects of one sort share a colour, unless there are too few sorts to tell things apart by.
fn tints(scene: &Scene) -> Vec<usize> {
    let mut sorts: HashMap<&str, usize> = HashMap::new();
    let mut by_sort = Vec::new();
    for object in scene.objects() {
        let sort = object.name().split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
        let next = sorts.len();
        by_sort.push(*sorts.entry(sort).or_insert(next));
    }
    if sorts.len() < 4 { (0..by_sort.len()).collect() } else { by_sort }
}
