//! The smallest method of a GPU, for tests alone: every triangle of an object pair against every other is a candidate.
//!
//! It shows what a method has to bring along, and that the search needs no more: lists that overflow, spans, tiers, sorting
//! and readback come from `gpu/`, which does not know it. A method for everybody touches these files:
//!
//! 1. `methods/NAME/mod.rs`: its kernels' [`Source`]s in a list `SHADERS`, a type that implements [`GpuMethod`], and one that
//!    implements [`Emit`]. The `.wgsl` files lie beside it.
//! 2. `kernels.rs`: a line for its `SHADERS`, so that tests compare them with Rust.
//! 3. `methods/mod.rs`: `mod NAME`, the variant of `Method` with its place in `ALL`, its line in `facts` (name, guarantee, questions,
//!    devices) and its line in `on_gpu`. The command, its doctor, the tests and the benches go by these.
//! 4. `report/run.rs`, if it has something to report: a variant of [`crate::Details`].
//! 5. `crates/allide/tests/gpu/NAME.rs` for what only it does, and its line in `main.rs` there.

use crate::gpu::{Built, Counters, Emit, GpuMethod, OwnCounters, Query, Span};
use crate::methods::bvh::gpu::CANDIDATES;
use allide_gpu::Access::Write;
use allide_gpu::{Buffer, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

const THREADS: u32 = 64;

immediates! {
    /// The parameters of all_pairs.wgsl.
    struct AllPairsParams {
        first: u32,
        end: u32,
        other_first: u32,
        other_end: u32,
        candidates: u32,
        wraps: u32,
    }
}

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] = &[ALL_PAIRS.shader()];

const ALL_PAIRS: Source<AllPairsParams> = Source {
    name: "toy.all_pairs",
    text: Wgsl::checked(&[include_str!("all_pairs.wgsl"), CANDIDATES]),
    bindings: &[Write, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

/// It remembers nothing.
#[derive(Debug)]
struct Toy;

impl GpuMethod for Toy {
    fn key(&self) -> String {
        "toy".into()
    }

    fn plan(&mut self, query: Query<'_>) -> Result<bool> {
        Ok(!query.pairs.is_empty())
    }

    fn counters(&self) -> OwnCounters {
        OwnCounters::default()
    }

    fn build<'b, 'g>(&'b mut self, recorder: Recorder<'g>, query: Query<'b>, _: Counters<'_>) -> Result<Built<'b, 'g>> {
        Ok(Built { emitter: Box::new(AllPairs(query)), recorder, stages: Vec::new() })
    }

    fn forget(&mut self) {}
}

/// Spans are of the first triangles of pairs.
struct AllPairs<'b>(Query<'b>);

// SAFETY: numbers of triangles are those of the objects. The kernel counts each pair as it writes it.
unsafe impl Emit for AllPairs<'_> {
    fn most(&self) -> u32 {
        self.0.triangles.count
    }

    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()> {
        recorder.stage("all pairs");
        let gpu = recorder.gpu();
        let kernel = gpu.kernel(&ALL_PAIRS, &[])?;
        for (a, b) in self.0.object_pairs() {
            let of = |object: usize| [self.0.starts[object], self.0.starts[object + 1]];
            let ([first, end], [other_first, other_end]) = (of(a), of(b));
            let (first, end) = (first.max(span.first), end.min(span.first + span.count));
            if first < end {
                let (candidates_slot, wraps) = (counters.candidates, counters.wraps);
                let params = AllPairsParams { first, end, other_first, other_end, candidates: candidates_slot, wraps };
                let groups = gpu.groups(u64::from(end - first), THREADS);
                recorder.dispatch(&kernel, [candidates, counters.buffer], &params, groups)?;
            }
        }
        Ok(())
    }
}

mod tests {
    use super::*;
    use crate::answer::Found;
    use crate::ask::Ask;
    use crate::clock::Clock;
    use crate::confirm::Halt;
    use crate::gpu::testing::seat;
    use crate::gpu::{MakeMethod, Seat};
    use crate::methods::guesses;
    use crate::questions::Question;
    use crate::world::{self, WorldPair};
    use crate::{Engine, Faults, GpuError, GpuOptions, GpuStats, Mesh, Method, Overlaps, Pose, Scene, SelfOverlaps};
    use std::fmt::Debug;

