//! Which shell lies inside which.
//!
//! A ray goes up from the highest corner of each shell. It does not meet that shell again, and what it meets first lies higher:
//! nothing is between them, so the shell lies in whatever that one does, and inside of it if the ray meets it from behind. So
//! shells follow from higher ones, and of all triangles above, only those are looked at whose boxes begin below the first. (In
//! thin layers of large triangles these are still many: boxes of a fixed share of all layers may contain the corner.)
//!
//! That holds where the first one has an inside, the same all over: it overlaps neither itself nor others, and its edges have
//! two triangles each. Elsewhere, a ray from the shell counts how often it crosses each of the others.

use super::facts::Facts;
use super::measure::volume;
use crate::TrianglePair;
use crate::solids::{Ahead, Probe, first_ahead, for_each_crossing};
use crate::topology::{Shells, weld};
use crate::world::WorldObject;
use allide_geom::predicates::Sign;
use allide_geom::{Aabb, is_degenerate};
use rayon::prelude::*;
use std::collections::HashSet;

/// Where a shell lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// How many closed shells it lies inside of.
    pub depth: u32,
    /// The innermost of these.
    pub parent: Option<u32>,
}

/// The shells of an object, and where each lies.
pub(super) struct Nest {
    pub bounds: Vec<Aabb>,
    /// None where that has no answer: the shell overlaps another, or has no area.
    pub places: Vec<Option<Place>>,
    /// Whether all places follow from rays upwards, and each closed shell has an inside, the same all over, if it overlaps
    /// nothing but what is known.
    pub is_simple: bool,
}

/// Where a shell lies, or how that follows from another.
enum Clue {
    Known(Option<Place>),
    /// As often as a ray has crossed others.
    Counted(Option<Place>),
    /// In whatever that one lies in, and inside of it or not.
    Below(u32, bool),
}

impl Nest {
    /// Given what the object overlaps of itself.
    pub fn new(object: &WorldObject, facts: &Facts, overlaps: &[TrianglePair]) -> Self {
        let rays = Rays::new(object, facts, overlaps);
        let count = rays.shells.len();
        let clues: Vec<Clue> = (0..count).into_par_iter().map(|shell| rays.clue(shell)).collect();
        let is_simple = (0..count).all(|shell| {
            let is_clear = matches!(clues[shell], Clue::Below(..) | Clue::Known(Some(_)));
            is_clear && (rays.signs[shell] != 0 || !rays.shells.is_closed(shell))
        });
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_unstable_by(|&a, &b| rays.bounds[b].max.z.total_cmp(&rays.bounds[a].max.z));
        let mut places: Vec<Option<Place>> = vec![None; count];
        for shell in order {
            places[shell] = match clues[shell] {
                Clue::Known(place) | Clue::Counted(place) => place,
                // That one is higher.
                Clue::Below(other, is_inside) => places[other as usize].map(|place| match is_inside {
                    true => Place { depth: place.depth + 1, parent: Some(other) },
                    false => place,
                }),
            };
        }
        Self { bounds: rays.bounds, places, is_simple }
    }

    /// The same by counting alone, to compare with.
    #[cfg(test)]
    pub fn counted(object: &WorldObject, facts: &Facts, overlaps: &[TrianglePair]) -> Vec<Option<Place>> {
        let rays = Rays::new(object, facts, overlaps);
        (0..rays.shells.len()).map(|shell| if rays.is_tangled[shell] { None } else { rays.counted(shell) }).collect()
    }
}

struct Rays<'w> {
    object: &'w WorldObject,
    facts: &'w Facts,
    shells: &'w Shells,
    bounds: Vec<Aabb>,
    /// Whether a shell overlaps another: then one is neither inside the other nor outside of it.
    is_tangled: Vec<bool>,
    /// Which way a shell faces in the world; 0 unless it has an inside, the same all over.
    signs: Vec<Sign>,
}

