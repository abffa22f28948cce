//! Pipelines are compiled once each and several at a time, and what a driver says is told of the one that it is about.

use std::collections::HashMap;
use std::hash::Hash;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::device::lock;
use crate::{Gpu, GpuError, Result};

/// The place of one pipeline. It is locked while that is compiled, so that others who want the same one wait for it.
pub(crate) type Slot<T> = Arc<Mutex<Option<Arc<T>>>>;

/// A pipeline with the constants that it is compiled with.
type Variant<T> = (Vec<(&'static str, u32)>, Slot<T>);

/// Pipelines by what tells their texts apart, and by their constants.
#[derive(Debug)]
pub(crate) struct Shelf<K, T>(HashMap<K, Vec<Variant<T>>>);

impl<K, T> Default for Shelf<K, T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash, T> Shelf<K, T> {
    /// The place of a pipeline, compiled or not.
    pub fn slot(&mut self, key: K, constants: &[(&'static str, u32)]) -> Slot<T> {
        let variants = self.0.entry(key).or_default();
        if let Some((_, slot)) = variants.iter().find(|(given, _)| given.as_slice() == constants) {
            return slot.clone();
        }
        let slot = Slot::default();
        variants.push((constants.to_vec(), slot.clone()));
        slot
    }
}

/// Compiles one pipeline: asks [`Gpu::kernel`] or [`Gpu::pen`] for it.
pub type Job<'a> = &'a (dyn Fn(&Gpu) -> Result<()> + Sync);

impl Gpu {
    /// Does all `jobs`, on several threads, so that whoever asks for these pipelines later finds them compiled.
    ///
    /// # Errors
    /// Of the jobs that fail, the error of the first. The others are done all the same.
    pub fn prepare(&self, jobs: &[Job<'_>]) -> Result<()> {
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(index) else { return };
                if let Err(error) = job(self) {
                    let mut failed = lock(&failed);
                    if failed.as_ref().is_none_or(|(first, _)| index < *first) {
                        *failed = Some((index, error));
                    }
                }
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
        thread::scope(|scope| {
            // A thread that cannot be started leaves its share to the others.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads).filter_map(spawn).collect();
            work();
            for other in others {
                other.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        lock(&failed).take().map_or(Ok(()), |(_, error)| Err(error))
    }

    /// What is in `slot`, put there by `compile` if nobody else did. After an error it stays empty.
    pub(crate) fn compiled<T>(
        &self,
        name: &'static str,
        slot: &Slot<T>,
        compile: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let mut slot = lock(slot);
        if let Some(compiled) = &*slot {
            return Ok(compiled.clone());
        }
        let compiled = Arc::new(self.attributed(name, compile)?);
        *slot = Some(compiled.clone());
        Ok(compiled)
    }

    /// What `compile` makes, or what the driver and its front end said meanwhile. wgpu keeps error scopes for each thread,
    /// so what others compile at the same time is not blamed on `kernel`.
    fn attributed<T>(&self, kernel: &'static str, compile: impl FnOnce() -> Result<T>) -> Result<T> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let scopes = [OutOfMemory, Internal, Validation].map(|filter| self.device.push_error_scope(filter));
        let compiled = compile();
        // All must be popped, the last one first.
        let errors: Vec<_> = scopes.into_iter().rev().filter_map(|scope| pollster::block_on(scope.pop())).collect();
        self.trouble.check_lost()?;
        match errors.into_iter().next() {
            None => compiled,
            Some(wgpu::Error::OutOfMemory { .. }) => Err(GpuError::OutOfMemory { what: kernel.to_string(), bytes: 0 }),
            Some(error) => Err(GpuError::Kernel { kernel, message: error.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::gpu;
    use crate::{Options, Source, Wgsl};
    use std::marker::PhantomData;

    const GOOD: &str = "@compute @workgroup_size(SIZE) fn main() {}";
    const BAD: &str = "@compute @workgroup_size(SIZE) fn main() { nonsense }";

    fn source(name: &'static str, is_good: bool) -> Source {
        let text = Wgsl::checked(if is_good { &[GOOD] } else { &[BAD] });
        Source { name, text, bindings: &[], immediates: PhantomData, constants: &[], settings: &[("SIZE", &[1, 2])] }
    }

    #[test]
    fn prepared_kernels_are_compiled_once() {
        let Some(gpu) = gpu(Options::default()) else { return };
        let (kernel, seen) = (source("good", true), Mutex::new(Vec::new()));
        let compile = |gpu: &Gpu, size| {
            lock(&seen).push((size, gpu.kernel(&kernel, &[("SIZE", size)])?));
            Ok(())
        };
        let one = |gpu: &Gpu| compile(gpu, 1);
        let two = |gpu: &Gpu| compile(gpu, 2);
        gpu.prepare(&[]).unwrap();
        gpu.prepare(&[&one, &two, &one, &two, &one, &two, &one, &two]).unwrap();
        gpu.prepare(&[&two, &one]).unwrap();
        let seen = lock(&seen);
        assert_eq!(seen.len(), 10);
        for (a, first) in seen.iter() {
            for (b, second) in seen.iter() {
                assert_eq!(a == b, Arc::ptr_eq(&first.compiled, &second.compiled));
            }
        }
    }

    #[test]
    fn errors_name_their_own_kernel_whatever_is_compiled_beside_it() {
        let Some(gpu) = gpu(Options::default()) else { return };
        const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
        let results = Mutex::new(Vec::new());
        let jobs: Vec<_> = (0..NAMES.len())
            .map(|index| {
                let results = &results;
                move |gpu: &Gpu| {
                    let result = gpu.kernel(&source(NAMES[index], index % 3 != 1), &[("SIZE", 1)]).map(drop);
                    lock(results).push((index, result.clone()));
                    result
                }
            })
            .collect();
        let jobs: Vec<Job<'_>> = jobs.iter().map(|job| job as Job<'_>).collect();
        let error = gpu.prepare(&jobs).unwrap_err();
        assert!(matches!(error, GpuError::Kernel { kernel: "b", .. }), "{error}");
        for (index, result) in lock(&results).iter() {
            match result {
                Ok(()) => assert!(index % 3 != 1, "{index}"),
                Err(GpuError::Kernel { kernel, .. }) => assert_eq!((*kernel, index % 3), (NAMES[*index], 1)),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(lock(&results).len(), NAMES.len());
        gpu.buffer("data", 4).unwrap();
    }
}
