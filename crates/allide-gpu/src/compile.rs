//! Pipelines are compiled once each and several at a time, and a driver's messages are reported with the pipeline they concern.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::device::{Trouble, lock};
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

impl Gpu {
    /// The content of `slot`, put there by `compile` if nobody else did. After an error it stays empty.
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

    fn attributed<T>(&self, kernel: &'static str, compile: impl FnOnce() -> Result<T>) -> Result<T> {
        attributed(&self.device, &self.trouble, kernel, compile)
    }
}

/// What `compile` makes, or what the driver and its front end said meanwhile. wgpu keeps error scopes for each thread,
/// so what others compile at the same time is not blamed on `kernel`.
pub(crate) fn attributed<T>(
    device: &wgpu::Device,
    trouble: &Trouble,
    kernel: &'static str,
    compile: impl FnOnce() -> Result<T>,
) -> Result<T> {
    use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
    let scopes = [OutOfMemory, Internal, Validation].map(|filter| device.push_error_scope(filter));
    let compiled = compile();
    // All must be popped, the last one first.
    let errors: Vec<_> = scopes.into_iter().rev().filter_map(|scope| pollster::block_on(scope.pop())).collect();
    trouble.check_lost()?;
    match errors.into_iter().next() {
        None => compiled,
        Some(wgpu::Error::OutOfMemory { .. }) => Err(GpuError::OutOfMemory { what: kernel.to_string(), bytes: 0 }),
        Some(error) => Err(GpuError::Kernel { kernel, message: error.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::gpu;
    use crate::{Options, Recorder, Source, Wgsl};
    use std::marker::PhantomData;

    const GOOD: &str = "@compute @workgroup_size(SIZE) fn main() {}";
    const BAD: &str = "@compute @workgroup_size(SIZE) fn main() { nonsense }";

    fn source(name: &'static str, is_good: bool) -> Source {
        let text = Wgsl::checked(if is_good { &[GOOD] } else { &[BAD] });
        Source { name, text, bindings: &[], immediates: PhantomData, constants: &[], settings: &[("SIZE", &[1, 2])] }
    }

    #[test]
    fn a_kernel_is_compiled_once_for_each_setting() {
        let Some(gpu) = gpu(Options::default()) else { return };
        let kernel = |size| gpu.kernel(&source("good", true), &[("SIZE", size)]).unwrap();
        let (one, two) = (kernel(1), kernel(2));
        assert!(Arc::ptr_eq(&one.compiled, &kernel(1).compiled) && !Arc::ptr_eq(&one.compiled, &two.compiled));
        assert!(one.wait().is_ok() && two.wait().is_ok());
    }

    #[test]
    fn errors_name_their_own_kernel_whatever_is_compiled_beside_it() {
        let Some(gpu) = gpu(Options::default()) else { return };
        const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
        let kernel = |index: usize| gpu.kernel(&source(NAMES[index], index % 3 != 1), &[("SIZE", 1)]).unwrap();
        let kernels: Vec<_> = (0..NAMES.len()).map(kernel).collect();
        for (index, kernel) in kernels.iter().enumerate() {
            let mut recorder = Recorder::new(&gpu);
            let dispatched = recorder.dispatch_bindings(kernel, &[], &(), 1);
            match dispatched.and_then(|()| recorder.finish()) {
                Ok(_) => assert!(index % 3 != 1, "{index}"),
                Err(GpuError::Kernel { kernel, .. }) => assert_eq!((kernel, index % 3), (NAMES[index], 1)),
                Err(error) => panic!("{error}"),
            }
        }
        // After an error it is tried again.
        assert!(!Arc::ptr_eq(&kernels[1].compiled, &kernel(1).compiled));
        gpu.buffer("data", 4).unwrap();
    }

    #[test]
    fn what_is_recorded_while_kernels_are_compiled_comes_in_order() {
        let Some(gpu) = gpu(Options::default()) else { return };
        const ADD: &str = "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
            @compute @workgroup_size(1) fn main() { sum[0] = sum[0] * 10u + DIGIT; }";
        let source: Source = Source {
            name: "digit",
            text: Wgsl::checked(&[ADD]),
            bindings: &[crate::Access::Write],
            immediates: PhantomData,
            constants: &[],
            settings: &[("DIGIT", &[1, 2, 3, 4, 5, 6, 7, 8, 9])],
        };
        for _ in 0..3 {
            let mut recorder = Recorder::new(&gpu);
            let (sum, copy) = (gpu.buffer("sum", 4).unwrap(), gpu.buffer("copy", 4).unwrap());
            recorder.clear(&sum);
            for digit in 1..=9 {
                recorder.stage("digit");
                let kernel = gpu.kernel(&source, &[("DIGIT", digit)]).unwrap();
                recorder.dispatch(&kernel, [&sum], &(), 1).unwrap();
                match digit {
                    3 => recorder.copy(&sum, &copy, 0),
                    5 => recorder.upload(&sum, 0, &[7u32]).unwrap(),
                    _ => {}
                }
            }
            let (sum, copy) = (recorder.read(&sum), recorder.read(&copy));
            let done = recorder.finish().unwrap();
            assert_eq!((done.words(sum), done.words(copy)), (&[76_789][..], &[123][..]));
            assert_eq!(done.stages().len(), 9);
        }
    }
}
