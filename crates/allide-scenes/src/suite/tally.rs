use super::{Answer, Case, Cost, Hash, Way, parts};
use allide::{Device, Engine, Error, Guarantee, Method};
use std::fmt;

/// The result over several cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Cases.
    pub scenes: usize,
    /// Triangles of all of them.
    pub triangles: usize,
    /// Overlaps, self-overlaps and close triangles.
    pub counts: [usize; 3],
    /// Of all findings.
    pub hash: Hash,
    /// Milliseconds for the expected answers.
    pub expected_ms: f64,
    /// The cost of the first way.
    pub first: Cost,
    /// The findings of sampled methods, out of all findings of the questions that they answer.
    pub sampled: (usize, usize),
    /// Object pairs that sampled methods found to share volume, out of all that do, where they answer that.
    pub sharing: (usize, usize),
}

/// Two answers that should be the same, or a failure to answer.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The name of the case.
    pub case: Box<str>,
    /// Who disagrees.
    pub way: Way,
    /// What about.
    pub fault: Fault,
}

/// The disagreement.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// There is no answer.
    Failed(Error),
    /// An exact method has other findings.
    Differs {
        /// The question.
        question: &'static str,
        /// The first difference.
        what: String,
    },
    /// A sampled method found what is not there.
    Exceeds {
        /// The question.
        question: &'static str,
        /// The first finding that is not there.
        what: String,
    },
    /// Another method or device answered.
    Elsewhere(String),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, {}: ", self.case, self.way)?;
        match &self.fault {
            Fault::Failed(error) => write!(out, "{error}"),
            Fault::Differs { question, what } => write!(out, "other {question}: {what}"),
            Fault::Exceeds { question, what } => write!(out, "too many {question}: {what}"),
            Fault::Elsewhere(means) => write!(out, "answered by {means}"),
        }
    }
}

impl std::error::Error for Disagreement {}

/// Asks `engine` about every case in every way, and compares with what a new engine on the CPU finds.
///
/// # Errors
/// The first case and way with another answer, or with none.
pub fn agree(engine: &mut Engine, ways: &[Way], cases: impl IntoIterator<Item = Case>) -> Result<Tally, Disagreement> {
    let mut tally = Tally::default();
    for case in cases {
        let expected = case.expected(Method::Auto)?;
        tally.compare(engine, ways, &case, &expected)?;
    }
    Ok(tally)
}

impl Case {
    /// The answer of a method on the CPU, by a new engine.
    ///
    /// # Errors
    /// It has none.
    pub fn expected(&self, method: Method) -> Result<Answer, Disagreement> {
        Answer::ask(&mut Engine::cpu(), self, method)
            .map_err(|error| self.fault(Way::cpu(method), Fault::Failed(error)))
    }

    pub(super) fn fault(&self, way: Way, fault: Fault) -> Disagreement {
        Disagreement { case: self.name.as_str().into(), way, fault }
    }
}

impl Tally {
    /// Asks `engine` about a case in every way that this adapter has, and compares: exact methods must find what is expected,
    /// sampled ones nothing else. Comparisons are counted.
    ///
    /// # Errors
    /// The first way with another answer, or with none.
    pub fn compare(
        &mut self,
        engine: &mut Engine,
        ways: &[Way],
        case: &Case,
        expected: &Answer,
    ) -> Result<(), Disagreement> {
        let mut first = None;
        for &way in ways {
            let answer = match Answer::ask(engine, case, way.method) {
                Err(error) if error.is_lacking() => continue,
                answer => answer.map_err(|error| case.fault(way, Fault::Failed(error)))?,
            };
            answer.check(case, way, expected)?;
            if way.method.guarantee() == Guarantee::Sampled {
                self.sampled.0 += answer.count();
                self.sampled.1 += answer.asked(expected);
                self.sharing.0 += answer.sharing();
                self.sharing.1 += answer.solids.as_ref().map_or(0, |_| expected.sharing());
            } else {
                first.get_or_insert(answer);
            }
        }
        let answer = first.as_ref().unwrap_or(expected);
        answer.add_to(&mut self.hash);
        self.scenes += 1;
        self.triangles += case.triangle_count();
        self.counts = [0, 1, 2].map(|k| self.counts[k] + expected.counts()[k]);
        self.expected_ms += expected.cost.ms;
        self.first.add(answer.cost);
        Ok(())
    }

