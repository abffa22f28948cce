//! Whether two ways to ask end in the same findings.

use super::cases::{Case, triangles};
use allide::{
    Clearance, Engine, Error, Method, ObjectPair, Overlaps, Report, SelfOverlaps, Tiers, TriangleDistance, TrianglePair,
};

/// What was found in a scene, whichever question was asked. The cost is not part of it.
#[derive(Debug, PartialEq)]
struct Found<F> {
    pairs: Vec<ObjectPair>,
    findings: Vec<F>,
}

/// The answers to all questions about a scene.
#[derive(Debug)]
pub struct Answer {
    overlaps: Found<TrianglePair>,
    within: Found<TrianglePair>,
    close: Found<TriangleDistance>,
    close_triangles: Found<TriangleDistance>,
    /// The method that found the overlaps.
    method: &'static str,
    pub cost: Cost,
}

/// What answers took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub ms: f64,
    /// Who decided about overlaps; all zero for the CPU. Distances do not count: the CPU measures them all.
    pub tiers: Tiers,
}

impl Cost {
    fn add(&mut self, other: Self) {
        self.ms += other.ms;
        self.tiers.filter += other.tiers.filter;
        self.tiers.exact += other.tiers.exact;
        self.tiers.cpu += other.tiers.cpu;
    }
}

impl Answer {
    pub fn ask(engine: &mut Engine, case: &Case, method: Method) -> Result<Self, Error> {
        let (mut cost, mut distances) = (Cost::default(), Cost::default());
        let (scene, close) = (&case.scene, Clearance::within(case.clearance)?.method(method));
        let overlaps = engine.run(scene, &Overlaps::new().method(method))?;
        Ok(Self {
            method: overlaps.method,
            overlaps: found(overlaps, &mut cost),
            within: found(engine.run(scene, &SelfOverlaps::of_all().method(method))?, &mut cost),
            close: found(engine.run(scene, &close)?, &mut distances),
            close_triangles: found(engine.run(scene, &close.with_triangles())?, &mut distances),
            cost: Cost { ms: cost.ms + distances.ms, ..cost },
        })
    }

    /// How many triangle pairs overlap.
    pub fn count(&self) -> usize {
        self.overlaps.findings.len() + self.within.findings.len()
    }

    /// The first question with another answer.
    pub fn difference(&self, expected: &Self) -> Option<&'static str> {
        [
            ("overlaps", self.overlaps == expected.overlaps),
            ("self-overlaps", self.within == expected.within),
            ("clearance", self.close == expected.close),
            ("clearance of triangles", self.close_triangles == expected.close_triangles),
        ]
        .into_iter()
        .find_map(|(question, is_same)| (!is_same).then_some(question))
    }

    fn hash(&self, hash: &mut Hash) {
        for found in [&self.overlaps, &self.within] {
            found.hash(hash, |finding, hash| hash.add(&[finding.a.into(), finding.b.into(), finding.class as u64]));
        }
        for found in [&self.close, &self.close_triangles] {
            found.hash(hash, |finding, hash| {
                hash.add(&[finding.a.into(), finding.b.into(), finding.nearest.distance.to_bits()]);
            });
        }
    }
}

impl<F> Found<F> {
    fn hash(&self, hash: &mut Hash, add: impl Fn(&F, &mut Hash)) {
        hash.add(&[self.pairs.len() as u64, self.findings.len() as u64]);
        for pair in &self.pairs {
            let distance = pair.nearest.map_or(0.0, |nearest| nearest.distance);
            hash.add(&[pair.a.index() as u64, pair.b.index() as u64, pair.class as u64, distance.to_bits()]);
        }
        self.findings.iter().for_each(|finding| add(finding, hash));
    }
}

