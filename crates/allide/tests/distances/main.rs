//! Distances between objects: every way to ask for them, and every method, has one answer, which is the smallest distance of
//! all triangle pairs.

mod asked;
mod cases;
mod ends;
mod exact;
mod work;

use allide::{
    Device, Engine, Method, NearestPoints, ObjectPair, Question, QuestionKind, Report, Scene, TriangleDistance,
};

/// All methods of the CPU.
fn methods() -> impl Iterator<Item = Method> {
    Method::on(Device::Cpu).filter(|method| method.answers(QuestionKind::Clearance))
}

fn run<Q: Question>(scene: &Scene, question: &Q) -> Report<Q::Finding> {
    Engine::cpu().run(scene, question).expect("in range")
}

/// An object pair, how far apart it is and where, to the last bit.
type Row = (usize, usize, [u64; 7]);

fn bits(nearest: &NearestPoints) -> [u64; 7] {
    let ([ax, ay, az], [bx, by, bz]) = (nearest.on_a.to_array(), nearest.on_b.to_array());
    [nearest.distance, ax, ay, az, bx, by, bz].map(f64::to_bits)
}

fn nearest(pair: &ObjectPair) -> &NearestPoints {
    pair.nearest.as_ref().expect("a question about distances")
}

fn rows(report: &Report<TriangleDistance>) -> Vec<Row> {
    let row = |pair: &ObjectPair| (pair.a.index(), pair.b.index(), bits(nearest(pair)));
    report.pairs.iter().map(row).collect()
}
