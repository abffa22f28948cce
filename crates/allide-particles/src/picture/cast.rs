//! Rays against colliders, in plain `f64`: good for pictures, while impacts are computed elsewhere and with care.

use super::tree::Tree;
use crate::{Collider, Keep, Pose, Region, Scene, Surface};
use glam::{DVec2, DVec3};

/// Samples along a ray within a blobby surface's box.
const MARCH: usize = 48;

/// Where a ray meets a collider.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub distance: f64,
    pub collider: u32,
}

enum Equation {
    Plane,
    Quadric([f64; 10]),
    Blobby(Vec<(DVec3, f64)>, f64),
}

/// A collider, prepared for rays.
struct Target {
    pose: Pose,
    equation: Equation,
    keeps: Vec<(Keep, Region)>,
    min: DVec3,
    max: DVec3,
}

/// All colliders of a scene.
pub(super) struct World {
    targets: Vec<Target>,
    tree: Tree,
    /// A length that is small in this scene: rays start this far off their surface.
    pub tiny: f64,
}

impl World {
    pub fn new(scene: &Scene) -> Self {
        let targets: Vec<Target> = scene.colliders.iter().map(Target::new).collect();
        let boxes: Vec<(DVec3, DVec3)> = targets.iter().map(Target::world_box).collect();
        let distance = (scene.camera.target - scene.camera.eye).length().max(1e-9);
        Self { tree: Tree::new(&boxes), targets, tiny: 1e-6 * distance }
    }

    /// The first collider along a ray; `direction` is a unit vector.
    pub fn first(&self, origin: DVec3, direction: DVec3, far: f64) -> Option<Met> {
        let mut found: Option<Met> = None;
        self.tree.each(origin, direction, far, |collider, far| {
            match self.targets[collider as usize].meet(origin, direction, self.tiny, far) {
                // Of equally near ones, the first in the scene.
                Some(distance) if distance < far || found.is_none_or(|met| collider < met.collider) => {
                    found = Some(Met { distance, collider });
                    distance
                }
                _ => far,
            }
        });
        found
    }

    /// Whether anything is in the way.
    pub fn blocked(&self, origin: DVec3, direction: DVec3, far: f64) -> bool {
        let mut blocked = false;
        self.tree.each(origin, direction, far, |collider, far| {
            blocked |= self.targets[collider as usize].meet(origin, direction, self.tiny, far).is_some();
            if blocked { -1.0 } else { far }
        });
        blocked
    }

    /// The unit normal at a point of a collider, towards the viewer, and the point in local coordinates.
    pub fn normal(&self, collider: u32, point: DVec3, direction: DVec3) -> (DVec3, DVec3) {
        let target = &self.targets[collider as usize];
        let local = target.pose.to_local(point);
        let normal = (target.pose.axes * target.gradient(local)).normalize_or(-direction);
        (if normal.dot(direction) > 0.0 { -normal } else { normal }, local)
    }
}

impl Target {
    fn new(collider: &Collider) -> Self {
        let (min, max) = collider.local_bounds();
        let equation = match &collider.surface {
            Surface::Plane => Equation::Plane,
            Surface::Blobby { balls, level } => Equation::Blobby(balls.clone(), *level),
            surface => Equation::Quadric(surface.coefficients().unwrap_or_default()),
        };
        Self { pose: collider.pose, equation, keeps: collider.constraints.clone(), min, max }
    }

    fn world_box(&self) -> (DVec3, DVec3) {
        let corner = |k: usize| {
            let pick = |axis: usize| if k >> axis & 1 == 1 { self.max[axis] } else { self.min[axis] };
            self.pose.to_world(DVec3::new(pick(0), pick(1), pick(2)).clamp(DVec3::splat(-1e9), DVec3::splat(1e9)))
        };
        let corners: [DVec3; 8] = std::array::from_fn(corner);
        let (low, high) = corners.iter().fold((corners[0], corners[0]), |(l, h), &c| (l.min(c), h.max(c)));
        let margin = DVec3::splat(1e-9 + 1e-9 * high.abs().max(low.abs()).max_element());
        (low - margin, high + margin)
    }

