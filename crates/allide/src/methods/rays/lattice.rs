//! Objects on a lattice of whole numbers, seen along the axis of the rays.

use super::cross::{BITS, Corner, Shape};
use crate::methods::bvh::{Care, Tree};
use crate::world::{self, WorldObject};
use crate::{Aabb, DVec3};
use allide_geom::Grid;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// The smallest precision, in units of the lattice: with it, what a ball of that size leaves of a cell is larger than all
/// rounding.
const SMALLEST: u32 = 64;
/// How much thinner than the precision a common box may look on the lattice.
const ROUNDING: u32 = 8;

/// The objects that can share something, and where they are on the lattice.
#[derive(Debug)]
pub(super) struct Lattice {
    /// Which objects of the scene they are.
    pub objects: Vec<u32>,
    /// Those that would be among them if they were closed.
    pub not_closed: Vec<u32>,
    /// Two corners each, seen along the rays.
    pub boxes: Vec<[[i32; 4]; 2]>,
    pub positions: Vec<[i32; 4]>,
    /// Three vertices, and the object.
    pub triangles: Vec<[u32; 4]>,
    /// Objects whose boxes share enough, smaller first, in order.
    pub pairs: Vec<[u32; 2]>,
    /// The axis of the rays.
    pub axis: usize,
    /// In units.
    pub precision: u32,
    /// The smallest overlap of boxes on each axis.
    pub thickness: i32,
    /// Two to this is a unit.
    exponent: i32,
    /// The point at 0.
    origin: DVec3,
}

/// Of two coordinates across the rays, then the depth: a turn keeps what is left and right.
fn turned<T: Copy>([x, y, z]: [T; 3], axis: usize) -> [T; 3] {
    match axis {
        0 => [y, z, x],
        1 => [z, x, y],
        _ => [x, y, z],
    }
}

fn turned_back<T: Copy>(point: [T; 3], axis: usize) -> [T; 3] {
    turned(point, [1, 0, 2][axis])
}

impl Lattice {
    /// `precision` is raised to the smallest that the lattice allows.
    pub fn new(all: &[WorldObject], precision: f64) -> Self {
        let mut pairs = near(all, precision);
        let is_closed = |object: &u32| all[*object as usize].mesh.topology().is_closed();
        let (closed, not_closed): (Vec<u32>, Vec<u32>) = members(&pairs).into_par_iter().partition(is_closed);
        pairs.retain(|pair| pair.iter().all(|object| closed.binary_search(object).is_ok()));
        let objects = members(&pairs);
        world::place(objects.iter().map(|&object| &all[object as usize]).collect());
        let bounds: Vec<Aabb> = objects.par_iter().map(|&object| all[object as usize].bounds()).collect();
        let whole = bounds.iter().fold(Aabb::EMPTY, |whole, bounds| whole.union(bounds));
        let grid = Grid::over(&whole);
        let exponent = grid.exponent() + 1;
        let units = scaled(precision.max(0.0), -exponent).min(f64::from(1 << BITS));
        let precision = (units as u32).max(SMALLEST);
        let flat: Vec<[Corner; 2]> = bounds.iter().map(|b| [b.min, b.max].map(|point| place(&grid, point))).collect();
        let thickness = (precision - ROUNDING) as i32;
        let number = |object: u32| objects.partition_point(|&other| other < object) as u32;
        let meets =
            |&[a, b]: &[u32; 2]| share(&flat[a as usize], &flat[b as usize]).into_iter().all(|k| k >= thickness);
        let pairs: Vec<[u32; 2]> = pairs.into_par_iter().map(|pair| pair.map(number)).filter(meets).collect();
        // Where the boxes that pairs share look smallest: that takes the fewest rays.
        let seen = |axis: usize| -> f64 {
            let area = |&[a, b]: &[u32; 2]| {
                let [u, v, _] = turned(share(&flat[a as usize], &flat[b as usize]), axis).map(f64::from);
                u * v
            };
            pairs.iter().map(area).sum()
        };
        let areas = [seen(0), seen(1), seen(2)];
        let axis = (0..3).rev().min_by(|&a, &b| areas[a].total_cmp(&areas[b])).unwrap_or(2);
        let turn = |point: Corner| {
            let [u, v, depth] = turned(point, axis);
            [u, v, depth, 0]
        };
        let boxes = flat.iter().map(|corners| corners.map(turn)).collect();
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        for (number, &object) in (0..).zip(&objects) {
            let (object, first) = (&all[object as usize], positions.len() as u32);
            let place = |&point: &DVec3| turn(place(&grid, point.clamp(whole.min, whole.max)));
            positions.par_extend(object.positions().par_iter().map(place));
            let corners = object.mesh.triangles().par_iter();
            triangles.par_extend(corners.map(|&[p, q, r]| [p + first, q + first, r + first, number]));
        }
        let origin = if whole.is_empty() { DVec3::ZERO } else { whole.min };
        Self { objects, not_closed, boxes, positions, triangles, pairs, axis, precision, thickness, exponent, origin }
    }

