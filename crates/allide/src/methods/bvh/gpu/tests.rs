//! The kernels against plain Rust, on random boxes.

use super::*;
use crate::gpu::GridBox;
use crate::gpu::testing::on_all;
use allide_gpu::Gpu;

/// Boxes below 2¹⁵, which nodes hold as they are, of triangles with three vertices of their own, and the object of each.
struct World {
    boxes: Vec<GridBox>,
    owners: Vec<u32>,
    objects: u32,
}

impl World {
    /// Objects take turns, or follow each other; `size` is that of a triangle.
    fn random(count: u32, objects: u32, takes_turns: bool, size: i32) -> Self {
        let mut state = u64::from(count) + 7;
        let mut below = |limit: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % limit as u64) as i32
        };
        let mut one = || {
            let low = [below(30_000), below(30_000), below(30_000)];
            [low, low.map(|x| x + below(size))]
        };
        let owner = |i: u32| {
            if takes_turns { i % objects } else { (u64::from(i) * u64::from(objects) / u64::from(count)) as u32 }
        };
        Self { boxes: (0..count).map(|_| one()).collect(), owners: (0..count).map(owner).collect(), objects }
    }

    /// Every second object has a region that ends in the middle; the others have all.
    fn regions(&self) -> Vec<[[i32; 4]; 2]> {
        let region = |object: u32| [[0; 4], if object % 2 == 1 { [15_000, 1 << 15, 1 << 15, 0] } else { [1 << 15; 4] }];
        (0..self.objects).map(region).collect()
    }

    fn survives(&self, triangle: u32) -> bool {
        self.owners[triangle as usize].is_multiple_of(2) || self.boxes[triangle as usize][0][0] <= 15_000
    }

    /// All pairs that overlap and that the rule is about, sorted.
    fn pairs(&self, rule: Rule) -> Vec<[u32; 2]> {
        let mut order: Vec<u32> = (0..self.boxes.len() as u32).filter(|&triangle| self.survives(triangle)).collect();
        order.sort_by_key(|&triangle| self.boxes[triangle as usize][0][0]);
        let mut pairs = Vec::new();
        for (place, &a) in order.iter().enumerate() {
            let [low, high] = self.boxes[a as usize];
            for &b in &order[place + 1..] {
                let [other_low, other_high] = self.boxes[b as usize];
                if other_low[0] > high[0] {
                    break;
                }
                let same = self.owners[a as usize] == self.owners[b as usize];
                if same == (rule == Rule::Within) && (1..3).all(|k| low[k] <= other_high[k] && other_low[k] <= high[k])
                {
                    pairs.push([a.min(b), a.max(b)]);
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

/// The GPU's result.
struct Made {
    survivors: u32,
    order: Vec<u32>,
    nodes: Vec<[u32; 4]>,
    pairs: Vec<[u32; 2]>,
    wraps: u32,
}

/// Builds and walks, `size` leaves at a time, with a count of candidates that starts at `first`.
fn make(gpu: &Gpu, world: &World, rule: Rule, size: u32, first: u32, room: usize) -> Made {
    let count = world.boxes.len() as u32;
    let positions: Vec<[i32; 4]> =
        world.boxes.iter().flat_map(|&[[x, y, z], [u, v, w]]| [[x, y, w, 0], [u, y, z, 0], [x, v, z, 0]]).collect();
    let corners: Vec<u32> = (0..3 * count).collect();
    let buffer = |name, bytes: usize| gpu.buffer(name, (bytes as u64).max(16)).unwrap();
    let counters = buffer("counters", 12);
    let (on_gpu, indices) = (buffer("positions", positions.len() * 16), buffer("corners", corners.len() * 4));
    let (owners, candidates) = (buffer("owners", corners.len() * 4), buffer("candidates", room * 8));
    let mut recorder = Recorder::new(gpu);
    recorder.upload(&on_gpu, 0, &positions).unwrap();
    recorder.upload(&indices, 0, &corners).unwrap();
    recorder.upload(&owners, 0, &world.owners).unwrap();
    recorder.upload(&counters, 0, &[0, first, 0]).unwrap();
    let triangles = Triangles { count, positions: &on_gpu, corners: &indices, owners: &owners };
    let frame = Frame::around([0; 3], [0x7fff; 3], count);
    let partners = Partners { rule, regions: world.regions(), split: None, margin: 0, groups: None };
    let tree = build(&mut recorder, triangles, &frame, &partners, (&counters, 0)).unwrap();
    for start in (0..count).step_by(size as usize) {
        let part = Span { first: start, count: size.min(count - start) };
        tree.walk(&mut recorder, (&frame, &partners), part, &candidates, (&counters, 1, 2)).unwrap();
    }
    let reads = [&counters, &tree.order, &tree.nodes, &candidates].map(|buffer| recorder.read(buffer));
    let done = recorder.finish().unwrap();
    let [survivors, pair_count, wraps]: [u32; 3] = std::array::from_fn(|slot| done.words(reads[0])[slot]);
    let mut pairs: Vec<[u32; 2]> = done.slice(reads[3])[..(pair_count as usize).min(room)].to_vec();
    pairs.sort_unstable();
    let order = done.words(reads[1])[..survivors as usize].to_vec();
    Made { survivors, order, nodes: done.slice(reads[2]).to_vec(), pairs, wraps }
}

fn unpack([x, y, z, owner]: [u32; 4]) -> (GridBox, u32) {
    let half = |word: u32, upper: bool| (if upper { word >> 16 } else { word & 0xffff }) as i32;
    ([[half(x, false), half(x, true), half(y, false)], [half(y, true), half(z, false), half(z, true)]], owner)
}

fn check_tree(world: &World, made: &Made, name: &str) {
    const EMPTY: u32 = u32::MAX;
    const MIXED: u32 = u32::MAX - 1;
    let mut leaves = made.order.clone();
    leaves.sort_unstable();
    let survivors: Vec<u32> = (0..world.boxes.len() as u32).filter(|&triangle| world.survives(triangle)).collect();
    assert!(leaves == survivors && made.survivors as usize == survivors.len(), "{name}: every survivor is in one leaf");
    let depth = depth(made.survivors);
    for (leaf, &triangle) in made.order.iter().enumerate() {
        let (bounds, owner) = unpack(made.nodes[(1 << depth) + leaf]);
        assert_eq!((bounds, owner), (world.boxes[triangle as usize], world.owners[triangle as usize]), "{name}");
    }
    for height in 1..=depth {
        for place in 0..made.survivors.div_ceil(1 << height) as usize {
            let node = (1 << (depth - height)) + place;
            let (bounds, owner) = unpack(made.nodes[node]);
            let children = [2 * node, 2 * node + 1].map(|child| unpack(made.nodes[child]));
            let mut present = children.iter().filter(|child| child.1 != EMPTY);
            let (mut want, mut tag) = *present.next().expect("the left one has a leaf");
            for (child, child_tag) in present {
                for k in 0..3 {
                    want[0][k] = want[0][k].min(child[0][k]);
                    want[1][k] = want[1][k].max(child[1][k]);
                }
                tag = if tag == *child_tag { tag } else { MIXED };
            }
            assert_eq!((bounds, owner), (want, tag), "{name}: node {node}");
        }
    }
}

/// Around powers of two, and around the leaves of one workgroup and of several.
const SIZES: [u32; 17] = [1, 2, 3, 4, 5, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 2049, 4095, 5000];

/// How many objects there are, and whether they take turns. Of many triangles, one kind is enough.
fn kinds(count: u32) -> &'static [(u32, bool)] {
    if count > 10_000 { &[(3, true)] } else { &[(1, false), (3, false), (5, true)] }
}

#[test]
fn nodes_hold_their_children_and_every_survivor_is_a_leaf() {
    on_all(|gpu| {
        for count in SIZES.into_iter().chain([100_003]) {
            for &(objects, takes_turns) in kinds(count) {
                let world = World::random(count, objects, takes_turns, 150);
                let made = make(gpu, &world, Rule::Between, count, 0, 1);
                check_tree(&world, &made, &format!("{count} triangles of {objects}"));
            }
        }
    });
}

#[test]
fn the_walk_finds_what_looking_at_all_boxes_finds() {
    on_all(|gpu| {
        let mut found = 0;
        for count in SIZES.into_iter().chain([100_003]) {
            let size = if count > 10_000 { 350 } else { 4000 };
            for &(objects, takes_turns) in kinds(count) {
                let world = World::random(count, objects, takes_turns, size);
                for rule in [Rule::Between, Rule::Within] {
                    let want = world.pairs(rule);
                    for part in [count, count.div_ceil(3)] {
                        let made = make(gpu, &world, rule, part, 0, want.len() + 10);
                        let name = format!("{count} triangles of {objects}, {rule:?}, by {part}");
                        assert!(made.pairs == want, "{name}: {} instead of {}", made.pairs.len(), want.len());
                        assert_eq!(made.wraps, 0, "{name}");
                    }
                    found += want.len();
                }
            }
        }
        assert!(found > 20_000, "{found}");
    });
}

#[test]
fn no_triangles_are_no_pairs() {
    on_all(|gpu| {
        // All are dropped: there is nothing in their region.
        let mut world = World::random(2000, 2, true, 150);
        world.owners.fill(1);
        world.boxes.iter_mut().for_each(|[low, high]| (low[0], high[0]) = (20_000, 20_001));
        let made = make(gpu, &world, Rule::Within, 2000, 0, 10);
        assert_eq!((made.survivors, made.pairs.len()), (0, 0));
    });
}

#[test]
fn a_count_past_all_words_is_noted() {
    on_all(|gpu| {
        let world = World::random(3000, 2, true, 4000);
        let want = world.pairs(Rule::Between);
        assert!(want.len() > 2000);
        let made = |first| make(gpu, &world, Rule::Between, 3000, first, want.len()).wraps;
        assert_eq!(made(u32::MAX - want.len() as u32), 0);
        assert_eq!(made(u32::MAX - want.len() as u32 + 1), 1);
        assert_eq!(made(u32::MAX - 1000), 1);
        assert_eq!(made(u32::MAX), 1);
    });
}
