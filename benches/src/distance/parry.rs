//! parry3d-f64: its trees, both walked at once with the best distance so far as a bound, and allide's distance of triangles. That
//! is faster than its `query::distance`, which walks the second tree anew for every triangle of the first.

use super::case::{Case, Lap, Rows};
use crate::contenders::parry::ParryTree;
use crate::contenders::tree;
use allide_geom::{DVec3, distance};
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::BvhNode;
use rayon::prelude::*;
use std::cell::Cell;
use std::time::Instant;

pub fn answer(case: &Case, pairs: &[Vec<(u32, u32)>]) -> Lap {
    let start = Instant::now();
    let trees: Vec<ParryTree> = case.objects.par_iter().map(tree::over_triangles).collect();
    let build = Some(start.elapsed().as_secs_f64() * 1e3);
    let mut lap = Lap { build, queries: Vec::new(), answers: Vec::new(), measured: None };
    for (frame, pairs) in pairs.iter().enumerate() {
        let start = Instant::now();
        let search = |&(a, b): &(u32, u32)| {
            let apart = nearest(case, &trees, frame, (a, b));
            (apart < case.limit).then_some((a, b, apart))
        };
        let rows: Rows = pairs.par_iter().filter_map(search).collect();
        lap.queries.push(start.elapsed().as_secs_f64() * 1e3);
        lap.answers.push(rows);
    }
    lap
}

fn nearest(case: &Case, trees: &[ParryTree], frame: usize, (a, b): (u32, u32)) -> f64 {
    let [tree_a, tree_b] = [a, b].map(|object| &trees[object as usize].0);
    let [object_a, object_b] = [a, b].map(|object| &case.objects[object as usize]);
    let [place_a, place_b] = [a, b].map(|object| case.place(object, frame));
    let shift = Vector::from((place_b - place_a).to_array());
    let best = Cell::new(case.limit);
    let near = |x: &BvhNode, y: &BvhNode| gap(x, y, shift) < best.get() * best.get();
    for (i, j) in tree_a.leaf_pairs(tree_b, near) {
        let at = |corner: DVec3, place: DVec3| corner + place;
        let x = object_a.triangle(i).map(|corner| at(corner, place_a));
        let y = object_b.triangle(j).map(|corner| at(corner, place_b));
        best.set(best.get().min(distance(&x, &y).distance));
        if best.get() == 0.0 {
            break;
        }
    }
    best.get()
}

/// The square of the distance of two boxes, the second of them moved.
fn gap(x: &BvhNode, y: &BvhNode, shift: Vector) -> f64 {
    (x.mins() - (y.maxs() + shift)).max((y.mins() + shift) - x.maxs()).max(Vector::ZERO).length_squared()
}