impl<'w> Rays<'w> {
    fn new(object: &'w WorldObject, facts: &'w Facts, overlaps: &[TrianglePair]) -> Self {
        let topology = object.mesh.topology();
        let shells = topology.shells();
        let around = |list: &[u32]| Aabb::around(list.iter().flat_map(|&triangle| object.triangle(triangle)));
        let bounds = (0..shells.len()).into_par_iter().map(|shell| around(shells.triangles(shell))).collect();
        let (mut is_tangled, mut is_folded) = (vec![false; shells.len()], vec![false; shells.len()]);
        for pair in overlaps {
            match [pair.a, pair.b].map(|triangle| shells.of_triangle(triangle)) {
                [Some(a), Some(b)] if a != b => (is_tangled[a as usize], is_tangled[b as usize]) = (true, true),
                [Some(shell), _] | [_, Some(shell)] => is_folded[shell as usize] = true,
                _ => {}
            }
        }
        // Where rounding moves different corners to one place, shells may touch where the mesh does not say so.
        let is_as_the_mesh_says = object.is_identity || weld(object.positions()) == topology.first_vertices();
        mark_crowded_edges(object, &mut is_folded);
        let sign = |shell: usize| {
            let is_simple = is_as_the_mesh_says && !is_tangled[shell] && !is_folded[shell];
            match facts.volumes[shell].filter(|_| is_simple) {
                Some((sign, _)) if object.is_identity => sign,
                Some(_) => {
                    let (list, triangles) = (shells.triangles(shell), object.mesh.triangles());
                    volume(object.positions(), &|at| triangles[list[at] as usize], list.len()).0
                }
                None => 0,
            }
        };
        let signs = (0..shells.len()).into_par_iter().map(sign).collect();
        Self { object, facts, shells, bounds, is_tangled, signs }
    }

    fn clue(&self, shell: usize) -> Clue {
        let triangles = self.shells.triangles(shell);
        let has_area = || triangles.iter().any(|&triangle| !is_degenerate(&self.object.triangle(triangle)));
        if self.is_tangled[shell] || !has_area() {
            return Clue::Known(None);
        }
        if self.shells.len() == 1 {
            return Clue::Known(Some(Place::default()));
        }
        let top = triangles.iter().flat_map(|&triangle| self.object.triangle(triangle));
        let Some(top) = top.max_by(|p, q| p.z.total_cmp(&q.z)) else { return Clue::Known(None) };
        let other = |triangle: u32| {
            let other = self.shells.of_triangle(triangle)?;
            (other as usize != shell && self.shells.is_closed(other as usize)).then_some(other)
        };
        match first_ahead(self.object, top, |triangle| other(triangle).is_some()) {
            Ahead::Nothing => Clue::Known(Some(Place::default())),
            Ahead::Triangle(triangle, crossing) => match other(triangle) {
                Some(other) if self.signs[other as usize] != 0 => {
                    Clue::Below(other, crossing == self.signs[other as usize])
                }
                _ => Clue::Counted(self.counted(shell)),
            },
            Ahead::Unclear => Clue::Counted(self.counted(shell)),
        }
    }

    /// By the shells that a ray from next to a triangle crosses an odd number of times.
    fn counted(&self, shell: usize) -> Option<Place> {
        let triangles = self.shells.triangles(shell).iter().map(|&triangle| self.object.triangle(triangle));
        let beside = triangles.into_iter().find(|triangle| !is_degenerate(triangle))?;
        let mut around: HashSet<u32> = HashSet::new();
        let crossed = for_each_crossing(self.object, Probe::Beside(beside, 1), |triangle, _| {
            let Some(other) = self.shells.of_triangle(triangle) else { return };
            let counts = other as usize != shell && self.shells.is_closed(other as usize);
            if counts && !around.remove(&other) {
                around.insert(other);
            }
        });
        let innermost = around.iter().copied().min_by(|&x, &y| {
            let order = self.extent(x).partial_cmp(&self.extent(y)).expect("coordinates are finite");
            order.then(x.cmp(&y))
        });
        crossed.is_continue().then_some(Place { depth: around.len() as u32, parent: innermost })
    }

    /// Shells around one are around each other, too, and so are their boxes. The innermost one is the least by this.
    fn extent(&self, shell: u32) -> [f64; 7] {
        let Aabb { min, max } = self.bounds[shell as usize];
        let volume = self.facts.volumes[shell as usize].map_or(0.0, |(_, volume)| volume.value.abs());
        [max.x, max.y, max.z, -min.x, -min.y, -min.z, volume]
    }
}

/// Marks shells with an edge that more than two triangles use.
fn mark_crowded_edges(object: &WorldObject, shells: &mut [bool]) {
    let topology = object.mesh.topology();
    let (crowded, first) = (topology.non_manifold_edges(), topology.first_vertices());
    if crowded.is_empty() {
        return;
    }
    for (triangle, corners) in (0..).zip(object.mesh.triangles()) {
        let [a, b, c] = corners.map(|vertex| first[vertex as usize]);
        let is_crowded = |&(x, y): &(u32, u32)| crowded.binary_search(&[x.min(y), x.max(y)]).is_ok();
        if let Some(shell) = topology.shells().of_triangle(triangle)
            && [(a, b), (b, c), (c, a)].iter().any(is_crowded)
        {
            shells[shell as usize] = true;
        }
    }
}
