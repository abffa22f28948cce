//! All kernels and drawings, and what they need of an adapter.
//!
//! Kernels are checked (bounds, loops) in debug builds, and unless an `unsafe` `Wgsl::trusted` says why not. Both
//! variants are tested, with and without subgroups. The immediates of a kernel are a struct (`immediates!`) and part of
//! its type; Rust prepends the constants that both sides need. Every kernel is in the `SHADERS` of its file, and these
//! are listed here: tests parse each source and compare members, offsets, bindings, workgroup size and constants with
//! Rust (`allide-gpu/src/check.rs`), and find `.wgsl` files that no kernel uses. The requirements on an adapter
//! (`adapter::NEEDS`) are the maximum over the same list.

use crate::gpu::order;
use crate::gpu_confirm;
use crate::methods::{bvh, far, fronts, image, kdop, raycast, rays};
use allide_gpu::{Needs, Shader, stages};

/// Every kernel of this crate; what `methods/image` and `methods/raycast` draw is not among them.
const SHADERS: [&[Shader<'_>]; 10] = [
    gpu_confirm::SHADERS,
    order::SHADERS,
    bvh::gpu::SHADERS,
    fronts::SHADERS,
    far::SHADERS[0],
    far::SHADERS[1],
    image::SHADERS,
    kdop::gpu::SHADERS,
    raycast::SHADERS,
    rays::SHADERS,
];

/// The requirements on an adapter for all of them.
pub(crate) const NEEDS: Needs = {
    let mut needs = stages::NEEDS.and(image::NEEDS).and(raycast::NEEDS);
    let mut i = 0;
    while i < SHADERS.len() {
        needs = needs.and(Needs::of(SHADERS[i]));
        i += 1;
    }
    needs
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::toy;
    use allide_geom::{Class, Grid};
    use allide_gpu::check::{self, Checked};
    use std::path::Path;

    /// Everything that is compiled, compared with what Rust takes it for.
    fn checked() -> Vec<Checked> {
        let all = [&SHADERS.concat()[..], toy::SHADERS].concat();
        let kernels = all.into_iter().map(|shader| check::check(&shader));
        let drawings = image::drawings().into_iter().chain(raycast::drawings());
        kernels.chain(drawings).map(|checked| checked.unwrap_or_else(|error| panic!("{error}"))).collect()
    }

    #[test]
    fn every_kernel_is_what_rust_takes_it_for() {
        // Constants that both sides have, and nobody hands over.
        let shared = [
            ("CELLS", i64::from(Grid::CELLS)),
            ("NO_SLOT", i64::from(u32::MAX)),
            ("NO_TRIANGLE", i64::from(u32::MAX)),
            ("NOWHERE", i64::from(i32::MAX)),
            ("LARGEST", (1 << 15) - 1),
        ];
        let checked = checked();
        for (name, value) in shared {
            let found: Vec<i64> = checked.iter().filter_map(|text| text.constants.get(name).copied()).collect();
            assert!(!found.is_empty() && found.iter().all(|found| *found == value), "{name}: {found:?}");
        }
        let classes = [("CROSSING", Class::Crossing), ("COPLANAR", Class::Coplanar), ("TOUCHING", Class::Touching)];
        for (name, class) in classes {
            let mut found = checked.iter().filter_map(|text| text.constants.get(name));
            assert!(found.all(|value| gpu_confirm::finding([0, (*value as u32) << 30]).2 == class), "{name}");
        }
        let storage = checked.iter().map(|text| text.storage).max().unwrap_or(0);
        assert!(storage <= NEEDS.storage, "{storage} bytes of workgroup memory");
    }

    #[test]
    fn the_guide_says_what_an_adapter_needs() {
        let Needs { threads, storage, buffers, immediates } = NEEDS;
        let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/gpus.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        let says = guide.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = format!(
            "An adapter needs {threads} threads and {} KiB of shared memory in a workgroup, {buffers} storage buffers in a \
             kernel, and {immediates} bytes of immediates",
            storage >> 10
        );
        assert!(says.contains(&line), "{line}");
    }

    #[test]
    fn every_file_is_part_of_a_kernel() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let missing = check::unlisted(&folder, &checked()).unwrap();
        // A kernel of tests.
        assert_eq!(missing, [folder.join("methods/image/offset/probe.wgsl")]);
    }
}
