use crate::shapes::{bunny, dragon};
use crate::{Motion, Random};
use allide::{Aabb, DVec3, Mesh, Pose, Scene};
use std::collections::{HashMap, VecDeque};

/// A bunny falls on a dragon, which breaks into pieces: Figure 5 of "Fast and Reliable Collision Culling".
///
/// Hard: every piece is an object of its own and was there in no frame before. Pieces of a curved shell fill little of
/// their boxes and lie side by side, so that many boxes meet and few pieces do.
#[derive(Clone, Debug)]
pub struct Breaking {
    bunny: Mesh,
    dragon: Mesh,
    shards: Vec<Shard>,
    /// Where the bunny meets the dragon, and how high above its own z = 0.
    impact: DVec3,
}

/// A patch of the dragon's surface.
#[derive(Clone, Debug)]
struct Shard {
    /// Around the origin.
    mesh: Mesh,
    triangles: Vec<u32>,
    center: DVec3,
    /// When it comes off, in beats.
    loose_at: f64,
    velocity: DVec3,
    axis: DVec3,
    spin: f64,
}

/// Beats per second, the unit of the timeline.
const BEATS: f64 = 24.0;
/// How many there are.
const LENGTH: f64 = 63.0;
/// The bunny arrives.
const IMPACT: f64 = 8.0;
/// The last shard comes off.
const BROKEN: f64 = 40.0;

impl Breaking {
    /// The scene of the paper: 35,000 and 112,000 triangles, some hundred pieces.
    pub fn published() -> Self {
        Self::new(35_000, 112_000, 320)
    }

    /// With the given triangle counts for the bunny and the dragon, and the number of pieces that the dragon breaks into.
    pub fn new(bunny_triangles: usize, dragon_triangles: usize, pieces: usize) -> Self {
        Self::of(bunny(bunny_triangles), dragon(dragon_triangles), pieces)
    }

    /// With bodies of one's own, z up, the second one in place of the dragon. If that is of several parts, each breaks on
    /// its own, which may give more pieces.
    pub fn of(bunny: Mesh, dragon: Mesh, pieces: usize) -> Self {
        let size = dragon.bounds().size().max_element();
        let middle = dragon.bounds().center();
        let near = |point: &&DVec3| (**point - middle).truncate().length() < size / 10.0;
        let top = dragon.positions().iter().filter(near).max_by(|x, y| x.z.total_cmp(&y.z));
        let impact = top.copied().unwrap_or(middle);
        let mut random = Random::new(13);
        let patches = patches(&dragon, pieces, &mut random);
        let mut shards: Vec<Shard> =
            patches.into_iter().map(|triangles| Shard::new(&dragon, triangles, impact, &mut random)).collect();
        // The crack runs outwards from the impact.
        let way = |shard: &Shard| shard.center.distance(impact);
        let farthest = shards.iter().map(way).fold(f64::MIN_POSITIVE, f64::max);
        for shard in &mut shards {
            shard.loose_at = IMPACT + (BROKEN - IMPACT) * way(shard) / farthest;
        }
        // Numbered as they come off, so that a new one does not move the others to other places in the scene.
        shards.sort_by(|x, y| x.loose_at.total_cmp(&y.loose_at));
        Self { bunny, dragon, shards, impact }
    }

    fn whole(&self, time: f64) -> Vec<[u32; 3]> {
        let there = self.shards.iter().filter(|shard| shard.loose_at >= time);
        let mut triangles: Vec<u32> = there.flat_map(|shard| shard.triangles.iter().copied()).collect();
        triangles.sort_unstable();
        triangles.into_iter().map(|triangle| self.dragon.triangles()[triangle as usize]).collect()
    }

    /// Falls freely onto the dragon, then slows down as it breaks through to the floor.
    fn falling(&self, time: f64) -> Pose {
        let bounds = self.bunny.bounds();
        let height = self.dragon.bounds().size().z;
        let bottom = if time < IMPACT {
            self.impact.z + height * (1.0 - (time / IMPACT).powi(2))
        } else {
            let depth = self.impact.z - self.dragon.bounds().min.z;
            self.impact.z - depth * (1.0 - (-(time - IMPACT) / 10.0).exp())
        };
        let [x, y, z] = (DVec3::new(self.impact.x, self.impact.y, bottom)
            - DVec3::new(bounds.center().x, bounds.center().y, bounds.min.z))
        .to_array();
        crate::moved(x, y, z)
    }
}

impl Motion for Breaking {
    fn seconds(&self) -> f64 {
        LENGTH / BEATS
    }

    /// The bunny, what is still whole of the dragon, and a piece for each that has come off.
    fn moment(&self, seconds: f64) -> Scene {
        let time = seconds * BEATS;
        let mut scene = Scene::new();
        scene.add("bunny", &self.bunny, self.falling(time));
        let whole: Vec<[u32; 3]> = self.whole(time);
        if whole.len() == self.dragon.triangles().len() {
            scene.add("dragon", &self.dragon, Pose::IDENTITY);
        } else if !whole.is_empty() {
            scene.add("dragon", &compact(&self.dragon, whole, DVec3::ZERO), Pose::IDENTITY);
        }
        let floor = self.dragon.bounds().min.z;
        for (number, shard) in self.shards.iter().enumerate().filter(|(_, shard)| shard.loose_at < time) {
            scene.add(format!("piece {number}"), &shard.mesh, shard.pose(time - shard.loose_at, floor));
        }
        scene
    }
}

