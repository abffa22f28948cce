//! Closing cracks: corners that should be one and differ by the rounding of a file.
//!
//! Readers use it once for all formats (`allide-io/src/crack.rs`). Only ends of unbalanced edges are considered, in an
//! order that does not depend on numbers (uses, then coordinates). Groups that close no edge are dissolved, which
//! changes no edge elsewhere. Triangles keep their numbers.

use crate::{Error, Mesh};
use allide_geom::DVec3;
use std::collections::HashMap;

/// What [`Mesh::welded`] moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Welded {
    /// How many corners: places, not indices, that are now another's.
    pub corners: usize,
    /// The longest way that one of them was moved.
    pub farthest: f64,
}

/// The largest distance of corners that are welded, as a part of the longest side of the object's box: 2⁻²².
const PART: f64 = 1.0 / (1 << 22) as f64;

/// The smallest cells that positions are sorted into, as a part of the same side: positions are known to 2⁻⁵³ of it.
const SMALLEST_CELL: f64 = 1.0 / (1_u64 << 40) as f64;

/// An edge this much shorter than the distance may shrink to a point: for 2⁻²² of an object's side, that is what `f64`
/// rounds, and what is between is a detail.
const COLLAPSING: f64 = 1.0 / (1 << 26) as f64;

impl Mesh {
    /// The largest distance of corners that a file's rounding separated: 2⁻²² of the longest side of the mesh's box.
    ///
    /// That is two to four units in the last place of an `f32` as large as that side. Files store `f32`, or as many digits.
    /// Rounded by two ways of computing it, a coordinate differs by at most one such unit, and a point by √3 units, where no
    /// coordinate is larger than the object. Details as small as this are no larger than what the format rounds away,
    /// except near the origin. Where an object is far from the origin, cracks may be wider.
    pub fn rounding(&self) -> f64 {
        // Each times the part first: the side may be beyond the largest number.
        (self.bounds().max * PART - self.bounds().min * PART).max_element().max(0.0)
    }

    /// The mesh with its cracks closed: corners at most `within` apart become one, where that closes an edge. `None` if
    /// no crack was found: so a closed mesh stays as it is, to the last bit.
    ///
    /// Only ends of edges that are not [closed](crate::Topology::is_closed) are looked at, and only those moved
    /// that end at an edge which is closed afterwards. A corner moves to
    /// the one within reach that most triangles use, at most by `within`; it is never moved twice, so that a chain of near corners
    /// does not shrink to a point. Corners that an edge joins stay two, unless it is shorter than 2⁻²⁶ of the distance: details
    /// are kept, and no opening is zipped up. Neither the order of triangles nor of vertices matters. Triangles and vertices keep their
    /// numbers; a triangle whose corners become one has no area. Takes linear time.
    ///
    /// ```
    /// use allide::Mesh;
    ///
    /// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1e-17, 0.0, 1e-33]];
    /// let cracked = Mesh::new(corners, vec![[0, 2, 1], [4, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// assert!(!cracked.topology().is_closed());
    /// let (mesh, welded) = cracked.welded(cracked.rounding())?.expect("there is a crack");
    /// assert!(mesh.topology().is_closed());
    /// assert_eq!((welded.corners, welded.farthest), (1, 1e-17));
    /// assert!(mesh.welded(mesh.rounding())?.is_none());
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// A distance that is negative or not finite.
    pub fn welded(&self, within: f64) -> Result<Option<(Self, Welded)>, Error> {
        if !(within >= 0.0 && within.is_finite()) {
            return Err(Error::WeldNotFinite(within));
        }
        let topology = self.topology();
        if within == 0.0 || self.triangles().is_empty() || topology.is_closed() {
            return Ok(None);
        }
        let bad = Bad::of(self);
        let first = topology.first_vertices();
        let mut target: Vec<u32> = first.to_vec();
        let moved = gather(self, first, bad.ends(), within, &mut target);
        if moved.is_empty() {
            return Ok(None);
        }
        let all = self.moved(&target)?;
        let helps = helpful(self, &all, &bad, first, &target);
        let kept: Vec<u32> = moved.into_iter().filter(|&vertex| helps[target[vertex as usize] as usize]).collect();
        if kept.is_empty() {
            return Ok(None);
        }
        for (target, &first) in target.iter_mut().zip(first) {
            if !helps[*target as usize] {
                *target = first;
            }
        }
        let way = |&vertex: &u32| self.distance(vertex, target[vertex as usize]);
        let farthest = kept.iter().map(way).fold(0.0, f64::max);
        Ok(Some((self.moved(&target)?, Welded { corners: kept.len(), farthest })))
    }

    fn distance(&self, a: u32, b: u32) -> f64 {
        length(self.positions()[a as usize] - self.positions()[b as usize])
    }

    /// With each vertex, and all at its place, where another is.
    fn moved(&self, target: &[u32]) -> Result<Self, Error> {
        let first = self.topology().first_vertices();
        let place = |(vertex, &first): (usize, &u32)| {
            // The sign of zero stays where nothing moves.
            let to = target[first as usize];
            let from = if to == first { vertex } else { to as usize };
            self.positions()[from].to_array()
        };
        let positions = first.iter().enumerate().map(place).collect();
        Mesh::new(positions, self.triangles().to_vec())
    }
}

/// The length of a vector, even one whose squares are too small or too large for a number.
fn length(vector: DVec3) -> f64 {
    let largest = vector.abs().max_element();
    if largest == 0.0 || !largest.is_finite() { largest } else { (vector / largest).length() * largest }
}

