//! Runs the kernels on a list of pairs.

use crate::Corners;
use crate::families::Pair;
use allide::gpu_confirm::{self, Integers, Pairs, Rule, Slots};
use allide_geom::{Aabb, Class, DVec3, Grid, Triangle};
use allide_gpu::{Choice, Gpu, GpuError, Options, Recorder, Result};

/// Any adapter, or `None` with a message, unless `ALLIDE_REQUIRE_GPU=1` demands one.
pub fn gpu() -> Option<Gpu> {
    gpu_with(Options::default())
}

#[allow(clippy::print_stderr)]
pub fn gpu_with(options: Options) -> Option<Gpu> {
    match Gpu::open(Choice::Any, &allide::adapter::NEEDS, options) {
        Ok(gpu) => Some(gpu),
        Err(error @ (GpuError::NoAdapter { .. } | GpuError::TooSmall { .. }))
            if std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1") =>
        {
            eprintln!("left out: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Triangles over shared vertices, and pairs of them.
pub struct Scene {
    pub grid: Grid,
    pub points: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    pub pairs: Vec<[u32; 2]>,
}

impl Scene {
    /// Each pair has triangles of its own. Equal points are one vertex, or, every other time, are several.
    pub fn of(pairs: &[Pair]) -> Self {
        let mut points: Vec<DVec3> = Vec::new();
        let mut triangles = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            let first = points.len();
            let mut vertex = |corner: [f64; 3]| {
                let point = DVec3::from(corner);
                let known = points[first..].iter().position(|&other| other == point).filter(|_| number % 2 == 0);
                let at = known.map_or(points.len(), |known| first + known);
                if at == points.len() {
                    points.push(point);
                }
                at as u32
            };
            triangles.extend(pair.map(|triangle| triangle.map(&mut vertex)));
        }
        let grid = Grid::over(&Aabb::around(points.iter().copied()));
        let pairs = (0..pairs.len() as u32).map(|k| [2 * k, 2 * k + 1]).collect();
        Self { grid, points, triangles, pairs }
    }

    pub fn triangle(&self, number: u32) -> Triangle {
        self.triangles[number as usize].map(|vertex| self.points[vertex as usize])
    }

    pub fn corners(&self, number: u32) -> Corners {
        self.triangle(number).map(|corner| corner.to_array())
    }

    /// What the CPU says.
    pub fn truth(&self, [a, b]: [u32; 2], rule: Rule) -> Option<Class> {
        let (a, b) = (self.triangle(a), self.triangle(b));
        match rule {
            Rule::Between => allide_geom::overlap(&a, &b),
            Rule::Within => allide_geom::self_overlap(&a, &b),
        }
    }

    pub fn vertices(&self) -> Vec<[i32; 4]> {
        (0..).zip(&self.points).map(|(number, &point)| gpu_confirm::vertex(&self.grid, point, number)).collect()
    }
}

/// What the kernels said.
pub struct Answer {
    pub findings: Vec<(u32, u32, Class)>,
    /// Pairs that the filter, and then exact integers, left.
    pub unsure: Vec<[u32; 2]>,
    pub rest: Vec<[u32; 2]>,
    pub counts: [u32; 4],
}

/// Which kernels to run, and how much room their output has.
#[derive(Clone, Copy)]
pub struct Run {
    pub rule: Rule,
    pub integers: Integers,
    pub capacity: usize,
}

/// The filter, then exact integers on what it leaves.
pub fn confirm(gpu: &Gpu, scene: &Scene, run: Run) -> Result<Answer> {
    let pair_bytes = |count: usize| (count.max(1) * 8) as u64;
    let positions = gpu.buffer("positions", scene.points.len() as u64 * 16)?;
    let triangles = gpu.buffer("triangles", scene.triangles.len() as u64 * 12)?;
    let candidates = gpu.buffer("candidates", pair_bytes(scene.pairs.len()))?;
    let findings = gpu.buffer("findings", pair_bytes(run.capacity))?;
    let unsure = gpu.buffer("unsure", pair_bytes(run.capacity))?;
    let rest = gpu.buffer("rest", pair_bytes(run.capacity))?;
    let counts = gpu.buffer("counts", 16)?;
    let mut recorder = Recorder::new(gpu);
    recorder.upload(&positions, 0, &scene.vertices())?;
    recorder.upload(&triangles, 0, &scene.triangles)?;
    recorder.upload(&candidates, 0, &scene.pairs)?;
    recorder.upload(&counts, 0, &[scene.pairs.len() as u32, 0, 0, 0])?;
    let first = Pairs {
        positions: &positions,
        triangles: &triangles,
        candidates: &candidates,
        findings: &findings,
        rest: &unsure,
        counts: &counts,
        slots: Slots { candidates: 0, findings: 1, rest: 2 },
    };
    let second =
        Pairs { candidates: &unsure, rest: &rest, slots: Slots { candidates: 2, findings: 1, rest: 3 }, ..first };
    // SAFETY: there are four counts, and candidates and triangles are made from lists of their lengths.
    unsafe { gpu_confirm::filter(&mut recorder, &first, run.rule)? };
    // SAFETY: the same, and the first tier leaves candidates of its own.
    unsafe { gpu_confirm::exact(&mut recorder, &second, run.rule, run.integers)? };
    let reads = [&findings, &unsure, &rest, &counts].map(|buffer| recorder.read(buffer));
    let done = recorder.finish()?;
    let counts: [u32; 4] = std::array::from_fn(|slot| done.words(reads[3])[slot]);
    let list = |read: usize, count: u32| -> Vec<[u32; 2]> {
        done.slice::<[u32; 2]>(reads[read]).iter().copied().take(count as usize).collect()
    };
    Ok(Answer {
        findings: list(0, counts[1]).into_iter().map(gpu_confirm::finding).collect(),
        unsure: list(1, counts[2]),
        rest: list(2, counts[3]),
        counts,
    })
}

/// The pairs that [`gpu_confirm::closer`] leaves.
pub fn closer(gpu: &Gpu, scene: &Scene, limit: f64) -> Result<Vec<[u32; 2]>> {
    let positions = gpu.buffer("positions", scene.points.len() as u64 * 16)?;
    let triangles = gpu.buffer("triangles", scene.triangles.len() as u64 * 12)?;
    let candidates = gpu.buffer("candidates", scene.pairs.len() as u64 * 8)?;
    let findings = gpu.buffer("findings", 8)?;
    let rest = gpu.buffer("rest", scene.pairs.len() as u64 * 8)?;
    let counts = gpu.buffer("counts", 12)?;
    let mut recorder = Recorder::new(gpu);
    recorder.upload(&positions, 0, &scene.vertices())?;
    recorder.upload(&triangles, 0, &scene.triangles)?;
    recorder.upload(&candidates, 0, &scene.pairs)?;
    recorder.upload(&counts, 0, &[scene.pairs.len() as u32, 0, 0])?;
    let pairs = Pairs {
        positions: &positions,
        triangles: &triangles,
        candidates: &candidates,
        findings: &findings,
        rest: &rest,
        counts: &counts,
        slots: Slots { candidates: 0, findings: 1, rest: 2 },
    };
    // SAFETY: as above, with three counts.
    unsafe { gpu_confirm::closer(&mut recorder, &pairs, &scene.grid, limit)? };
    let (rest, counts) = (recorder.read(&rest), recorder.read(&counts));
    let done = recorder.finish()?;
    let count = done.words(counts)[2] as usize;
    Ok(done.slice::<[u32; 2]>(rest)[..count].to_vec())
}
