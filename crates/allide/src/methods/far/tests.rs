//! The rasteriser against exact rational arithmetic.

use super::*;
use crate::gpu::testing::on_all;
use allide_gpu::Access::{Read, Write};
use allide_gpu::{Gpu, Source, Wgsl, immediates};
use std::cell::RefCell;
use std::marker::PhantomData;

immediates! {
    struct DumpParams {
        cells: u32,
    }
}

const DUMP: Source<DumpParams> = Source {
    name: "far.dump",
    text: Wgsl::checked(&[
        RASTER,
        "struct Case { p: vec4<i32>, q: vec4<i32>, r: vec4<i32>, low: vec4<i32>, high: vec4<i32>, more: vec4<i32> }
        @group(0) @binding(0) var<storage, read> cases: array<Case>;
        @group(0) @binding(1) var<storage, read_write> found: array<vec4<i32>>;
        var<immediate> cells: u32;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
            for (var i = id.x; i < arrayLength(&cases); i += groups.x * 64u) {
                let one = cases[i];
                let axis = u32(one.more.x);
                let low = turned(one.low.xyz, axis);
                let view = View(low, turned(one.high.xyz, axis), axis, u32(one.low.w), one.high.w, i * cells);
                let raster = raster_of(array<vec4<i32>, 3>(one.p, one.q, one.r), view, one.more.y);
                for (var place = 0u; place < cell_count(raster); place++) {
                    let cell = cell_at(raster, place);
                    let fragment = fragment_of(raster, cell);
                    let is_there = select(0, 1, fragment.is_there);
                    found[number_of(view, cell)] = vec4(is_there, fragment.low, fragment.high, i32(raster.spacing));
                }
            }
        }",
    ]),
    bindings: &[Read, Write],
    immediates: PhantomData,
    constants: &[],
    settings: &[],
};

/// Cells along each side of a window, and one more where it is not aligned.
const SIDE: i32 = 16;
const ROW: i32 = SIDE + 1;
const PER_CASE: usize = (ROW * ROW) as usize;

#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Case {
    corners: [[i32; 4]; 3],
    /// Corners of the window, then the shift and the width.
    low: [i32; 4],
    high: [i32; 4],
    /// The axis and the growth.
    more: [i32; 4],
}

/// The GPU's result for a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    is_there: bool,
    depths: [i32; 2],
    spacing: u32,
}

fn draw(gpu: &Gpu, cases: &[Case]) -> Vec<Vec<Seen>> {
    let input = gpu.buffer("cases", size_of_val(cases) as u64).unwrap();
    let output = gpu.buffer("found", (cases.len() * PER_CASE * 16) as u64).unwrap();
    let kernel = gpu.kernel(&DUMP, &[]).unwrap();
    let mut recorder = Recorder::new(gpu);
    recorder.upload(&input, 0, cases).unwrap();
    recorder.clear(&output);
    let groups = gpu.groups(cases.len() as u64, 64);
    recorder.dispatch(&kernel, [&input, &output], &DumpParams { cells: PER_CASE as u32 }, groups).unwrap();
    let found = recorder.read(&output);
    let done = recorder.finish().unwrap();
    let cell = |&[flag, low, high, spacing]: &[i32; 4]| Seen {
        is_there: flag == 1,
        depths: [low, high],
        spacing: spacing as u32,
    };
    done.slice::<[i32; 4]>(found).chunks_exact(PER_CASE).map(|cells| cells.iter().map(cell).collect()).collect()
}

/// Coordinates of the oracle are those of the grid times this, so that there are numbers between.
const FINE: i128 = 1 << 10;

/// A fraction; the denominator is positive.
type Fraction = (i128, i128);

/// Products would not fit: whole parts first, then what is left, upside down.
fn less((a, b): Fraction, (c, d): Fraction) -> bool {
    let (left, right) = (a.div_euclid(b), c.div_euclid(d));
    if left != right {
        return left < right;
    }
    match (a.rem_euclid(b), c.rem_euclid(d)) {
        (_, 0) => false,
        (0, _) => true,
        (x, y) => less((d, y), (b, x)),
    }
}

