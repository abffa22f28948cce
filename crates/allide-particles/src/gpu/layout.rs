//! Emitters and colliders as the kernel reads them, and how far `f32` may be off.

use crate::boxes::Aabb;
use crate::collider::{Equation, Form};
use crate::motion::{Response, Source};
use crate::{DVec3, Simulation};
use std::ops::Range;

/// Larger numbers stay on the CPU: their squares and products must be finite in `f32`.
const LARGEST: f64 = 1e6;
/// Most generations of a particle in one question to the GPU.
const MOST_PERIODS: f64 = 64.0;
/// Pieces of paths that are looked at from birth.
const PIECES: u32 = 16;
/// 16 units in the last place of an `f32`, as SLACK in the kernel.
const SLACK: f64 = 1.0 / (1u64 << 19) as f64;

/// `struct Emitter` of propose.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct EmitterData {
    low: [f32; 3],
    period: f32,
    size: [f32; 3],
    radius: f32,
    velocity: [f32; 3],
    part: f32,
    spread: [f32; 3],
    length: f32,
    acceleration: [f32; 3],
    error: f32,
    seed: [u32; 2],
    pub count: u32,
    generations: u32,
    whole: i32,
    pieces: u32,
    padding: [u32; 2],
}

impl EmitterData {
    /// An emitter during an interval; none if its numbers do not fit.
    pub fn new(simulation: &Simulation, emitter: usize, interval: &Range<f64>) -> Option<Self> {
        let emitter = &simulation.scene().emitters[emitter];
        let (low, size, radius) = match emitter.source {
            Source::Point(point) => (point, DVec3::ZERO, -1.0),
            Source::Box { min, max } => (min, max - min, -1.0),
            Source::Disc { center, radius } => (center, DVec3::ZERO, radius),
        };
        let periods = (interval.start - emitter.start) / emitter.period;
        let length = (interval.end - interval.start) / emitter.period;
        let (place, speed) = (low.abs() + size.abs() + radius.max(0.0), emitter.velocity.abs() + emitter.spread.abs());
        // Every term of a position, for the longest life; then the time, which is off by its own share of the period.
        let time = emitter.period * (1.0 + SLACK * 64.0);
        let far = place + (speed + emitter.acceleration.abs() * time) * time;
        let late = 32.0 * SLACK * (1.0 + length) * emitter.period;
        let error = SLACK * far.max_element() + (speed + emitter.acceleration.abs() * time).max_element() * late;
        let fits =
            far.max_element() < LARGEST && periods.abs() < 1e9 && length < MOST_PERIODS && emitter.period < LARGEST;
        if !fits {
            return None;
        }
        let narrow = |vector: DVec3| vector.as_vec3().to_array();
        Some(Self {
            low: narrow(low),
            period: emitter.period as f32,
            size: narrow(size),
            radius: radius as f32,
            velocity: narrow(emitter.velocity),
            part: (periods - periods.floor()) as f32,
            spread: narrow(emitter.spread),
            length: length as f32,
            acceleration: narrow(emitter.acceleration),
            error: (error * 1.01) as f32,
            seed: [emitter.seed as u32, (emitter.seed >> 32) as u32],
            count: emitter.count,
            generations: u32::try_from(emitter.generations).unwrap_or(u32::MAX),
            whole: periods.floor() as i32,
            pieces: if emitter.response == Response::Vanish { 1 } else { PIECES },
            padding: [0; 2],
        })
    }
}

/// `struct Collider` of propose.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct ColliderData {
    low: [f32; 3],
    kind: f32,
    high: [f32; 3],
    padding: f32,
    rows: [[f32; 4]; 3],
    squares: [f32; 4],
    products: [f32; 4],
    lines: [f32; 4],
}

/// `struct Node` of propose.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct NodeData {
    low: [f32; 3],
    next: u32,
    high: [f32; 3],
    items: u32,
}

impl NodeData {
    pub fn new((bounds, next, items): (Aabb, u32, Range<u32>)) -> Self {
        let (low, high) = rounded(&bounds);
        Self { low, next, high, items: items.start * 8 + (items.end - items.start) }
    }
}

/// A box in `f32`, rounded outwards.
fn rounded(bounds: &Aabb) -> ([f32; 3], [f32; 3]) {
    let down = |x: f64| ((x as f32).next_down()).max(f32::MIN);
    let up = |x: f64| ((x as f32).next_up()).min(f32::MAX);
    (bounds.min.to_array().map(down), bounds.max.to_array().map(up))
}

impl ColliderData {
    pub fn new(form: &Form) -> Self {
        let (low, high) = rounded(&form.bounds);
        let size = form.bounds.min.abs().max(form.bounds.max.abs()).max_element();
        let (kind, q) = match &form.equation {
            _ if size > LARGEST => (0.0, [0.0; 10]),
            Equation::Plane => (1.0, [0.0; 10]),
            Equation::Quadric(q) if q.iter().all(|value| value.abs() < 1e9) => (2.0, *q),
            Equation::Quadric(_) | Equation::Blobby(_) => (0.0, [0.0; 10]),
        };
        let [a, b, c, d, e, f, g, h, i, j] = q.map(|value| value as f32);
        Self {
            low,
            kind,
            high,
            padding: 0.0,
            rows: form.rows().map(|row| row.map(|value| value as f32)),
            squares: [a, b, c, j],
            products: [d, e, f, 0.0],
            lines: [g, h, i, 0.0],
        }
    }
}
