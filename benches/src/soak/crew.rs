//! The engines that are kept while a scene changes.

use super::ask::{Answer, Ask};
use allide::{Choice, Device, Engine, Error, GpuOptions, Guarantee, Method, Scene};
use allide_scenes::Random;
use allide_scenes::suite::Way;

/// An engine with what a report about it has to say.
pub struct Member {
    engine: Engine,
    name: String,
    /// The methods that it is asked to use, drawn anew each time.
    methods: Vec<Method>,
}

const THREADS: [usize; 9] = [1, 2, 3, 4, 7, 8, 16, 24, 32];

impl Member {
    /// Asks with one of its methods; its answer, and what gave it.
    pub fn answer(&mut self, random: &mut Random, ask: Ask, scene: &Scene) -> (Answer, String) {
        let suited: Vec<Method> = self.methods.iter().copied().filter(|method| ask.suits(*method)).collect();
        let method = random.pick(&suited);
        (ask.of(&mut self.engine, scene, method), format!("{}, {}", method.name(), self.name))
    }
}

/// A kept engine for every method, two for `auto`, and one that is asked to use all in turns; each with another number of threads.
pub fn on_cpu(random: &mut Random, many_threads: bool) -> Result<Vec<Member>, Error> {
    let methods = || exact(Device::Cpu).filter(|method| *method != Method::Brute);
    let mut sets: Vec<Vec<Method>> = methods().map(|method| vec![method]).collect();
    sets.extend([vec![Method::Auto], methods().collect()]);
    let member = |methods: Vec<Method>| {
        let threads = if many_threads { random.pick(&[16, 24, 32]) } else { random.pick(&THREADS) };
        let name = format!("{threads} threads, kept");
        Ok(Member { engine: Engine::cpu_with_threads(threads)?, name, methods })
    };
    sets.into_iter().map(member).collect()
}

/// All methods of a device that must agree, except drawn ones, which take too long here.
fn exact(device: Device) -> impl Iterator<Item = Method> {
    let ways = Way::on(device).filter(|way| way.method.guarantee() == Guarantee::Exact && !way.is_drawn());
    ways.map(|way| way.method)
}

/// Engines on a GPU: as the adapter is, and without subgroups.
///
/// # Errors
/// There is none, or it cannot be used.
pub fn on_gpu() -> Result<Vec<Member>, Error> {
    let member = |(name, subgroups): (&str, bool)| {
        let options = GpuOptions { subgroups, ..GpuOptions::default() };
        let engine = Engine::gpu_with(Choice::Any, options)?.with_threads(if subgroups { 16 } else { 2 })?;
        Ok(Member { engine, name: name.to_owned(), methods: exact(Device::Gpu).collect() })
    };
    [("gpu", true), ("gpu without subgroups", false)].into_iter().map(member).collect()
}

/// The reference for the kept engines: all pairs by brute force if there are few, and methods with new engines.
pub fn fresh(random: &mut Random, ask: Ask, scene: &Scene, few: bool) -> Result<Vec<(Answer, String)>, Error> {
    let methods: &[Method] = if few { &[Method::Brute, Method::Auto] } else { &[Method::Divide, Method::Bvh] };
    let answer = |&method: &Method| {
        let threads = 1 + random.below(3);
        let mut engine = Engine::cpu_with_threads(threads)?;
        Ok((ask.of(&mut engine, scene, method), format!("{}, {threads} threads, new", method.name())))
    };
    methods.iter().map(answer).collect()
}