    /// Asks for less than everything: for object pairs alone, until the first finding, and about each of the first `objects`
    /// objects by itself.
    ///
    /// # Errors
    /// The first exact way whose answer is not the part of the whole that it should be.
    pub fn compare_parts(
        engine: &mut Engine,
        ways: &[Way],
        (case, objects): (&Case, usize),
        whole: &Answer,
    ) -> Result<(), Disagreement> {
        let exact = ways.iter().filter(|way| way.method.guarantee() == Guarantee::Exact);
        exact.into_iter().try_for_each(|&way| match parts::check(engine, way.method, (case, objects), whole) {
            Err(Fault::Failed(error)) if error.is_lacking() => Ok(()),
            result => result.map_err(|fault| case.fault(way, fault)),
        })
    }

    /// All findings.
    pub fn findings(&self) -> usize {
        self.counts.iter().sum()
    }

    /// This and another one, which comes behind it.
    pub fn join(&mut self, other: &Self) {
        self.hash.add(&[other.hash.0]);
        self.scenes += other.scenes;
        self.triangles += other.triangles;
        self.counts = [0, 1, 2].map(|k| self.counts[k] + other.counts[k]);
        self.expected_ms += other.expected_ms;
        self.first.add(other.first);
        self.sampled.0 += other.sampled.0;
        self.sampled.1 += other.sampled.1;
        self.sharing.0 += other.sharing.0;
        self.sharing.1 += other.sharing.1;
    }
}

impl Answer {
    /// Whether it is as good as the way's guarantee says, and came from there.
    fn check(&self, case: &Case, way: Way, expected: &Self) -> Result<(), Disagreement> {
        let is_own = |method: &Method| *method == way.method || way.method == Method::Auto;
        if let Some(method) = self.methods.iter().find(|method| !is_own(method)) {
            return Err(case.fault(way, Fault::Elsewhere(method.to_string())));
        }
        if let Some(device) = self.devices.iter().find(|device: &&Device| **device != way.device) {
            return Err(case.fault(way, Fault::Elsewhere(device.to_string())));
        }
        let fault = match way.method.guarantee() {
            Guarantee::Exact => {
                self.first_difference(expected).map(|(question, what)| Fault::Differs { question, what })
            }
            Guarantee::Sampled => self.first_excess(expected).map(|(question, what)| Fault::Exceeds { question, what }),
        };
        fault.map_or(Ok(()), |fault| Err(case.fault(way, fault)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::every_class;
    use super::*;

    #[test]
    fn an_engine_that_fails_is_named_with_the_case() {
        let mut case = every_class();
        case.clearance = -1.0;
        let error = agree(&mut Engine::cpu(), &[Way::cpu(Method::Bvh)], [case]).unwrap_err();
        assert!(error.to_string().starts_with("every class, auto, cpu: "), "{error}");
    }

    #[test]
    fn an_answer_from_elsewhere_is_a_disagreement() {
        let error = agree(&mut Engine::cpu(), &[Way::gpu(Method::Bvh)], [every_class()]).unwrap_err();
        assert_eq!(error.to_string(), "every class, bvh, gpu: answered by cpu");
    }

    #[test]
    fn a_difference_names_case_way_question_and_finding() {
        let case = every_class();
        let mut expected = case.expected(Method::Auto).unwrap();
        expected.overlaps.as_mut().unwrap().findings[0].a += 1;
        let ways = [Way::cpu(Method::Bvh)];
        let error = Tally::default().compare(&mut Engine::cpu(), &ways, &case, &expected).unwrap_err();
        assert!(error.to_string().starts_with("every class, bvh, cpu: other overlaps: TrianglePair {"), "{error}");
    }

    #[test]
    fn all_is_counted_and_hashed_in_order() {
        let of = |ways: &[Way]| agree(&mut Engine::cpu(), ways, [every_class(), every_class()]).unwrap();
        let (one, other) = (of(&[Way::cpu(Method::Divide)]), of(&[Way::cpu(Method::Bvh), Way::cpu(Method::Sweep)]));
        assert_eq!((one.scenes, one.hash, one.counts), (2, other.hash, other.counts));
        assert_eq!(one.triangles, 2 * every_class().triangle_count());
        assert!(one.counts.iter().all(|&count| count > 0));
        let mut joined = Tally::default();
        joined.join(&one);
        assert_eq!((joined.scenes, joined.findings()), (one.scenes, one.findings()));
        assert_ne!(joined.hash, one.hash);
    }
}
