use super::{Bits, Case, Findings, Hash};
use allide::{
    Clearance, Device, Engine, Error, Method, Nearest, Overlaps, PairClass, QuestionKind, Report, SelfClearance,
    SelfOverlaps, Solids, Tiers, TriangleDistance, TrianglePair,
};
use std::fmt;

/// The answers to those questions about a case that a method answers: all that must not depend on method, device or threads.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Between objects.
    pub overlaps: Option<Findings<TrianglePair>>,
    /// Between objects as solids.
    pub solids: Option<Findings<TrianglePair>>,
    /// Within objects.
    pub within: Option<Findings<TrianglePair>>,
    /// Object pairs that are closer than the case's clearance.
    pub close: Option<Findings<TriangleDistance>>,
    /// Triangles that are.
    pub close_triangles: Option<Findings<TriangleDistance>>,
    /// Objects of which parts that are no neighbours are closer than the case's clearance.
    pub close_within: Option<Findings<TriangleDistance>>,
    /// Triangles that are.
    pub strangers: Option<Findings<TriangleDistance>>,
    /// How far apart all objects are.
    pub nearest: Option<Findings<TriangleDistance>>,
    /// The cost.
    pub cost: Cost,
    /// Who says so.
    pub(super) methods: Vec<Method>,
    pub(super) devices: Vec<Device>,
}

/// Scenes of more objects are not asked for all distances, nor about solids.
const FEW_OBJECTS: usize = 16;

/// The cost of answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Milliseconds.
    pub ms: f64,
    /// Who decided about overlaps; all zero for the CPU. Distances do not count: the CPU measures them all.
    pub tiers: Tiers,
}

impl Cost {
    pub(super) fn add(&mut self, other: Self) {
        self.ms += other.ms;
        self.tiers.filter += other.tiers.filter;
        self.tiers.exact += other.tiers.exact;
        self.tiers.cpu += other.tiers.cpu;
    }
}

