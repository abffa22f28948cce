//! The CPU's preparation for a question: trees, and planes for each object pair.

use super::super::planes::{Plane, Planes, Side};
use super::super::tree::{Coefficients, KTree};
use super::super::{Kdop, prepare};
use crate::confirm::reach;
use crate::gpu::Query;
use crate::identity::MeshId;
use crate::methods::fronts::Root;
use crate::world::{self, WorldObject, WorldPair};
use allide_geom::DVec3;
use glam::DAffine3;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Rounding to the grid moves each point by half a cell along each axis, which is less than this for two.
const ROUNDED: f64 = 2.0;

/// A tree, and the mesh that keeps it.
#[derive(Clone, Debug)]
pub(super) struct PlannedTree {
    pub tree: Arc<KTree>,
    /// `None` if it is for this question alone.
    pub mesh: Option<MeshId>,
    /// Of the root.
    height: u32,
}

/// Everything but where trees lie.
#[derive(Debug, Default)]
pub(super) struct KdopPlan {
    pub trees: Vec<PlannedTree>,
    pub pairs: Vec<PlannedPair>,
}

#[derive(Debug)]
pub(super) struct PlannedPair {
    /// Places in the list of trees.
    pub trees: [usize; 2],
    /// The first triangles of both objects, and how many the first has.
    starts: [u32; 2],
    count: u32,
    planes: Option<Planes>,
}

impl KdopPlan {
    /// Planes for all pairs with triangles, with no more than `most` axes each.
    pub fn new(query: Query<'_>, kdop: Kdop, most: usize) -> Self {
        let pairs: Vec<WorldPair<'_>> = query
            .pairs
            .iter()
            .filter(|pair| [pair.a, pair.b].iter().all(|object| object.triangle_count() > 0))
            .copied()
            .collect();
        let mut plan = Self::default();
        let objects = world::of_pairs(query.objects, &pairs);
        prepare(objects.iter().map(|object| &object.mesh), kdop);
        // By mesh, then by object where trees are of places on the grid.
        let mut of_mesh: HashMap<MeshId, Option<usize>> = HashMap::new();
        for object in objects {
            let id = object.mesh.id();
            of_mesh.entry(id).or_insert_with(|| {
                let tree = object.mesh.kdops().of(&object.mesh, kdop)?;
                Some(plan.add(tree, Some(id)))
            });
        }
        let magnitude = query.objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
        let margin = reach(query.distance, magnitude);
        let planned = |pair: &WorldPair<'_>| {
            let trees = [of_mesh[&pair.a.mesh.id()]?, of_mesh[&pair.b.mesh.id()]?];
            let [a, b] = trees.map(|tree| &*plan.trees[tree].tree);
            // Where poses flatten or numbers leave their range, no axis says anything.
            Some((trees, Planes::new(*pair, [a, b], margin, most)?))
        };
        let planes: Vec<Option<([usize; 2], Planes)>> = pairs.par_iter().map(planned).collect();
        let on_grid = plan.add_on_grid(query, kdop, pairs.iter().zip(&planes).filter(|x| x.1.is_none()).map(|x| *x.0));
        let margin = f64::from(query.partners.margin) + ROUNDED;
        let planned = |(pair, planes): (WorldPair<'_>, Option<([usize; 2], Planes)>)| {
            let (trees, planes) = match planes {
                Some((trees, planes)) => (trees, Some(planes)),
                None => {
                    let trees = [pair.a, pair.b].map(|object| on_grid[&object.id.index()]);
                    let [a, b] = trees.map(|tree| &*plan.trees[tree].tree);
                    (trees, Planes::of([DAffine3::IDENTITY; 2], [a, b], margin, most))
                }
            };
            let starts = [pair.a, pair.b].map(|object| query.starts[object.id.index()]);
            PlannedPair { trees, starts, count: pair.a.triangle_count() as u32, planes }
        };
        let pairs = pairs.into_par_iter().zip(planes).map(planned).collect();
        Self { pairs, ..plan }
    }

    fn add(&mut self, tree: Arc<KTree>, mesh: Option<MeshId>) -> usize {
        self.trees.push(PlannedTree::new(tree, mesh));
        self.trees.len() - 1
    }

    /// Trees of places on the grid, for the objects of these pairs.
    fn add_on_grid<'q>(
        &mut self,
        query: Query<'_>,
        kdop: Kdop,
        pairs: impl Iterator<Item = WorldPair<'q>>,
    ) -> HashMap<usize, usize> {
        let mut objects: Vec<&WorldObject> = pairs.flat_map(|pair| [pair.a, pair.b]).collect();
        objects.sort_unstable_by_key(|object| object.id.index());
        objects.dedup_by_key(|object| object.id.index());
        let tree = |object: &&WorldObject| {
            let place = |&point: &DVec3| DVec3::from(query.grid.place(object.pose.apply(point)).0.map(f64::from));
            let positions: Vec<DVec3> = object.mesh.positions().iter().map(place).collect();
            KTree::over(object.mesh.triangles(), &positions, kdop).expect("places on the grid are small numbers")
        };
        let trees: Vec<KTree> = objects.par_iter().map(tree).collect();
        objects.iter().zip(trees).map(|(object, tree)| (object.id.index(), self.add(Arc::new(tree), None))).collect()
    }

    /// A line for each pair, then its planes, as the kernels take them; and pairs of roots, taller ones first. `at` is where
    /// each tree starts.
    pub fn placed(&self, at: &[u32], is_long: bool) -> (Vec<[u32; 4]>, Vec<Root<3>>) {
        let lines_of_plane = if is_long { 3 } else { 2 };
        let planes = |pair: &PlannedPair| pair.planes.as_ref().map_or(0, |planes| planes.all.len());
        let mut lines = Vec::with_capacity(self.pairs.iter().map(|pair| 1 + lines_of_plane * planes(pair)).sum());
        let mut first = self.pairs.len();
        for pair in &self.pairs {
            lines.push([first as u32, planes(pair) as u32, pair.starts[0], pair.starts[1]]);
            first += lines_of_plane * planes(pair);
        }
        for planes in self.pairs.iter().filter_map(|pair| pair.planes.as_ref()) {
            for plane in &planes.all {
                if is_long { lines.extend(long(plane, planes.finer)) } else { lines.extend(short(plane, planes.finer)) }
            }
        }
        let root = |(number, pair): (u32, &PlannedPair)| {
            let [a, b] = pair.trees;
            let slots = [pair.starts[0], pair.starts[0] + pair.count];
            let height = self.trees[a].height.max(self.trees[b].height);
            Root { pair: [number, at[a], at[b]], height, slots }
        };
        let mut roots: Vec<Root<3>> = (0..).zip(&self.pairs).map(root).collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.height));
        (lines, roots)
    }
}

