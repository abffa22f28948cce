//! The kernels against plain Rust.

use super::*;
use crate::gpu::GridBox;
use crate::gpu::testing::on_all;

/// Boxes below 2¹⁵, which nodes hold as they are. Triangles have three vertices of their own.
struct World {
    /// By triangle.
    boxes: Vec<GridBox>,
    /// By object.
    counts: Vec<u32>,
    bounds: Vec<GridBox>,
}

impl World {
    /// Objects of the given triangle counts, scattered over a part of the space each; `size` is that of a triangle.
    fn random(counts: &[u32], size: i32, mut state: u64) -> Self {
        let mut below = |limit: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % limit as u64) as i32
        };
        let mut world = Self { boxes: Vec::new(), counts: counts.to_vec(), bounds: Vec::new() };
        for &count in counts {
            let origin = [below(8_000), below(8_000), below(8_000)];
            let mut bounds = [[i32::MAX; 3], [0; 3]];
            for _ in 0..count {
                let low = origin.map(|x| x + below(20_000));
                let high = low.map(|x| x + below(size));
                bounds = union(bounds, [low, high]);
                world.boxes.push([low, high]);
            }
            world.bounds.push(if count == 0 { [[0; 3]; 2] } else { bounds });
        }
        world
    }

    fn owners(&self) -> Vec<u32> {
        (0..).zip(&self.counts).flat_map(|(object, &count)| vec![object; count as usize]).collect()
    }

    fn all_pairs(&self) -> Vec<(usize, usize)> {
        let count = self.counts.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
    }

    fn plan(&self) -> FrontsPlan {
        FrontsPlan::new(&self.bounds, &self.counts, &self.all_pairs()).unwrap()
    }

    /// The place of a triangle on the curve of its object.
    fn key(&self, plan: &FrontsPlan, triangle: usize, object: u32) -> u32 {
        let [low, high] = self.boxes[triangle];
        let [x, y, z, packed] = plan.curves[object as usize];
        let cell = |k: usize, origin: i32| {
            let cell = (low[k] + (high[k] - low[k]) / 2 - origin) >> (packed & 31);
            cell.clamp(0, (1 << plan.curve_bits) - 1) as u32
        };
        let cells = [cell(0, x), cell(1, y), cell(2, z)];
        (0..10).flat_map(|bit| (0..3).map(move |k| (cells[k] >> bit & 1) << (3 * bit + k as u32))).sum()
    }
}

fn union(x: GridBox, y: GridBox) -> GridBox {
    [std::array::from_fn(|k| x[0][k].min(y[0][k])), std::array::from_fn(|k| x[1][k].max(y[1][k]))]
}

/// The GPU's result.
struct Made {
    order: Vec<u32>,
    nodes: Vec<[u32; 4]>,
    candidates: Vec<[u32; 2]>,
    candidate_count: u32,
    /// By height.
    levels: Vec<u32>,
}

const SURVIVORS: u32 = 0;
const CANDIDATES: u32 = 1;
const LEVELS: u32 = 2;

fn make(gpu: &Gpu, world: &World, plan: &FrontsPlan, part: Span, front_room: u64) -> Made {
    let count = world.boxes.len() as u32;
    let positions: Vec<[i32; 4]> =
        world.boxes.iter().flat_map(|&[[x, y, z], [u, v, w]]| [[x, y, w, 0], [u, y, z, 0], [x, v, z, 0]]).collect();
    let corners: Vec<u32> = (0..3 * count).collect();
    let owners = world.owners();
    let mut recorder = Recorder::new(gpu);
    let upload = |recorder: &mut Recorder<'_>, words: &[u32]| {
        let buffer = gpu.buffer("input", words.len() as u64 * 4).unwrap();
        recorder.upload(&buffer, 0, words).unwrap();
        buffer
    };
    let positions = upload(&mut recorder, bytemuck::cast_slice(&positions));
    let (corners, owners) = (upload(&mut recorder, &corners), upload(&mut recorder, &owners));
    let counters = upload(&mut recorder, &[0; (LEVELS + MOST_LEVELS) as usize]);
    let triangles = Triangles { count, positions: &positions, corners: &corners, owners: &owners };
    let frame = Frame::around([0; 3], [0x7fff; 3], count);
    let forest = build(&mut recorder, triangles, &frame, plan, (&counters, SURVIVORS)).unwrap();
    let candidates = gpu.buffer("candidates", 1 << 20).unwrap();
    let output = Output { candidates: &candidates, front_room, counters: &counters, slot: CANDIDATES, levels: LEVELS };
    forest.traverse(&mut recorder, part, output).unwrap();
    let [order, nodes] = [&forest.tree.order, &forest.tree.nodes].map(|buffer| recorder.read(buffer));
    let (candidates, counters) = (recorder.read(&candidates), recorder.read(&counters));
    let done = recorder.finish().unwrap();
    let (words, nodes) = (done.words(counters), done.words(nodes));
    let candidate_count = words[CANDIDATES as usize];
    Made {
        order: done.words(order).to_vec(),
        nodes: nodes.chunks_exact(4).map(|node| [node[0], node[1], node[2], node[3]]).collect(),
        candidates: done.slice(candidates)[..candidate_count as usize].to_vec(),
        candidate_count,
        levels: words[LEVELS as usize..].to_vec(),
    }
}