/// Which question has another answer, and how it differs.
pub(super) type Difference = (&'static str, String);

impl Answer {
    /// Asks all that the method answers.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn ask(engine: &mut Engine, case: &Case, method: Method) -> Result<Self, Error> {
        let (scene, mut distances) = (&case.scene, Cost::default());
        let (overlaps, within) =
            (Overlaps::new().with_duplicates().method(method), SelfOverlaps::of_all().method(method));
        let close = Clearance::within(case.clearance)?.with_duplicates().method(method);
        let mut answer = Self::none();
        if method.answers(QuestionKind::Overlaps) {
            answer.overlaps = Some(answer.take(&engine.run(scene, &overlaps)?, None));
        }
        if method.answers(QuestionKind::Solids) && scene.objects().len() <= FEW_OBJECTS {
            let solids = Solids::new().with_duplicates().method(method);
            answer.solids = Some(answer.take(&engine.run(scene, &solids)?, None));
        }
        if method.answers(QuestionKind::SelfOverlaps) {
            answer.within = Some(answer.take(&engine.run(scene, &within)?, None));
        }
        if method.answers(QuestionKind::Clearance) {
            answer.close = Some(answer.take(&engine.run(scene, &close)?, Some(&mut distances)));
            let report = engine.run(scene, &close.with_triangles())?;
            answer.close_triangles = Some(answer.take(&report, Some(&mut distances)));
            // Every two objects: for many, that takes one of the slow methods too long.
            if scene.objects().len() <= FEW_OBJECTS {
                let report = engine.run(scene, &Nearest::new().with_duplicates().method(method))?;
                answer.nearest = Some(answer.take(&report, Some(&mut distances)));
            }
        }
        if method.answers(QuestionKind::SelfClearance) {
            let close = SelfClearance::within(case.clearance)?.method(method);
            answer.close_within = Some(answer.take(&engine.run(scene, &close)?, Some(&mut distances)));
            let report = engine.run(scene, &close.with_triangles())?;
            answer.strangers = Some(answer.take(&report, Some(&mut distances)));
        }
        answer.cost.ms += distances.ms;
        Ok(answer)
    }

    /// Nothing asked.
    fn none() -> Self {
        Self {
            overlaps: None,
            solids: None,
            within: None,
            close: None,
            close_triangles: None,
            close_within: None,
            strangers: None,
            nearest: None,
            cost: Cost::default(),
            methods: Vec::new(),
            devices: Vec::new(),
        }
    }

    fn take<F: Bits + Copy>(&mut self, report: &Report<F>, cost: Option<&mut Cost>) -> Findings<F> {
        let tiers = report.run.stats.gpu.as_ref().map_or_else(Tiers::default, |gpu| gpu.tiers);
        cost.unwrap_or(&mut self.cost).add(Cost { ms: report.run.stats.total_ms, tiers });
        // The nearest triangles of objects that are far apart are always left to the CPU.
        if report.run.asked.iter().all(|asked| asked.distance == 0.0 || asked.triangles) {
            self.methods.extend(&report.run.methods);
            self.devices.extend(&report.run.devices);
        }
        report.into()
    }

    /// How many triangle pairs overlap.
    pub fn count(&self) -> usize {
        [&self.overlaps, &self.within].into_iter().flatten().map(|found| found.findings.len()).sum()
    }

    /// How many findings each question has: overlaps, self-overlaps, triangles that are close.
    pub fn counts(&self) -> [usize; 3] {
        let overlaps =
            [&self.overlaps, &self.within].map(|found| found.as_ref().map_or(0, |found| found.findings.len()));
        [overlaps[0], overlaps[1], self.close_triangles.as_ref().map_or(0, |found| found.findings.len())]
    }

    /// How many of the expected triangle pairs belong to questions that were answered.
    pub(super) fn asked(&self, expected: &Self) -> usize {
        let both = [(&self.overlaps, &expected.overlaps), (&self.within, &expected.within)];
        let asked = both.into_iter().filter(|(own, _)| own.is_some()).filter_map(|(_, all)| all.as_ref());
        asked.map(|found| found.findings.len()).sum()
    }

    /// How many object pairs share volume, if that was asked.
    pub(super) fn sharing(&self) -> usize {
        let pairs = self.solids.iter().flat_map(|found| &found.pairs);
        pairs.filter(|pair| pair.class != PairClass::Touch).count()
    }

    /// The differences from the expected answers.
    pub fn difference(&self, expected: &Self) -> Option<String> {
        self.first_difference(expected).map(|(question, what)| format!("{question}: {what}"))
    }

    pub(super) fn first_difference(&self, expected: &Self) -> Option<Difference> {
        fn differ<F: Bits + Copy + fmt::Debug>(
            found: &Option<Findings<F>>,
            expected: &Option<Findings<F>>,
        ) -> Option<String> {
            match (found, expected) {
                (None, _) => None,
                (Some(found), Some(expected)) => found.difference(expected),
                (Some(found), None) => Some(format!("{found}, with nothing to compare")),
            }
        }
        let name = |name: &'static str, what: Option<String>| what.map(|what| (name, what));
        name("overlaps", differ(&self.overlaps, &expected.overlaps))
            .or_else(|| name("solids", differ(&self.solids, &expected.solids)))
            .or_else(|| name("self-overlaps", differ(&self.within, &expected.within)))
            .or_else(|| name("clearance", differ(&self.close, &expected.close)))
            .or_else(|| name("nearest", differ(&self.nearest, &expected.nearest)))
            .or_else(|| name("clearance of triangles", differ(&self.close_triangles, &expected.close_triangles)))
            .or_else(|| name("self-clearance", differ(&self.close_within, &expected.close_within)))
            .or_else(|| name("self-clearance of triangles", differ(&self.strangers, &expected.strangers)))
    }

    /// Findings of a sampled method that are not expected.
    pub(super) fn first_excess(&self, expected: &Self) -> Option<Difference> {
        let all = [("overlaps", &self.overlaps, &expected.overlaps), ("self-overlaps", &self.within, &expected.within)];
        let solids = || {
            let (found, expected) = (self.solids.as_ref()?, expected.solids.as_ref()?);
            Some(("solids", found.excess_pair(expected).or_else(|| found.excess(expected))?))
        };
        let excess = all.into_iter().find_map(|(question, found, expected)| {
            let what = found.as_ref()?.excess(expected.as_ref()?)?;
            Some((question, what))
        });
        excess.or_else(solids)
    }

    /// Adds all findings to a hash.
    pub fn add_to(&self, hash: &mut Hash) {
        for found in [&self.overlaps, &self.solids, &self.within].into_iter().flatten() {
            found.hash(hash, |finding| [finding.a.into(), finding.b.into(), finding.class as u64]);
        }
        let near = [&self.close, &self.close_triangles, &self.nearest, &self.close_within, &self.strangers];
        for found in near.into_iter().flatten() {
            found.hash(hash, |finding| [finding.a.into(), finding.b.into(), finding.nearest.distance.to_bits()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::every_class;
    use super::*;
    use allide::Pose;

    fn answer(case: &Case) -> Answer {
        Answer::ask(&mut Engine::cpu(), case, Method::Auto).unwrap()
    }

    fn hash(answer: &Answer) -> Hash {
        let mut hash = Hash::default();
        answer.add_to(&mut hash);
        hash
    }

    #[test]
    fn a_finding_more_or_less_is_a_difference_and_another_hash() {
        let case = every_class();
        let expected = answer(&case);
        assert_eq!(answer(&case).difference(&expected), None);
        assert_eq!(hash(&answer(&case)), hash(&expected));
        let mut less = answer(&case);
        let lost = less.within.as_mut().unwrap().findings.pop().unwrap();
        let text = less.difference(&expected).unwrap();
        assert!(text.starts_with(&format!("self-overlaps: nothing instead of {lost:?} of objects 6 and 6")), "{text}");
        assert_ne!(hash(&less), hash(&expected));
        let mut other = every_class();
        let last = other.scene.ids().last().unwrap();
        other.scene.set_pose(last, Pose::translation(0.5, 0.0, 0.0).unwrap());
        assert!(answer(&other).difference(&expected).is_some());
    }

    #[test]
    fn the_sign_of_a_zero_is_a_difference() {
        let expected = answer(&every_class());
        let mut other = expected.clone();
        let pairs = &mut other.close.as_mut().unwrap().pairs;
        let touching =
            pairs.iter_mut().filter_map(|pair| pair.nearest.as_mut()).find(|nearest| nearest.distance == 0.0);
        touching.unwrap().distance = -0.0;
        assert!(other.difference(&expected).unwrap().starts_with("clearance: ObjectPair"), "a pair is named");
    }

    #[test]
    fn a_part_of_what_is_there_is_no_excess_and_anything_else_is() {
        let case = every_class();
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
            assert_eq!((part.first_excess(&expected), part.asked(&expected)), (None, expected.count()));
            assert_eq!(part.difference(&expected).is_none(), keep == usize::MAX);
        }
        let mut part = answer(&case);
        let solids = part.solids.as_mut().unwrap();
        let last = solids.pairs.pop().unwrap();
        solids.findings.truncate(solids.findings.len() - last.triangle_pairs);
        assert!(part.first_excess(&expected).is_none() && part.difference(&expected).is_some());
        part.solids.as_mut().unwrap().pairs[0].class = PairClass::Contained;
        assert_eq!(part.first_excess(&expected).unwrap().0, "solids");
        let mut more = answer(&case);
        more.within.as_mut().unwrap().findings[0].a = u32::MAX;
        assert_eq!(more.first_excess(&expected).unwrap().0, "self-overlaps");
    }

    #[test]
    fn questions_that_a_method_does_not_answer_are_not_compared() {
        let (expected, none) = (answer(&every_class()), Answer::none());
        assert_eq!((none.difference(&expected), none.first_excess(&expected), none.asked(&expected)), (None, None, 0));
    }
}