impl Shard {
    fn new(dragon: &Mesh, triangles: Vec<u32>, impact: DVec3, random: &mut Random) -> Self {
        let size = dragon.bounds().size().max_element();
        let corners =
            |&triangle: &u32| dragon.triangles()[triangle as usize].map(|vertex| dragon.positions()[vertex as usize]);
        let outwards: DVec3 = triangles.iter().map(corners).map(|[a, b, c]| (b - a).cross(c - a)).sum();
        let center = Aabb::around(triangles.iter().flat_map(corners)).center();
        let away = (center - impact).normalize_or_zero() * 0.7 + outwards.normalize_or_zero();
        let velocity = away + DVec3::from(random.direction()) * 0.25 + DVec3::Z * 0.3;
        let faces = triangles.iter().map(|&triangle| dragon.triangles()[triangle as usize]).collect();
        Self {
            mesh: compact(dragon, faces, center),
            triangles,
            center,
            loose_at: 0.0,
            velocity: velocity * (size / 150.0),
            axis: random.direction().into(),
            spin: random.between(-0.12, 0.12),
        }
    }

    /// After some time in the air, or on the floor.
    fn pose(&self, time: f64, floor: f64) -> Pose {
        // Gravity in this scene's units: so that a shard lands in about the time that the crack takes.
        let gravity = self.velocity.length() / 12.0;
        let above = (self.center.z - floor).max(0.0);
        let rise = self.velocity.z / gravity;
        let air = time.min(rise + (rise * rise + 2.0 * above / gravity).max(0.0).sqrt());
        let turned = crate::turned(self.axis.to_array(), self.spin * air, [0.0; 3]);
        let lowest = self.mesh.positions().iter().map(|&point| turned.apply(point).z).fold(f64::INFINITY, f64::min);
        let mut place = self.center + self.velocity * air - DVec3::Z * (gravity * air * air / 2.0);
        place.z = place.z.max(floor - lowest);
        crate::turned(self.axis.to_array(), self.spin * air, place.to_array())
    }
}

/// These triangles of a mesh and no other vertices than theirs, relative to `center`.
fn compact(mesh: &Mesh, faces: Vec<[u32; 3]>, center: DVec3) -> Mesh {
    let mut known = HashMap::new();
    let mut positions = Vec::new();
    let mut index = |vertex: u32| {
        *known.entry(vertex).or_insert_with(|| {
            positions.push((mesh.positions()[vertex as usize] - center).to_array());
            positions.len() as u32 - 1
        })
    };
    let triangles = faces.into_iter().map(|face| face.map(&mut index)).collect();
    Mesh::new(positions, triangles).expect("indices are those of the positions just added")
}

/// The triangles in connected patches around random places, each patch about as large as the others.
fn patches(mesh: &Mesh, count: usize, random: &mut Random) -> Vec<Vec<u32>> {
    let triangles = mesh.triangles();
    let mut edges: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
    let edges_of = |[a, b, c]: [u32; 3]| [(a, b), (b, c), (c, a)].map(|(x, y)| (x.min(y), x.max(y)));
    for (triangle, &corners) in (0..).zip(triangles) {
        edges_of(corners).into_iter().for_each(|edge| edges.entry(edge).or_default().push(triangle));
    }
    let mut patches: Vec<Vec<u32>> = Vec::new();
    let mut is_taken = vec![false; triangles.len()];
    let mut front = VecDeque::new();
    let seeds = (0..count.min(triangles.len())).map(|_| (random.bits() % triangles.len() as u64) as u32);
    // Whatever no place can reach is a patch of its own.
    let others = 0..triangles.len() as u32;
    for (turn, seed) in seeds.chain(others).enumerate() {
        if !is_taken[seed as usize] {
            is_taken[seed as usize] = true;
            front.push_back((patches.len(), seed));
            patches.push(Vec::new());
        }
        if turn + 1 < count {
            continue;
        }
        while let Some((patch, triangle)) = front.pop_front() {
            patches[patch].push(triangle);
            for &next in edges_of(triangles[triangle as usize]).iter().flat_map(|edge| &edges[edge]) {
                if !std::mem::replace(&mut is_taken[next as usize], true) {
                    front.push_back((patch, next));
                }
            }
        }
    }
    patches
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps};

    fn small() -> Breaking {
        Breaking::new(2_000, 12_000, 60)
    }

    fn triangles(scene: &Scene) -> usize {
        scene.objects().iter().map(|object| object.mesh().triangles().len()).sum()
    }

    #[test]
    fn two_objects_become_many_and_no_triangle_is_lost() {
        let breaking = small();
        let frames: Vec<Scene> = (0..64).map(|frame| breaking.at(f64::from(frame) / BEATS)).collect();
        let counts: Vec<usize> = frames.iter().map(|scene| scene.objects().len()).collect();
        assert_eq!((counts[0], *counts.last().unwrap()), (2, 1 + breaking.shards.len()));
        assert!(counts.is_sorted() && breaking.shards.len() > 50, "{counts:?}");
        assert!(frames.iter().all(|scene| triangles(scene) == 14_000));
    }

    #[test]
    fn each_triangle_is_in_one_connected_patch() {
        let breaking = small();
        let mut all: Vec<u32> = breaking.shards.iter().flat_map(|shard| shard.triangles.clone()).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..12_000));
    }

    #[test]
    fn boxes_meet_more_often_than_pieces() {
        let mut engine = Engine::cpu();
        let report = |time: f64| engine.run(&small().at(time), &Overlaps::new()).unwrap();
        let reports: Vec<_> = [0.0, 0.85, 1.25, 2.0].map(report).into();
        assert_eq!(reports[0].pairs.len(), 0);
        for report in &reports[1..] {
            let (boxes, met) = (report.run.stats.object_candidates, report.pairs.len() as u64);
            assert!(met > 0 && boxes > 2 * met, "{boxes} boxes, {met} pieces");
        }
    }
}
