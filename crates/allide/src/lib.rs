//! allide finds where 3D models touch, overlap or come too close.
//!
//! Question, method and device are three separate choices, and any exact method on any device gives the same findings
//! in the same order.
//!
//! ```
//! use allide::{Clearance, Engine, Mesh, Overlaps, Pose, Scene, SelfOverlaps};
//!
//! let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
//!
//! let mut scene = Scene::new();
//! let base = scene.add("base", &wedge, Pose::IDENTITY);
//! let lid = scene.add("lid", &wedge, Pose::translation(0.1, 0.1, 0.1)?);
//!
//! let mut engine = Engine::cpu();
//! let report = engine.run(&scene, &Overlaps::new())?;
//! assert_eq!(report.pairs.len(), 1);
//! for pair in report.between(base, lid) {
//!     println!("triangle {} of base and {} of lid: {}", pair.a, pair.b, pair.class.name());
//! }
//!
//! scene.set_pose(lid, Pose::translation(3.0, 0.0, 0.0)?);
//! assert!(engine.any(&scene, &Overlaps::new())?.is_none());
//! assert_eq!(engine.run(&scene, &Clearance::within(2.5)?)?.pairs[0].nearest.unwrap().distance, 2.0);
//! assert!(engine.run(&scene, &SelfOverlaps::of_all())?.pairs.is_empty());
//! # Ok::<(), allide::Error>(())
//! ```

#[cfg(feature = "gpu")]
pub mod adapter;
mod answer;
#[cfg(feature = "gpu")]
mod ask;
mod clock;
mod confirm;
mod device;
mod duplicates;
mod engine;
mod error;
mod extent;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
#[doc(hidden)]
pub mod gpu_confirm;
mod history;
mod identity;
mod inspect;
#[cfg(feature = "gpu")]
mod kernels;
mod mesh;
mod methods;
mod near;
mod pair;
mod pose;
mod questions;
mod report;
mod scene;
#[doc(hidden)]
pub mod shared;
mod simd;
mod solids;
mod strangers;
mod topology;
mod watch;
mod welded;
mod words;
mod world;

pub use allide_geom::{Aabb, Class, DVec3, NearestPoints, SimdLevel, UnknownSimd};
#[cfg(feature = "gpu")]
pub use allide_gpu::{Choice, Faults, GpuError, Options as GpuOptions};
pub use device::Device;
pub use engine::Engine;
pub use error::Error;
pub use inspect::{Border, Cluster, Inspection, Inspections, Measure, Orientation, Problem, Shell, inspect};
pub use mesh::Mesh;
#[cfg(feature = "gpu")]
pub use methods::raycast;
/// Ray casting without the feature `gpu`: only the names of its algorithms.
#[cfg(not(feature = "gpu"))]
pub mod raycast {
    pub use crate::methods::Algorithm;
}
pub use methods::rays::{Interference, Interferences, RayStats, Rays, Undecided};
pub use methods::{
    Cover, Directions, Frame, Hierarchy, Kdop, Method, Offset, Reduction, Rendering, Rounds, Samples, Small, Views,
};
pub use pair::Pair;
pub use pose::Pose;
pub use questions::{Asked, Clearance, Nearest, Overlaps, Question, QuestionKind, SelfClearance, SelfOverlaps, Solids};
pub use report::{
    Details, DuplicateSet, GpuStats, Guarantee, Least, ObjectPair, PairClass, Pass, Proposals, Report, Run, Stage,
    Stats, Tiers, TriangleDistance, TrianglePair, Witness,
};
pub use scene::{GroupId, Object, ObjectId, Scene};
pub use shared::{Contact, Curve, Depth, Patch, Penetration, Shared, Unknown};
pub use topology::{Shells, Topology};
pub use watch::Watch;
pub use welded::Welded;

/// Types that users may share between threads are `Send` and `Sync`.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<(Engine, Pair, Scene, Mesh, Pose, Method, Views, Error, Watch)>();
    is_send_and_sync::<(Overlaps, SelfOverlaps, Clearance, SelfClearance, Nearest, Solids)>();
    is_send_and_sync::<(Report<TrianglePair>, Report<TriangleDistance>)>();
};

/// Runs the examples of the documents as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide/library.md")]
    struct Library;
}
