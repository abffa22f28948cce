//! A collider prepared for roots: its equation along a path, and whether a point is within its bounds.

use super::blobby::Blobs;
use super::side::{Test, keeps};
use super::{Collider, Surface};
use crate::boxes::Aabb;
use crate::motion::Path;
use crate::number::{Ball, Dd, Real};
use crate::roots::{self, Polynomial, Unsure};
use glam::DVec3;

/// The equation of a surface.
#[derive(Clone, Debug)]
pub(crate) enum Equation {
    Plane,
    Quadric([f64; 10]),
    Blobby(Blobs),
}

/// A collider in the form that roots are computed from.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Local axes in the world.
    pub(super) axes: [DVec3; 3],
    pub(super) origin: DVec3,
    pub equation: Equation,
    pub(super) tests: Vec<Test>,
    /// A box of the world around it, larger than all rounding.
    pub bounds: Aabb,
}

/// When a path meets a collider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Seconds after the start of the path.
    pub age: f64,
    /// The true age differs by no more.
    pub error: f64,
}

/// Three balls.
pub(super) type Point<T> = [Ball<T>; 3];

/// Below this share of the speed, a path that leaves a surface is taken to be tangential to it: its direction is rounded.
const TANGENT: f64 = 1.0 / (1u64 << 40) as f64;

impl Form {
    pub fn new(collider: &Collider) -> Self {
        let axes = collider.pose.axes;
        let equation = match &collider.surface {
            Surface::Plane => Equation::Plane,
            Surface::Blobby { balls, level } => Equation::Blobby(Blobs { balls: balls.clone(), level: *level }),
            surface => Equation::Quadric(surface.coefficients().unwrap_or_default()),
        };
        let mut tests = collider.surface.own_tests();
        tests.extend(collider.constraints.iter().cloned().map(|(keep, region)| Test { keep, region }));
        let (min, max) = collider.local_bounds();
        let mut bounds = Aabb::EMPTY;
        for corner in 0..8 {
            let pick = |k: usize| if corner >> k & 1 == 1 { max[k] } else { min[k] };
            bounds.add(collider.pose.to_world(DVec3::new(pick(0), pick(1), pick(2))));
        }
        let axes = [axes.x_axis, axes.y_axis, axes.z_axis];
        Self { axes, origin: collider.pose.origin, equation, tests, bounds: bounds.grown() }
    }

    /// The map to local coordinates, rounded: rows with their translation.
    #[cfg(feature = "gpu")]
    pub fn rows(&self) -> [[f64; 4]; 3] {
        self.axes.map(|axis| [axis.x, axis.y, axis.z, -axis.dot(self.origin)])
    }

    /// One local coordinate along a path: constant, linear and quadratic term.
    fn coordinate<T: Real>(&self, path: &Path, axis: usize) -> Point<T> {
        let row = self.axes[axis];
        let dot = |vector: [Ball<T>; 3]| {
            let mut sum = Ball::exact(0.0);
            for k in 0..3 {
                if row[k] != 0.0 {
                    sum = sum + vector[k].times(row[k]);
                }
            }
            sum
        };
        let exact = |vector: DVec3| vector.to_array().map(Ball::<T>::exact);
        let (position, origin) = (exact(path.position), exact(self.origin));
        let offset = std::array::from_fn(|k| position[k] - origin[k]);
        [dot(offset), dot(exact(path.velocity)), dot(exact(path.acceleration)).scaled(0.5)]
    }

    /// The equation along a path. None for a blobby surface, which has no polynomial.
    pub fn polynomial<T: Real>(&self, path: &Path) -> Option<Polynomial<T>> {
        let zero = Ball::exact(0.0);
        match &self.equation {
            Equation::Plane => {
                let [a, b, c] = self.coordinate(path, 2);
                Some(Polynomial { terms: [a, b, c, zero, zero], degree: 2 })
            }
            Equation::Quadric(q) => {
                let p: [Point<T>; 3] = std::array::from_fn(|axis| self.coordinate(path, axis));
                let degree = if path.acceleration == DVec3::ZERO { 2 } else { 4 };
                let mut terms = [zero; 5];
                for (factor, (a, b)) in SQUARES.into_iter().enumerate() {
                    // Cross terms count twice.
                    let factor = if a == b { q[factor] } else { 2.0 * q[factor] };
                    if factor != 0.0 {
                        let (a, b) = (p[a], p[b]);
                        for (i, &x) in a.iter().enumerate().take(1 + degree / 2) {
                            for (j, &y) in b.iter().enumerate().take(1 + degree / 2) {
                                terms[i + j] = terms[i + j] + (x * y).times(factor);
                            }
                        }
                    }
                }
                for axis in 0..3 {
                    let factor = 2.0 * q[6 + axis];
                    if factor != 0.0 {
                        for k in 0..3 {
                            terms[k] = terms[k] + p[axis][k].times(factor);
                        }
                    }
                }
                terms[0] = terms[0] + Ball::exact(q[9]);
                Some(Polynomial { terms, degree })
            }
            Equation::Blobby(_) => None,
        }
    }

