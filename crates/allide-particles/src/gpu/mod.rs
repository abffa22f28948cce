//! Impacts on a GPU: it proposes, the CPU decides.
//!
//! A kernel computes where each particle is during the interval, in `f32` with bounds on all errors, and drops the lives that are
//! certainly away from every surface. The CPU computes the impacts of the rest in `f64`, by the same function as without a GPU. So
//! lists are equal byte for byte, whatever the GPU rounds: order, colliders, grazes, edges, the ends of intervals and everything after a
//! bounce are the CPU's decisions.

mod layout;
mod map;

use crate::flight::Life;
use crate::meet::Colliders;
use crate::simulation::{check_interval, sorted};
use crate::{Impact, SceneError, Simulation};
use allide_gpu::Access::{Read, Write};
use allide_gpu::{Buffer, Choice, Gpu, GpuError, Needs, Options, Recorder, Shader, Source, Wgsl, immediates};
use layout::{ColliderData, EmitterData, NodeData};
use rayon::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;

const THREADS: u32 = 64;
/// Workgroups that every adapter can be given at once.
const MOST_GROUPS: u32 = 65_535;

immediates! {
    /// The parameters of propose.wgsl.
    struct ProposeParams {
        emitter: u32,
        nodes: u32,
        capacity: u32,
    }
}

