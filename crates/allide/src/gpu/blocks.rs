//! Scenes that exceed the GPU's memory: cut into blocks, two of which are on the GPU at a time.
//!
//! A block is a run of triangles in the order of their numbers, across objects, with the vertices that they use. Each
//! is searched by itself, and every two that come close enough are searched for pairs with one triangle in each. So
//! every triangle pair is searched once, and its numbers on the GPU differ from those in the scene only by the blocks'
//! offsets.

use super::MakeMethod;
use super::method::GpuMethod;
use super::pairs::{self, PairList};
use super::resident::{Resident, bounds_of};
use super::room::Room;
use super::search::{self, Enough, KeptMethod, Sieved};
use super::task::{Aim, Site};
use crate::ask::Ask;
use crate::gpu_confirm::Rule;
use crate::world::WorldObject;
use allide_geom::{Aabb, Grid};
use allide_gpu::{Gpu, GpuError, Recorder, Result};
use rayon::prelude::*;

/// The most triangles on the GPU: kernels index the words of their corners with fewer than 32 bits.
const MOST_TRIANGLES: usize = 1 << 28;

/// How much of a scene can be on the GPU at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub triangles: usize,
    vertices: usize,
}

impl Limit {
    /// The limit set by the bindings of a kernel.
    pub fn of(gpu: &Gpu) -> Self {
        let bytes = gpu.max_binding().min(gpu.max_buffer());
        Self { triangles: ((bytes / 12) as usize).min(MOST_TRIANGLES), vertices: (bytes / 16) as usize }
    }

    /// The same, if a method is limited further.
    pub fn with(self, method: &dyn GpuMethod, gpu: &Gpu) -> Self {
        let most = method.most_triangles(gpu.max_binding().min(gpu.max_buffer()));
        Self { triangles: self.triangles.min(most), ..self }
    }

    /// # Errors
    /// The objects do not fit all together.
    pub fn check(&self, objects: &[WorldObject]) -> Result<()> {
        let vertices: usize = objects.iter().map(|object| object.mesh.positions().len()).sum();
        let triangles: usize = objects.iter().map(WorldObject::triangle_count).sum();
        let kinds = [("vertices", vertices, self.vertices, 16), ("triangles", triangles, self.triangles, 12)];
        match kinds.into_iter().find(|&(_, count, most, _)| count > most) {
            Some((what, count, most, size)) => Err(too_large(what, count * size, most * size)),
            None => Ok(()),
        }
    }

    /// For each of two blocks.
    fn half(&self) -> Self {
        Self { triangles: self.triangles / 2, vertices: self.vertices / 2 }
    }
}

fn too_large(what: &str, bytes: usize, limit: usize) -> GpuError {
    GpuError::TooLarge { what: what.to_string(), bytes: bytes as u64, limit: limit as u64 }
}

/// Number of the first triangle of each object, then the total.
///
/// # Errors
/// There are more than the numbers in a pair can distinguish.
pub(crate) fn starts(objects: &[WorldObject]) -> Result<Vec<u32>> {
    let mut end = 0;
    let mut start = |object: &WorldObject| {
        let start = end;
        end += object.triangle_count();
        start as u32
    };
    let mut starts: Vec<u32> = objects.iter().map(&mut start).collect();
    if end > pairs::MOST_TRIANGLES {
        return Err(too_large("triangles", end * 12, pairs::MOST_TRIANGLES * 12));
    }
    starts.push(end as u32);
    Ok(starts)
}

/// A run of triangles.
#[derive(Debug)]
pub(crate) struct Block {
    /// Number of the first one in the scene.
    first: u32,
    triangle_count: usize,
    vertex_count: usize,
    /// By object.
    pub pieces: Vec<Piece>,
    /// Around all vertices, in the world.
    bounds: Aabb,
}

/// An object, or a part of it.
#[derive(Debug)]
pub(crate) struct Piece {
    pub object: usize,
    /// Where they are in the object's mesh.
    pub vertices: Vec<u32>,
    /// Three places in `vertices` each.
    pub triangles: Vec<[u32; 3]>,
}