fn everything(plan: &FrontsPlan) -> Span {
    Span { first: 0, count: plan.slots }
}

/// The box of a node; `None` if it is empty.
fn unpacked([x, y, z, _]: [u32; 4]) -> Option<GridBox> {
    let [low, high] =
        [[x & 0xffff, x >> 16, y & 0xffff], [y >> 16, z & 0xffff, z >> 16]].map(|point| point.map(|x| x as i32));
    (low[0] <= high[0]).then_some([low, high])
}

fn overlap(a: &GridBox, b: &GridBox) -> bool {
    (0..3).all(|k| a[0][k] <= b[1][k] && b[0][k] <= a[1][k])
}

/// The box around all triangles below a node.
fn around(world: &World, made: &Made, plan: &FrontsPlan, node: u32) -> Option<GridBox> {
    let height = plan.depth - node.ilog2();
    let first = ((node << height) - (1 << plan.depth)) as usize;
    let triangles = made.order[first..first + (1 << height)].iter().filter(|&&triangle| triangle != u32::MAX);
    triangles.map(|&triangle| world.boxes[triangle as usize]).reduce(union)
}

/// The fronts from the tallest roots down to the pairs of leaves, as lists of nodes.
fn fronts(made: &Made, plan: &FrontsPlan) -> Vec<Vec<[u32; 2]>> {
    let Entering { roots, counts } = entering(&plan.roots, everything(plan));
    let mut roots = roots.into_iter();
    let mut fronts: Vec<Vec<[u32; 2]>> = Vec::new();
    for height in (0..counts.len()).rev() {
        let mut next: Vec<[u32; 2]> = roots.by_ref().take(counts[height] as usize).collect();
        for &[a, b] in fronts.last().into_iter().flatten() {
            let children = |node: u32| {
                let is_opened = plan.depth - node.ilog2() == height as u32 + 1;
                if is_opened { vec![2 * node, 2 * node + 1] } else { vec![node] }
            };
            let pairs = children(b).into_iter().flat_map(|b| children(a).into_iter().map(move |a| [a, b]));
            let boxes = |pair: [u32; 2]| pair.map(|node| unpacked(made.nodes[node as usize]));
            next.extend(pairs.filter(|&pair| matches!(boxes(pair), [Some(a), Some(b)] if overlap(&a, &b))));
        }
        fronts.push(next);
    }
    fronts
}

/// Numbers of triangles that make trees of all sorts.
const CROWDS: [&[u32]; 8] =
    [&[1, 1], &[2, 1], &[5, 0, 3], &[64, 64], &[65, 1, 63, 2], &[300, 7, 1, 1, 40, 0, 5], &[1500, 3], &[1100, 1030]];

