//! Many pairs in one scene: every method, device and number of threads judges each of them as it is judged alone.

use crate::case::{Case, Right, found};
use crate::classes::case;
use crate::family::Family;
use crate::place::Place;
use crate::shrink::literals;
use crate::{cases, exact_methods};
use allide::{Engine, Method, ObjectId, Report, Scene, Solids, TrianglePair};

/// Pairs of each family in a scene.
const PAIRS: u64 = 4;

/// Pairs side by side, far enough apart to have nothing to do with each other.
struct Crowd {
    scene: Scene,
    cases: Vec<(Case, Right, [ObjectId; 2])>,
}

impl Crowd {
    fn new(first_seed: u64) -> Self {
        let mut scene = Scene::new();
        let all = Family::ALL.into_iter().flat_map(|family| (0..PAIRS).map(move |k| (family, first_seed + k)));
        let cases = all.enumerate().map(|(nth, (family, seed))| {
            let case = Case { place: Place::moved(20 * nth as i64), by_pose: false, ..case(family, seed) };
            let ids = case.built().map(|built| {
                let (mesh, pose) = built.placed(&case.place, false);
                scene.add(format!("{family:?} {seed}"), &mesh, pose)
            });
            (case.clone(), case.right(), ids)
        });
        let cases = cases.collect();
        Self { scene, cases }
    }

    /// All that is wrong in a report, in words.
    fn faults(&self, report: &Report<TrianglePair>) -> Vec<String> {
        let mut faults: Vec<String> = Vec::new();
        let is_of_one = |[a, b]: [ObjectId; 2]| a.index() / 2 == b.index() / 2;
        let between = report.pairs.iter().filter(|pair| !is_of_one([pair.a, pair.b]));
        faults.extend(between.map(|pair| format!("{pair:?} is of two different pairs")));
        for (case, right, ids) in &self.cases {
            let answer = found(report, *ids);
            if !right.allows(answer) {
                faults.push(format!("{}, but found {answer:?}\n{}", right.name(), literals(case)));
            }
        }
        faults
    }

    /// Asks, and panics with all that is wrong.
    fn check(&self, engine: &mut Engine, method: Method, how: &str) {
        let report = match engine.run(&self.scene, &Solids::new().method(method)) {
            Err(error) if error.is_lacking() => return,
            report => report.expect("an answer"),
        };
        let faults = self.faults(&report);
        let shown = &faults[..faults.len().min(3)];
        assert!(faults.is_empty(), "{method}, {how}: {} of {}\n{}", faults.len(), self.cases.len(), shown.join("\n"));
    }
}

#[test]
fn every_method_and_number_of_threads_judges_a_crowd_alike() {
    let mut engines = [1, 2, 3].map(|threads| (threads, Engine::cpu_with_threads(threads).expect("threads")));
    for nth in 0..cases(200).div_ceil(200) {
        let crowd = Crowd::new(700_000 + PAIRS * nth);
        for (threads, engine) in &mut engines {
            exact_methods().into_iter().for_each(|method| crowd.check(engine, method, &format!("{threads} threads")));
        }
    }
}

#[cfg(feature = "gpu")]
#[test]
fn a_gpu_judges_a_crowd_alike() {
    use allide::{Choice, Device, Error, GpuError, GpuOptions, Guarantee, QuestionKind};
    let mut engine = match Engine::gpu_with(Choice::Any, GpuOptions::default()) {
        Err(error @ Error::Gpu(GpuError::NoAdapter { .. } | GpuError::TooSmall { .. }))
            if std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1") =>
        {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            return;
        }
        engine => engine.expect("a GPU"),
    };
    let crowd = Crowd::new(800_000);
    let is_exact = |method: &Method| method.answers(QuestionKind::Solids) && method.guarantee() == Guarantee::Exact;
    for method in Method::on(Device::Gpu).filter(is_exact) {
        crowd.check(&mut engine, method, "on a GPU");
    }
}