impl PlannedTree {
    pub fn new(tree: Arc<KTree>, mesh: Option<MeshId>) -> Self {
        let height = tree.heights().first().copied().unwrap_or(1);
        Self { tree, mesh, height }
    }

    pub fn is_long(&self) -> bool {
        matches!(self.tree.coefficients, Coefficients::Long(_))
    }
}

/// Faces, a byte each: the place of the two opposite coefficients, and in the highest bit whether they are exchanged. Then the
/// number of bits that sums are shifted by.
fn faces(side: &Side, finer: u32) -> u32 {
    let face = |i: usize| match (side.faces[i], side.opposite[i]) {
        (face, opposite) if face < opposite => u32::from(face),
        (_, opposite) => u32::from(opposite) | 0x80,
    };
    face(0) | face(1) << 8 | face(2) << 16 | finer << 24
}

/// A plane as short.wgsl reads it.
fn short(plane: &Plane, finer: [u32; 2]) -> [[u32; 4]; 2] {
    let [a, b] = &plane.sides;
    let weights = |x: i32, y: i32| x.unsigned_abs() | y.unsigned_abs() << 16;
    let [x, y] = finer.map(|bits| bits.min(31));
    let [first, second] = plane.shifts.map(|shift| shift as i32 as u32);
    [
        [faces(a, x), faces(b, y), weights(a.weights[0], a.weights[1]), weights(a.weights[2], b.weights[0])],
        [weights(b.weights[1], b.weights[2]), first, second, 0],
    ]
}

/// A plane as long.wgsl reads it.
fn long(plane: &Plane, finer: [u32; 2]) -> [[u32; 4]; 3] {
    let [a, b] = &plane.sides;
    let [[x, y, z], [u, v, w]] = [a, b].map(|side| side.weights.map(|weight| weight as u32));
    let [of_a, of_b] = finer.map(|bits| bits.min(63));
    let [first, second] = plane.shifts.map(|shift| [shift as u32, (shift >> 32) as u32]);
    [[faces(a, of_a), faces(b, of_b), x, y], [z, u, v, w], [first[0], first[1], second[0], second[1]]]
}
