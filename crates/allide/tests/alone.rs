//! Small questions are answered by the thread that asks: a hand-over to others takes longer than the answer.
//!
//! One test, in a process of its own: it keeps all threads busy that an engine could hand over to.

use allide::{Clearance, Engine, Error, Method, Nearest, Overlaps, Question, Scene};
use allide_scenes::suite::{Case, hard_cases};
use std::fmt::Debug;
use std::sync::mpsc;
use std::time::Duration;

/// Whether there is a pair, and all pairs with their facts.
fn answer<Q: Question>(engine: &mut Engine, scene: &Scene, question: &Q) -> Result<(bool, String), Error>
where
    Q::Finding: Debug,
{
    let any = engine.any(scene, question)?.is_some();
    let report = engine.run(scene, question)?;
    let pairs = report.pairs.iter().map(|pair| (pair.a, pair.b, pair.class, pair.nearest));
    Ok((any, format!("{:?} {:?} {:?}", pairs.collect::<Vec<_>>(), report.sets, report.findings())))
}

fn answers(engine: &mut Engine, scene: &Scene, clearance: f64, method: Method) -> Vec<(bool, String)> {
    let near = Clearance::within(clearance).unwrap().method(method);
    let all = [
        answer(engine, scene, &Overlaps::new().method(method)),
        answer(engine, scene, &Overlaps::new().with_duplicates().method(method)),
        answer(engine, scene, &near),
        answer(engine, scene, &near.clone().with_triangles()),
        answer(engine, scene, &Nearest::new().method(method)),
    ];
    all.map(|answer| answer.unwrap()).into()
}

#[test]
fn small_questions_wait_for_no_other_thread() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    let mut reference = Engine::cpu_with_threads(1).unwrap();
    // Thousands of findings are sorted by all threads, wherever they come from.
    let mut is_small = |case: &Case| {
        let all = Clearance::within(case.clearance).unwrap().with_triangles();
        case.triangle_count() <= 1024 && reference.run(&case.scene, &all).unwrap().findings().len() <= 4096
    };
    let cases: Vec<_> = hard_cases(0..12).filter(&mut is_small).collect();
    assert!(cases.len() > 100, "{}", cases.len());
    let last_name = cases[cases.len() - 1].name.clone();
    let mut expected = |method| -> Vec<_> {
        cases.iter().map(|case| answers(&mut reference, &case.scene, case.clearance, method)).collect()
    };
    let (brute, found) = (expected(Method::Brute), mpsc::channel());

    // The one thread that all engines without threads of their own share is busy from now on.
    let (_busy, end) = mpsc::channel::<()>();
    rayon::spawn(move || _ = end.recv());
    std::thread::spawn(move || {
        let mut engine = Engine::cpu();
        for (case, brute) in cases.iter().zip(brute) {
            for method in [Method::Auto, Method::Divide, Method::Bvh] {
                let found = answers(&mut engine, &case.scene, case.clearance, method);
                assert_eq!(found, brute, "{} by {method}", case.name);
            }
            found.0.send(case.name.clone()).unwrap();
        }
    });
    let mut last = String::new();
    while let Ok(name) = found.1.recv_timeout(Duration::from_secs(20)) {
        last = name;
    }
    assert_eq!(last, last_name, "the case after this one waits for another thread, or differs");
}