/// The least and the greatest depth of a triangle over a closed rectangle, if it is there: the part of a triangle over a
/// rectangle has its corners at those of the triangle, where its edges pass the sides, and over those of the rectangle.
fn exact(corners: &[[i128; 3]; 3], low: [i128; 2], high: [i128; 2]) -> Option<[Fraction; 2]> {
    let mut depths: Vec<Fraction> = Vec::new();
    for i in 0..3 {
        let (p, q) = (corners[i], corners[(i + 1) % 3]);
        if (0..2).all(|k| low[k] <= p[k] && p[k] <= high[k]) {
            depths.push((p[2], 1));
        }
        for k in 0..2 {
            let (other, length) = (1 - k, q[k] - p[k]);
            for side in [low[k], high[k]] {
                if length == 0 || (side - p[k]) * (side - q[k]) > 0 {
                    continue;
                }
                let at = |axis: usize| {
                    let value = p[axis] * length + (q[axis] - p[axis]) * (side - p[k]);
                    (value * length.signum(), length.abs())
                };
                if !less(at(other), (low[other], 1)) && !less((high[other], 1), at(other)) {
                    depths.push(at(2));
                }
            }
        }
    }
    let [p, q, r] = *corners;
    let cross = |a: [i128; 3], b: [i128; 3], x: i128, y: i128| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    let area = cross(p, q, r[0], r[1]);
    for (x, y) in [(low[0], low[1]), (low[0], high[1]), (high[0], low[1]), (high[0], high[1])] {
        let weights = [cross(q, r, x, y), cross(r, p, x, y), cross(p, q, x, y)];
        if area != 0 && weights.iter().all(|weight| weight * area.signum() >= 0) {
            let sum: i128 = (0..3).map(|i| weights[i] * corners[i][2]).sum();
            depths.push((sum * area.signum(), area.abs()));
        }
    }
    let first = *depths.first()?;
    Some(depths.iter().fold([first, first], |[least, most], &depth| {
        [if less(depth, least) { depth } else { least }, if less(most, depth) { depth } else { most }]
    }))
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: i64) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64 % limit.max(1)) as i32
    }
}

const KINDS: [&str; 8] = ["any", "small", "needle", "edge-on", "segment", "point", "lattice", "flat"];

/// A case of a kind: the triangle is of about the size of the window, or much larger or smaller.
fn case(kind: usize, random: &mut Random) -> Case {
    let shift = random.below(27) as u32;
    let axis = random.below(3);
    let size = i64::from(SIDE) << shift;
    let room = (1i64 << 30) - size;
    let mut low = [0; 4];
    let mut high = [0; 4];
    for k in 0..3 {
        low[k] = random.below(room + 1);
        if random.below(2) == 0 {
            low[k] = low[k] >> shift << shift;
        }
        high[k] = low[k] + (size - 1) as i32;
    }
    if random.below(3) > 0 {
        (low[axis as usize], high[axis as usize]) = (0, 1 << 30);
    }
    let [u, v] = [(axis as usize + 1) % 3, (axis as usize + 2) % 3];
    let reach = [size, 4 * size, size >> 3, 1 << 30][random.below(4) as usize];
    let near = |random: &mut Random, origin: &[i32], reach: i64| -> [i32; 4] {
        let at = |k: usize, random: &mut Random| {
            (i64::from(origin[k]) - reach / 2 + i64::from(random.below(reach + 1))).clamp(0, 1 << 30) as i32
        };
        [at(0, random), at(1, random), at(2, random), 0]
    };
    let middle = [0, 1, 2].map(|k| low[k] + (high[k] - low[k]) / 2);
    let mut corners = [0; 3].map(|_| near(random, &middle, reach));
    match KINDS[kind] {
        "small" => {
            let origin = near(random, &middle, size);
            let reach = (2 << shift) >> random.below(4);
            corners = [0; 3].map(|_| near(random, &origin, reach));
        }
        "needle" => corners[1] = near(random, &corners[0], (reach >> 10).max(2)),
        "edge-on" => {
            // Exactly, or nearly.
            corners[2][u] = corners[0][u];
            corners[2][v] = (corners[0][v] + random.below(3)).min(1 << 30);
        }
        "segment" => corners[2] = corners[random.below(2) as usize],
        "point" => corners = [corners[0]; 3],
        "lattice" => corners = corners.map(|p| p.map(|x| x >> shift << shift)),
        _ => {}
    }
    if KINDS[kind] == "flat" {
        let depth = corners[0][axis as usize];
        corners.iter_mut().for_each(|p| p[axis as usize] = depth);
    }
    if random.below(4) == 0 {
        corners[random.below(3) as usize][3] = 7;
    }
    let growth = [0, 0, 1, random.below(4 << shift), random.below(1 << 29)][random.below(5) as usize];
    [low[3], high[3]] = [shift as i32, (high[u] >> shift) - (low[u] >> shift) + 1];
    Case { corners, low, high, more: [axis, growth, 0, 0] }
}

fn turn(point: [i32; 3], axis: i32) -> [i128; 3] {
    let axis = axis as usize;
    [(axis + 1) % 3, (axis + 2) % 3, axis].map(|k| i128::from(point[k]) * FINE)
}

/// Cells that must be there, that are, and the depths of both kinds over those that must, relative to the depth of the
/// triangle.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    needed: f64,
    drawn: f64,
    needed_depth: f64,
    drawn_depth: f64,
}

