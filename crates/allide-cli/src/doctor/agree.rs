//! Whether two ways to ask end in the same findings.

use super::cases::{Case, triangles};
use allide::{
    Clearance, Cover, Device, Engine, Error, GpuError, Guarantee, Method, ObjectId, ObjectPair, Offset, Overlaps,
    Reduction, Report, SelfOverlaps, Tiers, TriangleDistance, TrianglePair, Views,
};

/// What was found in a scene, whichever question was asked. The cost is not part of it.
#[derive(Debug, PartialEq)]
struct Findings<F> {
    pairs: Vec<ObjectPair>,
    findings: Vec<F>,
}

/// The answers to those questions about a scene that a method answers.
#[derive(Debug)]
pub struct Answer {
    overlaps: Option<Findings<TrianglePair>>,
    within: Option<Findings<TrianglePair>>,
    close: Option<Findings<TriangleDistance>>,
    close_triangles: Option<Findings<TriangleDistance>>,
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
        Ok(Self {
            overlaps: found(engine.run(scene, &Overlaps::new().method(method)), &mut cost)?,
            within: found(engine.run(scene, &SelfOverlaps::of_all().method(method)), &mut cost)?,
            close: found(engine.run(scene, &close), &mut distances)?,
            close_triangles: found(engine.run(scene, &close.with_triangles()), &mut distances)?,
            cost: Cost { ms: cost.ms + distances.ms, ..cost },
        })
    }

    /// How many triangle pairs overlap.
    pub fn count(&self) -> usize {
        [&self.overlaps, &self.within].into_iter().flatten().map(|found| found.findings.len()).sum()
    }

    /// The first question with another answer, of those that were answered.
    pub fn difference(&self, expected: &Self) -> Option<&'static str> {
        [
            ("overlaps", is_same(&self.overlaps, &expected.overlaps)),
            ("self-overlaps", is_same(&self.within, &expected.within)),
            ("clearance", is_same(&self.close, &expected.close)),
            ("clearance of triangles", is_same(&self.close_triangles, &expected.close_triangles)),
        ]
        .into_iter()
        .find_map(|(question, is_same)| (!is_same).then_some(question))
    }

    /// How many of the expected triangle pairs belong to questions that were answered.
    fn asked(&self, expected: &Self) -> usize {
        let both = [(&self.overlaps, &expected.overlaps), (&self.within, &expected.within)];
        let asked = both.into_iter().filter(|(own, _)| own.is_some()).filter_map(|(_, all)| all.as_ref());
        asked.map(|found| found.findings.len()).sum()
    }

    /// The first question whose answer has a finding that is not among those expected.
    pub fn excess(&self, expected: &Self) -> Option<&'static str> {
        [
            ("overlaps", is_part(&self.overlaps, &expected.overlaps)),
            ("self-overlaps", is_part(&self.within, &expected.within)),
        ]
        .into_iter()
        .find_map(|(question, is_part)| (!is_part).then_some(question))
    }

    fn hash(&self, hash: &mut Hash) {
        for found in [&self.overlaps, &self.within].into_iter().flatten() {
            found.hash(hash, |finding, hash| hash.add(&[finding.a.into(), finding.b.into(), finding.class as u64]));
        }
        for found in [&self.close, &self.close_triangles].into_iter().flatten() {
            found.hash(hash, |finding, hash| {
                hash.add(&[finding.a.into(), finding.b.into(), finding.nearest.distance.to_bits()]);
            });
        }
    }
}

/// Whether a question has the same answer, or none.
fn is_same<F: PartialEq>(found: &Option<Findings<F>>, expected: &Option<Findings<F>>) -> bool {
    found.is_none() || found == expected
}

/// Whether all that was found is expected.
fn is_part(found: &Option<Findings<TrianglePair>>, expected: &Option<Findings<TrianglePair>>) -> bool {
    let list = |found: &Option<Findings<TrianglePair>>| found.as_ref().map(Findings::listed).unwrap_or_default();
    let expected = list(expected);
    list(found).iter().all(|finding| expected.binary_search(finding).is_ok())
}

impl Findings<TrianglePair> {
    /// Each finding with its objects, in order.
    fn listed(&self) -> Vec<(ObjectId, ObjectId, TrianglePair)> {
        let objects = self.pairs.iter().flat_map(|pair| vec![(pair.a, pair.b); pair.triangle_pairs]);
        objects.zip(&self.findings).map(|((a, b), &finding)| (a, b, finding)).collect()
    }
}

impl<F> Findings<F> {
    fn hash(&self, hash: &mut Hash, add: impl Fn(&F, &mut Hash)) {
        hash.add(&[self.pairs.len() as u64, self.findings.len() as u64]);
        for pair in &self.pairs {
            let distance = pair.nearest.map_or(0.0, |nearest| nearest.distance);
            hash.add(&[pair.a.index() as u64, pair.b.index() as u64, pair.class as u64, distance.to_bits()]);
        }
        self.findings.iter().for_each(|finding| add(finding, hash));
    }
}

