//! In place of `packed.rs` without the feature `draco`: compressed files are refused.

use super::json::Meshopt;
use crate::Limits;
use crate::error::{Fault, Place};

/// Never constructed.
pub(crate) enum DracoMesh {}

fn refused(place: Place, by: &str) -> Fault {
    Fault::unsupported(
        place,
        format!("it is compressed by {by}, which this allide was built without: cargo feature draco"),
    )
}

impl DracoMesh {
    pub(crate) fn decode(_: &[u8], _: &Limits, _: u64, element: &str) -> Result<Self, Fault> {
        Err(refused(Place::Element(element.into()), "Draco"))
    }

    pub(crate) fn numbers<const N: usize>(&self, _: u32) -> Option<Vec<[f64; N]>> {
        match *self {}
    }

    pub(crate) fn triangles(&self) -> Vec<[u32; 3]> {
        match *self {}
    }
}

pub(crate) fn meshopt(_: &[u8], _: &Meshopt, _: &mut [u8]) -> Result<(), Fault> {
    Err(refused(Place::File, "meshopt"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn compressed_files_are_refused_and_plain_ones_are_read() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compressed");
        let read = |name: &str| crate::read_file(&folder.join(name), &crate::Options::default(), &mut |_| {});
        for (name, by) in [("draco-0", "Draco"), ("meshopt-float", "meshopt")] {
            assert_eq!(read(&format!("{name}.plain.glb")).unwrap().objects.len(), 1);
            let error = read(&format!("{name}.glb")).unwrap_err().to_string();
            assert!(error.contains(&format!("compressed by {by}, which this allide was built without")), "{error}");
        }
    }
}