fn compare(kind: &str, case: &Case, found: &[Seen], sums: &mut Sums) {
    let Case { corners, low, high, more: [axis, growth, ..] } = case;
    let (shift, width) = (low[3], high[3]);
    let grow = i128::from((*growth).max(i32::from(corners.iter().any(|corner| corner[3] != 0)))) * FINE;
    let corners = corners.map(|[x, y, z, _]| turn([x, y, z], *axis));
    let (low, high) = (turn([low[0], low[1], low[2]], *axis), turn([high[0], high[1], high[2]], *axis));
    let cell_size = FINE << shift;
    let [first_x, first_y] = [0, 1].map(|k| low[k].div_euclid(cell_size));
    let rows = high[1].div_euclid(cell_size) - first_y + 1;
    for (number, found) in found.iter().enumerate() {
        let (x, y) = ((number as i32 % width) as i128, (number as i32 / width) as i128);
        if y >= rows {
            continue;
        }
        let start = [(first_x + x) * cell_size, (first_y + y) * cell_size];
        let end = start.map(|start| start + cell_size);
        // The triangle grown has a point in the cell, and in the window, where it has one in the cell grown. The end of a
        // cell belongs to the next one.
        let inside = || {
            let from = std::array::from_fn(|k| start[k].max(low[k]) - grow);
            let to = std::array::from_fn(|k| (end[k] - 1).min(high[k]) + grow);
            exact(&corners, from, to)
        };
        let cut = |[least, most]: [Fraction; 2]| {
            let least = (least.0 - grow * least.1, least.1);
            let most = (most.0 + grow * most.1, most.1);
            (!less(most, (low[2], 1)) && !less((high[2], 1), least)).then_some([
                if less(least, (low[2], 1)) { (low[2], 1) } else { least },
                if less((high[2], 1), most) { (high[2], 1) } else { most },
            ])
        };
        let say = || format!("{kind}: cell {x} {y} of {case:?}: {found:?}");
        if let Some([least, most]) = inside().and_then(cut) {
            assert!(found.is_there, "missed {}", say());
            let [from, to] = found.depths.map(|depth| (i128::from(depth) * FINE, 1));
            assert!(!less(least, from) && !less(to, most), "too shallow {}, exactly {least:?} to {most:?}", say());
            let depth = (0..3).map(|i| corners[i][2]).max().unwrap() - (0..3).map(|i| corners[i][2]).min().unwrap();
            let relative = |[least, most]: [Fraction; 2]| {
                let value = |(a, b): Fraction| a as f64 / b as f64;
                (value(most) - value(least)) / (depth + 2 * grow + FINE) as f64
            };
            sums.needed += 1.0;
            sums.needed_depth += relative([least, most]);
            sums.drawn_depth += relative([from, to]);
        }
        if found.is_there {
            sums.drawn += 1.0;
            // Rounding to the lattice takes less than two of its steps, and ends belong to both cells.
            let steps = if found.spacing > 0 { 2 * (FINE << found.spacing) } else { 0 };
            let (from, to) = (start.map(|x| x - grow - steps), end.map(|x| x + grow + steps));
            assert!(exact(&corners, from, to).is_some(), "nowhere near {}", say());
        }
    }
}

#[test]
fn every_touched_cell_is_covered_with_all_its_depths_and_hardly_any_other() {
    const CASES: usize = 400;
    let random = &mut Random(1);
    let cases: Vec<(usize, Case)> =
        (0..KINDS.len() * CASES).map(|i| (i % KINDS.len(), case(i % KINDS.len(), random))).collect();
    let answers = RefCell::new(Vec::new());
    on_all(|gpu| {
        let list: Vec<Case> = cases.iter().map(|(_, case)| *case).collect();
        let found = draw(gpu, &list);
        if answers.borrow().is_empty() {
            let mut sums = [Sums::default(); KINDS.len()];
            for ((kind, case), found) in cases.iter().zip(&found) {
                compare(KINDS[*kind], case, found, &mut sums[*kind]);
            }
            for (kind, sums) in KINDS.iter().zip(sums) {
                assert!(sums.needed > 1000.0, "{kind}: {sums:?}");
                // Seen edge-on, a triangle has its whole depth in every cell; elsewhere depths follow its plane.
                let more = if ["edge-on", "segment", "needle"].contains(kind) { 1.2 } else { 1.1 };
                assert!(sums.drawn <= 1.05 * sums.needed, "{kind}: {sums:?}");
                assert!(sums.drawn_depth <= more * sums.needed_depth, "{kind}: {sums:?}");
            }
            answers.replace(found.clone());
        }
        // Whole numbers are the same with checks and without.
        assert!(found == *answers.borrow());
    });
}
