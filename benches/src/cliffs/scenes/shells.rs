//! Surfaces close to each other without touching, and surfaces of very different fineness.

use super::super::case::{Cliff, Motion, Scale};
use super::{scaled, scene, sheet, soup};
use allide::{Mesh, Pose, Scene};
use allide_scenes::shapes;

pub fn cliffs() -> Vec<Cliff> {
    vec![
        Cliff::overlaps("shells/thin", |size| shells(size, 1.0 + 1.0e-9)),
        Cliff::clearance("shells/thin-clearance", 1.0e-6, |size| shells(size, 1.0 + 1.0e-9)),
        Cliff::folds("shells/thin-itself", |size| scene([&merged(size, 1.0 + 1.0e-9)])),
        Cliff::overlaps("shells/dense-in-sparse", |size| dense_in_sparse(size, 0.0)),
        Cliff::overlaps("shells/dense-through-sparse", |size| dense_in_sparse(size, 0.995)),
        Cliff::clearance("shells/dense-near-sparse", 0.1, |size| dense_in_sparse(size, 0.97)),
        Cliff::overlaps("shells/one-over-a-million", |size| one_over_many(size, 0.0)),
        Cliff::overlaps("shells/one-above-a-million", |size| one_over_many(size, 2.0)),
        Cliff::clearance("shells/one-over-a-million-clearance", 3.0, |size| one_over_many(size, 2.0)),
        Cliff::folds("shells/one-among-a-million", one_among_many),
        Cliff::overlaps("shells/deforming", |size| shells(size, 1.0 + 1.0e-3)).with(Motion::Deforms),
        Cliff::folds("shells/rolled", rolled),
        Cliff::overlaps("shells/combs", combs),
    ]
}

fn sphere(size: Scale) -> Mesh {
    shapes::icosphere(size.level(6))
}

/// A sphere in another that is hardly larger.
fn shells(size: Scale, factor: f64) -> Scene {
    scene([&sphere(size), &scaled(&sphere(size), factor)])
}

fn merged(size: Scale, factor: f64) -> Mesh {
    let sphere = sphere(size);
    shapes::merge([(&sphere, Pose::IDENTITY), (&scaled(&sphere, factor), Pose::IDENTITY)])
}

/// A finely divided ball of a hundredth, inside a coarse one, at `place` on its way out.
fn dense_in_sparse(size: Scale, place: f64) -> Scene {
    let mut scene = scene([&shapes::icosphere(2)]);
    let ball = scaled(&shapes::blob(1, size.of(50_000)), 0.01);
    scene.add("", &ball, allide_scenes::moved(0.0, 0.0, place));
    scene
}

fn waves(size: Scale) -> Mesh {
    let cells = size.side(700);
    sheet(cells, |x, y| [x, y, (0.1 * x).sin() * (0.13 * y).cos()])
}

/// One triangle over a sheet of nearly a million.
fn one_over_many(size: Scale, height: f64) -> Scene {
    scene([&soup([[[-1.0e3, -1.0e3, height], [3.0e3, -1.0e3, height], [-1.0e3, 3.0e3, height]]]), &waves(size)])
}

fn one_among_many(size: Scale) -> Scene {
    scene([&super::with_more(&waves(size), [[[-1.0e3, -1.0e3, 0.0], [3.0e3, -1.0e3, 0.0], [-1.0e3, 3.0e3, 0.0]]])])
}

/// A sheet rolled up to a scroll of many layers.
fn rolled(size: Scale) -> Scene {
    let cells = size.side(250);
    let paper = sheet(cells, |x, y| {
        let angle = 0.8 * x;
        let radius = 1.0 + 1.0e-4 * angle;
        [radius * angle.cos(), radius * angle.sin(), y / cells as f64]
    });
    scene([&paper])
}

/// Two combs whose teeth are between each other's.
fn combs(size: Scale) -> Scene {
    let comb = |shift: f64| {
        let teeth = (0..size.of(4_000)).map(|k| 1.0e-3 * k as f64 + shift);
        let boxes: Vec<Mesh> = teeth.map(|x| shapes::cuboid([x, 0.0, 0.0], [x + 4.0e-4, 1.0, 1.0])).collect();
        shapes::merge(boxes.iter().map(|tooth| (tooth, Pose::IDENTITY)))
    };
    scene([&comb(0.0), &comb(5.0e-4)])
}
