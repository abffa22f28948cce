//! What can be asked of a scene.

mod clearance;
mod overlaps;
mod self_overlaps;

pub use clearance::Clearance;
pub use overlaps::Overlaps;
pub(crate) use sealed::{Meeting, Question, Scope};
pub use self_overlaps::SelfOverlaps;

use rayon::prelude::*;

/// Findings that one task looks at.
const CHUNK: usize = 1 << 14;

/// Sorts findings, unless they are sorted: those of a GPU are, and there may be millions.
fn sort<Q: Question>(findings: &mut [Q::Finding]) {
    let is_sorted = |two: &[Q::Finding]| Q::triangles(&two[0]) <= Q::triangles(&two[1]);
    if !findings.par_windows(2).with_min_len(CHUNK).all(is_sorted) {
        findings.par_sort_unstable_by_key(Q::triangles);
    }
}

mod sealed {
    use crate::answer::Answers;
    use crate::clock::Clock;
    use crate::confirm::Sink;
    use crate::methods::Method;
    use crate::world::WorldPair;
    use crate::{Class, Engine, Error, Nearest, ObjectId, PairClass, Scene};
    use std::sync::atomic::AtomicBool;

    /// Which object pairs a question is about.
    #[derive(Clone, Copy, Debug)]
    pub enum Scope {
        /// Different objects that come as close as `margin`.
        Between { margin: f64 },
        /// The named objects, each with itself; `None` names all.
        Within(Option<ObjectId>),
    }

    impl Scope {
        /// What the question is called.
        pub fn question(&self) -> &'static str {
            match self {
                Scope::Between { margin: 0.0 } => "overlaps",
                Scope::Between { .. } => "clearance",
                Scope::Within(_) => "self-overlaps",
            }
        }
    }

    /// What is known of an object pair besides its findings.
    pub struct Meeting {
        pub class: PairClass,
        pub nearest: Option<Nearest>,
    }

    /// How the candidates of one object pair become findings, and the findings an answer.
    ///
    /// Public in the signature of [`crate::Engine::run`], but not to be implemented elsewhere.
    pub trait Question: Sync {
        /// What is found.
        type Finding: Copy + Send + Sync;
        #[doc(hidden)]
        type Sink<'w>: Sink<Finding = Self::Finding>;
        #[doc(hidden)]
        fn scope(&self) -> Scope;
        #[doc(hidden)]
        fn method(&self) -> Method;
        #[doc(hidden)]
        fn sink<'w>(&self, pair: WorldPair<'w>) -> Self::Sink<'w>;
        /// What a pair becomes that is known to overlap. Never called for a scope with a margin, where that is no answer.
        #[doc(hidden)]
        fn certain(&self, a: u32, b: u32, class: Class) -> Self::Finding;
        /// The triangles of a finding.
        #[doc(hidden)]
        fn triangles(finding: &Self::Finding) -> (u32, u32);
        /// Looks at all findings of a pair, puts those to be reported in order, and sums up.
        /// Never called without findings.
        #[doc(hidden)]
        fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<Self::Finding>) -> Meeting;
        /// [`Engine::answer`] for this question. Not generic, so all methods are compiled with this crate, once, and not
        /// again with every caller.
        #[doc(hidden)]
        fn ask(
            &self,
            engine: &mut Engine,
            scene: &Scene,
            stop: Option<&AtomicBool>,
            clock: &mut Clock,
        ) -> Result<Answers<Self::Finding>, Error>;
    }
}
