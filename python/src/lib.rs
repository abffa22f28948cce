//! The extension module of the Python package `allide`: the words of the library, with NumPy arrays in and out.
//!
//! `allide/_allide.pyi` declares the Python interface, and tests check the declarations.

mod arrays;
mod arrow;
mod attend;
mod batch;
mod engine;
mod errors;
mod files;
mod inspect;
mod mesh;
mod pair;
mod pose;
mod questions;
mod records;
mod report;
mod scene;
mod tables;
mod threads;

use pyo3::prelude::*;

#[pymodule]
mod _allide {
    #[pymodule_export]
    use crate::arrow::Table;
    #[pymodule_export]
    use crate::attend::Watch;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::files::read;
    #[pymodule_export]
    use crate::inspect::{Inspection, inspect_all};
    #[pymodule_export]
    use crate::mesh::Mesh;
    #[pymodule_export]
    use crate::pair::Pair;
    #[pymodule_export]
    use crate::questions::{Clearance, Nearest, Overlaps, Question, SelfClearance, SelfOverlaps, Solids};
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::scene::{ObjectId, Scene};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::threads::load();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("HAS_GPU", cfg!(feature = "gpu"))?;
        module.add("PAIR_CLASSES", allide::PairClass::ALL.map(allide::PairClass::name))?;
        module.add("CLASSES", allide::Class::ALL.map(allide::Class::name))
    }
}