const PROPOSE: Source<ProposeParams> = Source {
    name: "particles.propose",
    text: Wgsl::checked(&[include_str!("propose.wgsl")]),
    bindings: &[Read, Read, Read, Write, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

/// All kernels.
const SHADERS: &[Shader<'_>] = &[PROPOSE.shader(), map::STAMP.shader(), map::PAINT.shader()];

/// Their requirements on an adapter.
const NEEDS: Needs = Needs::of(SHADERS);

/// The errors of computing a list.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProposeError {
    /// The question makes no sense.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The GPU gave no answer.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// The cost of the latest list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Proposals {
    /// Lives that the GPU could not drop.
    pub proposed: u64,
    /// Of these, lives that have an impact in the interval.
    pub confirmed: u64,
    /// Milliseconds on the GPU, if it has a clock.
    pub gpu_ms: Option<f64>,
    /// Milliseconds from the question to the list.
    pub total_ms: f64,
}

/// A simulation with a GPU that proposes its impacts.
///
/// ```no_run
/// use allide_particles::{Scene, Simulation, gpu::Proposer};
///
/// let simulation = Simulation::new(Scene::built_in("hail").expect("there is one"))?;
/// let mut proposer = Proposer::open(&simulation)?;
/// assert_eq!(proposer.impacts(0.0..0.1)?, simulation.impacts(0.0..0.1)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Proposer<'s> {
    simulation: &'s Simulation,
    gpu: Gpu,
    colliders: Buffer,
    /// Nodes over colliders, and how many.
    tree: (Buffer, u32),
    capacity: u32,
    /// The cost of the latest list.
    pub latest: Proposals,
}

impl<'s> Proposer<'s> {
    /// Opens the best GPU; `ALLIDE_ADAPTER` names another.
    ///
    /// # Errors
    /// No adapter, or one that lacks a requirement.
    pub fn open(simulation: &'s Simulation) -> Result<Self, GpuError> {
        Self::with(simulation, Choice::Any, Options::default().or_environment()?)
    }

    /// Opens a GPU of choice.
    ///
    /// # Errors
    /// No adapter, or one that lacks a requirement.
    pub fn with(simulation: &'s Simulation, choice: Choice, options: Options) -> Result<Self, GpuError> {
        let gpu = Gpu::open(choice, &NEEDS, options)?;
        let Colliders { forms, tree, .. } = &simulation.colliders;
        let data: Vec<_> = tree.items().iter().map(|&item| ColliderData::new(&forms[item as usize])).collect();
        let colliders = gpu.buffer("colliders", (data.len().max(1) * size_of::<ColliderData>()) as u64)?;
        let list: Vec<_> = tree.nodes().map(NodeData::new).collect();
        let nodes = gpu.buffer("nodes", (list.len().max(1) * size_of::<NodeData>()) as u64)?;
        let mut recorder = Recorder::new(&gpu);
        recorder.upload(&colliders, 0, &data)?;
        recorder.upload(&nodes, 0, &list)?;
        recorder.finish()?;
        let tree = (nodes, list.len() as u32);
        Ok(Self { simulation, gpu, colliders, tree, capacity: 1 << 16, latest: Proposals::default() })
    }

    /// The GPU.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The same list as [`Simulation::impacts`].
    ///
    /// # Errors
    /// An empty interval, or a GPU that gives no answer.
    pub fn impacts(&mut self, interval: Range<f64>) -> Result<Vec<Impact>, ProposeError> {
        check_interval(&interval)?;
        let began = std::time::Instant::now();
        self.latest = Proposals::default();
        let mut lists = Vec::new();
        for emitter in 0..self.simulation.scene().emitters.len() {
            let data = EmitterData::new(self.simulation, emitter, &interval);
            let proposed = data.map(|data| self.propose(&data)).transpose()?.flatten();
            // With numbers that `f32` cannot hold, or a kernel that the driver ended, everything is proposed.
            let lives = proposed.unwrap_or_else(|| self.all(emitter, &interval));
            self.latest.proposed += lives.len() as u64;
            lists.extend(self.decide(emitter, &lives, &interval));
        }
        self.latest.confirmed = lists.iter().filter(|list| !list.is_empty()).count() as u64;
        let impacts = sorted(lists);
        self.latest.total_ms = began.elapsed().as_secs_f64() * 1e3;
        Ok(impacts)
    }

    /// Runs the kernel, with more room where there was too little. None if it did not get to the end.
    fn propose(&mut self, data: &EmitterData) -> Result<Option<Vec<[u32; 2]>>, GpuError> {
        let kernel = self.gpu.kernel(&PROPOSE, &[])?;
        loop {
            let emitter = self.gpu.buffer("emitter", size_of::<EmitterData>() as u64)?;
            let proposals = self.gpu.buffer("proposals", u64::from(self.capacity) * 8)?;
            let counts = self.gpu.buffer("counts", 8)?;
            let mut recorder = Recorder::new(&self.gpu);
            recorder.stage("propose");
            recorder.upload(&emitter, 0, &[*data])?;
            recorder.clear(&counts);
            let (nodes, count) = &self.tree;
            let params = ProposeParams { emitter: 0, nodes: *count, capacity: self.capacity };
            // A particle each, as far as that goes: short loops.
            let groups = data.count.div_ceil(THREADS).min(MOST_GROUPS);
            recorder.dispatch(&kernel, [&emitter, &self.colliders, nodes, &proposals, &counts], &params, groups)?;
            recorder.stage("read");
            let (counts, list) = (recorder.read(&counts), recorder.read(&proposals));
            let done = recorder.finish()?;
            let &[found, looked_at] = done.words(counts).first_chunk().expect("two words were read");
            let times = done.stages().iter().filter(|stage| stage.name == "propose").filter_map(|stage| stage.ms);
            self.latest.gpu_ms = times.reduce(|a, b| a + b).map(|ms| ms + self.latest.gpu_ms.unwrap_or(0.0));
            if looked_at != data.count {
                return Ok(None);
            }
            if found <= self.capacity {
                return Ok(Some(done.slice::<[u32; 2]>(list)[..found as usize].to_vec()));
            }
            self.capacity = found.next_power_of_two();
        }
    }

    fn all(&self, emitter: usize, interval: &Range<f64>) -> Vec<[u32; 2]> {
        let mut lives = Vec::new();
        for index in 0..self.simulation.scene().emitters[emitter].count {
            self.simulation.lives(emitter, index, interval, |life, _| lives.push([index, life.generation]));
        }
        lives
    }

    /// The impacts of proposed lives, a list each.
    fn decide(&self, emitter: usize, lives: &[[u32; 2]], interval: &Range<f64>) -> Vec<Vec<Impact>> {
        let first = self.simulation.first_of(emitter);
        let emitter = &self.simulation.scene().emitters[emitter];
        let decide = |seen: &mut Vec<u32>, &[index, generation]: &[u32; 2]| {
            let mut list = Vec::new();
            let life = Life { emitter, first, index, generation };
            // Proposals just before birth, or after the last generation, are dropped.
            if emitter.birth(index, generation) < interval.end {
                self.simulation.impacts_of(life, interval, seen, &mut list);
            }
            list
        };
        lives.par_iter().map_init(Vec::new, decide).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide_gpu::check;

    #[test]
    fn kernels_are_what_rust_takes_them_for() {
        let checked: Vec<_> =
            SHADERS.iter().map(|shader| check::check(shader).unwrap_or_else(|error| panic!("{error}"))).collect();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(check::unlisted(&folder, &checked).unwrap(), Vec::<std::path::PathBuf>::new());
    }
}