impl Block {
    fn starting_at(first: usize) -> Self {
        Self { first: first as u32, triangle_count: 0, vertex_count: 0, pieces: Vec::new(), bounds: Aabb::EMPTY }
    }

    /// Whether a later block continues an object of this one.
    fn shares_an_object_with(&self, later: &Self) -> bool {
        let (last, first) = (self.pieces.last(), later.pieces.first());
        last.zip(first).is_some_and(|(last, first)| last.object == first.object)
    }
}

/// Marks a vertex that the piece does not use.
const NOWHERE: u32 = u32::MAX;

/// Cuts the triangles of all objects into blocks within the limit.
fn cut(objects: &[WorldObject], limit: Limit) -> Vec<Block> {
    let (mut blocks, mut block) = (Vec::new(), Block::starting_at(0));
    let mut number = 0;
    for (object, WorldObject { mesh, pose, .. }) in objects.iter().enumerate() {
        let mut places = vec![NOWHERE; mesh.positions().len()];
        let mut piece = Piece { object, vertices: Vec::new(), triangles: Vec::new() };
        for corners in mesh.triangles() {
            let new = corners.iter().filter(|&&vertex| places[vertex as usize] == NOWHERE).count();
            if block.triangle_count == limit.triangles || block.vertex_count + new > limit.vertices {
                piece.vertices.iter().for_each(|&vertex| places[vertex as usize] = NOWHERE);
                let next = Piece { object, vertices: Vec::new(), triangles: Vec::new() };
                block.pieces.push(std::mem::replace(&mut piece, next));
                blocks.push(std::mem::replace(&mut block, Block::starting_at(number)));
            }
            piece.triangles.push(corners.map(|vertex| {
                let place = &mut places[vertex as usize];
                if *place == NOWHERE {
                    *place = piece.vertices.len() as u32;
                    piece.vertices.push(vertex);
                    block.vertex_count += 1;
                    let point = pose.apply(mesh.positions()[vertex as usize]);
                    block.bounds = block.bounds.union(&Aabb { min: point, max: point });
                }
                *place
            }));
            block.triangle_count += 1;
            number += 1;
        }
        block.pieces.push(piece);
    }
    blocks.push(block);
    blocks.iter_mut().for_each(|block| block.pieces.retain(|piece| !piece.triangles.is_empty()));
    blocks
}

/// Searches the scene block by block, with one method for single blocks and one for two.
pub(crate) fn search<'g>(
    site: &Site<'_>,
    limit: Limit,
    method: &MakeMethod,
    mut enough: Option<&mut Enough<'_>>,
) -> Result<Sieved<'g>> {
    let Ask { objects, halt, .. } = *site.ask;
    let limit = limit.half();
    if limit.triangles == 0 || limit.vertices < 3 {
        limit.check(objects)?;
    }
    let grid = Grid::over(&bounds_of(objects));
    let aim = Aim::of(site.ask, &grid);
    let blocks = cut(objects, limit);
    let mut sum = Sum::default();
    let mut methods = [None, None];
    for (index, a) in blocks.iter().enumerate() {
        for b in &blocks[index..] {
            let is_one = std::ptr::eq(a, b);
            if !is_one && aim.rule() == Rule::Within && !a.shares_an_object_with(b) {
                continue;
            }
            let both = [a, b];
            let sides = if is_one { &both[..1] } else { &both[..] };
            let count: usize = sides.iter().map(|block| block.triangle_count).sum();
            let Some(task) = aim.between([&a.bounds, &b.bounds], count, (!is_one).then_some(a.triangle_count)) else {
                continue;
            };
            if halt.is_cancelled() {
                return Ok(sum.into_found());
            }
            let mut recorder = Recorder::new(site.gpu);
            recorder.stage("upload");
            let resident = Resident::of_blocks(&mut recorder, objects, &grid, sides)?;
            let make = || KeptMethod { method: method(site.ask), room: Room::guess(count as u32, aim.rule()) };
            let kept = methods[sides.len() - 1].get_or_insert_with(make);
            let found = search::run(recorder, site.query(&resident, &task, &aim), task.judge, kept, None)?;
            // On the GPU, the second block follows the first, wherever it is in the scene.
            let behind = if is_one { a.first } else { b.first - a.triangle_count as u32 };
            sum.add(&found, pairs::base(a.first, behind));
            if let Some(enough) = &mut enough {
                let found = std::mem::take(&mut sum).into_found();
                if enough(&found) {
                    return Ok(found);
                }
            }
        }
    }
    Ok(sum.into_found())
}