    /// A triangle seen along the rays.
    pub fn shape(&self, triangle: u32) -> Shape {
        let [p, q, r, _] = self.triangles[triangle as usize];
        Shape::new([p, q, r].map(|vertex| {
            let [u, v, depth, _] = self.positions[vertex as usize];
            [u, v, depth]
        }))
    }

    /// The boxes of two objects share at least as much as a ball of the precision takes.
    pub fn meet(&self, a: u32, b: u32) -> bool {
        let ([a_low, a_high], [b_low, b_high]) = (&self.boxes[a as usize], &self.boxes[b as usize]);
        (0..3).all(|k| a_high[k].min(b_high[k]) - a_low[k].max(b_low[k]) >= self.thickness)
    }

    /// The intersection of the boxes of a pair, seen along the rays: two corners.
    pub fn common(&self, [a, b]: [u32; 2]) -> [[i32; 2]; 2] {
        let ([a_low, a_high], [b_low, b_high]) = (&self.boxes[a as usize], &self.boxes[b as usize]);
        [[0, 1].map(|k| a_low[k].max(b_low[k])), [0, 1].map(|k| a_high[k].min(b_high[k]))]
    }

    /// The place of a pair among all, if it is one.
    pub fn find(&self, a: u32, b: u32) -> Option<usize> {
        self.pairs.binary_search(&[a, b]).ok()
    }

    /// A length in the world.
    pub fn length(&self, units: f64) -> f64 {
        scaled(units, self.exponent)
    }

    /// A volume in the world; infinite if it exceeds all `f64`.
    pub fn volume(&self, cubes: f64) -> f64 {
        self.length(self.length(self.length(cubes)))
    }

    /// A direction of the lattice in the world.
    pub fn direction(&self, direction: [f64; 3]) -> DVec3 {
        DVec3::from_array(turned_back(direction, self.axis))
    }

    /// The point of the world at a place on the lattice, to within a unit.
    pub fn point(&self, place: [f64; 3]) -> DVec3 {
        let step = self.direction(place);
        self.origin + DVec3::new(self.length(step.x), self.length(step.y), self.length(step.z))
    }
}

/// All objects of these pairs, in order.
fn members(pairs: &[[u32; 2]]) -> Vec<u32> {
    let mut objects: Vec<u32> = pairs.as_flattened().to_vec();
    objects.par_sort_unstable();
    objects.dedup();
    objects
}

/// Half as fine as the grid, so that depths leave room for the kinds of events.
fn place(grid: &Grid, point: DVec3) -> Corner {
    grid.place(point).0.map(|k| k >> 1)
}

fn share([a_low, a_high]: &[Corner; 2], [b_low, b_high]: &[Corner; 2]) -> [i32; 3] {
    [0, 1, 2].map(|k| a_high[k].min(b_high[k]) - a_low[k].max(b_low[k]))
}

/// A number times a power of two, which may itself be out of range.
fn scaled(value: f64, exponent: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
    let half = exponent / 2;
    value * power(half) * power(exponent - half)
}

/// Objects whose boxes share at least `precision` along every axis, smaller first, in order.
fn near(all: &[WorldObject], precision: f64) -> Vec<[u32; 2]> {
    let boxes: Vec<Aabb> = all.par_iter().map(|object| object.outer_bounds).collect();
    let filled: Vec<u32> = (0..).zip(&boxes).filter(|(_, bounds)| !bounds.is_empty()).map(|(k, _)| k).collect();
    let tree = Tree::over(filled.len() as u32, Care::Careful, |leaf| boxes[filled[leaf as usize] as usize]);
    let partners = |&a: &u32| {
        let (own, mut partners) = (&boxes[a as usize], Vec::new());
        let _ = tree.query(own, |leaf| {
            let b = filled[leaf as usize];
            let common = own.intersection(&boxes[b as usize]);
            if b > a && (common.max - common.min).min_element() >= precision.max(f64::MIN_POSITIVE) {
                partners.push([a, b]);
            }
            ControlFlow::Continue(())
        });
        partners.sort_unstable();
        partners
    };
    filled.par_iter().map(partners).flatten_iter().collect()
}