/// Edges that are not used as often in one direction as in the other, between first vertices at their ends.
struct Bad<'a>([&'a [[u32; 2]]; 3]);

impl<'a> Bad<'a> {
    fn of(mesh: &'a Mesh) -> Self {
        let topology = mesh.topology();
        Self([topology.open_edges(), topology.flipped_edges(), topology.uneven_edges()])
    }

    fn ends(&self) -> Vec<u32> {
        let mut ends = self.0.concat().concat();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn has(&self, a: u32, b: u32) -> bool {
        let edge = [a.min(b), a.max(b)];
        self.0.iter().any(|edges| edges.binary_search(&edge).is_ok())
    }
}

/// Gives each of some vertices the one that it goes to, and returns those that move.
///
/// Those that most triangles use come first, then those with the smallest coordinates: each takes all that are left within
/// reach. So takers are farther apart than that, few of them near any vertex, and the time is linear.
fn gather(mesh: &Mesh, first: &[u32], ends: Vec<u32>, within: f64, target: &mut [u32]) -> Vec<u32> {
    let position = |vertex: u32| mesh.positions()[vertex as usize];
    let Around { uses, joined } = Around::of(mesh, first, &ends, within);
    let bounds = mesh.bounds();
    // Cells are twice as large as needed, so that rounding moves no neighbour beyond the next one. Halves stay below the
    // largest number.
    let extent = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
    let half_side = within.max(extent * SMALLEST_CELL);
    let cell = |vertex: u32| {
        let steps = (position(vertex) * 0.5 - bounds.min * 0.5) / half_side;
        steps.to_array().map(|step| step.floor() as i64)
    };
    let mut order = ends;
    let coordinates = |vertex: &u32| position(*vertex).to_array();
    order.sort_unstable_by(|x, y| {
        let places = || coordinates(x).partial_cmp(&coordinates(y)).expect("coordinates are finite");
        uses[y].cmp(&uses[x]).then_with(places)
    });
    // By their ranks in this order.
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for (rank, &vertex) in order.iter().enumerate() {
        cells.entry(cell(vertex)).or_default().push(rank);
    }
    let (mut moved, mut is_taken) = (Vec::new(), vec![false; order.len()]);
    for (rank, &taker) in order.iter().enumerate() {
        if std::mem::replace(&mut is_taken[rank], true) {
            continue;
        }
        let mut near: Vec<usize> = around(cell(taker)).filter_map(|cell| cells.get(&cell)).flatten().copied().collect();
        near.retain(|&near| !is_taken[near] && length(position(order[near]) - position(taker)) <= within);
        near.sort_unstable();
        for near in near {
            let vertex = order[near];
            let is_with = |other: &u32| *other == taker || target[*other as usize] == taker;
            if joined.get(&vertex).is_some_and(|others| others.iter().any(is_with)) {
                continue;
            }
            is_taken[near] = true;
            target[vertex as usize] = taker;
            moved.push(vertex);
        }
        if let Some(ranks) = cells.get_mut(&cell(taker)) {
            ranks.retain(|&rank| !is_taken[rank]);
        }
    }
    moved
}

/// The triangles' facts about some vertices.
struct Around {
    /// How many corners each is.
    uses: HashMap<u32, u32>,
    /// Which others edges join it to that must not vanish, if they could.
    joined: HashMap<u32, Vec<u32>>,
}

impl Around {
    fn of(mesh: &Mesh, first: &[u32], ends: &[u32], within: f64) -> Self {
        let mut uses: HashMap<u32, u32> = ends.iter().map(|&vertex| (vertex, 0)).collect();
        let mut joined: HashMap<u32, Vec<u32>> = HashMap::new();
        for triangle in mesh.triangles() {
            let corners = triangle.map(|vertex| first[vertex as usize]);
            for (a, b) in [(corners[0], corners[1]), (corners[1], corners[2]), (corners[2], corners[0])] {
                let Some(count) = uses.get_mut(&a) else { continue };
                *count += 1;
                if a == b || !uses.contains_key(&b) {
                    continue;
                }
                let way = mesh.distance(a, b);
                if way > within * COLLAPSING && way <= 2.0 * within {
                    joined.entry(a).or_default().push(b);
                    joined.entry(b).or_default().push(a);
                }
            }
        }
        Self { uses, joined }
    }
}

/// A cell and the 26 around it.
fn around([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let near = |at: i64| [at.saturating_sub(1), at, at.saturating_add(1)].into_iter();
    near(x).flat_map(move |x| near(y).flat_map(move |y| near(z).map(move |z| [x, y, z])))
}

/// For each vertex, whether moving others to it closes an edge. `all` is the mesh with all of them moved.
fn helpful(mesh: &Mesh, all: &Mesh, bad: &Bad<'_>, first: &[u32], target: &[u32]) -> Vec<bool> {
    let still = Bad::of(all);
    let renamed = all.topology().first_vertices();
    let mut helps = vec![false; target.len()];
    for triangle in mesh.triangles() {
        let corners = triangle.map(|vertex| first[vertex as usize]);
        let ends = corners.map(|vertex| target[vertex as usize]);
        if ends[0] == ends[1] || ends[1] == ends[2] || ends[2] == ends[0] {
            // Its edges vanish, which closes nothing.
            continue;
        }
        for (k, l) in [(0, 1), (1, 2), (2, 0)] {
            let is_closed = || !still.has(renamed[ends[k] as usize], renamed[ends[l] as usize]);
            if bad.has(corners[k], corners[l]) && is_closed() {
                helps[ends[k] as usize] = true;
                helps[ends[l] as usize] = true;
            }
        }
    }
    helps
}

#[cfg(test)]
mod tests;