/// Nothing if the method is not for this question.
fn found<F: Copy>(answer: Result<Report<F>, Error>, cost: &mut Cost) -> Result<Option<Findings<F>>, Error> {
    let report = match answer {
        Err(Error::NotForQuestion { .. }) => return Ok(None),
        answer => answer?,
    };
    let tiers = report.run.stats.gpu.as_ref().map_or_else(Tiers::default, |gpu| gpu.tiers);
    cost.add(Cost { ms: report.run.stats.total_ms, tiers });
    let findings = report.findings().to_vec();
    Ok(Some(Findings { pairs: report.pairs, findings }))
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

/// The methods besides `auto`, which is `bvh` on a GPU. `far` also as it is drawn, by whatever the adapter's rasteriser does, in
/// few pixels, which is as exact and sooner done.
fn ways() -> impl Iterator<Item = Method> {
    let sampled = Views { resolution: Some(SAMPLED), reduction: Reduction::OrderFree };
    let far = |cover| Method::Far { resolution: Some(64), cover };
    let methods = Method::on(Device::Gpu).filter(|method| ![Method::Auto, Method::Bvh].contains(method));
    methods.flat_map(move |method| match method {
        Method::Cullide(_) => vec![Method::Cullide(sampled)],
        Method::SelfCullide(_) => vec![Method::SelfCullide(sampled)],
        Method::Far { .. } => {
            let covers = [Cover::Offset(Offset::Uobb, Reduction::OrderFree), Cover::Conservative(Reduction::OrderFree)];
            [method].into_iter().chain(covers.map(far)).collect()
        }
        _ => vec![method],
    })
}

/// Pixels along each side of the views of sampled methods.
pub const SAMPLED: u32 = 256;

/// What several cases amount to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub scenes: usize,
    pub triangles: usize,
    pub findings: usize,
    pub hash: Hash,
    pub cpu_ms: f64,
    pub gpu: Cost,
    /// What the sampled methods found, out of all findings of the questions that they answer.
    pub sampled: (usize, usize),
}

impl Tally {
    /// Asks the CPU and `gpu` the same, by every method, and counts what they found.
    ///
    /// # Errors
    /// Exact methods do not agree, a sampled one finds what is not there, or one of them has no answer.
    pub fn compare(&mut self, gpu: &mut Engine, case: &Case) -> Result<(), String> {
        let fail = |error: Error| format!("{}: {error}", case.name);
        let expected = Answer::ask(&mut Engine::cpu(), case, Method::Auto).map_err(fail)?;
        let answer = Answer::ask(gpu, case, Method::Auto).map_err(fail)?;
        if let Some(question) = answer.difference(&expected) {
            return Err(format!("{}: other {question} than on the CPU", case.name));
        }
        for method in ways() {
            let other = match Answer::ask(gpu, case, method) {
                Err(Error::Gpu(GpuError::Lacks { .. })) => continue,
                other => other.map_err(fail)?,
            };
            let (wrong, how) = match method.guarantee() {
                Guarantee::Exact => (other.difference(&expected), "other"),
                Guarantee::Sampled => (other.excess(&expected), "too many"),
            };
            if let Some(question) = wrong {
                return Err(format!("{}: {how} {question} with {method} than on the CPU", case.name));
            }
            if method.guarantee() == Guarantee::Sampled {
                self.sampled.0 += other.count();
                self.sampled.1 += other.asked(&expected);
            }
        }
        answer.hash(&mut self.hash);
        self.scenes += 1;
        self.triangles += triangles(&case.scene);
        self.findings += answer.count() + answer.close_triangles.map_or(0, |found| found.findings.len());
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
        self.sampled.0 += other.sampled.0;
        self.sampled.1 += other.sampled.1;
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
        less.within.as_mut().unwrap().findings.pop();
        assert_eq!(less.difference(&expected), Some("self-overlaps"));
        assert_ne!(hash(&less), hash(&expected));
        let mut other = cases::of_every_class();
        let last = other.scene.ids().last().unwrap();
        other.scene.set_pose(last, Pose::translation(0.5, 0.0, 0.0).unwrap());
        assert!(answer(&other).difference(&expected).is_some());
    }

    #[test]
    fn a_part_of_what_is_there_is_no_excess_and_anything_else_is() {
        let case = cases::of_every_class();
        let expected = answer(&case);
        for keep in [0, 1, 7, usize::MAX] {
            let mut part = answer(&case);
            let found = part.overlaps.as_mut().unwrap();
            let mut place = 0;
            // Some findings of each pair, as the object pairs say.
            for pair in &mut found.pairs {
                let kept = pair.triangle_pairs.min(keep);
                found.findings.drain(place + kept..place + pair.triangle_pairs);
                pair.triangle_pairs = kept;
                place += kept;
            }
            assert_eq!((part.excess(&expected), part.asked(&expected)), (None, expected.count()));
            assert_eq!(part.difference(&expected).is_none(), keep == usize::MAX);
        }
        let mut more = answer(&case);
        more.within.as_mut().unwrap().findings[0].a = u32::MAX;
        assert_eq!(more.excess(&expected), Some("self-overlaps"));
    }

    #[test]
    fn questions_that_a_method_does_not_answer_are_not_compared() {
        let case = cases::of_every_class();
        let expected = answer(&case);
        let none = Answer { overlaps: None, within: None, close: None, close_triangles: None, cost: Cost::default() };
        assert_eq!((none.difference(&expected), none.excess(&expected), none.asked(&expected)), (None, None, 0));
    }

    #[test]
    fn an_engine_that_fails_is_named_with_the_scene() {
        let mut case = cases::of_every_class();
        case.clearance = -1.0;
        let error = Tally::default().compare(&mut Engine::cpu(), &case).unwrap_err();
        assert!(error.starts_with("every class: "), "{error}");
    }
}