fn found<F: Copy>(report: Report<F>, cost: &mut Cost) -> Found<F> {
    let tiers = report.stats.gpu.as_ref().map_or_else(Tiers::default, |gpu| gpu.tiers);
    cost.add(Cost { ms: report.stats.total_ms, tiers });
    let findings = report.findings().to_vec();
    Found { pairs: report.pairs, findings }
}

/// FNV-1a over bytes: the same in every version of Rust, so that records can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, words: &[u64]) {
        for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// What several cases amount to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub scenes: usize,
    pub triangles: usize,
    pub findings: usize,
    pub hash: Hash,
    pub cpu_ms: f64,
    pub gpu: Cost,
}

impl Tally {
    /// Asks the CPU and `gpu` the same, and counts what they found.
    ///
    /// # Errors
    /// They do not agree, or one of them has no answer.
    pub fn compare(&mut self, gpu: &mut Engine, case: &Case) -> Result<(), String> {
        let fail = |error: Error| format!("{}: {error}", case.name);
        let expected = Answer::ask(&mut Engine::cpu(), case, Method::Auto).map_err(fail)?;
        let answer = Answer::ask(gpu, case, Method::Auto).map_err(fail)?;
        if let Some(question) = answer.difference(&expected) {
            return Err(format!("{}: other {question} than on the CPU", case.name));
        }
        let others = |method: &Method| *method != Method::Auto && method.name() != answer.method;
        for method in Method::GPU.into_iter().filter(others) {
            let report = gpu.run(&case.scene, &Overlaps::new().method(method)).map_err(fail)?;
            if found(report, &mut Cost::default()) != expected.overlaps {
                return Err(format!("{}: other overlaps with {} than on the CPU", case.name, method.name()));
            }
        }
        answer.hash(&mut self.hash);
        self.scenes += 1;
        self.triangles += triangles(&case.scene);
        self.findings += answer.count() + answer.close_triangles.findings.len();
        self.cpu_ms += expected.cost.ms;
        self.gpu.add(answer.cost);
        Ok(())
    }

    /// This and another one, which comes behind it.
    pub fn join(&mut self, other: &Self) {
        self.hash.add(&[other.hash.0]);
        self.scenes += other.scenes;
        self.triangles += other.triangles;
        self.findings += other.findings;
        self.cpu_ms += other.cpu_ms;
        self.gpu.add(other.gpu);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::cases;
    use allide::Pose;

    fn answer(case: &Case) -> Answer {
        Answer::ask(&mut Engine::cpu(), case, Method::Auto).unwrap()
    }

    fn hash(answer: &Answer) -> Hash {
        let mut hash = Hash::default();
        answer.hash(&mut hash);
        hash
    }

    #[test]
    fn the_hash_is_the_published_one() {
        let mut hash = Hash::default();
        hash.add(&[u64::from_le_bytes(*b"chongo w")]);
        hash.add(&[u64::from_le_bytes(*b"as here!")]);
        assert_eq!(hash, Hash(0x858e_2fa3_2a55_e61d));
    }

    #[test]
    fn a_finding_more_or_less_is_a_difference_and_another_hash() {
        let case = cases::of_every_class();
        let expected = answer(&case);
        assert_eq!(answer(&case).difference(&expected), None);
        assert_eq!(hash(&answer(&case)), hash(&expected));
        let mut less = answer(&case);
        less.within.findings.pop();
        assert_eq!(less.difference(&expected), Some("self-overlaps"));
        assert_ne!(hash(&less), hash(&expected));
        let mut other = cases::of_every_class();
        let last = other.scene.ids().last().unwrap();
        other.scene.set_pose(last, Pose::translation(0.5, 0.0, 0.0));
        assert!(answer(&other).difference(&expected).is_some());
    }

    #[test]
    fn an_engine_that_fails_is_named_with_the_scene() {
        let mut case = cases::of_every_class();
        case.clearance = -1.0;
        let error = Tally::default().compare(&mut Engine::cpu(), &case).unwrap_err();
        assert!(error.starts_with("every class: "), "{error}");
    }
}