#[test]
fn every_tree_has_the_triangles_of_its_object_along_its_curve() {
    on_all(|gpu| {
        for (seed, counts) in (0..).zip(CROWDS) {
            let world = World::random(counts, 1000, seed);
            let (plan, owners) = (world.plan(), world.owners());
            let made = make(gpu, &world, &plan, everything(&plan), 1 << 16);
            let mut filled = 0;
            for (rank, &[first, _, count, _]) in (0i32..).zip(&plan.trees) {
                let object = plan.curves.iter().position(|curve| curve[3] >> 5 == rank).unwrap() as u32;
                let mut want: Vec<u32> =
                    (0..).zip(&owners).filter(|(_, owner)| **owner == object).map(|x| x.0).collect();
                want.sort_by_key(|&triangle| world.key(&plan, triangle as usize, object));
                want.resize((count.next_power_of_two()) as usize, u32::MAX);
                let (first, size) = (first as usize, want.len());
                assert_eq!(made.order[first..first + size], want, "{counts:?}, object {object}");
                filled += size;
            }
            assert_eq!(filled, plan.slots as usize);
        }
    });
}

#[test]
fn every_node_is_the_box_around_its_triangles() {
    on_all(|gpu| {
        for (seed, counts) in (0..).zip(CROWDS) {
            let world = World::random(counts, 1000, seed);
            let plan = world.plan();
            let made = make(gpu, &world, &plan, everything(&plan), 1 << 16);
            for &[first, _, count, _] in &plan.trees {
                let height = count.next_power_of_two().ilog2();
                for below in 0..=height {
                    let start = ((1 << plan.depth) + first) >> below;
                    for node in start..start + (1 << (height - below)) {
                        let found = unpacked(made.nodes[node as usize]);
                        assert_eq!(found, around(&world, &made, &plan, node), "{counts:?}, node {node}");
                    }
                }
            }
        }
    });
}

#[test]
fn fronts_are_packed_in_order_down_to_the_candidates() {
    on_all(|gpu| {
        for (seed, counts) in (0..).zip(CROWDS) {
            for size in [1, 1500, 15_000] {
                let world = World::random(counts, if counts.len() == 2 { size.min(1500) } else { size }, seed);
                let plan = world.plan();
                let made = make(gpu, &world, &plan, everything(&plan), 1 << 17);
                let fronts = fronts(&made, &plan);
                let lengths: Vec<u32> = fronts.iter().rev().skip(1).map(|front| front.len() as u32).collect();
                assert_eq!(made.levels[1..=lengths.len()], lengths, "{counts:?}");
                let bottom = 1 << plan.depth;
                let triangles = |pair: &[u32; 2]| pair.map(|node| made.order[(node - bottom) as usize]);
                let want: Vec<[u32; 2]> = fronts.last().unwrap().iter().map(triangles).collect();
                assert!(made.candidates == want, "{counts:?}: {} of {}", made.candidates.len(), want.len());
            }
        }
    });
}

#[test]
fn a_front_that_does_not_fit_is_counted() {
    on_all(|gpu| {
        let world = World::random(&[1100, 1030], 10_000, 5);
        let plan = world.plan();
        let whole = make(gpu, &world, &plan, everything(&plan), 1 << 18);
        for room in [1, 10, 1000, 5000] {
            let made = make(gpu, &world, &plan, everything(&plan), room);
            let heights = (1..MOST_LEVELS as usize).rev();
            let long = heights.clone().find(|&height| u64::from(whole.levels[height]) > room);
            let long = long.expect("some front is longer");
            assert_eq!(made.levels[long..], whole.levels[long..], "room for {room}");
            assert!(made.candidate_count < whole.candidate_count);
        }
    });
}

#[test]
fn parts_have_each_candidate_once() {
    on_all(|gpu| {
        let world = World::random(&[300, 7, 1, 1, 40, 0, 5], 10_000, 6);
        let plan = world.plan();
        let mut whole = make(gpu, &world, &plan, everything(&plan), 1 << 16).candidates;
        whole.sort_unstable();
        for size in [13, 64, 500] {
            let firsts = (0..plan.slots).step_by(size as usize);
            let parts = firsts.map(|first| Span { first, count: size.min(plan.slots - first) });
            let mut found: Vec<_> = parts.flat_map(|part| make(gpu, &world, &plan, part, 1 << 16).candidates).collect();
            found.sort_unstable();
            assert!(found == whole && !whole.is_empty(), "{size} slots a part: {} of {}", found.len(), whole.len());
        }
    });
}
