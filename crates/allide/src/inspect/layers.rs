//! Shells in many layers without overlaps, which is shown without looking at all triangles that come near.
//!
//! The boxes of triangles in nested shells overlap those in many others, so a search for overlaps looks at pairs of triangles by the
//! square of the number of layers. But where each shell overlaps neither the one around it nor those beside it in there, nothing overlaps:
//! shells with none between them do not, and what is between two others keeps them apart.
//!
//! In detail: take shells from the highest down. The place of the next one among those before it is what its ray says
//! (`nest`), if these overlap nothing. If it overlaps neither the innermost of those around its highest corner nor one beside it,
//! then all of it lies where that corner does: inside the former, and outside the latter and all that they contain.

use super::facts::Facts;
use super::nest::Nest;
use crate::confirm::{Keep, OverlapSink, SelfOverlapSink};
use crate::methods::bvh::{self, Care, Tree};
use crate::methods::{self, Method};
use crate::topology::Shells;
use crate::world::{self, WorldObject, WorldPair};
use crate::{Mesh, Pose, Scene};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Fewer layers are searched as fast as they are inspected.
const LAYERS: u32 = 16;
/// More pairs of shells than this for each shell are left to the search.
const PAIRS: usize = 64;

/// Whether no triangles of an object overlap, where that can be told from its layers; false if it has few.
pub(super) fn are_apart(object: &WorldObject, facts: &Facts) -> bool {
    let shells = object.mesh.topology().shells();
    let is_all = || shells.iter().map(<[u32]>::len).sum::<usize>() == object.triangle_count();
    if shells.len() <= LAYERS as usize || !is_all() {
        return false;
    }
    let nest = Nest::new(object, facts, &[]);
    let depth = nest.places.iter().flatten().map(|place| place.depth).max();
    if !nest.is_simple || depth.is_none_or(|depth| depth < LAYERS) {
        return false;
    }
    let (Some(pairs), Some(apart)) = (neighbours(&nest), Apart::new(object, shells)) else { return false };
    (0..shells.len()).into_par_iter().all(|shell| apart.is_simple(shell))
        && pairs.par_iter().all(|&pair| apart.are(pair))
}

/// Shells with none between them whose boxes meet; none if there are too many.
fn neighbours(nest: &Nest) -> Option<Vec<[u32; 2]>> {
    // Those in the same shell are next to each other.
    let mut order: Vec<(Option<u32>, u32)> =
        (0..).zip(&nest.places).map(|(shell, place)| (place.and_then(|place| place.parent), shell)).collect();
    order.sort_unstable();
    let most = PAIRS * order.len();
    let mut pairs: Vec<[u32; 2]> =
        order.iter().filter_map(|&(parent, shell)| parent.map(|parent| [parent, shell])).collect();
    for beside in order.chunk_by(|x, y| x.0 == y.0) {
        let bounds = |leaf: u32| nest.bounds[beside[leaf as usize].1 as usize];
        let tree = Tree::over(beside.len() as u32, Care::Quick, bounds);
        for &(_, shell) in beside {
            let seen = tree.query(&nest.bounds[shell as usize], |leaf| {
                let other = beside[leaf as usize].1;
                pairs.extend((other > shell).then_some([shell, other]));
                if pairs.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if seen.is_break() {
                return None;
            }
        }
    }
    Some(pairs)
}

/// Each shell as an object.
struct Apart {
    objects: Vec<WorldObject>,
    trees: Vec<Tree>,
}

impl Apart {
    fn new(object: &WorldObject, shells: &Shells) -> Option<Self> {
        let mesh = |shell: usize| {
            let triangles = shells.triangles(shell).iter().map(|&triangle| object.mesh.triangles()[triangle as usize]);
            let triangles: Vec<[u32; 3]> = triangles.collect();
            let mut vertices: Vec<u32> = triangles.as_flattened().to_vec();
            vertices.sort_unstable();
            vertices.dedup();
            let number = |vertex: u32| vertices.partition_point(|&other| other < vertex) as u32;
            let triangles = triangles.into_iter().map(|corners| corners.map(number)).collect();
            let positions = vertices.iter().map(|&vertex| object.positions()[vertex as usize].to_array()).collect();
            Mesh::new(positions, triangles).ok()
        };
        let meshes: Vec<Mesh> = (0..shells.len()).into_par_iter().map(mesh).collect::<Option<_>>()?;
        let mut scene = Scene::new();
        meshes.iter().for_each(|mesh| {
            scene.add("shell", mesh, Pose::IDENTITY);
        });
        let trees = meshes.par_iter().map(|mesh| Tree::build(mesh, Care::Quick)).collect();
        Some(Self { objects: world::objects(&scene, &[]).ok()?, trees })
    }

    /// Whether a shell does not overlap itself.
    fn is_simple(&self, shell: usize) -> bool {
        let object = &self.objects[shell];
        let pair = WorldPair { a: object, b: object };
        methods::search(Method::Divide, pair, |_| None, &SelfOverlapSink::new(object)).findings.is_empty()
    }

    /// Whether two shells have no common point.
    fn are(&self, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|shell| shell as usize);
        let pair = WorldPair { a: &self.objects[a], b: &self.objects[b] };
        let sink = OverlapSink::new(pair, Keep::One);
        let found = bvh::search(pair, [&self.trees[a], &self.trees[b]], &sink);
        found.is_some_and(|batch| batch.findings.is_empty())
    }
}
