//! The plain way: steps through time, and halving where a sign changes.

use super::scene;
use crate::Failure;
use crate::table::{Table, grouped};
use allide_particles::{Collider, DVec3, Path, Simulation, Surface};
use std::time::Instant;

/// How far halving goes: to 2⁻⁴⁵ of a step.
const HALVINGS: u32 = 45;

/// The value of a collider's equation, and whether its bounds keep the point.
fn value(collider: &Collider, point: DVec3) -> (f64, bool) {
    let p = collider.pose.to_local(point);
    match collider.surface {
        Surface::Ellipsoid { radii } => (p.length_squared() - radii.x * radii.x, true),
        _ => {
            let is_within = collider.constraints.iter().all(|(_, region)| match region {
                allide_particles::Region::Rectangle { min, max } => {
                    p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y
                }
                _ => true,
            });
            (p.z, is_within)
        }
    }
}

/// The first impact within a life, by steps.
fn first(colliders: &[Collider], path: &Path, life: f64, step: f64) -> Option<(f64, usize)> {
    let mut before: Vec<f64> = colliders.iter().map(|collider| value(collider, path.position).0).collect();
    for k in 1..=(life / step).ceil() as u64 {
        let (from, to) = ((k - 1) as f64 * step, (k as f64 * step).min(life));
        let mut best: Option<(f64, usize)> = None;
        for (index, collider) in colliders.iter().enumerate() {
            let now = value(collider, path.position_at(to)).0;
            if (now < 0.0) != (before[index] < 0.0) {
                let (mut low, mut high) = (from, to);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (low + high);
                    let is_before = (value(collider, path.position_at(middle)).0 < 0.0) == (before[index] < 0.0);
                    if is_before { low = middle } else { high = middle }
                }
                let is_there = value(collider, path.position_at(high)).1;
                if is_there && best.is_none_or(|(time, _)| high < time) {
                    best = Some((high, index));
                }
            }
            before[index] = now;
        }
        if best.is_some() {
            return best;
        }
    }
    None
}

pub fn run(particles: u32) -> Result<Table, Failure> {
    let mut scene = scene(particles, 20, -9.81)?;
    scene.emitters[0].generations = 1;
    let simulation = Simulation::new(scene)?;
    let emitter = &simulation.scene().emitters[0];
    let paths: Vec<Path> = (0..particles).map(|k| emitter.path(k, 0)).collect();
    let life = emitter.period;
    let began = Instant::now();
    let truth: Vec<Option<(f64, usize)>> =
        paths.iter().map(|path| simulation.first_hit(path, life).map(|hit| (hit.age, hit.collider as usize))).collect();
    let own = began.elapsed().as_secs_f64() * 1e6 / f64::from(particles);
    let hits = truth.iter().flatten().count();
    let mut table =
        Table::of(&["step, s", "µs a life", "times as long", "impacts", "missed or wrong", "largest error, s"]);
    table.row(["closed form".into(), format!("{own:.2}"), "1".into(), grouped(hits as u64), "0".into(), "0".into()]);
    for step in [1.0 / 60.0, 1.0 / 240.0, 1e-3, 1e-4] {
        let began = Instant::now();
        let found: Vec<_> = paths.iter().map(|path| first(&simulation.scene().colliders, path, life, step)).collect();
        let time = began.elapsed().as_secs_f64() * 1e6 / f64::from(particles);
        let (mut wrong, mut error) = (0u64, 0f64);
        for (found, truth) in found.iter().zip(&truth) {
            match (found, truth) {
                (Some((time, a)), Some((exact, b))) if a == b && (time - exact).abs() < 0.1 * step => {
                    error = error.max((time - exact).abs());
                }
                (None, None) => {}
                _ => wrong += 1,
            }
        }
        let count = found.iter().flatten().count() as u64;
        let cells = [format!("{step:.5}"), format!("{time:.2}"), format!("{:.0}", time / own), grouped(count)];
        table.row(cells.into_iter().chain([grouped(wrong), format!("{error:.1e}")]));
    }
    Ok(table)
}