    /// The first meeting later than the start, no later than `end`; `leaves` says that the path starts on this surface and
    /// leaves it.
    ///
    /// Numbers are longer where `f64` does not decide: a function of the arguments alone.
    pub fn meeting(&self, path: &Path, end: f64, leaves: bool) -> Option<Meeting> {
        if let Equation::Blobby(blobs) = &self.equation {
            let along = std::array::from_fn(|axis| self.coordinate::<f64>(path, axis));
            return blobs.meeting(&along, end, leaves, |age| self.keeps(path, age).unwrap_or(true));
        }
        self.attempt::<f64>(path, end, leaves).or_else(|_| self.attempt::<Dd>(path, end, leaves)).unwrap_or(None)
    }

    /// The same with long numbers from the start: to tell two meetings apart.
    pub fn long_meeting(&self, path: &Path, end: f64, leaves: bool) -> Option<Ball<Dd>> {
        match self.equation {
            Equation::Blobby(_) => {
                let meeting = self.meeting(path, end, leaves)?;
                Some(Ball::new(Dd::from(meeting.age), meeting.error))
            }
            _ => self.root::<Dd>(path, end, leaves).unwrap_or(None),
        }
    }

    fn attempt<T: Real>(&self, path: &Path, end: f64, leaves: bool) -> Result<Option<Meeting>, Unsure> {
        let found = self.root::<T>(path, end, leaves)?;
        let meeting = |root: Ball<T>| {
            let age = root.middle.near();
            Meeting { age, error: root.radius + age.abs() * f64::EPSILON }
        };
        Ok(found.map(meeting).filter(|meeting| meeting.age > 0.0 && meeting.age <= end))
    }

    fn root<T: Real>(&self, path: &Path, end: f64, leaves: bool) -> Result<Option<Ball<T>>, Unsure> {
        let Some(mut polynomial) = self.polynomial::<T>(path) else { return Ok(None) };
        if leaves {
            polynomial.terms[0] = Ball::exact(0.0);
            let slope = self.gradient(self.local(path.position)).length() * path.velocity.length();
            if polynomial.terms[1].most() <= TANGENT * slope {
                polynomial.terms[1] = Ball::exact(0.0);
            }
        }
        roots::first(&polynomial, end, |age| self.keeps(path, age))
    }

    fn keeps<T: Real>(&self, path: &Path, age: Ball<T>) -> Result<bool, Unsure> {
        if self.tests.is_empty() {
            return Ok(true);
        }
        let at = |axis| {
            let [a, b, c] = self.coordinate::<T>(path, axis);
            (c * age + b) * age + a
        };
        let point = [at(0), at(1), at(2)];
        for test in &self.tests {
            if !keeps(test, &point)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a point of the world, on the surface, is certainly within its bounds.
    pub fn has(&self, point: DVec3) -> bool {
        let local = self.local(point).to_array().map(Ball::<f64>::exact);
        self.tests.iter().all(|test| keeps(test, &local) == Ok(true))
    }

    /// Local coordinates of a point of the world, rounded.
    pub fn local(&self, point: DVec3) -> DVec3 {
        let offset = point - self.origin;
        DVec3::new(self.axes[0].dot(offset), self.axes[1].dot(offset), self.axes[2].dot(offset))
    }

    /// The gradient of the equation at a local point, in local coordinates.
    pub fn gradient(&self, p: DVec3) -> DVec3 {
        match &self.equation {
            Equation::Plane => DVec3::Z,
            Equation::Quadric([a, b, c, d, e, f, g, h, i, _]) => {
                2.0 * DVec3::new(
                    a * p.x + d * p.y + e * p.z + g,
                    d * p.x + b * p.y + f * p.z + h,
                    e * p.x + f * p.y + c * p.z + i,
                )
            }
            Equation::Blobby(blobs) => blobs.gradient(p),
        }
    }

    /// The gradient of the equation at a point of the world, in the world.
    pub fn world_gradient(&self, point: DVec3) -> DVec3 {
        let gradient = self.gradient(self.local(point));
        self.axes[0] * gradient.x + self.axes[1] * gradient.y + self.axes[2] * gradient.z
    }

    /// Unit normal in the world at a local point, on the side that a velocity comes from; opposite to the velocity where the
    /// gradient vanishes.
    pub fn normal(&self, local: DVec3, velocity: DVec3) -> DVec3 {
        let gradient = self.gradient(local);
        let world = self.axes[0] * gradient.x + self.axes[1] * gradient.y + self.axes[2] * gradient.z;
        let normal = world.try_normalize().or_else(|| (-velocity).try_normalize()).unwrap_or(self.axes[2]);
        if normal.dot(velocity) > 0.0 { -normal } else { normal }
    }

    /// Whether a path that starts on the surface, on the side of `normal`, is on its way back: it curves towards the surface.
    pub fn is_pressed(&self, path: &Path, normal: DVec3) -> bool {
        let Some(polynomial) = self.polynomial::<f64>(path) else { return true };
        let gradient = self.gradient(self.local(path.position));
        let world = self.axes[0] * gradient.x + self.axes[1] * gradient.y + self.axes[2] * gradient.z;
        polynomial.terms[2].middle * world.dot(normal) < 0.0
    }
}

/// Which coordinates the first six coefficients multiply.
const SQUARES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