    /// The first distance in (tiny, far] at which a ray meets it.
    fn meet(&self, origin: DVec3, direction: DVec3, tiny: f64, far: f64) -> Option<f64> {
        let (p, d) = (self.pose.to_local(origin), self.pose.vector_to_local(direction));
        let is_there = |&t: &f64| t > tiny && t <= far && self.keeps(p + d * t);
        match &self.equation {
            Equation::Plane => Some(-p.z / d.z).filter(is_there),
            Equation::Quadric(q) => {
                let [a, b, c] = along(q, p, d);
                roots(a, b, c).into_iter().find(is_there)
            }
            Equation::Blobby(balls, level) => {
                let [low, high] = [(self.min - p) / d, (self.max - p) / d];
                let (enter, leave) = (low.min(high).max_element().max(tiny), low.max(high).min_element().min(far));
                let value = |t: f64| blobs(balls, p + d * t) - level;
                let at = |k: usize| enter + (leave - enter) * k as f64 / MARCH as f64;
                let mut before = value(at(0)) > 0.0;
                // A surface that a ray touches for less than a step is not seen.
                for k in (1..=MARCH).take_while(|_| enter < leave) {
                    let inside = value(at(k)) > 0.0;
                    if inside != before {
                        let halve = |(a, b): (f64, f64), _| {
                            let middle = 0.5 * (a + b);
                            if (value(middle) > 0.0) == before { (middle, b) } else { (a, middle) }
                        };
                        let crossing = (0..30).fold((at(k - 1), at(k)), halve).1;
                        if is_there(&crossing) {
                            return Some(crossing);
                        }
                    }
                    before = inside;
                }
                None
            }
        }
    }

    fn keeps(&self, p: DVec3) -> bool {
        let bounds = match self.equation {
            Equation::Plane => true,
            // Sides where the surface itself ends are no bounds to it; those of a box have a margin for rounding.
            _ => {
                let margin = (self.max - self.min) * 1e-9;
                p.cmpge(self.min - margin).all() && p.cmple(self.max + margin).all()
            }
        };
        bounds && self.keeps.iter().all(|(keep, region)| contains(region, p) == (*keep == Keep::Inside))
    }

    fn gradient(&self, p: DVec3) -> DVec3 {
        match &self.equation {
            Equation::Plane => DVec3::Z,
            Equation::Quadric([a, b, c, d, e, f, g, h, i, _]) => DVec3::new(
                a * p.x + d * p.y + e * p.z + g,
                d * p.x + b * p.y + f * p.z + h,
                e * p.x + f * p.y + c * p.z + i,
            ),
            Equation::Blobby(balls, _) => balls.iter().fold(DVec3::ZERO, |sum, &(center, radius)| {
                let part = (1.0 - (p - center).length_squared() / (radius * radius)).max(0.0);
                sum + (p - center) * (part * part / (radius * radius))
            }),
        }
    }
}

fn blobs(balls: &[(DVec3, f64)], p: DVec3) -> f64 {
    let part = |&(center, radius): &(DVec3, f64)| (1.0 - (p - center).length_squared() / (radius * radius)).max(0.0);
    balls.iter().map(part).map(|part| part * part * part).sum()
}

/// The quadric along p + d t, as a t² + b t + c.
fn along(q: &[f64; 10], p: DVec3, d: DVec3) -> [f64; 3] {
    let [a, b, c, xy, xz, yz, x, y, z, j] = *q;
    let form = |u: DVec3, v: DVec3| {
        let mixed = xy * (u.x * v.y + u.y * v.x) + xz * (u.x * v.z + u.z * v.x) + yz * (u.y * v.z + u.z * v.y);
        a * u.x * v.x + b * u.y * v.y + c * u.z * v.z + mixed
    };
    let line = DVec3::new(x, y, z);
    [form(d, d), 2.0 * (form(p, d) + line.dot(d)), form(p, p) + 2.0 * line.dot(p) + j]
}

/// Both roots, the smaller first; NaN without roots.
fn roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let root = (b * b - 4.0 * a * c).sqrt();
    let far = -0.5 * (b + root.copysign(b));
    let [s, t] = [far / a, c / far];
    if s < t || t.is_nan() { [s, t] } else { [t, s] }
}

fn contains(region: &Region, p: DVec3) -> bool {
    let flat = p.truncate();
    match region {
        Region::Disc { center, radius } => (flat - *center).length_squared() < radius * radius,
        Region::Rectangle { min, max } => flat.cmpgt(*min).all() && flat.cmplt(*max).all(),
        Region::Polygon(corners) => in_polygon(corners, flat),
        Region::Box { min, max } => p.cmpgt(*min).all() && p.cmplt(*max).all(),
        Region::HalfSpace { normal, offset } => normal.dot(p) < *offset,
    }
}

/// The even-odd rule.
fn in_polygon(corners: &[DVec2], p: DVec2) -> bool {
    let mut inside = false;
    for (k, a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
    }
    inside
}
