//! What lies at the edges: zeros with a sign, vertices of no triangle, poses that are none, groups of another scene, numbers
//! near the ends of the range.

mod groups;
mod poses;
mod scales;
mod scenes;
mod unused;
mod zeros;

use allide::{Engine, Method, Nearest, ObjectPair, Report, TriangleDistance, TrianglePair};

/// All exact methods of the CPU.
const METHODS: [Method; 5] = [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep, Method::Brute];

/// Everything in an answer but its cost, to the last bit: `==` would take -0.0 for 0.0.
#[derive(Debug, PartialEq)]
struct Bits<F> {
    pairs: Vec<(ObjectPair, Option<[u64; 7]>)>,
    findings: Vec<F>,
}

fn bits_of(nearest: &Nearest) -> [u64; 7] {
    let ([ax, ay, az], [bx, by, bz]) = (nearest.on_a.to_array(), nearest.on_b.to_array());
    [nearest.distance, ax, ay, az, bx, by, bz].map(f64::to_bits)
}

fn bits<F, B>(report: &Report<F>, bits_of_finding: impl Fn(&F) -> B) -> Bits<B> {
    let pairs = report.pairs.iter().map(|pair| (pair.clone(), pair.nearest.as_ref().map(bits_of))).collect();
    Bits { pairs, findings: report.findings().iter().map(bits_of_finding).collect() }
}

fn bits_of_distance(finding: &TriangleDistance) -> (u32, u32, [u64; 7]) {
    (finding.a, finding.b, bits_of(&finding.nearest))
}

fn bits_of_pair(finding: &TrianglePair) -> TrianglePair {
    *finding
}

fn engines() -> Vec<(Method, Engine)> {
    METHODS.map(|method| (method, Engine::cpu())).into()
}