    /// Objects with these numbers of triangles, which are scattered over the same space with corners of their own; one that
    /// is far away; and one without any.
    fn scene(counts: &[u32]) -> Scene {
        let mut state = 7u64;
        let mut coordinate = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 44) as f64 / 1024.0
        };
        let mut mesh = |count: u32| {
            let mut corners = Vec::new();
            for _ in 0..count {
                let [x, y, z] = [coordinate(), coordinate(), coordinate()];
                let mut near = |x: f64| x + 0.3 * coordinate();
                corners.extend([[x, y, z], [near(x), near(y), near(z)], [near(x), near(y), near(z)]]);
            }
            Mesh::new(corners, (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).unwrap()
        };
        let mut scene = Scene::new();
        for &count in counts {
            scene.add("in the crowd", &mesh(count), Pose::IDENTITY);
        }
        scene.add("far away", &mesh(10), Pose::translation(1e6, 0.0, 0.0).unwrap());
        scene.add("empty", &mesh(0), Pose::IDENTITY);
        scene
    }

    /// The answer by the toy, with no object pair left out beforehand.
    fn ask<Q: Question>(
        seat: &mut Seat,
        scene: &Scene,
        question: &Q,
    ) -> std::result::Result<(Found<Q::Finding>, GpuStats), GpuError> {
        let objects = world::objects(scene, &[]).unwrap();
        let count = objects.len() as u32;
        let numbers: Vec<(u32, u32)> = if question.asked().question.is_within() {
            (0..count).map(|object| (object, object)).collect()
        } else {
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
        };
        let pairs: Vec<WorldPair<'_>> = numbers.into_iter().map(|numbers| world::pair(&objects, numbers)).collect();
        let ask = Ask::new(scene, &objects, &pairs, &question.asked(), Halt { first: None, watch: None });
        let guesses = guesses::guesses(question, &ask);
        let make: &MakeMethod = &|_| Box::new(Toy);
        seat.answer(&ask, (question, &guesses.nearest), make, &mut Clock::start())
    }

    /// Compares with the CPU, and gives what it cost.
    fn check<Q: Question<Finding: Debug + PartialEq>>(seat: &mut Seat, scene: &Scene, question: &Q) -> GpuStats {
        let expected = Engine::cpu().run(scene, question).unwrap();
        let (found, stats) = ask(seat, scene, question).unwrap();
        assert!(!expected.findings().is_empty() && found.findings == expected.findings(), "{stats:?}");
        assert_eq!(found.pairs, expected.pairs);
        stats
    }

    fn sum_of_products(counts: &[u32]) -> u64 {
        let pairs = (0..counts.len()).flat_map(|a| (a + 1..counts.len()).map(move |b| (a, b)));
        pairs.map(|(a, b)| u64::from(counts[a]) * u64::from(counts[b])).sum()
    }

    #[test]
    fn it_finds_what_the_cpu_finds() {
        let Some(mut seat) = seat(GpuOptions::default()) else { return };
        for counts in [&[40, 30][..], &[2, 30, 60], &[20, 0, 20, 20, 20]] {
            let scene = scene(counts);
            check(&mut seat, &scene, &Overlaps::new().method(Method::Brute));
            check(&mut seat, &scene, &SelfOverlaps::of_all().method(Method::Brute));
        }
    }

    #[test]
    fn a_list_that_is_too_short_grows_and_is_remembered() {
        let Some(mut seat) = seat(GpuOptions::default()) else { return };
        let counts = [150, 140, 10];
        for run in 0..2 {
            let stats = check(&mut seat, &scene(&counts), &Overlaps::new().method(Method::Brute));
            let all = counts.into_iter().chain([10]).collect::<Vec<_>>();
            assert_eq!((stats.attempts > 1, stats.tiers.total()), (run == 0, sum_of_products(&all)), "{stats:?}");
        }
    }

    #[test]
    fn what_no_list_can_hold_comes_in_spans_and_a_scene_that_is_too_large_not_at_all() {
        let faults = Faults { binding_limit: Some(33 << 10), ..Faults::default() };
        let Some(mut seat) = seat(GpuOptions { faults, ..GpuOptions::default() }) else { return };
        let counts = [150, 140];
        let question = Overlaps::new().method(Method::Brute);
        let stats = check(&mut seat, &scene(&counts), &question);
        // Of eight bytes each, and none came twice.
        assert_eq!(stats.tiers.total(), sum_of_products(&[150, 140, 10]));
        assert!(stats.tiers.total() * 8 > 2 * (33 << 10), "{stats:?}");
        check(&mut seat, &scene(&counts), &SelfOverlaps::of_all().method(Method::Brute));
        // The toy takes no sides, so there are no blocks.
        assert!(matches!(ask(&mut seat, &scene(&[3000]), &question), Err(GpuError::TooLarge { .. })));
    }
}