/// The findings of all searches so far, with the scene's triangle numbers.
#[derive(Default)]
struct Sum {
    found: Sieved<'static>,
    findings: Vec<u64>,
}

impl Sum {
    fn into_found<'g>(self) -> Sieved<'g> {
        Sieved { findings: PairList::Keys(self.findings), ..self.found }
    }

    /// Adds what was found between two blocks; `base` maps its keys to those of the scene. A method's report about
    /// two blocks does not describe the whole, and is dropped.
    fn add(&mut self, part: &Sieved<'_>, base: u64) {
        let view = part.findings.view();
        self.findings.par_extend((0..view.len()).into_par_iter().map(|place| view.key(place) + base));
        let found = &mut self.found;
        found.rest.extend(part.rest.iter().map(|key| key + base));
        found.candidates += part.candidates;
        found.unsure += part.unsure;
        found.attempts = found.attempts.max(part.attempts);
        for stage in &part.stages {
            match found.stages.iter_mut().find(|known| known.name == stage.name) {
                Some(known) => known.ms = known.ms.zip(stage.ms).map(|(sum, ms)| sum + ms),
                None => found.stages.push(stage.clone()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, Pose, Scene, world};

    /// Three objects of which one is empty; triangles share vertices with others before and behind.
    fn scene() -> Scene {
        let mut scene = Scene::new();
        for (count, step) in [(700, 1), (0, 1), (900, 7)] {
            let corners = (0..100).map(|i| [f64::from(i), f64::from(i * i % 17), 0.5]).collect();
            let triangle = |i: u32| [i % 100, (i * step + 1) % 100, (i * step + 2) % 100];
            let mesh = Mesh::new(corners, (0..count).map(triangle).collect()).unwrap();
            scene.add("object", &mesh, Pose::translation(0.0, f64::from(count), 0.0).unwrap());
        }
        scene
    }

    #[test]
    fn every_triangle_is_in_one_block_that_has_its_vertices() {
        let objects = world::objects(&scene(), &[]).unwrap();
        for (triangles, vertices) in [(1, 3), (10, 1000), (1000, 20), (300, 100), (1599, 1000), (1600, 200)] {
            let blocks = cut(&objects, Limit { triangles, vertices });
            let (mut found, mut first) = (Vec::new(), 0);
            for block in &blocks {
                assert_eq!(block.first, first);
                assert!(block.triangle_count <= triangles && block.vertex_count <= vertices);
                for piece in &block.pieces {
                    let corners = piece.triangles.iter().map(|at| at.map(|place| piece.vertices[place as usize]));
                    found.extend(corners.map(|corners| (piece.object, corners)));
                    let object = &objects[piece.object];
                    let inside = |&vertex: &u32| {
                        let point = object.positions()[vertex as usize];
                        point.cmpge(block.bounds.min).all() && point.cmple(block.bounds.max).all()
                    };
                    assert!(piece.vertices.iter().all(inside));
                }
                first += block.triangle_count as u32;
            }
            let all = objects
                .iter()
                .enumerate()
                .flat_map(|(object, world)| world.mesh.triangles().iter().map(move |&corners| (object, corners)));
            assert!(found == all.collect::<Vec<_>>(), "{triangles} triangles, {vertices} vertices");
            assert!(blocks.len() >= 1600usize.div_ceil(triangles));
        }
    }

    #[test]
    fn blocks_of_one_object_share_it() {
        let objects = world::objects(&scene(), &[]).unwrap();
        let blocks = cut(&objects, Limit { triangles: 350, vertices: 1000 });
        let shares = |a: usize, b: usize| blocks[a].shares_an_object_with(&blocks[b]);
        assert!(shares(0, 1) && !shares(1, 2) && shares(2, 3) && shares(2, 4) && !shares(0, 4), "{}", blocks.len());
    }
}
